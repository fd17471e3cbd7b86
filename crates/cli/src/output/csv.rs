//! CSV (RFC 4180, but with LF line ends): a heading line, then a record for each row.
//!
//! The columns are the fields of JSON rows. A cell may contain line breaks, which are escaped for a terminal.

use super::cells::CellVisitor;
use super::escape::{Destination, escape};
use urlsift_archive::internal::Record;
use urlsift_archive::rows::{Fields, Row};

pub(crate) fn write_csv_heading(fields: &Fields, out: &mut Vec<u8>) {
    let names = fields.indices().map(|index| Row::FIELDS[index].name);
    write_cells(names, Destination::Program, out);
}

pub(crate) fn write_csv(
    row: &Row<'_>,
    fields: &Fields,
    destination: Destination,
    out: &mut Vec<u8>,
) {
    let mut record = CsvRecord::new(destination, out);
    row.visit_fields(
        fields,
        &mut CellVisitor { destination, take: |cell: &str| record.write(cell) },
    );
    record.end();
}

pub(super) fn write_cells<'c>(
    cells: impl Iterator<Item = &'c str>,
    destination: Destination,
    out: &mut Vec<u8>,
) {
    let mut record = CsvRecord::new(destination, out);
    cells.for_each(|cell| record.write(cell));
    record.end();
}

pub(super) fn write_record(values: &impl Record, destination: Destination, out: &mut Vec<u8>) {
    let mut record = CsvRecord::new(destination, out);
    values.visit(&mut CellVisitor { destination, take: |cell: &str| record.write(cell) });
    record.end();
}

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
        // A record without fields ends the one that `write_field` began.
        let written = self.writer.write_record(None::<&[u8]>);
        debug_assert!(written.is_ok(), "a buffer takes whatever it is given");
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
