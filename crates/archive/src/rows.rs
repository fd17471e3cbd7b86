//! Rows: a URL with its position and the metadata of its message, for all output formats.
//!
//! The field names are those of JSON rows. They never change their meaning; users depend on them. A
//! [`UrlHit`](crate::UrlHit) makes a [`Row`] with the fields of a selection.
//! [`ScannedUrl`](crate::ScannedUrl) is a row that borrows nothing.
//!
//! ```
//! use urlsift::Extractor;
//! use urlsift_archive::mail::Headers;
//! use urlsift_archive::item::Window;
//! use urlsift_archive::rows::Row;
//!
//! let mail = b"From: ann@a.example\nDate: Mon, 1 Jan 2001 00:00:00 +0000\n\nsee http://b.example/\n";
//! let fields = Row::fields(&["url", "date", "from_domain", "part"])?;
//! let mut lines = Vec::new();
//! for item in Window::whole("1.eml", mail.to_vec()).items() {
//!     item.find(&Extractor::new(), Headers::Useful, |location, found| {
//!         let row = Row::new(location, found, &fields);
//!         let date = row.date.map(|date| date.as_str().to_string());
//!         lines.push((row.url.to_string(), date, row.from_domain.map(str::to_string), row.part.to_string()));
//!     });
//! }
//! let [(url, date, from_domain, part)] = &lines[..] else { panic!("one URL") };
//! assert_eq!((&url[..], date.as_deref()), ("http://b.example/", Some("2001-01-01T00:00:00+00:00")));
//! assert_eq!((from_domain.as_deref(), &part[..]), (Some("a.example"), "body:1"));
//! # Ok::<(), urlsift_archive::rows::BadField>(())
//! ```

pub(crate) mod fields;
#[doc(hidden)]
#[macro_use]
pub mod record;
#[cfg(feature = "arrow")]
pub mod record_batch;

use std::borrow::Cow;
use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use urlsift::Found;
use urlsift::found::{Doubt, FoundNote, Grade, Piece, Reading};
use urlsift::internal::is_spelled_by;
use urlsift::url::HostKind;
use urlsift::verdict::{Grammar, Verdict};

use crate::item::location::Location;
use crate::mail::Origin;
pub use crate::mail::headers::date::Rfc3339;
pub use crate::rows::fields::{BadField, Fields};
use crate::rows::record::index_of;
use crate::rows::record::{Record, Visitor};

