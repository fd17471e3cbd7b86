//! Items, the unit of search: a message of a mailbox, a file that is one message, or a plain text.
//!
//! An [`Item`] finds the URLs of its parts, with the [`Location`] of each. This module does no I/O, and knows nothing of
//! rows.
//!
//! ```
//! use urlsift_archive::mail::Headers;
//! use urlsift_archive::item::Window;
//! use urlsift::Extractor;
//!
//! let bytes = b"From a@b.example Mon Jan  1 00:00:00 2001\nMessage-ID: <1@b.example>\n\n<http://c.example/>\n";
//! let window = Window::whole("one.mbox", bytes.to_vec());
//! let extractor = Extractor::new();
//! let mut urls = Vec::new();
//! for item in window.items() {
//!     item.find(&extractor, Headers::Useful, |location, found| {
//!         urls.push((location.origin().and_then(|origin| origin.message_id.clone()), found.url().to_string()));
//!     });
//! }
//! assert_eq!(urls, [(Some("<1@b.example>".to_string()), "http://c.example/".to_string())]);
//! ```

use std::borrow::Cow;
use std::ops::Range;

use urlsift::{Extractor, Found};

use crate::cut::piece::{MessagePiece, regions_of_piece};
use crate::item::location::ItemMessage;
use crate::item::page::PageRoom;
use crate::item::relative::HeaderBases;
use crate::item::repeated::RepeatedTexts;
use crate::item::search::{ItemPlace, PartSearch};
use crate::mail::mime::only_part::only_part;
use crate::mail::mime::part::TextKind;
use crate::mail::mime::parts::text_parts_as;
use crate::mail::mime::unpacked::Unpacker;
use crate::mail::{
    Damage, DamageKind, Filter, Header, Headers, Html, ListPage, MAX_CUT_TEXT_BYTES, Origin,
    Outline, Part, PartIter, Regions, Tally, a_news_origin, parts_with, uncut_messages,
    unknown_messages,
};

pub(crate) mod location;
pub(crate) mod page;
mod relative;
mod repeated;
mod resolve;
mod search;
mod spool;
mod surroundings;

pub use self::location::Location;
pub(crate) use self::page::ReserveRoom;
pub use self::relative::Relative;
use crate::cut::window::WindowKind;
pub use crate::cut::window::{Name, Window};

/// A message or a text that can be searched by itself.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    window: &'s Window,
    range: Range<usize>,
    room: Option<PageRoom<'s>>,
    relative: Relative,
    unpacker: Option<Unpacker>,
}

impl Window {
    /// Returns the items of the window, in order.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        self.ranges.iter().map(|range| Item::new(self, range.clone()))
    }
}

impl<'s> Item<'s> {
    pub(super) fn new(window: &'s Window, range: Range<usize>) -> Item<'s> {
        Item { window, range, room: None, relative: Relative::default(), unpacker: None }
    }

    /// Calls `reserve` before each HTML page of 1 MiB or more is read, with the bytes that reading it takes. So
    /// threads that search large pages can share a limit on memory.
    #[must_use]
    pub(crate) fn with_room(self, reserve: &'s ReserveRoom<'s>) -> Item<'s> {
        Item { room: Some(PageRoom(reserve)), ..self }
    }

