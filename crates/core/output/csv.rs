//! CSV (RFC 4180, but for line ends, which are LF): a heading line, then a record a row.
//!
//! The columns are the fields of the JSON row, in its order. Null is an empty cell; a list of names is
//! joined by blanks; a list of objects is JSON in its cell. The trap is a cell with line breaks, such
//! as `raw`: a record is not always one line, except for a terminal, where they are escaped.

use std::borrow::Cow;

use serde::Serialize;

use super::escape::{Reader, escape};
use super::jsonl::json;
use crate::row::Row;

/// The columns' names: those of the JSON row.
const COLUMNS: [&str; 28] = [
    "url",
    "form",
    "source",
    "member",
    "message_offset",
    "message_id",
    "date",
    "groups",
    "list",
    "subject",
    "from_domain",
    "part",
    "part_offset",
    "charset",
    "encoding",
    "element",
    "attribute",
    "start",
    "end",
    "offset_in",
    "raw",
    "pieces",
    "readings",
    "doubts",
    "grammars",
    "host",
    "host_kind",
    "notes",
];

/// Adds the heading line to `out`.
pub fn write_csv_heading(out: &mut Vec<u8>) {
    write_record(COLUMNS.map(Cow::Borrowed), Reader::Program, out);
}

/// Adds the record of `row` to `out`.
pub fn write_csv(row: &Row<'_>, reader: Reader, out: &mut Vec<u8>) {
    let cells: [Cow<'_, str>; COLUMNS.len()] = [
        row.url.into(),
        row.form.into(),
        row.source.into(),
        text(row.member),
        number(row.message_offset),
        text(row.message_id),
        text(row.date),
        row.groups.join(" ").into(),
        text(row.list),
        text(row.subject),
        text(row.from_domain),
        row.part.into(),
        number(Some(row.part_offset)),
        text(row.charset),
        text(row.encoding),
        text(row.element),
        text(row.attribute),
        number(Some(row.start)),
        number(Some(row.end)),
        row.offset_in.into(),
        Cow::Borrowed(&row.raw),
        objects(&row.pieces, reader),
        objects(&row.readings, reader),
        objects(&row.doubts, reader),
        row.grammars.join(" ").into(),
        text(row.host),
        text(row.host_kind),
        row.notes.join(" ").into(),
    ];
    write_record(cells, reader, out);
}

/// Adds a record of `cells` to `out`.
pub(super) fn write_record<'c>(
    cells: impl IntoIterator<Item = Cow<'c, str>>,
    reader: Reader,
    out: &mut Vec<u8>,
) {
    let mut writer = csv::Writer::from_writer(out);
    for cell in cells {
        let written = writer.write_field(&*escape(&cell, reader));
        debug_assert!(written.is_ok(), "a buffer takes whatever it is given");
    }
    let written = writer.write_record(None::<&[u8]>);
    debug_assert!(written.is_ok(), "each record is ended before the next begins");
}

/// Null is an empty cell.
pub(super) fn text(text: Option<&str>) -> Cow<'_, str> {
    text.unwrap_or_default().into()
}

pub(super) fn number(number: Option<usize>) -> Cow<'static, str> {
    number.map(|it| it.to_string()).unwrap_or_default().into()
}

fn objects(list: &[impl Serialize], reader: Reader) -> Cow<'static, str> {
    json(&list, reader).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records() {
        let table = [
            (["a", "b"], "a,b\n", "a,b\n"),
            (["", "b c"], ",b c\n", ",b c\n"),
            (["a,\"b\"", ""], "\"a,\"\"b\"\"\",\n", "\"a,\"\"b\"\"\",\n"),
            (["a\nb", "\u{1b}[2J"], "\"a\nb\",\u{1b}[2J\n", "a\\u{a}b,\\u{1b}[2J\n"),
        ];
        for (cells, program, terminal) in table {
            for (reader, expected) in [(Reader::Program, program), (Reader::Terminal, terminal)] {
                let mut out = Vec::new();
                write_record(cells.map(Cow::Borrowed), reader, &mut out);
                assert_eq!(String::from_utf8_lossy(&out), expected);
            }
        }
    }
}
