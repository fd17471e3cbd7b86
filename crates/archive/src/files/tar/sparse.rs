//! Members with holes: a map says where the stored data belong. It is in the header (old GNU tar), or in PAX records or
//! at the start of the data (GNU tar with `--format=posix`).

use std::collections::VecDeque;
use std::io::{self, Read};

use memchr::memchr_iter;

use crate::mail::DamageKind;

use crate::files::damage::StreamDamage;
use crate::files::kind::TAR_BLOCK_BYTES;
use crate::files::stream::Stream;
use crate::files::tar::extension::SparseFacts;
use crate::files::tar::header::number;

/// The highest number of entries of a map. Each takes 24 bytes in the tar and 16 bytes in memory.
pub(crate) const MAX_SPARSE_ENTRIES: usize = 1 << 16;

/// How much of a map at the start of the data is read, in bytes. Each entry has two numbers of up to 20 digits.
const MAX_MAP_BYTES: usize = 42 * MAX_SPARSE_ENTRIES;

/// How many bytes the holes of all members of one tar may have together, because they take time and no room in the tar.
pub(crate) const MAX_HOLE_BYTES: u64 = 1 << 30;

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct SparseMap {
    pieces: VecDeque<(u64, u64)>,
    pub(crate) size: u64,
    is_too_long: bool,
}

/// The offset in the header of the four entries of a map, of the flag that more follow, and of the size.
const ENTRIES_OFFSET: usize = 386;
const IS_EXTENDED_OFFSET: usize = 482;
const REAL_SIZE: std::ops::Range<usize> = 483..495;

/// The length of an entry, two numbers of twelve bytes; and where a block of further entries says whether more follow.
const ENTRY_BYTES: usize = 24;
const NEXT_IS_EXTENDED_OFFSET: usize = 504;

impl SparseMap {
    pub(crate) fn read(
        header: &[u8],
        tar: &mut Stream<'_>,
        stored: u64,
    ) -> io::Result<Result<SparseMap, &'static str>> {
        let mut map = SparseMap::default();
        let mut is_valid = map.add(&header[ENTRIES_OFFSET..IS_EXTENDED_OFFSET]);
        let mut is_extended = header[IS_EXTENDED_OFFSET] == 1;
        while is_extended {
            let mut block = [0; TAR_BLOCK_BYTES];
            tar.read_exact(&mut block)?;
            is_valid &= map.add(&block[..NEXT_IS_EXTENDED_OFFSET]);
            is_extended = block[NEXT_IS_EXTENDED_OFFSET] == 1;
        }
        Ok(map.checked(number(&header[REAL_SIZE]).filter(|_| is_valid), stored))
    }

    /// Reads the map that `facts` describe, in the records or at the start of `data`, which have `stored` bytes.
    pub(crate) fn of_pax(
        facts: &SparseFacts,
        data: &mut impl Read,
        mut stored: u64,
    ) -> io::Result<Result<SparseMap, &'static str>> {
        let mut text = Vec::new();
        // In the data each line has a number: first that of the entries. The map fills whole blocks.
        let mut lines_left = usize::from(facts.has_map_in_data);
        while lines_left > 0 && text.len() < MAX_MAP_BYTES {
            let start = text.len();
            data.by_ref().take(TAR_BLOCK_BYTES as u64).read_to_end(&mut text)?;
            if text.len() == start {
                break;
            }
            stored = stored.saturating_sub((text.len() - start) as u64);
            if start == 0 {
                lines_left += 2 * decimals(&text).next().map_or(0, entry_count);
            }
            lines_left = lines_left.saturating_sub(memchr_iter(b'\n', &text[start..]).count());
        }
        let mut numbers = decimals(if facts.has_map_in_data { &text } else { &facts.map });
        let count = if facts.has_map_in_data {
            numbers.next().map(entry_count)
        } else {
            Some(memchr_iter(b',', &facts.map).count().div_ceil(2))
        };
        let mut map = SparseMap::default();
        let mut is_valid = count.is_some();
        for _ in 0..count.unwrap_or(0) {
            let (Some(offset), Some(length)) = (numbers.next(), numbers.next()) else {
                is_valid = false;
                break;
            };
            map.push(offset, length);
        }
        Ok(map.checked(facts.size.filter(|_| is_valid), stored))
    }

    fn checked(self, size: Option<u64>, stored: u64) -> Result<SparseMap, &'static str> {
        match size.filter(|&size| self.fits(stored, size)) {
            _ if self.is_too_long => Err("its map of holes has too many entries"),
            Some(size) => Ok(SparseMap { size, ..self }),
            None => Err("its map of holes is damaged"),
        }
    }

    fn push(&mut self, offset: u64, length: u64) {
        if self.pieces.len() < MAX_SPARSE_ENTRIES {
            self.pieces.push_back((offset, length));
        } else {
            self.is_too_long = true;
        }
    }

    fn add(&mut self, entries: &[u8]) -> bool {
        for entry in entries.chunks_exact(ENTRY_BYTES) {
            let (offset, length) = entry.split_at(ENTRY_BYTES / 2);
            if offset[0] == 0 || length[0] == 0 {
                continue;
            }
            let (Some(offset), Some(length)) = (number(offset), number(length)) else {
                return false;
            };
            self.push(offset, length);
        }
        true
    }

    /// Reports whether the pieces are in order, have `stored` bytes together and end at `size` or before it.
    fn fits(&self, stored: u64, size: u64) -> bool {
        let (mut end, mut total) = (0_u64, 0_u64);
        for &(offset, length) in &self.pieces {
            let is_aligned = length == 0 || total.is_multiple_of(TAR_BLOCK_BYTES as u64);
            let (Some(next), true) = (offset.checked_add(length), offset >= end && is_aligned)
            else {
                return false;
            };
            end = next;
            // The lengths add up to the last end at most.
            total += length;
        }
        total == stored && end <= size
    }
}

