//! A reader that walks through a page from tag to tag and collects text and attributes.
//!
//! A page of mail has a tag or a text in every 30 bytes. At that rate a function call, an allocation or a
//! comparison of names costs more than looking at the bytes. So text is copied once, and an attribute's value
//! is copied only if it contains a character reference.

use core::ops::Range;
use std::borrow::Cow;

use memchr::{memchr, memrchr};

use crate::archive::headers::origin::truncated;
use crate::archive::html::element::Element;
use crate::archive::html::entity::decode_reference;
use crate::archive::html::page::{ATTRIBUTES, Attribute, AttributeKind, Html, MappedText};
use crate::archive::html::tag::{NextByte, Quotes, Side, Tag};
use crate::archive::html::terminators::{Terminator, Terminators};
use crate::archive::transfer::charset::Charset;
use crate::archive::transfer::map::Map;

/// The largest number of segments of the map, and of attributes, that memory is reserved for in advance. A page of mail has a
/// segment in 32 bytes and an attribute in 400.
const MAX_INITIAL_CAPACITY: usize = 1024;

impl<'p> Html<'p> {
    /// Reads `page`, whose text is in `charset`. Linear in the page.
    pub fn of(page: &'p [u8], charset: Charset) -> Html<'p> {
        let mut reader = PageReader {
            page,
            charset,
            quotes: Quotes::new(),
            references: NextByte::new(b'&'),
            text: PageText {
                bytes: Vec::with_capacity(page.len() / 2),
                map: Map::with_capacity(MAX_INITIAL_CAPACITY.min(page.len() / 32)),
            },
            attributes: Vec::with_capacity(MAX_INITIAL_CAPACITY.min(page.len() / 256)),
            at_link: false,
            link: None,
        };
        reader.read();
        reader.close_link();
        Html { text: reader.text.into(), attributes: reader.attributes }
    }
}

/// The text of a page under construction, with its map.
struct PageText {
    bytes: Vec<u8>,
    map: Map,
}

impl PageText {
    /// Appends `range` of `page` unchanged.
    #[inline]
    fn copy(&mut self, page: &[u8], range: Range<usize>) {
        self.bytes.extend_from_slice(&page[range.clone()]);
        self.map.push(range.len(), range);
    }

    /// Appends a decoded character reference.
    fn push(&mut self, Reference { bytes, range }: Reference) {
        self.bytes.extend_from_slice(&bytes);
        self.map.push(bytes.len(), range);
    }

    /// Appends a byte that is not in the page. Its position is the empty range at `at`.
    #[inline]
    fn insert(&mut self, byte: u8, at: usize) {
        self.bytes.push(byte);
        self.map.push(1, at..at);
    }
}

impl From<PageText> for MappedText<'_> {
    fn from(text: PageText) -> Self {
        MappedText { bytes: Cow::Owned(text.bytes), map: text.map }
    }
}

/// A decoded character reference: its bytes in the page's charset, and its position in the page.
struct Reference {
    bytes: Cow<'static, [u8]>,
    range: Range<usize>,
}

/// A page that is being read.
struct PageReader<'p> {
    page: &'p [u8],
    charset: Charset,
    /// The positions of the next quote marks and of the next `&`.
    quotes: Quotes,
    references: NextByte,
    text: PageText,
    attributes: Vec<Attribute<'p>>,
    /// Whether a link has begun or ended since the last text.
    at_link: bool,
    /// The index of the attribute whose link is still open.
    link: Option<usize>,
}

impl<'p> PageReader<'p> {
    /// Reads the page up to its end.
    fn read(&mut self) {
        let page = self.page;
        let mut terminators = Terminators::default();
        let last_close = memrchr(b'>', page);
        let mut at = 0;
        let mut text = 0;
        // Each round finds the next `<` and decides whether it opens a comment, a declaration or a tag, or is
        // text. `text` is the start of the text that is not yet copied, `at` the place to search on from.
        while let Some(length) = memchr(b'<', &page[at..]) {
            let start = at + length;
            at = start + 1;
            if let Some(b'!' | b'?') = page.get(at) {
                let end = if page[at..].starts_with(b"!--") {
                    terminators.find(Terminator::Comment, page, start + 4)
                } else {
                    terminators.find(Terminator::Tag, page, start)
                };
                if let Some(end) = end {
                    self.push_text(text..start);
                    (at, text) = (end, end);
                }
                continue;
            }
            // After the last `>` of the page no tag is complete, so the rest is text.
            if last_close < Some(start) {
                break;
            }
            let Some(tag) = Tag::at(page, start) else { continue };
            self.push_text(text..start);
            at = self.enter(start, &tag);
            text = at;
            let terminator = match tag.element() {
                Element::Script => Terminator::Script,
                Element::Style => Terminator::Style,
                _ => continue,
            };
            if tag.side == Side::Start
                && let Some(end) = terminators.find(terminator, page, at)
            {
                (at, text) = (end, end);
            }
        }
        self.push_text(text..page.len());
    }

