//! Text: one URL on each line, or the values of some fields separated by tabs.

use std::borrow::Cow;

use super::cells::CellVisitor;
use super::escape::{Destination, escape, escape_controls};
use urlsift_archive::internal::{Brief, Record};
use urlsift_archive::rows::{Fields, Row};

/// Appends the line of `url`, with the place of `brief` and a colon before it if `has_place`.
pub(crate) fn write_text<'r>(
    url: &str,
    brief: impl FnOnce() -> Brief<'r>,
    has_place: bool,
    destination: Destination,
    out: &mut Vec<u8>,
) {
    if has_place {
        write_place(&brief(), destination, out);
        out.push(b':');
    }
    out.extend_from_slice(escape(url, destination).as_bytes());
    out.push(b'\n');
}

/// Appends `source:offset` or `source:member:offset`. The offset is `P+N` if the bytes of a decoded part have no
/// position in the source: byte N of the decoded part whose stored form begins at byte P. Control characters in the names
/// of source and member are escaped, because a line break would begin another line.
pub(crate) fn write_place(brief: &Brief<'_>, destination: Destination, out: &mut Vec<u8>) {
    out.extend_from_slice(on_one_line(brief.source, destination).as_bytes());
    if let Some(member) = brief.member {
        out.push(b':');
        out.extend_from_slice(on_one_line(member, destination).as_bytes());
    }
    out.push(b':');
    if brief.offset_in == "part" {
        push_number(brief.part_offset, out);
        out.push(b'+');
    }
    push_number(brief.start, out);
}

/// Appends the values of `fields` in `row`, separated by tabs. Null is empty, lists are as in CSV. Tabs and control
/// characters inside a value are escaped.
pub(crate) fn write_tabs(
    row: &Row<'_>,
    fields: &Fields,
    destination: Destination,
    out: &mut Vec<u8>,
) {
    let mut is_first = true;
    let take = |cell: &str| {
        if !is_first {
            out.push(b'\t');
        }
        is_first = false;
        out.extend_from_slice(on_one_line(cell, destination).as_bytes());
    };
    row.visit_fields(fields, &mut CellVisitor { destination, take });
    out.push(b'\n');
}

/// Escapes control characters in `text`, and what [`escape`] escapes for the destination.
pub(super) fn on_one_line(text: &str, destination: Destination) -> Cow<'_, str> {
    match destination {
        Destination::Program => escape_controls(text),
        Destination::Terminal => escape(text, Destination::Terminal),
    }
}

fn push_number(number: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
