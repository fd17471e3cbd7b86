//! Text: one URL a line.

use super::escape::{Reader, escape};
use crate::row::Brief;
#[cfg(doc)]
use crate::row::Row;

/// Whether a line says where its URL stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Heading {
    /// The URL alone.
    None,
    /// `source:offset:` before it, or `source:member:offset:`. Where the part was decoded, the
    /// offset is `P+N`: byte N of the decoded part that is stored at byte P.
    SourceAndOffset,
}

/// Adds the line of `brief` to `out`.
pub fn write_text(brief: &Brief<'_>, heading: Heading, reader: Reader, out: &mut Vec<u8>) {
    let Brief { url, source, member, offset_in, part_offset, start } = *brief;
    let place = Place { source, member, offset_in, part_offset, start };
    write_line(url, place, heading, reader, out);
}

/// Where a URL stands, as a [`Row`] has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'r> {
    pub(super) source: &'r str,
    pub(super) member: Option<&'r str>,
    pub(super) offset_in: &'static str,
    pub(super) part_offset: usize,
    pub(super) start: usize,
}

/// Adds the line of `url`, which stands at `place`, to `out`.
pub(super) fn write_line(
    url: &str,
    place: Place<'_>,
    heading: Heading,
    reader: Reader,
    out: &mut Vec<u8>,
) {
    if heading == Heading::SourceAndOffset {
        out.extend_from_slice(escape(place.source, reader).as_bytes());
        if let Some(member) = place.member {
            out.push(b':');
            out.extend_from_slice(escape(member, reader).as_bytes());
        }
        out.push(b':');
        if place.offset_in == "part" {
            out.extend_from_slice(itoa::Buffer::new().format(place.part_offset).as_bytes());
            out.push(b'+');
        }
        out.extend_from_slice(itoa::Buffer::new().format(place.start).as_bytes());
        out.push(b':');
    }
    out.extend_from_slice(escape(url, reader).as_bytes());
    out.push(b'\n');
}
