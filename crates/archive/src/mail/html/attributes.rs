//! The list of the attributes of a page that contain URLs. A page of attributes alone has one in six bytes, and an
//! [`Attribute`] has 150 bytes and more, so the list has only positions.

use core::ops::Range;
use std::borrow::Cow;

use crate::mail::html::element::ELEMENTS;
use crate::mail::html::tag::Tag;
use crate::mail::html::text::{MappedText, decoded};
use crate::mail::names::{NameTable, entries};
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::map::Map;
use crate::mail::truncate::{MAX_CUT_TEXT_BYTES, truncated_to};

/// An attribute of an element, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute<'p> {
    /// The element's name, in lower case.
    pub element: Cow<'static, str>,
    /// The attribute's name, in lower case; `None` for the content of a `style` element.
    pub name: Option<&'static str>,
    /// Whether the value is a URL or may contain some.
    pub kind: AttributeKind,
    /// The value, trimmed of whitespace, with its character references decoded. Those of a style sheet are not decoded.
    pub value: MappedText<'p>,
    /// The text that a browser shows for the link, as a byte range of [`Html::text`](crate::mail::Html::text). It is
    /// set only for the `href` of an `a` element.
    pub shown: Option<Range<usize>>,
}

/// The kind of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// A URL, relative or absolute.
    Url,
    /// Text that may contain URLs.
    Text,
    /// A page.
    Page,
    /// A style sheet, or declarations of one. `style_urls` finds the URLs in it.
    Css,
}

/// The attributes that are read. The first group are URLs: those of HTML 4's DTD, of browsers of its time, of HTML 5,
/// and of SVG; `data-saferedirecturl` is the target of a link in mail that Gmail has shown. The second group may
/// contain URLs: visible texts, `content`, lists of images, and values that a form submits.
pub(crate) static ATTRIBUTES: NameTable<AttributeKind, 25, 256> = NameTable::of(entries! {
    AttributeKind::Url =>
        "action" "background" "cite" "classid" "codebase" "data" "data-saferedirecturl" "dynsrc" "formaction" "href"
        "longdesc" "lowsrc" "pluginspage" "poster" "profile" "src" "usemap" "xlink:href";
    AttributeKind::Text => "alt" "content" "srcset" "title" "value";
    AttributeKind::Page => "srcdoc";
    AttributeKind::Css => "style";
});

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AttributeList {
    positions: Vec<AttributePosition>,
    /// For each attribute with [`IS_LINK`], the range of the text that is shown for the link.
    links: Vec<Range<usize>>,
    is_link_open: bool,
    /// The position in the page of the names of unknown elements, for each tag with attributes.
    unknown_elements: Vec<usize>,
}

/// The position of an attribute's value, and its name. It has 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AttributePosition {
    start: usize,
    len: u32,
    /// The place in [`ATTRIBUTES`], with flags.
    name: u8,
    /// The place in [`ELEMENTS`], or [`UNKNOWN_ELEMENT`].
    element: u8,
}

const HAS_AMPERSAND: u8 = 0x20;

const IS_LINK: u8 = 0x40;

/// The tag has the next of [`AttributeList::unknown_elements`].
const IS_NEXT_UNKNOWN: u8 = 0x80;

const NAME_BITS: u8 = 0x1F;

/// A place after those of [`ATTRIBUTES`]: the content of a `style` element.
const STYLE_SHEET: u8 = NAME_BITS;

const UNKNOWN_ELEMENT: u8 = u8::MAX;

/// The largest number of bytes of a value. The rest of a longer one, which no quote mark can have, is one more value.
const MAX_VALUE_BYTES: usize = u32::MAX as usize;

