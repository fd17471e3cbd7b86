//! Distinct URLs, by their spelling or normalized, with the number of occurrences, the first and last date, and the
//! first place.
//!
//! URLs are written in the order of their first occurrence. All are held in memory, up to a limit that is an error.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::LazyLock;

use super::csv::{write_cells, write_record};
use super::escape::Destination;
use super::jsonl::write_line;
use super::line_format::LineFormat;
use super::text::write_text;
use clap::ValueEnum;
use urlsift::url::normalize;
use urlsift_archive::internal::{Brief, Record};
use urlsift_archive::record;
use urlsift_archive::rows::{Fields, Row};

#[derive(Clone, Debug)]
pub(crate) struct Sighting {
    url: Box<str>,
    normalized: Option<Box<str>>,
    /// The date of the message as text, after the time that it names, in seconds since 1970.
    date: Option<(i64, Box<str>)>,
    source: Box<str>,
    member: Option<Box<str>>,
    place: SightingPlace,
}

#[derive(Clone, Debug)]
struct SightingPlace {
    member_index: Option<usize>,
    message_offset: Option<usize>,
    part: Box<str>,
    part_offset: usize,
    start: usize,
    end: usize,
    offset_in: &'static str,
}

/// The fields of a row that a [`Sighting`] needs.
pub(crate) static SIGHTING_FIELDS: LazyLock<Fields> = LazyLock::new(|| {
    let place =
        ["member_index", "message_offset", "part", "part_offset", "start", "end", "offset_in"];
    let names = [&["url", "date", "source", "member"][..], &place].concat();
    Row::fields(&names).expect("they are fields of a row")
});

/// How URLs are compared.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(crate) enum UniqueBy {
    /// Byte by byte
    #[default]
    Exact,
    /// After normalization by RFC 3986
    // The commonest spelling is written; of equally common ones, the one that came first.
    Equivalent,
}

impl Sighting {
    /// Takes the fields of `row`, which has at least [`SIGHTING_FIELDS`].
    pub(crate) fn new(row: &Row<'_>, by: UniqueBy) -> Sighting {
        Sighting {
            url: row.url.into(),
            normalized: (by == UniqueBy::Equivalent).then(|| normalize(row.url).into()),
            date: row.date.map(|date| (date.second(), date.as_str().into())),
            source: row.source.into(),
            member: row.member.map(Into::into),
            place: SightingPlace {
                member_index: row.member_index,
                message_offset: row.message_offset,
                part: (&*row.part).into(),
                part_offset: row.part_offset,
                start: row.start,
                end: row.end,
                offset_in: row.offset_in,
            },
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Unique {
    by: UniqueBy,
    urls: HashMap<Box<str>, Box<UrlRecord>>,
    /// The names of the last source. Most URLs are in the same source as the one before, and share the allocation.
    source: Rc<str>,
    member: Option<Rc<str>>,
    bytes: usize,
    max_bytes: usize,
}

#[derive(Clone, Debug)]
struct UrlRecord {
    order: usize,
    count: u64,
    /// The spellings with the number of times that each was met, and their order; empty if the URL is its key.
    spellings: HashMap<Box<str>, (u64, usize)>,
    first_date: Option<(i64, Box<str>)>,
    last_date: Option<(i64, Box<str>)>,
    source: Rc<str>,
    member: Option<Rc<str>>,
    place: SightingPlace,
}

record! {
    #[derive(Clone, Debug)]
    struct UniqueRow<'u> {
        url: &'u str,
        count: u64,
        first_date: Option<&'u str>,
        last_date: Option<&'u str>,
        source: &'u str,
        member: Option<&'u str>,
        member_index: Option<usize>,
        message_offset: Option<usize>,
        part: &'u str,
        part_offset: usize,
        start: usize,
        end: usize,
        offset_in: &'static str,
    }
}

impl<'u> UniqueRow<'u> {
    fn new(url: &'u str, known: &'u UrlRecord) -> UniqueRow<'u> {
        let date = |date: &'u Option<(i64, Box<str>)>| date.as_ref().map(|(_, date)| &**date);
        UniqueRow {
            url,
            count: known.count,
            first_date: date(&known.first_date),
            last_date: date(&known.last_date),
            source: &known.source,
            member: known.member.as_deref(),
            member_index: known.place.member_index,
            message_offset: known.place.message_offset,
            part: &known.place.part,
            part_offset: known.place.part_offset,
            start: known.place.start,
            end: known.place.end,
            offset_in: known.place.offset_in,
        }
    }

    fn brief(&self) -> Brief<'_> {
        let UniqueRow { url, source, member, offset_in, part_offset, start, .. } = *self;
        Brief { url, source, member, offset_in, part_offset, start }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct TooMany {
    urls: usize,
    max_bytes: usize,
}

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TooMany { urls, max_bytes } = self;
        write!(f, "more distinct URLs than {max_bytes} bytes of memory hold: {urls} fit")
    }
}

impl std::error::Error for TooMany {}

