//! What is searched by itself: a message of an mbox, a message that is a file, or a plain text.

use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::rc::Rc;

use super::spool;
use super::window::{Window, WindowKind};
use crate::archive::{
    Attribute, Charset, Decoded, DelSp, Filter, Header, Headers, Holds, Html, Kind as PartKind,
    Map, Origin, Outline, Part, Tally, TransferEncoding, parts_tallied, parts_with, text_parts,
    text_parts_tallied,
};
use crate::extract::extractor::Extractor;
use crate::extract::find_iter::FindIter;
use crate::found::Found;
use crate::input::Input;
use crate::reading::SoftBreaks;
use crate::seen::SeenUrls;

/// A message or a text, to be searched by itself.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    window: &'s Window,
    range: Range<usize>,
}

/// Where something was found: the source, the message in it, the part of that.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Place<'s> {
    /// The source's name.
    pub source: &'s str,
    /// The member's name, where the source is an archive of files. All offsets are then in the member,
    /// and where something was compressed, in what it expands to.
    pub member: Option<&'s str>,
    /// The offset of the message in the source, in bytes; `None` where the source is a plain text.
    pub message_offset: Option<usize>,
    /// The part's section number (RFC 3501, section 6.4.5); `1` where there is but one.
    pub part: &'s str,
    /// The offset in the source, in bytes, of the part as it is stored.
    pub part_offset: usize,
    /// The HTML element and its attribute in whose value it was found; `None` where it was in text.
    pub attribute: Option<(&'s str, &'static str)>,
    /// Where that is the `href` of an `a`: what a reader is shown in its place, in the charset of
    /// [`Place::text`].
    pub shown: Option<&'s [u8]>,
    /// Where the text stands in the part, where that is HTML.
    page: Option<&'s Map>,
    message: Option<&'s Message<'s>>,
    stored: Stored<'s>,
    /// The text that was searched.
    pub text: &'s [u8],
    /// The charset of that text.
    pub charset: Charset,
    /// The charset of the part as it is stored.
    pub stored_charset: Charset,
    /// The part's transfer encoding, where it was undone.
    pub encoding: TransferEncoding,
}

impl<'s> Place<'s> {
    /// What the message's header says of it; `None` where the source is a plain text. The fields are read
    /// when this is first asked for, once for each message.
    pub fn origin(&self) -> Option<&'s Origin> {
        self.message.map(Message::origin)
    }

    /// Where `range` of [`Place::text`] is stored: in the source, where [`Place::is_in_source`],
    /// otherwise in the part.
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

    /// What [`Place::range`] is in, as rows call it: `source` or `part`.
    #[cfg(feature = "cli")]
    pub(crate) fn offset_in(&self) -> &'static str {
        if self.is_in_source() { "source" } else { "part" }
    }

    /// Whether the place in the source can be told: not where the charset was undone.
    pub fn is_in_source(&self) -> bool {
        match &self.stored {
            Stored::AsIs(_) => true,
            Stored::Encoded(encoded) => encoded.map().is_some(),
        }
    }

    /// That of what was read out of the part's page.
    fn within<'p>(
        &self,
        html: &'p Html<'_>,
        decoded: &'p Decoded<'_>,
        attribute: Option<&'p Attribute<'_>>,
    ) -> Place<'p>
    where
        's: 'p,
    {
        let shown = attribute.and_then(|attribute| attribute.shown.clone());
        Place {
            shown: shown.map(|shown| &html.text.bytes[shown]),
            attribute: attribute.map(|attribute| (&*attribute.element, attribute.name)),
            page: Some(&decoded.map),
            text: &decoded.bytes,
            ..self.clone()
        }
    }
}

