//! The position of a URL: its source, its message, its part, and its place in the text.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::rc::Rc;

use urlsift::Found;
use urlsift::url::is_hidden;

use super::page::{InHtml, MAX_LINK_TEXT_BYTES};
use super::relative::ResolvedReference;
use super::repeated::RepeatedTexts;
use super::spool;
use super::surroundings::{is_quoted, signature_start};
use crate::cut::window::Name;
use crate::mail::{
    Charset, Header, Map, Origin, Outline, Part, Role, TransferEncoding, truncated_to,
};

/// The position of a URL: its source, the message in it, and the part of that.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Location<'s> {
    /// The name of the source.
    pub source: &'s str,
    /// The name of the member, if the source is an archive of files. Offsets count in the member, after decompression.
    pub member: Option<&'s str>,
    /// The number of the member in the archive, from 0.
    pub member_index: Option<usize>,
    /// The byte offset of the message in the source; `None` for plain text.
    pub message_offset: Option<usize>,
    /// The section number of the part (RFC 3501, section 6.4.5); `1` if there is only one part.
    pub part: &'s str,
    /// The byte offset in the source of the stored part.
    pub part_offset: usize,
    /// The HTML element and the attribute whose value has the URL; `None` if it is in text. A style
    /// sheet, the content of a `style` element, has no attribute.
    pub attribute: Option<(&'s str, Option<&'static str>)>,
    /// For the target of a link in a page or in RTF, its text in the charset of the page, or else the `alt` of its
    /// first picture.
    pub shown: Option<&'s [u8]>,
    pub(super) page: Option<&'s Map>,
    pub(super) role: Role,
    pub(super) in_page: Option<InPage<'s>>,
    pub(super) resolved: Option<&'s ResolvedReference>,
    /// Where the signature of the part begins, once it has been looked up.
    pub(super) signature: OnceCell<usize>,
    pub(super) message: Option<&'s ItemMessage<'s>>,
    pub(super) repeated: &'s RepeatedTexts<'s>,
    pub(super) stored: Stored<'s>,
    /// The text that was searched.
    pub text: &'s [u8],
    /// The charset of that text.
    pub charset: Charset,
    /// The charset of the stored part.
    pub stored_charset: Charset,
    /// The transfer encoding of the part, if it was decoded.
    pub encoding: TransferEncoding,
}

