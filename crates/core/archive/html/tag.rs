//! One tag of a page: its element and its attributes (HTML 4.01, section 3.2).
//!
//! ```text
//! <element name="value" name='value' name=value name>    </element>
//! ```
//!
//! The traps: a quoted value may hold `>`, and one whose quote is never closed must not swallow the
//! page, so it ends where a value without quotes would. A URL in brackets that was not escaped
//! (`<http://a.example/>`, `<URL:…>`, `<mailto:…>`) is no tag.

use core::ops::Range;

use memchr::memchr;

use crate::archive::html::element::{ELEMENTS, Element};

/// A start tag or an end tag. All places are in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    /// The element's name, as it is spelled.
    pub(crate) name: Range<usize>,
    /// Its name in small letters, and what it is, where it is known.
    pub(crate) known: Option<&'static (&'static str, Element)>,
    pub(crate) side: Side,
    /// Behind the name, where attributes may stand, or where the tag ends.
    pub(crate) at: usize,
}

/// Which end of an element a tag stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Start,
    End,
}

/// The walk through the attributes of a tag.
#[derive(Clone, Debug)]
pub(crate) struct Attributes {
    /// How far it has come: behind the last attribute, where the tag ends.
    pub(crate) at: usize,
}

/// Where the next quote of each kind stands, so that it is searched for once.
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

/// The place of the next of a byte, so that it is searched for once: to search from each place on for what is far
/// off takes quadratic time. It is asked for from places in their order.
#[derive(Debug)]
pub(crate) struct NextByte {
    byte: u8,
    /// After the one that was found; 0 if none was searched for yet, the largest number if there is none.
    end: usize,
}

impl NextByte {
    pub(crate) const fn new(byte: u8) -> NextByte {
        NextByte { byte, end: 0 }
    }

    /// Returns where the first is in `range` of `text`, which is the same each time.
    #[inline]
    pub(crate) fn find(&mut self, text: &[u8], range: Range<usize>) -> Option<usize> {
        if self.end <= range.start {
            self.advance(text, range.start);
        }
        (self.end <= range.end).then(|| self.end - 1)
    }

    fn advance(&mut self, text: &[u8], start: usize) {
        self.end =
            memchr(self.byte, &text[start..]).map_or(usize::MAX, |length| start + length + 1);
    }
}

/// The longest value in quotes. RFC 1738 knows no bound; the scanner's is 8,192, and the images that
/// stand in `data:` URLs are no loss. A quote further off closes another value.
const MAX_QUOTED_VALUE_BYTES: usize = 1 << 16;

impl Tag {
    /// The tag that begins at `start`, where a `<` stands, in `page`; `None` where none does.
    #[inline]
    pub(crate) fn at(page: &[u8], start: usize) -> Option<Tag> {
        let side = if page.get(start + 1) == Some(&b'/') { Side::End } else { Side::Start };
        let at = start + 1 + usize::from(side == Side::End);
        if !page.get(at)?.is_ascii_alphabetic() {
            return None;
        }
        let name = at..pass(page, at, |byte| is(byte, NAME));
        let known = ELEMENTS.find(page, name.clone());
        let is_address = page.get(name.end) == Some(&b'@');
        if is_address || known.is_none() && is_url(page, &name) {
            return None;
        }
        Some(Tag { at: name.end, name, known, side })
    }

    /// What its element is.
    #[inline]
    pub(crate) fn element(&self) -> Element {
        self.known.map_or(Element::Block, |&(_, element)| element)
    }

    pub(crate) fn attributes(&self) -> Attributes {
        Attributes { at: self.at }
    }
}

impl Attributes {
    /// The next attribute in `page` that has a value: where its name stands, and its value without quotes. `None`
    /// where the tag ends, and then it is known where.
    #[inline]
    pub(crate) fn next(
        &mut self,
        page: &[u8],
        quotes: &mut Quotes,
    ) -> Option<(Range<usize>, Range<usize>)> {
        loop {
            self.at = pass(page, self.at, |byte| is(byte, BLANK | SLASH));
            match page.get(self.at) {
                Some(b'>') => {
                    self.at += 1;
                    return None;
                }
                // The tag was never closed; the next one begins here, or the page ends. To take it for
                // text in its turn would read the same bytes again for each tag in them.
                None | Some(b'<') => return None,
                Some(_) => {}
            }
            // A name is empty only before `=`, so the walk goes on.
            let name = self.at..pass(page, self.at, |byte| !is(byte, BLANK | SLASH | MARK));
            let equals = pass(page, name.end, |byte| is(byte, BLANK));
            if page.get(equals) != Some(&b'=') {
                self.at = name.end;
                continue;
            }
            let at = pass(page, equals + 1, |byte| is(byte, BLANK));
            let value;
            (value, self.at) = read_value(page, at, quotes);
            return Some((name, value));
        }
    }
}

/// The value that begins at `at`, and where the walk goes on.
#[inline]
fn read_value(page: &[u8], at: usize, quotes: &mut Quotes) -> (Range<usize>, usize) {
    let start = at + 1;
    let near = start..page.len().min(at + MAX_QUOTED_VALUE_BYTES + 1);
    let (start, close) = match page.get(at) {
        Some(b'"') => (start, quotes.double.find(page, near)),
        Some(b'\'') => (start, quotes.single.find(page, near)),
        _ => (at, None),
    };
    if let Some(close) = close {
        return (start..close, close + 1);
    }
    let end = pass(page, start, |byte| !is(byte, BLANK) && byte != b'>');
    (start..end, end)
}

/// Is what looks like the name of an element the beginning of a URL in brackets?
fn is_url(page: &[u8], name: &Range<usize>) -> bool {
    let text = &page[name.clone()];
    let is = |begin: &str| {
        text.len() >= begin.len() && text[..begin.len()].eq_ignore_ascii_case(begin.as_bytes())
    };
    (text.ends_with(b":") && page[name.end..].starts_with(b"//"))
        || is("url:")
        || is("mailto:")
        || is("news:")
}

/// Behind the bytes from `at` on that are such. (By an iterator it took 3 % more instructions for a page, for the
/// compiler then keeps five counters in step.)
#[inline]
fn pass(page: &[u8], mut at: usize, is: impl Fn(u8) -> bool) -> usize {
    while let Some(&byte) = page.get(at)
        && is(byte)
    {
        at += 1;
    }
    at
}

/// Is `byte` of one of these classes?
#[inline]
const fn is(byte: u8, classes: u8) -> bool {
    CLASSES[byte as usize] & classes != 0
}

const BLANK: u8 = 1;
const SLASH: u8 = 2;
/// What ends a name: `=`, `<` and `>`.
const MARK: u8 = 4;
/// What the name of an element is made of.
const NAME: u8 = 8;

/// The classes of each byte, for the walk asks for them at nearly every one.
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

    /// From each place on, up to each further one.
    #[test]
    fn the_next_is_found() {
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
