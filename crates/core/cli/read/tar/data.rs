//! The data of one member, as far as they reach.

use std::io::{self, BufRead, Read};

use crate::read::kind::TAR_BLOCK_BYTES;
use crate::read::stream::Stream;
use crate::read::tar::header::displaced_header;

/// How far before the declared end of the data the header after them is looked for, in bytes. It is found if no more
/// bytes than these were lost.
const MAX_LOST_BYTES: u64 = 1 << 18;

/// A reader of the data of a member. It stops before its declared end if the next header is there already.
pub(crate) struct MemberData<'t, 'r> {
    tar: &'t mut Stream<'r>,
    left: u64,
    padding: u64,
    is_checked: bool,
    lost: u64,
}

/// How the data of a member end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum DataEnd {
    Declared,
    /// The next header comes so many bytes too early.
    Early(u64),
    /// The tar ends before.
    Truncated,
}

impl<'t, 'r> MemberData<'t, 'r> {
    /// Reads the next `size` bytes of `tar`, and the padding after them.
    pub(crate) fn new(tar: &'t mut Stream<'r>, size: u64) -> MemberData<'t, 'r> {
        let padding = size.next_multiple_of(TAR_BLOCK_BYTES as u64) - size;
        MemberData { tar, left: size, padding, is_checked: size == 0, lost: 0 }
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
            }
        }
        let total = self.left + self.padding;
        if self.is_checked { total } else { total - MAX_LOST_BYTES }
    }

    /// Skips what is left of the data.
    ///
    /// # Errors
    ///
    /// Damage beneath the tar.
    pub(crate) fn finish(mut self) -> io::Result<DataEnd> {
        loop {
            let free = self.free_bytes();
            if free == 0 {
                return Ok(if self.lost > 0 {
                    DataEnd::Early(self.lost)
                } else {
                    DataEnd::Declared
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