    /// Appends `range` of the page to the text, with its references decoded.
    #[inline]
    fn push_text(&mut self, range: Range<usize>) {
        // Two tags of five directly follow another one.
        if !range.is_empty() {
            self.push_some(range);
        }
    }

    /// Like [`push_text`](Self::push_text), for a range that is not empty.
    fn push_some(&mut self, range: Range<usize>) {
        if self.at_link {
            self.at_link = false;
            // Two links may touch, and their texts may be two URLs. A space keeps them apart.
            let is_word = |byte: Option<&u8>| {
                byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'/')
            };
            if is_word(self.text.bytes.last()) && is_word(self.page.get(range.start)) {
                self.text.insert(b' ', range.start);
            }
        }
        let mut at = range.start;
        while let Some(reference) = self.next_reference(at..range.end) {
            self.text.copy(self.page, at..reference.range.start);
            at = reference.range.end;
            self.text.push(reference);
        }
        self.text.copy(self.page, at..range.end);
    }

    /// Decodes the character references in `range` of the page. Borrows if there are none.
    fn decode(&mut self, range: Range<usize>) -> MappedText<'p> {
        let Some(mut reference) = self.next_reference(range.clone()) else {
            let map = Map::stored_as_is(range.start, range.len());
            return MappedText { bytes: Cow::Borrowed(&self.page[range]), map };
        };
        let mut value = PageText { bytes: Vec::with_capacity(range.len()), map: Map::new() };
        let mut at = range.start;
        loop {
            value.copy(self.page, at..reference.range.start);
            at = reference.range.end;
            value.push(reference);
            match self.next_reference(at..range.end) {
                Some(next) => reference = next,
                None => break,
            }
        }
        value.copy(self.page, at..range.end);
        value.into()
    }

    /// Returns the first character reference in `range` of the page.
    #[inline]
    fn next_reference(&mut self, range: Range<usize>) -> Option<Reference> {
        let mut at = range.start;
        while let Some(start) = self.references.find(self.page, at..range.end) {
            let reference = self.reference(start..range.end);
            if reference.is_some() {
                return reference;
            }
            at = start + 1;
        }
        None
    }

    /// Parses the character reference at the start of `range` of the page.
    fn reference(&self, range: Range<usize>) -> Option<Reference> {
        let start = range.start;
        let (character, length) = decode_reference(&self.page[range])?;
        let bytes = self.charset.encode(character)?;
        Some(Reference { bytes, range: start..start + length })
    }

    /// Ends the text that is shown for the last link.
    fn close_link(&mut self) {
        let shown = self.link.take().and_then(|link| self.attributes[link].shown.as_mut());
        if let Some(shown) = shown {
            shown.end = self.text.bytes.len();
        }
    }

    /// Handles `tag`, which begins at `start`: ends the line if necessary and collects attributes. Returns the
    /// end of the tag.
    #[inline]
    fn enter(&mut self, start: usize, tag: &Tag) -> usize {
        match tag.element() {
            Element::Link => {
                self.at_link = true;
                self.close_link();
            }
            Element::Inline => {}
            Element::Break => self.text.insert(b'\n', start),
            Element::Script | Element::Style | Element::Block => {
                if self.text.bytes.last().is_some_and(|&byte| byte != b'\n') {
                    self.text.insert(b'\n', start);
                }
            }
        }
        // Most tags have no attributes.
        let end = tag.name.end;
        if self.page.get(end) == Some(&b'>') { end + 1 } else { self.take_all(tag) }
    }

    /// Collects the known attributes of `tag`, and returns the end of the tag.
    fn take_all(&mut self, tag: &Tag) -> usize {
        let mut attributes = tag.attributes();
        while let Some((name, value)) = attributes.next(self.page, &mut self.quotes) {
            if let Some(&(name, kind)) = ATTRIBUTES.find(self.page, name) {
                self.take(tag, name, kind, value);
            }
        }
        attributes.at
    }

    /// Collects the attribute `name` of `tag`, whose value is at `range`, unless it is empty.
    fn take(&mut self, tag: &Tag, name: &'static str, kind: AttributeKind, range: Range<usize>) {
        let stored = &self.page[range.clone()];
        let start = range.start + stored.len() - stored.trim_ascii_start().len();
        let end = start + stored.trim_ascii().len();
        if start >= end {
            return;
        }
        let value = self.decode(start..end);
        let shown = (tag.element() == Element::Link && name == "href").then(|| {
            self.link = Some(self.attributes.len());
            self.text.bytes.len()..self.text.bytes.len()
        });
        let element = tag.known.map_or_else(
            || {
                let element = String::from_utf8_lossy(&self.page[tag.name.clone()]);
                Cow::Owned(truncated(element.to_ascii_lowercase()))
            },
            |&(name, _)| Cow::Borrowed(name),
        );
        self.attributes.push(Attribute { element, name, kind, value, shown });
    }
}
