//! An iterator over the text parts of a message, with the header fields between them (A3, A4). The walk is that of the
//! regions (`region.rs`).

use core::cell::OnceCell;
use std::mem;

use crate::mail::damage::DamageKind;
use crate::mail::headers::header::{FieldIter, Header, Outline};
use crate::mail::headers::searched::Headers;
use crate::mail::mime::block::BlockSearch;
use crate::mail::mime::enclosed::{EnclosedMessage, MAX_ENCLOSED_LEVELS, MAX_ENCLOSED_PARTS};
use crate::mail::mime::field_part::field_part;
use crate::mail::mime::filter::{FieldFilter, Filter};
use crate::mail::mime::part::{Part, TextKind};
use crate::mail::mime::region::{Region, Regions, regions, regions_of_text};
use crate::mail::mime::section::{PartPath, join};
use crate::mail::mime::tally::{Skipped, Tally};
use crate::mail::mime::unpacked::{PackedItem, Unpacker, Unpacking};
use crate::mail::transfer::charset::Charset;

/// Returns the text parts of `message`, in order: those of every `text/*` type, even in nested messages, and the text
/// before, between and after parts. `message` may begin with an mbox's envelope line. The walk is lazy and, like
/// [`regions`], linear in the message.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::{PartKind, parts};
///
/// let message = b"Content-Type: multipart/alternative; boundary=b\n\n\
///     --b\n\ntext\n--b\nContent-Type: text/html\n\n<p>text\n--b--\n";
/// let found: Vec<_> = parts(message).map(|part| (part.path.into_owned(), part.kind)).collect();
/// assert_eq!(found, [("1".to_owned(), PartKind::Plain), ("2".to_owned(), PartKind::Html)]);
/// ```
pub fn parts(message: &[u8]) -> PartIter<'_> {
    parts_with(message, Headers::None)
}

/// Like [`parts`], but also returns the values of header fields of the message, its parts and nested messages (A4).
#[inline] // The returned value is large.
pub fn parts_with(message: &[u8], headers: Headers) -> PartIter<'_> {
    PartIter::of(message, headers, regions(message), 0)
}

/// Returns the texts of a plain text file that is not a message: all of it except the files and encrypted data in it.
pub fn text_parts(text: &[u8]) -> PartIter<'_> {
    text_parts_as(text, TextKind::Detected)
}

pub(crate) fn text_parts_as(text: &[u8], kind: TextKind) -> PartIter<'_> {
    let regions = regions_of_text(text, kind, PartPath::Borrowed("1"));
    PartIter::of(text, Headers::None, regions, 0)
}

/// An iterator over the text parts of a message. See [`parts`].
#[derive(Clone, Debug)]
pub struct PartIter<'h> {
    message: &'h [u8],
    headers: Headers,
    filter: Option<Filter<'h>>,
    pub(super) regions: Regions<'h>,
    header: Option<OpenHeader<'h>>,
    enclosed: Option<EnclosedMessage>,
    level: usize,
    /// The counts of skipped regions, with those of decoded messages that were walked to their end.
    pub(crate) skipped: Skipped,
}

#[derive(Clone, Debug)]
struct OpenHeader<'h> {
    offset: usize,
    path: String,
    header: Header<'h>,
    fields: FieldIter<'h>,
    charset: OnceCell<Charset>,
    filter: Option<FieldFilter<'h>>,
}

impl<'h> PartIter<'h> {
    /// `level` decoded messages are around the regions.
    #[inline] // The returned value is large.
    pub(crate) fn of(
        message: &'h [u8],
        headers: Headers,
        regions: Regions<'h>,
        level: usize,
    ) -> PartIter<'h> {
        PartIter {
            message,
            headers,
            filter: None,
            regions,
            header: None,
            enclosed: None,
            level,
            skipped: Skipped::default(),
        }
    }

    /// Also counts what the walk meets. Call this before any other method. See [`into_tally`](Self::into_tally).
    #[must_use]
    pub fn tallied(mut self) -> Self {
        self.regions = self.regions.tallied();
        self
    }

    /// Skips what cannot contain a match, for a fraction of the cost of searching it. `find` gets bytes as they are
    /// stored and returns the offset of the first possible match. Header fields without a match are skipped, and so is
    /// the whole message if it has no match and is stored as is. An iterator that counts ([`tallied`](Self::tallied))
    /// does not skip messages. Linear in the message up to the first possible match.
    #[must_use]
    pub fn filtered(mut self, find: &'h dyn Fn(&[u8]) -> Option<usize>) -> Self {
        let filter = Filter::of(self.message, find);
        if self.regions.tally.is_none() && filter.passes_over(self.message) {
            self.regions.skip_all();
        }
        self.filter = Some(filter);
        self
    }

    #[cold]
    pub(crate) fn unpack_with(&mut self, unpacker: Unpacker) {
        self.regions.unpacking = Some(Box::new(Unpacking { unpacker, items: Vec::new() }));
    }

    /// Like [`filtered`](Self::filtered), with a filter that does not skip the message, with the message's header, and
    /// with the search for blocks of a body that is one text.
    #[inline] // The returned value is large.
    pub(crate) fn with_filter(
        mut self,
        filter: Filter<'h>,
        header: Header<'h>,
        search: Option<BlockSearch>,
    ) -> Self {
        self.filter = Some(filter);
        self.regions.header = Some((String::new(), header));
        self.regions.first_search = search.map(Box::new);
        self
    }

    /// Returns the offsets in the message's own header, once a part of the message was returned.
    pub(crate) fn outline(&self) -> Option<Outline> {
        self.regions.outline
    }

    /// Returns the offset in [`Part::text`] before which there is no match by [`filtered`](PartIter::filtered), or 0.
    pub(crate) fn first_in(&self, part: &Part<'_>) -> usize {
        self.filter.map_or(0, |filter| filter.first_in(self.message, part))
    }

    /// Returns the counts of what the walk met so far, if it is [`tallied`](Self::tallied). Header fields count as
    /// headers, and an encoded message in a part as one text.
    pub fn into_tally(self) -> Tally {
        self.regions.into_tally()
    }

    /// Returns the damage found since the last part. At the end this is the damage that belongs to no text part.
    pub fn damage(&self) -> &[DamageKind] {
        &self.regions.damage
    }

    /// Returns the offset of the first line that may separate messages.
    pub(crate) fn envelope(&self) -> Option<usize> {
        self.regions.envelope
    }
}

