//! The members of a zip, in the order in which they are stored (APPNOTE.TXT 6.3.10).
//!
//! Members are read by their local headers, so a zip may come from a pipe, be compressed itself, or be cut short, and a
//! member that was deleted from the directory alone is read too. The directory is only asked for the size of a member
//! that is not deflated and whose header does not give it. If no record is where the lengths of a member say, the next
//! one is looked for, also in the last bytes of that member, and the bytes that are skipped are reported.

use std::io::{self, BufRead};
use std::sync::Arc;

use content::skip;
use directory::Directory;
use header::{RECORD_LOOKAHEAD_BYTES, ZipRecord, find_record};

use crate::cut::{Name, Stopped};
use crate::files::damage::StreamDamage;
use crate::files::kind::ZIP_MEMBER_SIGNATURE;
use crate::files::member::ArchiveBounds;
use crate::files::source::{OnEvent, SourceEvent, Unread};
use crate::files::stream::Stream;
use crate::mail::DamageKind;

mod content;
mod directory;
mod header;
mod stored;

pub(crate) use self::directory::RandomAccess;
pub(crate) use self::header::record_len;

/// Reads the members that begin before the offset `end`, from number `first` on. `file` is the same file, if it can be
/// read from any offset.
pub(crate) fn read<'f>(
    zip: Stream<'f>,
    file: Option<RandomAccess<'f>>,
    name: &Name,
    first: usize,
    end: u64,
    bounds: &mut ArchiveBounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let name = name.clone();
    let (next, rewound) = (first, 0);
    let directory = None;
    ZipReader { zip, file, directory, name, next, end, rewound }.read_records(bounds, on_event)
}

struct ZipReader<'r> {
    zip: Stream<'r>,
    file: Option<RandomAccess<'r>>,
    directory: Option<Directory<'r>>,
    name: Name,
    next: usize,
    end: u64,
    rewound: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum ZipPlace {
    Members,
    Directory,
    /// At the record that ends the directory, or after it.
    End,
}

/// How many bytes may be read a second time, besides as many as were read before.
const FREE_REWOUND_BYTES: u64 = 1 << 20;

const SEARCH_BYTES: usize = 1 << 16;

