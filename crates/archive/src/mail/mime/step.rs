//! The steps that are left of a walk through a message.

use core::ops::Range;

use crate::mail::containers::container::Container;
use crate::mail::containers::separator::next_separator;
use crate::mail::headers::content_type::ContentType;
use crate::mail::mime::cut_header::CutHeader;
use crate::mail::mime::multipart::{Boundary, Delimiter};
use crate::mail::mime::part::{PartKind, Role};
use crate::mail::mime::reason::Reason;
use crate::mail::mime::section::{PartPath, Section};
use crate::mail::transfer::transfer_encoding::TransferEncoding;

#[derive(Clone, Debug)]
pub(super) enum WalkStep<'h> {
    Entity(Entity<'h>),
    Body(Body<'h>),
    Multipart(Multipart),
    Mailbox(Mailbox),
    Escaped {
        range: Range<usize>,
        path: PartPath,
        message: Vec<u8>,
    },
    Skip {
        range: Range<usize>,
        reason: Reason,
    },
    /// The rest of a body after a block, or after a message in JSON.
    Rest {
        body: Body<'h>,
        is_after_block: bool,
    },
    Text {
        range: Range<usize>,
        path: PartPath,
        role: Role,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Entity<'h> {
    pub(super) range: Range<usize>,
    pub(super) section: Section,
    /// The type if the header declares none, empty for `text/plain` (RFC 2045, section 5.2; RFC 2046, section 5.1.5).
    pub(super) default: &'static [u8],
    pub(super) depth: usize,
    pub(super) before: Option<&'h CutHeader>,
}

/// The rest of a mailbox in a part, from one of its messages on.
#[derive(Clone, Debug)]
pub(super) struct Mailbox {
    pub(super) container: Container,
    pub(super) range: Range<usize>,
    pub(super) path: PartPath,
    pub(super) messages: usize,
    pub(super) depth: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Body<'h> {
    pub(super) range: Range<usize>,
    pub(super) section: Section,
    pub(super) content_type: ContentType<'h>,
    pub(super) encoding: TransferEncoding,
    /// Whether a header declares this encoding. True for a text without header: its encoding is not guessed.
    pub(super) declares_encoding: bool,
    /// Returns the kind of plain text. A file may begin with a tag and be no page.
    pub(super) detect: fn(&[u8]) -> PartKind,
    pub(super) role: Role,
    pub(super) depth: usize,
}

/// The rest of a multipart body, from one of its delimiters on.
#[derive(Clone, Debug)]
pub(super) struct Multipart {
    /// Boxed, because a searcher is large and a step should be small.
    pub(super) boundary: Box<Boundary>,
    pub(super) delimiter: Delimiter,
    pub(super) end: usize,
    pub(super) path: PartPath,
    pub(super) parts: usize,
    pub(super) default: &'static [u8],
    pub(super) depth: usize,
}

/// Reads the message at `range` of `text`, or the messages of a mailbox there. One that `goes_on` after the text may
/// have only one message in it.
pub(super) fn first_step<'h>(
    text: &[u8],
    range: Range<usize>,
    path: PartPath,
    depth: usize,
    goes_on: bool,
) -> WalkStep<'h> {
    if let Some(container) = mailbox_of(&text[range.clone()], goes_on) {
        return WalkStep::Mailbox(Mailbox { container, range, path, messages: 0, depth });
    }
    WalkStep::Entity(Entity {
        range,
        section: Section::Message(path),
        default: b"",
        depth,
        before: None,
    })
}

/// Returns the container that `text` is, if it has several messages or `goes_on`.
pub(super) fn mailbox_of(text: &[u8], goes_on: bool) -> Option<Container> {
    let container = Container::of_first_line(text)?;
    (goes_on || next_separator(container, text, 1).is_some()).then_some(container)
}
