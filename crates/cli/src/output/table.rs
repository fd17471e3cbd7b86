//! Tables written batch by batch, as Parquet or Arrow IPC. At most one batch and the encoded part of a row group are
//! held.

use std::io::{self, BufWriter, Write};

use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use arrow_schema::ArrowError;

use super::parquet::Parquet;
use urlsift_archive::rows::Fields;
use urlsift_archive::rows::record_batch::{Columns, RowBatches};

/// The beginning of a message of 8 bytes. Readers report that the message is missing. Without it, a stream that ends
/// after a batch is complete by the format's definition.
const CUT_MESSAGE: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 8, 0, 0, 0];

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Layout {
    Parquet,
    /// The Arrow IPC file format, which has random access.
    ArrowFile,
    /// The Arrow IPC streaming format, for pipes. A program that expects the other one cannot read it.
    ArrowStream,
}

/// A table that is being written to a `W`, with a buffer. End it with [`Table::finish`], or with [`Table::abandon`] if
/// its rows are not complete.
pub(crate) struct Table<W: Write + Send> {
    writer: TableWriter<W>,
    batches: RowBatches,
}

enum TableWriter<W: Write + Send> {
    Parquet(Box<Parquet<W>>),
    File(Box<FileWriter<BufWriter<W>>>),
    Stream(Box<StreamWriter<BufWriter<W>>>),
}

impl<W: Write + Send> Table<W> {
    pub(crate) fn new(layout: Layout, fields: &Fields, out: W) -> io::Result<Table<W>> {
        let batches = RowBatches::new(fields);
        let schema = batches.schema();
        let options =
            || IpcWriteOptions::default().try_with_compression(Some(CompressionType::ZSTD));
        let writer = match layout {
            Layout::Parquet => TableWriter::Parquet(Box::new(Parquet::new(out, schema)?)),
            Layout::ArrowFile => {
                let out = BufWriter::new(out);
                let file =
                    options().and_then(|it| FileWriter::try_new_with_options(out, &schema, it));
                TableWriter::File(Box::new(file.map_err(io_error)?))
            }
            Layout::ArrowStream => {
                let out = BufWriter::new(out);
                let stream =
                    options().and_then(|it| StreamWriter::try_new_with_options(out, &schema, it));
                TableWriter::Stream(Box::new(stream.map_err(io_error)?))
            }
        };
        Ok(Table { writer, batches })
    }

    /// Adds the rows of `columns` and returns their number. A row over the limit is an error.
    pub(crate) fn add(&mut self, columns: Columns) -> io::Result<usize> {
        let rows = self.batches.add(columns).map_err(io::Error::other)?;
        while let Some(batch) = self.batches.next_batch() {
            self.writer.write(&batch)?;
        }
        Ok(rows)
    }

    /// Writes the remaining rows and the end of the file.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        while let Some(batch) = self.batches.finish() {
            self.writer.write(&batch)?;
        }
        match self.writer {
            TableWriter::Parquet(writer) => writer.finish(),
            TableWriter::File(mut writer) => writer.finish().map_err(io_error),
            TableWriter::Stream(mut writer) => writer.finish().map_err(io_error),
        }
    }

    /// Ends a table that is not complete, so that its readers report an error. A file has no footer then. A stream may
    /// end after any batch, so it gets the beginning of a message that never comes.
    pub(crate) fn abandon(self) -> io::Result<()> {
        if let TableWriter::Stream(mut writer) = self.writer {
            let out = writer.get_mut();
            out.write_all(&CUT_MESSAGE)?;
            out.flush()?;
        }
        Ok(())
    }
}

impl<W: Write + Send> TableWriter<W> {
    /// Writes `batch`. Readers of a stream see it at once.
    fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match self {
            TableWriter::Parquet(writer) => writer.write(batch),
            TableWriter::File(writer) => writer.write(batch).map_err(io_error),
            TableWriter::Stream(writer) => {
                writer.write(batch).and_then(|()| writer.flush()).map_err(io_error)
            }
        }
    }
}

