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

use core::ops::Range;

use memchr::{memchr, memmem};

use super::charset::Charset;
use super::entity;
use super::line::trim_mark;
use super::map::Map;
use super::origin::short;
use super::tag::{self, Attributes, Quotes, Tag};

/// What can be searched in a page.
///
/// # Example
///
/// ```
/// use urlsift::archive::{Charset, Html};
///
/// let page = b"<p>see <a href=\"http://a.example/?b&amp;c\">this</a>&#33;";
/// let html = Html::of(page, Charset::UTF_8);
/// assert_eq!(html.text.bytes, b"see this!");
/// assert_eq!(html.attributes[0].value.bytes, b"http://a.example/?b&c");
/// assert_eq!((&*html.attributes[0].element, html.attributes[0].name), ("a", "href"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Html {
    /// The visible text.
    pub text: Decoded,
    /// The values of attributes that hold URLs, in order; none is blank.
    pub attributes: Vec<Attribute>,
}

/// Text read out of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded {
    /// The text, in the page's charset.
    pub bytes: Vec<u8>,
    /// Where its bytes stand in the page.
    pub map: Map,
}

/// An attribute of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute {
    /// The element's name, in small letters.
    pub element: String,
    /// The attribute's name, in small letters.
    pub name: &'static str,
    /// What its value is.
    pub holds: Holds,
    /// Its value, without blanks at its edges.
    pub value: Decoded,
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
/// HTML 5's.
const URLS: [&str; 16] = [
    "action",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "dynsrc",
    "formaction",
    "href",
    "longdesc",
    "lowsrc",
    "pluginspage",
    "poster",
    "profile",
    "src",
    "usemap",
];

/// Attributes in whose values URLs may stand: what a reader sees, `content`, which may have one behind
/// `url=`, a list of images, and what a form sends on.
const TEXTS: [&str; 5] = ["alt", "content", "srcset", "title", "value"];

/// Elements that stand within a line. All others, unknown ones too, end it.
const INLINE: [&str; 34] = [
    "a",
    "abbr",
    "acronym",
    "b",
    "bdo",
    "big",
    "blink",
    "cite",
    "code",
    "del",
    "dfn",
    "em",
    "font",
    "i",
    "ins",
    "kbd",
    "label",
    "mark",
    "nobr",
    "o:p",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "st1:place",
    "strike",
    "strong",
    "sub",
    "sup",
    "tt",
    "u",
    "var",
    "wbr",
];

/// No element that is known has a longer name.
const LONGEST: usize = 16;

/// `name` in small letters, which are put into `letters`; empty where it is too long for one that is known.
fn small<'l>(name: &[u8], letters: &'l mut [u8; LONGEST]) -> &'l [u8] {
    let Some(small) = letters.get_mut(..name.len()) else { return &[] };
    small.copy_from_slice(name);
    small.make_ascii_lowercase();
    small
}