    /// Sets what is done with relative references in pages.
    #[must_use]
    pub fn with_relative(self, relative: Relative) -> Item<'s> {
        Item { relative, ..self }
    }

    #[must_use]
    pub(crate) fn with_unpacker(self, unpacker: Option<Unpacker>) -> Item<'s> {
        Item { unpacker, ..self }
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

    /// Returns the facts about the message; `None` for a text that is not a message. A page of a mailing list has those of
    /// the message that it shows, and an article of A-news those of its first lines. Linear in the header or the page.
    pub fn origin(&self) -> Option<Origin> {
        if let Some(origin) = self.first_origin() {
            return Some(origin.clone());
        }
        if self.is_text() {
            return self.text_origin(self.list_page().as_ref());
        }
        Some(self.message().into_origin())
    }

    fn first_origin(&self) -> Option<&Origin> {
        self.window.piece.as_ref()?.origin.as_deref()
    }

    fn message(&self) -> ItemMessage<'_> {
        let is_first = self.offset() == 0 || self.window.kind == WindowKind::Message;
        ItemMessage::new(self.bytes(), &self.window.name, is_first)
    }

    fn list_page(&self) -> Option<ListPage> {
        let is_page = match self.window.text_kind {
            _ if self.window.is_continued() => false,
            TextKind::Page => true,
            TextKind::Detected => Html::looks_like_page(self.bytes()),
            TextKind::Plain => false,
        };
        if is_page { ListPage::of(self.bytes()) } else { None }
    }

    fn text_origin(&self, page: Option<&ListPage>) -> Option<Origin> {
        let is_article = || self.offset() == 0 && self.window.is_one_source();
        match page {
            Some(page) => Some(page.origin.clone()),
            None => is_article().then(|| a_news_origin(self.bytes())).flatten(),
        }
    }

    /// Returns the parts of the item, with the header fields that `headers` selects, as [`find`](Item::find) reads them.
    pub fn parts(&self, headers: Headers) -> PartIter<'_> {
        if let Some(regions) = self.piece_regions() {
            return PartIter::of(self.bytes(), headers, regions, 0);
        }
        if self.is_text() {
            text_parts_as(self.bytes(), self.window.text_kind)
        } else {
            parts_with(self.bytes(), headers)
        }
    }

    /// Returns the regions of a piece of a large message or text; `None` for a whole one.
    #[cold]
    fn piece_regions(&self) -> Option<Regions<'_>> {
        let MessagePiece { before, goes_on, .. } = &**self.window.piece.as_ref()?;
        let first = if self.is_text() { Some(self.window.text_kind) } else { None };
        Some(regions_of_piece(self.bytes(), before.as_deref(), first, *goes_on))
    }

    pub(crate) fn text_kind(&self) -> Option<TextKind> {
        self.is_text().then_some(self.window.text_kind)
    }

    /// Reports whether the item is a text, and not a message.
    pub fn is_text(&self) -> bool {
        self.window.is_text(&self.range)
    }

    /// Calls `each` for every URL that `extractor` finds in the item, in order: in bodies, and in the header
    /// fields that `headers` selects.
    ///
    /// Returns the damage to the parts that were searched, in order. If the names of source and member, or the texts
    /// of [`Location::origin`], have cost 32 times the size of the item and 4 KiB, each of them is cut to 64 bytes for
    /// the URLs that follow; the last damage then is [`DamageKind::TextCut`]. If a text or message that is a whole source
    /// looks like a mailbox, one of [`DamageKind::Damaged`] says so.
    pub fn find(
        &self,
        extractor: &Extractor,
        headers: Headers,
        each: impl FnMut(&Location<'_>, &Found<'_>),
    ) -> Vec<Damage> {
        let find = |text: &[u8]| extractor.find_candidate(text);
        self.search(extractor, headers, None, &find, each)
    }

    /// Like [`find`](Item::find), but also returns counts, such as those of damage.
    pub fn find_and_tally(
        &self,
        extractor: &Extractor,
        headers: Headers,
        each: impl FnMut(&Location<'_>, &Found<'_>),
    ) -> (Tally, Vec<Damage>) {
        let mut tally = Tally::default();
        let find = |text: &[u8]| extractor.find_candidate(text);
        let damage = self.search(extractor, headers, Some(&mut tally), &find, each);
        (tally, damage)
    }

    fn search(
        &self,
        extractor: &Extractor,
        headers: Headers,
        tally: Option<&mut Tally>,
        find: &dyn Fn(&[u8]) -> Option<usize>,
        each: impl FnMut(&Location<'_>, &Found<'_>),
    ) -> Vec<Damage> {
        let page = if self.is_text() { self.list_page() } else { None };
        let mut message = self.message();
        let has_message = self.set_origin(page.as_ref(), &mut message);
        let repeated = RepeatedTexts::new(&self.window.name, self.len());
        let (offset, piece) = (self.offset(), self.window.piece.as_deref());
        let place = ItemPlace {
            name: &self.window.name,
            bytes: self.bytes(),
            offset,
            message_offset: piece.map_or(offset, |piece| piece.message),
            message: has_message.then_some(&message),
            repeated: &repeated,
        };
        let mut search = PartSearch {
            extractor,
            place,
            piece,
            list_page: page.as_ref(),
            room: self.room,
            bases: (self.relative == Relative::Resolve).then(HeaderBases::default),
            damage: Vec::new(),
            each,
        };
        let in_pieces = piece.and_then(|piece| piece.damage);
        search.damage.extend(in_pieces.map(|damage| Damage::at(offset, damage)));
        let (rest, envelope) = self.for_each_part(headers, find, tally, |part, first, outline| {
            search.search(&part, first, outline);
        });
        let mut damage = search.damage;
        damage.extend(rest.into_iter().map(|kind| Damage::at(offset, kind)));
        if self.window.is_one_source() {
            damage.extend(self.uncut(envelope));
        }
        damage.extend(repeated.is_cut().then(|| texts_cut(offset)));
        damage
    }

    /// Sets the facts of `message` if they are not those of the item's header. Returns whether there is a message.
    fn set_origin(&self, page: Option<&ListPage>, message: &mut ItemMessage<'_>) -> bool {
        let is_text = self.is_text();
        let text_origin = || if is_text { self.text_origin(page) } else { None };
        let origin = self.first_origin().cloned().or_else(text_origin);
        origin.is_some_and(|origin| message.set_origin(origin)) || !is_text
    }

    /// Returns the damage to a source that is read as one text or message and looks like a mailbox. `envelope` is the
    /// offset of the first line that may separate messages.
    fn uncut(&self, envelope: Option<usize>) -> Option<Damage> {
        let uncut = envelope.and_then(|at| uncut_messages(self.bytes(), at));
        let found = uncut.map(|found| (found, "")).or_else(|| {
            let may_have = self.window.has_message_ids;
            let unknown = may_have.then(|| unknown_messages(self.bytes(), !self.is_text()));
            unknown.flatten().map(|found| (found, " of an unknown kind"))
        });
        let ((count, first), kind) = found?;
        let at = self.offset().saturating_add(first);
        let message =
            format!("byte {at}: looks like {count} messages{kind}, and is read as one text");
        Some(Damage::new(DamageKind::Damaged, Some(at as u64), message))
    }

    /// Reports whether the item is a piece of a large message or text.
    pub fn is_piece(&self) -> bool {
        self.window.piece.is_some()
    }

    /// Removes the text that the item has in common with the piece before or after it, unless `part` was decoded.
    pub fn trim_overlap<'i>(&'i self, part: &mut Part<'i>) {
        let Some((piece, base)) = self.window.piece.as_ref().zip(part.base) else { return };
        let (bytes, len) = (self.bytes(), part.text.len());
        let at = |place: usize| base + place.saturating_sub(self.offset() + base).min(len);
        part.text = Cow::Borrowed(&bytes[at(piece.own.start)..at(piece.own.end)]);
    }

    /// Returns the bytes of the item as stored.
    pub fn bytes(&self) -> &[u8] {
        &self.window.bytes[self.range.clone()]
    }

    /// Calls `each` for every part, except parts in which `find` finds no candidate (see
    /// [`PartIter::filtered`]). Passes the offset of the first candidate in its text and the outline of the
    /// message's header. Counts what was met in `tally`. Returns the damage that belongs to no part, and the offset
    /// of the first line that may separate messages.
    fn for_each_part(
        &self,
        headers: Headers,
        find: &dyn Fn(&[u8]) -> Option<usize>,
        tally: Option<&mut Tally>,
        mut each: impl FnMut(Part<'_>, usize, Option<Outline>),
    ) -> (Vec<DamageKind>, Option<usize>) {
        let bytes = self.bytes();
        let is_whole_message = !self.is_text() && !self.is_piece();
        // Counting is a case of its own: a message without a candidate still has parts and regions to count,
        // so it cannot be skipped before the walk.
        let mut parts = if is_whole_message && tally.is_none() {
            let filter = Filter::of_urls(bytes, find);
            // Most messages are skipped here, before anything is built.
            if filter.passes_over(bytes) && self.unpacker.is_none() {
                return (Vec::new(), None);
            }
            let header = Header::of(bytes);
            let may_be_in_field =
                headers != Headers::None && filter.may_hold_any(0..header.body(), &header);
            let only = if may_be_in_field { Err(None) } else { only_part(bytes, &header) };
            let search = match only {
                Ok((part, envelope)) => {
                    let first = filter.first_in(bytes, &part);
                    each(part, first, Some(header.outline()));
                    return (Vec::new(), envelope);
                }
                Err(search) => search,
            };
            parts_with(bytes, headers).with_filter(filter, header, search)
        } else {
            let parts = self.parts(headers);
            let parts = if tally.is_some() { parts.tallied() } else { parts };
            if is_whole_message { parts.filtered(find) } else { parts }
        };
        if let Some(unpacker) = self.unpacker {
            parts.unpack_with(unpacker);
        }
        // A chain of iterators in the place of this loop moved the state of the walk twice for each message.
        // That and a read buffer that was cleared took 3.9 % more instructions.
        while let Some(part) = parts.next() {
            let first = parts.first_in(&part);
            each(part, first, parts.outline());
        }
        let rest = (parts.damage().to_vec(), parts.envelope());
        if let Some(tally) = tally {
            *tally = parts.into_tally();
            if let Some(piece) = &self.window.piece {
                piece.count(tally);
            }
        }
        rest
    }

    /// Returns the byte offset of the item in the source.
    pub fn offset(&self) -> usize {
        self.window.start + self.range.start
    }
}

#[cold]
fn texts_cut(start: usize) -> Damage {
    let message = format!(
        "byte {start}: texts that rows repeat are cut to {MAX_CUT_TEXT_BYTES} bytes, because there are very many rows"
    );
    Damage::new(DamageKind::TextCut, Some(start as u64), message)
}

#[cfg(test)]
mod tests;
