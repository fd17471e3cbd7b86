//! The walk through a message: every byte of it is in exactly one region, header, text or skipped
//! with its reason (A3; RFC 2045 and 2046).
//!
//! The walk keeps an explicit stack of steps still to be made and opens a part only when it gets
//! there: no recursion, and nothing is decoded before it is asked for. A multipart's delimiters
//! bound the parts in it, so an inner one whose closing delimiter is missing ends with its outer
//! one.
//!
//! The trap is to lose text in a broken frame. A preamble, an epilogue, the body of a multipart
//! whose boundary never occurs and a part nested too deep are text. What is no text within a text,
//! `block` finds.

use core::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::archive::headers::content_type::ContentType;
use crate::archive::headers::header::{Header, Outline};
use crate::archive::html::page::Html;
use crate::archive::line::is_blank;
use crate::archive::mime::block::{self, SoftBreak};
use crate::archive::mime::multipart::{self, Boundary, Delimiter};
use crate::archive::mime::part::{Damage, Part, Role};
use crate::archive::mime::reason::Reason;
use crate::archive::mime::section::{PartPath, Section, join};
use crate::archive::mime::tally::Tally;
use crate::archive::transfer::quoted_printable::{self, EvidenceNeeded};
use crate::archive::transfer::transfer_encoding::TransferEncoding;

/// How deep parts may be nested. What is nested deeper is read as text.
///
/// RFC 2046 knows no bound; mail servers allow about a hundred. Each level of multiparts searches
/// its body once for its delimiters, so this also bounds the work.
pub const MAX_DEPTH: usize = 64;

/// A stretch of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Region<'h> {
    /// A header with the empty line that ends it, and an mbox's envelope line before it; bytes of
    /// the message, half-open. [`Header::of`] reads what stands in the range.
    Header(Range<usize>),
    /// Text to be searched. It stands at [`Part::stored`].
    Text(Part<'h>),
    /// What holds nothing to be searched.
    Skipped {
        /// Where it stands in the message, bytes, half-open.
        range: Range<usize>,
        /// Why it was skipped.
        reason: Reason,
    },
}

/// The regions of `message`, in order and without a gap; none is empty.
///
/// Time is linear in the message: a byte is looked at a fixed number of times, and searched for
/// delimiters once for each multipart around it, at most [`MAX_DEPTH`] times.
///
/// # Example
///
/// ```
/// use urlsift::archive::{Region, regions};
///
/// let message = b"Subject: a\n\nbody";
/// let mut regions = regions(message);
/// assert_eq!(regions.next(), Some(Region::Header(0..12)));
/// let Some(Region::Text(part)) = regions.next() else { unreachable!("a body is text") };
/// assert_eq!((part.stored, regions.next()), (12..16, None));
/// ```
pub fn regions(message: &[u8]) -> Regions<'_> {
    Regions::below(message, PartPath::Borrowed(""))
}

/// The same, which counts what it comes upon: see [`Regions::into_tally`].
pub fn regions_tallied(message: &[u8]) -> Regions<'_> {
    let tally = Tally { messages: 1, ..Tally::default() };
    Regions { tally: Some(Box::new(tally)), ..regions(message) }
}

/// Those of a text that is no message: it is the one part, but for the blocks in it. They are counted where
/// `tally_mode` says so.
pub(crate) fn regions_of_text(text: &[u8], tally_mode: TallyMode) -> Regions<'_> {
    let body = Body {
        range: 0..text.len(),
        section: Section::Part(PartPath::Borrowed("1")),
        content_type: ContentType::of(b"text/plain"),
        encoding: TransferEncoding::Identity,
        declares_encoding: true,
        depth: 0,
    };
    let tally = match tally_mode {
        TallyMode::Off => None,
        TallyMode::On => Some(Box::new(Tally { texts: 1, ..Tally::default() })),
    };
    Regions { steps: smallvec![WalkStep::Body(body)], tally, ..regions(text) }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TallyMode {
    Off,
    On,
}

