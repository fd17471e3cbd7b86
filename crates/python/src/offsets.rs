//! Offsets in a text: from bytes to the units that Python counts.

use std::cell::Cell;

/// Maps byte offsets in a text to Python's offsets.
#[derive(Debug)]
pub(crate) struct Offsets<'t> {
    text: &'t [u8],
    start: usize,
    /// The last offset in bytes and in code points; `None` if offsets stay as they are.
    ///
    /// The offsets of one URL are close together, and URLs come in order. So the bytes between two offsets are counted
    /// instead of making an index, and a text is read once, up to its last URL.
    last: Option<Cell<(usize, usize)>>,
}

impl<'t> Offsets<'t> {
    /// Counts code points of `text`, which is UTF-8 in which surrogates may occur and has `code_points` of them; bytes if
    /// that is `None`. `start` is the offset of the first byte.
    pub(crate) fn new(text: &'t [u8], code_points: Option<usize>, start: usize) -> Offsets<'t> {
        // In a text of ASCII both are the same.
        let is_ascii = code_points.is_none_or(|code_points| code_points == text.len());
        Offsets { text, start, last: (!is_ascii).then(|| Cell::new((0, 0))) }
    }

    /// Returns the byte of `position`, which is Python's offset: at most one after the end of the text.
    pub(crate) fn byte(&self, position: usize) -> usize {
        let position = position - self.start;
        if self.last.is_none() {
            return position;
        }
        let first_bytes =
            self.text.iter().enumerate().filter(|(_, byte)| begins_code_point(**byte));
        let mut starts = first_bytes.map(|(at, _)| at).chain([self.text.len()]);
        starts.nth(position).unwrap_or(self.text.len() + 1)
    }

    /// Returns Python's offset of the byte `at`, which is at most the length of the text.
    pub(crate) fn get(&self, at: usize) -> usize {
        let Some(last) = &self.last else { return self.start + at };
        let (byte, point) = last.get();
        let mapped = if at >= byte {
            point + count_code_points(&self.text[byte..at])
        } else {
            point - count_code_points(&self.text[at..byte])
        };
        last.set((at, mapped));
        self.start + mapped
    }
}

/// Returns the number of code points that begin in `bytes`.
pub(crate) fn count_code_points(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| begins_code_point(byte)).count()
}

/// Reports whether `byte` begins a code point: all bytes do, except continuation bytes, 10xxxxxx.
fn begins_code_point(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}
