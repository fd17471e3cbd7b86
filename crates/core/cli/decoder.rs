//! Decompressors of bzip2 and xz that give what they had before they came upon damage.
//!
//! The readers of their crates drop what a call has given when the same call fails, and a small file
//! is one call: of a mailbox with a bad checksum nothing would be left.

use std::io::{self, BufRead, Read};

use liblzma::stream as xz;

use crate::stream::Stream;

/// A decompressor of bytes in memory.
pub(crate) trait Raw {
    /// Reads from `input`, where nothing means that there is nothing more, and writes to `output`.
    /// What was read and written is known from [`Raw::totals`], also where this fails.
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<Progress>;

    /// How many bytes were read and written so far.
    fn totals(&self) -> (u64, u64);

    /// One for the next of several compressed files that stand one behind the other, unless `self`
    /// knows of them.
    fn next(&self) -> Option<Self>
    where
        Self: Sized;
}

/// Whether what is compressed is at its end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Progress {
    Middle,
    End,
}

impl Raw for bzip2::Decompress {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<Progress> {
        let status = self.decompress(input, output);
        status.map_err(io::Error::other).map(|status| match status {
            bzip2::Status::StreamEnd => Progress::End,
            _ => Progress::Middle,
        })
    }

    fn totals(&self) -> (u64, u64) {
        (self.total_in(), self.total_out())
    }

    fn next(&self) -> Option<bzip2::Decompress> {
        Some(bzip2::Decompress::new(false))
    }
}

impl Raw for xz::Stream {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<Progress> {
        let action = if input.is_empty() { xz::Action::Finish } else { xz::Action::Run };
        Ok(match self.process(input, output, action)? {
            xz::Status::StreamEnd => Progress::End,
            _ => Progress::Middle,
        })
    }

    fn totals(&self) -> (u64, u64) {
        (self.total_in(), self.total_out())
    }

    /// It was made for several.
    fn next(&self) -> Option<xz::Stream> {
        None
    }
}

/// What `raw` makes of `stream`.
pub(crate) struct Decoder<'r, D> {
    stream: Stream<'r>,
    raw: D,
    progress: Progress,
    /// What went wrong behind what was given.
    damage: Option<io::Error>,
}

impl<'r, D: Raw> Decoder<'r, D> {
    pub(crate) fn new(stream: Stream<'r>, raw: D) -> Decoder<'r, D> {
        Decoder { stream, raw, progress: Progress::Middle, damage: None }
    }
}

impl<D: Raw> Read for Decoder<'_, D> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(damage) = self.damage.take() {
                return Err(damage);
            }
            let input = self.stream.fill_buf()?;
            if self.progress == Progress::End {
                match self.raw.next() {
                    Some(raw) if !input.is_empty() => self.raw = raw,
                    _ => return Ok(0),
                }
                self.progress = Progress::Middle;
            }
            let is_end = input.is_empty();
            let before = self.raw.totals();
            let ran = self.raw.run(input, into);
            let after = self.raw.totals();
            let length = |count: u64| usize::try_from(count).expect("no more than a slice has");
            let (taken, given) = (length(after.0 - before.0), length(after.1 - before.1));
            self.stream.consume(taken);
            match ran {
                // Neither at its end may it be asked for ever, nor where it stands still.
                Ok(Progress::Middle) if given == 0 && taken == 0 && !into.is_empty() => {
                    let cause = if is_end { "ends too early" } else { "cannot be read on" };
                    return Err(io::Error::other(format!("what is compressed {cause}")));
                }
                Ok(progress) => self.progress = progress,
                Err(error) => self.damage = Some(error),
            }
            if given > 0 || into.is_empty() {
                return Ok(given);
            }
        }
    }
}