impl<'s> Location<'s> {
    /// Returns the metadata of the message; `None` for plain text. After very many URLs, its texts are cut, see
    /// [`Item::find`](super::Item::find).
    pub fn origin(&self) -> Option<&'s Origin> {
        self.message.map(|message| {
            let (origin, bytes) = message.origin();
            self.repeated.origin(origin, *bytes)
        })
    }

    /// Reports whether this URL may be the first of the message for which its texts are cut.
    pub(crate) fn may_cut_texts(&self) -> bool {
        self.repeated.may_cut(self.message.map_or(0, |message| message.origin().1))
    }

    /// Maps `range` of [`Location::text`] to the stored bytes: of the source if [`Location::is_in_source`],
    /// otherwise of the part.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        let range = self.page.map_or(range.clone(), |page| page.range(range));
        match &self.stored {
            Stored::AsIs(offset) => range.start + offset..range.end + offset,
            Stored::Encoded(encoded) => {
                let Some(map) = encoded.map() else { return range };
                let Range { start, end } = map.range(range);
                start + encoded.offset..end + encoded.offset
            }
        }
    }

    /// Returns the base that a relative reference was resolved against; `None` if the URL was none.
    pub fn base(&self) -> Option<&'s str> {
        self.resolved.map(|resolved| &*resolved.base)
    }

    /// Returns `range` of the text as written, decoded: for a relative reference, the reference.
    pub(crate) fn raw(&self, range: Range<usize>) -> Cow<'s, str> {
        match self.resolved {
            Some(resolved) => Cow::Borrowed(&resolved.reference),
            None => self.charset.decode(&self.text[range]),
        }
    }

    /// Returns what [`Location::range`] counts in, as rows name it: `source` or `part`.
    pub(crate) fn offset_in(&self) -> &'static str {
        if self.is_in_source() { "source" } else { "part" }
    }

    pub(super) fn start_in_source(&self, found: &Found<'_>) -> Option<usize> {
        self.is_in_source().then(|| self.range(found.outer()).start)
    }

    /// Reports whether offsets in the source are known. They are not if the charset was converted.
    pub fn is_in_source(&self) -> bool {
        match &self.stored {
            Stored::AsIs(_) => true,
            Stored::Encoded(encoded) => encoded.map().is_some(),
        }
    }

    /// Reports whether the URL is in the value of a header field.
    pub fn is_in_header(&self) -> bool {
        self.role == Role::Field
    }

    /// Reports whether `found`, which was found here, is on a quoted line: one that begins with `>` after any
    /// whitespace, with `|` and a space (but not in a box), or with up to four letters and `>`. For an attribute the
    /// line with the text of its link counts, if it has one.
    pub fn is_quoted(&self, found: &Found<'_>) -> bool {
        let (text, at) = self.in_text(found);
        !self.is_in_header() && at.is_some_and(|at| is_quoted(text, at))
    }

    /// Reports whether `found`, which was found here, is in the signature of the message, or in the footer that a list
    /// adds (A8). Attributes are as in [`is_quoted`](Location::is_quoted).
    pub fn is_in_signature(&self, found: &Found<'_>) -> bool {
        // Plain texts have no signature.
        if self.is_in_header() || self.message.is_none() {
            return false;
        }
        let (text, at) = self.in_text(found);
        let cell = self.in_page.map_or(&self.signature, |page| page.signature);
        self.role == Role::Footer
            || at.is_some_and(|at| at >= *cell.get_or_init(|| signature_start(text)))
    }

    /// Reports whether the URL is in an HTML page: in its text, or in an attribute.
    pub fn is_in_page(&self) -> bool {
        self.in_page.is_some()
    }

    /// Returns the text that people read, in [`Location::charset`], and the bytes of it that show `found`. For the
    /// attribute of a link they are the text of the link. Returns `None` for the bytes if `found` is in an attribute
    /// that shows no text.
    pub fn in_shown_text(&self, found: &Found<'_>) -> (&'s [u8], Option<Range<usize>>) {
        let len = match self.attribute {
            None => found.outer().len(),
            Some(_) => {
                self.in_page.and_then(|page| page.shown).map_or(0, |(start, end)| end - start)
            }
        };
        let (text, start) = self.in_text(found);
        (text, start.map(|start| start..start + len))
    }

    /// Returns [`Location::shown`] decoded, cut to 256 bytes, with a space for each run of whitespace and invisible
    /// characters.
    pub fn link_text(&self) -> Option<String> {
        let shown = self.shown?;
        let charset = self.in_page.map_or(self.charset, |page| page.charset);
        let shown = charset.decode(&shown[..shown.len().min(MAX_LINK_TEXT_BYTES)]);
        let is_inked = |c: char| !c.is_whitespace() && !c.is_control() && !is_hidden(c);
        let mut text = String::new();
        let mut rest = &*shown;
        while let Some(c) = rest.chars().next() {
            let end = rest.find(is_inked).unwrap_or(rest.len());
            let is_gap = rest[..end].contains(char::is_whitespace);
            text.push(if is_gap { ' ' } else { c });
            rest = &rest[end.max(c.len_utf8())..];
        }
        let text = text.trim().to_owned();
        Some(truncated_to(text, MAX_ROW_TEXT_BYTES))
    }

    fn in_text(&self, found: &Found<'_>) -> (&'s [u8], Option<usize>) {
        match self.in_page {
            None => (self.text, Some(found.outer().start)),
            Some(page) if page.is_text => (page.text, Some(found.outer().start)),
            Some(page) => (page.text, page.shown.map(|(start, _)| start)),
        }
    }

    #[inline]
    pub(super) fn count_url(&mut self) {
        self.repeated.count_url();
        let name = self.repeated.name();
        self.source = &name.source;
        self.member = name.member.as_deref();
    }

    pub(super) fn within<'p>(&'p self, found: &InHtml<'p, 'p>) -> Location<'p>
    where
        's: 'p,
    {
        let &InHtml { html, decoded, attribute, shown, resolved } = found;
        // A page in an attribute is on no line of the page around it.
        let is_outermost = html.outer.is_none();
        let link = attribute.filter(|_| is_outermost).and_then(|it| it.shown.as_ref());
        Location {
            in_page: Some(InPage {
                charset: html.charset,
                text: &html.text.bytes,
                is_text: is_outermost && attribute.is_none(),
                shown: link.map(|shown| (shown.start, shown.end)),
                signature: &self.signature,
            }),
            shown,
            attribute: attribute.map(|attribute| (&*attribute.element, attribute.name)),
            page: Some(&decoded.map),
            text: &decoded.bytes,
            charset: resolved.map_or(self.charset, |_| Charset::UTF_8),
            resolved,
            ..self.clone()
        }
    }
}