/// Returns the decimal numbers of `text`, each with a comma or a line feed after it, up to another word.
fn decimals(text: &[u8]) -> impl Iterator<Item = u64> {
    let number = |word: &[u8]| str::from_utf8(word).ok()?.parse().ok();
    text.split(|byte| matches!(byte, b',' | b'\n')).map_while(number)
}

fn entry_count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX).min(MAX_SPARSE_ENTRIES + 1)
}

pub(crate) struct SparseReader<'h, R> {
    data: R,
    map: SparseMap,
    at: u64,
    /// How many bytes the holes that are left may have, here and in later members.
    holes_left: &'h mut u64,
    /// A hole that is too large is read up to this offset nevertheless, which shows what the member is.
    sample: u64,
}

impl<'h, R: Read> SparseReader<'h, R> {
    /// Reads `data` as `map` says. A hole that is larger than `holes_left` is read up to byte `sample` of the member.
    pub(crate) fn new(
        data: R,
        map: SparseMap,
        holes_left: &'h mut u64,
        sample: u64,
    ) -> SparseReader<'h, R> {
        SparseReader { data, map, at: 0, holes_left, sample }
    }

    /// Returns how many of the `length` bytes of the hole that begins here may be read now.
    fn take_hole(&mut self, length: u64) -> io::Result<u64> {
        if length <= *self.holes_left {
            return Ok(length);
        }
        match self.sample.saturating_sub(self.at).min(*self.holes_left) {
            0 => {
                let cause = format!("a hole of {length} bytes is not read");
                let damage = StreamDamage::new(self.at, cause).of_kind(DamageKind::TooLarge);
                Err(io::Error::other(damage))
            }
            sample => Ok(sample),
        }
    }
}

impl<R: Read> Read for SparseReader<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let (start, length) = self.map.pieces.front().copied().unwrap_or((self.map.size, 0));
            if self.at < start {
                let hole = self.take_hole(start - self.at)?;
                let count = into.len().min(usize::try_from(hole).unwrap_or(usize::MAX));
                into[..count].fill(0);
                self.at += count as u64;
                *self.holes_left -= count as u64;
                return Ok(count);
            }
            let left = start + length - self.at;
            if left > 0 {
                let count = into.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                let count = self.data.read(&mut into[..count])?;
                self.at += count as u64;
                return Ok(count);
            }
            if self.map.pieces.pop_front().is_none() {
                return Ok(0);
            }
        }
    }
}
