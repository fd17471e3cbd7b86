//! Parquet: row groups of at most a million rows, with zstd.
//!
//! The trap is that a row group is written as a whole: what was encoded of it is held until then. So
//! it ends earlier where that comes to many bytes.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use super::arrow;

/// The rows of a group, at most.
const GROUP_ROWS: usize = 1_000_000;

/// The bytes of a group, roughly, as it is written.
const GROUP_BYTES: usize = 64 << 20;

/// A file that is being written.
pub(super) struct Parquet<W: Write + Send>(ArrowWriter<W>);

impl<W: Write + Send> Parquet<W> {
    pub(super) fn new(out: W) -> io::Result<Parquet<W>> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .set_max_row_group_bytes(Some(GROUP_BYTES))
            .build();
        let writer = ArrowWriter::try_new(out, arrow::schema(), Some(properties));
        writer.map(Parquet).map_err(io_error)
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.0.write(batch).map_err(io_error)
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.0.finish().map(drop).map_err(io_error)
    }
}

/// The error of the file beneath, where it is one: a closed pipe stays a closed pipe.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => {
            error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
        }
        other => io::Error::other(other),
    }
}
