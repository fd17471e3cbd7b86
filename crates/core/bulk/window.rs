//! A window: some messages of a source with what must be known to place them.
//!
//! A source is a file, a member of an archive, or standard input. It may be larger than memory, so what
//! is searched is a window of it: whole messages, one behind the other, and where the first of them
//! stands. The trap is an offset: rows have those of the source, so a window's own never leave here.

use std::ops::Range;
use std::sync::Arc;

/// What rows call a source.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Name {
    /// The path of a file, or `-` for standard input.
    pub source: String,
    /// The name of the member, where the file is an archive of files.
    pub member: Option<String>,
}

impl Name {
    /// The name of a file, or of a `member` of it.
    pub fn new(source: impl Into<String>, member: Option<String>) -> Name {
        Name { source: source.into(), member }
    }
}

/// Whole messages of a source, or the text that it is, to be searched at one go.
#[derive(Clone, Debug)]
pub struct Window {
    pub(super) name: Arc<Name>,
    /// The offset in the source of the first of `bytes`.
    pub(super) start: usize,
    pub(super) bytes: Vec<u8>,
    /// The messages, as ranges of `bytes`.
    pub(super) ranges: Vec<Range<usize>>,
    pub(super) kind: WindowKind,
}

/// What the items of a window are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum WindowKind {
    Messages,
    Text,
}

impl Window {
    /// Its length in bytes.
    #[allow(clippy::len_without_is_empty)] // Nobody asks.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }
}
