//! JSON Lines: each row is an object on a line of its own.

use super::escape::{Reader, escape_json};
use super::json::push_object;
use crate::record::Record;
use crate::row::Row;

/// Appends the line of `row`. For a terminal, all characters except printable ASCII are escaped by the means
/// of JSON.
pub fn write_jsonl(row: &Row<'_>, reader: Reader, out: &mut Vec<u8>) {
    write_line(row, reader, out);
}

/// Appends `record` as an object on a line of its own.
pub(super) fn write_line(record: &impl Record, reader: Reader, out: &mut Vec<u8>) {
    let start = out.len();
    push_object(record, out);
    if reader == Reader::Terminal {
        let object = String::from_utf8_lossy(&out[start..]).into_owned();
        out.truncate(start);
        out.extend_from_slice(escape_json(&object).as_bytes());
    }
    out.push(b'\n');
}
