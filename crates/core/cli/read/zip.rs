//! The members of a zip, in the order in which they are stored (APPNOTE.TXT 6.3.10).
//!
//! Members are read one after the other by their local headers, and the directory at the end is not used. So
//! a zip may come from a pipe, be compressed itself, or be cut short. The price: a member that was deleted
//! from the directory alone is read too, and a stored member whose header does not give its size cannot be
//! read.

use std::io::{self, Read};
use std::sync::Arc;

use flate2::Crc;
use urlsift::bulk::{Name, Stopped};

use crate::read::bounds::Bounds;
use crate::read::decoder::{Decoder, Deflate};
use crate::read::kind::ZIP_MEMBER_SIGNATURE;
use crate::read::member;
use crate::read::source::{OnEvent, SourceEvent, Unread};
use crate::read::stream::{Expanded, Stream, StreamDamage};

/// The first bytes of what may follow the last member: the directory, its end record if there is no member
/// (4.3.12, 4.3.16), or extra data for decryption (4.3.11).
const END_SIGNATURES: [[u8; 4]; 3] = [*b"PK\x01\x02", *b"PK\x05\x06", *b"PK\x06\x08"];

/// The optional first bytes of the data descriptor after a member (4.3.9.3).
const DESCRIPTOR_SIGNATURE: [u8; 4] = *b"PK\x07\x08";

/// Reads the members of the file `source` that begin before the offset `end`.
pub(crate) fn read(
    mut zip: Stream<'_>,
    source: &str,
    end: u64,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let taken = zip.taken();
    loop {
        let start = taken.get();
        if start >= end {
            return Ok(());
        }
        let read = match ZipMember::read(&mut zip) {
            Ok(Some(member)) => member.read_content(&mut zip, source, bounds, on_event)?,
            Ok(None) => {
                // Read the directory too, so that `--stats` counts the same bytes however the file is cut.
                // Errors there lose no member.
                let _ = io::copy(&mut zip, &mut io::sink());
                return Ok(());
            }
            Err(error) => Err(error),
        };
        if let Err(error) = read {
            // The offset of the next member is unknown, so reading ends here.
            let error = match error.kind() {
                io::ErrorKind::UnexpectedEof => {
                    StreamDamage::new(taken.get(), "the zip ends within a member")
                }
                _ => StreamDamage::place(&error, start),
            };
            return on_event(SourceEvent::Unread(Unread::new(&Name::new(source, None), &error)));
        }
    }
}

/// Reports whether `stream` begins with a member of a zip.
pub(crate) fn is_zip(stream: &mut Stream<'_>) -> bool {
    stream.head(ZIP_MEMBER_SIGNATURE.len()) == ZIP_MEMBER_SIGNATURE
}

/// Returns the offset of the first member at or after `wanted`, going from member to member from the one at
/// `start`. Returns `None` if there is none, or if a member before it does not state its length. `stream_at`
/// opens the file, which has `length` bytes, at an offset.
///
/// Reads a few hundred bytes for each member.
pub(crate) fn member_after<'f>(
    stream_at: impl Fn(u64) -> Stream<'f>,
    start: u64,
    wanted: u64,
    length: u64,
) -> Option<u64> {
    let mut at = start;
    while at < wanted {
        let mut stream = stream_at(at);
        let header = stream.taken();
        let member = ZipMember::read(&mut stream).ok()??;
        if member.flags & FLAG_SIZES_AFTER != 0 {
            return None;
        }
        at = at.checked_add(header.get())?.checked_add(member.compressed)?;
    }
    (at < length).then_some(at)
}

/// A local file header (4.3.7).
struct ZipMember {
    name: String,
    flags: u16,
    method: u16,
    crc: u32,
    /// The compressed and the expanded length in bytes.
    compressed: u64,
    size: u64,
    /// Whether the sizes after the data have eight bytes (4.5.3).
    is_zip64: bool,
}

/// The member is encrypted (4.4.4).
const FLAG_ENCRYPTED: u16 = 1;
/// The sizes and the checksum are after the data (4.4.4).
const FLAG_SIZES_AFTER: u16 = 1 << 3;

impl ZipMember {
    /// Reads the next header, or returns `None` after the last member.
    fn read(zip: &mut Stream<'_>) -> io::Result<Option<ZipMember>> {
        let mut signature = [0; 4];
        zip.read_exact(&mut signature)?;
        if END_SIGNATURES.contains(&signature) {
            return Ok(None);
        }
        if signature != ZIP_MEMBER_SIGNATURE {
            return Err(io::Error::other("no zip member begins here"));
        }
        let mut fields = [0; 26];
        zip.read_exact(&mut fields)?;
        let short = |at: usize| u16::from_le_bytes([fields[at], fields[at + 1]]);
        let long = |at: usize| u32::from(short(at)) | u32::from(short(at + 2)) << 16;
        let mut name = vec![0; short(22).into()];
        zip.read_exact(&mut name)?;
        let mut extra = vec![0; short(24).into()];
        zip.read_exact(&mut extra)?;
        let mut member = ZipMember {
            name: String::from_utf8_lossy(&name).into_owned(),
            flags: short(2),
            method: short(4),
            crc: long(10),
            compressed: long(14).into(),
            size: long(18).into(),
            is_zip64: false,
        };
        member.read_zip64(&extra);
        Ok(Some(member))
    }

