//! The ranges of a source, which may begin anywhere ([`Cutter::of_range`](crate::cut::Cutter::of_range)).

use std::num::NonZeroU64;
use std::ops::Range;

/// Each has `length` bytes except the last. An empty source has one empty range.
pub(super) fn ranges(size: u64, length: NonZeroU64) -> impl Iterator<Item = Range<u64>> {
    let mut at = Some(0_u64);
    std::iter::from_fn(move || {
        let start = at?;
        let end = start.saturating_add(length.get()).min(size);
        // `at` is `None` after the range that reaches the end, so an empty source gives its one range too.
        at = (end < size).then_some(end);
        Some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_the_source_once() {
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
}
