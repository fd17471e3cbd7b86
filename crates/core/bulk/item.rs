//! Items, the unit of search: a message of a mailbox, a file that is one message, or a plain text.

use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::rc::Rc;

use super::page::{PageRoom, ReserveRoom, find_in_page};
use super::repeated::RepeatedTexts;
use super::spool;
use super::window::{Name, Window};
use crate::archive::mime::parts::text_parts_as;
use crate::archive::mime::tally::TallyMode;
use crate::archive::{
    Attribute, Charset, Damage, DamageKind, DelSp, Filter, Header, Headers, Html,
    MAX_CUT_TEXT_BYTES, Map, MappedText, Origin, Outline, Part, PartKind, Role, Tally,
    TransferEncoding, parts_tallied, parts_with,
};
use crate::extract::extractor::Extractor;
use crate::extract::find_iter::FindIter;
use crate::found::Found;
use crate::input::Input;
use crate::reading::SoftBreaks;
use crate::seen::SeenUrls;

/// A message or a text that can be searched by itself.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    window: &'s Window,
    range: Range<usize>,
    room: Option<PageRoom<'s>>,
}

/// The position of a URL: its source, the message in it, and the part of that.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Location<'s> {
    /// The name of the source.
    pub source: &'s str,
    /// The name of the member, if the source is an archive of files. Offsets count in the member, after
    /// decompression.
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
    /// For the `href` of an `a` element, the text of the link in the charset of [`Location::text`].
    pub shown: Option<&'s [u8]>,
    /// The map from the text to the part, if the part is HTML.
    page: Option<&'s Map>,
    message: Option<&'s ItemMessage<'s>>,
    repeated: &'s RepeatedTexts<'s>,
    stored: Stored<'s>,
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
    /// Returns the metadata of the message; `None` for plain text. The header is parsed at the first call for
    /// a message.
    ///
    /// After a message has given very many URLs, its texts are cut, see [`Item::find`].
    pub fn origin(&self) -> Option<&'s Origin> {
        self.message.map(|message| {
            let (origin, bytes) = message.origin();
            self.repeated.origin(origin, *bytes)
        })
    }

    /// Maps `range` of [`Location::text`] to the stored bytes: of the source if [`Location::is_in_source`],
    /// otherwise of the part.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        // Up to two maps are applied, from the inside out: text of the page to part, then part to source.
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

    /// Returns what [`Location::range`] counts in, as rows name it: `source` or `part`.
    #[cfg(feature = "cli")]
    pub(crate) fn offset_in(&self) -> &'static str {
        if self.is_in_source() { "source" } else { "part" }
    }

    /// Reports whether offsets in the source are known. They are not if the charset was converted.
    pub fn is_in_source(&self) -> bool {
        match &self.stored {
            Stored::AsIs(_) => true,
            Stored::Encoded(encoded) => encoded.map().is_some(),
        }
    }

    /// Counts a URL, and sets the names for its row.
    #[inline]
    fn count_url(&mut self) {
        self.repeated.count_url();
        let name = self.repeated.name();
        self.source = &name.source;
        self.member = name.member.as_deref();
    }

    /// Returns the location of a URL in the text or an attribute of this part, an HTML page.
    fn within<'p>(
        &self,
        html: &'p Html<'_>,
        decoded: &'p MappedText<'_>,
        attribute: Option<&'p Attribute<'_>>,
    ) -> Location<'p>
    where
        's: 'p,
    {
        let shown = attribute.and_then(|attribute| attribute.shown.clone());
        Location {
            shown: shown.map(|shown| &html.text.bytes[shown]),
            attribute: attribute.map(|attribute| (&*attribute.element, attribute.name)),
            page: Some(&decoded.map),
            text: &decoded.bytes,
            ..self.clone()
        }
    }
}

impl Window {
    /// Returns the items of the window, in order.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        self.ranges.iter().map(|range| Item::new(self, range.clone()))
    }
}

