//! The searchable content of an HTML page: the visible text, and the values of the attributes that contain URLs
//! (A3; HTML 4.01, sections 3.2 and 23.2).
//!
//! The visible text has no tags, comments, scripts or style sheets, and its character references are decoded. A
//! [`Map`] gives the position of each byte of it in the page. A tag ends a line of the text, because the words
//! before and after it are not one word. The exceptions are inline elements such as `<b>`.
//!
//! Real pages are malformed, and no text may be lost by that. A comment, a script or a quoted value that is
//! never closed would swallow the rest of the page, so its opener counts as text. An unescaped
//! `<http://a.example/>` is text, not a tag. The position of the next terminator is remembered, so the time is
//! linear for any page.

use core::ops::Range;
use std::borrow::Cow;

use memchr::memmem;

use crate::archive::line::strip_bom;
use crate::archive::names::NameTable;
use crate::archive::transfer::map::Map;

/// The searchable content of an HTML page.
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
    /// The non-empty values of the attributes that contain URLs, in the order of the page.
    pub attributes: Vec<Attribute<'p>>,
}

/// Text of a page, with a map from its bytes to their positions in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MappedText<'p> {
    /// The text, in the page's charset. It borrows from the page if nothing had to be decoded.
    pub bytes: Cow<'p, [u8]>,
    /// The positions of these bytes in the page.
    pub map: Map,
}

/// An attribute of an element, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute<'p> {
    /// The element's name, in lower case.
    pub element: Cow<'static, str>,
    /// The attribute's name, in lower case.
    pub name: &'static str,
    /// Whether the value is a URL or may contain some.
    pub kind: AttributeKind,
    /// The value, trimmed of whitespace, with its character references decoded.
    pub value: MappedText<'p>,
    /// The text that a browser shows for the link, as a byte range of [`Html::text`]. It is set only for the
    /// `href` of an `a` element, and ends at `</a>`, at the next link, or at the end of the page.
    pub shown: Option<Range<usize>>,
}

/// The kind of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// A URL, relative or absolute.
    Url,
    /// Text that may contain URLs.
    Text,
}

/// The attributes that are read. The first group are URLs: those with `%URI` in HTML 4's DTD, those of browsers
/// of its time, and those of HTML 5. The second group may contain URLs: visible texts, `content` (as in `<meta
/// content="0; url=...">`), lists of images, and values that a form submits.
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
    /// Reports whether `text`, which is not declared as HTML, begins like an HTML page.
    pub(crate) fn looks_like_page(text: &[u8]) -> bool {
        let mut text = strip_bom(text).trim_ascii_start();
        if text.first() != Some(&b'<') {
            return false;
        }
        let begins = |text: &[u8], prefix: &str| {
            text.len() >= prefix.len()
                && text[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes())
        };
        // Skip a declaration and comments, but only a few short ones: this runs on every text that begins with
        // `<`. An item without its terminator is not skipped.
        for _ in 0..MAX_PROLOG_ITEMS {
            let near = &text[..text.len().min(MAX_PROLOG_ITEM_BYTES)];
            let item = PROLOG_ITEMS.iter().find(|(prefix, _)| begins(near, prefix));
            let Some((_, terminator)) = item else { break };
            let Some(at) = memmem::find(near, terminator.as_bytes()) else { break };
            text = text[at + terminator.len()..].trim_ascii_start();
        }
        PAGE_BEGINNINGS.iter().any(|beginning| begins(text, beginning))
    }
}

/// The beginnings of undeclared pages, in lower case.
const PAGE_BEGINNINGS: [&str; 5] =
    ["<!doctype html", "<!doctype netscape-bookmark-file-1", "<html>", "<html ", "<head>"];

/// Items that may precede the beginning of a page: the XML declaration and comments, each with its terminator.
const PROLOG_ITEMS: [(&str, &str); 2] = [("<?xml", "?>"), ("<!--", "-->")];

/// The number of items of the prolog that may precede a page.
const MAX_PROLOG_ITEMS: usize = 4;

/// The largest size of an item of the prolog, with its terminator.
const MAX_PROLOG_ITEM_BYTES: usize = 4096;