impl AttributeList {
    /// Adds the attribute at `name` of [`ATTRIBUTES`]. `link` is the offset in the text at which its link begins, if
    /// any.
    #[inline]
    pub(crate) fn push(
        &mut self,
        tag: &Tag,
        name: u8,
        value: Range<usize>,
        has_ampersand: bool,
        link: Option<usize>,
    ) {
        let mut name = name | if has_ampersand { HAS_AMPERSAND } else { 0 };
        if let Some(start) = link {
            name |= IS_LINK;
            self.links.push(start..start);
            self.is_link_open = true;
        }
        let element = tag.known.unwrap_or(UNKNOWN_ELEMENT);
        if element == UNKNOWN_ELEMENT && self.unknown_elements.last() != Some(&tag.name.start) {
            name |= IS_NEXT_UNKNOWN;
            self.unknown_elements.push(tag.name.start);
        }
        let mut start = value.start;
        while let Some(len) = value.end.checked_sub(start).filter(|&len| len > 0) {
            let taken = len.min(MAX_VALUE_BYTES);
            let len = u32::try_from(taken).unwrap_or(u32::MAX);
            self.positions.push(AttributePosition { start, len, name, element });
            start += taken;
            name &= !(IS_LINK | IS_NEXT_UNKNOWN);
        }
    }

    pub(crate) fn push_style_sheet(&mut self, tag: &Tag, content: Range<usize>) {
        self.push(tag, STYLE_SHEET, content, false, None);
    }

    /// Ends the text of the last link at `end`, unless it has ended.
    #[inline]
    pub(crate) fn close_link(&mut self, end: usize) {
        if self.is_link_open
            && let Some(link) = self.links.last_mut()
        {
            link.end = end;
        }
        self.is_link_open = false;
    }
}

/// The attributes of a page, in its order: see [`Html::attributes`](crate::mail::Html::attributes).
#[derive(Clone, Debug)]
pub struct Attributes<'h, 'p> {
    page: &'p [u8],
    charset: Charset,
    outer: Option<&'p Map>,
    positions: std::slice::Iter<'h, AttributePosition>,
    links: std::slice::Iter<'h, Range<usize>>,
    unknown_elements: std::slice::Iter<'h, usize>,
    unknown: usize,
}

impl<'h, 'p> Attributes<'h, 'p> {
    /// Returns the attributes of `list` in `page`, which is part of the page `outer`.
    pub(crate) fn new(
        list: &'h AttributeList,
        page: &'p [u8],
        charset: Charset,
        outer: Option<&'p Map>,
    ) -> Attributes<'h, 'p> {
        Attributes {
            page,
            charset,
            outer,
            positions: list.positions.iter(),
            links: list.links.iter(),
            unknown_elements: list.unknown_elements.iter(),
            unknown: 0,
        }
    }

    fn unknown_element(&self) -> String {
        let name = Tag::name_at(self.page, self.unknown);
        let name = String::from_utf8_lossy(&self.page[name]).to_ascii_lowercase();
        truncated_to(name, MAX_CUT_TEXT_BYTES)
    }
}

impl<'p> Iterator for Attributes<'_, 'p> {
    type Item = Attribute<'p>;

    #[inline]
    fn next(&mut self) -> Option<Attribute<'p>> {
        let &AttributePosition { start, len, name: flags, element } = self.positions.next()?;
        let range = start..start + len as usize;
        if flags & IS_NEXT_UNKNOWN != 0 {
            self.unknown = self.unknown_elements.next().copied().unwrap_or(start);
        }
        let element = match ELEMENTS.get(element) {
            Some(&(name, _)) => Cow::Borrowed(name),
            None => Cow::Owned(self.unknown_element()),
        };
        let shown = if flags & IS_LINK != 0 { self.links.next().cloned() } else { None };
        let (name, kind) = match flags & NAME_BITS {
            STYLE_SHEET => (None, AttributeKind::Css),
            place => ATTRIBUTES.get(place).map(|&(name, kind)| (Some(name), kind))?,
        };
        let mut value = if flags & HAS_AMPERSAND != 0 {
            decoded(self.page, self.charset, range)
        } else {
            let map = Map::stored_as_is(range.start, range.len());
            MappedText { bytes: Cow::Borrowed(&self.page[range]), map }
        };
        if let Some(outer) = self.outer {
            value.map = value.map.within(outer);
        }
        Some(Attribute { element, name, kind, value, shown })
    }
}