const MAX_ROW_TEXT_BYTES: usize = 256;

#[derive(Clone, Copy, Debug)]
pub(super) struct InPage<'p> {
    charset: Charset,
    text: &'p [u8],
    /// Whether the URL is in that text, and not in an attribute.
    is_text: bool,
    /// The start and end of the link's text, if the URL is in an attribute of a link.
    shown: Option<(usize, usize)>,
    signature: &'p OnceCell<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Stored<'p> {
    /// The text is stored as is in the source, from this offset on. This is the common case.
    AsIs(usize),
    Encoded(Rc<EncodedPart<'p>>),
}

/// A part whose text was decoded. Its map takes a second decoding, and is made once, if a row asks for offsets.
#[derive(Debug)]
pub(super) struct EncodedPart<'p> {
    pub(super) part: &'p Part<'p>,
    pub(super) message: &'p [u8],
    pub(super) offset: usize,
    pub(super) map: OnceCell<Option<Map>>,
}

impl EncodedPart<'_> {
    fn map(&self) -> Option<&Map> {
        self.map.get_or_init(|| self.part.map(self.message)).as_ref()
    }
}

/// The header is parsed once, at the first URL: parsing it for each part takes quadratic time.
#[derive(Debug)]
pub(super) struct ItemMessage<'m> {
    bytes: &'m [u8],
    name: &'m Name,
    is_first: bool,
    pub(super) outline: Cell<Option<Outline>>,
    origin: OnceCell<(Origin, usize)>,
}

impl<'m> ItemMessage<'m> {
    pub(super) fn new(bytes: &'m [u8], name: &'m Name, is_first: bool) -> ItemMessage<'m> {
        ItemMessage { bytes, name, is_first, outline: Cell::new(None), origin: OnceCell::new() }
    }

    /// Sets the metadata of a page of a list or an article of A-news, unless there are some. Returns whether it did.
    pub(super) fn set_origin(&mut self, origin: Origin) -> bool {
        let bytes = origin.bytes();
        self.origin.set((origin, bytes)).is_ok()
    }

    pub(super) fn origin(&self) -> &(Origin, usize) {
        self.origin.get_or_init(|| {
            let header = match self.outline.get() {
                Some(outline) => Header::with_outline(self.bytes, outline),
                None => Header::of(self.bytes),
            };
            let mut origin = Origin::of(&header);
            if origin.groups.is_empty() {
                origin.groups.extend(self.group(&header));
            }
            let bytes = origin.bytes();
            (origin, bytes)
        })
    }

    pub(super) fn into_origin(self) -> Origin {
        self.origin();
        self.origin.into_inner().unwrap_or_default().0
    }

    /// Returns the newsgroup that the path of the source names, if the source is a single article.
    fn group(&self, header: &Header<'_>) -> Option<String> {
        // A file that begins with a separator is a mailbox, a batch or a log.
        let is_alone = self.is_first
            && !self.bytes.starts_with(b"From ")
            && !self.bytes.starts_with(b"#! rnews")
            && !self.bytes.starts_with(b"=====");
        let path = self.name.member.as_ref().unwrap_or(&self.name.source);
        // News servers add these fields to every article; mail programs do not.
        let is_news = || header.value("Path").is_some() || header.value("Xref").is_some();
        // This is called for every message of an mbox, so check the cheap condition first.
        is_alone.then(|| spool::group(path, is_news()))?
    }
}
