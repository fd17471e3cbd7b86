//! Splits of a source: making the byte ranges, and checking that ranges cover the source.
//!
//! A range owns the messages whose separators begin in it ([`Cutter::of_range`](super::Cutter::of_range)). So
//! a source can be divided anywhere, without reading it.

use std::num::NonZeroU64;
use std::ops::Range;

/// Returns the ranges of a source of `size` bytes, each of `length` bytes except the last. An empty source
/// has one empty range.
///
/// ```
/// use std::num::NonZeroU64;
/// use urlsift_archive::cut::ranges;
///
/// let four = NonZeroU64::new(4).unwrap();
/// assert_eq!(ranges(10, four).collect::<Vec<_>>(), [0..4, 4..8, 8..10]);
/// ```
pub fn ranges(size: u64, length: NonZeroU64) -> impl Iterator<Item = Range<u64>> {
    let mut at = Some(0_u64);
    std::iter::from_fn(move || {
        let start = at?;
        let end = start.saturating_add(length.get()).min(size);
        // `at` is `None` after the range that reaches the end, so an empty source gives its one range too.
        at = (end < size).then_some(end);
        Some(start..end)
    })
}

/// The difference between some ranges and the whole of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The bytes in none of the ranges, in order.
    pub missing: Vec<Range<u64>>,
    /// The bytes in more than one range, in order.
    pub doubled: Vec<Range<u64>>,
}

impl Coverage {
    /// Compares `ranges`, in any order, with a source of `size` bytes. Bytes of a range after the end of the
    /// source do not count. Takes the time of sorting the ranges.
    pub fn of(size: u64, mut ranges: Vec<Range<u64>>) -> Coverage {
        let mut coverage = Coverage::default();
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        // A sweep over the ranges by start. `covered` is the largest end so far: all bytes before it are in some
        // range or reported as missing. No later range starts before the next one. So a gap between `covered` and
        // the next start stays a gap, and the bytes of the next range before `covered` are doubled.
        let mut covered = 0;
        // The end of the doubled bytes reported so far. Bytes in three ranges are reported once.
        let mut reported = 0;
        for range in ranges {
            let (start, end) = (range.start.min(size), range.end.min(size));
            if start > covered {
                coverage.missing.push(covered..start);
            }
            let doubled = start.max(reported)..end.min(covered);
            if !doubled.is_empty() {
                reported = doubled.end;
                coverage.doubled.push(doubled);
            }
            covered = covered.max(end);
        }
        if covered < size {
            coverage.missing.push(covered..size);
        }
        coverage
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn bytes_after_the_source_do_not_count() {
        // (ranges, missing)
        let table: [(&[Range<u64>], Range<u64>); 2] =
            [(&[12..15, 15..20], 0..10), (&[0..8, 12..20], 8..10)];
        for (ranges, missing) in table {
            let expected = Coverage { missing: vec![missing], doubled: Vec::new() };
            assert_eq!(Coverage::of(10, ranges.to_vec()), expected);
        }
        assert_eq!(Coverage::of(10, vec![0..15, 12..20]), Coverage::default());
    }

    #[test]
    fn an_empty_source_has_one_range() {
        let mut of_nothing = ranges(0, NonZeroU64::MIN);
        assert_eq!((of_nothing.next(), of_nothing.next()), (Some(0..0), None));
        assert_eq!(ranges(2, NonZeroU64::MAX).next(), Some(0..2));
        assert_eq!(ranges(u64::MAX, NonZeroU64::MAX).count(), 1);
    }

    proptest! {
        #[test]
        fn ranges_cover_the_source_once(size in 0_u64..400, length in 1_u64..50) {
            let length = NonZeroU64::new(length).expect("it is at least one");
            let all: Vec<_> = ranges(size, length).collect();
            prop_assert_eq!(Coverage::of(size, all.clone()), Coverage::default());
            let is_long = |range: &Range<u64>| range.end - range.start == length.get();
            prop_assert!(all[..all.len() - 1].iter().all(is_long));
        }

        /// Compares with a count for each byte.
        #[test]
        fn coverage_matches_a_count_for_each_byte(
            size in 0_u64..40,
            ranges in vec((0_u64..40, 0_u64..10), 0..8),
        ) {
            let ranges: Vec<_> = ranges
                .into_iter()
                .map(|(start, length)| start.min(size)..(start + length).min(size))
                .collect();
            let count = |at: &u64| ranges.iter().filter(|range| range.contains(at)).count();
            let (missing, doubled): (Vec<u64>, Vec<u64>) = (
                (0..size).filter(|at| count(at) == 0).collect(),
                (0..size).filter(|at| count(at) > 1).collect(),
            );
            let coverage = Coverage::of(size, ranges.clone());
            let bytes = |ranges: Vec<Range<u64>>| ranges.into_iter().flatten().collect::<Vec<_>>();
            prop_assert_eq!(bytes(coverage.missing), missing);
            prop_assert_eq!(bytes(coverage.doubled), doubled);
        }
    }
}
