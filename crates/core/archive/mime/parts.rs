//! The text parts of a message, one after the other, with the header fields between them (A3, A4).
//!
//! The walk itself is that of the regions (`region.rs`). Here the texts of it are handed over, the fields that
//! are searched taken out of its headers, and messages that were encoded within taken apart.

use core::cell::OnceCell;
use core::ops::Range;

use crate::archive::headers::header::{Fields, Header, Outline};
use crate::archive::headers::searched::{self, Headers};
use crate::archive::mime::enclosed::{EnclosedMessage, MAX_ENCLOSED_LEVELS};
use crate::archive::mime::filter::Filter;
use crate::archive::mime::part::{Damage, Part};
use crate::archive::mime::region::{
    Region, Regions, TallyMode, regions, regions_of_text, regions_tallied,
};
use crate::archive::mime::tally::{Skipped, Tally};
use crate::archive::transfer::charset::Charset;

/// The text parts of `message`, in order: those of every `text/*` type, in nested messages too,
/// with what stands before, between and behind them.
///
/// `message` may begin with an mbox's envelope line. The walk is lazy and, as [`regions`] says,
/// linear in the message.
///
/// # Example
///
/// ```
/// use urlsift::archive::{PartKind, parts};
///
/// let message = b"Content-Type: multipart/alternative; boundary=b\n\n\
///     --b\n\ntext\n--b\nContent-Type: text/html\n\n<p>text\n--b--\n";
/// let found: Vec<_> = parts(message).map(|part| (part.path.into_owned(), part.kind)).collect();
/// assert_eq!(found, [("1".to_owned(), PartKind::Plain), ("2".to_owned(), PartKind::Html)]);
/// ```
pub fn parts(message: &[u8]) -> Parts<'_> {
    parts_with(message, Headers::None)
}

/// The same with the values of header fields between them, in order: those of the message, of its
/// MIME parts, and of the messages nested in it (A4).
///
/// # Example
///
/// ```
/// use urlsift::archive::{Headers, parts_with};
///
/// let message = b"Message-ID: <1@a.example>\nx-url: <http://a.example/>\n\ntext\n";
/// let found: Vec<_> = parts_with(message, Headers::Useful).map(|part| part.path).collect();
/// assert_eq!(found, ["header:X-Url", "1"]);
/// ```
#[inline] // What comes out is large.
pub fn parts_with(message: &[u8], headers: Headers) -> Parts<'_> {
    Parts::of(message, headers, regions(message), 0)
}

/// The same, which counts what the walk comes upon: see [`Parts::into_tally`].
pub fn parts_tallied(message: &[u8], headers: Headers) -> Parts<'_> {
    Parts::of(message, headers, regions_tallied(message), 0)
}

/// The texts of a plain text file that is no message: all of it, but for the files and ciphers in it.
///
/// # Example
///
/// ```
/// use urlsift::archive::text_parts;
///
/// let text = b"one\nbegin 644 x\n#86)C\n`\nend\ntwo\n";
/// let found: Vec<_> = text_parts(text).map(|part| part.stored).collect();
/// assert_eq!(found, [0..4, 28..32]);
/// ```
pub fn text_parts(text: &[u8]) -> Parts<'_> {
    Parts::of(text, Headers::None, regions_of_text(text, TallyMode::Off), 0)
}

/// The same, counted: see [`Parts::into_tally`].
pub fn text_parts_tallied(text: &[u8]) -> Parts<'_> {
    Parts::of(text, Headers::None, regions_of_text(text, TallyMode::On), 0)
}

/// An iterator over the text parts of a message. See [`parts`].
#[derive(Clone, Debug)]
pub struct Parts<'h> {
    message: &'h [u8],
    headers: Headers,
    filter: Option<Filter<'h>>,
    regions: Regions<'h>,
    header: Option<OpenHeader<'h>>,
    /// The message at hand that was decoded, with its parts still to come.
    enclosed: Option<EnclosedMessage>,
    /// In how many messages that were decoded it stands.
    level: usize,
    skipped: Skipped,
}

/// The header at hand.
#[derive(Clone, Debug)]
struct OpenHeader<'h> {
    /// Its offset in the message.
    offset: usize,
    /// Whose it is.
    path: String,
    header: Header<'h>,
    /// Those still to come.
    fields: Fields<'h>,
    /// What it declares, once somebody has asked.
    charset: OnceCell<Charset>,
}

