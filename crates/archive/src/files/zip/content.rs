//! The content of a zip member: stored or compressed, with its checksum.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;
use std::sync::Arc;

use flate2::Crc;

use crate::cut::{Name, Stopped};
use crate::files::decoder::{Decoder, Inflate, ZstdDecoder};
use crate::files::member::{self, ArchiveBounds};
use crate::files::source::{OnEvent, SourceEvent, Unread};
use crate::files::stream::{Expanded, MAX_KEPT_BYTES, Stream};
use crate::files::whole::{GZIP_HEADER, Inflated, MAX_PACKED_BYTES, inflate_whole};
use crate::files::zip::header::{FLAG_ENCRYPTED, FLAG_SIZES_AFTER, ZipMember, ZipRecord};
use crate::files::zip::stored::StoredData;
use crate::mail::DamageKind;

/// The optional first bytes of the data descriptor after a member (4.3.9.3).
const DESCRIPTOR_SIGNATURE: [u8; 4] = *b"PK\x07\x08";

impl ZipMember {
    /// Reads the content of the member `name`, which comes next in `zip`, after undamaged ones if it `is_whole`. Returns
    /// whether the member certainly ends here, because its checksum holds.
    pub(crate) fn read_content(
        self,
        zip: &mut Stream<'_>,
        name: &Arc<Name>,
        is_whole: bool,
        bounds: &mut ArchiveBounds,
        on_event: &mut OnEvent<'_>,
    ) -> Result<bool, Stopped> {
        let is_sized = self.is_sized;
        if !self.name.ends_with('/') {
            on_event(SourceEvent::Member)?;
        }
        let unread = |cause: String| SourceEvent::Unread(Unread::new(name, &cause));
        let damaged = |cause: String| {
            let kind = DamageKind::Damaged;
            SourceEvent::Unread(Unread { kind, ..Unread::new(name, &cause) })
        };
        let is_known = matches!(self.method, 0 | 8 | 12 | 93);
        if self.has(FLAG_ENCRYPTED) || !is_known || self.needs_size() {
            on_event(unread(if self.has(FLAG_ENCRYPTED) {
                "encrypted, and not read; extract it with its password".to_owned()
            } else if is_known {
                "stored without its size, so that its end cannot be found".to_owned()
            } else {
                format!("compression method {} is not supported", self.method)
            }))?;
            if is_sized {
                skip(zip, self.compressed);
            }
            return Ok(false);
        }

        if is_whole && let Some(text) = self.inflate_whole(zip, bounds.member()) {
            bounds.spend(self.size);
            member::read(Stream::new(text, None), name, bounds, on_event)?;
            return Ok(true);
        }
        let sum = Rc::new(RefCell::new(Crc::new()));
        let mut stored = StoredData::new(zip, &self, Rc::clone(&sum));
        let read = {
            let raw: Box<dyn Read + '_> = match self.method {
                0 => Box::new(&mut stored),
                8 => Box::new(Decoder::new(&mut stored, Inflate::deflate())),
                12 => Box::new(Decoder::new(&mut stored, bzip2::Decompress::new(false))),
                _ => match ZstdDecoder::new(&mut stored) {
                    Ok(decoder) => Box::new(decoder),
                    Err(error) => {
                        on_event(unread(error.to_string()))?;
                        return Ok(false);
                    }
                },
            };
            let mut plain = CrcReader { inner: Expanded::new(raw, bounds.member()), sum: &sum };
            let length = is_sized.then_some(self.size);
            member::read(Stream::new(&mut plain, length), name, bounds, on_event)?;
            // Read the rest too, if the caller stopped early: the checksum covers it, and the next member is after it.
            let rest = io::copy(&mut plain, &mut io::sink());
            bounds.spend(plain.inner.count());
            rest
        };
        let inserted = stored.inserted;
        let left = if is_sized { stored.left } else { 0 };
        if inserted > 0 {
            on_event(damaged(format!("damaged: it is {inserted} bytes longer than recorded")))?;
            return Ok(false);
        }
        if left > 0 {
            let is_too_long = read.is_ok() && ZipRecord::next(zip).is_some();
            if is_too_long {
                // The data ends before its recorded length, and another record follows.
                on_event(damaged(format!("damaged: it is {left} bytes shorter than recorded")))?;
                let early = zip.position();
                if left <= MAX_KEPT_BYTES as u64 {
                    skip(zip, left);
                    if ZipRecord::next(zip).is_none() {
                        zip.rewind(early);
                    }
                }
                return Ok(false);
            }
            // Damage to the data was reported while the member was read. Its length is most likely right.
            if skip(zip, left) < left {
                return Ok(false);
            }
        }
        if read.is_err() {
            return Ok(false);
        }
        let (sum, expected) = (sum.borrow().sum(), self.crc(zip));
        if expected == Some(sum) {
            return Ok(true);
        }
        on_event(damaged(match expected {
            Some(expected) => {
                format!(
                    "damaged: its checksum is {sum:08x}, and {expected:08x} is recorded; its rows may be wrong"
                )
            }
            None => "damaged: its checksum is missing".to_owned(),
        }))?;
        Ok(false)
    }

    /// Expands the data that come next in `zip`, if they are short, deflated and undamaged, up to the end that the
    /// header states.
    ///
    /// A failure takes time for all data that the header states. They may be members themselves if its length is wrong,
    /// so do not call this again after damage.
    fn inflate_whole(&self, zip: &mut Stream<'_>, limit: u64) -> Option<Inflated> {
        let length = usize::try_from(self.compressed).ok().filter(|&it| it <= MAX_PACKED_BYTES)?;
        let size = u32::try_from(self.size).ok()?;
        if self.method != 8 || self.has(FLAG_SIZES_AFTER) {
            return None;
        }
        let data = zip.head(length).get(..length)?;
        let gzip = [GZIP_HEADER, data, &self.crc.to_le_bytes(), &size.to_le_bytes()].concat();
        let text = inflate_whole(&gzip, limit)?;
        zip.consume(length);
        Some(text)
    }

    /// Returns the checksum: from the header, or from the data descriptor after the member (4.3.9), which is taken.
    fn crc(&self, zip: &mut Stream<'_>) -> Option<u32> {
        if !self.has(FLAG_SIZES_AFTER) {
            return Some(self.crc);
        }
        if ZipRecord::next(zip).is_some() {
            return None;
        }
        let signature =
            if zip.head(4) == DESCRIPTOR_SIGNATURE { DESCRIPTOR_SIGNATURE.len() } else { 0 };
        let sizes = if self.is_zip64 { 16 } else { 8 };
        let length = signature + 4 + sizes;
        let descriptor = zip.head(length).get(..length)?;
        let crc = u32::from_le_bytes(*descriptor[signature..].first_chunk()?);
        zip.consume(length);
        Some(crc)
    }
}

/// Skips `length` bytes, or those up to the end or damage of `zip`, which the caller finds there. Returns how many.
pub(crate) fn skip(zip: &mut Stream<'_>, length: u64) -> u64 {
    let start = zip.position();
    let _ = io::copy(&mut zip.take(length), &mut io::sink());
    zip.position() - start
}

struct CrcReader<'c, R> {
    inner: R,
    sum: &'c RefCell<Crc>,
}

impl<R: Read> Read for CrcReader<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.sum.borrow_mut().update(&into[..count]);
        Ok(count)
    }
}
