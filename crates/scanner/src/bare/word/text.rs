//! The characters of words, hosts and schemes in a text.

use core::ops::Range;

use crate::bare::host_name::{is_name_byte, is_stop, without_stops};
use crate::bare::non_ascii::{char_at, is_of_script_without_spaces, letter_len};
use crate::bytes::class::{IN_SCHEME, len_of_end};
use crate::bytes::hidden::{hidden, is_letter_byte};
use crate::bytes::{run_len, work};
use crate::input::{Encoding, Haystack};

impl Haystack<'_> {
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.haystack.get(at).copied()
    }

    /// Returns the byte before `at`, or a space at the start of the text.
    pub(super) fn before(self, at: usize) -> u8 {
        at.checked_sub(1).map_or(b' ', |i| self.haystack[i])
    }

    /// A host has letters, digits, hyphens and dots.
    pub(super) fn host_len(self, at: usize) -> usize {
        match self.byte(at) {
            Some(byte) if byte < 0x80 => usize::from(is_name_byte(byte)),
            Some(_) => self.letter_len(at),
            None => 0,
        }
    }

    pub(super) fn letter_len(self, at: usize) -> usize {
        if self.encoding == Encoding::Bytes {
            return letter_len(self.haystack, at, self.encoding);
        }
        // No letter ends a URL, so this need not ask which characters do.
        let Some(c) = char_at(self.haystack, at) else { return 0 };
        let len = c.len_utf8();
        let is_joiner = matches!(c, '\u{200C}' | '\u{200D}');
        if is_letter(c) || is_joiner && self.is_between_letters(at, len) { len } else { 0 }
    }

    /// Reports whether letters beyond ASCII surround the joiner at `at`. Words of some scripts need it, and so do their
    /// hosts (RFC 5892, A.1 and A.2). Between letters of ASCII it is only hidden.
    fn is_between_letters(self, at: usize, len: usize) -> bool {
        let is_wide = |c: char| !c.is_ascii() && is_letter(c);
        let before = self.char_before(at);
        before.is_some_and(is_wide) && char_at(self.haystack, at + len).is_some_and(is_wide)
    }

    /// Returns the character of UTF-8 that ends at `end`.
    fn char_before(self, end: usize) -> Option<char> {
        (1..=4).find_map(|len| {
            char_at(self.haystack, end.checked_sub(len)?).filter(|c| c.len_utf8() == len)
        })
    }

    /// Also returns whether it is an unknown letter. Bytes that are no UTF-8 are hidden in it, except the no-break
    /// space of most other charsets.
    fn hidden_at(self, at: usize) -> Option<(usize, bool)> {
        let byte = self.byte(at)?;
        if self.encoding == Encoding::Bytes && byte >= 0x80 {
            return (byte < 0xA0 && is_letter_byte(byte)).then_some((1, true));
        }
        match char_at(self.haystack, at) {
            Some(c) => hidden(c).map(|_| (c.len_utf8(), false)),
            None => (byte != 0xA0).then(|| (1, is_letter_byte(byte))),
        }
    }

    /// Reports whether hidden characters join the text from `start` on to a word before it.
    pub(super) fn is_joined_before(self, start: usize) -> bool {
        let mut end = start;
        while !matches!(self.before(end), b'\t'..=b'\r' | b' '..=b'~') {
            let character = self.char_before(end).filter(|_| self.encoding == Encoding::Utf8);
            let len = character.map_or(1, char::len_utf8);
            match end.checked_sub(len).and_then(|at| self.hidden_at(at)) {
                Some((_, true)) => return true,
                Some((len, false)) => end -= len,
                None => break,
            }
        }
        work::add(start - end);
        end < start && self.touches(end)
    }

    /// Reports whether hidden characters join more of a host to the text that ends at byte `end`: characters that a
    /// reader does not see, or bytes that are no characters. Linear in these.
    ///
    /// ```
    /// let is_joined = |text: &str| urlsift_scanner::Haystack::new(text).is_joined_after(9);
    /// assert!(is_joined("http://ba\u{200b}nk.com/"));
    /// assert!(!is_joined("http://ba nk.com/") && !is_joined("http://ba\u{200b} nk.com/"));
    /// ```
    pub fn is_joined_after(self, end: usize) -> bool {
        let mut at = end;
        while let Some((len, is_letter)) = self.hidden_at(at) {
            if is_letter {
                return true;
            }
            at += len;
        }
        work::add(at - end);
        // Dots and hyphens may end a sentence.
        let marks = run_len(&self.haystack[at..], is_stop);
        at > end && self.host_len(at + marks) > 0
    }

    /// Reports whether marks within a word hide text before `start` or after `end`: `lin··.@com··.example`, `a*b.example`.
    pub(super) fn is_masked(self, start: usize, end: usize) -> bool {
        let mut before = start;
        while let len @ 1.. = self.mark_len_before(before) {
            before -= len;
        }
        let mut after = end;
        while let len @ 1.. = self.mark_len(after) {
            after += len;
        }
        work::add(start - before + after - end);
        let last = self.before(before);
        let hides = last.is_ascii_alphanumeric() || last >= 0x80 || b".@_-".contains(&last);
        before < start && hides || after > end && self.host_len(after) > 0
    }

    fn mark_len(self, at: usize) -> usize {
        match self.byte(at) {
            Some(b'*') => 1,
            Some(byte @ 0x80..) => {
                let is_byte = self.encoding == Encoding::Bytes && matches!(byte, 0xB7 | 0x85);
                let mark = char_at(self.haystack, at).filter(|c| "·•…‥".contains(*c));
                mark.map_or(usize::from(is_byte), char::len_utf8)
            }
            _ => 0,
        }
    }

    fn mark_len_before(self, end: usize) -> usize {
        match self.before(end) {
            b'*' => 1,
            ..0x80 => 0,
            _ => self.len_before(end, Self::mark_len),
        }
    }

    /// Returns the length of what ends at `end`, where `len_at` gives the length of such a thing, or 0.
    fn len_before(self, end: usize, len_at: fn(Self, usize) -> usize) -> usize {
        (1..=end.min(4)).find(|&len| len_at(self, end - len) == len).unwrap_or(0)
    }

    /// Reports whether the character before `start` excludes that a host begins there.
    pub(super) fn touches(self, start: usize) -> bool {
        let before = self.before(start);
        before.is_ascii_alphanumeric()
            || matches!(
                before,
                b'_' | b'-' | b'.' | b'/' | b'\\' | b'%' | b'$' | b'@' | b'+' | b'~'
            )
            || self.letter_len_before(start) > 0 && !self.is_split(start)
    }

    /// Reports whether a label ends at `at` between ASCII and a letter of a script without spaces (W17).
    pub(super) fn is_split(self, at: usize) -> bool {
        let is_narrow = |byte: u8| byte.is_ascii_alphanumeric();
        let is_wide = |c: Option<char>| c.is_some_and(is_of_script_without_spaces);
        self.rules.splits_labels
            && self.encoding == Encoding::Utf8
            && (is_narrow(self.before(at)) && is_wide(char_at(self.haystack, at))
                || self.byte(at).is_some_and(is_narrow) && is_wide(self.char_before(at)))
    }

    pub(super) fn letter_len_before(self, end: usize) -> usize {
        if self.before(end) < 0x80 { 0 } else { self.len_before(end, Self::letter_len) }
    }

    /// A word has `atext` of RFC 5322, 3.2.3, without `?`, `^`, `{`, `|`, `}` and the backquote, and dots. A `'` counts
    /// only between letters, because it also quotes.
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

    /// The word begins at `at` or later, and is empty before an `@` that no word precedes.
    pub(super) fn word_around(
        self,
        at: usize,
        trigger: usize,
        known_end: Option<usize>,
    ) -> Range<usize> {
        let mut start = trigger;
        // Walks back byte by byte; a letter beyond ASCII is taken as a whole.
        while start > at {
            // Most bytes of words are letters, digits, dots, hyphens and pluses.
            start -= len_of_end(IN_SCHEME, &self.haystack[at..start]);
            if start == at {
                break;
            }
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

    pub(super) fn run(self, start: usize) -> Range<usize> {
        let mut end = start;
        loop {
            let rest = self.haystack.get(end..).unwrap_or_default();
            end += run_len(rest, is_name_byte);
            match self.byte(end) {
                Some(0x80..)
                    if self.letter_len(end) > 0
                        && !self.rules.is_ascii
                        && !(end > start && self.is_split(end)) =>
                {
                    end += self.letter_len(end);
                    if self.is_split(end) {
                        return start..end;
                    }
                }
                _ => return start..end,
            }
        }
    }

    /// Reports whether the run that ends at `end` may be part of a scheme: `a.example+http://…`.
    pub(super) fn goes_on_as_scheme(self, end: usize) -> bool {
        let rest = &self.haystack[end..];
        rest.starts_with(b"+") || rest.starts_with(b"://")
    }

    /// Returns `run` without the dots and hyphens at its end, which belong to the sentence.
    pub(super) fn trimmed(self, run: Range<usize>) -> Range<usize> {
        run.start..run.start + without_stops(&self.haystack[run]).len()
    }
}

/// Combining marks and the vowel signs of Indian scripts count too.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '\u{300}'..='\u{36F}' | '\u{900}'..='\u{963}' | '\u{966}'..='\u{DFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So `letter_len` need not ask which characters end a URL.
    #[test]
    fn no_letter_ends_a_url() {
        for c in ('\u{80}'..=char::MAX).filter(|c| is_letter(*c)) {
            let mut bytes = [0; 4];
            let text = c.encode_utf8(&mut bytes).as_bytes();
            assert!(letter_len(text, 0, Encoding::Utf8) > 0, "{}", c.escape_unicode());
        }
    }
}
