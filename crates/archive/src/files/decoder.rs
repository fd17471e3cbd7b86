//! Decompressors of deflate, gzip, bzip2 and xz that return all bytes before damage.
//!
//! The reader types of the codecs' crates drop the output of a call that fails, and a mailbox with a bad checksum may
//! be one call. [`Decoder`] returns the output first, and reports the damage in the next call.

use std::io::{self, BufRead, Read};

use flate2::{FlushDecompress, Status};
use liblzma::stream as xz;

use crate::files::damage::{StreamDamage, is_of_stream};

/// The memory that a decompressor may use, in bytes: twice what `xz -9` needs. Data that needs more is an error.
const MAX_DECODER_BYTES: u64 = 128 << 20;

pub(crate) trait RawDecoder {
    /// Expands bytes of `input` into `output`. An empty `input` means the end of the file.
    /// [`totals`](RawDecoder::totals) says how much was read and written, also after an
    /// error. Returns whether the compressed data has ended.
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<bool>;

    fn totals(&self) -> (u64, u64);

    /// Returns how many bytes at the beginning of `input` are padding after a compressed member.
    fn padding(&mut self, _input: &[u8]) -> usize {
        0
    }

    /// Returns a decompressor for the next compressed member, unless there cannot be one or `self` reads it itself.
    fn next(&self) -> io::Result<Option<Self>>
    where
        Self: Sized;
}

/// Deflated data: a member of a gzip file (RFC 1952, section 2.3), or without a header, as in a zip (RFC 1951).
pub(crate) struct Inflate {
    raw: flate2::Decompress,
    is_gzip: bool,
}

impl Inflate {
    pub(crate) fn deflate() -> Inflate {
        Inflate { raw: flate2::Decompress::new(false), is_gzip: false }
    }

    pub(crate) fn gzip() -> Inflate {
        // The largest window, 2 to the 15th bytes.
        Inflate { raw: flate2::Decompress::new_gzip(15), is_gzip: true }
    }
}

impl RawDecoder for Inflate {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<bool> {
        match self.raw.decompress(input, output, FlushDecompress::None) {
            Ok(status) => Ok(status == Status::StreamEnd),
            // The library's messages, such as "invalid block type", need the prefix to make sense.
            Err(error) => {
                let message = error.message().unwrap_or("invalid data");
                Err(io::Error::other(format!("deflate: {message}")))
            }
        }
    }

    fn totals(&self) -> (u64, u64) {
        (self.raw.total_in(), self.raw.total_out())
    }

    /// The zip's header gives the end of the data, so nothing follows.
    fn next(&self) -> io::Result<Option<Inflate>> {
        Ok(self.is_gzip.then(Inflate::gzip))
    }

    /// Counts zeros, with which tapes and disks are filled up. No member begins with one, and gzip ignores them too.
    fn padding(&mut self, input: &[u8]) -> usize {
        if self.is_gzip { leading_zeros(input) } else { 0 }
    }
}

/// A stream of bzip2 without a block: signature, level, the end's signature, and a checksum of 0. The level may be
/// any other digit.
const EMPTY_BZIP2_STREAM: &[u8; 14] = b"BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0";

impl RawDecoder for bzip2::Decompress {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<bool> {
        let ran = self.decompress(input, output);
        ran.map_err(io::Error::other).map(|status| status == bzip2::Status::StreamEnd)
    }

    fn totals(&self) -> (u64, u64) {
        (self.total_in(), self.total_out())
    }

    /// Counts empty streams as padding. A decompressor takes memory for each: 50,000 of them, 700 kB, took 2.2 s.
    fn padding(&mut self, input: &[u8]) -> usize {
        let (streams, _) = input.as_chunks::<{ EMPTY_BZIP2_STREAM.len() }>();
        let is_empty = |stream: &&[u8; EMPTY_BZIP2_STREAM.len()]| {
            matches!(stream[3], b'1'..=b'9')
                && stream[..3] == EMPTY_BZIP2_STREAM[..3]
                && stream[4..] == EMPTY_BZIP2_STREAM[4..]
        };
        streams.iter().take_while(is_empty).count() * EMPTY_BZIP2_STREAM.len()
    }

    fn next(&self) -> io::Result<Option<bzip2::Decompress>> {
        Ok(Some(bzip2::Decompress::new(false)))
    }
}

/// A stream of an xz file. `xz -T` writes blocks, which threads of liblzma can decompress side by side.
pub(crate) struct Xz {
    stream: xz::Stream,
    threads: u32,
    is_first: bool,
    zeros: u64,
}

