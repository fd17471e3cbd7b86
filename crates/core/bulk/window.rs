//! A window: some messages of a source with what must be known to place them.
//!
//! A source is a file, a member of an archive, or standard input. It may be larger than memory, so what
//! is searched is a window of it: whole messages, one behind the other, and where the first of them
//! stands. The trap is an offset: rows have those of the source, so a window's own never leave here.

use std::ops::Range;
use std::sync::Arc;

use super::cutter::{Cut, Cutter, Limits};
use super::item::{Item, Kind};
use crate::archive::Rest;

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
    pub(super) kind: Kind,
}

impl Window {
    /// The whole of a source as one window, however large. It has no items where the source is binary
    /// or empty.
    pub fn whole(source: impl Into<String>, bytes: Vec<u8>) -> Window {
        let name = Arc::new(Name::new(source, None));
        let limits = Limits { window: usize::MAX, message: usize::MAX };
        let mut cutter = Cutter::new(Arc::clone(&name), limits);
        *cutter.buffer() = bytes;
        match cutter.cut(Rest::Nothing) {
            Cut::Window(window) => window,
            _ => Window { name, start: 0, bytes: Vec::new(), ranges: Vec::new(), kind: Kind::Text },
        }
    }

    /// The items of the window, in order.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        self.ranges.iter().map(|range| Item::new(self, range.clone()))
    }

    /// Its length in bytes.
    #[allow(clippy::len_without_is_empty)] // Nobody asks.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }
}
