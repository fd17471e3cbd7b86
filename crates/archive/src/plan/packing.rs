//! Divides files into splits: ranges of large files, and packs of small ones.
//!
//! A pack has files that follow each other in the order of the input, at most [`Lengths::pack`] bytes, with
//! [`OPEN_COST_BYTES`] for each file. Files that cannot be cut and are longer than a split come first, the longest
//! before the others: a file that is begun last would be the only one that is still read.

use std::cmp::Reverse;
use std::mem;
use std::num::NonZeroU64;
use std::ops::Range;

use crate::mail::InputKind;
use crate::plan::bad_plan::BadPlan;
use crate::plan::file_split::{FileSplit, PlannedCodec};
use crate::plan::pack::{Pack, PackedFile};
use crate::plan::split::Split;

/// The bytes that a file counts in a pack in addition to its size. A pack of 64 MiB has at most 16,384 files.
const OPEN_COST_BYTES: u64 = 1 << 12;

/// The most ranges of a file, which a wrong size in a listing, or a sparse file, would exceed.
const MAX_RANGES: u64 = 1 << 20;

/// The most bytes that the path and the time of a file take in all its ranges. Each range has both.
const MAX_NAME_BYTES: u64 = 1 << 28;

/// The lengths of splits.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    /// The length of the ranges of a file.
    pub range: NonZeroU64,
    /// The most bytes of a pack; 0 for no packs.
    pub pack: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Divisibility {
    pub codec: Option<PlannedCodec>,
    pub is_cut: bool,
}

pub(crate) struct Packing {
    lengths: Lengths,
    input: InputKind,
    splits: Vec<Split>,
    /// The files of the next pack, and the bytes that they count.
    open: Vec<PackedFile>,
    open_bytes: u64,
}

impl Lengths {
    /// Reports whether a file of `size` bytes is packed, so that it need not be opened.
    pub(crate) fn is_packed(self, size: u64) -> bool {
        size <= self.range.get() && cost(size) <= self.pack
    }
}

fn cost(size: u64) -> u64 {
    size.saturating_add(OPEN_COST_BYTES)
}

impl Packing {
    pub(crate) fn new(lengths: Lengths, input: InputKind) -> Packing {
        Packing { lengths, input, splits: Vec::new(), open: Vec::new(), open_bytes: 0 }
    }

    pub(crate) fn pack(&mut self, file: PackedFile) {
        let bytes = cost(file.size);
        if self.open_bytes.saturating_add(bytes) > self.lengths.pack {
            self.close_pack();
        }
        self.open_bytes += bytes;
        self.open.push(file);
    }

    /// Adds a file that is in no pack. Too many ranges are an error.
    pub(crate) fn divide(
        &mut self,
        file: &PackedFile,
        divisibility: Divisibility,
    ) -> Result<(), BadPlan> {
        let length = if divisibility.is_cut { self.lengths.range } else { NonZeroU64::MAX };
        let count = file.size.div_ceil(length.get());
        let name_bytes = (file.path.len() + file.mtime.len()) as u64;
        if count > MAX_RANGES || count > 1 && count.saturating_mul(name_bytes) > MAX_NAME_BYTES {
            return Err(BadPlan::new(format!(
                "would be {count} splits; raise the bytes of a split, or correct its size"
            )));
        }
        self.close_pack();
        let ranges = ranges(file.size, length);
        self.splits
            .extend(ranges.map(|range| file_split(file, self.input, divisibility.codec, range)));
        Ok(())
    }

    fn close_pack(&mut self) {
        self.open_bytes = 0;
        let files = mem::take(&mut self.open);
        if !files.is_empty() {
            self.splits.push(Split::Pack(Pack { files, input: self.input }));
        }
    }

    /// Returns the lines of the plan. A file that is alone in its pack becomes an ordinary split with its `codec_of`.
    pub(crate) fn lines(
        mut self,
        mut codec_of: impl FnMut(&PackedFile) -> Option<Option<PlannedCodec>>,
    ) -> Vec<Split> {
        self.close_pack();
        let splits = self.splits.into_iter().filter_map(|split| match split {
            Split::Pack(Pack { files, input }) if files.len() == 1 => codec_of(&files[0])
                .map(|codec| file_split(&files[0], input, codec, 0..files[0].size)),
            split => Some(split),
        });
        let mut splits: Vec<Split> = splits.collect();
        splits.sort_by_key(|split| Reverse(giant_bytes(split, self.lengths.range)));
        splits
    }
}