impl ZipReader<'_> {
    fn read_records(
        &mut self,
        bounds: &mut ArchiveBounds,
        on_event: &mut OnEvent<'_>,
    ) -> Result<(), Stopped> {
        let mut before = ZipPlace::Members;
        let mut is_whole = true;
        // Where to look for a record if none is where it should be.
        let mut retry = None;
        loop {
            let at = self.zip.position();
            if at >= self.end {
                return Ok(());
            }
            if let Err(damage) = bounds.ensure_unspent(at) {
                return on_event(SourceEvent::Unread(Unread::new(&self.name, &damage)));
            }
            let Some(record) = ZipRecord::next(&mut self.zip) else {
                if !self.skip_to_record(retry.take().unwrap_or(at), before, on_event)? {
                    return Ok(());
                }
                continue;
            };
            self.zip.keep_from_here();
            retry = Some(at + 1);
            before = match record {
                ZipRecord::Member(mut member) => {
                    if member.needs_size() {
                        let sizes = self.sizes_at(at).or_else(|error| {
                            // The directory is not asked again: it would fail at the same place.
                            self.directory = None;
                            let damage = StreamDamage::place(&error, at);
                            on_event(SourceEvent::Unread(Unread::new(&self.name, &damage)))?;
                            Ok(None)
                        })?;
                        if let Some(sizes) = sizes {
                            (member.crc, member.compressed, member.size) = sizes;
                            member.is_sized = true;
                        }
                    }
                    self.zip.consume(member.header);
                    let data_end = self.zip.position().saturating_add(member.compressed);
                    let name = Arc::new(self.name.inside(member.name.clone(), self.next));
                    self.next += 1;
                    let is_certain =
                        member.read_content(&mut self.zip, &name, is_whole, bounds, on_event)?;
                    is_whole &= is_certain;
                    if self.end < u64::MAX {
                        // [`member_after`] followed the lengths from here and counted the members so. What looks like a
                        // record within the data of one is not a member.
                        let left = data_end.saturating_sub(self.zip.position());
                        skip(&mut self.zip, left);
                    }
                    if is_certain {
                        retry = None;
                    }
                    ZipPlace::Members
                }
                ZipRecord::Directory(length) => {
                    skip(&mut self.zip, length);
                    ZipPlace::Directory
                }
                ZipRecord::End(length) => {
                    skip(&mut self.zip, length);
                    ZipPlace::End
                }
            };
        }
    }

    fn sizes_at(&mut self, at: u64) -> io::Result<Option<(u32, u64, u64)>> {
        if let Some(file) = self.file.take() {
            self.directory = Directory::find(&file)?;
        }
        self.directory.as_mut().map_or(Ok(None), |directory| directory.sizes_at(at))
    }

    /// Goes to the first record at the offset `from` or after it, and reports the bytes that it skips. `before` is
    /// where the records before them are.
    fn skip_to_record(
        &mut self,
        from: u64,
        before: ZipPlace,
        on_event: &mut OnEvent<'_>,
    ) -> Result<bool, Stopped> {
        let (lost, has_directory) = (self.zip.position(), before != ZipPlace::Members);
        let is_at_end = self.zip.head(1).is_empty();
        if (is_at_end && has_directory) || self.rewound > lost + FREE_REWOUND_BYTES {
            // All is read, or the rest is searched only once.
        } else {
            self.rewound += lost - self.zip.rewind(from);
        }
        let mut is_zeros = true;
        let found = loop {
            let at = self.zip.position();
            let bytes = self.zip.head(SEARCH_BYTES + RECORD_LOOKAHEAD_BYTES);
            // Where no record was recognised before there is none.
            let known = usize::try_from(lost.saturating_sub(at)).ok().filter(|_| lost >= at);
            let mut found = find_record(bytes);
            if found.is_some() && found == known {
                let next = known.map_or(0, |known| known + 1);
                found = find_record(&bytes[next..]).map(|found| found + next);
            }
            let is_last = bytes.len() < SEARCH_BYTES + RECORD_LOOKAHEAD_BYTES;
            let count = found.unwrap_or(if is_last { bytes.len() } else { SEARCH_BYTES });
            is_zeros &= bytes[..count].iter().all(|&byte| byte == 0);
            self.zip.consume(count);
            if found.is_some() || is_last {
                break found.map(|_| self.zip.position());
            }
        };
        let end = self.zip.position();
        let damage = if let Some(found) = found.filter(|&found| found < lost) {
            let early = lost - found;
            StreamDamage::new(found, format!("the next member comes {early} bytes too early"))
        } else if lost < end {
            let skipped = end - lost;
            if before == ZipPlace::End && is_zeros {
                return Ok(found.is_some());
            }
            let cause = format!("{skipped} bytes skipped, which are no member");
            if found.is_some() || has_directory {
                StreamDamage::new(lost, cause)
            } else {
                let damage = StreamDamage::new(lost, format!("{cause}; members may be missing"));
                damage.of_kind(DamageKind::Truncated)
            }
        } else if let Err(error) = self.zip.fill_buf() {
            let damage = StreamDamage::place(&error, end);
            on_event(SourceEvent::Unread(Unread::damaged(&self.name, &damage)))?;
            return Ok(false);
        } else if has_directory {
            return Ok(false);
        } else if from < lost {
            let damage = StreamDamage::new(lost, "the zip ends within a member");
            let damage = damage.of_kind(DamageKind::Truncated);
            on_event(SourceEvent::Unread(Unread::damaged(&self.name, &damage)))?;
            return Ok(false);
        } else {
            let cause = "the zip ends without its directory; members may be missing";
            StreamDamage::new(lost, cause).of_kind(DamageKind::Truncated)
        };
        on_event(SourceEvent::Unread(Unread::new(&self.name, &damage)))?;
        Ok(found.is_some())
    }
}

pub(crate) fn is_zip(stream: &mut Stream<'_>) -> bool {
    stream.head(ZIP_MEMBER_SIGNATURE.len()) == ZIP_MEMBER_SIGNATURE
}

/// Returns the offset of the first record at or after `wanted`, going from member to member from the one at `start`,
/// and the number of members before it. Returns `None` if there is none, or if a member before it does not state its
/// length or states a wrong one. Reads a few hundred bytes for each member.
pub(crate) fn member_after<'f>(
    stream_at: impl Fn(u64) -> Stream<'f>,
    start: u64,
    wanted: u64,
    length: u64,
) -> Option<(u64, usize)> {
    let (mut at, mut count) = (start, 0);
    while at < wanted {
        let ZipRecord::Member(member) = ZipRecord::next(&mut stream_at(at))? else { return None };
        if !member.is_sized {
            return None;
        }
        at = at.checked_add(member.header as u64)?.checked_add(member.compressed)?;
        count += 1;
    }
    (at < length && ZipRecord::next(&mut stream_at(at)).is_some()).then_some((at, count))
}

#[cfg(test)]
mod tests;
