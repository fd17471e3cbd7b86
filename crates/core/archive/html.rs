//! HTML, read for what can be searched in it: the text that a reader sees, and the values of the
//! attributes that hold URLs (A3; HTML 4.01, sections 3.2 and 23.2).
//!
//! Comments, scripts and style sheets are left out, tags and character references undone; a [`Map`] says
//! where what is left stands. A tag ends a line of the text unless it is one that stands within a line
//! (`<b>`), for nobody reads the words on its two sides as one.
//!
//! The traps are the pages that people and mailers write. A comment, script or quoted value that is
//! never closed would swallow the rest, and none of it may be lost: such an opener opens nothing. A
//! `<http://a.example/>` that was not escaped is no tag but text. Where things end is searched for once
//! and remembered, so that time is linear whatever the page holds.

mod closers;

use core::ops::Range;
use std::borrow::Cow;

use memchr::{memmem, memrchr};

use self::closers::{Closer, Closers};
use super::charset::Charset;
use super::entity;
use super::line::trim_mark;
use super::map::Map;
use super::names::{Case, Names};
use super::near::{self, Next};
use super::origin::short;
use super::tag::{self, Quotes, Side, Tag};

/// What can be searched in a page.
///
/// # Example
///
/// ```
/// use urlsift::archive::{Charset, Html};
///
/// let page = b"<p>see <a href=\"http://a.example/?b&amp;c\">this</a>&#33;";
/// let html = Html::of(page, Charset::UTF_8);
/// assert_eq!(&*html.text.bytes, b"see this!");
/// assert_eq!(&*html.attributes[0].value.bytes, b"http://a.example/?b&c");
/// assert_eq!((&*html.attributes[0].element, html.attributes[0].name), ("a", "href"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Html<'p> {
    /// The visible text.
    pub text: Decoded<'p>,
    /// The values of attributes that hold URLs, in order; none is blank.
    pub attributes: Vec<Attribute<'p>>,
}

/// Text read out of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'p> {
    /// The text, in the page's charset: the page's own bytes where they stand in it as they are.
    pub bytes: Cow<'p, [u8]>,
    /// Where its bytes stand in the page.
    pub map: Map,
}

/// An attribute of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute<'p> {
    /// The element's name, in small letters.
    pub element: Cow<'static, str>,
    /// The attribute's name, in small letters.
    pub name: &'static str,
    /// What its value is.
    pub holds: Holds,
    /// Its value, without blanks at its edges.
    pub value: Decoded<'p>,
    /// What a reader is shown for it, as a range of the bytes of [`Html::text`]: of the `href` of an `a` what
    /// stands between its tags, or before the next link, or the page's end, where it is not closed.
    /// `None` for others.
    pub shown: Option<Range<usize>>,
}

/// What the value of an attribute is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A URL, relative or not.
    Url,
    /// Text in which URLs may stand.
    Text,
}

/// Attributes whose values are URLs: HTML 4's (`%URI` in its DTD), those of the browsers of its time, and
/// HTML 5's. Behind them those in whose values URLs may stand: what a reader sees, `content`, which may have
/// one behind `url=`, a list of images, and what a form sends on.
static ATTRIBUTES: Names<Holds, 21, 64> = Names::of(
    [
        ("action", Holds::Url),
        ("background", Holds::Url),
        ("cite", Holds::Url),
        ("classid", Holds::Url),
        ("codebase", Holds::Url),
        ("data", Holds::Url),
        ("dynsrc", Holds::Url),
        ("formaction", Holds::Url),
        ("href", Holds::Url),
        ("longdesc", Holds::Url),
        ("lowsrc", Holds::Url),
        ("pluginspage", Holds::Url),
        ("poster", Holds::Url),
        ("profile", Holds::Url),
        ("src", Holds::Url),
        ("usemap", Holds::Url),
        ("alt", Holds::Text),
        ("content", Holds::Text),
        ("srcset", Holds::Text),
        ("title", Holds::Text),
        ("value", Holds::Text),
    ],
    Case::Ignored,
);

/// What an element does to the text in which its tags stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    /// It is a link.
    Link,
    /// It stands within a line.
    Inline,
    /// It is a line break.
    Break,
    /// What it holds is not shown up to this.
    Hidden(Closer),
    /// It ends the line, as unknown ones do.
    Block,
}

