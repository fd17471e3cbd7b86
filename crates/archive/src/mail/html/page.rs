//! The searchable content of an HTML page: the visible text, and the values of the attributes that contain URLs (A3;
//! HTML 4.01, sections 3.2 and 23.2). A tag ends a line of the text, except that of an inline element such as `<b>`.
//!
//! Real pages are malformed, and no text may be lost by that. A comment, a script or a quoted value that is never
//! closed would swallow the rest of the page, so its opener counts as text. An unescaped `<http://a.example/>` is text.
//! The position of the next terminator is remembered, so the time is linear for any page.

use memchr::memmem;

use crate::mail::html::attributes::{AttributeList, Attributes};
use crate::mail::html::text::MappedText;
use crate::mail::line::{begins_with, strip_bom};
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::map::Map;

/// The searchable content of an HTML page.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::{Charset, Html};
///
/// let page = b"<p>see <a href=\"http://a.example/?b&amp;c\">this</a>&#33;";
/// let html = Html::of(page, Charset::UTF_8);
/// assert_eq!(&*html.text.bytes, b"see this!");
/// let href = html.attributes().next().expect("the page has one");
/// assert_eq!(&*href.value.bytes, b"http://a.example/?b&c");
/// assert_eq!((&*href.element, href.name), ("a", Some("href")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Html<'p> {
    /// The visible text.
    pub text: MappedText<'p>,
    pub(crate) page: &'p [u8],
    pub(crate) charset: Charset,
    pub(crate) attributes: AttributeList,
    /// The map of the attribute that has the page, if it is in one.
    pub(crate) outer: Option<&'p Map>,
}

impl<'p> Html<'p> {
    /// Returns the attributes that contain URLs and are not empty, in order. Each call decodes their values again.
    pub fn attributes(&self) -> Attributes<'_, 'p> {
        Attributes::new(&self.attributes, self.page, self.charset, self.outer)
    }
}

impl Html<'_> {
    /// Reports whether `text`, which is not declared as HTML, begins like an HTML page or like a part of one: with
    /// the tag of an element of HTML, at the beginning of a line.
    // Called for every text. Nearly all of them do not begin with `<`, which one comparison shows.
    #[inline]
    pub(crate) fn looks_like_html(text: &[u8]) -> bool {
        let begin = strip_bom(text).trim_ascii_start();
        begin.first() == Some(&b'<') && Html::begins_with_markup(text, begin)
    }

    #[inline(never)]
    fn begins_with_markup(text: &[u8], begin: &[u8]) -> bool {
        let before = &text[..text.len() - begin.len()];
        let is_indented = matches!(before.last(), Some(b' ' | b'\t' | 0x0C));
        !is_indented && Html::begins_with_tag(begin) || Html::looks_like_page(text)
    }

    /// Reports whether `text` begins with a start tag that a part of a page may begin with, and not a remark such as
    /// `<p please>`.
    fn begins_with_tag(text: &[u8]) -> bool {
        let Some(rest) = text.strip_prefix(b"<") else { return false };
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (name, rest) = rest.split_at(length.min(MAX_ELEMENT_NAME_BYTES));
        let is = |element: &str| name.eq_ignore_ascii_case(element.as_bytes());
        let is_page_element = || PAGE_ELEMENTS.iter().any(|&element| is(element));
        let near = &rest[..rest.len().min(MAX_PROLOG_ITEM_BYTES)];
        match near.first() {
            Some(b'>') => is_page_element(),
            Some(b'/') => near.get(1) == Some(&b'>') && is_page_element(),
            Some(byte) if byte.is_ascii_whitespace() => {
                let end = near.iter().position(|byte| b"<>".contains(byte));
                let is_tag =
                    end.is_some_and(|end| near[end] == b'>' && near[..end].contains(&b'='));
                is_tag && (is_page_element() || is("a"))
            }
            _ => false,
        }
    }

    /// Reports whether `text`, which is not declared as HTML, begins like an HTML page.
    pub(crate) fn looks_like_page(text: &[u8]) -> bool {
        let mut text = strip_bom(text).trim_ascii_start();
        if text.first() != Some(&b'<') {
            return false;
        }
        // Skip a declaration and comments, but only a few short ones: this runs on every text that begins with
        // `<`. An item without its terminator is not skipped.
        for _ in 0..MAX_PROLOG_ITEMS {
            let near = &text[..text.len().min(MAX_PROLOG_ITEM_BYTES)];
            let item = PROLOG_ITEMS.iter().find(|(prefix, _)| begins_with(near, prefix));
            let Some((_, terminator)) = item else { break };
            let Some(at) = memmem::find(near, terminator.as_bytes()) else { break };
            text = text[at + terminator.len()..].trim_ascii_start();
        }
        PAGE_BEGINNINGS.iter().any(|beginning| begins_with(text, beginning))
    }
}

const PAGE_BEGINNINGS: [&[u8]; 5] =
    [b"<!doctype html", b"<!doctype netscape-bookmark-file-1", b"<html>", b"<html ", b"<head>"];

/// The elements that a part of a page may begin with, in lower case, and `a` if it has attributes. `<a>` and `<b>`
/// alone begin remarks in mail.
const PAGE_ELEMENTS: [&str; 18] = [
    "base", "body", "br", "center", "div", "font", "h1", "h2", "h3", "h4", "img", "link", "meta",
    "p", "pre", "span", "style", "table",
];

const MAX_ELEMENT_NAME_BYTES: usize = 7;

/// Items that may precede the beginning of a page: the XML declaration and comments, each with its terminator.
const PROLOG_ITEMS: [(&[u8], &str); 2] = [(b"<?xml", "?>"), (b"<!--", "-->")];

const MAX_PROLOG_ITEMS: usize = 4;

const MAX_PROLOG_ITEM_BYTES: usize = 4096;
