//! Text: one URL on each line.

use super::escape::{Destination, escape};
use crate::row::Brief;

/// The text before the URL on a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Heading {
    /// Nothing.
    None,
    /// `source:offset:` or `source:member:offset:`. The offset is `P+N` if the bytes of a decoded part have
    /// no position in the source: byte N of the decoded part whose stored form begins at byte P.
    SourceAndOffset,
}

/// Appends the line of `brief`.
pub fn write_text(
    brief: &Brief<'_>,
    heading: Heading,
    destination: Destination,
    out: &mut Vec<u8>,
) {
    if heading == Heading::SourceAndOffset {
        out.extend_from_slice(escape(brief.source, destination).as_bytes());
        if let Some(member) = brief.member {
            out.push(b':');
            out.extend_from_slice(escape(member, destination).as_bytes());
        }
        out.push(b':');
        if brief.offset_in == "part" {
            push_number(brief.part_offset, out);
            out.push(b'+');
        }
        push_number(brief.start, out);
        out.push(b':');
    }
    out.extend_from_slice(escape(brief.url, destination).as_bytes());
    out.push(b'\n');
}

fn push_number(number: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
