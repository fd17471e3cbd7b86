//! Lines and line breaks.
//!
//! LF and CRLF end a line. A lone CR ends one only in a text whose first CR has no LF close after it
//! ([`LineBreaks::of`]; A3). In other texts it is a stray byte, as in the middle of a `Subject`.

use core::ops::Range;

use memchr::{memchr, memchr2, memmem};

use crate::mail::work;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineBreaks {
    /// LF and CRLF.
    Lf,
    /// CR alone, as on old Macintoshes.
    Cr,
}

impl LineBreaks {
    /// Detects the line breaks of `text`: [`Cr`](LineBreaks::Cr) if the first CR or LF is a CR and no LF is among the
    /// [`LF_LOOKAHEAD_BYTES`] bytes from it on. Some mail has CR CR LF.
    pub(super) fn of(text: &[u8]) -> LineBreaks {
        match memchr2(b'\r', b'\n', text) {
            Some(at) if text[at] == b'\r' => {
                let from_cr = &text[at..text.len().min(at + LF_LOOKAHEAD_BYTES)];
                if memchr(b'\n', from_cr).is_none() { LineBreaks::Cr } else { LineBreaks::Lf }
            }
            _ => LineBreaks::Lf,
        }
    }
}

const LF_LOOKAHEAD_BYTES: usize = 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: Range<usize>,
    /// The offset after the line break, or the end of the haystack.
    pub(super) next: usize,
}

impl Line {
    #[inline]
    pub(super) fn at(haystack: &[u8], at: usize, breaks: LineBreaks) -> Line {
        let rest = &haystack[at..];
        let end = if breaks == LineBreaks::Lf { b'\n' } else { b'\r' };
        // One `memchr` for LF. The CRs before it are then removed: some mail ends lines in CR CR LF.
        let length = memchr(end, rest);
        work::add(length.unwrap_or(rest.len()));
        let Some(length) = length else {
            return Line { text: at..haystack.len(), next: haystack.len() };
        };
        let text_length =
            if breaks == LineBreaks::Lf { length - trailing_crs(&rest[..length]) } else { length };
        Line { text: at..at + text_length, next: at + length + 1 }
    }
}

/// Like [`memchr`], for a byte that mostly is among the next 30. `memchr` takes 40 instructions to begin.
#[inline]
pub(super) fn find_near(byte: u8, text: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xff;
    let (words, _) = text.as_chunks::<8>();
    let near = &words[..words.len().min(4)];
    for (at, word) in near.iter().enumerate() {
        // The lowest byte that is 0 gets the high bit. A borrow may set more bits, but only above it.
        let word = u64::from_le_bytes(*word) ^ (ONES * u64::from(byte));
        let zeros = word.wrapping_sub(ONES) & !word & (ONES << 7);
        if zeros != 0 {
            return Some(8 * at + zeros.trailing_zeros() as usize / 8);
        }
    }
    let passed = 8 * near.len();
    memchr(byte, &text[passed..]).map(|length| passed + length)
}

pub(crate) struct LineFinder {
    finder: memmem::Finder<'static>,
}

impl LineFinder {
    pub(super) fn new(prefix: &[u8]) -> LineFinder {
        LineFinder::after(b'\n', prefix)
    }

    pub(super) fn after(end: u8, prefix: &[u8]) -> LineFinder {
        // Tried instead: a `memchr` for the first byte of the prefix, then a look at the byte before it. That takes
        // half the instructions, but 8 % more time for a whole archive of news, because of mispredicted branches.
        LineFinder { finder: memmem::Finder::new(&[&[end], prefix].concat()).into_owned() }
    }

    pub(super) fn end(&self) -> u8 {
        self.finder.needle()[0]
    }

    pub(super) fn prefix(&self) -> &[u8] {
        &self.finder.needle()[1..]
    }

    /// Returns the start of the first such line in `text` at or after `at`. Linear in the text up to there.
    pub(super) fn find(&self, text: &[u8], at: usize) -> Option<usize> {
        if at == 0 && text.starts_with(self.prefix()) {
            return Some(0);
        }
        // The needle begins with the LF before the line, so the search starts one byte earlier.
        let at = at.max(1);
        self.finder.find(text.get(at - 1..)?).map(|length| at + length)
    }
}

pub(super) fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Reports whether `text` begins with `prefix`, ignoring ASCII case.
pub(super) fn begins_with(text: &[u8], prefix: &[u8]) -> bool {
    text.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix))
}

pub(super) fn strip_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

#[inline]
fn trailing_crs(text: &[u8]) -> usize {
    if text.last() != Some(&b'\r') {
        return 0;
    }
    text.iter().rev().take_while(|&&byte| byte == b'\r').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_lf_or_crlf() {
        // (haystack, end of the first line's text, start of the next line)
        let table: [(&[u8], usize, usize); 6] = [
            (b"a\nb", 1, 2),
            (b"a\r\nb", 1, 3),
            (b"a\r\r\nb", 1, 4),
            (b"a\rb\n", 3, 4),
            (b"a", 1, 1),
            (b"", 0, 0),
        ];
        for (haystack, end, next) in table {
            assert_eq!(Line::at(haystack, 0, LineBreaks::Lf), Line { text: 0..end, next });
        }
    }

    #[test]
    fn a_byte_is_found_at_any_distance() {
        for len in 0..70 {
            let mut text = vec![b'\x0B'; len];
            assert_eq!(find_near(b'\n', &text), None);
            for at in (0..len).rev() {
                (text[at], text[len - 1]) = (b'\n', b'\n');
                assert_eq!(find_near(b'\n', &text), Some(at), "{len}");
            }
        }
    }

    #[test]
    fn lines_are_found_by_their_beginning() {
        let lines = LineFinder::new(b"Fr");
        let find = |at: usize| lines.find(b"From Fr\nFr\n Fr\nFa\nFr", at);
        let found = [Some(0), Some(8), Some(8), Some(18), Some(18), None, None];
        assert_eq!([0, 1, 8, 9, 18, 19, 20].map(find), found);
        assert_eq!(find(99), None);
    }

    #[test]
    fn a_lone_cr_ends_a_line_if_it_ends_the_first_line() {
        assert_eq!(LineBreaks::of(b"a\rb"), LineBreaks::Cr);
        assert_eq!(LineBreaks::of(b"a\rb\n"), LineBreaks::Lf);
        assert_eq!(LineBreaks::of(b"a\r\r\nb"), LineBreaks::Lf);
        assert_eq!(LineBreaks::of(b"a\r\nb\r"), LineBreaks::Lf);
        assert_eq!(LineBreaks::of(b"a\nb\r"), LineBreaks::Lf);
        assert_eq!(Line::at(b"a\rb\n", 0, LineBreaks::Cr), Line { text: 0..1, next: 2 });
    }
}