/// The memory of a URL without its texts, in bytes: its data, two dates, the allocator's overhead for six texts, and
/// entries of the sorted list and of the hash table, which is up to half empty and exists twice while it grows.
const URL_OVERHEAD_BYTES: usize =
    size_of::<UrlRecord>() + 5 * size_of::<(Box<str>, Box<UrlRecord>)>() + 2 * DATE_BYTES + 6 * 16;

/// Like [`URL_OVERHEAD_BYTES`], for a spelling.
const SPELLING_BYTES: usize = 4 * size_of::<(Box<str>, (u64, usize))>() + 16;

const DATE_BYTES: usize = "1996-12-31T23:59:59-08:00".len();

const WRITE_BYTES: usize = 1 << 16;

impl Unique {
    pub(crate) fn new(by: UniqueBy, max_bytes: usize) -> Unique {
        Unique { by, urls: HashMap::new(), source: "".into(), member: None, bytes: 0, max_bytes }
    }

    pub(crate) fn by(&self) -> UniqueBy {
        self.by
    }

    /// Adds the next row. It is an error if a new URL exceeds the memory limit.
    pub(crate) fn add(&mut self, seen: Sighting) -> Result<(), TooMany> {
        let order = self.urls.len();
        let too_many = TooMany { urls: order, max_bytes: self.max_bytes };
        let (key, spelling) = match seen.normalized {
            Some(normalized) => (normalized, Some(seen.url)),
            None => (seen.url, None),
        };
        // A known URL needs no more memory, since two dates were counted for it.
        let entry = match self.urls.entry(key) {
            Entry::Occupied(known) => {
                let known = known.into_mut();
                known.count_again(seen.date);
                self.bytes += spelling.map_or(0, |spelling| known.add_spelling(spelling));
                return if self.bytes > self.max_bytes { Err(too_many) } else { Ok(()) };
            }
            Entry::Vacant(entry) => entry,
        };
        let len = |text: Option<&str>| text.map_or(0, str::len);
        let spelled = spelling.as_ref().map_or(0, |spelling| spelling.len() + SPELLING_BYTES);
        let mut bytes = URL_OVERHEAD_BYTES + entry.key().len() + seen.place.part.len() + spelled;
        // Charge a name only if it is allocated anew.
        if *self.source != *seen.source {
            bytes += seen.source.len();
            self.source = seen.source.into();
        }
        if self.member.as_deref() != seen.member.as_deref() {
            bytes += len(seen.member.as_deref());
            self.member = seen.member.map(Into::into);
        }
        if self.bytes + bytes > self.max_bytes {
            return Err(too_many);
        }
        self.bytes += bytes;
        entry.insert(Box::new(UrlRecord {
            order,
            count: 1,
            spellings: spelling.map(|spelling| (spelling, (1, 0))).into_iter().collect(),
            first_date: seen.date.clone(),
            last_date: seen.date,
            source: Rc::clone(&self.source),
            member: self.member.clone(),
            place: seen.place,
        }));
        Ok(())
    }

    /// Passes lines for all URLs to `take`, whose first error is returned. `has_place` adds the first place to lines
    /// of text.
    pub(crate) fn write<E>(
        &self,
        format: LineFormat,
        has_place: bool,
        destination: Destination,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lines = Vec::new();
        if format == LineFormat::Csv {
            let names = UniqueRow::FIELDS.iter().map(|field| field.name);
            write_cells(names, Destination::Program, &mut lines);
        }
        let mut urls: Vec<_> = self.urls.iter().collect();
        urls.sort_unstable_by_key(|(_, known)| known.order);
        for (url, known) in urls {
            let row = UniqueRow::new(known.commonest().unwrap_or(url), known);
            match format {
                LineFormat::Text => {
                    write_text(row.url, || row.brief(), has_place, destination, &mut lines);
                }
                LineFormat::Jsonl => write_line(&row, destination, &mut lines),
                LineFormat::Csv => write_record(&row, destination, &mut lines),
            }
            if lines.len() >= WRITE_BYTES {
                take(&lines)?;
                lines.clear();
            }
        }
        take(&lines)
    }
}

impl UrlRecord {
    /// Counts an occurrence of `spelling`. Returns the memory that it needs, in bytes.
    fn add_spelling(&mut self, spelling: Box<str>) -> usize {
        let (order, len) = (self.spellings.len(), spelling.len());
        let mut bytes = 0;
        let known = self.spellings.entry(spelling).or_insert_with(|| {
            bytes = len + SPELLING_BYTES;
            (0, order)
        });
        known.0 += 1;
        bytes
    }

    fn commonest(&self) -> Option<&str> {
        let ranked = self
            .spellings
            .iter()
            .map(|(spelling, &(count, order))| ((count, Reverse(order)), &**spelling));
        ranked.max().map(|(_, spelling)| spelling)
    }

    /// Counts another occurrence, in a message of `date`.
    fn count_again(&mut self, date: Option<(i64, Box<str>)>) {
        self.count += 1;
        let Some(date) = date else { return };
        // Of dates that name the same second, keep the one that came first.
        if self.first_date.as_ref().is_none_or(|first| date.0 < first.0) {
            self.first_date = Some(date.clone());
        }
        if self.last_date.as_ref().is_none_or(|last| date.0 > last.0) {
            self.last_date = Some(date);
        }
    }
}