/// An iterator over the regions of a message. See [`regions`].
#[derive(Clone, Debug)]
pub struct Regions<'h> {
    message: &'h [u8],
    /// What is still to be done, the next step last. Most messages are a header and a body, of which the body is
    /// pushed after the header was popped: one step costs no memory on the heap.
    steps: SmallVec<[WalkStep<'h>; 1]>,
    /// The header that was given last: see [`Regions::take_header`].
    header: Option<(String, Header<'h>)>,
    /// That of the message's own header, once it was given.
    outline: Option<Outline>,
    damage: Vec<Damage>,
    /// What was met so far, where it is counted. Boxed, for it is large and mostly absent.
    tally: Option<Box<Tally>>,
    /// The path of the part whose charset was counted last.
    charset_of: Option<PartPath>,
}

impl<'h> Regions<'h> {
    /// The regions of a message that stands in the part of this `path`, which is empty for the outermost.
    pub(crate) fn below(message: &'h [u8], path: PartPath) -> Regions<'h> {
        let entity = Entity {
            range: 0..message.len(),
            section: Section::Message(path),
            default: b"text/plain",
            depth: 0,
        };
        Regions {
            message,
            steps: smallvec![WalkStep::Entity(entity)],
            header: None,
            outline: None,
            damage: Vec::new(),
            tally: None,
            charset_of: None,
        }
    }

    /// What was met so far, where [`regions_tallied`] was asked; else nothing.
    pub fn into_tally(self) -> Tally {
        let mut tally = self.tally.map(|tally| *tally).unwrap_or_default();
        self.damage.into_iter().for_each(|damage| tally.add_damage(damage));
        tally
    }

    /// Damage found since the last text part. It is given to the next one; at the end it belongs to
    /// none.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Whether what is come upon is counted.
    pub(crate) fn is_counted(&self) -> bool {
        self.tally.is_some()
    }

    /// Gives none of the regions that are left.
    pub(crate) fn pass_over(&mut self) {
        self.steps = SmallVec::new();
    }

    /// Takes damage to be given to the next text part.
    pub(crate) fn add_damage(&mut self, damage: &mut Vec<Damage>) {
        self.damage.append(damage);
    }
}

impl<'h> Iterator for Regions<'h> {
    type Item = Region<'h>;

    fn next(&mut self) -> Option<Region<'h>> {
        loop {
            let region = match self.steps.pop()? {
                WalkStep::Entity(entity) => self.open(entity),
                WalkStep::Body(body) => self.read(body),
                WalkStep::Multipart(multipart) => Some(self.advance(multipart)),
                WalkStep::Skip { range, reason } => Some(Region::Skipped { range, reason }),
                WalkStep::Rest(body) => self.give_blocks(body),
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

/// Adds `region` to `tally`. `charset_of` is the path of the part whose charset was counted last: a part with a
/// block in it gives several texts, and its charset is counted once.
fn count(region: &Region<'_>, tally: &mut Tally, charset_of: &mut Option<PartPath>) {
    let length = |range: &Range<usize>| range.len() as u64;
    match region {
        Region::Header(range) => tally.header_bytes += length(range),
        Region::Skipped { range, reason } => tally.skipped.add(*reason, length(range)),
        Region::Text(part) => {
            tally.text_bytes += length(&part.stored);
            part.damage.iter().for_each(|&damage| tally.add_damage(damage));
            if part.role == Role::Body && charset_of.as_ref() != Some(&part.path) {
                *charset_of = Some(part.path.clone());
                tally.add_charset(part);
            }
        }
    }
}

/// A step of the walk.
#[derive(Clone, Debug)]
enum WalkStep<'h> {
    Entity(Entity),
    Body(Body<'h>),
    Multipart(Multipart),
    Skip {
        range: Range<usize>,
        reason: Reason,
    },
    /// A text from behind a block on.
    Rest(Body<'h>),
    Text {
        range: Range<usize>,
        path: PartPath,
        role: Role,
    },
}

/// A header with its body: the message, a part, or a message in a part.
#[derive(Clone, Debug)]
struct Entity {
    range: Range<usize>,
    section: Section,
    /// The type of what declares none (RFC 2045, section 5.2; RFC 2046, section 5.1.5).
    default: &'static [u8],
    depth: usize,
}

/// A body with what its header says of it.
#[derive(Clone, Debug)]
struct Body<'h> {
    range: Range<usize>,
    section: Section,
    content_type: ContentType<'h>,
    encoding: TransferEncoding,
    /// Whether the header says that it is this one. Of what is no message nobody can.
    declares_encoding: bool,
    depth: usize,
}

/// A multipart body from one of its delimiters on.
#[derive(Clone, Debug)]
struct Multipart {
    /// Boxed, for a searcher is large and a step should not be.
    boundary: Box<Boundary>,
    delimiter: Delimiter,
    end: usize,
    path: PartPath,
    /// How many parts stand before the delimiter.
    parts: usize,
    default: &'static [u8],
    depth: usize,
}

impl<'h> Regions<'h> {
    /// The header that was given last, and the section number of its message or part; that is empty for the
    /// outermost message.
    pub(crate) fn take_header(&mut self) -> Option<(String, Header<'h>)> {
        self.header.take()
    }

    /// What stands where in the message's own header, once it was given.
    pub(crate) fn outline(&self) -> Option<Outline> {
        self.outline
    }

    /// Gives an entity's header; its body is the next step.
    fn open(&mut self, entity: Entity) -> Option<Region<'h>> {
        let Entity { range, section, default, depth } = entity;
        let header = Header::of(&self.message[range.clone()]);
        let at = range.start + header.body();
        let path = section.path().to_owned();
        self.steps.push(WalkStep::Body(Body {
            range: at..range.end,
            section,
            content_type: header.content_type().unwrap_or_else(|| ContentType::of(default)),
            encoding: header.transfer_encoding(),
            declares_encoding: header.declares_transfer_encoding(),
            depth,
        }));
        if range.start == 0 && depth == 0 {
            self.outline = Some(header.outline());
        }
        self.header = Some((path, header));
        (range.start < at).then_some(Region::Header(range.start..at))
    }

    /// Gives a body that is text or skips one that is not; otherwise goes into it.
    fn read(&mut self, body: Body<'h>) -> Option<Region<'h>> {
        let is = |kind, subtype| body.content_type.is(kind, subtype);
        let is_multipart = body.content_type.is_kind("multipart");
        let is_message =
            is("message", "rfc822") || is("message", "global") || is("message", "news");
        if let Some(tally) = &mut self.tally {
            tally.add_content_type(&body.content_type);
            if !is_multipart && !is_message {
                tally.add_encoding(body.encoding);
            }
        }
        if body.range.is_empty() {
            return None;
        }
        if (is_multipart || is_message) && body.depth >= MAX_DEPTH {
            self.damage.push(Damage::TooDeep);
            return self.give_body(body, None);
        }
        if is_multipart {
            return self.enter(body);
        }
        if is_message {
            return self.enclose(body);
        }
        if body.content_type.is_kind("text") || body.content_type.is_kind("message") {
            return self.give_blocks(body);
        }
        Some(Region::Skipped { range: body.range, reason: Reason::NotText })
    }

    /// Gives a message in a part where it was encoded; otherwise it is the next step.
    fn enclose(&mut self, body: Body<'h>) -> Option<Region<'h>> {
        let path = body.section.into_path();
        let mut part = Part::new(self.message, body.range.clone(), path.clone(), Role::Body);
        let rest = part.undo(body.encoding);
        if body.encoding.name().is_some() {
            self.damage.push(Damage::EncodedMessage);
        }
        if !part.was_encoded() {
            let section = Section::Message(path);
            let (default, depth) = (b"text/plain", body.depth + 1);
            self.steps.push(WalkStep::Entity(Entity {
                range: body.range,
                section,
                default,
                depth,
            }));
            return None;
        }
        if let Some(range) = rest {
            self.steps.push(WalkStep::Text { range, path, role: Role::Footer });
        }
        part.is_message = true;
        part.read_as(&body.content_type);
        self.give(part)
    }

    /// Gives a multipart's preamble; its first delimiter is the next step. Its transfer encoding is
    /// ignored, for it can have none (RFC 2045, section 6.4), whatever its header says.
    fn enter(&mut self, body: Body<'h>) -> Option<Region<'h>> {
        let Some(boundary) = Boundary::of(&body.content_type) else {
            self.damage.push(Damage::NoBoundary);
            return self.give_body(body, None);
        };
        let Some(delimiter) = boundary.find(self.message, body.range.clone()) else {
            self.damage.push(Damage::MissingBoundary);
            return self.give_body(body, None);
        };
        let is_digest = body.content_type.is("multipart", "digest");
        let (Section::Message(path) | Section::Part(path)) = body.section;
        let preamble = (body.range.start..delimiter.range.start, join(&path, 0), Role::Preamble);
        self.steps.push(WalkStep::Multipart(Multipart {
            boundary: Box::new(boundary),
            delimiter,
            end: body.range.end,
            path,
            parts: 0,
            default: if is_digest { b"message/rfc822" } else { b"text/plain" },
            depth: body.depth + 1,
        }));
        let (range, path, role) = preamble;
        self.give_text(range, path, role)
    }

    /// Gives a delimiter line; what stands behind it is the next step.
    fn advance(&mut self, multipart: Multipart) -> Region<'h> {
        let Multipart { boundary, delimiter, end, path, parts, default, depth } = multipart;
        let line = delimiter.range;
        let number = parts + 1;
        if delimiter.kind == multipart::DelimiterKind::Close {
            let path = join(&path, number);
            self.steps.push(WalkStep::Text { range: line.end..end, path, role: Role::Epilogue });
        } else {
            let section = Section::Part(join(&path, number));
            let next = boundary.find(self.message, line.end..end);
            let part_end = next.as_ref().map_or(end, |next| next.range.start);
            if let Some(delimiter) = next {
                let parts = number;
                let rest = Multipart { boundary, delimiter, end, path, parts, default, depth };
                self.steps.push(WalkStep::Multipart(rest));
            } else {
                self.damage.push(Damage::Unclosed);
            }
            self.steps.push(WalkStep::Entity(Entity {
                range: line.end..part_end,
                section,
                default,
                depth,
            }));
        }
        Region::Skipped { range: line, reason: Reason::Delimiter }
    }

    /// Gives a body as text up to the first block in it that is not; that and the rest are the next
    /// steps. In base64 and in HTML no blocks are looked for, for there they do not stand as they are.
    fn give_blocks(&mut self, mut body: Body<'h>) -> Option<Region<'h>> {
        let text = &self.message[..body.range.end];
        let encoding = body.encoding;
        let is_page = body.content_type.is("text", "html")
            || Html::looks_like_page(&text[body.range.start..]);
        let (found, soft_break) = if encoding == TransferEncoding::Base64 || is_page {
            (None, SoftBreak::None)
        } else {
            block::find(text, body.range.start)
        };
        if let Some((block, reason)) = found {
            let rest = Body { range: block.end..body.range.end, ..body.clone() };
            self.steps.push(WalkStep::Rest(rest));
            self.steps.push(WalkStep::Skip { range: block.clone(), reason });
            body.range.end = block.start;
        }
        let may_be_word = !is_page && !body.declares_encoding;
        let needed =
            if may_be_word { EvidenceNeeded::OctetOrBrokenWord } else { EvidenceNeeded::Octet };
        let is_undeclared = encoding == TransferEncoding::Identity
            && (is_page || soft_break == SoftBreak::Full)
            && quoted_printable::is_undeclared(&self.message[body.range.clone()], needed);
        if is_undeclared {
            self.damage.push(Damage::UndeclaredQuotedPrintable);
            return self.give_body(body, Some(TransferEncoding::QuotedPrintable));
        }
        self.give_body(body, Some(encoding))
    }

    /// Gives a body as text: `encoding` and type are undone, or it is given as it stands.
    fn give_body(
        &mut self,
        body: Body<'h>,
        encoding: Option<TransferEncoding>,
    ) -> Option<Region<'h>> {
        let path = body.section.into_path();
        let Some(encoding) = encoding else {
            return self.give_text(body.range, path, Role::Body);
        };
        let mut part = Part::new(self.message, body.range, path, Role::Body);
        if let Some(range) = part.undo(encoding) {
            let path = part.path.clone();
            self.steps.push(WalkStep::Text { range, path, role: Role::Footer });
        }
        part.read_as(&body.content_type);
        self.give(part)
    }

    /// Gives what is text as it stands, up to the first block in it that is not; that and the rest are the
    /// next steps.
    fn give_text(
        &mut self,
        mut range: Range<usize>,
        path: PartPath,
        role: Role,
    ) -> Option<Region<'h>> {
        let text = &self.message[..range.end];
        if let (Some((block, reason)), _) = block::find(text, range.start) {
            let rest = block.end..range.end;
            self.steps.push(WalkStep::Text { range: rest, path: path.clone(), role });
            range.end = block.start;
            self.steps.push(WalkStep::Skip { range: block, reason });
        }
        self.give(Part::new(self.message, range, path, role))
    }

    /// Gives a text with the damage that belongs to it, unless there is nothing in it.
    fn give(&mut self, mut part: Part<'h>) -> Option<Region<'h>> {
        if part.stored.is_empty() {
            return None;
        }
        if is_blank(&self.message[part.stored.clone()]) {
            return Some(Region::Skipped { range: part.stored, reason: Reason::Blank });
        }
        part.damage.append(&mut self.damage);
        Some(Region::Text(part))
    }
}