/// Callers must recognise a closed pipe.
fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::io::Cursor;

    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_ipc::reader::{FileReader, StreamReader};

    use super::*;
    use urlsift_archive::internal::ALL_FIELDS;
    use urlsift_archive::rows::Row;

    /// The number of rows in a batch.
    const BATCH_ROWS: usize = 16_384;

    fn row(subject: &str) -> Row<'_> {
        let mut row = Row::default();
        (row.url, row.form, row.source) = ("a:b", "bare", "-");
        row.subject = Some(subject);
        (row.part, row.raw) = (Cow::Borrowed("body:1"), Cow::Borrowed("a:b"));
        (row.end, row.offset_in) = (3, "source");
        row
    }

    /// Writes rows with `subjects`, `together` at a time, and returns the lengths of the subjects in each batch.
    fn batches(subjects: &[String], together: usize) -> Vec<Vec<usize>> {
        let mut out = Vec::new();
        let mut table =
            Table::new(Layout::ArrowStream, &ALL_FIELDS, &mut out).expect("a buffer takes all");
        for some in subjects.chunks(together) {
            let mut columns = Columns::default();
            for subject in some {
                columns.push(&row(subject), &ALL_FIELDS);
            }
            assert_eq!(table.add(columns).expect("a buffer takes all"), some.len());
        }
        table.finish().expect("a buffer takes all");
        let batches = StreamReader::try_new(&*out, None).expect("it is a stream");
        let lens = |batch: RecordBatch| {
            let subjects =
                batch.column_by_name("subject").expect("it is a column").as_string::<i32>();
            (0..subjects.len()).map(|at| subjects.value(at).len()).collect()
        };
        batches.map(|batch| lens(batch.expect("it is whole"))).collect()
    }

    /// Large rows end a batch early, wherever they came from.
    #[test]
    fn batches_are_bounded_by_bytes() {
        const MIB: usize = 1 << 20;
        let lens = [1, 9 * MIB, 9 * MIB, 2, 17 * MIB, 3, 4, 8 * MIB, 5, 9 * MIB];
        let subjects = lens.map(|len| "x".repeat(len));
        let expected = [&[1, 9 * MIB, 9 * MIB][..], &[2, 17 * MIB], &[3, 4, 8 * MIB, 5, 9 * MIB]];
        for together in [1, 3, 10] {
            assert_eq!(batches(&subjects, together), expected, "{together}");
        }
    }

    #[test]
    fn batches_are_bounded_by_rows() {
        let subjects = vec![String::new(); 2 * BATCH_ROWS + 1];
        for together in [7, BATCH_ROWS, 100_000] {
            let rows: Vec<usize> = batches(&subjects, together).iter().map(Vec::len).collect();
            assert_eq!(rows, [BATCH_ROWS, BATCH_ROWS, 1], "{together}");
        }
    }

    #[test]
    fn readers_of_an_abandoned_table_report_an_error() {
        let write = |layout, is_complete: bool| {
            let mut out = Vec::new();
            let mut table = Table::new(layout, &ALL_FIELDS, &mut out).expect("a buffer takes all");
            let mut columns = Columns::default();
            (0..BATCH_ROWS).for_each(|_| columns.push(&row(""), &ALL_FIELDS));
            table.add(columns).expect("a buffer takes all");
            let ended = if is_complete { table.finish() } else { table.abandon() };
            ended.expect("a buffer takes all");
            out
        };
        let read = |stream: &[u8]| {
            let batches = StreamReader::try_new(stream, None).expect("it is a stream");
            batches.map(|batch| batch.map(|batch| batch.num_rows()).ok()).collect::<Vec<_>>()
        };
        assert_eq!(read(&write(Layout::ArrowStream, true)), [Some(BATCH_ROWS)]);
        assert_eq!(read(&write(Layout::ArrowStream, false)), [Some(BATCH_ROWS), None]);
        let file = Cursor::new(write(Layout::ArrowFile, false));
        assert!(FileReader::try_new(file, None).is_err());
        // Only the mark of the beginning.
        assert_eq!(write(Layout::Parquet, false), b"PAR1");
    }

    #[test]
    fn a_row_that_is_too_large_is_an_error() {
        let mut columns = Columns::default();
        columns.push_within(&row("x"), &ALL_FIELDS, 1000);
        columns.push_within(&row(&"x".repeat(1000)), &ALL_FIELDS, 1000);
        columns.push_within(&row("x"), &ALL_FIELDS, 1000);
        let mut table =
            Table::new(Layout::Parquet, &ALL_FIELDS, Vec::new()).expect("a buffer takes all");
        let error = table.add(columns).expect_err("it is refused");
        assert_eq!(error.to_string(), "a row of 1334 bytes is too large");
    }
}
