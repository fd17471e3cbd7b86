//! The characters of words, hosts and schemes in a text.

use core::ops::Range;

use crate::bare::non_ascii::{Letter, char_at, letter_at};
use crate::input::Encoding;

/// The bytes in which words are looked for.
#[derive(Clone, Copy)]
pub(super) struct WordText<'h> {
    pub(super) haystack: &'h [u8],
    pub(super) encoding: Encoding,
}

impl WordText<'_> {
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.haystack.get(at).copied()
    }

    /// The byte before `at`; a blank at the beginning.
    pub(super) fn before(self, at: usize) -> u8 {
        at.checked_sub(1).map_or(b' ', |i| self.haystack[i])
    }

    /// The length of the character of a host at `at`, 0 where none stands there: a letter, a digit, a
    /// hyphen, a dot.
    pub(super) fn host_len(self, at: usize) -> usize {
        match self.byte(at) {
            Some(byte) if byte < 0x80 => {
                usize::from(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
            }
            Some(_) => self.letter_len(at),
            None => 0,
        }
    }

    /// The length of the letter beyond ASCII at `at`, 0 where none stands there.
    pub(super) fn letter_len(self, at: usize) -> usize {
        match (self.encoding, letter_at(self.haystack, at, self.encoding)) {
            (Encoding::Bytes, Letter::Continues(len)) => len,
            (Encoding::Utf8, Letter::Continues(len)) => {
                let is_letter = char_at(self.haystack, at).is_some_and(is_letter);
                if is_letter { len } else { 0 }
            }
            _ => 0,
        }
    }

    /// The length of the letter beyond ASCII that ends at `end`, 0 where none ends there.
    pub(super) fn letter_len_before(self, end: usize) -> usize {
        let fits = |len: &usize| *len <= end && self.letter_len(end - len) == *len;
        if self.before(end) < 0x80 { 0 } else { (1..=4).find(fits).unwrap_or(0) }
    }

    /// Whether `byte` at `at`, which is ASCII, may stand in a word: what RFC 5322, 3.2.3, calls `atext`
    /// without `?`, `^`, `{`, `|`, `}` and the backquote, and a dot. A `'` stands between letters alone,
    /// for it quotes too.
    pub(super) fn is_of_word(self, at: usize, byte: u8) -> bool {
        match byte {
            b'\'' => {
                let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
                is_letter(self.before(at)) && self.byte(at + 1).is_some_and(is_letter)
            }
            b'!' | b'#'..=b'&' | b'*' | b'+' | b'-'..=b'/' | b'=' | b'_' | b'~' => true,
            byte => byte.is_ascii_alphanumeric(),
        }
    }

    /// The word around `trigger`, from `at` on; empty before an `@` that none stands before. Its end is
    /// not looked for where it is known.
    pub(super) fn word_around(
        self,
        at: usize,
        trigger: usize,
        known_end: Option<usize>,
    ) -> Range<usize> {
        let mut start = trigger;
        while start > at {
            let byte = self.before(start);
            let len = match byte {
                0x80.. => self.letter_len_before(start).min(start - at),
                byte => usize::from(self.is_of_word(start - 1, byte)),
            };
            if len == 0 {
                break;
            }
            start -= len;
        }
        let mut end = known_end.unwrap_or(trigger);
        while let Some(byte) = self.byte(end).filter(|_| known_end.is_none()) {
            let len = match byte {
                0x80.. => self.letter_len(end),
                byte => usize::from(self.is_of_word(end, byte)),
            };
            if len == 0 {
                break;
            }
            end += len;
        }
        start..end
    }

    /// The run of a host's characters that begins at `start`.
    pub(super) fn run(self, start: usize) -> Range<usize> {
        let mut end = start;
        while self.host_len(end) > 0 {
            end += self.host_len(end);
        }
        start..end
    }

    /// Whether a run up to `end` may be of a scheme: `a.example+http://…`.
    pub(super) fn goes_on_as_scheme(self, end: usize) -> bool {
        let rest = &self.haystack[end..];
        rest.starts_with(b"+") || rest.starts_with(b"://")
    }

    /// `run` without the dots and hyphens at its end, which are the sentence's.
    pub(super) fn trimmed(self, run: Range<usize>) -> Range<usize> {
        let ends = |byte: &&u8| matches!(byte, b'.' | b'-');
        run.start..run.end - self.haystack[run].iter().rev().take_while(ends).count()
    }
}

/// Whether `c`, beyond ASCII, may stand in a word: a letter or digit of any script. The signs that
/// Indian scripts write vowels with are no letters to Unicode, nor are the marks that combine, and words
/// have them.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '\u{300}'..='\u{36F}' | '\u{900}'..='\u{963}' | '\u{966}'..='\u{DFF}')
}