impl<'h> Parts<'h> {
    #[inline] // It is large.
    pub(crate) fn of(
        message: &'h [u8],
        headers: Headers,
        regions: Regions<'h>,
        level: usize,
    ) -> Parts<'h> {
        Parts {
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

    /// Passes over what holds nothing that is wanted: header fields, and a whole message where all of it is
    /// stored as it is searched and nothing is counted. `find` is shown bytes as they are stored, and says where
    /// the first is by which something may be recognised. Most messages and nearly all fields are passed over so,
    /// for a fraction of what it costs to search them.
    ///
    /// Linear in the message up to what `find` finds.
    ///
    /// ```
    /// use urlsift::archive::{Headers, parts_with};
    ///
    /// let parts = |message: &'static [u8]| {
    ///     let find = |text: &[u8]| text.iter().position(|&byte| byte == b'!');
    ///     let parts = parts_with(message, Headers::All).filtered(&find);
    ///     parts.map(|part| part.path).collect::<Vec<_>>()
    /// };
    /// assert_eq!(parts(b"Subject: no\nX-Url: yes!\n\nno\n"), ["header:X-Url", "1"]);
    /// assert_eq!(parts(b"Subject: no\n\nno\n"), [""; 0]);
    /// ```
    #[must_use]
    pub fn filtered(mut self, find: &'h dyn Fn(&[u8]) -> Option<usize>) -> Self {
        let filter = Filter::of(self.message, find);
        if !self.regions.is_counted() && filter.passes_over(self.message) {
            self.regions.pass_over();
        }
        self.filter = Some(filter);
        self
    }

    /// The same by a filter of the message that does not pass over it.
    #[inline] // It is large.
    pub(crate) fn with_filter(mut self, filter: Filter<'h>) -> Self {
        self.filter = Some(filter);
        self
    }

    /// What stands where in the message's own header, once a part of the message was given.
    pub(crate) fn outline(&self) -> Option<Outline> {
        self.regions.outline()
    }

    /// The byte of [`Part::text`] before which nothing stands that is wanted, as far as what
    /// [`filtered`](Parts::filtered) was given says; 0 where it was not asked.
    pub(crate) fn first_in(&self, part: &Part<'_>) -> usize {
        self.filter.map_or(0, |filter| filter.first_in(self.message, part))
    }

    /// What was skipped so far, and why.
    pub fn skipped(&self) -> &Skipped {
        &self.skipped
    }

    /// What the walk came upon so far, where [`parts_tallied`] was asked; else nothing. Header fields
    /// are counted as headers, whether they were searched or not, and a message that was encoded in a part
    /// as one text, for its own bytes are not stored.
    pub fn into_tally(self) -> Tally {
        self.regions.into_tally()
    }

    /// Damage found since the last part given. At the end: what belongs to no text part.
    pub fn damage(&self) -> &[Damage] {
        self.regions.damage()
    }
}

impl<'h> Iterator for Parts<'h> {
    type Item = Part<'h>;

    fn next(&mut self) -> Option<Part<'h>> {
        loop {
            if let Some(part) = self.next_enclosed().or_else(|| self.next_field()) {
                return Some(part);
            }
            match self.regions.next()? {
                Region::Skipped { range, reason } => self.skipped.add(reason, range.len() as u64),
                Region::Text(part) if part.is_message && self.level < MAX_ENCLOSED_LEVELS => {
                    self.enclosed = Some(enclosed(&part, self.headers, self.level));
                }
                Region::Text(mut part) => {
                    if part.is_message {
                        part.damage.push(Damage::TooDeep);
                    }
                    return Some(part);
                }
                Region::Header(range) if self.headers != Headers::None => {
                    let header = self.regions.take_header();
                    let may_hold = |it: &Header<'_>| {
                        self.filter.is_none_or(|filter| filter.may_hold(range.clone(), it.all()))
                    };
                    let header = header.filter(|(_, header)| may_hold(header));
                    self.header = header.map(|(path, header)| OpenHeader {
                        offset: range.start,
                        path,
                        fields: header.fields(),
                        header,
                        charset: OnceCell::new(),
                    });
                }
                Region::Header(_) => {}
            }
        }
    }
}

/// Walks `outer`, a message that was decoded inside `level` others. Linear in the decoded message.
fn enclosed(outer: &Part<'_>, headers: Headers, level: usize) -> EnclosedMessage {
    let regions = Regions::below(&outer.text, outer.path.clone());
    let mut parts = Parts::of(&outer.text, headers, regions, level + 1);
    let found = parts.by_ref().collect();
    EnclosedMessage::of(outer, found, parts.skipped().clone(), parts.damage())
}

impl<'h> Parts<'h> {
    /// The next part of the decoded message at hand.
    fn next_enclosed(&mut self) -> Option<Part<'h>> {
        let enclosed = self.enclosed.as_mut()?;
        let part = enclosed.parts.next();
        if part.is_none() {
            self.skipped.merge(&enclosed.skipped);
            self.regions.add_damage(&mut enclosed.damage);
            self.enclosed = None;
        }
        part
    }

    /// The next field of the header at hand that is searched.
    fn next_field(&mut self) -> Option<Part<'h>> {
        let OpenHeader { offset, path, header, fields, charset } = self.header.as_mut()?;
        let offset = *offset;
        let charset = || *charset.get_or_init(|| header.charset());
        let place = |range: &Range<usize>| offset + range.start..offset + range.end;
        let part = fields
            .filter(|field| {
                self.filter.is_none_or(|filter| filter.may_hold(place(&field.range), field.raw))
            })
            .filter(|field| self.headers.has(field.name))
            .find_map(|field| searched::part(self.message, offset, path, &field, charset));
        if part.is_none() {
            self.header = None;
        }
        part
    }
}
