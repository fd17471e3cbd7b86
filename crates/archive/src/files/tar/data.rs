//! The data of one member, as far as they reach.

use std::io::{self, BufRead, Read};

use crate::files::kind::TAR_BLOCK_BYTES;
use crate::files::stream::Stream;
use crate::files::tar::header::{delayed_header, displaced_header, is_delayed};

/// How far before and after the declared end of the data the next header is looked for, in bytes.
const MAX_LOST_BYTES: u64 = 1 << 18;

/// A reader of the data of a member, which ends where the next header is found, before or after the declared end.
pub(crate) struct MemberData<'t, 'r> {
    tar: &'t mut Stream<'r>,
    left: u64,
    padding: u64,
    is_checked: bool,
    lost: u64,
    inserted: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum DataEnd {
    Declared,
    Early(u64),
    Late(u64),
    Truncated,
}

impl<'t, 'r> MemberData<'t, 'r> {
    pub(crate) fn new(tar: &'t mut Stream<'r>, size: u64) -> MemberData<'t, 'r> {
        let padding = size.next_multiple_of(TAR_BLOCK_BYTES as u64) - size;
        MemberData { tar, left: size, padding, is_checked: size == 0, lost: 0, inserted: 0 }
    }

    /// Returns how many bytes may be taken before the end has to be checked, with the padding.
    fn free_bytes(&mut self) -> u64 {
        let total = self.left + self.padding;
        if !self.is_checked && total <= MAX_LOST_BYTES {
            self.is_checked = true;
            let end = usize::try_from(total).expect("no more than the bytes looked at");
            let tail = self.tar.head(end + TAR_BLOCK_BYTES);
            if let Some(at) = displaced_header(tail, end) {
                let at = at as u64;
                self.lost = total - at;
                self.left = self.left.min(at);
                self.padding = at - self.left;
            } else if let Some(at) = self.delayed_header(end) {
                self.inserted = at as u64 - total;
                self.left += self.inserted;
            }
        }
        let total = self.left + self.padding;
        if self.is_checked { total } else { total - MAX_LOST_BYTES }
    }

    /// Returns the offset of what follows the data, if it comes after `end`, where the padding ends.
    fn delayed_header(&mut self, end: usize) -> Option<usize> {
        let text = end - usize::try_from(self.padding).expect("it is less than a block");
        // Look at few bytes first: nearly all members end where they should.
        if !is_delayed(self.tar.head(end + TAR_BLOCK_BYTES), text, end) {
            return None;
        }
        let more = usize::try_from(MAX_LOST_BYTES).expect("it is small");
        delayed_header(self.tar.head(end + more), text, end)
    }

    /// Skips the rest of the data. Damage beneath the tar is an error.
    pub(crate) fn finish(mut self) -> io::Result<DataEnd> {
        loop {
            let free = self.free_bytes();
            if free == 0 {
                return Ok(match (self.lost, self.inserted) {
                    (0, 0) => DataEnd::Declared,
                    (0, inserted) => DataEnd::Late(inserted),
                    (lost, _) => DataEnd::Early(lost),
                });
            }
            let buffered = self.tar.fill_buf()?.len();
            if buffered == 0 {
                return Ok(DataEnd::Truncated);
            }
            let count = buffered.min(usize::try_from(free).unwrap_or(usize::MAX));
            self.tar.consume(count);
            let of_data = self.left.min(count as u64);
            self.left -= of_data;
            self.padding -= count as u64 - of_data;
        }
    }
}

impl Read for MemberData<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let free = self.free_bytes().min(self.left);
        let count = into.len().min(usize::try_from(free).unwrap_or(usize::MAX));
        let count = self.tar.read(&mut into[..count])?;
        self.left -= count as u64;
        Ok(count)
    }
}
