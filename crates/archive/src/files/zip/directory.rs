//! The directory at the end of a zip, which states the sizes of members whose headers do not (4.3.12). It is read entry
//! by entry, in the order of the members, so it takes no memory.

use std::io::{self, BufRead};

use memchr::memmem;

use crate::files::stream::Stream;
use crate::files::zip::header::{DIRECTORY_ENTRY_BYTES, END_BYTES, field, long_field};

/// A file that can be read from any offset, besides the stream of all its bytes.
pub(crate) struct RandomAccess<'f> {
    pub(crate) open_at: Box<dyn Fn(u64) -> io::Result<Stream<'f>> + 'f>,
    pub(crate) length: u64,
}

pub(crate) struct Directory<'f> {
    entries: Stream<'f>,
    /// The bytes before the zip, which recorded offsets do not count. Less than 0 if its beginning is lost.
    before: i64,
}

/// The length of the end of a directory with the longest comment, in bytes.
const MAX_END_BYTES: usize = END_BYTES + 0xFFFF;

impl<'f> Directory<'f> {
    /// Finds the directory by the record at the end of the file. Directories of ZIP64 are not supported.
    pub(crate) fn find(file: &RandomAccess<'f>) -> io::Result<Option<Directory<'f>>> {
        let tail_start = file.length.saturating_sub(MAX_END_BYTES as u64);
        let mut stream = (file.open_at)(tail_start)?;
        let tail = stream.head(MAX_END_BYTES);
        let length = |at: usize| END_BYTES + usize::from(field(&tail[at..], 20));
        let is_end = |at: &usize| tail.len() - at == length(*at);
        let place = memmem::rfind_iter(tail, b"PK\x05\x06").find(is_end).and_then(|end| {
            let (bytes, offset) = (long_field(tail, end + 12), long_field(tail, end + 16));
            let start = (tail_start + end as u64).checked_sub(bytes.into())?;
            Some((start, start.cast_signed().checked_sub(offset.into())?))
        });
        stream.ensure_undamaged()?;
        let Some((start, before)) = place else { return Ok(None) };
        Ok(Some(Directory { entries: (file.open_at)(start)?, before }))
    }

    /// Returns the checksum, the compressed and the expanded length of the member whose header is at the offset `at`.
    /// Call this in the order of the members: entries of earlier ones are skipped.
    pub(crate) fn sizes_at(&mut self, at: u64) -> io::Result<Option<(u32, u64, u64)>> {
        loop {
            let entry = self.entries.head(DIRECTORY_ENTRY_BYTES);
            if entry.len() < DIRECTORY_ENTRY_BYTES {
                return self.entries.ensure_undamaged().map(|()| None);
            }
            if !entry.starts_with(b"PK\x01\x02") {
                return Ok(None);
            }
            let [crc, compressed, size, offset] = [16, 20, 24, 42].map(|at| long_field(entry, at));
            let texts: usize = [28, 30, 32].map(|at| usize::from(field(entry, at))).iter().sum();
            let offset = self.before + i64::from(offset);
            if offset > at.cast_signed() {
                return Ok(None);
            }
            let length = DIRECTORY_ENTRY_BYTES + texts;
            if self.entries.head(length).len() < length {
                return self.entries.ensure_undamaged().map(|()| None);
            }
            self.entries.consume(length);
            if offset == at.cast_signed() {
                // The sizes of a ZIP64 are elsewhere.
                let is_here = compressed < u32::MAX;
                return Ok(is_here.then_some((crc, compressed.into(), size.into())));
            }
        }
    }
}
