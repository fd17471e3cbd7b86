//! A URL of a file, with its position and the facts of its message, as a value that borrows nothing.

use std::borrow::Cow;
use std::mem;

use urlsift::found::{Form, Grade};

use crate::rows::{ALL_FIELDS, Fields, Row, RowDoubt, RowPiece, RowReading};
use crate::run::scan::UrlHit;

/// Declares [`ScannedUrl`] and makes it of a row: each field has its value after `=`. Rows have fields of the same
/// names.
macro_rules! scanned_url {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident($hit:ident, $row:ident) {
            $($(#[$doc:meta])* $field:ident: $type:ty = $value:expr,)*
        }
    ) => {
        $(#[$attribute])*
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl $name {
            pub(crate) fn fields() -> Fields {
                let names = [$(stringify!($field)),*];
                Row::fields(&names).unwrap_or_else(|_| ALL_FIELDS.clone())
            }

            /// Makes the value of a hit, whose row has `fields`. Also returns its estimated memory in bytes.
            pub(crate) fn new($hit: &UrlHit<'_>, fields: &Fields) -> ($name, usize) {
                let $row = $hit.row(fields);
                let bytes = mem::size_of::<$name>() + $row.bytes();
                ($name { $($field: $value,)* }, bytes)
            }
        }
    };
}

scanned_url! {
    /// A URL of a file, with its position and the facts of its message.
    ///
    /// Offsets are bytes, ranges half-open. The fields mean what those of a [`Row`] mean, which has a few more.
    /// [`href`](urlsift::href) and [`display_url`](urlsift::url::display_url) return the forms to open and to show.
    #[derive(Clone, Debug)]
    #[non_exhaustive]
    pub struct ScannedUrl(hit, row) {
        /// The URL, rejoined: the first reading.
        url: String = row.url.to_owned(),
        /// The form of the URL in the text.
        form: Form = hit.found.form(),
        /// The path of the file, `-` for standard input.
        source: String = row.source.to_owned(),
        /// The name of the member, if the file is a tar or zip; offsets count from the start of the member.
        member: Option<String> = row.member.map(str::to_owned),
        /// The number of the member in the tar or zip, from 0. Tells members of one name apart.
        member_index: Option<usize> = row.member_index,
        /// The offset of the message in the source; `None` for plain text.
        message_offset: Option<usize> = row.message_offset,
        /// The `Message-ID` field of the message, as written.
        message_id: Option<String> = row.message_id.map(str::to_owned),
        /// The date of the message in the format of RFC 3339; `None` if it has none or if it cannot be read.
        date: Option<String> = row.date.map(|date| date.as_str().to_owned()),
        /// The newsgroups of the message.
        groups: Vec<String> = row.groups.to_vec(),
        /// The mailing list of the message: the text between the angle brackets of `List-Id`.
        list: Option<String> = row.list.map(str::to_owned),
        /// The subject of the message, decoded.
        subject: Option<String> = row.subject.map(str::to_owned),
        /// The domain of the address in `From`.
        from_domain: Option<String> = row.from_domain.map(str::to_owned),
        /// The MIME part or header field: `body:1`, `body:2.1`, `header:Subject`.
        part: String = row.part.into_owned(),
        /// The offset of the stored part in the source, whether it is encoded or not.
        part_offset: usize = row.part_offset,
        /// The bytes that the offsets from here on count in: `source`, or `part` for the decoded part.
        offset_in: &'static str = row.offset_in,
        /// The start of the URL, delimiters included.
        start: usize = row.start,
        /// The end of the URL, delimiters included.
        end: usize = row.end,
        /// The pieces of the URL, in order.
        pieces: Vec<RowPiece<'static>> = row.pieces.into_iter().map(owned_piece).collect(),
        /// The other readings, best first.
        readings: Vec<RowReading<'static>> = row.readings.into_iter().map(owned_reading).collect(),
        /// The places where the readings differ.
        doubts: Vec<RowDoubt> = row.doubts,
        /// How sure it is that a URL without delimiters goes on after a line break; `None` if it was not joined.
        joined: Option<Grade> = hit.found.joined(),
        /// Whether the URL is on a quoted line.
        quoted: bool = row.quoted,
        /// Whether the URL is in a signature or in the footer of a list.
        in_signature: bool = row.in_signature,
        /// The names of the grammars that the URL satisfies.
        grammars: Vec<&'static str> = row.grammars.to_vec(),
        /// The host as written; `None` if the URL has none.
        host: Option<String> = row.host.map(str::to_owned),
        /// The names of the notes on the URL, such as `user_looks_like_host`.
        notes: Vec<&'static str> = row.notes,
    }
}

fn owned_piece(piece: RowPiece<'_>) -> RowPiece<'static> {
    RowPiece { text: Cow::Owned(piece.text.into_owned()), ..piece }
}

fn owned_reading(reading: RowReading<'_>) -> RowReading<'static> {
    RowReading { url: Cow::Owned(reading.url.into_owned()), ..reading }
}