impl<'h> Iterator for PartIter<'h> {
    type Item = Part<'h>;

    fn next(&mut self) -> Option<Part<'h>> {
        loop {
            if let Some(part) = self.next_enclosed().or_else(|| self.next_field()) {
                return Some(part);
            }
            match self.regions.next()? {
                Region::Skipped { range, reason } => self.skipped.add(reason, range.len() as u64),
                Region::Text(part) if part.is_message && self.level < MAX_ENCLOSED_LEVELS => {
                    self.enclosed = Some(self.enclose(&part));
                }
                Region::Text(mut part) => {
                    if part.is_message {
                        part.damage.push(DamageKind::TooDeep);
                    }
                    return Some(part);
                }
                Region::Header(range) if self.headers != Headers::None => {
                    // Most headers have no match, so their fields are not even cut.
                    let may_hold = |(_, header): &(String, Header<'_>)| {
                        self.filter.is_none_or(|filter| filter.may_hold_any(range.clone(), header))
                    };
                    let header = self.regions.header.take().filter(may_hold);
                    self.header = header.map(|(path, header)| OpenHeader {
                        offset: range.start,
                        path,
                        fields: header.fields(),
                        filter: self.filter.map(FieldFilter::new),
                        header,
                        charset: OnceCell::new(),
                    });
                }
                Region::Header(_) => {}
            }
        }
    }
}

impl<'h> PartIter<'h> {
    #[cold]
    fn enclose(&mut self, enclosing: &Part<'_>) -> EnclosedMessage {
        if let Some(unpacking) = self.regions.unpacking.as_mut()
            && let packed = mem::take(&mut unpacking.items)
            && !packed.is_empty()
        {
            return self.enclose_packed(enclosing, &packed);
        }
        let regions = Regions::within(&enclosing.text, enclosing.path.clone());
        let mut parts = PartIter::of(&enclosing.text, self.headers, regions, self.level + 1);
        // All archives of a message share one bound. In the innermost message no archive is opened.
        let opens_archives = parts.level < MAX_ENCLOSED_LEVELS;
        if opens_archives {
            parts.regions.unpacking = self.regions.unpacking.take();
        }
        let found: Vec<_> = parts.by_ref().take(MAX_ENCLOSED_PARTS).collect();
        if found.len() == MAX_ENCLOSED_PARTS {
            self.regions.damage.push(DamageKind::TooLarge);
        }
        if opens_archives {
            self.regions.unpacking = parts.regions.unpacking.take();
        }
        EnclosedMessage::of(enclosing, found, parts.skipped, &parts.regions.damage)
    }

    /// Reads the items of an archive. Each is numbered like a part of a multipart. Archives in it are not opened.
    fn enclose_packed(&mut self, enclosing: &Part<'_>, packed: &[PackedItem]) -> EnclosedMessage {
        let (mut found, mut skipped, mut damage) = (Vec::new(), Skipped::default(), Vec::new());
        let most = self.regions.unpacking.as_ref().map_or(0, |it| it.unpacker.parts_left);
        for (item, number) in packed.iter().zip(1..) {
            let bytes = &enclosing.text[item.range.clone()];
            let path = join(&enclosing.path, number);
            let regions = match item.text_kind {
                Some(kind) => regions_of_text(bytes, kind, path),
                None => Regions::below(bytes, path),
            };
            let mut parts = PartIter::of(bytes, self.headers, regions, self.level + 1);
            found.extend(parts.by_ref().take(most - found.len()));
            skipped.merge(&parts.skipped);
            damage.extend_from_slice(&parts.regions.damage);
            if found.len() == most {
                damage.push(DamageKind::ArchiveInPart);
                break;
            }
        }
        if let Some(unpacking) = &mut self.regions.unpacking {
            unpacking.unpacker.parts_left -= found.len();
        }
        EnclosedMessage::of(enclosing, found, skipped, &damage)
    }

    fn next_enclosed(&mut self) -> Option<Part<'h>> {
        let enclosed = self.enclosed.as_mut()?;
        let part = enclosed.parts.next();
        if part.is_none() {
            self.skipped.merge(&enclosed.skipped);
            self.regions.damage.append(&mut enclosed.damage);
            self.enclosed = None;
        }
        part
    }

    fn next_field(&mut self) -> Option<Part<'h>> {
        let OpenHeader { offset, path, header, fields, charset, filter } = self.header.as_mut()?;
        let charset = || *charset.get_or_init(|| header.charset());
        let part = std::iter::from_fn(|| match filter {
            Some(filter) => filter.next(fields, header),
            None => fields.next(),
        })
        .filter(|field| self.headers.has(field.name))
        .find_map(|field| field_part(self.message, *offset, path, &field, charset));
        if part.is_none() {
            self.header = None;
        }
        part
    }
}
