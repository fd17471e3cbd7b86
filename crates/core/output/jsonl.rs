//! JSON Lines: a row is an object, alone on its line.

use super::escape::Reader;
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
    escape_line(start, reader, out);
    out.push(b'\n');
}

/// Escapes the JSON that begins at `start`, if a terminal reads it.
pub(super) fn escape_line(start: usize, reader: Reader, out: &mut Vec<u8>) {
    if reader == Reader::Terminal && !out[start..].iter().all(|byte| (b' '..=b'~').contains(byte)) {
        let line = String::from_utf8_lossy(&out[start..]).into_owned();
        out.truncate(start);
        let mut units = [0; 2];
        for c in line.chars() {
            if (' '..='~').contains(&c) {
                out.push(c as u8);
                continue;
            }
            for unit in c.encode_utf16(&mut units) {
                out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
            }
        }
    }
}
