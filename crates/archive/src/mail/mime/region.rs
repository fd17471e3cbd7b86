//! The walk through a message: every byte is in exactly one region, which is a header, text, or skipped with a
//! reason (A3; RFC 2045 and 2046).
//!
//! The walk keeps a stack of the remaining steps and parses a part only when it gets there. The delimiters of a
//! multipart also bound the parts in it, so an inner multipart without a closing delimiter ends with the outer one. A
//! broken structure must not lose text: a preamble, an epilogue, the body of a multipart whose boundary never occurs,
//! and a part that is nested too deep are all text. `block.rs` finds the blocks in a text that are not text.

use core::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::mail::attached::rtf::begins_rtf;
use crate::mail::attached::signed::{is_whole_signed, signed_content};
use crate::mail::attached::tnef::{is_whole_tnef, tnef_message};
use crate::mail::containers::emlx::emlx_message;
use crate::mail::damage::DamageKind;
use crate::mail::headers::beginning::{begins_content_lines, begins_json, has_json_lines};
use crate::mail::headers::content_type::ContentType;
use crate::mail::headers::header::{Header, Outline};
use crate::mail::html::page::Html;
use crate::mail::line::is_blank;
use crate::mail::mime::attachment::AttachmentContent;
use crate::mail::mime::block::{self, BlockSearch};
use crate::mail::mime::cut_header::CutHeader;
use crate::mail::mime::multipart::{Boundary, Delimiter};
use crate::mail::mime::open_end::OpenEnd;
use crate::mail::mime::part::{Part, PartKind, Role, TextKind};
use crate::mail::mime::raw_email::raw_email;
use crate::mail::mime::reason::Reason;
use crate::mail::mime::section::{PartPath, Section, join};
use crate::mail::mime::step::{Body, Entity, Multipart, WalkStep, first_step};
use crate::mail::mime::tally::Tally;
use crate::mail::mime::unpacked::Unpacking;
use crate::mail::transfer::quoted_printable;
use crate::mail::transfer::transfer_encoding::TransferEncoding;

mod nested;
mod resumed;

/// The largest number of levels of nested parts. Deeper ones are read as text. Mail servers allow about a hundred
/// levels. Each level of multiparts is searched once for its delimiters, so this also bounds the time.
pub(crate) const MAX_DEPTH: usize = 64;

/// A region of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Region<'h> {
    /// A header, with an mbox's envelope line before it and the empty line after it, for [`Header::of`]. Bytes,
    /// half-open.
    Header(Range<usize>),
    /// Text to search. Its range is [`Part::stored`].
    Text(Part<'h>),
    /// Bytes that are not searched.
    Skipped {
        /// The range in the message. Bytes, half-open.
        range: Range<usize>,
        /// The reason for which it was skipped.
        reason: Reason,
    },
}

/// Returns the regions of `message`, in order and without a gap. No region is empty. Time is linear: each byte is
/// searched for delimiters once for each multipart around it, at most 64 times.
pub fn regions(message: &[u8]) -> Regions<'_> {
    Regions::below(message, PartPath::Borrowed(""))
}

/// Returns the regions of a text that is not a message: one part, except the blocks in it.
pub(crate) fn regions_of_text(text: &[u8], kind: TextKind, path: PartPath) -> Regions<'_> {
    let mime: &[u8] = if kind == TextKind::Page { b"text/html" } else { b"text/plain" };
    let body = Body {
        range: 0..text.len(),
        section: Section::Part(path),
        content_type: ContentType::of(mime),
        encoding: TransferEncoding::Identity,
        declares_encoding: true,
        detect: match kind {
            TextKind::Plain => |_| PartKind::Plain,
            TextKind::Detected if detect_with_lines(detect_in_file, text) == PartKind::Json => {
                |_| PartKind::Json
            }
            TextKind::Detected | TextKind::Page => detect_in_file,
        },
        role: Role::Body,
        depth: 0,
    };
    Regions { steps: smallvec![WalkStep::Body(body)], ..regions(text) }
}

fn detect_in_file(text: &[u8]) -> PartKind {
    detect_with(Html::looks_like_page, text)
}

fn detect_in_part(text: &[u8]) -> PartKind {
    detect_with(Html::looks_like_html, text)
}

/// Calendars need a declared type here, and JSON is not looked for: `filter.rs` does not undo escapes.
#[inline]
pub(super) fn detect_in_message(text: &[u8]) -> PartKind {
    if Html::looks_like_html(text) { PartKind::Html } else { PartKind::Plain }
}

