//! The scanner again, slow and obvious: the twin that it is compared with (`twin.rs`).
//!
//! Written from the rules W1 to W8: at every offset every form is tried, characters are compared
//! one by one, and everything is looked at as often as somebody asks. Of the scanner it shares the
//! table of schemes with their least shapes.
//!
//! `cut.rs` cuts what follows an opener into lines (W3, W4), `bracket.rs` finds the scheme in them
//! (W1, W2, W6), `prose.rs` looks for sentences (W5), `bare.rs` needs none of these (W7, W8), nor does `word.rs`
//! (W11).

mod bare;
mod bracket;
mod cut;
mod prose;
mod word;

use core::ops::Range;
use std::vec::Vec;

use crate::form::{Form, Forms};

/// What the twin finds, as byte ranges: see the same names of [`crate::Wrapper`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Found {
    pub form: Form,
    pub outer: Range<usize>,
    pub inner: Range<usize>,
    pub tail: Range<usize>,
    /// Without the blanks at their edges.
    pub lines: Vec<Range<usize>>,
}

/// What a wrapper may be.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub forms: Forms,
    pub max_len: usize,
    pub max_lines: usize,
}

/// All wrappers of `haystack`, leftmost first, without overlap (W9).
pub fn find_all(haystack: &[u8], bounds: Bounds) -> Vec<Found> {
    let text = Text::new(haystack);
    let mut all = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.chars.len() {
        match find_here(&text, from, at, bounds) {
            Some(found) => {
                at = text.index_of(found.outer.end);
                from = at;
                all.push(found);
            }
            None => at += 1,
        }
    }
    all
}

/// The wrapper that begins at `at`: at the same place one with delimiters goes first (W9). Nothing
/// before `from` belongs to it.
fn find_here(text: &Text, from: usize, at: usize, bounds: Bounds) -> Option<Found> {
    Form::ALL.iter().copied().filter(|&form| bounds.forms.contains(form)).find_map(
        |form| match form {
            Form::Url | Form::Angle | Form::Quote => bracket::find_here(text, at, form, bounds),
            Form::Prefix => bare::prefix_here(text, at),
            Form::Bare => bare::find_here(text, at),
            Form::Address => word::address_here(text, from, at),
            Form::Host => word::host_here(text, from, at),
        },
    )
}

/// A text as characters. Offsets in it are of characters; only what is found is given in bytes.
struct Text {
    chars: Vec<char>,
    /// The byte offset of each character, and of the end.
    bytes: Vec<usize>,
}

/// What stands in a [`Text`] for a byte that is not UTF-8: a character that is none.
const NO_CHAR: char = '\u{10FFFF}';

impl Text {
    fn new(haystack: &[u8]) -> Text {
        let mut text = Text { chars: Vec::new(), bytes: Vec::new() };
        let mut at = 0;
        for chunk in haystack.utf8_chunks() {
            for c in chunk.valid().chars() {
                text.chars.push(c);
                text.bytes.push(at);
                at += c.len_utf8();
            }
            for _ in chunk.invalid() {
                text.chars.push(NO_CHAR);
                text.bytes.push(at);
                at += 1;
            }
        }
        text.bytes.push(at);
        text
    }

    /// The same up to the byte `end`: beyond the bound of a wrapper nothing is looked at.
    fn until(&self, end: usize) -> Text {
        let len = self.bytes.iter().rposition(|&byte| byte <= end).unwrap_or(0);
        Text { chars: Vec::from(&self.chars[..len]), bytes: Vec::from(&self.bytes[..=len]) }
    }

    fn get(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    fn is(&self, at: usize, is: impl Fn(char) -> bool) -> bool {
        self.get(at).is_some_and(is)
    }

    fn before(&self, at: usize) -> Option<char> {
        self.get(at.checked_sub(1)?)
    }

    /// The first offset from `at` on whose character is not so.
    fn skip(&self, mut at: usize, is: impl Fn(char) -> bool) -> usize {
        while self.is(at, &is) {
            at += 1;
        }
        at
    }

    fn starts_with(&self, at: usize, wanted: &str) -> bool {
        wanted.chars().enumerate().all(|(i, c)| self.is(at + i, |d| d.eq_ignore_ascii_case(&c)))
    }

    /// The offset after the line break at `at`: LF, CRLF, or a lone CR.
    fn after_break(&self, at: usize) -> usize {
        if self.starts_with(at, "\r\n") { at + 2 } else { at + 1 }
    }

    fn line_start(&self, mut at: usize) -> usize {
        while self.before(at).is_some_and(|c| !is_break(c)) {
            at -= 1;
        }
        at
    }

    fn bytes_of(&self, range: Range<usize>) -> Range<usize> {
        self.bytes[range.start]..self.bytes[range.end]
    }

    fn index_of(&self, byte: usize) -> usize {
        self.bytes.iter().position(|&b| b == byte).expect("what is found ends behind a character")
    }
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// J1's whitespace, line breaks aside.
fn is_blank(c: char) -> bool {
    c.is_whitespace() && !is_break(c) || is_widthless(c)
}

/// A blank that makes no gap (W5).
fn is_widthless(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}')
}

fn is_scheme_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}