record! {
    /// One URL with its position and metadata.
    ///
    /// Offsets are bytes, ranges half-open. `start`, `end` and the offsets in `pieces`, `readings` and
    /// `doubts` all count from the start of the same bytes, which `offset_in` names.
    #[derive(Clone, Debug, Default)]
    #[non_exhaustive]
    pub struct Row<'r> {
        /// The URL, rejoined: the first reading.
        pub url: &'r str = found.url(),
        /// The form of the URL in the text: `url`, `angle`, `quote`, `prefix`, `bare`, `www`, `host`, `address` or
        /// `repaired`.
        pub form: &'static str = found.form().name(),
        /// The path of the file, `-` for standard input.
        pub source: &'r str = location.source,
        /// The name of the member, if the file is a tar or zip; offsets count from the start of the member.
        /// Null otherwise.
        pub member: Option<&'r str> = location.member,
        /// The number of the member in the tar or zip, from 0; directories and members that are not read count
        /// too. In an inner archive it is (the number of the archive + 1) × 1,000,000,000 + the number in it. Tells
        /// members of one name apart. Null otherwise.
        pub member_index: Option<usize> = location.member_index,
        /// The offset of the message in the source, at its `From ` line if it has one; null for plain text.
        pub message_offset: Option<usize> = location.message_offset,
        /// The `Message-ID` field of the message, as written.
        pub message_id: Option<&'r str> = origin.and_then(|origin| origin.message_id.as_deref()),
        /// The date of the message; null if it has none or if it cannot be read.
        pub date: Option<Rfc3339<'r>> = *date,
        /// The offset of the date's zone from UTC in minutes; null if the zone is unknown.
        pub date_offset: Option<i64> = date.and_then(Rfc3339::offset_minutes),
        /// The date of the message as written, if it cannot be read.
        pub date_text: Option<&'r str> = origin.and_then(|origin| origin.date_text.as_deref()),
        /// The newsgroups of the message.
        pub groups: &'r [String] = origin.map_or(&[], |origin| &origin.groups),
        /// The mailing list of the message: the text between the angle brackets of `List-Id`.
        pub list: Option<&'r str> = origin.and_then(|origin| origin.list.as_deref()),
        /// The subject of the message, decoded.
        pub subject: Option<&'r str> = origin.and_then(|origin| origin.subject.as_deref()),
        /// The domain of the address in `From`.
        pub from_domain: Option<&'r str> = origin.and_then(|origin| origin.from_domain.as_deref()),
        /// The section number of the MIME part after `body:`, as in `body:2.1`; `body:1` if there is only one part. For
        /// a header field its name, as in `header:Subject` or `2.header:Subject`.
        pub part: Cow<'r, str> = part_name(location),
        /// The offset of the stored part in the source, whether it is encoded or not.
        pub part_offset: usize = location.part_offset,
        /// The charset that the part declares or that was detected; null if unknown.
        pub charset: Option<&'static str> = location.stored_charset.name(),
        /// The transfer encoding that was decoded, `quoted-printable` or `base64`; null if none was.
        pub encoding: Option<&'static str> = location.encoding.name(),
        /// The HTML element whose attribute has the URL, or `style` for a style sheet; null if the URL is in text.
        pub element: Option<&'r str> = location.attribute.map(|(element, _)| element),
        /// The attribute, such as `href`; null if the URL is in text or in a style sheet.
        pub attribute: Option<&'static str> =
            location.attribute.and_then(|(_, attribute)| attribute),
        /// The base that a relative reference was resolved against; null if the URL was not relative.
        pub base: Option<&'r str> = location.base(),
        /// The start of the wrapper, delimiters included. In form `host` or `address`, the start of the host
        /// or address.
        pub start: usize = range.start,
        /// The end of the wrapper: the offset after its last byte. In form `bare`, punctuation dropped from
        /// the end is not included.
        pub end: usize = range.end,
        /// Whether the URL is on a quoted line.
        pub quoted: bool = location.is_quoted(found),
        /// Whether the URL is in a signature or in the footer of a list.
        pub in_signature: bool = location.is_in_signature(found),
        /// The number of selected rows before this one with the same URL in the same message; null if they are not
        /// counted.
        pub copies: Option<usize> = None,
        /// The bytes that offsets count in: `source`, or `part` for the decoded part if its bytes have no
        /// position in the source.
        pub offset_in: &'static str = location.offset_in(),
        /// The wrapper in the decoded text of the part, with line breaks, or a relative reference as written. Bytes
        /// that cannot be decoded become U+FFFD.
        pub raw: Cow<'r, str> = raw(location, found),
        /// The pieces of the URL, in order.
        pub pieces: Vec<RowPiece<'r>> = RowPiece::of(location, found),
        /// The other readings of the wrapper, best first.
        pub readings: Vec<RowReading<'r>> = RowReading::of(location, found),
        /// The places where the readings differ.
        pub doubts: Vec<RowDoubt> = RowDoubt::of(location, found),
        /// How sure it is that a URL without delimiters goes on after a line break: `certain`, `likely` or `possible`
        /// (J8); null if the URL was not joined.
        pub joined: Option<&'static str> = found.joined().map(Grade::name),
        /// The grammars that the URL satisfies; empty for a URL that is only loosely valid (V2).
        pub grammars: &'static [&'static str] = grammars(&verdict),
        /// The host as written; null if the URL has none.
        pub host: Option<&'r str> = verdict.parts().host.map(|host| &found.url()[host]),
        /// The kind of the host: `name`, `address`, `ip-literal`, `other` or `bad`.
        pub host_kind: Option<&'static str> = verdict.host_kind().map(HostKind::name),
        /// The names of the notes on the URL.
        pub notes: Vec<&'static str> = names(&found.notes_by(&verdict)),
        ;
        /// The URL in the form to open, in ASCII, as `urlsift pick` opens it; null if it should not be opened. Only
        /// with --fields.
        pub href: Option<Cow<'r, str>> = urlsift::href(found.url()),
        /// The line of the source or member in which the wrapper begins, from 1; null in messages after the first of
        /// a mailbox, if the offsets count in a decoded part, and if lines are not counted. Only with --fields.
        pub line: Option<usize> = None,
        /// Whether the mail client has marked the message as deleted, in `X-Mozilla-Status` or `X-Status`. Only with
        /// --fields.
        pub deleted: bool = origin.is_some_and(|origin| origin.is_deleted),
        /// What a page shows for the link whose target the URL is, with a space for each run of whitespace, cut to 256
        /// bytes: its text, or the `alt` of its picture. Null if the URL is not the target of a link. Only with --fields.
        pub text: Option<Cow<'r, str>> = location.link_text().map(Cow::Owned),
    }

    /// Makes the row of `found`, whose position is `location`, with the fields in `fields`; others are empty.
    pub fn new(location: &'r Location<'_>, found: &'r Found<'_>; only fields) -> Self {
        let range = LazyCell::new(|| location.range(found.outer()));
        // Evaluated only for fields that need them: the header is parsed, and encoded text is decoded again.
        let origin = LazyCell::new(|| location.origin());
        let date = LazyCell::new(|| origin.and_then(Origin::rfc_3339));
        let verdict = LazyCell::new(|| found.verdict());
    }
}

