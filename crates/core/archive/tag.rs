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

/// A start tag or an end tag. All are ranges of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// The element's name, as it is spelled.
    pub(super) element: Range<usize>,
    pub(super) side: Side,
    /// The whole with its brackets.
    pub(super) range: Range<usize>,
}

/// The attributes of a tag: names and values, as ranges of the page, without quotes. One for a page, for a
/// page has many tags, and to make a list for each took longer than to read it.
pub(super) type Attributes = Vec<(Range<usize>, Range<usize>)>;

/// Which end of an element a tag stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Start,
    End,
}

/// Where the next quote of each kind stands, so that it is searched for once.
#[derive(Debug)]
pub(super) struct Quotes {
    double: Next,
    single: Next,
}

#[derive(Debug)]
struct Next {
    byte: u8,
    /// From where it was searched for, and what was found.
    found: Option<(usize, Option<usize>)>,
}

impl Quotes {
    pub(super) fn new() -> Quotes {
        Quotes {
            double: Next { byte: b'"', found: None },
            single: Next { byte: b'\'', found: None },
        }
    }

    fn find(&mut self, byte: u8, page: &[u8], at: usize) -> Option<usize> {
        let next = if byte == b'"' { &mut self.double } else { &mut self.single };
        if let Some((from, found)) = next.found
            && from <= at
            && found.is_none_or(|found| found >= at)
        {
            return found;
        }
        let found = memchr(next.byte, &page[at..]).map(|length| at + length);
        next.found = Some((at, found));
        found
    }
}

/// The longest value in quotes. RFC 1738 knows no bound; the scanner's is 8,192, and the images that
/// stand in `data:` URLs are no loss. A quote further off closes another value.
const MAX_VALUE: usize = 1 << 16;

impl Tag {
    /// The tag that begins at `start`, where a `<` stands, in `page`, its attributes in `attributes`; `None` where
    /// none does.
    pub(super) fn at(
        page: &[u8],
        start: usize,
        quotes: &mut Quotes,
        attributes: &mut Attributes,
    ) -> Option<Tag> {
        attributes.clear();
        let mut at = start + 1;
        let side = if page.get(at) == Some(&b'/') { Side::End } else { Side::Start };
        at += usize::from(side == Side::End);
        let name = run(page, at, |byte| byte.is_ascii_alphanumeric() || b":-_.".contains(&byte));
        if !page.get(at)?.is_ascii_alphabetic() || is_url(page, &name) {
            return None;
        }
        let element = name;
        at = element.end;
        loop {
            at = run(page, at, |byte| byte.is_ascii_whitespace() || byte == b'/').end;
            match page.get(at) {
                Some(b'>') => break,
                // The tag was never closed; the next one begins here, or the page ends. To take it for
                // text in its turn would read the same bytes again for each tag in them.
                None | Some(b'<') => {
                    return Some(Tag { element, side, range: start..at });
                }
                Some(_) => {}
            }
            let name = run(page, at, |byte| {
                !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b'>' | b'<' | b'/')
            });
            let equals = run(page, name.end, |byte| byte.is_ascii_whitespace()).end;
            if page.get(equals) != Some(&b'=') {
                // A lone `=` would stop the walk.
                at = name.end.max(at + usize::from(name.is_empty()));
                continue;
            }
            let value = run(page, equals + 1, |byte| byte.is_ascii_whitespace()).end;
            let (value, end) = read_value(page, value, quotes);
            attributes.push((name, value));
            at = end;
        }
        Some(Tag { element, side, range: start..at + 1 })
    }
}

/// The value that begins at `at`, and where the walk goes on.
fn read_value(page: &[u8], at: usize, quotes: &mut Quotes) -> (Range<usize>, usize) {
    if let Some(&quote @ (b'"' | b'\'')) = page.get(at) {
        let close = quotes.find(quote, page, at + 1).filter(|close| close - at <= MAX_VALUE);
        if let Some(close) = close {
            return (at + 1..close, close + 1);
        }
        let value = run(page, at + 1, |byte| !byte.is_ascii_whitespace() && byte != b'>');
        return (value.clone(), value.end);
    }
    let value = run(page, at, |byte| !byte.is_ascii_whitespace() && byte != b'>');
    (value.clone(), value.end)
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
        || page.get(name.end) == Some(&b'@')
}

/// The bytes from `at` on that are such.
fn run(page: &[u8], at: usize, is: impl Fn(u8) -> bool) -> Range<usize> {
    let at = at.min(page.len());
    let length = page[at..].iter().take_while(|&&byte| is(byte)).count();
    at..at + length
}
