//! Text as characters, for the reference implementation.

use core::ops::Range;
use std::vec::Vec;

use crate::own_schemes::OwnSchemes;

/// A text as characters. Offsets in it count characters; only results are in bytes.
pub(super) struct Text {
    pub(super) chars: Vec<char>,
    /// The byte offset of each character, and of the end.
    pub(super) bytes: Vec<usize>,
    /// Schemes to find like those of the table.
    pub(super) schemes: &'static OwnSchemes,
}

/// Returns the replacement for `byte`, which is not UTF-8: a character that no real text has.
fn no_char(byte: u8) -> char {
    char::from_u32(0x10_FE00 + u32::from(byte)).expect("the character is for private use")
}

/// Returns the byte that `c` replaces, if it is no character of the text.
pub(super) fn byte_of(c: char) -> Option<u8> {
    u8::try_from(u32::from(c).checked_sub(0x10_FE00)?).ok()
}

impl Text {
    pub(super) fn new(haystack: &[u8], schemes: &'static OwnSchemes) -> Text {
        let mut text = Text { chars: Vec::new(), bytes: Vec::new(), schemes };
        let mut at = 0;
        for chunk in haystack.utf8_chunks() {
            for c in chunk.valid().chars() {
                text.chars.push(c);
                text.bytes.push(at);
                at += c.len_utf8();
            }
            for &byte in chunk.invalid() {
                text.chars.push(no_char(byte));
                text.bytes.push(at);
                at += 1;
            }
        }
        text.bytes.push(at);
        text
    }

    /// Returns the text up to the byte `end`, the bound on a wrapper's length.
    pub(super) fn until(&self, end: usize) -> Text {
        let len = self.bytes.iter().rposition(|&byte| byte <= end).unwrap_or(0);
        Text {
            chars: Vec::from(&self.chars[..len]),
            bytes: Vec::from(&self.bytes[..=len]),
            schemes: self.schemes,
        }
    }

    pub(super) fn get(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    pub(super) fn is(&self, at: usize, is: impl Fn(char) -> bool) -> bool {
        self.get(at).is_some_and(is)
    }

    pub(super) fn before(&self, at: usize) -> Option<char> {
        self.get(at.checked_sub(1)?)
    }

    /// Returns the first offset from `at` on whose character does not satisfy `is`.
    pub(super) fn skip(&self, mut at: usize, is: impl Fn(char) -> bool) -> usize {
        while self.is(at, &is) {
            at += 1;
        }
        at
    }

    pub(super) fn starts_with(&self, at: usize, wanted: &str) -> bool {
        wanted.chars().enumerate().all(|(i, c)| self.is(at + i, |d| d.eq_ignore_ascii_case(&c)))
    }

    /// Returns the offset after the line break at `at`: LF, CRLF or a lone CR.
    pub(super) fn after_break(&self, at: usize) -> usize {
        if self.starts_with(at, "\r\n") { at + 2 } else { at + 1 }
    }

    pub(super) fn line_start(&self, mut at: usize) -> usize {
        while self.before(at).is_some_and(|c| !is_break(c)) {
            at -= 1;
        }
        at
    }

    pub(super) fn bytes_of(&self, range: Range<usize>) -> Range<usize> {
        self.bytes[range.start]..self.bytes[range.end]
    }

    pub(super) fn index_of(&self, byte: usize) -> usize {
        self.bytes.iter().position(|&b| b == byte).expect("a match ends after a character")
    }
}

pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Reports whether `c` is whitespace (J1) other than a line break.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() && !is_break(c) || is_zero_width(c)
}

/// Reports whether `c` is whitespace that makes no gap (W5).
pub(super) fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}')
}

pub(super) fn is_scheme_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}