/// The fields of a row that a line of text output needs. Making a whole row takes longer than finding the
/// URL.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
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
    /// Makes the fields for `found`, whose position is `location`.
    pub fn new(location: &'r Location<'_>, found: &'r Found<'_>) -> Brief<'r> {
        Brief {
            url: found.url(),
            source: location.source,
            member: location.member,
            offset_in: location.offset_in(),
            part_offset: location.part_offset,
            start: location.range(found.outer()).start,
        }
    }
}

record! {
    /// A piece of the URL.
    #[derive(Clone, Debug, Default)]
    #[non_exhaustive]
    pub struct RowPiece<'r> {
        /// The start of the bytes that the piece was read from.
        pub start: usize,
        /// The end of these bytes.
        pub end: usize,
        /// The text of the piece in the URL.
        pub text: Cow<'r, str>,
        /// Whether the text was copied from these bytes. Otherwise it was inserted in their place.
        pub copied: bool,
    }
}

record! {
    /// Another reading of the wrapper.
    #[derive(Clone, Debug, Default)]
    #[non_exhaustive]
    pub struct RowReading<'r> {
        /// The URL of this reading.
        pub url: Cow<'r, str>,
        /// The difference to the first reading: `hyphen at 31 dropped`.
        pub why: String,
    }
}

record! {
    /// A place where readings differ.
    #[derive(Clone, Debug, Default)]
    #[non_exhaustive]
    pub struct RowDoubt {
        /// The kind of doubt: `hyphen`, `at`, `gap`, `end`, `join` or `markup`.
        pub kind: &'static str,
        /// The offset of the hyphen; of the first space of a gap or masked `@`; of the line break of a join; or of
        /// the place where the URL may end.
        pub at: usize,
        /// The choice of the first reading: `kept`, `dropped`, `@`, `removed`, `space`, `close`, `mark`, `joined` or
        /// `cut`.
        pub chosen: &'static str,
        /// The reason for the choice: `host`, `seen` or `default`, or for a join the rule of J8 that graded it, such
        /// as `slash`.
        pub ground: &'static str,
    }
}