    /// Replaces sizes of `0xFFFFFFFF` by those of the ZIP64 extra field (4.5.3).
    fn read_zip64(&mut self, mut extra: &[u8]) {
        while let [a, b, c, d, rest @ ..] = extra {
            let (id, length) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]));
            let Some((mut field, after)) = rest.split_at_checked(length.into()) else { return };
            extra = after;
            if id != 1 {
                continue;
            }
            self.is_zip64 = true;
            // The field has only the sizes that are 0xFFFFFFFF in the header, in this order.
            for size in [&mut self.size, &mut self.compressed] {
                if let (0xFFFF_FFFF, Some((bytes, after))) = (*size, field.split_first_chunk()) {
                    *size = u64::from_le_bytes(*bytes);
                    field = after;
                }
            }
        }
    }

    /// Reads the content of the member. An error in the inner result means that the next member cannot be
    /// found.
    fn read_content(
        self,
        zip: &mut Stream<'_>,
        source: &str,
        bounds: Bounds,
        on_event: &mut OnEvent<'_>,
    ) -> Result<io::Result<()>, Stopped> {
        let name = Arc::new(Name::new(source, Some(self.name.clone())));
        let has_sizes_after = self.flags & FLAG_SIZES_AFTER != 0;
        if !self.name.ends_with('/') {
            on_event(SourceEvent::Member)?;
        }
        let unread = |cause: String| SourceEvent::Unread(Unread::new(&name, &cause));
        let is_deflated = self.method == 8;
        let is_known = matches!(self.method, 0 | 8 | 12 | 93);
        if self.flags & FLAG_ENCRYPTED != 0 || !is_known || (has_sizes_after && !is_deflated) {
            on_event(unread(if self.flags & FLAG_ENCRYPTED != 0 {
                "encrypted, and not read; extract it with its password".to_owned()
            } else if is_known {
                "stored without its size, so that its end cannot be found".to_owned()
            } else {
                format!("compression method {} is not supported", self.method)
            }))?;
            if has_sizes_after {
                return Ok(Err(io::Error::other("the next member cannot be found")));
            }
            return Ok(skip(zip, self.compressed));
        }

        // Deflated data marks its own end, so it can be read without a length.
        let length = if has_sizes_after { u64::MAX } else { self.compressed };
        let mut stored = zip.by_ref().take(length);
        let mut crc = Crc::new();
        let read = {
            let at = stored.get_ref().taken();
            let raw: Box<dyn Read + '_> = match self.method {
                0 => Box::new(&mut stored),
                8 => Box::new(Decoder::new(&mut stored, Deflate::new())),
                12 => Box::new(Decoder::new(&mut stored, bzip2::Decompress::new(false))),
                _ => match zstd::stream::read::Decoder::with_buffer(&mut stored) {
                    Ok(decoder) => Box::new(decoder),
                    Err(error) => return Ok(Err(error)),
                },
            };
            let mut plain =
                CrcReader { inner: Expanded::new(raw, at, bounds.member), crc: &mut crc };
            let length = (!has_sizes_after).then_some(self.size);
            member::read(Stream::new(&mut plain, length), &name, bounds, on_event)?;
            // Read the rest too, if the caller stopped early: the checksum covers it, and the next member is
            // after it.
            io::copy(&mut plain, &mut io::sink())
        };
        if has_sizes_after {
            if let Err(error) = read {
                return Ok(Err(error));
            }
        } else {
            // The damage was reported while the member was read. The header tells where the next member
            // begins.
            let left = stored.limit();
            if let Err(error) = skip(stored.into_inner(), left) {
                return Ok(Err(error));
            }
            if read.is_err() {
                return Ok(Ok(()));
            }
        }
        Ok(match self.crc(zip) {
            Ok(expected) if expected != crc.sum() => {
                let sum = crc.sum();
                let cause =
                    format!("damaged: its checksum is {sum:08x}, and {expected:08x} is recorded");
                on_event(unread(cause))?;
                Ok(())
            }
            checked => checked.map(|_| ()),
        })
    }

    /// Returns the checksum: from the header, or from the data descriptor after the member (4.3.9).
    fn crc(&self, zip: &mut Stream<'_>) -> io::Result<u32> {
        if self.flags & FLAG_SIZES_AFTER == 0 {
            return Ok(self.crc);
        }
        let mut crc = [0; 4];
        zip.read_exact(&mut crc)?;
        if crc == DESCRIPTOR_SIGNATURE {
            zip.read_exact(&mut crc)?;
        }
        let mut sizes = [0; 16];
        let length = if self.is_zip64 { 16 } else { 8 };
        zip.read_exact(&mut sizes[..length])?;
        Ok(u32::from_le_bytes(crc))
    }
}

fn skip(zip: &mut Stream<'_>, length: u64) -> io::Result<()> {
    let skipped = io::copy(&mut zip.take(length), &mut io::sink())?;
    if skipped < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

/// A reader that computes the checksum of the bytes it returns.
struct CrcReader<'c, R> {
    inner: R,
    crc: &'c mut Crc,
}

impl<R: Read> Read for CrcReader<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.crc.update(&into[..count]);
        Ok(count)
    }
}
