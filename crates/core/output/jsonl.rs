//! JSON Lines: a row is an object, alone on its line.

use super::escape::{Reader, escape_json};
use super::json::push_object;
use crate::record::Record;
use crate::row::Row;

/// Adds the line of `row` to `out`. For a terminal, everything but printable ASCII is escaped by
/// JSON's own means, so what is shown is the same JSON.
pub fn write_jsonl(row: &Row<'_>, reader: Reader, out: &mut Vec<u8>) {
    write_line(row, reader, out);
}

/// Adds `record` to `out` as an object, alone on its line.
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