/// All default fields of a row, in their order: all except `href` and `line`, which take time.
#[doc(hidden)]
pub static ALL_FIELDS: LazyLock<Fields> = LazyLock::new(|| Fields::all(Row::FIELDS));

/// The default fields of a row except [`Row::MESSAGE_FIELDS`], in their order.
#[doc(hidden)]
pub static OTHER_FIELDS: LazyLock<Fields> = LazyLock::new(|| {
    let fields = Row::FIELDS.iter().enumerate();
    let names = fields.filter(|(at, field)| field.is_default && !Row::MESSAGE_FIELDS.contains(at));
    let names: Vec<&str> = names.map(|(_, field)| field.name).collect();
    Fields::named(Row::FIELDS, &names).unwrap_or_else(|_| Fields::all(Row::FIELDS))
});

impl Row<'_> {
    /// The fields that are the same in all rows of a message, from `source` to `from_domain`: a range of indices into
    /// [`Row::FIELDS`](Record::FIELDS).
    pub const MESSAGE_FIELDS: Range<usize> =
        index_of(Row::FIELDS, "source")..index_of(Row::FIELDS, "part");

    /// Selects the fields that `names` lists, in the order of `names`.
    ///
    /// # Errors
    ///
    /// If a name is unknown or occurs twice, or if there is none.
    pub fn fields(names: &[impl AsRef<str>]) -> Result<Fields, BadField> {
        Fields::named(Row::FIELDS, names)
    }

    /// Returns the approximate size in memory, in bytes. It is never less than the length of the texts.
    pub fn bytes(&self) -> usize {
        let mut size = SizeVisitor(ROW_BASE_BYTES);
        self.visit(&mut size);
        size.0 + self.href.as_deref().map_or(0, str::len) + self.text.as_deref().map_or(0, str::len)
    }
}

/// The bytes that a table has for a row besides those that [`SizeVisitor`] counts: for each field at most an offset of
/// 32 bits, and a bit that says whether there is a value.
const ROW_BASE_BYTES: usize = 4 * Row::FIELDS.len() + Row::FIELDS.len().div_ceil(8);

/// Adds up the sizes of values: the lengths of texts, and the overhead that tables have for each value.
struct SizeVisitor(usize);

impl Visitor for SizeVisitor {
    fn text(&mut self, _: &'static str, text: Option<&str>) {
        self.0 += text.map_or(0, str::len) + 4;
    }

    fn number(&mut self, _: &'static str, _: Option<i64>) {
        self.0 += 8;
    }

    fn date(&mut self, _: &'static str, _: Option<Rfc3339<'_>>) {
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

/// Returns the name of the part. A number alone would be taken for one: programs that guess the types of CSV columns
/// from the first rows would then fail at `2.1` or at a header field.
#[doc(hidden)]
pub fn part_name<'r>(location: &Location<'r>) -> Cow<'r, str> {
    if location.is_in_header() {
        Cow::Borrowed(location.part)
    } else if location.part == "1" {
        Cow::Borrowed("body:1")
    } else {
        Cow::Owned(format!("body:{}", location.part))
    }
}

fn raw<'r>(location: &Location<'r>, found: &'r Found<'_>) -> Cow<'r, str> {
    let outer = found.outer();
    // Most URLs are stored as they are, and then nothing is decoded again.
    let is_url = location.base().is_none()
        && found.url().is_ascii()
        && location.text[outer.clone()] == *found.url().as_bytes();
    if is_url { Cow::Borrowed(found.url()) } else { location.raw(outer) }
}

/// Returns the last label of the host `name`, if it begins with a letter.
#[doc(hidden)]
pub fn top_level_domain(name: &str) -> Option<&str> {
    let (_, label) = name.trim_end_matches('.').rsplit_once('.')?;
    label.starts_with(char::is_alphabetic).then_some(label)
}