/// Like `detect`, but also finds lines of JSON. Do not ask again after each block: this reads more than a beginning.
fn detect_with_lines(detect: fn(&[u8]) -> PartKind, text: &[u8]) -> PartKind {
    match detect(text) {
        PartKind::Plain if has_json_lines(text) => PartKind::Json,
        kind => kind,
    }
}

fn detect_with(begins_page: fn(&[u8]) -> bool, text: &[u8]) -> PartKind {
    if begins_page(text) {
        PartKind::Html
    } else if begins_content_lines(text) {
        PartKind::ContentLines
    } else if begins_json(text) {
        PartKind::Json
    } else if begins_rtf(text) {
        PartKind::Rtf
    } else {
        PartKind::Plain
    }
}

/// An iterator over the regions of a message. See [`regions`].
#[derive(Clone, Debug, Default)]
pub struct Regions<'h> {
    message: &'h [u8],
    /// The remaining steps, the next one last. One inline step saves nearly all allocations: the body is pushed after
    /// the header was popped.
    steps: SmallVec<[WalkStep<'h>; 1]>,
    /// The last header that was returned, and the path of its message or part. Until the first one, the header of the
    /// whole message, if the caller knows it.
    pub(super) header: Option<(String, Header<'h>)>,
    /// The offsets in the message's own header.
    pub(super) outline: Option<Outline>,
    /// The search of the first body for blocks, if it was made before the walk.
    pub(super) first_search: Option<Box<BlockSearch>>,
    /// The damage found since the last text part. The next one gets it; at the end it belongs to none.
    pub(super) damage: Vec<DamageKind>,
    /// The offset in the message of the first line so far that may separate messages, or of the first body that is not
    /// searched for such lines: base64, a page, or no text.
    pub(super) envelope: Option<usize>,
    /// The counts, if the walk counts. Boxed, because they are large and mostly absent.
    pub(super) tally: Option<Box<Tally>>,
    /// The part whose charset was counted last.
    charset_of: Option<PartPath>,
    /// If archives are opened: the bounds, and the messages and texts in the part that was returned last.
    pub(super) unpacking: Option<Box<Unpacking>>,
    /// What is open at the end, if the message is a piece of a larger one that goes on.
    open: Option<Box<OpenEnd>>,
}

impl<'h> Regions<'h> {
    /// Returns the regions of a message in the part of this `path`, which is empty for the outermost message.
    pub(crate) fn below(message: &'h [u8], path: PartPath) -> Regions<'h> {
        let (range, section) = (0..message.len(), Section::Message(path));
        let entity = Entity { range, section, default: b"", depth: 0, before: None };
        Regions::beginning_with(WalkStep::Entity(entity), message)
    }

    /// Like [`Regions::below`], for a message that was in a part, or a mailbox.
    pub(crate) fn within(message: &'h [u8], path: PartPath) -> Regions<'h> {
        Regions::beginning_with(first_step(message, 0..message.len(), path, 0, false), message)
    }

    fn beginning_with(step: WalkStep<'h>, message: &'h [u8]) -> Regions<'h> {
        Regions { message, steps: smallvec![step], ..Regions::default() }
    }

    /// Also counts what the walk meets. Call this before the first region is taken.
    #[must_use]
    pub fn tallied(mut self) -> Self {
        // The walk through a text begins with its body, that through a message with its header.
        let is_text = matches!(self.steps[..], [WalkStep::Body(_)]);
        let (messages, texts) = (u64::from(!is_text), u64::from(is_text));
        self.tally = Some(Box::new(Tally { messages, texts, ..Tally::default() }));
        self
    }

    /// Returns the counts of what the walk met so far. They are zero without [`tallied`](Self::tallied).
    pub fn into_tally(self) -> Tally {
        let mut tally = self.tally.map(|tally| *tally).unwrap_or_default();
        self.damage.into_iter().for_each(|damage| tally.add_damage(damage));
        tally
    }

    pub(super) fn skip_all(&mut self) {
        self.steps.clear();
    }
}

impl<'h> Iterator for Regions<'h> {
    type Item = Region<'h>;

    fn next(&mut self) -> Option<Region<'h>> {
        // The walk is a stack machine. Each step returns at most one region and pushes the steps that follow from it,
        // the next one last: a multipart its next delimiter, then the part before that. Depth costs stack entries, not
        // recursion.
        loop {
            let region = match self.steps.pop()? {
                WalkStep::Entity(entity) => self.open(entity),
                WalkStep::Body(body) => self.read(body),
                WalkStep::Multipart(multipart) => Some(self.advance(multipart)),
                WalkStep::Mailbox(mailbox) => {
                    self.advance_mailbox(mailbox);
                    None
                }
                WalkStep::Escaped { range, path, message } => {
                    let mut part = Part::new(self.message, range, path, Role::Body);
                    part.unpack(message);
                    part.is_message = true;
                    self.give(part)
                }
                WalkStep::Skip { range, reason } => Some(Region::Skipped { range, reason }),
                WalkStep::Rest { body, is_after_block } => self.give_blocks(body, is_after_block),
                WalkStep::Text { range, path, role } => self.give_text(range, path, role),
            };
            if let Some(region) = region {
                if let Some(tally) = &mut self.tally {
                    count(&region, tally, &mut self.charset_of);
                }
                return Some(region);
            }
        }
    }
}

/// A part with a block in it gives several texts, and its charset is counted once.
fn count(region: &Region<'_>, tally: &mut Tally, charset_of: &mut Option<PartPath>) {
    let length = |range: &Range<usize>| range.len() as u64;
    match region {
        Region::Header(range) => tally.header_bytes += length(range),
        Region::Skipped { range, reason } => tally.skipped.add(*reason, length(range)),
        Region::Text(part) => {
            tally.text_bytes += length(&part.stored);
            part.damage.iter().for_each(|&damage| tally.add_damage(damage));
            let is_body = matches!(part.role, Role::Body | Role::Attachment);
            if is_body && charset_of.as_ref() != Some(&part.path) {
                *charset_of = Some(part.path.clone());
                tally.add_charset(part);
            }
        }
    }
}

impl<'h> Regions<'h> {
    /// Returns the header of `entity`, and pushes its body as the next step.
    fn open(&mut self, entity: Entity<'h>) -> Option<Region<'h>> {
        let Entity { range, section, default, depth, before } = entity;
        // The caller may have set the header of the whole message.
        let is_first = range.start == 0 && depth == 0 && self.outline.is_none();
        let known = if is_first { self.header.take() } else { None };
        let header = known.map_or_else(|| Header::of(&self.message[range.clone()]), |it| it.1);
        let at = range.start + header.body();
        let path = section.path().to_owned();
        if let Some(open) = self.open_at(at) {
            let range = range.start..at;
            open.header =
                Some(CutHeader::of(&header, section.clone(), default, depth, range, before));
        }
        let mut content_type = header.content_type();
        let mut encoding = header.transfer_encoding();
        let mut declares_encoding = header.declares_transfer_encoding();
        if let Some(before) = before {
            content_type = before.content_type().or(content_type);
            encoding = before.encoding.unwrap_or(encoding);
            declares_encoding |= before.encoding.is_some();
        }
        self.steps.push(WalkStep::Body(Body {
            range: at..range.end,
            section,
            content_type: content_type.unwrap_or_else(|| ContentType::of(default)),
            encoding,
            declares_encoding,
            detect: if depth == 0 { detect_in_message } else { detect_in_part },
            role: Role::Body,
            depth,
        }));
        if range.start == 0 && depth == 0 {
            self.outline = Some(header.outline());
        }
        self.header = Some((path, header));
        (range.start < at).then_some(Region::Header(range.start..at))
    }

    /// Returns a body that is text, skips one that is not, and otherwise enters it.
    fn read(&mut self, mut body: Body<'h>) -> Option<Region<'h>> {
        let is = |kind, subtype| body.content_type.is(kind, subtype);
        let is_kind = |kind| body.content_type.is_kind(kind);
        let is_multipart = is_kind("multipart");
        let is_declared = is_multipart || is_kind("text") || is_kind("message");
        let content = if !is_declared {
            AttachmentContent::of(self.message, &body)
        } else if body.depth > 0 && is("text", "plain") && self.is_mailbox(&body) {
            AttachmentContent::Message
        } else {
            AttachmentContent::Text
        };
        let is_message = is("message", "rfc822")
            || is("message", "global")
            || is("message", "news")
            || content == AttachmentContent::Message;
        if let Some(tally) = &mut self.tally {
            tally.add_content_type(&body.content_type);
            if !is_multipart && !is_message {
                tally.add_encoding(body.encoding);
            }
        }
        if body.range.is_empty() {
            return None;
        }
        if !is_declared || content == AttachmentContent::Message {
            // Lines that separate messages do not count in an attachment, as those in base64 do not.
            self.envelope = self.envelope.or(Some(body.range.start));
            (body.role, body.detect) = (Role::Attachment, detect_in_part);
        }
        if (is_multipart || is_message) && body.depth >= MAX_DEPTH {
            self.damage.push(DamageKind::TooDeep);
            return self.give_body(body, None);
        }
        if is_multipart {
            return self.enter(body);
        }
        if is_message {
            return self.enclose(body);
        }
        match content {
            AttachmentContent::Emlx => self.unpack(body, emlx_message, |_| true),
            AttachmentContent::Signed => self.unpack(body, signed_content, is_whole_signed),
            AttachmentContent::Tnef => self.unpack(body, tnef_message, is_whole_tnef),
            AttachmentContent::Archive if self.unpacking.is_some() => self.open_archive(body),
            AttachmentContent::Archive | AttachmentContent::Other => {
                if content == AttachmentContent::Archive {
                    self.damage.push(DamageKind::ArchiveInPart);
                }
                Some(Region::Skipped { range: body.range, reason: Reason::NotText })
            }
            AttachmentContent::Text | AttachmentContent::Message => {
                if body.depth > 0 || !is_declared {
                    if body.encoding == TransferEncoding::Base64 {
                        body.detect = |text| detect_with_lines(detect_in_part, text);
                    } else if detect_with_lines(body.detect, &self.message[body.range.clone()])
                        == PartKind::Json
                    {
                        body.detect = |_| PartKind::Json;
                    }
                }
                self.give_blocks(body, false)
            }
        }
    }

    /// Returns the preamble of a multipart, and pushes its first delimiter as the next step. A declared transfer
    /// encoding is ignored (RFC 2045, section 6.4).
    fn enter(&mut self, body: Body<'h>) -> Option<Region<'h>> {
        let Some(boundary) = Boundary::of(&body.content_type) else {
            self.damage.push(DamageKind::NoBoundary);
            return self.give_body(body, None);
        };
        let found = boundary.find(self.message, body.range.clone());
        let is_open = found.is_none() && self.open_at(body.range.end).is_some();
        if found.is_none() && !is_open {
            self.damage.push(DamageKind::MissingBoundary);
            return self.give_body(body, None);
        }
        let end = body.range.end;
        let delimiter = found.unwrap_or(Delimiter { range: end..end, is_close: false });
        let is_digest = body.content_type.is("multipart", "digest");
        let (Section::Message(path) | Section::Part(path)) = body.section;
        let preamble = (body.range.start..delimiter.range.start, join(&path, 0), Role::Preamble);
        let multipart = Multipart {
            boundary: Box::new(boundary),
            delimiter,
            end,
            path,
            parts: 0,
            default: if is_digest { b"message/rfc822" } else { b"" },
            depth: body.depth + 1,
        };
        match self.open_at(end) {
            Some(open) if is_open => open.around.push(WalkStep::Multipart(multipart)),
            _ => self.steps.push(WalkStep::Multipart(multipart)),
        }
        let (range, path, role) = preamble;
        self.give_text(range, path, role)
    }

    /// Returns a delimiter line, and pushes what follows it as the next steps.
    fn advance(&mut self, multipart: Multipart) -> Region<'h> {
        let Multipart { boundary, delimiter, end, path, parts, default, depth } = multipart;
        let line = delimiter.range;
        let number = parts + 1;
        if delimiter.is_close {
            let path = join(&path, number);
            self.steps.push(WalkStep::Text { range: line.end..end, path, role: Role::Epilogue });
        } else {
            let section = Section::Part(join(&path, number));
            let next = boundary.find(self.message, line.end..end);
            let part_end = next.as_ref().map_or(end, |next| next.range.start);
            let is_last = next.is_none();
            let delimiter = next.unwrap_or(Delimiter { range: end..end, is_close: false });
            let parts = number;
            let rest = Multipart { boundary, delimiter, end, path, parts, default, depth };
            if !is_last {
                self.steps.push(WalkStep::Multipart(rest));
            } else if let Some(open) = self.open_at(end) {
                open.around.push(WalkStep::Multipart(rest));
            } else {
                self.damage.push(DamageKind::Unclosed);
            }
            self.steps.push(WalkStep::Entity(Entity {
                range: line.end..part_end,
                section,
                default,
                depth,
                before: None,
            }));
        }
        Region::Skipped { range: line, reason: Reason::Delimiter }
    }

    /// Returns a body as text up to its first block, and pushes the block and the rest as the next steps. Base64 and
    /// HTML are not searched for blocks.
    fn give_blocks(&mut self, mut body: Body<'h>, is_after_block: bool) -> Option<Region<'h>> {
        let text = &self.message[..body.range.end];
        let encoding = body.encoding;
        let kind = (body.detect)(&text[body.range.start..]);
        let is_page = body.content_type.is_page() || kind == PartKind::Html;
        if kind == PartKind::Json
            && !is_after_block
            && encoding == TransferEncoding::Identity
            && let Some((range, message)) = raw_email(text, body.range.start)
        {
            let path = body.section.clone().into_path();
            body.detect = |_| PartKind::Json;
            let rest = Body { range: range.end..body.range.end, ..body.clone() };
            self.steps.push(WalkStep::Rest { body: rest, is_after_block: false });
            body.range.end = range.start;
            self.steps.push(WalkStep::Escaped { range, path, message });
            return self.give_body(body, Some(encoding));
        }
        let search = if encoding != TransferEncoding::Base64 && !is_page {
            let known = self.first_search.take();
            known.map_or_else(|| block::find(text, body.range.start), |it| *it)
        } else {
            let envelope = Some(body.range.start);
            BlockSearch { envelope, ..BlockSearch::default() }
        };
        self.envelope = self.envelope.or(search.envelope);
        if let Some((block, reason)) = search.block {
            let rest = Body { range: block.end..body.range.end, ..body.clone() };
            self.steps.push(WalkStep::Rest { body: rest, is_after_block: true });
            self.steps.push(WalkStep::Skip { range: block.clone(), reason });
            body.range.end = block.start;
        }
        // Undeclared quoted-printable is decoded only if there is a full line with a soft break, or in a page. A page
        // or a declared encoding needs the stronger evidence.
        let may_be_word = !is_page && !body.declares_encoding;
        let is_undeclared = encoding == TransferEncoding::Identity
            && (is_page || search.has_soft_break)
            && quoted_printable::is_undeclared(&self.message[body.range.clone()], may_be_word);
        if is_undeclared {
            self.damage.push(DamageKind::UndeclaredQuotedPrintable);
            return self.give_body(body, Some(TransferEncoding::QuotedPrintable));
        }
        self.give_body(body, Some(encoding))
    }

    /// Returns a body as text. `encoding` and the type are decoded; without `encoding` the body is returned as stored.
    fn give_body(
        &mut self,
        body: Body<'h>,
        encoding: Option<TransferEncoding>,
    ) -> Option<Region<'h>> {
        let path = body.section.into_path();
        let Some(encoding) = encoding else {
            return self.give_text(body.range, path, body.role);
        };
        let mut part = Part::new(self.message, body.range, path, body.role);
        if let Some(range) = part.undo(encoding) {
            let path = part.path.clone();
            self.steps.push(WalkStep::Text { range, path, role: Role::Footer });
        }
        part.read_as(&body.content_type, body.detect);
        self.give(part)
    }

    /// Returns stored text up to its first block, and pushes the block and the rest as the next steps.
    fn give_text(
        &mut self,
        mut range: Range<usize>,
        path: PartPath,
        role: Role,
    ) -> Option<Region<'h>> {
        let text = &self.message[..range.end];
        let search = block::find(text, range.start);
        self.envelope = self.envelope.or(search.envelope);
        if let Some((block, reason)) = search.block {
            let rest = block.end..range.end;
            self.steps.push(WalkStep::Text { range: rest, path: path.clone(), role });
            range.end = block.start;
            self.steps.push(WalkStep::Skip { range: block, reason });
        }
        self.give(Part::new(self.message, range, path, role))
    }

    /// Returns a text with the damage that belongs to it, or skips it if it is only whitespace.
    fn give(&mut self, mut part: Part<'h>) -> Option<Region<'h>> {
        if part.stored.is_empty() {
            return None;
        }
        if is_blank(&self.message[part.stored.clone()]) && self.open.is_none() {
            return Some(Region::Skipped { range: part.stored, reason: Reason::Blank });
        }
        part.damage.append(&mut self.damage);
        Some(Region::Text(part))
    }
}