impl<'s> Item<'s> {
    /// Makes the item of the bytes at `range` of the window.
    pub(super) fn new(window: &'s Window, range: Range<usize>) -> Item<'s> {
        Item { window, range, room: None }
    }

    /// Calls `reserve` before each HTML page of 1 MiB or more is read, with the bytes that reading it takes. So
    /// threads that search large pages can share a limit on memory.
    #[must_use]
    pub fn with_room(self, reserve: &'s ReserveRoom<'s>) -> Item<'s> {
        Item { room: Some(PageRoom::new(reserve)), ..self }
    }

    /// Returns the name of the source.
    pub fn name(&self) -> &'s Name {
        &self.window.name
    }

    /// Returns the length in bytes.
    #[allow(clippy::len_without_is_empty)] // No item is empty.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Reports whether the item is a text, and not a message.
    fn is_text(&self) -> bool {
        self.window.is_text(&self.range)
    }

    /// Calls `each` for every URL that `extractor` finds in the item, in order: in bodies, and in the header
    /// fields that `headers` selects. `seen` has URLs known from elsewhere, as evidence for doubts.
    ///
    /// Returns the damage to the parts that were searched, in order. If the names of source and member, or the texts
    /// of [`Location::origin`], have cost 32 times the size of the item and 4 KiB, each of them is cut to 64 bytes for
    /// the URLs that follow; the last damage then is [`DamageKind::TextCut`].
    pub fn find(
        &self,
        extractor: &Extractor,
        headers: Headers,
        seen: Option<&SeenUrls>,
        each: impl FnMut(&Location<'_>, &Found<'_>),
    ) -> Vec<Damage> {
        let find = |text: &[u8]| extractor.find_candidate(text);
        self.search(extractor, headers, seen, None, &find, each)
    }

    /// Like [`find`](Item::find), but also returns counts, such as those of damage.
    pub fn find_and_tally(
        &self,
        extractor: &Extractor,
        headers: Headers,
        seen: Option<&SeenUrls>,
        each: impl FnMut(&Location<'_>, &Found<'_>),
    ) -> (Tally, Vec<Damage>) {
        let mut tally = Tally::default();
        let find = |text: &[u8]| extractor.find_candidate(text);
        let damage = self.search(extractor, headers, seen, Some(&mut tally), &find, each);
        (tally, damage)
    }

    fn search(
        &self,
        extractor: &Extractor,
        headers: Headers,
        seen: Option<&SeenUrls>,
        tally: Option<&mut Tally>,
        find: &dyn Fn(&[u8]) -> Option<usize>,
        mut each: impl FnMut(&Location<'_>, &Found<'_>),
    ) -> Vec<Damage> {
        // The metadata are made at the first row that asks for them. The cells let all locations of the
        // message share them by reference.
        let message = ItemMessage { item: self, outline: Cell::new(None), origin: OnceCell::new() };
        let message = (!self.is_text()).then_some(&message);
        let repeated = RepeatedTexts::new(&self.window.name, self.len());
        let start = self.window.start + self.range.start;
        let mut all_damage = Vec::new();
        let rest = self.for_each_part(headers, find, tally, |part, first, outline| {
            if !part.damage.is_empty() {
                all_damage.extend(part.damages().map(|damage| damage.moved(start)));
            }
            let mut input = Input::new(&*part.text).decode(part.charset);
            if part.flowed == Some(DelSp::Yes) {
                input = input.soft_breaks(SoftBreaks::Deleted);
            }
            if let Some(seen) = seen {
                input = input.seen(seen);
            }
            // Most parts have no URL, so the location is made at the first one.
            let mut location = None;
            let made = || {
                if let Some(message) = message {
                    message.outline.set(outline);
                }
                self.location(&part, message, &repeated)
            };
            if part.kind == PartKind::Html {
                let Some(_reserved) = PageRoom::reserve(self.room, part.text.len()) else { return };
                let html = Html::of(&part.text, part.charset);
                find_in_page(extractor, &html, input, |decoded, attribute, found| {
                    let location = location.get_or_insert_with(made);
                    location.count_url();
                    each(&location.within(&html, decoded, attribute), found);
                });
                return;
            }
            if is_folded_url(&part)
                && let Some(whole) = extractor.find_whole(input)
            {
                let location = location.get_or_insert_with(made);
                location.count_url();
                each(location, &whole);
                return;
            }
            // The walk has searched the message for its first candidate. Begin there, instead of searching
            // the same bytes again.
            let mut links = FindIter::at_candidate(extractor, input, first);
            // A `Found` has 440 bytes. It is borrowed, because a loop with `for` copies it.
            while let Some(found) = &links.next() {
                let location = location.get_or_insert_with(made);
                location.count_url();
                each(location, found);
            }
        });
        all_damage.extend(rest.into_iter().map(|kind| Damage::at(start, kind)));
        if repeated.is_cut() {
            let message = format!(
                "byte {start}: texts that rows repeat are cut to {MAX_CUT_TEXT_BYTES} bytes, because there are very many rows"
            );
            all_damage.push(Damage::new(DamageKind::TextCut, Some(start as u64), message));
        }
        all_damage
    }

    /// Returns the URLs that occur unbroken in the item: the result of a first pass, for the second.
    pub fn seen_urls(&self, headers: Headers) -> SeenUrls {
        let mut unbroken = SeenUrls::new();
        // A part without a candidate has no URL, so it is skipped.
        let extractor = Extractor::new();
        self.for_each_part(headers, &|text| extractor.find_candidate(text), None, |part, _, _| {
            if part.kind == PartKind::Html {
                let Some(_reserved) = PageRoom::reserve(self.room, part.text.len()) else { return };
                let html = Html::of(&part.text, part.charset);
                unbroken.add(&html.text.bytes);
                html.attributes().for_each(|attribute| unbroken.add(&attribute.value.bytes));
            } else {
                unbroken.add(&part.text);
            }
        });
        unbroken
    }

    /// Returns the bytes of the item as stored.
    pub fn bytes(&self) -> &[u8] {
        &self.window.bytes[self.range.clone()]
    }

    /// Calls `each` for every part, except parts in which `find` finds no candidate (see
    /// [`Parts::filtered`]). Passes the offset of the first candidate in its text and the outline of the
    /// message's header. Counts what was met in `tally`. Returns the damage that belongs to no part.
    fn for_each_part(
        &self,
        headers: Headers,
        find: &dyn Fn(&[u8]) -> Option<usize>,
        tally: Option<&mut Tally>,
        mut each: impl FnMut(Part<'_>, usize, Option<Outline>),
    ) -> Vec<DamageKind> {
        let bytes = self.bytes();
        // Counting is a case of its own: a message without a candidate still has parts and regions to count,
        // so it cannot be skipped before the walk.
        let mut parts = match (self.is_text(), tally.is_some()) {
            (true, is_counted) => {
                let mode = if is_counted { TallyMode::On } else { TallyMode::Off };
                text_parts_as(bytes, self.window.text_kind, mode)
            }
            (false, false) => {
                let filter = Filter::of(bytes, find);
                // Most messages are skipped here, before anything is built.
                if filter.passes_over(bytes) {
                    return Vec::new();
                }
                parts_with(bytes, headers).with_filter(filter)
            }
            (false, true) => parts_tallied(bytes, headers).filtered(find),
        };
        // A chain of iterators in the place of this loop moved the state of the walk twice for each message.
        // That and a read buffer that was cleared took 3.9 % more instructions.
        while let Some(part) = parts.next() {
            let first = parts.first_in(&part);
            each(part, first, parts.outline());
        }
        let rest = parts.damage().to_vec();
        if let Some(tally) = tally {
            *tally = parts.into_tally();
        }
        rest
    }

    /// Returns the offset of the item in the source.
    fn offset(&self) -> usize {
        self.window.name.offset.saturating_add(self.window.start + self.range.start)
    }

    /// Returns the newsgroup that the path of the source names, if the source is a single article.
    fn group(&self, header: &Header<'_>) -> Option<String> {
        // An article in a spool is a file by itself. A file that begins with a separator is a mailbox, a batch or
        // a log instead.
        let is_alone = self.offset() == 0
            && !self.bytes().starts_with(b"From ")
            && !self.bytes().starts_with(b"#! rnews")
            && !self.bytes().starts_with(b"=====");
        let name = &self.window.name;
        let path = name.member.as_ref().unwrap_or(&name.source);
        // News servers add these fields to every article; mail programs do not.
        let is_news = || header.value("Path").is_some() || header.value("Xref").is_some();
        // This is called for every message of an mbox, so check the cheap condition first.
        is_alone.then(|| spool::group(path, is_news()))?
    }

    fn location<'p>(
        &'p self,
        part: &'p Part<'_>,
        message: Option<&'p ItemMessage<'_>>,
        repeated: &'p RepeatedTexts<'_>,
    ) -> Location<'p> {
        let start = self.offset();
        Location {
            source: &self.window.name.source,
            member: self.window.name.member.as_deref(),
            member_index: self.window.name.member_index,
            message_offset: message.map(|_| start),
            part: &part.path,
            part_offset: start + part.stored.start,
            attribute: None,
            shown: None,
            page: None,
            message,
            repeated,
            // Only a part with a place in the message is stored as is. For others the map is made when offsets
            // are asked for: making it for every such part took a tenth of the time.
            stored: match part.base {
                Some(base) => Stored::AsIs(start + base),
                None => Stored::Encoded(Rc::new(EncodedPart {
                    part,
                    message: self.bytes(),
                    offset: start,
                    map: OnceCell::new(),
                })),
            },
            text: &part.text,
            charset: part.charset,
            stored_charset: part.stored_charset,
            encoding: part.encoding,
        }
    }
}