/// Calls `each` for the URLs of `html`, in the order in which they stand in it: with the text or value
/// that it stands in, and the attribute whose value that is. `input` says how both are read.
fn find_in_page<'p>(
    extractor: &Extractor,
    html: &'p Html<'p>,
    input: Input<'p, Charset>,
    mut each: impl FnMut(&'p Decoded<'p>, Option<&'p Attribute<'p>>, &Found<'p>),
) {
    let start = |decoded: &Decoded<'_>, found: &Found<'_>| decoded.map.range(found.outer()).start;
    // What is found is 440 bytes long, so it is moved as little as may be.
    let mut in_text = extractor.find_iter(input.text(&html.text.bytes));
    let mut next = in_text.next();
    for attribute in &html.attributes {
        let value = &attribute.value;
        let mut give = |found: &Found<'p>| {
            let at = start(value, found);
            while let Some(before) = next.as_ref().filter(|next| start(&html.text, next) < at) {
                each(&html.text, None, before);
                next = in_text.next();
            }
            each(value, Some(attribute), found);
        };
        let input = input.text(&value.bytes);
        // Where the whole is a URL it is that one, whatever stands at its end.
        if attribute.holds == Holds::Url
            && let Some(whole) = extractor.find_whole(input)
        {
            give(&whole);
        } else {
            extractor.find_iter(input).for_each(|found| give(&found));
        }
    }
    while let Some(found) = &next {
        each(&html.text, None, found);
        next = in_text.next();
    }
}

impl Window {
    /// The items of the window, in order.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        self.ranges.iter().map(|range| Item::new(self, range.clone()))
    }
}

