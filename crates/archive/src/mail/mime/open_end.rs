//! The structure that is open at the end of a piece of a large message (A3, A6).
//!
//! A piece is walked like a whole message. What may go on at its end is kept, and the walk through the next piece
//! begins with it.

use std::borrow::Cow;

use crate::mail::containers::separator::{MoreInput, Separator, find_separator};
use crate::mail::headers::content_type::ContentType;
use crate::mail::mime::cut_header::CutHeader;
use crate::mail::mime::part::{DelSp, Part, PartKind, Role};
use crate::mail::mime::section::{PartPath, Section};
use crate::mail::mime::step::{Body, WalkStep};
use crate::mail::transfer::transfer_encoding::TransferEncoding;

#[derive(Clone, Debug, Default)]
pub(crate) struct OpenEnd {
    /// The open multiparts and mailboxes, the outermost first. Their ranges are those of the old piece: do not use them.
    pub(super) around: Vec<WalkStep<'static>>,
    /// The header, if the piece ends in one or directly after one.
    pub(crate) header: Option<CutHeader>,
    /// The text at the end; `None` for content that is not searched.
    pub(crate) text: Option<OpenText>,
}

#[derive(Clone, Debug)]
pub(crate) struct OpenText {
    path: PartPath,
    content_type: String,
    encoding: TransferEncoding,
    kind: PartKind,
    role: Role,
}

impl OpenEnd {
    /// Returns the first offset in `piece` after `from` where a message of an open mailbox may begin, by later bytes.
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

impl Default for OpenText {
    fn default() -> OpenText {
        OpenText::of(&Part::new(b"", 0..0, Cow::Borrowed("1"), Role::Body))
    }
}

impl OpenText {
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

    pub(super) fn body(&self, end: usize) -> Body<'_> {
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