/// Elements that stand within a line or are not shown, and of the others those with attributes that hold URLs:
/// nothing is allocated for a name that is here.
static ELEMENTS: Names<Element, 58, 256> = Names::of(
    [
        ("a", Element::Link),
        ("abbr", Element::Inline),
        ("acronym", Element::Inline),
        ("b", Element::Inline),
        ("bdo", Element::Inline),
        ("big", Element::Inline),
        ("blink", Element::Inline),
        ("cite", Element::Inline),
        ("code", Element::Inline),
        ("del", Element::Inline),
        ("dfn", Element::Inline),
        ("em", Element::Inline),
        ("font", Element::Inline),
        ("i", Element::Inline),
        ("ins", Element::Inline),
        ("kbd", Element::Inline),
        ("label", Element::Inline),
        ("mark", Element::Inline),
        ("nobr", Element::Inline),
        ("o:p", Element::Inline),
        ("q", Element::Inline),
        ("s", Element::Inline),
        ("samp", Element::Inline),
        ("small", Element::Inline),
        ("span", Element::Inline),
        ("st1:place", Element::Inline),
        ("strike", Element::Inline),
        ("strong", Element::Inline),
        ("sub", Element::Inline),
        ("sup", Element::Inline),
        ("tt", Element::Inline),
        ("u", Element::Inline),
        ("var", Element::Inline),
        ("wbr", Element::Inline),
        ("br", Element::Break),
        ("script", Element::Hidden(Closer::Script)),
        ("style", Element::Hidden(Closer::Style)),
        ("area", Element::Block),
        ("base", Element::Block),
        ("blockquote", Element::Block),
        ("body", Element::Block),
        ("button", Element::Block),
        ("div", Element::Block),
        ("embed", Element::Block),
        ("form", Element::Block),
        ("frame", Element::Block),
        ("iframe", Element::Block),
        ("img", Element::Block),
        ("input", Element::Block),
        ("li", Element::Block),
        ("link", Element::Block),
        ("meta", Element::Block),
        ("object", Element::Block),
        ("option", Element::Block),
        ("param", Element::Block),
        ("table", Element::Block),
        ("td", Element::Block),
        ("tr", Element::Block),
    ],
    Case::Ignored,
);

impl<'p> Html<'p> {
    /// What can be searched in `page`, whose text is in `charset`. Linear in `page`.
    pub fn of(page: &'p [u8], charset: Charset) -> Html<'p> {
        let mut reader = Reader {
            page,
            charset,
            references: Next::new(b'&'),
            text: Vec::with_capacity(page.len() / 2),
            map: Map::new(),
            attributes: Vec::new(),
            at_link: false,
            link: None,
        };
        reader.read();
        reader.close_link();
        let text = Decoded { bytes: reader.text.into(), map: reader.map };
        Html { text, attributes: reader.attributes }
    }

    /// Does `text`, which nobody calls HTML, begin as a page does?
    pub(super) fn is_begun_by(text: &[u8]) -> bool {
        let mut text = trim_mark(text).trim_ascii_start();
        if text.first() != Some(&b'<') {
            return false;
        }
        let begins = |text: &[u8], begin: &str| {
            text.len() >= begin.len() && text[..begin.len()].eq_ignore_ascii_case(begin.as_bytes())
        };
        for _ in 0..MAX_BEFORE {
            let Some(end) = BEFORE.iter().find_map(|(begin, end)| {
                let near = &text[..text.len().min(NEAR)];
                begins(near, begin)
                    .then(|| memmem::find(near, end.as_bytes()).map(|at| at + end.len()))?
            }) else {
                break;
            };
            text = text[end..].trim_ascii_start();
        }
        BEGINNINGS.iter().any(|begin| begins(text, begin))
    }
}

/// How a page begins that nothing says to be one.
const BEGINNINGS: [&str; 5] =
    ["<!doctype html", "<!doctype netscape-bookmark-file-1", "<html>", "<html ", "<head>"];

/// What may stand before that: the declaration of XML, and comments; how many of them, and how long each is.
const BEFORE: [(&str, &str); 2] = [("<?xml", "?>"), ("<!--", "-->")];
const MAX_BEFORE: usize = 4;
const NEAR: usize = 4096;

struct Reader<'p> {
    page: &'p [u8],
    charset: Charset,
    /// Where the next reference may begin.
    references: Next,
    text: Vec<u8>,
    /// Where the text stands.
    map: Map,
    attributes: Vec<Attribute<'p>>,
    /// Has a link begun or ended since the last text?
    at_link: bool,
    /// The attribute whose link was begun and is not ended.
    link: Option<usize>,
}

/// A reference to a character, and what it is in the page's charset.
struct Reference {
    range: Range<usize>,
    bytes: Cow<'static, [u8]>,
}

impl<'p> Reader<'p> {
    fn read(&mut self) {
        let page = self.page;
        let mut quotes = Quotes::new();
        let mut closers = Closers::default();
        let last_close = memrchr(b'>', page);
        let mut at = 0;
        let mut text = 0;
        while let Some(length) = near::find(b'<', &page[at..]) {
            let start = at + length;
            at = start + 1;
            if let Some(b'!' | b'?') = page.get(at) {
                let end = if page[at..].starts_with(b"!--") {
                    closers.find(Closer::Comment, page, start + 4)
                } else {
                    closers.find(Closer::Tag, page, start)
                };
                if let Some(end) = end {
                    self.push_text(text..start);
                    (at, text) = (end, end);
                }
                continue;
            }
            // A tag that nothing closes is text, and so is what looks like a URL in brackets.
            if last_close < Some(start) {
                break;
            }
            let Some(mut tag) = Tag::at(page, start) else { continue };
            self.push_text(text..start);
            let known = ELEMENTS.find(page, tag.element.clone());
            let element = known.map_or(Element::Block, |(_, element)| element);
            self.enter(start, element);
            while let Some(attribute) = tag.next_attribute(page, &mut quotes) {
                self.take(&tag, known.map(|(name, _)| name), attribute);
            }
            (at, text) = (tag.at, tag.at);
            if let Element::Hidden(closer) = element
                && tag.side == Side::Start
                && let Some(end) = closers.find(closer, page, at)
            {
                (at, text) = (end, end);
            }
        }
        self.push_text(text..page.len());
    }