/// `name` in `names`. Most have another length or another first letter, which takes no call to see.
fn find_name(names: &[&'static str], name: &[u8]) -> Option<&'static str> {
    let first = *name.first()?;
    let is = |known: &&str| {
        let known = known.as_bytes();
        known.len() == name.len() && known[0] == first && known == name
    };
    names.iter().copied().find(is)
}

impl Html {
    /// What can be searched in `page`, whose text is in `charset`. Linear in `page`.
    pub fn of(page: &[u8], charset: Charset) -> Html {
        let mut reader = Reader {
            page,
            charset,
            text: Decoded::new(),
            attributes: Vec::new(),
            at_link: false,
            link: None,
        };
        reader.read();
        reader.close_link();
        Html { text: reader.text, attributes: reader.attributes }
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

impl Decoded {
    fn new() -> Decoded {
        Decoded { bytes: Vec::new(), map: Map::new() }
    }

    /// Adds `range` of `page`, its references undone.
    fn push(&mut self, page: &[u8], range: Range<usize>, charset: Charset) {
        let mut at = range.start;
        let mut copied = at;
        while let Some(length) = memchr(b'&', &page[at..range.end]) {
            let start = at + length;
            at = start + 1;
            let Some((character, length)) = entity::at(&page[start..range.end]) else { continue };
            let Some(bytes) = charset.encode(character) else { continue };
            self.copy(page, copied..start);
            self.bytes.extend_from_slice(&bytes);
            self.map.push(bytes.len(), start..start + length);
            at = start + length;
            copied = at;
        }
        self.copy(page, copied..range.end);
    }

    fn copy(&mut self, page: &[u8], range: Range<usize>) {
        self.bytes.extend_from_slice(&page[range.clone()]);
        self.map.push(range.len(), range);
    }

    /// Adds a byte that the page has not, at `at`.
    fn insert(&mut self, byte: u8, at: usize) {
        self.bytes.push(byte);
        self.map.push(1, at..at);
    }
}

struct Reader<'h> {
    page: &'h [u8],
    charset: Charset,
    text: Decoded,
    attributes: Vec<Attribute>,
    /// Has a link begun or ended since the last text?
    at_link: bool,
    /// The attribute whose link was begun and is not ended.
    link: Option<usize>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let page = self.page;
        let mut quotes = Quotes::new();
        let mut attributes = Attributes::new();
        let mut closers = Closers::default();
        let mut at = 0;
        let mut text = 0;
        while let Some(length) = memchr(b'<', &page[at..]) {
            let start = at + length;
            at = start + 1;
            if page[start..].starts_with(b"<!--") {
                if let Some(end) = closers.find(Closer::Comment, page, start + 4) {
                    self.push_text(text..start);
                    (at, text) = (end, end);
                }
                continue;
            }
            if matches!(page.get(start + 1), Some(b'!' | b'?')) {
                if let Some(end) = closers.find(Closer::Tag, page, start) {
                    self.push_text(text..start);
                    (at, text) = (end, end);
                }
                continue;
            }
            // A tag that nothing closes is text, and so is what looks like a URL in brackets.
            if closers.find(Closer::Tag, page, start).is_none() {
                break;
            }
            let Some(tag) = Tag::at(page, start, &mut quotes, &mut attributes) else { continue };
            self.push_text(text..start);
            let mut letters = [0; LONGEST];
            let element = small(&page[tag.element.clone()], &mut letters);
            self.enter(&tag, element, &attributes);
            (at, text) = (tag.range.end, tag.range.end);
            let closer = match element {
                b"script" => Closer::Script,
                b"style" => Closer::Style,
                _ => continue,
            };
            if tag.side == tag::Side::Start
                && let Some(end) = closers.find(closer, page, at)
            {
                (at, text) = (end, end);
            }
        }
        self.push_text(text..page.len());
    }

    fn push_text(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        // Two links may touch, and their texts be two URLs.
        let is_word = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'/')
        };
        if self.at_link && is_word(self.text.bytes.last()) && is_word(self.page.get(range.start)) {
            self.text.insert(b' ', range.start);
        }
        self.at_link = false;
        self.text.push(self.page, range, self.charset);
    }

    /// Here ends what is shown for the link that was begun last.
    fn close_link(&mut self) {
        let shown = self.link.take().and_then(|link| self.attributes[link].shown.as_mut());
        if let Some(shown) = shown {
            shown.end = self.text.bytes.len();
        }
    }

    /// Takes the attributes of `tag`, whose element is `element`, and ends the line that it ends.
    fn enter(&mut self, tag: &Tag, element: &[u8], attributes: &Attributes) {
        let is_begun = self.text.bytes.last().is_some_and(|&byte| byte != b'\n');
        let is_inline = || find_name(&INLINE, element).is_some();
        if element == b"a" {
            self.at_link = true;
            self.close_link();
        } else if element == b"br" || (is_begun && !is_inline()) {
            self.text.insert(b'\n', tag.range.start);
        }
        for (name, value) in attributes {
            let mut letters = [0; LONGEST];
            let name = small(&self.page[name.clone()], &mut letters);
            let (name, holds) = if let Some(name) = find_name(&URLS, name) {
                (name, Holds::Url)
            } else if let Some(name) = find_name(&TEXTS, name) {
                (name, Holds::Text)
            } else {
                continue;
            };
            let stored = &self.page[value.clone()];
            let start = value.start + stored.len() - stored.trim_ascii_start().len();
            let end = start + stored.trim_ascii().len();
            if start >= end {
                continue;
            }
            let mut value = Decoded::new();
            value.push(self.page, start..end, self.charset);
            let shown = (element == b"a" && name == "href").then(|| {
                self.link = Some(self.attributes.len());
                self.text.bytes.len()..self.text.bytes.len()
            });
            let element = String::from_utf8_lossy(&self.page[tag.element.clone()]);
            let element = short(element.to_ascii_lowercase());
            self.attributes.push(Attribute { element, name, holds, value, shown });
        }
    }
}

/// What ends something that is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closer {
    Comment,
    Tag,
    Script,
    Style,
}

/// Where the next closer of each kind was found: it is searched for anew only behind that.
#[derive(Debug, Default)]
struct Closers {
    found: [Option<(usize, Option<usize>)>; 4],
}

impl Closers {
    /// The end of the first `closer` that begins at or behind `at`.
    fn find(&mut self, closer: Closer, page: &[u8], at: usize) -> Option<usize> {
        let slot = &mut self.found[closer as usize];
        if let Some((from, end)) = *slot {
            // What was found from an earlier place on holds as long as it begins behind this one.
            let is_valid = end.is_none_or(|end| at + closer.len() <= end);
            if from <= at && is_valid {
                return end;
            }
        }
        let end = closer.find(&page[at..]).map(|length| at + length);
        *slot = Some((at, end));
        end
    }
}

impl Closer {
    /// How long it is, as far as [`Closer::find`] passes over it.
    fn len(self) -> usize {
        match self {
            Closer::Comment => 3,
            Closer::Tag => 1,
            Closer::Script | Closer::Style => 0,
        }
    }

    /// The end of the first in `text`; for an end tag, which is read like any other, its beginning.
    fn find(self, text: &[u8]) -> Option<usize> {
        let name: &[u8] = match self {
            Closer::Comment => return memmem::find(text, b"-->").map(|at| at + 3),
            Closer::Tag => return memchr(b'>', text).map(|at| at + 1),
            Closer::Script => b"script",
            Closer::Style => b"style",
        };
        memmem::find_iter(text, b"</").find(|at| {
            let behind = &text[at + 2..];
            behind.len() >= name.len() && behind[..name.len()].eq_ignore_ascii_case(name)
        })
    }
}

#[cfg(test)]
mod tests;
