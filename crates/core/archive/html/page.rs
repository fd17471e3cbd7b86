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
use std::borrow::Cow;

use memchr::memmem;

use crate::archive::line::trim_mark;
use crate::archive::names::NameTable;
use crate::archive::transfer::map::Map;

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
    pub text: MappedText<'p>,
    /// The values of attributes that hold URLs, in order; none is blank.
    pub attributes: Vec<Attribute<'p>>,
}

/// Text read out of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MappedText<'p> {
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
    pub kind: AttributeKind,
    /// Its value, without blanks at its edges.
    pub value: MappedText<'p>,
    /// What a reader is shown for it, as a range of the bytes of [`Html::text`]: of the `href` of an `a` what
    /// stands between its tags, or before the next link, or the page's end, where it is not closed.
    /// `None` for others.
    pub shown: Option<Range<usize>>,
}

/// What the value of an attribute is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// A URL, relative or not.
    Url,
    /// Text in which URLs may stand.
    Text,
}

/// Attributes whose values are URLs: HTML 4's (`%URI` in its DTD), those of the browsers of its time, and
/// HTML 5's. Behind them those in whose values URLs may stand: what a reader sees, `content`, which may have
/// one behind `url=`, a list of images, and what a form sends on.
pub(crate) static ATTRIBUTES: NameTable<AttributeKind, 21, 256> = NameTable::of([
    ("action", AttributeKind::Url),
    ("background", AttributeKind::Url),
    ("cite", AttributeKind::Url),
    ("classid", AttributeKind::Url),
    ("codebase", AttributeKind::Url),
    ("data", AttributeKind::Url),
    ("dynsrc", AttributeKind::Url),
    ("formaction", AttributeKind::Url),
    ("href", AttributeKind::Url),
    ("longdesc", AttributeKind::Url),
    ("lowsrc", AttributeKind::Url),
    ("pluginspage", AttributeKind::Url),
    ("poster", AttributeKind::Url),
    ("profile", AttributeKind::Url),
    ("src", AttributeKind::Url),
    ("usemap", AttributeKind::Url),
    ("alt", AttributeKind::Text),
    ("content", AttributeKind::Text),
    ("srcset", AttributeKind::Text),
    ("title", AttributeKind::Text),
    ("value", AttributeKind::Text),
]);

impl Html<'_> {
    /// Does `text`, which nobody calls HTML, begin as a page does?
    pub(crate) fn looks_like_page(text: &[u8]) -> bool {
        let mut text = trim_mark(text).trim_ascii_start();
        if text.first() != Some(&b'<') {
            return false;
        }
        let begins = |text: &[u8], begin: &str| {
            text.len() >= begin.len() && text[..begin.len()].eq_ignore_ascii_case(begin.as_bytes())
        };
        for _ in 0..MAX_PROLOG_ITEMS {
            let Some(end) = PROLOG_ITEMS.iter().find_map(|(begin, end)| {
                let near = &text[..text.len().min(MAX_PROLOG_ITEM_BYTES)];
                begins(near, begin)
                    .then(|| memmem::find(near, end.as_bytes()).map(|at| at + end.len()))?
            }) else {
                break;
            };
            text = text[end..].trim_ascii_start();
        }
        PAGE_BEGINNINGS.iter().any(|begin| begins(text, begin))
    }
}

/// How a page begins that nothing says to be one.
const PAGE_BEGINNINGS: [&str; 5] =
    ["<!doctype html", "<!doctype netscape-bookmark-file-1", "<html>", "<html ", "<head>"];

/// What may stand before that: the declaration of XML, and comments; how many of them, and how long each is.
const PROLOG_ITEMS: [(&str, &str); 2] = [("<?xml", "?>"), ("<!--", "-->")];
const MAX_PROLOG_ITEMS: usize = 4;
const MAX_PROLOG_ITEM_BYTES: usize = 4096;