    /// Adds `range` of the page to the text, its references undone.
    fn push_text(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        // Two links may touch, and their texts be two URLs.
        let is_word = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'/')
        };
        if self.at_link && is_word(self.text.last()) && is_word(self.page.get(range.start)) {
            self.insert(b' ', range.start);
        }
        self.at_link = false;
        let mut at = range.start;
        while let Some(Reference { range, bytes }) = self.next_reference(at..range.end) {
            copy(&mut self.text, &mut self.map, self.page, at..range.start);
            self.text.extend_from_slice(&bytes);
            at = range.end;
            self.map.push(bytes.len(), range);
        }
        copy(&mut self.text, &mut self.map, self.page, at..range.end);
    }

    /// Adds a byte that the page has not, at `at`.
    fn insert(&mut self, byte: u8, at: usize) {
        self.text.push(byte);
        self.map.push(1, at..at);
    }

    /// What stands at `range` of the page, its references undone.
    fn decode(&mut self, range: Range<usize>) -> Decoded<'p> {
        let page = self.page;
        let Some(mut reference) = self.next_reference(range.clone()) else {
            let map = Map::shift(range.start, range.len());
            return Decoded { bytes: Cow::Borrowed(&page[range]), map };
        };
        let (mut decoded, mut map) = (Vec::with_capacity(range.len()), Map::new());
        let mut at = range.start;
        loop {
            copy(&mut decoded, &mut map, page, at..reference.range.start);
            decoded.extend_from_slice(&reference.bytes);
            at = reference.range.end;
            map.push(reference.bytes.len(), reference.range);
            match self.next_reference(at..range.end) {
                Some(next) => reference = next,
                None => break,
            }
        }
        copy(&mut decoded, &mut map, page, at..range.end);
        Decoded { bytes: Cow::Owned(decoded), map }
    }

    /// The first reference in `range` of the page.
    #[inline]
    fn next_reference(&mut self, range: Range<usize>) -> Option<Reference> {
        let mut at = range.start;
        loop {
            let start = self.references.find(self.page, at).filter(|&start| start < range.end)?;
            if let Some((character, length)) = entity::at(&self.page[start..range.end])
                && let Some(bytes) = self.charset.encode(character)
            {
                return Some(Reference { range: start..start + length, bytes });
            }
            at = start + 1;
        }
    }

    /// Here ends what is shown for the link that was begun last.
    fn close_link(&mut self) {
        let shown = self.link.take().and_then(|link| self.attributes[link].shown.as_mut());
        if let Some(shown) = shown {
            shown.end = self.text.len();
        }
    }

    /// Ends the line that a tag of `element` ends, which begins at `start`.
    fn enter(&mut self, start: usize, element: Element) {
        match element {
            Element::Link => {
                self.at_link = true;
                self.close_link();
            }
            Element::Inline => {}
            Element::Break => self.insert(b'\n', start),
            Element::Hidden(_) | Element::Block => {
                if self.text.last().is_some_and(|&byte| byte != b'\n') {
                    self.insert(b'\n', start);
                }
            }
        }
    }

    /// Takes an attribute of `tag`, if it is one that holds URLs. `known` is the element's name where that is
    /// of the table.
    fn take(&mut self, tag: &Tag, known: Option<&'static str>, attribute: tag::Attribute) {
        let Some((name, holds)) = ATTRIBUTES.find(self.page, attribute.name) else { return };
        let range = attribute.value;
        let stored = &self.page[range.clone()];
        let start = range.start + stored.len() - stored.trim_ascii_start().len();
        let end = start + stored.trim_ascii().len();
        if start >= end {
            return;
        }
        let value = self.decode(start..end);
        let shown = (known == Some("a") && name == "href").then(|| {
            self.link = Some(self.attributes.len());
            self.text.len()..self.text.len()
        });
        let element = known.map_or_else(
            || {
                let element = String::from_utf8_lossy(&self.page[tag.element.clone()]);
                Cow::Owned(short(element.to_ascii_lowercase()))
            },
            Cow::Borrowed,
        );
        self.attributes.push(Attribute { element, name, holds, value, shown });
    }
}

/// Adds `range` of `page` to `text`, and to `map` where it stands.
#[inline]
fn copy(text: &mut Vec<u8>, map: &mut Map, page: &[u8], range: Range<usize>) {
    text.extend_from_slice(&page[range.clone()]);
    map.push(range.len(), range);
}

#[cfg(test)]
mod tests;