fn file_split(
    file: &PackedFile,
    input: InputKind,
    codec: Option<PlannedCodec>,
    range: Range<u64>,
) -> Split {
    let PackedFile { path, size, mtime } = file.clone();
    let Range { start, end } = range;
    Split::File(FileSplit { path, member: None, codec, start, end, size, mtime, input })
}

/// Returns the ranges of a file. Each has `length` bytes except the last. An empty file has one empty range.
fn ranges(size: u64, length: NonZeroU64) -> impl Iterator<Item = Range<u64>> {
    let length = length.get();
    (0..size.div_ceil(length).max(1)).map(move |number| {
        let start = number * length;
        start..start.saturating_add(length).min(size)
    })
}

/// Returns the length of a split that is longer than `range` bytes, and 0 for others.
fn giant_bytes(split: &Split, range: NonZeroU64) -> u64 {
    match split {
        Split::File(file) if file.end - file.start > range.get() => file.size,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_the_file_once() {
        // (size, length, ends and starts)
        let table: &[(u64, u64, &[u64])] = &[
            (10, 4, &[0, 4, 8, 10]),
            (8, 4, &[0, 4, 8]),
            (3, 1, &[0, 1, 2, 3]),
            (2, u64::MAX, &[0, 2]),
            (0, 1, &[0, 0]),
            (u64::MAX, u64::MAX, &[0, u64::MAX]),
        ];
        for &(size, length, ends) in table {
            let length = NonZeroU64::new(length).expect("it is at least one");
            let expected = ends.windows(2).map(|ends| ends[0]..ends[1]);
            assert!(ranges(size, length).eq(expected), "{size} {length}");
        }
    }

    const K: u64 = 1 << 10;

    /// Returns the lines for files of these sizes: for each line the indices of its files, and its range in KiB. Files
    /// of odd sizes can be cut.
    fn plan(range: u64, pack: u64, sizes: &[u64]) -> Vec<String> {
        let range = NonZeroU64::new(range * K).expect("it is not 0");
        let lengths = Lengths { range, pack: pack * K };
        let mut packing = Packing::new(lengths, InputKind::Auto);
        for (at, size) in sizes.iter().enumerate() {
            let file = PackedFile { path: at.to_string(), size: size * K, mtime: String::new() };
            if lengths.is_packed(file.size) {
                packing.pack(file);
            } else {
                let divisibility = Divisibility { codec: None, is_cut: size % 2 == 1 };
                packing.divide(&file, divisibility).expect("it has few ranges");
            }
        }
        let name = |split: Split| match split {
            Split::File(it) => format!("{}:{}-{}", it.path, it.start / K, it.end / K),
            Split::Pack(pack) => {
                let paths: Vec<_> = pack.files.into_iter().map(|file| file.path).collect();
                paths.join("+")
            }
        };
        packing.lines(|_| Some(None)).into_iter().map(name).collect()
    }

    #[test]
    fn small_files_are_packed_and_giants_come_first() {
        // (bytes of a range, bytes of a pack, sizes of the files, lines): all in KiB
        let table: &[(u64, u64, &[u64], &[&str])] = &[
            (8, 100, &[], &[]),
            (8, 100, &[0], &["0:0-0"]),
            (8, 100, &[0, 1, 2], &["0+1+2"]),
            // Each file counts 4 KiB more.
            (8, 12, &[0, 0, 0, 0, 0], &["0+1+2", "3+4"]),
            (8, 12, &[2, 2, 3, 8, 1], &["0+1", "2:0-3", "3:0-8", "4:0-1"]),
            // A large file divides a pack, so that the rows of a pack follow each other.
            (8, 100, &[1, 2, 9, 3, 4], &["0+1", "2:0-8", "2:8-9", "3+4"]),
            (8, 0, &[1, 2], &["0:0-1", "1:0-2"]),
            // Files that are longer than a range are not packed.
            (1, 100, &[1, 3, 1], &["0:0-1", "1:0-1", "1:1-2", "1:2-3", "2:0-1"]),
            // Longer than a pack, but not than a range.
            (50, 30, &[1, 40, 2, 2], &["0:0-1", "1:0-40", "2+3"]),
            (
                8,
                100,
                &[1, 2, 10, 9, 20, 1, 20],
                &["4:0-20", "6:0-20", "2:0-10", "0+1", "3:0-8", "3:8-9", "5:0-1"],
            ),
            (8, 100, &[20, 10, 1], &["0:0-20", "1:0-10", "2:0-1"]),
        ];
        for (range, pack, sizes, lines) in table {
            assert_eq!(plan(*range, *pack, sizes), *lines, "{range} {pack} {sizes:?}");
        }
    }
}