/// The memory for blocks that are decompressed side by side, in bytes, which limits the threads. A block of `xz -6`
/// takes some 40 MiB.
const MAX_XZ_BLOCKS_BYTES: u64 = 256 << 20;

impl Xz {
    pub(crate) fn new(threads: u32) -> io::Result<Xz> {
        let stream = if threads > 1 {
            let mut builder = xz::MtStreamBuilder::new();
            builder
                .threads(threads)
                .memlimit_threading(MAX_XZ_BLOCKS_BYTES)
                .memlimit_stop(MAX_DECODER_BYTES);
            builder.decoder()?
        } else {
            xz::Stream::new_stream_decoder(MAX_DECODER_BYTES, 0)?
        };
        Ok(Xz { stream, threads, is_first: true, zeros: 0 })
    }
}

impl RawDecoder for Xz {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<bool> {
        let action = if input.is_empty() { xz::Action::Finish } else { xz::Action::Run };
        match self.stream.process(input, output, action) {
            Ok(status) => Ok(status == xz::Status::StreamEnd),
            // Bytes after a stream that do not begin another one are damage, not an unknown format.
            Err(xz::Error::Format) if !self.is_first => Err(xz::Error::Data.into()),
            // The machine lacks memory. The data may be whole.
            Err(xz::Error::Mem) => Err(io::ErrorKind::OutOfMemory.into()),
            Err(error) => Err(error.into()),
        }
    }

    fn totals(&self) -> (u64, u64) {
        (self.stream.total_in(), self.stream.total_out())
    }

    fn next(&self) -> io::Result<Option<Xz>> {
        if !self.zeros.is_multiple_of(4) {
            return Err(xz::Error::Data.into());
        }
        Ok(Some(Xz { is_first: false, ..Xz::new(self.threads)? }))
    }

    /// Four at a time may follow a stream (the .xz file format, section 2.2).
    fn padding(&mut self, input: &[u8]) -> usize {
        let zeros = leading_zeros(input);
        self.zeros += zeros as u64;
        zeros
    }
}

fn leading_zeros(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == 0).count()
}

/// Adds to an error that the `bytes` before it are not verified: the checksum comes after the data, so they may differ
/// from what was compressed. Truncated data is correct up to its end.
fn unverified(error: io::Error, bytes: u64) -> io::Error {
    let kind = error.kind();
    let is_of_data = error.raw_os_error().is_none()
        && !matches!(kind, io::ErrorKind::UnexpectedEof | io::ErrorKind::OutOfMemory);
    if bytes == 0 || !is_of_data {
        return error;
    }
    let bytes = if bytes == 1 { "byte".to_owned() } else { format!("{bytes} bytes") };
    io::Error::new(kind, format!("{error}; rows in the {bytes} before it may be wrong"))
}

pub(crate) struct ZstdDecoder<R: BufRead> {
    inner: zstd::stream::read::Decoder<'static, R>,
    given: u64,
}

/// Codes of errors of zstd (`zstd_errors.h`): there is no frame, and a frame needs a window that is too large.
const NO_FRAME: usize = 10;
const LARGE_WINDOW: usize = 16;

/// Reports whether `error` is the one of zstd with this code. An error of the crate has the code as its text alone.
fn is_of_zstd(error: &io::Error, code: usize) -> bool {
    error.to_string() == zstd::zstd_safe::get_error_name(code.wrapping_neg())
}

impl<R: BufRead> ZstdDecoder<R> {
    pub(crate) fn new(stream: R) -> io::Result<ZstdDecoder<R>> {
        let inner = zstd::stream::read::Decoder::with_buffer(stream)?;
        Ok(ZstdDecoder { inner, given: 0 })
    }
}

impl<R: BufRead> Read for ZstdDecoder<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.inner.read(into) {
            Ok(count) => {
                self.given += count as u64;
                Ok(count)
            }
            // Damage of the stream below is not an error of zstd, and bytes after the last frame damage none.
            Err(error) if is_of_stream(&error) || is_of_zstd(&error, NO_FRAME) => Err(error),
            Err(error) if is_of_zstd(&error, LARGE_WINDOW) => {
                let cause = "its window is larger than 128 MiB; use `zstd -dc --long=31 FILE`";
                Err(io::Error::other(StreamDamage::not_read_after(self.given, cause.to_owned())))
            }
            Err(error) => Err(unverified(error, self.given)),
        }
    }
}

