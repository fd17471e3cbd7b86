//! A row: what a URL and its provenance look like outside.
//!
//! The fields' names are those of JSON rows and do not change meaning; README.md has them in a table.

use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize;
use urlsift_rejoiner::Piece;
use urlsift_validator::{Grammar, HostKind, Verdict};

use crate::bulk::Place;
use crate::decode::Decode;
use crate::found::Found;
use crate::note::Note;

/// One URL with where it stood and what is known of it.
///
/// Offsets are of bytes, ranges half-open. `start`, `end` and those in `pieces`, `readings` and
/// `doubts` are all offsets in the same thing, which `offset_in` names.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Row<'r> {
    /// The URL, rejoined: the first reading.
    pub url: &'r str,
    /// Which kind of wrapper it stood in: `url`, `angle`, `quote`, `prefix` or `bare`.
    pub form: &'static str,
    /// The file's path, `-` for standard input.
    pub source: &'r str,
    /// The member's name, where the file is a tar or zip; all offsets are then in the member. Null
    /// otherwise.
    pub member: Option<&'r str>,
    /// The offset of the message in the source, its `From ` line included; null for a plain text.
    pub message_offset: Option<usize>,
    /// The message's `Message-ID` field, as it stands there.
    pub message_id: Option<&'r str>,
    /// The message's date as RFC 3339 has it, or as it stands where it cannot be read.
    pub date: Option<&'r str>,
    /// The newsgroups that it was posted to.
    pub groups: &'r [String],
    /// The list that sent it: what stands in the angle brackets of its `List-Id`.
    pub list: Option<&'r str>,
    /// Its subject, decoded.
    pub subject: Option<&'r str>,
    /// The domain of the address in its `From`.
    pub from_domain: Option<&'r str>,
    /// The section number of the MIME part; `1` where there is but one.
    pub part: &'r str,
    /// The offset in the source of the part as it is stored, encoded or not.
    pub part_offset: usize,
    /// The charset that the part declares or is found to have; null where it is unknown.
    pub charset: Option<&'static str>,
    /// The transfer encoding that was undone: `quoted-printable` or `base64`; null where none was.
    pub encoding: Option<&'static str>,
    /// The HTML element in whose attribute the URL stood; null where it stood in text.
    pub element: Option<&'r str>,
    /// The attribute, such as `href`; null where it stood in text.
    pub attribute: Option<&'static str>,
    /// Where the wrapper begins, delimiters included.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What the offsets are offsets in: `source`, or `part` where the part was decoded.
    pub offset_in: &'static str,
    /// The wrapper as it stands in the text, line breaks and all; U+FFFD for what cannot be decoded.
    pub raw: Cow<'r, str>,
    /// What the URL is made of, in order.
    pub pieces: Vec<RowPiece<'r>>,
    /// The other ways to read the wrapper, best first.
    pub readings: Vec<RowReading<'r>>,
    /// Where the readings differ.
    pub doubts: Vec<RowDoubt>,
    /// The grammars that the URL satisfies; none where it is loose (V2).
    pub grammars: Vec<&'static str>,
    /// The host, as it is spelled; null where there is none.
    pub host: Option<&'r str>,
    /// What the host is: `name`, `address`, `ip-literal`, `other` or `bad`.
    pub host_kind: Option<&'static str>,
    /// What is worth knowing of it.
    pub notes: Vec<&'static str>,
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

/// A piece of the URL.
#[derive(Clone, Debug, Serialize)]
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

/// Another way to read the wrapper.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RowReading<'r> {
    /// The URL in this reading.
    pub url: &'r str,
    /// How it differs from the first: `hyphen at 31 dropped`.
    pub why: String,
}

/// Where readings differ.
#[derive(Clone, Debug, Serialize)]
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

/// What a row takes beside its texts, roughly.
const ROW_BASE: usize = 256;

impl<'r> Row<'r> {
    /// The row of `found`, which stands at `place`.
    pub fn new(place: &'r Place<'_>, found: &'r Found<'_>) -> Row<'r> {
        let outer = found.outer();
        let Range { start, end } = place.range(outer.clone());
        let at = |at: usize| place.range(at..at + 1).start;
        let verdict = found.verdict();
        let origin = place.origin();
        Row {
            url: found.url(),
            form: found.form().name(),
            source: place.source,
            member: place.member,
            message_offset: place.message_offset,
            message_id: origin.and_then(|origin| origin.message_id.as_deref()),
            date: origin.and_then(|origin| origin.date.as_deref()),
            groups: origin.map_or(&[], |origin| &origin.groups),
            list: origin.and_then(|origin| origin.list.as_deref()),
            subject: origin.and_then(|origin| origin.subject.as_deref()),
            from_domain: origin.and_then(|origin| origin.from_domain.as_deref()),
            part: place.part,
            part_offset: place.part_offset,
            charset: place.stored_charset.name(),
            encoding: place.encoding.name(),
            element: place.attribute.map(|(element, _)| element),
            attribute: place.attribute.map(|(_, attribute)| attribute),
            start,
            end,
            offset_in: place.offset_in(),
            raw: place.charset.decode(&place.text[outer]),
            pieces: RowPiece::of(place, found),
            readings: found
                .readings()
                .iter()
                .map(|reading| RowReading {
                    url: reading.url(),
                    why: reading.why().placed(at).to_string(),
                })
                .collect(),
            doubts: found
                .doubts()
                .iter()
                .map(|doubt| RowDoubt {
                    kind: doubt.kind.name(),
                    at: at(doubt.at),
                    chosen: doubt.chosen.name(),
                    ground: doubt.ground.name(),
                })
                .collect(),
            grammars: grammars(verdict),
            host: verdict.parts().host.map(|host| &found.url()[host.range()]),
            host_kind: verdict.host_kind().map(HostKind::name),
            notes: names(found.notes()),
        }
    }

    /// How many bytes it has in memory, roughly; never fewer than its texts.
    pub fn bytes(&self) -> usize {
        let texts = [
            Some(self.url),
            Some(self.source),
            self.member,
            self.message_id,
            self.date,
            self.list,
            self.subject,
            self.from_domain,
            Some(self.part),
            self.element,
            Some(&*self.raw),
            self.host,
        ];
        let texts: usize = texts.iter().flatten().map(|text| text.len()).sum();
        let groups: usize = self.groups.iter().map(|group| group.len() + 4).sum();
        let pieces: usize = self.pieces.iter().map(|piece| piece.text.len() + 21).sum();
        let readings: usize = self.readings.iter().map(|it| it.url.len() + it.why.len() + 8).sum();
        ROW_BASE + texts + groups + pieces + readings + self.doubts.len() * 40
    }
}

/// All at once: a list that grows is moved where it has five, as most have.
fn grammars(verdict: &Verdict) -> Vec<&'static str> {
    let mut names = Vec::with_capacity(Grammar::ALL.len());
    names.extend(verdict.grammars().iter().map(Grammar::name));
    names
}

/// Each name once: an encoded control character can stand in a URL any number of times.
fn names(notes: &[Note]) -> Vec<&'static str> {
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
