//! Arrow IPC with zstd: record batches as a file with random access, or as a stream.
//!
//! The two formats are different: a program that expects one cannot read the other.

use std::io::{self, BufWriter, Write};

use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use arrow_schema::{ArrowError, Schema};

/// The beginning of a message of 8 bytes. Readers report that the message is missing. Without it, a stream that ends
/// after a batch is complete by the format's definition.
const CUT_MESSAGE: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 8, 0, 0, 0];

pub(super) enum Ipc<W: Write> {
    File(FileWriter<BufWriter<W>>),
    Stream(StreamWriter<BufWriter<W>>),
}

impl<W: Write> Ipc<W> {
    pub(super) fn file(out: W, schema: &Schema) -> io::Result<Ipc<W>> {
        let writer = options().and_then(|options| {
            FileWriter::try_new_with_options(BufWriter::new(out), schema, options)
        });
        writer.map(Ipc::File).map_err(io_error)
    }

    pub(super) fn stream(out: W, schema: &Schema) -> io::Result<Ipc<W>> {
        let writer = options().and_then(|options| {
            StreamWriter::try_new_with_options(BufWriter::new(out), schema, options)
        });
        writer.map(Ipc::Stream).map_err(io_error)
    }

    /// Writes `batch`. Readers of a stream see it at once.
    pub(super) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        let written = match self {
            Ipc::File(writer) => writer.write(batch),
            Ipc::Stream(writer) => writer.write(batch).and_then(|()| writer.flush()),
        };
        written.map_err(io_error)
    }

    /// Ends an incomplete stream with the beginning of a message. A file just has no footer.
    pub(super) fn abandon(self) -> io::Result<()> {
        match self {
            Ipc::File(_) => Ok(()),
            Ipc::Stream(mut writer) => {
                let out = writer.get_mut();
                out.write_all(&CUT_MESSAGE)?;
                out.flush()
            }
        }
    }

    pub(super) fn finish(self) -> io::Result<()> {
        let finished = match self {
            Ipc::File(mut writer) => writer.finish(),
            Ipc::Stream(mut writer) => writer.finish(),
        };
        finished.map_err(io_error)
    }
}

fn options() -> Result<IpcWriteOptions, ArrowError> {
    IpcWriteOptions::default().try_with_compression(Some(CompressionType::ZSTD))
}

/// Callers must recognise a closed pipe.
fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}
