//! JSON Lines: each row is an object on a line of its own.

use urlsift::scan::ascii_json::escape_json;
use urlsift::scan::row::{Fields, Record, Row};

use super::escape::Destination;
use super::json::{Nulls, push_members, push_object};

/// Appends the line of `row`, with `fields`, those that are null only if `nulls` says so. For a terminal, all characters except printable ASCII are escaped by the
/// means of JSON.
pub(crate) fn write_jsonl(
    row: &Row<'_>,
    fields: &Fields,
    nulls: Nulls,
    destination: Destination,
    out: &mut Vec<u8>,
) {
    let push = |out: &mut Vec<u8>| push_members(out, nulls, |json| row.visit_fields(fields, json));
    end_line(out, destination, push);
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
