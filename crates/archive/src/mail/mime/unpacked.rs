//! The messages and texts of an archive in a part (A3), which a function of the caller opens.

use core::ops::Range;

use crate::mail::mime::enclosed::MAX_ENCLOSED_PARTS;
use crate::mail::mime::part::TextKind;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Unpacker {
    /// Opens a decoded archive, and expands it to at most so many bytes.
    unpack: fn(&[u8], u64) -> Unpacked,
    /// The bytes to which the archives of the message may still be expanded.
    left: u64,
    /// The parts that they may still have, with header fields.
    pub(crate) parts_left: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Unpacking {
    pub(crate) unpacker: Unpacker,
    /// The messages and texts in the last archive, until they are taken, as ranges of the text of its part.
    pub(crate) items: Vec<PackedItem>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Unpacked {
    pub(crate) bytes: Vec<u8>,
    pub(crate) items: Vec<PackedItem>,
    /// The bytes to which data in the archive were expanded, with those that are not searched.
    pub(crate) spent: u64,
    pub(crate) is_whole: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct PackedItem {
    pub(crate) range: Range<usize>,
    /// How a text is read; `None` for a message.
    pub(crate) text_kind: Option<TextKind>,
}

impl Unpacker {
    /// Opens archives with `unpack`, as long as all of a message expand to at most `left` bytes.
    pub(crate) fn new(unpack: fn(&[u8], u64) -> Unpacked, left: u64) -> Unpacker {
        Unpacker { unpack, left, parts_left: MAX_ENCLOSED_PARTS }
    }

    /// Opens `stored`, if enough is left of the bound.
    pub(crate) fn open(&mut self, stored: &[u8]) -> Unpacked {
        if self.left < MIN_SPENT_BYTES || self.parts_left == 0 {
            return Unpacked::default();
        }
        let unpacked = (self.unpack)(stored, self.left);
        self.left = self.left.saturating_sub(unpacked.spent.max(MIN_SPENT_BYTES));
        unpacked
    }
}

/// What each archive counts at least, because opening one takes time.
const MIN_SPENT_BYTES: u64 = 1 << 12;
