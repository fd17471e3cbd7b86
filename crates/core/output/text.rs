//! Text: one URL a line.

use super::escape::{Reader, escape};
use crate::row::Row;

/// Whether a line says where its URL stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Heading {
    /// The URL alone.
    None,
    /// `source:offset:` before it, or `source:member:offset:`. Where the part was decoded, the offset is `P+N`: byte N of the
    /// decoded part that is stored at byte P.
    SourceAndOffset,
}

/// Adds the line of `row` to `out`.
pub fn write_text(row: &Row<'_>, heading: Heading, reader: Reader, out: &mut Vec<u8>) {
    if heading == Heading::SourceAndOffset {
        out.extend_from_slice(escape(row.source, reader).as_bytes());
        if let Some(member) = row.member {
            out.push(b':');
            out.extend_from_slice(escape(member, reader).as_bytes());
        }
        let offset = match row.offset_in {
            "part" => format!(":{}+{}:", row.part_offset, row.start),
            _ => format!(":{}:", row.start),
        };
        out.extend_from_slice(offset.as_bytes());
    }
    out.extend_from_slice(escape(row.url, reader).as_bytes());
    out.push(b'\n');
}