/// The names of the grammars in each set of them, which has a bit for each. A list for each row took five calls and an
/// allocation.
static GRAMMAR_NAMES: [[&str; Grammar::ALL.len()]; 1 << Grammar::ALL.len()] = {
    let mut lists = [[""; Grammar::ALL.len()]; 1 << Grammar::ALL.len()];
    let mut set = 0;
    while set < lists.len() {
        let (mut len, mut at) = (0, 0);
        while at < Grammar::ALL.len() {
            if set >> at & 1 != 0 {
                lists[set][len] = Grammar::ALL[at].name();
                len += 1;
            }
            at += 1;
        }
        set += 1;
    }
    lists
};

fn grammars(verdict: &Verdict) -> &'static [&'static str] {
    let grammars = verdict.grammars();
    let bit = |(at, &grammar)| usize::from(grammars.contains(grammar)) << at;
    let set: usize = Grammar::ALL.iter().enumerate().map(bit).sum();
    &GRAMMAR_NAMES[set][..set.count_ones() as usize]
}

/// Each name once. A URL can have any number of notes of one kind, such as encoded control characters.
fn names(notes: &[FoundNote]) -> Vec<&'static str> {
    // Most URLs have none. Collecting nothing takes longer than this check, here and in the other lists.
    if notes.is_empty() {
        return Vec::new();
    }
    let mut names: Vec<&str> = notes.iter().map(|note| note.name()).collect();
    names.dedup();
    names
}