pub(crate) struct Decoder<R, D> {
    stream: R,
    raw: D,
    /// Whether a compressed member has ended.
    is_at_end: bool,
    /// Damage after the bytes that were returned, for the next call.
    damage: Option<io::Error>,
    is_damaged: bool,
}

impl<R: BufRead, D: RawDecoder> Decoder<R, D> {
    pub(crate) fn new(stream: R, raw: D) -> Decoder<R, D> {
        Decoder { stream, raw, is_at_end: false, damage: None, is_damaged: false }
    }
}

impl<R: BufRead, D: RawDecoder> Read for Decoder<R, D> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(damage) = self.damage.take() {
                return Err(damage);
            }
            if self.is_damaged {
                let cause = "the compressed data is damaged";
                return Err(io::Error::new(io::ErrorKind::InvalidData, cause));
            }
            let input = self.stream.fill_buf()?;
            if self.is_at_end {
                let padding = self.raw.padding(input);
                if padding > 0 {
                    self.stream.consume(padding);
                    continue;
                }
                match self.raw.next()? {
                    Some(raw) if !input.is_empty() => self.raw = raw,
                    _ => return Ok(0),
                }
                self.is_at_end = false;
            }
            let is_end = input.is_empty();
            // After an error only the totals show how much was written.
            let before = self.raw.totals();
            let ran = self.raw.run(input, into);
            let after = self.raw.totals();
            let length = |count: u64| usize::try_from(count).expect("no more than a slice has");
            let (taken, given) = (length(after.0 - before.0), length(after.1 - before.1));
            self.stream.consume(taken);
            match ran {
                // No progress at the end of the input means that the data is cut short.
                Ok(false) if given == 0 && taken == 0 && !into.is_empty() => {
                    let (kind, cause) = if is_end {
                        (io::ErrorKind::UnexpectedEof, "ends too early")
                    } else {
                        (io::ErrorKind::InvalidData, "cannot be expanded further")
                    };
                    return Err(io::Error::new(kind, format!("the compressed data {cause}")));
                }
                Ok(is_at_end) => self.is_at_end = is_at_end,
                Err(error) => {
                    self.damage = Some(unverified(error, after.1));
                    self.is_damaged = true;
                }
            }
            if given > 0 || into.is_empty() {
                return Ok(given);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::stream::Stream;
    use flate2::{Compress, Compression, FlushCompress};

    /// Deflates `text` and appends a block of a type that does not exist.
    fn damaged(text: &[u8]) -> Vec<u8> {
        let mut deflated = Vec::with_capacity(2 * text.len() + 100);
        let mut compress = Compress::new(Compression::default(), false);
        compress.compress_vec(text, &mut deflated, FlushCompress::Sync).expect("there is room");
        deflated.push(0b110);
        deflated
    }

    /// Compresses `text` as an xz stream with blocks of 64 KiB.
    fn xz_blocks(text: &[u8]) -> Vec<u8> {
        let mut builder = xz::MtStreamBuilder::new();
        let encoder = builder.threads(1).block_size(1 << 16).preset(0).encoder();
        let encoder = encoder.expect("there is memory");
        let mut all = Vec::new();
        let read = liblzma::read::XzEncoder::new_stream(text, encoder).read_to_end(&mut all);
        read.expect("memory takes it");
        all
    }

    #[test]
    fn xz_blocks_decompress_to_the_same_bytes_on_any_number_of_threads() {
        let text: Vec<u8> = (0..60_000_u32).flat_map(|i| format!("{i} ").into_bytes()).collect();
        let one = xz_blocks(&text);
        // Two streams with padding after each.
        let with_rest = [&[0; 3][..], b"rubbish after it"].map(|rest| [&one[..], rest].concat());
        let two = [&one[..], &[0; 8], &one, &[0; 4]].concat();
        for threads in [1, 2, 4] {
            let decoder = |bytes| {
                let raw = Xz::new(threads).expect("threads can be had");
                Decoder::new(Stream::new(bytes, None), raw)
            };
            let mut all = Vec::new();
            decoder(&two[..]).read_to_end(&mut all).expect("it is whole");
            assert!(all == text.repeat(2), "{threads} threads");
            // A damaged block gives the same bytes as on one thread.
            let mut damaged = one.clone();
            damaged[one.len() / 2] ^= 0x55;
            let raw = Xz::new(1).expect("there is memory");
            let (mut all, mut expected) = (Vec::new(), Vec::new());
            decoder(&damaged[..]).read_to_end(&mut all).expect_err("it is damaged");
            let mut on_one = Decoder::new(Stream::new(&damaged[..], None), raw);
            on_one.read_to_end(&mut expected).expect_err("it is damaged");
            assert!(expected.len() > 1 << 16 && all == expected, "{threads} threads");
            // Padding comes four zeros at a time, and nothing else may follow a stream.
            for damaged in &with_rest {
                let mut all = Vec::new();
                let error = decoder(&damaged[..]).read_to_end(&mut all).expect_err("it is damaged");
                assert_eq!((error.to_string().as_str(), all == text), ("lzma data error", true));
            }
        }
    }

    #[test]
    fn zeros_after_a_gzip_member_are_padding() {
        let mut member = flate2::read::GzEncoder::new(&b"text "[..], Compression::default());
        let mut gzip = Vec::new();
        member.read_to_end(&mut gzip).expect("memory takes it");
        // Columns: the bytes after the first member, the text, whether all is read without an error.
        let zeros = |count: usize| vec![0; count];
        let table = [
            (vec![], "text ", true),
            (zeros(1), "text ", true),
            (zeros(512), "text ", true),
            // More than a buffer of the stream.
            (zeros(200_000), "text ", true),
            ([&zeros(200_000)[..], b"x"].concat(), "text ", false),
            ([&zeros(3)[..], b"\x1F\x8B\x08 is no member"].concat(), "text ", false),
            (b"rubbish".to_vec(), "text ", false),
            (gzip.clone(), "text text ", true),
            ([zeros(70_000), gzip.clone(), zeros(9)].concat(), "text text ", true),
            (gzip[..gzip.len() - 1].to_vec(), "text text ", false),
        ];
        for (at, (after, text, is_whole)) in table.into_iter().enumerate() {
            let bytes = [&gzip[..], &after].concat();
            let mut decoder = Decoder::new(Stream::new(&bytes[..], None), Inflate::gzip());
            let mut all = String::new();
            let mut buffer = [0; 100];
            let read = loop {
                match decoder.read(&mut buffer) {
                    Ok(0) => break true,
                    Ok(count) => all.push_str(&String::from_utf8_lossy(&buffer[..count])),
                    Err(_) => break false,
                }
            };
            assert_eq!((&*all, read), (text, is_whole), "row {at}");
        }
    }

    /// A decompressor of bzip2 that runs after an error subtracts from 0, which is a panic in a debug build.
    #[test]
    fn a_decompressor_does_not_run_after_an_error() {
        struct Failing(u32);

        impl RawDecoder for Failing {
            fn run(&mut self, _: &[u8], _: &mut [u8]) -> io::Result<bool> {
                self.0 += 1;
                assert_eq!(self.0, 1, "it ran again");
                Err(io::Error::other("damaged"))
            }

            fn totals(&self) -> (u64, u64) {
                (0, 0)
            }

            fn next(&self) -> io::Result<Option<Failing>> {
                Ok(None)
            }
        }

        let mut decoder = Decoder::new(Stream::new(&b"abc"[..], None), Failing(0));
        for cause in ["damaged", "the compressed data is damaged", "the compressed data is damaged"]
        {
            let error = decoder.read(&mut [0; 10]).expect_err("it is damaged");
            assert_eq!(error.to_string(), cause);
        }
    }

    /// The call that finds damage first returns the bytes before it.
    #[test]
    fn bytes_before_damage_are_returned() {
        let text: Vec<u8> = (0..3000_u32).flat_map(|i| format!("{i} ").into_bytes()).collect();
        let deflated = damaged(&text);
        let gzip = [&b"\x1F\x8B\x08\0\0\0\0\0\0\x03"[..], &deflated].concat();
        for step in [1, 100, 4096, 1 << 20] {
            let decoders: [Box<dyn Read>; 2] = [
                Box::new(Decoder::new(Stream::new(&deflated[..], None), Inflate::deflate())),
                Box::new(Decoder::new(Stream::new(&gzip[..], None), Inflate::gzip())),
            ];
            for mut decoder in decoders {
                let (mut all, mut buffer) = (Vec::new(), vec![0; step]);
                let error = loop {
                    match decoder.read(&mut buffer) {
                        Ok(count) => all.extend_from_slice(&buffer[..count]),
                        Err(error) => break error.to_string(),
                    }
                };
                let bytes = text.len();
                let cause = format!(
                    "deflate: invalid block type; rows in the {bytes} bytes before it may be wrong"
                );
                assert_eq!((all == text, error), (true, cause), "{step}");
            }
        }
    }
}
