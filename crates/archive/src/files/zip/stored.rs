//! The bytes of a member as they are in the zip, even if bytes were inserted into them.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use flate2::Crc;

use crate::files::kind::has_zip_member_fields;
use crate::files::stream::Stream;
use crate::files::zip::header::{RECORD_LOOKAHEAD_BYTES, ZipMember, find_record};

/// How far after the recorded end of a member the next record is looked for, in bytes.
const MAX_INSERTED_BYTES: usize = 1 << 18;

/// A reader of the bytes of a member. If it is stored without compression, bytes that were inserted push its last ones
/// beyond the recorded end. So it is read on up to the next record, if none is before or at the end, nothing there
/// resembles one, and the checksum shows that the bytes up to the end are not the member.
pub(crate) struct StoredData<'z, 'r> {
    zip: &'z mut Stream<'r>,
    pub(crate) left: u64,
    pub(crate) inserted: u64,
    is_checked: bool,
    sum: Rc<RefCell<Crc>>,
    recorded_sum: u32,
}

impl<'z, 'r> StoredData<'z, 'r> {
    pub(crate) fn new(
        zip: &'z mut Stream<'r>,
        member: &ZipMember,
        sum: Rc<RefCell<Crc>>,
    ) -> StoredData<'z, 'r> {
        // Deflated data marks its own end, so it can be read without a length.
        let left = if member.is_sized { member.compressed } else { u64::MAX };
        let is_checked = !member.is_sized || member.method != 0;
        StoredData { zip, left, inserted: 0, is_checked, sum, recorded_sum: member.crc }
    }

    /// Returns how many bytes may be read before the end has to be checked.
    fn free_bytes(&mut self) -> usize {
        let near = usize::try_from(self.left).ok().filter(|&left| left <= MAX_INSERTED_BYTES);
        if let (false, Some(left)) = (self.is_checked, near) {
            self.is_checked = true;
            self.inserted = self.find_inserted(left).unwrap_or(0) as u64;
            self.left += self.inserted;
        }
        let kept = if self.is_checked { 0 } else { MAX_INSERTED_BYTES as u64 };
        usize::try_from(self.left - kept).unwrap_or(usize::MAX)
    }

    fn find_inserted(&mut self, left: usize) -> Option<usize> {
        let head = self.zip.head(left + RECORD_LOOKAHEAD_BYTES);
        let (rest, after) = head.split_at_checked(left)?;
        if after.is_empty() || after.starts_with(b"PK") || has_zip_member_fields(after) {
            return None;
        }
        // The next member comes too early: bytes were lost, or the recorded length is wrong.
        if find_record(head).is_some_and(|at| at < left) {
            return None;
        }
        let mut sum = Crc::new();
        sum.combine(&self.sum.borrow());
        sum.update(rest);
        if sum.sum() == self.recorded_sum {
            return None;
        }
        let head = self.zip.head(left + MAX_INSERTED_BYTES + RECORD_LOOKAHEAD_BYTES);
        find_record(&head[left..])
    }
}

impl BufRead for StoredData<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let free = self.free_bytes();
        if free == 0 {
            return Ok(&[]);
        }
        let bytes = self.zip.fill_buf()?;
        Ok(&bytes[..bytes.len().min(free)])
    }

    fn consume(&mut self, count: usize) {
        self.left -= count as u64;
        self.zip.consume(count);
    }
}

impl Read for StoredData<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}
