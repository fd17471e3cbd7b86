//! The directory at the end of a zip, which states the sizes of members whose headers do not (4.3.12).
//!
//! It is read beside the members, entry by entry, so it takes no memory. Programs write it in the order of the members.

use std::cmp::Ordering;
use std::io::{self, BufRead};

use memchr::memmem;

use crate::files::stream::Stream;
use crate::files::zip::header::{DIRECTORY_ENTRY_BYTES, END_BYTES, field, long_field, read_zip64};

/// A file that can be read from any offset, besides the stream of all its bytes.
pub(crate) struct RandomAccess<'f> {
    /// Opens the file at an offset.
    pub(crate) open_at: Box<dyn Fn(u64) -> io::Result<Stream<'f>> + 'f>,
    /// The length of the file in bytes.
    pub(crate) length: u64,
}

/// The entries of a directory that were not read yet.
pub(crate) struct Directory<'f> {
    entries: Stream<'f>,
    /// The bytes before the zip, which recorded offsets do not count.
    before: u64,
    next: Option<DirectoryEntry>,
}

/// What an entry says of its member.
pub(crate) struct DirectoryEntry {
    pub(crate) crc: u32,
    /// The compressed and the expanded length in bytes.
    pub(crate) compressed: u64,
    pub(crate) size: u64,
    /// The offset of the member's header in the file.
    offset: u64,
}

/// The longest comment after the directory, in bytes.
const MAX_COMMENT_BYTES: usize = 0xFFFF;

/// The length of the end of a ZIP64 directory and of its locator, which precede the other end (4.3.14, 4.3.15).
const ZIP64_ENDS_BYTES: u64 = 56 + 20;

/// Returns the offset of the end of a ZIP64 directory before the other end at `end`, the length of the directory and its
/// recorded offset, if there is one.
fn zip64_end(file: &RandomAccess<'_>, end: u64) -> Option<(u64, u64, u64)> {
    let at = end.checked_sub(ZIP64_ENDS_BYTES)?;
    let mut record = (file.open_at)(at).ok()?;
    let record = record.head(56).strip_prefix(b"PK\x06\x06")?;
    let number = |at: usize| Some(u64::from_le_bytes(*record.get(at..)?.first_chunk()?));
    Some((at, number(36)?, number(44)?))
}

impl<'f> Directory<'f> {
    /// Finds the directory by the record at the end of the file. Returns `None` if there is none, or if it cannot be
    /// read.
    pub(crate) fn find(file: &RandomAccess<'f>) -> Option<Directory<'f>> {
        let tail_start = file.length.saturating_sub((END_BYTES + MAX_COMMENT_BYTES) as u64);
        let mut tail = (file.open_at)(tail_start).ok()?;
        let tail = tail.head(END_BYTES + MAX_COMMENT_BYTES);
        let is_end = |at: &usize| {
            let comment = usize::from(field(&tail[*at..], 20));
            tail.len() - at == END_BYTES + comment
        };
        let end = memmem::rfind_iter(tail, b"PK\x05\x06").find(is_end)?;
        let (bytes, offset) = (long_field(tail, end + 12), long_field(tail, end + 16));
        let end = tail_start + end as u64;
        let (end, bytes, offset) =
            zip64_end(file, end).unwrap_or((end, bytes.into(), offset.into()));
        let start = end.checked_sub(bytes)?;
        let before = start.checked_sub(offset)?;
        Some(Directory { entries: (file.open_at)(start).ok()?, before, next: None })
    }

    /// Returns the entry of the member whose header is at the offset `at`, if there is one after the entries that were
    /// read. Call this in the order of the members.
    pub(crate) fn entry_at(&mut self, at: u64) -> Option<DirectoryEntry> {
        loop {
            let entry = self.next.take().or_else(|| self.read_entry())?;
            match entry.offset.cmp(&at) {
                Ordering::Less => {}
                Ordering::Equal => return Some(entry),
                Ordering::Greater => {
                    self.next = Some(entry);
                    return None;
                }
            }
        }
    }

    fn read_entry(&mut self) -> Option<DirectoryEntry> {
        let head = self.entries.head(DIRECTORY_ENTRY_BYTES);
        if head.len() < DIRECTORY_ENTRY_BYTES || !head.starts_with(b"PK\x01\x02") {
            return None;
        }
        let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(field(head, at)));
        let crc = long_field(head, 16);
        let [mut compressed, mut size, mut offset] =
            [20, 24, 42].map(|at| u64::from(long_field(head, at)));
        let extra_start = DIRECTORY_ENTRY_BYTES + name;
        let head = self.entries.head(extra_start + extra);
        let extra = head.get(extra_start..)?;
        read_zip64(extra, [&mut size, &mut compressed, &mut offset]);
        let length = extra_start + extra.len() + comment;
        // A comment is read too: the next entry is after it.
        self.entries.head(length).get(..length)?;
        self.entries.consume(length);
        let offset = offset.checked_add(self.before)?;
        Some(DirectoryEntry { crc, compressed, size, offset })
    }
}
