//! The search of the parts of an item: text, header fields, pages, and texts in other formats.

use std::cell::OnceCell;
use std::rc::Rc;

use urlsift::extract::{SoftBreaks, link_text_note};
use urlsift::{Extractor, Found, Input};

use crate::cut::piece::MessagePiece;
use crate::cut::window::Name;
use crate::item::location::{EncodedPart, ItemMessage, Location, Stored};
use crate::item::page::{PageLinks, PageRoom, PageSearch};
use crate::item::relative::{HeaderBases, PageBase};
use crate::item::repeated::RepeatedTexts;
use crate::mail::{
    Charset, Damage, DelSp, Html, ListPage, MappedText, Outline, Part, PartKind, Role, link_result,
};

#[derive(Clone, Copy)]
pub(super) struct ItemPlace<'i> {
    pub(super) name: &'i Name,
    pub(super) bytes: &'i [u8],
    pub(super) offset: usize,
    pub(super) message_offset: usize,
    pub(super) message: Option<&'i ItemMessage<'i>>,
    pub(super) repeated: &'i RepeatedTexts<'i>,
}

pub(super) struct PartSearch<'i, F> {
    pub(super) extractor: &'i Extractor,
    pub(super) place: ItemPlace<'i>,
    pub(super) piece: Option<&'i MessagePiece>,
    pub(super) list_page: Option<&'i ListPage>,
    pub(super) room: Option<PageRoom<'i>>,
    pub(super) bases: Option<HeaderBases>,
    pub(super) damage: Vec<Damage>,
    pub(super) each: F,
}

impl<'i> ItemPlace<'i> {
    /// Returns the location of `part`. Most parts have no URL, so it is made at the first one.
    fn location<'p>(self, part: &'p Part<'_>, outline: Option<Outline>) -> Location<'p>
    where
        'i: 'p,
    {
        if let Some(message) = self.message {
            message.outline.set(outline);
        }
        Location {
            source: &self.name.source,
            member: self.name.member.as_deref(),
            member_index: self.name.member_index,
            message_offset: self.message.map(|_| self.message_offset),
            part: &part.path,
            part_offset: self.offset + part.stored.start,
            attribute: None,
            shown: None,
            page: None,
            in_page: None,
            resolved: None,
            role: part.role,
            signature: OnceCell::new(),
            message: self.message,
            repeated: self.repeated,
            // Only a part with a place in the message is stored as is. For others the map is made when offsets
            // are asked for: making it for every such part took a tenth of the time.
            stored: match part.base {
                Some(base) => Stored::AsIs(self.offset + base),
                None => Stored::Encoded(Rc::new(EncodedPart {
                    part,
                    message: self.bytes,
                    offset: self.offset,
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

impl<F: FnMut(&Location<'_>, &Found<'_>)> PartSearch<'_, F> {
    pub(super) fn search(&mut self, part: &Part<'_>, first: usize, outline: Option<Outline>) {
        if !part.damage.is_empty() {
            let offset = self.place.offset;
            self.damage.extend(part.damages().map(|damage| damage.moved(offset)));
        }
        let mut input = Input::new(&*part.text).decode(part.charset);
        if part.flowed == Some(DelSp::Yes) {
            input = input.soft_breaks(SoftBreaks::Deleted);
        }
        match part.kind {
            PartKind::Html => self.search_page(part, input, outline),
            PartKind::ContentLines | PartKind::Json | PartKind::Rtf => {
                self.search_mapped(part, input, outline);
            }
            _ => {
                let whole =
                    if is_folded_url(part) { self.extractor.find_whole(input) } else { None };
                if let Some(whole) = whole {
                    let mut location = None;
                    let location = counted(&mut location, || self.place.location(part, outline));
                    self.report_in_text(part, location, &whole);
                } else {
                    self.search_text(part, input, first, outline);
                }
            }
        }
    }

    fn search_text(
        &mut self,
        part: &Part<'_>,
        input: Input<'_, Charset>,
        first: usize,
        outline: Option<Outline>,
    ) {
        let mut location = None;
        // The walk has searched the message for its first candidate. Begin there, instead of searching
        // the same bytes again.
        let mut links = self.extractor.find_iter_from(input, first);
        // A `Found` has 440 bytes. It is borrowed, because a loop with `for` copies it.
        while let Some(found) = &links.next() {
            let location = counted(&mut location, || self.place.location(part, outline));
            self.report_in_text(part, location, found);
        }
    }

    fn search_page(
        &mut self,
        part: &Part<'_>,
        input: Input<'_, Charset>,
        outline: Option<Outline>,
    ) {
        let Some(_reserved) = PageRoom::reserve(self.room, part.text.len()) else { return };
        let html = Html::of(&part.text, part.charset);
        let base = self.bases.as_ref().map(|bases| PageBase::new(bases.of(&part.path)));
        let links = self.list_page.map(|page| PageLinks::new(page, part.base, &html));
        let mut location = None;
        PageSearch::new(self.extractor, &html, input, base).search(&mut |place, found| {
            let (map, is_value) = (&place.decoded.map, place.attribute.is_some());
            if links.as_ref().is_none_or(|links| links.has(map, is_value, found)) {
                let location = counted(&mut location, || self.place.location(part, outline));
                self.report(&location.within(place), found);
            }
        });
    }

    fn search_mapped(
        &mut self,
        part: &Part<'_>,
        input: Input<'_, Charset>,
        outline: Option<Outline>,
    ) {
        // The text and map of RTF may take twice as much as those of a page.
        let Some(_reserved) = PageRoom::reserve(self.room, 2 * part.text.len()) else { return };
        let Some((mapped, charset)) = part.mapped_text() else { return };
        let (page, text) = (Some(&mapped.map), &*mapped.bytes);
        let mut location = None;
        let mut links = self.extractor.find_iter(input.with_text(text).decode(charset));
        while let Some(found) = &mut links.next() {
            let made = || Location { page, text, charset, ..self.place.location(part, outline) };
            let location = counted(&mut location, made);
            if part.kind == PartKind::Rtf {
                location.shown = note_result(&mapped, &part.text, found);
            }
            self.report(location, found);
        }
    }

    /// Reports `found`, which may be the base of pages if `part` is a header field.
    fn report_in_text(&mut self, part: &Part<'_>, location: &Location<'_>, found: &Found<'_>) {
        if let Some(bases) = &mut self.bases {
            bases.add(part, found.url());
        }
        self.report(location, found);
    }

    /// Reports `found`, unless another piece of a large message does.
    fn report(&mut self, location: &Location<'_>, found: &Found<'_>) {
        if self.piece.is_none_or(|piece| piece.owns(location.start_in_source(found))) {
            (self.each)(location, found);
        }
    }
}

/// Returns the location of the part, which `make` makes at its first URL, after counting a URL.
fn counted<'l, 'p>(
    location: &'l mut Option<Location<'p>>,
    make: impl FnOnce() -> Location<'p>,
) -> &'l mut Location<'p> {
    let location = location.get_or_insert_with(make);
    location.count_url();
    location
}

/// Adds a note to `found`, which was found in `text`, if it is the target of a link in `rtf` and the text of the link
/// names another host. Returns the text of the link.
fn note_result<'t>(
    text: &'t MappedText<'_>,
    rtf: &[u8],
    found: &mut Found<'_>,
) -> Option<&'t [u8]> {
    let shown = link_result(text, rtf, found.outer().end)?;
    if let Some(note) = link_text_note(&String::from_utf8_lossy(shown), found.url()) {
        found.add_note(note);
    }
    Some(shown)
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
