//! Text: one URL a line.

use super::escape::{Reader, escape};
use crate::row::Brief;

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
    if heading == Heading::SourceAndOffset {
        out.extend_from_slice(escape(brief.source, reader).as_bytes());
        if let Some(member) = brief.member {
            out.push(b':');
            out.extend_from_slice(escape(member, reader).as_bytes());
        }
        out.push(b':');
        if brief.offset_in == "part" {
            push_number(brief.part_offset, out);
            out.push(b'+');
        }
        push_number(brief.start, out);
        out.push(b':');
    }
    out.extend_from_slice(escape(brief.url, reader).as_bytes());
    out.push(b'\n');
}

fn push_number(number: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