/// Reports whether `part` is the value of a field that is one URL (RFC 2557, section 4), which has folds and no other
/// whitespace. The folds are no part of the URL.
fn is_folded_url(part: &Part<'_>) -> bool {
    let name = || part.path.rsplit_once("header:").map(|(_, name)| name);
    part.role == Role::Field
        && memchr::memchr2(b'\n', b'\r', &part.text).is_some()
        && matches!(name(), Some("Content-Location" | "Content-Base"))
        && part
            .text
            .split(|byte| b"\n\r".contains(byte))
            .all(|line| !line.trim_ascii().iter().any(u8::is_ascii_whitespace))
}

/// The storage of the bytes of a part's text.
#[derive(Clone, Debug)]
enum Stored<'p> {
    /// Stored as is in the source, from this offset on. This is the common case.
    AsIs(usize),
    Encoded(Rc<EncodedPart<'p>>),
}

/// A part whose text was decoded. Mapping its offsets takes a second decoding. So the map is made only if a row
/// asks for offsets, and once for all URLs of the part.
#[derive(Debug)]
struct EncodedPart<'p> {
    part: &'p Part<'p>,
    message: &'p [u8],
    /// The offset of the message.
    offset: usize,
    map: OnceCell<Option<Map>>,
}

impl EncodedPart<'_> {
    /// Returns the map from the part's text to the message, if there is one.
    fn map(&self) -> Option<&Map> {
        self.map.get_or_init(|| self.part.map(self.message)).as_ref()
    }
}

/// A message with the metadata for its rows. The header is parsed once, at the first URL: parsing it again
/// for each part takes quadratic time if a long header has many parts.
#[derive(Debug)]
struct ItemMessage<'m> {
    item: &'m Item<'m>,
    /// The outline of the header, from the walk through the message.
    outline: Cell<Option<Outline>>,
    /// The metadata, and their bytes.
    origin: OnceCell<(Origin, usize)>,
}

impl ItemMessage<'_> {
    fn origin(&self) -> &(Origin, usize) {
        self.origin.get_or_init(|| {
            let bytes = self.item.bytes();
            let header = match self.outline.get() {
                Some(outline) => Header::with_outline(bytes, outline),
                None => Header::of(bytes),
            };
            let mut origin = Origin::of(&header);
            if origin.groups.is_empty() {
                origin.groups.extend(self.item.group(&header));
            }
            let bytes = origin.bytes();
            (origin, bytes)
        })
    }
}

#[cfg(test)]
mod tests;
