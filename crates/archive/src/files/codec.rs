//! Compression, recognised by the first bytes of a file or member (A1): gzip (RFC 1952, 2.3.1), bzip2, xz (the .xz file
//! format, 2.1.1.1), `.Z`, and zstd (RFC 8878, 3.1), which may begin with a skippable frame.
//!
//! A compressed news batch may begin with a line like `#! cunbatch` (rnews(1) of INN); the bytes after the line decide.
//! Several compressed members in a row are one text, for every codec but `compress`.

use std::io::{self, BufRead, Read};

use serde::{Deserialize, Serialize};

use crate::files::decoder::{Decoder, Inflate, Xz, ZstdDecoder};
use crate::files::lzw::Lzw;
use crate::files::stream::{Expanded, Stream};
use crate::files::whole::{MAX_PACKED_BYTES, inflate_whole};

/// A compression format.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Codec {
    /// RFC 1952.
    Gzip,
    /// The format of bzip2.
    Bzip2,
    /// The .xz file format.
    Xz,
    /// RFC 8878.
    Zstd,
    /// The format of `compress`, `.Z`.
    Compress,
}

/// Whether and how files are compressed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum CodecChoice {
    /// As their first bytes show.
    #[default]
    Auto,
    /// Not at all, whatever their first bytes are.
    Stored,
    /// With this codec. Other files are reported as damaged.
    Only(Codec),
}

pub(crate) const PACKED_SUFFIXES: &[&str] =
    &[".bz2", ".gz", ".tar", ".tbz2", ".tgz", ".txz", ".tzst", ".xz", ".z", ".zip", ".zst"];

pub(crate) const TEXT_SUFFIXES: &[&str] = &[".eml", ".htm", ".html", ".mbox", ".mbx", ".txt"];

pub(crate) fn has_suffix(name: &str, suffixes: &[&str]) -> bool {
    let name = name.as_bytes();
    let ends_with = |suffix: &&str| {
        let start = name.len().checked_sub(suffix.len());
        start.is_some_and(|start| name[start..].eq_ignore_ascii_case(suffix.as_bytes()))
    };
    suffixes.iter().any(ends_with)
}

/// The length of the longest line before a compressed batch: `#! cunbatch` with a CRLF.
const MAX_BATCH_LINE_BYTES: usize = 16;

/// Returns the length of the line `#! cunbatch` at the beginning of `head`, with any letter for `c`, or 0.
fn batch_line_len(head: &[u8]) -> usize {
    let end = head.iter().take(MAX_BATCH_LINE_BYTES).position(|&byte| byte == b'\n').unwrap_or(0);
    let name = head[..end].strip_prefix(b"#! ").unwrap_or_default().trim_ascii_end();
    if name.len() == 8 && name.ends_with(b"unbatch") { end + 1 } else { 0 }
}

const SIGNATURE_BYTES: usize = 10;

impl Codec {
    pub(crate) fn of(stream: &mut Stream<'_>) -> Option<Codec> {
        Codec::of_head(stream.head(SIGNATURE_BYTES))
    }

    /// Returns the codec of a file that begins with `head`, at least 26 bytes of it if it has so many.
    pub fn detect(head: &[u8]) -> Option<Codec> {
        Codec::of_head(&head[batch_line_len(head)..])
    }

    fn of_head(head: &[u8]) -> Option<Codec> {
        Some(match head {
            [0x1F, 0x8B, 0x08, ..] => Codec::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => {
                Codec::Bzip2
            }
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Codec::Xz,
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Codec::Zstd,
            [0x1F, 0x9D, ..] => Codec::Compress,
            _ => return None,
        })
    }

    pub(crate) fn skip_batch_line(stream: &mut Stream<'_>) {
        let head = stream.head(MAX_BATCH_LINE_BYTES + SIGNATURE_BYTES);
        let length = batch_line_len(head);
        if Codec::of_head(&head[length..]).is_some() {
            stream.consume(length);
        }
    }

    pub(crate) fn expand<'r>(
        self,
        mut stream: Stream<'r>,
        limit: u64,
        threads: u32,
    ) -> io::Result<Stream<'r>> {
        if self == Codec::Gzip
            && let Some(gzip) = stream.rest(MAX_PACKED_BYTES)
            && let Some(text) = inflate_whole(gzip, limit)
        {
            return Ok(Stream::new(text, None));
        }
        let decoder: Box<dyn Read + 'r> = match self {
            Codec::Gzip => Box::new(Decoder::new(stream, Inflate::gzip())),
            Codec::Bzip2 => Box::new(Decoder::new(stream, bzip2::Decompress::new(false))),
            Codec::Xz => Box::new(Decoder::new(stream, Xz::new(threads)?)),
            Codec::Zstd => Box::new(ZstdDecoder::new(stream)?),
            Codec::Compress => Box::new(Decoder::new(stream, Lzw::new())),
        };
        Ok(Stream::new(Expanded::new(decoder, limit), None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_before_a_compressed_batch_is_skipped() {
        // (first bytes of the stream, bytes after the skipped line)
        let table: [(&[u8], &[u8]); 7] = [
            (b"#! cunbatch\n\x1F\x9D\x90", b"\x1F\x9D\x90"),
            (b"#! zunbatch\r\n\x1F\x8B\x08", b"\x1F\x8B\x08"),
            (b"#! cunbatch\n#! rnews 9\n", b"#! cunbatch\n#! rnews 9\n"),
            (b"#! /bin/sh\n\x1F\x8B\x08", b"#! /bin/sh\n\x1F\x8B\x08"),
            (b"\n\x1F\x8B\x08", b"\n\x1F\x8B\x08"),
            (b"#! cunbatch", b"#! cunbatch"),
            (b"", b""),
        ];
        for (bytes, expected) in table {
            let mut stream = Stream::new(bytes, None);
            Codec::skip_batch_line(&mut stream);
            assert_eq!(stream.head(100), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn codecs_are_recognised_by_their_first_bytes() {
        let table: [(&[u8], Option<Codec>); 8] = [
            (b"\x1F\x8B\x08\0\0\0\0\0\0\x03", Some(Codec::Gzip)),
            (b"BZh91AY&SY", Some(Codec::Bzip2)),
            (b"BZh9 is no", None),
            (b"\xFD7zXZ\0\0\x04\xE6\xD6", Some(Codec::Xz)),
            (b"\x28\xB5\x2F\xFD\x24\0", Some(Codec::Zstd)),
            (b"\x50\x2A\x4D\x18\x01\0\0\0", Some(Codec::Zstd)),
            (b"From a Mon", None),
            (b"", None),
        ];
        for (head, codec) in table {
            assert_eq!(Codec::of_head(head), codec, "{head:?}");
        }
    }
}
