//! The walk through a large message that is cut into pieces: what is open at the end of a piece, and how the walk goes on in
//! the next one (A3, A6).
//!
//! A piece is walked like a whole message. But a multipart without a further delimiter, a header and a body at the end of
//! the piece may go on. [`OpenEnd`] has them, and the next piece begins with them on the stack of the walk.

use std::borrow::Cow;

use smallvec::smallvec;

use crate::archive::containers::separator::{MoreInput, Separator, find_separator};
use crate::archive::damage::DamageKind;
use crate::archive::headers::content_type::ContentType;
use crate::archive::mime::cut_header::CutHeader;
use crate::archive::mime::part::{DelSp, Part, PartKind, Role};
use crate::archive::mime::reason::Reason;
use crate::archive::mime::region::Regions;
use crate::archive::mime::section::{PartPath, Section};
use crate::archive::mime::step::{Body, Entity, Mailbox, Multipart, WalkStep};
use crate::archive::transfer::transfer_encoding::TransferEncoding;

/// What is open at the end of a piece of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenEnd {
    /// The multiparts and mailboxes, the outermost first. Their delimiters and ranges mean nothing.
    pub(super) around: Vec<WalkStep<'static>>,
    /// The header, if the piece ends in one or directly after one.
    pub(crate) header: Option<CutHeader>,
    /// The text at the end; `None` for content that is not searched.
    pub(crate) text: Option<OpenText>,
}

/// A text that may go on in the next piece.
#[derive(Clone, Debug)]
pub(crate) struct OpenText {
    path: PartPath,
    content_type: String,
    encoding: TransferEncoding,
    kind: PartKind,
    role: Role,
}

impl OpenEnd {
    /// Returns the first place in `piece` after `from` where a message of an open mailbox may begin, which later bytes
    /// decide.
    pub(crate) fn undecided_separator(&self, piece: &[u8], from: usize) -> Option<usize> {
        self.around.iter().find_map(|step| {
            let WalkStep::Mailbox(mailbox) = step else { return None };
            let mut from = from.max(1);
            loop {
                match find_separator(mailbox.container, piece, from, MoreInput::Possible) {
                    Separator::At(at) => from = at + 1,
                    Separator::NotBefore(at) => return Some(at).filter(|&at| at < piece.len()),
                }
            }
        })
    }
}

/// Plain text that is stored as is.
impl Default for OpenText {
    fn default() -> OpenText {
        OpenText {
            path: Cow::Borrowed("1"),
            content_type: String::new(),
            encoding: TransferEncoding::Identity,
            kind: PartKind::Plain,
            role: Role::Body,
        }
    }
}

impl OpenText {
    /// Returns what the rest of `part` has in common with it.
    pub(crate) fn of(part: &Part<'_>) -> OpenText {
        let subtype = match part.kind {
            PartKind::Html => "html",
            PartKind::Other => "x-other",
            _ => "plain",
        };
        let mut content_type = format!("text/{subtype}");
        if let Some(charset) = part.stored_charset.name() {
            content_type.extend(["; charset=", charset]);
        }
        if let Some(del_sp) = part.flowed {
            let del_sp = if del_sp == DelSp::Yes { "yes" } else { "no" };
            content_type.extend(["; format=flowed; delsp=", del_sp]);
        }
        let (path, role) = (part.path.clone(), part.role);
        OpenText { path, content_type, encoding: part.encoding, kind: part.kind, role }
    }

    fn body(&self, end: usize) -> Body<'_> {
        Body {
            range: 0..end,
            section: Section::Part(self.path.clone()),
            content_type: ContentType::of(self.content_type.as_bytes()),
            encoding: self.encoding,
            declares_encoding: true,
            detect: match self.kind {
                PartKind::Html => |_| PartKind::Html,
                PartKind::ContentLines => |_| PartKind::ContentLines,
                PartKind::Json => |_| PartKind::Json,
                PartKind::Rtf => |_| PartKind::Rtf,
                PartKind::Plain | PartKind::Other => |_| PartKind::Plain,
            },
            role: self.role,
            depth: 0,
        }
    }
}

impl<'h> Regions<'h> {
    /// Notes what is open at the end of the message, which goes on.
    pub(crate) fn open_ended(self) -> Regions<'h> {
        Regions { open: Some(Box::default()), ..self }
    }

    /// Returns the regions of `message`, which continues a piece that ended in `before`.
    pub(crate) fn resumed(message: &'h [u8], before: &'h OpenEnd, goes_on: bool) -> Regions<'h> {
        let mut regions = Regions::below(message, PartPath::Borrowed(""));
        regions.steps = smallvec![];
        let mut open = OpenEnd::default();
        // The first delimiter of each multipart ends the parts in it, and so does the next message of a mailbox.
        let mut end = message.len();
        for step in &before.around {
            let found = match step {
                WalkStep::Multipart(multipart) => {
                    let delimiter = multipart.boundary.find(message, 0..end);
                    delimiter.map(|delimiter| {
                        let start = delimiter.range.start;
                        let rest = Multipart { delimiter, end, ..multipart.clone() };
                        (start, WalkStep::Multipart(rest))
                    })
                }
                WalkStep::Mailbox(mailbox) => {
                    let text = &message[..end];
                    match find_separator(mailbox.container, text, 0, MoreInput::None) {
                        Separator::At(at) => {
                            let rest = Mailbox { range: at..end, ..mailbox.clone() };
                            Some((at, WalkStep::Mailbox(rest)))
                        }
                        Separator::NotBefore(_) => None,
                    }
                }
                _ => None,
            };
            if let Some((start, rest)) = found {
                regions.steps.push(rest);
                end = start;
            } else if goes_on && end == message.len() {
                open.around.push(step.clone());
            } else if let WalkStep::Multipart(multipart) = step {
                let is_missing = multipart.parts == 0;
                let kind =
                    if is_missing { DamageKind::MissingBoundary } else { DamageKind::Unclosed };
                regions.damage.push(kind);
            }
        }
        if let Some(header) = &before.header {
            // The rest of a folded field is text. Fields may follow it.
            let mut fields = 0;
            while fields < end
                && (header.is_in_line && fields == 0 || matches!(message[fields], b' ' | b'\t'))
            {
                fields =
                    memchr::memchr(b'\n', &message[fields..end]).map_or(end, |at| fields + at + 1);
            }
            let CutHeader { section, depth, default, .. } = header.clone();
            regions.steps.push(WalkStep::Entity(Entity {
                range: fields..end,
                section: section.clone(),
                default,
                depth,
                before: Some(header),
            }));
            let path = section.into_path();
            regions.steps.push(WalkStep::Text { range: 0..fields, path, role: Role::Field });
        } else if let Some(text) = &before.text {
            regions.steps.push(WalkStep::Rest(text.body(end)));
        } else if end > 0 {
            regions.steps.push(WalkStep::Skip { range: 0..end, reason: Reason::NotText });
        }
        regions.open = goes_on.then(|| Box::new(open));
        regions
    }

    /// Returns what is open where the message may go on, if the walk reaches `end`.
    pub(super) fn open_at(&mut self, end: usize) -> Option<&mut OpenEnd> {
        self.open.as_deref_mut().filter(|_| end == self.message.len())
    }

    /// Returns what is open after the last region.
    pub(crate) fn into_open_end(self) -> OpenEnd {
        self.open.map(|open| *open).unwrap_or_default()
    }
}
