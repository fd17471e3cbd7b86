//! Offsets in a text: from bytes to the units that Python counts.

use std::cell::Cell;

/// Maps byte offsets in a text to Python's offsets.
#[derive(Debug)]
pub(crate) struct Offsets<'t> {
    text: &'t [u8],
    /// The last offset in bytes and in code points; `None` if offsets stay as they are.
    ///
    /// The offsets of one URL are close together, and URLs come in order. So the bytes between two offsets are counted
    /// instead of making an index, and a text is read once, up to its last URL.
    last: Option<Cell<(usize, usize)>>,
}

impl<'t> Offsets<'t> {
    /// Counts bytes.
    pub(crate) fn in_bytes(text: &'t [u8]) -> Offsets<'t> {
        Offsets { text, last: None }
    }

    /// Counts code points of `text`, which is UTF-8 in which surrogates may occur. It has `code_points` of them.
    pub(crate) fn in_code_points(text: &'t [u8], code_points: usize) -> Offsets<'t> {
        // In a text of ASCII both are the same.
        Offsets { text, last: (code_points != text.len()).then(|| Cell::new((0, 0))) }
    }

    /// Returns Python's offset of the byte `at`, which is at most the length of the text.
    pub(crate) fn get(&self, at: usize) -> usize {
        let Some(last) = &self.last else { return at };
        let (byte, point) = last.get();
        let mapped = if at >= byte {
            point + count_code_points(&self.text[byte..at])
        } else {
            point - count_code_points(&self.text[at..byte])
        };
        last.set((at, mapped));
        mapped
    }
}

/// Returns the number of code points that begin in `bytes`: all bytes begin one, except continuation bytes, 10xxxxxx.
pub(crate) fn count_code_points(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
