//! Converts between UTF-16, in which JavaScript counts, and UTF-8, in which the library searches.

use alloc::vec::Vec;
use core::mem::replace;

/// The distance between the offsets that a table stores, in bytes.
const STEP: usize = 256;

/// Maps byte offsets in a text to code units, in constant time.
pub(crate) struct UnitTable<'t> {
    text: &'t [u8],
    /// The number of code units before byte 0, [`STEP`], twice that, and so on.
    before: Vec<usize>,
}

impl<'t> UnitTable<'t> {
    pub(crate) fn of(text: &'t [u8]) -> UnitTable<'t> {
        let mut units = 0;
        let before = text.chunks(STEP).map(|chunk| {
            let after = units + units_in(chunk);
            replace(&mut units, after)
        });
        UnitTable { text, before: before.collect() }
    }

    /// Returns the code units before byte `at`, which may be the end of the text.
    pub(crate) fn unit(&self, at: usize) -> usize {
        let step = (at / STEP).min(self.before.len().saturating_sub(1));
        let before = self.before.get(step).copied().unwrap_or_default();
        before + units_in(self.text.get(step * STEP..at).unwrap_or_default())
    }

    /// Returns the byte of the character at code unit `unit`; inside of a pair, that of the next one. `None` if it is
    /// beyond the text.
    pub(crate) fn byte(&self, unit: usize) -> Option<usize> {
        let step = self.before.partition_point(|&before| before <= unit).saturating_sub(1);
        let mut count = self.before.get(step).copied().unwrap_or_default();
        for (at, byte) in self.text.iter().enumerate().skip(step * STEP) {
            if count >= unit && *byte & 0xC0 != 0x80 {
                return Some(at);
            }
            count += units_in(core::slice::from_ref(byte));
        }
        (count >= unit).then_some(self.text.len())
    }
}

/// Returns the number of code units of the characters that begin in `bytes`: two for one of four bytes.
fn units_in(bytes: &[u8]) -> usize {
    // Continuation bytes are 10xxxxxx.
    let units = |byte: &u8| usize::from(*byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0);
    bytes.iter().map(units).sum()
}

/// Returns a text as UTF-8. An unpaired surrogate becomes the three bytes that it would have as a character. These are not
/// UTF-8, so it ends a URL without delimiters, and becomes percent escapes in one with delimiters.
pub(crate) fn to_utf8(units: &[u16]) -> Vec<u8> {
    // The eighth more is for some letters beyond ASCII. Other scripts let the vector grow.
    let mut bytes = Vec::with_capacity(units.len() + units.len() / 8);
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(error) => {
                // 1110xxxx 10xxxxxx 10xxxxxx, whose first byte is 0xED for all surrogates.
                let unit = error.unpaired_surrogate();
                let low = |shift: u16| 0x80 | (unit >> shift & 0x3F).to_le_bytes()[0];
                bytes.extend_from_slice(&[0xED, low(6), low(0)]);
            }
        }
    }
    bytes
}
