//! JSON Lines: each row is an object on a line of its own.

use std::ops::Range;

use urlsift_archive::UrlHit;
use urlsift_archive::internal::ascii_json::escape_json;
use urlsift_archive::internal::{OTHER_FIELDS, Record};
use urlsift_archive::rows::{Fields, Row};

use super::escape::Destination;
use super::json::{WrittenNames, push_members, push_object};

/// The lines of rows, and what later rows copy from them: the fields of the message in the last line, if all fields are
/// written, and the names in it.
#[derive(Debug, Default)]
pub(crate) struct JsonLines {
    pub(crate) lines: Vec<u8>,
    message: Range<usize>,
    names: WrittenNames,
}

/// Appends the line of the row of `hit`, with `fields`. For a terminal, all characters except printable ASCII are
/// escaped by the means of JSON.
pub(crate) fn write_jsonl_hit(
    hit: &UrlHit<'_>,
    fields: &Fields,
    destination: Destination,
    lines: &mut JsonLines,
) {
    const START: usize = Row::MESSAGE_FIELDS.start;
    const END: usize = Row::MESSAGE_FIELDS.end;
    let JsonLines { lines: out, message, names } = lines;
    if !fields.is_all() || destination == Destination::Terminal {
        let row = hit.row(fields);
        return end_line(out, destination, |out| {
            push_members(out, &mut WrittenNames::default(), |json| row.visit_fields(fields, json));
        });
    }
    let is_copied = message.start < message.end && hit.repeats_message();
    let row = hit.row(if is_copied { &OTHER_FIELDS } else { fields });
    push_members(out, names, |json| {
        row.visit_range::<0, START>(json);
        if is_copied {
            json.repeat(message.clone());
        } else {
            let start = json.len();
            row.visit_range::<START, END>(json);
            *message = start..json.len();
        }
        row.visit_range::<END, { usize::MAX }>(json);
    });
    out.push(b'\n');
}

/// Appends `record` as an object on a line of its own.
pub(super) fn write_line(record: &impl Record, destination: Destination, out: &mut Vec<u8>) {
    end_line(out, destination, |out| push_object(record, out));
}

/// Appends the object that `push` writes, and a line break.
#[inline]
pub(super) fn end_line(
    out: &mut Vec<u8>,
    destination: Destination,
    push: impl FnOnce(&mut Vec<u8>),
) {
    let start = out.len();
    push(out);
    if destination == Destination::Terminal {
        // Escape after writing, so rows for files and pipes pay nothing for it.
        let object = String::from_utf8_lossy(&out[start..]).into_owned();
        out.truncate(start);
        out.extend_from_slice(escape_json(&object).as_bytes());
    }
    out.push(b'\n');
}
