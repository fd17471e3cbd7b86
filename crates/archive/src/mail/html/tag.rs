//! A parser of one tag of a page: its element and its attributes (HTML 4.01, section 3.2).
//!
//! ```text
//! <element name="value" name='value' name=value name>    </element>
//! ```
//!
//! If the quote mark of a value is never closed, the value ends where an unquoted one would. An unescaped URL in angle
//! brackets (`<http://a.example/>`, `<URL:...>`, `<mailto:...>`) is not a tag.

use core::ops::Range;

use crate::mail::html::element::{ELEMENTS, Element};
use crate::mail::line::{begins_with, find_near};
use crate::mail::work;

/// A start tag or an end tag. All positions are byte offsets into the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) name: Range<usize>,
    /// The place in [`ELEMENTS`], if it is a known element.
    pub(crate) known: Option<u8>,
    /// Whether it is an end tag.
    pub(crate) is_end: bool,
}

#[derive(Debug)]
pub(crate) struct Quotes {
    double: NextByte,
    single: NextByte,
}

impl Quotes {
    pub(crate) const fn new() -> Quotes {
        Quotes { double: NextByte::new(b'"'), single: NextByte::new(b'\'') }
    }
}

/// The position of the next occurrence of a byte, for ascending queries. Each occurrence is searched for once: a search
/// per query would take quadratic time.
#[derive(Debug)]
pub(crate) struct NextByte {
    byte: u8,
    /// The offset after the last match; 0 before the first search, `usize::MAX` if there is no further match.
    end: usize,
}

impl NextByte {
    pub(crate) const fn new(byte: u8) -> NextByte {
        NextByte { byte, end: 0 }
    }

    /// Returns the first occurrence in `range` of `text`, which must be the same text in each call.
    #[inline]
    pub(crate) fn find(&mut self, text: &[u8], range: Range<usize>) -> Option<usize> {
        // Queries ascend, so a match at or after `range.start` is still the first one, and no new search is needed.
        if self.end <= range.start {
            self.advance(text, range.start);
        }
        (self.end <= range.end).then(|| self.end - 1)
    }

    fn advance(&mut self, text: &[u8], start: usize) {
        self.end =
            find_near(self.byte, &text[start..]).map_or(usize::MAX, |length| start + length + 1);
        work::add(self.end.min(text.len()) - start);
    }
}

/// The size of the longest quoted value, more than any URL needs. Longer ones are images in `data:` URLs.
const MAX_QUOTED_VALUE_BYTES: usize = 1 << 16;

impl Tag {
    /// Parses the tag at `start`, the offset of a `<` in `page`. Returns `None` if the `<` opens no tag.
    #[inline]
    pub(crate) fn at(page: &[u8], start: usize) -> Option<Tag> {
        let is_end = page.get(start + 1) == Some(&b'/');
        let at = start + 1 + usize::from(is_end);
        if !page.get(at)?.is_ascii_alphabetic() {
            return None;
        }
        let name = Tag::name_at(page, at);
        // `<ann@a.example>` and `<http://a.example/>` are common in mail and are text. A known element is a tag even
        // if its name could begin a URL.
        let known = ELEMENTS.find_place(page, name.clone());
        let is_address = page.get(name.end) == Some(&b'@');
        if is_address || known.is_none() && is_url(page, &name) {
            return None;
        }
        Some(Tag { name, known, is_end })
    }

    /// Returns the effect of the tag's element. An unknown element is inline, as in browsers.
    #[inline]
    pub(crate) fn element(&self) -> Element {
        let known = self.known.and_then(|place| ELEMENTS.get(place));
        known.map_or(Element::Inline, |&(_, element)| element)
    }

    #[inline]
    pub(crate) fn name_at(page: &[u8], at: usize) -> Range<usize> {
        at..skip_while(page, at, |byte| is(byte, NAME))
    }
}

