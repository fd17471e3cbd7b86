//! The messages and texts of an archive in a part (A3).
//!
//! The archive formats need `std` and their decompressors, so the caller gives the function that opens them.

use core::ops::Range;

use crate::archive::mime::part::TextKind;

/// How a walk opens archives in parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unpacker {
    /// Opens a decoded archive, and expands it to at most so many bytes.
    pub(crate) unpack: fn(&[u8], u64) -> Unpacked,
    /// The bytes to which the archives of the message may still be expanded.
    pub(crate) left: u64,
}

/// The archives that a walk opens.
#[derive(Clone, Debug)]
pub(crate) struct Unpacking {
    pub(crate) unpacker: Unpacker,
    /// The messages and texts in the last archive, until they are taken, as ranges of the text of its part.
    pub(crate) items: Vec<PackedItem>,
}

/// An archive that was opened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unpacked {
    /// The messages and texts, one after the other.
    pub(crate) bytes: Vec<u8>,
    pub(crate) items: Vec<PackedItem>,
    /// The bytes to which the archive was expanded, with those that are not searched.
    pub(crate) spent: u64,
    /// Whether everything was read.
    pub(crate) is_whole: bool,
}

/// A message or text.
#[derive(Clone, Debug)]
pub(crate) struct PackedItem {
    pub(crate) range: Range<usize>,
    /// How a text is read; `None` for a message.
    pub(crate) text_kind: Option<TextKind>,
}

/// The largest number of parts in an archive. Short ones take more memory than their bytes.
pub(crate) const MAX_PACKED_PARTS: usize = 1 << 16;
