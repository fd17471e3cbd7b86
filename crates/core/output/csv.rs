//! CSV (RFC 4180, but with LF line ends): a heading line, then a record for each row.
//!
//! The columns are the fields of JSON rows, in their order. Null is an empty cell. A list of names is joined
//! by spaces, and a list of objects is JSON. A cell such as `raw` may contain line breaks, so a record is not
//! always one line. For a terminal line breaks are escaped.

use super::escape::{Destination, escape, escape_json};
use super::json::push_objects;
use crate::record::{Record, Visitor};
use crate::row::Row;

/// Appends the heading line for rows.
pub fn write_csv_heading(out: &mut Vec<u8>) {
    write_heading::<Row<'_>>(out);
}

/// Appends the record of `row`.
pub fn write_csv(row: &Row<'_>, destination: Destination, out: &mut Vec<u8>) {
    write_record(row, destination, out);
}

/// Appends the field names of a record type.
pub(super) fn write_heading<R: Record>(out: &mut Vec<u8>) {
    let mut cells = CsvRecord::new(Destination::Program, out);
    for field in R::FIELDS {
        cells.write(field.name);
    }
    cells.end();
}

/// Appends the values of `record`.
pub(super) fn write_record(record: &impl Record, destination: Destination, out: &mut Vec<u8>) {
    let mut cells = CsvRecord::new(destination, out);
    record.visit(&mut cells);
    cells.end();
}

/// Writes one record, cell by cell.
struct CsvRecord<'o> {
    writer: csv::Writer<&'o mut Vec<u8>>,
    destination: Destination,
}

impl<'o> CsvRecord<'o> {
    fn new(destination: Destination, out: &'o mut Vec<u8>) -> CsvRecord<'o> {
        CsvRecord { writer: csv::Writer::from_writer(out), destination }
    }

    fn write(&mut self, cell: &str) {
        let written = self.writer.write_field(&*escape(cell, self.destination));
        debug_assert!(written.is_ok(), "a buffer takes whatever it is given");
    }

    fn end(mut self) {
        // A record without fields ends the one that `write_field` began. The writer passes its buffer on when
        // it is dropped.
        let written = self.writer.write_record(None::<&[u8]>);
        debug_assert!(written.is_ok(), "a buffer takes whatever it is given");
    }
}

impl Visitor for CsvRecord<'_> {
    fn text(&mut self, _: &'static str, text: Option<&str>) {
        self.write(text.unwrap_or_default());
    }

    fn number(&mut self, _: &'static str, number: Option<u64>) {
        let mut buffer = itoa::Buffer::new();
        self.write(number.map_or("", |number| buffer.format(number)));
    }

    fn flag(&mut self, _: &'static str, flag: bool) {
        self.write(if flag { "true" } else { "false" });
    }

    fn texts(&mut self, _: &'static str, texts: &[impl AsRef<str>]) {
        let mut joined = String::new();
        for (at, text) in texts.iter().enumerate() {
            joined.push_str(if at > 0 { " " } else { "" });
            joined.push_str(text.as_ref());
        }
        self.write(&joined);
    }

    fn records(&mut self, _: &'static str, records: &[impl Record]) {
        let mut json = Vec::new();
        push_objects(records, &mut json);
        // For a terminal, escape by the means of JSON. The `\u{…}` of `escape` would be no valid JSON.
        let json = String::from_utf8_lossy(&json);
        match self.destination {
            Destination::Program => self.write(&json),
            Destination::Terminal => self.write(&escape_json(&json)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_escaped() {
        let table = [
            (["a", "b"], "a,b\n", "a,b\n"),
            (["", "b c"], ",b c\n", ",b c\n"),
            (["a,\"b\"", ""], "\"a,\"\"b\"\"\",\n", "\"a,\"\"b\"\"\",\n"),
            (["a\nb", "\u{1b}[2J"], "\"a\nb\",\u{1b}[2J\n", "a\\u{a}b,\\u{1b}[2J\n"),
        ];
        for (cells, program, terminal) in table {
            for (destination, expected) in
                [(Destination::Program, program), (Destination::Terminal, terminal)]
            {
                let mut out = Vec::new();
                let mut record = CsvRecord::new(destination, &mut out);
                for cell in cells {
                    record.write(cell);
                }
                record.end();
                assert_eq!(String::from_utf8_lossy(&out), expected);
            }
        }
    }
}