/// Returns the positions of the name and of the unquoted value of the next attribute that has one, from `at` on, which
/// moves to its end. At the end of the tag it returns `None`, and `at` is that end.
#[inline]
pub(crate) fn next_attribute(
    page: &[u8],
    at: &mut usize,
    quotes: &mut Quotes,
) -> Option<(Range<usize>, Range<usize>)> {
    loop {
        *at = skip_while(page, *at, |byte| is(byte, BLANK | SLASH));
        match page.get(*at) {
            Some(b'>') => {
                *at += 1;
                return None;
            }
            // The tag was never closed. To treat it as text would read its bytes again for each tag in them.
            None | Some(b'<') => return None,
            Some(_) => {}
        }
        // A name is empty only before `=`, so the loop always advances.
        let name = *at..skip_while(page, *at, |byte| !is(byte, BLANK | SLASH | MARK));
        let equals = skip_while(page, name.end, |byte| is(byte, BLANK));
        if page.get(equals) != Some(&b'=') {
            *at = name.end;
            continue;
        }
        let start = skip_while(page, equals + 1, |byte| is(byte, BLANK));
        let value;
        (value, *at) = read_value(page, start, quotes);
        return Some((name, value));
    }
}

#[inline]
fn read_value(page: &[u8], at: usize, quotes: &mut Quotes) -> (Range<usize>, usize) {
    let start = at + 1;
    // If no closing quote mark is in range, the bytes after the opening one are read as an unquoted value.
    let near = start..page.len().min(at + MAX_QUOTED_VALUE_BYTES + 1);
    let (start, close) = match page.get(at) {
        Some(b'"') => (start, quotes.double.find(page, near)),
        Some(b'\'') => (start, quotes.single.find(page, near)),
        _ => (at, None),
    };
    if let Some(close) = close {
        return (start..close, close + 1);
    }
    // A tag may begin in a value whose quote mark is lost.
    let is_unclosed = start > at;
    let end = skip_while(page, start, |byte| {
        !is(byte, BLANK) && byte != b'>' && !(is_unclosed && byte == b'<')
    });
    (start..end, end)
}

/// Reports whether a name after `<` is the beginning of a URL in angle brackets.
fn is_url(page: &[u8], name: &Range<usize>) -> bool {
    let text = &page[name.clone()];
    (text.ends_with(b":") && page[name.end..].starts_with(b"//"))
        || [&b"url:"[..], b"mailto:", b"news:"].iter().any(|prefix| begins_with(text, prefix))
}

/// Returns the end of the bytes from `at` on for which `is` holds.
// An iterator took 3 % more instructions for a page, because the compiler then keeps five counters.
#[inline]
fn skip_while(page: &[u8], mut at: usize, is: impl Fn(u8) -> bool) -> usize {
    let start = at;
    while let Some(&byte) = page.get(at)
        && is(byte)
    {
        at += 1;
    }
    work::add(at - start);
    at
}

#[inline]
const fn is(byte: u8, classes: u8) -> bool {
    CLASSES[byte as usize] & classes != 0
}

const BLANK: u8 = 1;
/// `/`
const SLASH: u8 = 2;
/// The bytes that end an attribute's name: `=`, `<` and `>`.
const MARK: u8 = 4;
const NAME: u8 = 8;

// A bit per class, so that one load and one mask answer "is it whitespace or a slash?". The parser asks this
// about nearly every byte of a tag.
static CLASSES: [u8; 256] = {
    let (mut classes, mut byte) = ([0; 256], 0_u8);
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'/' => SLASH,
            b'=' | b'<' | b'>' => MARK,
            b':' | b'-' | b'_' | b'.' => NAME,
            _ if byte.is_ascii_alphanumeric() => NAME,
            _ if byte.is_ascii_whitespace() => BLANK,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the result with a naive search, from each offset up to each end.
    #[test]
    fn the_next_byte_is_found() {
        let text = b"<a <b> c<<";
        for reach in 0..=text.len() {
            let mut next = NextByte::new(b'<');
            for at in 0..=text.len() {
                let range = at..text.len().min(at + reach);
                let first = range.clone().find(|&at| text[at] == b'<');
                assert_eq!(next.find(text, range.clone()), first, "{range:?}");
            }
        }
    }
}