impl<'r> RowPiece<'r> {
    /// Returns the pieces of `found`. A character that a line break splits goes to the later piece, so that
    /// the texts joined are the URL.
    fn of(location: &Location<'r>, found: &'r Found<'_>) -> Vec<RowPiece<'r>> {
        let (url, pieces) = (found.url(), found.pieces());
        let copied = |piece: &Piece| matches!(piece, Piece::Copied(_)) && location.base().is_none();
        // One piece is the whole URL.
        if let [piece] = pieces {
            let Range { start, end } = location.range(piece.range());
            return vec![RowPiece { start, end, text: Cow::Borrowed(url), copied: copied(piece) }];
        }
        let mut texts = if is_spelled_by(url, pieces, location.text) {
            let (mut at, mut done) = (0, 0);
            let text = |piece: &Piece| {
                let start = done;
                at += piece.bytes(location.text).len();
                // Round down to a character. At most three bytes are left over, which the next piece takes.
                // `start` is a boundary, and the last `at` is the end of the URL, so all of it is used.
                done = (start..=at).rev().find(|&i| url.is_char_boundary(i)).unwrap_or(start);
                Cow::Borrowed(&url[start..done])
            };
            pieces.iter().map(text).collect::<Vec<_>>()
        } else {
            let bytes: Vec<&[u8]> = pieces.iter().map(|piece| piece.bytes(location.text)).collect();
            location.charset.decode_pieces(&bytes).into_iter().map(Cow::Owned).collect()
        }
        .into_iter();
        let piece = |piece: &Piece| {
            let Range { start, end } = location.range(piece.range());
            RowPiece { start, end, text: texts.next().unwrap_or_default(), copied: copied(piece) }
        };
        pieces.iter().map(piece).collect()
    }
}

impl<'r> RowReading<'r> {
    fn of(location: &Location<'_>, found: &'r Found<'_>) -> Vec<RowReading<'r>> {
        if found.readings().is_empty() {
            return Vec::new();
        }
        let reading = |reading: &'r Reading| RowReading {
            url: Cow::Borrowed(reading.url()),
            why: reading.why().placed(|at| offset(location, at)).to_string(),
        };
        found.readings().iter().map(reading).collect()
    }
}

impl RowDoubt {
    fn of(location: &Location<'_>, found: &Found<'_>) -> Vec<RowDoubt> {
        if found.doubts().is_empty() {
            return Vec::new();
        }
        let doubt = |doubt: &Doubt| RowDoubt {
            kind: doubt.kind.name(),
            at: offset(location, doubt.at),
            chosen: doubt.chosen.name(),
            ground: doubt.ground.name(),
        };
        found.doubts().iter().map(doubt).collect()
    }
}

/// Maps the offset `at` in the searched text to the stored bytes.
fn offset(location: &Location<'_>, at: usize) -> usize {
    location.range(at..at + 1).start
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use urlsift::Extractor;

    use super::*;
    use crate::cut::Window;
    use crate::mail::Headers;

    /// Returns the URL and the texts of the pieces of each row of a message in `charset`.
    fn rows(charset: &str, body: &[u8]) -> Vec<(String, Vec<String>)> {
        let header = format!("Subject: a\nContent-Type: text/plain; charset={charset}\n\n");
        let window = Window::whole("x", [header.as_bytes(), body].concat());
        let mut rows = Vec::new();
        for item in window.items() {
            item.find(&Extractor::new(), Headers::None, |location, found| {
                let row = Row::new(location, found, &ALL_FIELDS);
                let texts = row.pieces.iter().map(|piece| piece.text.to_string()).collect();
                rows.push((row.url.to_owned(), texts));
            });
        }
        rows
    }

    #[test]
    fn pieces_have_the_characters_of_the_url() {
        // (charset, wrapper, texts of the pieces)
        let table: [(&str, &[u8], &[&str]); 5] = [
            (
                "utf-8",
                b"<URL:http://a.example/x\x99\xC5\n\x89y>",
                &["http://a.example/x%99", "\u{149}y"],
            ),
            ("utf-8", b"<URL:http://a.example/\xC3\n\xA9>", &["http://a.example/", "\u{e9}"]),
            ("utf-8", b"<URL:http://a.example/\xC3\ny>", &["http://a.example/%C3", "y"]),
            ("gbk", b"<URL:http://a.example/\xC4\n\xE3>", &["http://a.example/", "\u{4f60}"]),
            // 19 bytes become 19 bytes, but other ones: the four of U+00DD become two, and the two of a
            // Chinese character three.
            (
                "gb18030",
                b"<URL:http://a.b/\x81\x30\x89\x36\n\xC4\xE3\xC4\xE3>",
                &["http://a.b/\u{dd}", "\u{4f60}\u{4f60}"],
            ),
        ];
        for (charset, wrapper, texts) in table {
            let texts: Vec<String> = texts.iter().map(|&text| text.into()).collect();
            assert_eq!(rows(charset, wrapper), [(texts.concat(), texts)], "{wrapper:?}");
        }
    }

    const CHARSETS: &[&str] = &[
        "utf-8",
        "us-ascii",
        "gbk",
        "gb18030",
        "big5",
        "euc-kr",
        "shift_jis",
        "koi8-r",
        "iso-8859-6",
    ];

    const TOKENS: &[&[u8]] = &[
        b"\n",
        b"\n",
        b"\n> ",
        b" ",
        b" at ",
        b"-",
        b"a",
        b"/",
        b"\x81",
        b"\x30",
        b"\x89",
        b"\x99",
        b"\xA1",
        b"\xC3",
        b"\xC5",
        b"\xE3",
        b"\xF0\x9F",
        b"\xFE",
        b"\xFF",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

        /// Rule J7, for any bytes and breaks.
        #[test]
        fn pieces_joined_are_the_url(
            charset in select(CHARSETS),
            tokens in vec(select(TOKENS), 0..10),
        ) {
            let body = [b"<URL:http://a.example/", &tokens.concat()[..], b">"].concat();
            for (url, texts) in rows(charset, &body) {
                prop_assert_eq!(texts.concat(), url);
            }
        }
    }
}
