//! Where a URL stands without its scheme: the forms `host` and `address` (W11), off by default.
//!
//! The trigger is a dot or an `@`. Around it stands a *word*, which an `@` behind it makes the local part
//! of an address, and in which otherwise the first run that can be a host is one: `www.example.org`,
//! `example.org/path`. The traps are what else has dots: ends of sentences (`over.It`), versions, names
//! of files, calls (`os.path(`), addresses of `scp` (`git@example.org:a/b`). Which domains there
//! are is not known here, but asked of who knows.

mod address;
mod host;

use core::ops::Range;

use crate::bare::Bare;
use crate::closer::{Letter, char_at, letter_at};
use crate::config::Config;
use crate::form::Form;
use crate::input::{Encoding, Input};
use crate::work;

/// What is known of the words of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words {
    /// How far they were looked at: nothing before is the beginning of one.
    done: usize,
    /// A word from a trigger in it to its end, which is the same for each trigger between the two.
    known: (usize, usize),
}

impl Words {
    /// Keeps what is true wherever the search goes on.
    pub(crate) fn go_to_another(&mut self) {
        self.done = 0;
    }
}

/// The host or address in the word around the dot or `@` at `trigger`. Nothing before `at` belongs to
/// it.
///
/// Linear in the word and in what is found: each word is looked at once, whatever triggers and hosts are
/// in it.
pub(crate) fn word_at(
    input: Input<'_>,
    at: usize,
    trigger: usize,
    config: &Config,
    words: &mut Words,
) -> Option<Bare> {
    let Config { forms, domain_of, .. } = *config;
    if trigger < words.done {
        return None;
    }
    let text = Text { haystack: input.haystack, encoding: input.encoding };
    let (from, end) = words.known;
    let known_end = (from..end).contains(&trigger).then_some(end);
    let word = text.word_around(at, trigger, known_end);
    work::did(known_end.map_or(word.end, |_| trigger) - word.start);
    words.known = (trigger, word.end);
    words.done = word.end.max(trigger + 1);
    let is_address = text.byte(word.end) == Some(b'@');
    let host = if forms.contains(Form::Host) {
        text.host_in(at, word.clone(), is_address, domain_of)
    } else {
        None
    };
    let address =
        if is_address && forms.contains(Form::Address) { text.address(at, word) } else { None };
    match (host, address) {
        // Where both begin with the word the host has a path: `example.org/@name` is more likely.
        (Some(host), Some(address)) if address.outer < host.outer => Some(address),
        (host, address) => host.or(address),
    }
}

/// The bytes in which words are looked for.
#[derive(Clone, Copy)]
struct Text<'h> {
    haystack: &'h [u8],
    encoding: Encoding,
}

impl Text<'_> {
    fn byte(self, at: usize) -> Option<u8> {
        self.haystack.get(at).copied()
    }

    /// The byte before `at`; a blank at the beginning.
    fn before(self, at: usize) -> u8 {
        at.checked_sub(1).map_or(b' ', |i| self.haystack[i])
    }

    /// The length of the character of a host at `at`, 0 where none stands there: a letter, a digit, a
    /// hyphen, a dot.
    fn host_len(self, at: usize) -> usize {
        match self.byte(at) {
            Some(byte) if byte < 0x80 => {
                usize::from(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
            }
            Some(_) => self.letter_len(at),
            None => 0,
        }
    }

    /// The length of the letter beyond ASCII at `at`, 0 where none stands there.
    fn letter_len(self, at: usize) -> usize {
        match (self.encoding, letter_at(self.haystack, at, self.encoding)) {
            (Encoding::Bytes, Letter::Goes(len)) => len,
            (Encoding::Utf8, Letter::Goes(len)) => {
                let is_letter = char_at(self.haystack, at).is_some_and(is_letter);
                if is_letter { len } else { 0 }
            }
            _ => 0,
        }
    }

    /// The length of the letter beyond ASCII that ends at `end`, 0 where none ends there.
    fn letter_len_before(self, end: usize) -> usize {
        let fits = |len: &usize| *len <= end && self.letter_len(end - len) == *len;
        if self.before(end) < 0x80 { 0 } else { (1..=4).find(fits).unwrap_or(0) }
    }

    /// Whether `byte` at `at`, which is ASCII, may stand in a word: what RFC 5322, 3.2.3, calls `atext`
    /// without `?`, `^`, `{`, `|`, `}` and the backquote, and a dot. A `'` stands between letters alone,
    /// for it quotes too.
    fn is_of_word(self, at: usize, byte: u8) -> bool {
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
    fn word_around(self, at: usize, trigger: usize, known_end: Option<usize>) -> Range<usize> {
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
    fn run(self, start: usize) -> Range<usize> {
        let mut end = start;
        while self.host_len(end) > 0 {
            end += self.host_len(end);
        }
        start..end
    }

    /// Whether a run up to `end` may be of a scheme: `a.example+http://…`.
    fn goes_on_as_scheme(self, end: usize) -> bool {
        let rest = &self.haystack[end..];
        rest.starts_with(b"+") || rest.starts_with(b"://")
    }

    /// `run` without the dots and hyphens at its end, which are the sentence's.
    fn trimmed(self, run: Range<usize>) -> Range<usize> {
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

#[cfg(test)]
mod tests;
