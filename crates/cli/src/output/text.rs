//! Text: one URL on each line, or the values of some fields separated by tabs.

use std::borrow::Cow;

use super::cells::{CellVisitor, Cells};
use super::escape::{Destination, escape, escape_controls};
use urlsift_archive::internal::{Brief, Record};
use urlsift_archive::rows::{Fields, Row};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Heading {
    None,
    /// `source:offset:` or `source:member:offset:`. The offset is `P+N` if the bytes of a decoded part have
    /// no position in the source: byte N of the decoded part whose stored form begins at byte P.
    SourceAndOffset,
}

/// Calls `brief` only if the heading names the place. Control characters in the names of source and member are escaped,
/// because a line break would begin another line.
pub(crate) fn write_text<'r>(
    url: &str,
    brief: impl FnOnce() -> Brief<'r>,
    heading: Heading,
    destination: Destination,
    out: &mut Vec<u8>,
) {
    if heading == Heading::SourceAndOffset {
        write_place(&brief(), destination, out);
        out.push(b':');
    }
    out.extend_from_slice(escape(url, destination).as_bytes());
    out.push(b'\n');
}

/// Appends the place of `brief`, as in [`Heading::SourceAndOffset`] without the last colon.
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
    let mut cells = Tabs { destination, is_first: true, out };
    row.visit_fields(fields, &mut CellVisitor(&mut cells));
    out.push(b'\n');
}

struct Tabs<'o> {
    destination: Destination,
    is_first: bool,
    out: &'o mut Vec<u8>,
}

impl Cells for Tabs<'_> {
    fn cell(&mut self, cell: &str) {
        if !self.is_first {
            self.out.push(b'\t');
        }
        self.is_first = false;
        self.out.extend_from_slice(on_one_line(cell, self.destination).as_bytes());
    }

    fn destination(&self) -> Destination {
        self.destination
    }
}

/// Escapes control characters in `text`, and what [`escape`] escapes for the destination.
fn on_one_line(text: &str, destination: Destination) -> Cow<'_, str> {
    match destination {
        Destination::Program => escape_controls(text),
        Destination::Terminal => escape(text, Destination::Terminal),
    }
}

fn push_number(number: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
