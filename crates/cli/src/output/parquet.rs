//! Parquet with zstd, in row groups of at most a million rows.
//!
//! The columns of a batch are encoded on all threads. A row group is written as a whole, and ends early if its encoded
//! columns, which are held in memory, become large.

use std::io::{self, Write};
use std::mem;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use rayon::prelude::*;

const GROUP_ROWS: usize = 1_000_000;

/// A group ends after the batch with which its encoded size reaches about this many bytes.
const GROUP_BYTES: usize = 64 << 20;

#[derive(Clone, Copy)]
struct GroupLimits {
    rows: usize,
    bytes: usize,
}

pub(super) struct Parquet<W: Write + Send> {
    bounds: GroupLimits,
    file: SerializedFileWriter<W>,
    factory: ArrowRowGroupWriterFactory,
    columns: Vec<ArrowColumnWriter>,
    rows: usize,
    groups: usize,
}

impl<W: Write + Send> Parquet<W> {
    pub(super) fn new(out: W, schema: SchemaRef) -> io::Result<Parquet<W>> {
        Parquet::bounded(out, schema, GroupLimits { rows: GROUP_ROWS, bytes: GROUP_BYTES })
    }

    fn bounded(out: W, schema: SchemaRef, bounds: GroupLimits) -> io::Result<Parquet<W>> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .build();
        let (file, factory) = ArrowWriter::try_new(out, schema, Some(properties))
            .and_then(ArrowWriter::into_serialized_writer)
            .map_err(io_error)?;
        Ok(Parquet { bounds, file, factory, columns: Vec::new(), rows: 0, groups: 0 })
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        let mut start = 0;
        while start < batch.num_rows() {
            // At least one row fits: a group that is full was ended below. A slice shares the memory of its batch.
            let rows = (batch.num_rows() - start).min(self.bounds.rows - self.rows);
            self.encode(&batch.slice(start, rows)).map_err(io_error)?;
            start += rows;
            let bytes: usize =
                self.columns.iter().map(ArrowColumnWriter::get_estimated_total_bytes).sum();
            if self.rows == self.bounds.rows || bytes >= self.bounds.bytes {
                self.end_group().map_err(io_error)?;
            }
        }
        Ok(())
    }

    fn encode(&mut self, batch: &RecordBatch) -> Result<(), ParquetError> {
        if self.columns.is_empty() {
            self.columns = self.factory.create_column_writers(self.groups)?;
        }
        // A field with nested values has a Parquet column for each of its leaves, in order.
        let mut leaves = Vec::with_capacity(self.columns.len());
        for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
            leaves.extend(compute_leaves(field, column)?);
        }
        // Each column is a job of its own, because their sizes differ. The bytes do not depend on the threads.
        self.columns
            .par_iter_mut()
            .zip(leaves)
            .with_max_len(1)
            .try_for_each(|(column, leaf)| column.write(&leaf))?;
        self.rows += batch.num_rows();
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), ParquetError> {
        let columns = mem::take(&mut self.columns);
        let chunks: Result<Vec<_>, _> =
            columns.into_par_iter().map(ArrowColumnWriter::close).collect();
        // Columns are closed on all threads, but written in order, as the format stores them one after the other.
        let mut group = self.file.next_row_group()?;
        for chunk in chunks? {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close()?;
        self.rows = 0;
        self.groups += 1;
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.end_group().map_err(io_error)?;
        }
        self.file.finish().map(drop).map_err(io_error)
    }
}

/// Callers must recognise a closed pipe.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => {
            error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
        }
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, StringArray, new_null_array};

    use parquet::file::metadata::RowGroupMetaData;

    use super::*;
    use urlsift_archive::internal::ALL_FIELDS;
    use urlsift_archive::rows::record_batch::schema;

    /// Makes a batch of rows that have a URL and nothing else.
    fn batch(urls: &[String]) -> RecordBatch {
        let schema = schema(&ALL_FIELDS);
        let null = |field: &Arc<arrow_schema::Field>| new_null_array(field.data_type(), urls.len());
        let mut columns: Vec<ArrayRef> = schema.fields().iter().map(null).collect();
        columns[0] = Arc::new(StringArray::from_iter_values(urls));
        RecordBatch::try_new(schema, columns).expect("every field may be null")
    }

    /// Writes `batches` and returns the number of rows in each group.
    fn groups(bounds: GroupLimits, batches: &[&RecordBatch]) -> Vec<i64> {
        let mut out = Vec::new();
        let mut parquet =
            Parquet::bounded(&mut out, schema(&ALL_FIELDS), bounds).expect("a buffer takes all");
        for batch in batches {
            parquet.write(batch).expect("a buffer takes all");
        }
        let groups = parquet.file.flushed_row_groups().len();
        assert_eq!(groups, parquet.groups);
        if parquet.rows > 0 {
            parquet.end_group().expect("a buffer takes all");
        }
        let rows =
            parquet.file.flushed_row_groups().iter().map(RowGroupMetaData::num_rows).collect();
        parquet.finish().expect("a buffer takes all");
        assert!(out.starts_with(b"PAR1") && out.ends_with(b"PAR1"));
        rows
    }

    #[test]
    fn groups_are_bounded() {
        let few = batch(&vec![String::new(); 7]);
        // No value occurs twice, so the encoded size is the size of the values, or half of it.
        let numbers = (0_u64..1000).map(|i| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let many = batch(&numbers.map(|number| number.to_string()).collect::<Vec<_>>());
        let large = usize::MAX;
        // Limits, batches, rows in each group.
        let table: &[(usize, usize, &[&RecordBatch], &[i64])] = &[
            (10, large, &[], &[]),
            (10, large, &[&few], &[7]),
            (10, large, &[&few, &few, &few], &[10, 10, 1]),
            (7, large, &[&few, &few], &[7, 7]),
            (3, large, &[&few, &few], &[3, 3, 3, 3, 2]),
            (large, 100_000, &[&few, &many, &few], &[1014]),
            (large, 10_000, &[&few, &many, &few], &[1007, 7]),
            (large, 1, &[&few, &many, &few], &[7, 1000, 7]),
        ];
        for (rows, bytes, batches, expected) in table {
            let bounds = GroupLimits { rows: *rows, bytes: *bytes };
            assert_eq!(groups(bounds, batches), *expected, "{rows} {bytes}");
        }
    }
}
