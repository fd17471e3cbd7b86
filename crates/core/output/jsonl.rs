//! JSON Lines: a row is an object, alone on its line.

use serde::Serialize;

use super::escape::Reader;
use super::json::push_row;
use crate::row::Row;

/// Adds the line of `row` to `out`. For a terminal, everything but printable ASCII is escaped by
/// JSON's own means, so what is shown is the same JSON.
pub fn write_jsonl(row: &Row<'_>, reader: Reader, out: &mut Vec<u8>) {
    let start = out.len();
    push_row(row, out);
    end_line(start, reader, out);
}

/// Adds `object` to `out`, alone on its line.
pub(super) fn write_line(object: &impl Serialize, reader: Reader, out: &mut Vec<u8>) {
    let start = out.len();
    // A row has string keys only, and a buffer takes whatever it is given.
    let written = serde_json::to_writer(&mut *out, object);
    debug_assert!(written.is_ok());
    end_line(start, reader, out);
}

/// Ends the line that begins at `start`.
fn end_line(start: usize, reader: Reader, out: &mut Vec<u8>) {
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
    out.push(b'\n');
}

/// `value` as JSON, in a line without its end.
pub(super) fn json(value: &impl Serialize, reader: Reader) -> String {
    let mut line = Vec::new();
    write_line(value, reader, &mut line);
    line.pop();
    String::from_utf8(line).expect("JSON is written as UTF-8")
}
