//! A byte that mostly stands near: the `<` behind a tag, the quote behind a value, the next `=` of
//! quoted-printable.
//!
//! To call `memchr` takes some sixty instructions before it has looked at a byte, and in a page it was
//! called five times for each tag, mostly for what stands in the next ten bytes. So the first bytes are
//! looked at here, eight at a time. The trap is what is far off, or nowhere: who asks for it again from
//! each place on takes quadratic time, and so [`Next`] remembers it.

use core::ops::Range;

use memchr::memchr;

/// How many bytes are looked at before `memchr` is called, which then has the shorter way.
pub(super) const NEAR: usize = 4 * WORD;

/// The first `byte` in `text`.
#[inline]
pub(super) fn find(byte: u8, text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < NEAR {
        let Some(&word) = text[at..].first_chunk() else {
            return text[at..].iter().position(|&near| near == byte).map(|length| at + length);
        };
        if let Some(before) = within(byte, word) {
            return Some(at + before);
        }
        at += WORD;
    }
    memchr(byte, &text[at..]).map(|length| at + length)
}

/// How many bytes stand before the first `byte` in `word`.
#[inline]
pub(super) const fn within(byte: u8, word: [u8; WORD]) -> Option<usize> {
    let differs = u64::from_le_bytes(word) ^ u64::from_ne_bytes([byte; WORD]);
    // The lowest of these bits is that of the first byte which does not differ.
    let found = differs.wrapping_sub(LOWEST) & !differs & HIGHEST;
    if found == 0 { None } else { Some(found.trailing_zeros() as usize / 8) }
}

/// How many bytes are looked at at once.
pub(super) const WORD: usize = 8;

/// The lowest bit of each of eight bytes, and the highest.
const LOWEST: u64 = u64::from_ne_bytes([0x01; WORD]);
const HIGHEST: u64 = u64::from_ne_bytes([0x80; WORD]);

/// How many letters `text` begins with, of its first eight bytes, or of none where there are fewer; others that
/// have the bit by which letters are told from signs and digits (`@`, `[`, `{`) count.
#[inline]
pub(super) fn letters(text: &[u8]) -> usize {
    let Some(&word) = text.first_chunk::<WORD>() else { return 0 };
    let others = !u64::from_le_bytes(word) & u64::from_ne_bytes([0x40; WORD]);
    if others == 0 { WORD } else { others.trailing_zeros() as usize / 8 }
}

/// Where the next of a byte stands, so that it is searched for once. It is asked for from places in their
/// order.
#[derive(Debug)]
pub(super) struct Next {
    byte: u8,
    /// Behind the one that was found; 0 where none was searched for yet, as far as can be where none is.
    end: usize,
}

impl Next {
    pub(super) const fn new(byte: u8) -> Next {
        Next { byte, end: 0 }
    }

    /// The first in `range` of `text`, which is the same each time.
    #[inline]
    pub(super) fn find(&mut self, text: &[u8], range: Range<usize>) -> Option<usize> {
        if self.end <= range.start {
            let found = find(self.byte, &text[range.start..]);
            self.end = found.map_or(usize::MAX, |length| range.start + length + 1);
        }
        (self.end <= range.end).then(|| self.end - 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::tests::config;
    use super::*;

    proptest! {
        #![proptest_config(config())]

        /// As one looks at each byte, from each place on.
        #[test]
        fn the_first_is_found(
            text in vec(prop_oneof![20 => Just(b'a'), 1 => Just(b'<'), 1 => Just(b'='), 1 => any::<u8>()], 0..120),
        ) {
            let mut next = Next::new(b'<');
            for at in 0..=text.len() {
                let first = text[at..].iter().position(|&byte| byte == b'<');
                prop_assert_eq!(find(b'<', &text[at..]), first);
                let first = first.map(|length| at + length);
                for end in [at, text.len().min(at + 40), text.len()] {
                    prop_assert_eq!(next.find(&text, at..end), first.filter(|&first| first < end));
                }
            }
        }
    }

    #[test]
    fn letters_at_the_beginning() {
        let table = [
            ("br>\n<br>", 2),
            ("href=\"x\"", 4),
            ("<br>    ", 0),
            ("abcdefgh", 8),
            ("abcdefghi", 8),
            ("ABCDEFG>", 7),
            ("a@b{1   ", 4),
            ("br>", 0),
        ];
        for (text, expected) in table {
            assert_eq!(letters(text.as_bytes()), expected, "{text}");
        }
    }
}
