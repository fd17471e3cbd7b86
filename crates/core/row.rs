//! A row: what a URL and its provenance look like outside.
//!
//! The fields' names are those of JSON rows and do not change meaning; README.md has them in a table.

use std::borrow::Cow;
use std::ops::Range;

use urlsift_rejoiner::{Doubt, Piece};
use urlsift_validator::{Grammar, HostKind, Verdict};

use crate::bulk::item::Place;
use crate::decode::Decode;
use crate::found::Found;
use crate::note::FoundNote;
use crate::reading::Reading;
use crate::record::{Record, Visitor, record};

record! {
    /// One URL with where it stood and what is known of it.
    ///
    /// Offsets are of bytes, ranges half-open. `start`, `end` and those in `pieces`, `readings` and
    /// `doubts` are all offsets in the same thing, which `offset_in` names.
    #[derive(Clone, Debug)]
    #[non_exhaustive]
    pub struct Row<'r> {
        /// The URL, rejoined: the first reading.
        pub url: &'r str = found.url(),
        /// Which kind of wrapper it stood in: `url`, `angle`, `quote`, `prefix` or `bare`.
        pub form: &'static str = found.form().name(),
        /// The file's path, `-` for standard input.
        pub source: &'r str = place.source,
        /// The member's name, where the file is a tar or zip; all offsets are then in the member. Null
        /// otherwise.
        pub member: Option<&'r str> = place.member,
        /// The offset of the message in the source, its `From ` line included; null for a plain text.
        pub message_offset: Option<usize> = place.message_offset,
        /// The message's `Message-ID` field, as it stands there.
        pub message_id: Option<&'r str> = origin.and_then(|origin| origin.message_id.as_deref()),
        /// The message's date as RFC 3339 has it, or as it stands where it cannot be read.
        pub date: Option<&'r str> = origin.and_then(|origin| origin.date.as_deref()),
        /// The newsgroups that it was posted to.
        pub groups: &'r [String] = origin.map_or(&[], |origin| &origin.groups),
        /// The list that sent it: what stands in the angle brackets of its `List-Id`.
        pub list: Option<&'r str> = origin.and_then(|origin| origin.list.as_deref()),
        /// Its subject, decoded.
        pub subject: Option<&'r str> = origin.and_then(|origin| origin.subject.as_deref()),
        /// The domain of the address in its `From`.
        pub from_domain: Option<&'r str> = origin.and_then(|origin| origin.from_domain.as_deref()),
        /// The section number of the MIME part; `1` where there is but one.
        pub part: &'r str = place.part,
        /// The offset in the source of the part as it is stored, encoded or not.
        pub part_offset: usize = place.part_offset,
        /// The charset that the part declares or is found to have; null where it is unknown.
        pub charset: Option<&'static str> = place.stored_charset.name(),
        /// The transfer encoding that was undone: `quoted-printable` or `base64`; null where none was.
        pub encoding: Option<&'static str> = place.encoding.name(),
        /// The HTML element in whose attribute the URL stood; null where it stood in text.
        pub element: Option<&'r str> = place.attribute.map(|(element, _)| element),
        /// The attribute, such as `href`; null where it stood in text.
        pub attribute: Option<&'static str> = place.attribute.map(|(_, attribute)| attribute),
        /// Where the wrapper begins, delimiters included.
        pub start: usize = range.start,
        /// Where it ends.
        pub end: usize = range.end,
        /// What the offsets are offsets in: `source`, or `part` where the part was decoded.
        pub offset_in: &'static str = place.offset_in(),
        /// The wrapper as it stands in the text, line breaks and all; U+FFFD for what cannot be decoded.
        pub raw: Cow<'r, str> = place.charset.decode(&place.text[outer]),
        /// What the URL is made of, in order.
        pub pieces: Vec<RowPiece<'r>> = RowPiece::of(place, found),
        /// The other ways to read the wrapper, best first.
        pub readings: Vec<RowReading<'r>> = RowReading::of(place, found),
        /// Where the readings differ.
        pub doubts: Vec<RowDoubt> = RowDoubt::of(place, found),
        /// The grammars that the URL satisfies; none where it is loose (V2).
        pub grammars: Vec<&'static str> = grammars(verdict),
        /// The host, as it is spelled; null where there is none.
        pub host: Option<&'r str> = found.host(),
        /// What the host is: `name`, `address`, `ip-literal`, `other` or `bad`.
        pub host_kind: Option<&'static str> = verdict.host_kind().map(HostKind::name),
        /// What is worth knowing of it.
        pub notes: Vec<&'static str> = names(found.notes()),
    }

    /// The row of `found`, which stands at `place`.
    pub fn new(place: &'r Place<'_>, found: &'r Found<'_>) -> Self {
        let outer = found.outer();
        let range = place.range(outer.clone());
        let verdict = found.verdict();
        let origin = place.origin();
    }
}

/// What a line of text has of a row. To make all of one takes longer than to find the URL.
#[derive(Clone, Copy, Debug)]
pub struct Brief<'r> {
    /// See [`Row::url`].
    pub url: &'r str,
    /// See [`Row::source`].
    pub source: &'r str,
    /// See [`Row::member`].
    pub member: Option<&'r str>,
    /// See [`Row::offset_in`].
    pub offset_in: &'static str,
    /// See [`Row::part_offset`].
    pub part_offset: usize,
    /// See [`Row::start`].
    pub start: usize,
}

