//! Windows: whole messages of a source that may be larger than memory, with the offsets that place them in it. Offsets
//! in a window stay inside this module: rows have offsets in the source.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::piece::MessagePiece;
use crate::mail::mime::part::TextKind;
use crate::mail::truncated;

/// The name of a source in rows.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Name {
    /// The path of a file, or `-` for standard input. [`Name::new`] truncates it.
    pub source: String,
    /// The name of the member, if the file is a tar or zip. [`Name::new`] truncates it.
    pub member: Option<String>,
    /// The number of the member in the archive, from 0. Members that are not read count too.
    pub member_index: Option<usize>,
}

/// The number of a member of an inner archive is (the number of the archive + 1) times this + the number in it.
const NUMBERS_OF_INNER: usize = 1_000_000_000;

impl Name {
    /// Names a file, or a `member` of it. Each row repeats both names, so each is truncated to 2,048 bytes, including a
    /// final `…`.
    pub fn new(source: impl Into<String>, member: Option<String>) -> Name {
        let (source, member) = (truncated(source.into()), member.map(truncated));
        Name { source, member, member_index: None }
    }

    /// Names the member `number` of the archive that has this name, which may itself be a member.
    pub(crate) fn inside(&self, member: String, number: usize) -> Name {
        let (member, number) = match &self.member {
            None => (member, number),
            Some(outer) => {
                let before = self.member_index.map_or(0, |outer| outer.saturating_add(1));
                let number = before.saturating_mul(NUMBERS_OF_INNER).saturating_add(number);
                (format!("{outer}:{member}"), number)
            }
        };
        Name { member_index: Some(number), ..Name::new(&*self.source, Some(member)) }
    }

    pub(crate) fn is_page(&self) -> bool {
        let path = Path::new(self.member.as_ref().unwrap_or(&self.source));
        let has = |path: &Path, suffixes: &[&str]| {
            let found = path.extension().unwrap_or_default();
            suffixes.iter().any(|suffix| found.eq_ignore_ascii_case(suffix))
        };
        has(path, &["html", "htm"])
            || has(path, &["gz", "bz2", "xz", "zst"])
                && has(Path::new(path.file_stem().unwrap_or_default()), &["html", "htm"])
    }
}

/// Whole messages of a source, or a plain text, to search together.
#[derive(Clone, Debug)]
pub struct Window {
    pub(crate) name: Arc<Name>,
    pub(crate) start: usize,
    pub(crate) bytes: Vec<u8>,
    pub(crate) ranges: Vec<Range<usize>>,
    pub(crate) kind: WindowKind,
    pub(crate) text_kind: TextKind,
    pub(crate) is_detected: bool,
    pub(crate) has_message_ids: bool,
    pub(crate) piece: Option<Box<MessagePiece>>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum WindowKind {
    Messages,
    Message,
    /// A source that is one text, or a piece of a large one.
    Text,
    /// The first item is a text, and the others are messages.
    TextThenMessages,
}

impl Window {
    pub(crate) fn is_text(&self, range: &Range<usize>) -> bool {
        match self.kind {
            WindowKind::Messages | WindowKind::Message => false,
            WindowKind::Text => true,
            WindowKind::TextThenMessages => self.ranges.first() == Some(range),
        }
    }

    pub(crate) fn is_continued(&self) -> bool {
        self.piece.as_ref().is_some_and(|piece| piece.before.is_some())
    }

    /// Reports whether the window is a source that is one message or text by its content.
    pub(crate) fn is_one_source(&self) -> bool {
        match self.kind {
            WindowKind::Message => !self.is_continued(),
            // A piece has its kind from the first one, which may be a mailbox of an unknown kind.
            WindowKind::Text => self.start == 0 && self.is_detected,
            WindowKind::Messages | WindowKind::TextThenMessages => false,
        }
    }

    /// Returns the length in bytes.
    #[allow(clippy::len_without_is_empty)] // Nobody asks.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }
}

/// The error of what gives windows or results to a receiver that wants no more.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Stopped;