impl<'s> Item<'s> {
    /// What stands at `range` of the window's bytes.
    pub(super) fn new(window: &'s Window, range: Range<usize>) -> Item<'s> {
        Item { window, range }
    }

    /// Its length in bytes.
    #[allow(clippy::len_without_is_empty)] // No item is empty.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Calls `each` for every URL that `extractor` finds in the item, in order, in bodies and in
    /// those header fields that `headers` says. `seen` has the URLs that stand whole elsewhere, if
    /// they were gathered.
    pub fn find(
        &self,
        extractor: &Extractor,
        headers: Headers,
        seen: Option<&SeenUrls>,
        each: impl FnMut(&Place<'_>, &Found<'_>),
    ) {
        let find = |text: &[u8]| extractor.find_candidate(text);
        self.search(extractor, headers, seen, None, &find, each);
    }

    /// The same, and what was met on the way.
    pub fn find_and_tally(
        &self,
        extractor: &Extractor,
        headers: Headers,
        seen: Option<&SeenUrls>,
        each: impl FnMut(&Place<'_>, &Found<'_>),
    ) -> Tally {
        let mut tally = Tally::default();
        let find = |text: &[u8]| extractor.find_candidate(text);
        self.search(extractor, headers, seen, Some(&mut tally), &find, each);
        tally
    }

    fn search(
        &self,
        extractor: &Extractor,
        headers: Headers,
        seen: Option<&SeenUrls>,
        tally: Option<&mut Tally>,
        find: &dyn Fn(&[u8]) -> Option<usize>,
        mut each: impl FnMut(&Place<'_>, &Found<'_>),
    ) {
        let message = Message { item: self, outline: Cell::new(None), origin: OnceCell::new() };
        let message = (self.window.kind == WindowKind::Messages).then_some(&message);
        self.for_each_part(headers, find, tally, |part, first, outline| {
            let mut input = Input::new(&*part.text).decode(part.charset);
            if part.flowed == Some(DelSp::Yes) {
                input = input.soft_breaks(SoftBreaks::Deleted);
            }
            if let Some(seen) = seen {
                input = input.seen(seen);
            }
            // The place is made where something is found, for most parts hold nothing.
            let mut place = None;
            let made = || {
                if let Some(message) = message {
                    message.outline.set(outline);
                }
                self.place(&part, message)
            };
            if part.kind == PartKind::Html {
                let html = Html::of(&part.text, part.charset);
                find_in_page(extractor, &html, input, |decoded, attribute, found| {
                    let place = place.get_or_insert_with(made);
                    each(&place.within(&html, decoded, attribute), found);
                });
                return;
            }
            for found in FindIter::at_candidate(extractor, input, first) {
                let place = place.get_or_insert_with(made);
                each(place, &found);
            }
        });
    }

    /// The URLs that stand whole in the item: what a first pass gathers for the second.
    pub fn seen_urls(&self, headers: Headers) -> SeenUrls {
        let mut whole = SeenUrls::new();
        // What no extractor finds is in no doubt.
        let extractor = Extractor::new();
        self.for_each_part(headers, &|text| extractor.find_candidate(text), None, |part, _, _| {
            if part.kind == PartKind::Html {
                let html = Html::of(&part.text, part.charset);
                whole.add(&html.text.bytes);
                html.attributes.iter().for_each(|attribute| whole.add(&attribute.value.bytes));
            } else {
                whole.add(&part.text);
            }
        });
        whole
    }

    /// Its bytes as they are stored.
    pub fn bytes(&self) -> &[u8] {
        &self.window.bytes[self.range.clone()]
    }

    /// Calls `each` for every part, those aside in which `find` finds nothing (see [`Parts::filtered`]), with
    /// the byte of its text before which `find` finds nothing, and what stands where in the message's header; and
    /// tells `tally` what was met.
    fn for_each_part(
        &self,
        headers: Headers,
        find: &dyn Fn(&[u8]) -> Option<usize>,
        tally: Option<&mut Tally>,
        mut each: impl FnMut(Part<'_>, usize, Option<Outline>),
    ) {
        let bytes = self.bytes();
        let mut parts = match (self.window.kind, tally.is_some()) {
            (WindowKind::Text, false) => text_parts(bytes),
            (WindowKind::Text, true) => text_parts_tallied(bytes),
            (WindowKind::Messages, false) => {
                let filter = Filter::of(bytes, find);
                // Most are, before anything is made of them.
                if filter.passes_over(bytes) {
                    return;
                }
                parts_with(bytes, headers).with_filter(filter)
            }
            (WindowKind::Messages, true) => parts_tallied(bytes, headers).filtered(find),
        };
        while let Some(part) = parts.next() {
            let first = parts.first_in(&part);
            each(part, first, parts.outline());
        }
        if let Some(tally) = tally {
            *tally = parts.into_tally();
        }
    }

    /// The newsgroup that the place of the source names, where the source is this one article.
    fn group(&self, header: &Header<'_>) -> Option<String> {
        let is_alone = self.window.start + self.range.start == 0
            && !self.bytes().starts_with(b"From ")
            && !self.bytes().starts_with(b"#! rnews")
            && !self.bytes().starts_with(b"=====");
        let name = &self.window.name;
        let path = name.member.as_ref().unwrap_or(&name.source);
        // What programs of news put into every article, and programs of mail into none.
        let is_news = || header.value("Path").is_some() || header.value("Xref").is_some();
        // Of an mbox it is asked for each message, and the fields are looked at for none.
        is_alone.then(|| spool::group(path, is_news()))?
    }

    fn place<'p>(&'p self, part: &'p Part<'_>, message: Option<&'p Message<'_>>) -> Place<'p> {
        let start = self.window.start + self.range.start;
        Place {
            source: &self.window.name.source,
            member: self.window.name.member.as_deref(),
            message_offset: message.map(|_| start),
            part: &part.path,
            part_offset: start + part.stored.start,
            attribute: None,
            shown: None,
            page: None,
            message,
            stored: match part.base {
                Some(base) => Stored::AsIs(start + base),
                None => Stored::Encoded(Rc::new(Encoded {
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

/// Where the bytes of a part's text stand.
#[derive(Clone, Debug)]
enum Stored<'p> {
    /// In the source as they are, from this offset on. Most do.
    AsIs(usize),
    Encoded(Rc<Encoded<'p>>),
}

/// A part that was encoded. It is read once more for where its bytes are stored, and so only for rows that say
/// where things stand; once for all that is found in the part.
#[derive(Debug)]
struct Encoded<'p> {
    part: &'p Part<'p>,
    message: &'p [u8],
    /// The message's offset.
    offset: usize,
    map: OnceCell<Option<Map>>,
}

impl Encoded<'_> {
    /// Where the part's text stands in the message, where that can be told.
    fn map(&self) -> Option<&Map> {
        self.map.get_or_init(|| self.part.map(self.message)).as_ref()
    }
}

/// A message and what its rows say of it. Its fields are read once, where something is found: read
/// anew for each part, a long header with many parts would take quadratic time.
#[derive(Debug)]
struct Message<'m> {
    item: &'m Item<'m>,
    /// What the walk has read of its header.
    outline: Cell<Option<Outline>>,
    origin: OnceCell<Origin>,
}

impl Message<'_> {
    fn origin(&self) -> &Origin {
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
            origin
        })
    }
}

#[cfg(test)]
mod tests;