impl<'r> Brief<'r> {
    /// That of `found`, which stands at `place`.
    pub fn new(place: &'r Place<'_>, found: &'r Found<'_>) -> Brief<'r> {
        Brief {
            url: found.url(),
            source: place.source,
            member: place.member,
            offset_in: place.offset_in(),
            part_offset: place.part_offset,
            start: place.range(found.outer()).start,
        }
    }
}

record! {
    /// A piece of the URL.
    #[derive(Clone, Debug)]
    #[non_exhaustive]
    pub struct RowPiece<'r> {
        /// Where what it stands for begins.
        pub start: usize,
        /// Where that ends.
        pub end: usize,
        /// What it gives to the URL.
        pub text: Cow<'r, str>,
        /// Whether that is copied from there; else it was put in its place.
        pub copied: bool,
    }
}

record! {
    /// Another way to read the wrapper.
    #[derive(Clone, Debug)]
    #[non_exhaustive]
    pub struct RowReading<'r> {
        /// The URL in this reading.
        pub url: &'r str,
        /// How it differs from the first: `hyphen at 31 dropped`.
        pub why: String,
    }
}

record! {
    /// Where readings differ.
    #[derive(Clone, Debug)]
    #[non_exhaustive]
    pub struct RowDoubt {
        /// `hyphen`, `at` or `gap`.
        pub kind: &'static str,
        /// The offset of the hyphen, or of the first blank.
        pub at: usize,
        /// What the first reading does: `kept` or `dropped`, `@`, `removed` or `space`.
        pub chosen: &'static str,
        /// Why: `host`, `seen` or `default`.
        pub ground: &'static str,
    }
}

impl Row<'_> {
    /// How many bytes it has in memory, roughly; never fewer than its texts.
    pub fn bytes(&self) -> usize {
        let mut size = Size(ROW_BASE);
        self.visit(&mut size);
        size.0
    }
}

/// How many bytes a row takes in memory besides what [`Size`] counts.
const ROW_BASE: usize = 142;

/// Adds up the bytes of values: those of texts, and those that tables take for each value.
struct Size(usize);

impl Visitor for Size {
    fn text(&mut self, _: &'static str, text: Option<&str>) {
        self.0 += text.map_or(0, str::len) + 4;
    }

    fn number(&mut self, _: &'static str, _: Option<u64>) {
        self.0 += 8;
    }

    fn flag(&mut self, _: &'static str, _: bool) {
        self.0 += 1;
    }

    fn texts(&mut self, _: &'static str, texts: &[impl AsRef<str>]) {
        self.0 += texts.iter().map(|text| text.as_ref().len() + 4).sum::<usize>();
    }

    fn records(&mut self, _: &'static str, records: &[impl Record]) {
        for record in records {
            record.visit(self);
        }
    }
}

/// All at once: a list that grows is moved where it has five, as most have.
fn grammars(verdict: &Verdict) -> Vec<&'static str> {
    let mut names = Vec::with_capacity(Grammar::ALL.len());
    names.extend(verdict.grammars().iter().map(Grammar::name));
    names
}

/// Each name once: an encoded control character can stand in a URL any number of times.
fn names(notes: &[FoundNote]) -> Vec<&'static str> {
    let mut names: Vec<&str> = notes.iter().map(|note| note.name()).collect();
    names.dedup();
    names
}

impl<'r> RowPiece<'r> {
    /// The pieces of `found`. A character that a line break cut in two is given by the later of its
    /// pieces, so that joined they are the URL.
    fn of(place: &Place<'r>, found: &'r Found<'_>) -> Vec<RowPiece<'r>> {
        let url = found.url();
        let lens = found.pieces().iter().map(|piece| piece.bytes(place.text).len());
        let is_same = lens.sum::<usize>() == url.len();
        let mut at = 0;
        let mut done = 0;
        let piece = |piece: &Piece| {
            let Range { start, end } = place.range(piece.range());
            let bytes = piece.bytes(place.text);
            at += bytes.len();
            let text = if is_same {
                let start = done;
                done = (start..=at).rev().find(|&i| url.is_char_boundary(i)).unwrap_or(start);
                Cow::Borrowed(&url[start..done])
            } else {
                Cow::Owned(place.charset.decode_url(bytes).0.into_owned())
            };
            let copied = matches!(piece, Piece::Copied(_));
            RowPiece { start, end, text, copied }
        };
        found.pieces().iter().map(piece).collect()
    }
}

impl<'r> RowReading<'r> {
    /// The readings of `found` other than the first.
    fn of(place: &Place<'_>, found: &'r Found<'_>) -> Vec<RowReading<'r>> {
        let reading = |reading: &'r Reading| RowReading {
            url: reading.url(),
            why: reading.why().placed(|at| offset(place, at)).to_string(),
        };
        found.readings().iter().map(reading).collect()
    }
}

impl RowDoubt {
    /// The doubts of `found`.
    fn of(place: &Place<'_>, found: &Found<'_>) -> Vec<RowDoubt> {
        let doubt = |doubt: &Doubt| RowDoubt {
            kind: doubt.kind.name(),
            at: offset(place, doubt.at),
            chosen: doubt.chosen.name(),
            ground: doubt.ground.name(),
        };
        found.doubts().iter().map(doubt).collect()
    }
}

/// Where the byte at `at` of the text that was searched is stored.
fn offset(place: &Place<'_>, at: usize) -> usize {
    place.range(at..at + 1).start
}
