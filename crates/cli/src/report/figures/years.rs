//! Counts by year, and the years that the charts show.

use std::cmp::Reverse;

/// The most years that a chart shows.
const MAX_SHOWN_YEARS: usize = 60;

/// If there are more years, those that are left out have at most one in this many of all dated URLs.
const LEFT_OUT_PART: u64 = 50;

/// A first or last year is left out too if more years than this lie between it and the next one, and if it has at most
/// one in so many of all dated URLs.
const ISOLATING_GAP: u16 = 2;
const ISOLATED_PART: u64 = 500;

/// The number of URLs in each year, and of those without a date.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct YearCounts {
    /// Sorted by year; no count is 0.
    years: Vec<(u16, u32)>,
    undated: u64,
}

impl YearCounts {
    /// Counts a URL of `year`.
    pub(super) fn add(&mut self, year: Option<u16>) {
        let Some(year) = year else {
            self.undated += 1;
            return;
        };
        match self.years.binary_search_by_key(&year, |(year, _)| *year) {
            Ok(at) => self.years[at].1 = self.years[at].1.saturating_add(1),
            Err(at) => self.years.insert(at, (year, 1)),
        }
    }

    /// Returns the number of all URLs.
    pub(super) fn total(&self) -> u64 {
        self.dated() + self.undated
    }

    /// Returns the number of URLs with a date.
    pub(super) fn dated(&self) -> u64 {
        self.years.iter().map(|(_, count)| u64::from(*count)).sum()
    }

    /// Returns the number of URLs without a date.
    pub(super) fn undated(&self) -> u64 {
        self.undated
    }

    /// Returns the number of URLs in `year`.
    pub(super) fn of(&self, year: u16) -> u64 {
        let at = self.years.binary_search_by_key(&year, |(year, _)| *year);
        at.map_or(0, |at| u64::from(self.years[at].1))
    }

    /// Returns the number of distinct years.
    pub(super) fn len(&self) -> usize {
        self.years.len()
    }

    /// Returns the first year on `axis`, the last one, and the one with the most URLs, the first of equals.
    pub(super) fn first_last_peak(&self, axis: YearAxis) -> Option<[u16; 3]> {
        let mut years = self.years.iter().filter(|(year, _)| axis.years().contains(year));
        let peak = years.clone().max_by_key(|(year, count)| (*count, Reverse(*year)))?;
        let first = years.clone().next()?.0;
        let last = years.next_back()?.0;
        Some([first, last, peak.0])
    }

    /// Adds the counts of `other`.
    pub(super) fn merge(&mut self, other: &YearCounts) {
        self.undated += other.undated;
        for &(year, count) in &other.years {
            match self.years.binary_search_by_key(&year, |(year, _)| *year) {
                Ok(at) => self.years[at].1 = self.years[at].1.saturating_add(count),
                Err(at) => self.years.insert(at, (year, count)),
            }
        }
    }
}

/// The years that all charts of a page show, with those between them that have no URL.
///
/// A single wrong clock can be a thousand years off. So a few URLs at either end are left out if they are far from all
/// others, or if the years are more than [`MAX_SHOWN_YEARS`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct YearAxis {
    pub(super) first: u16,
    pub(super) last: u16,
    /// The number of dated URLs outside these years.
    pub(super) left_out: u64,
}

impl YearAxis {
    /// Returns the axis for `counts`, or `None` if no URL has a date.
    pub(super) fn of(counts: &YearCounts) -> Option<YearAxis> {
        let mut years = &counts.years[..];
        let dated = counts.dated();
        let mut left_out = 0;
        while let [first, .., last] = years {
            let gap_after = years[1].0 - first.0;
            let gap_before = last.0 - years[years.len() - 2].0;
            let is_isolated = |(_, count): (u16, u32), gap| {
                gap > ISOLATING_GAP + 1 && u64::from(count) <= dated / ISOLATED_PART
            };
            let is_long = usize::from(last.0 - first.0) >= MAX_SHOWN_YEARS;
            let room = (dated / LEFT_OUT_PART).saturating_sub(left_out);
            let (is_first, fewer) = if is_isolated(*first, gap_after) {
                (true, first.1)
            } else if is_isolated(*last, gap_before) {
                (false, last.1)
            } else if is_long && u64::from(first.1.min(last.1)) <= room {
                (first.1 < last.1, first.1.min(last.1))
            } else {
                break;
            };
            left_out += u64::from(fewer);
            years = if is_first { &years[1..] } else { &years[..years.len() - 1] };
        }
        let (first, last) = (years.first()?.0, years.last()?.0);
        // If URLs are spread over centuries, show the last years.
        let earliest = last.saturating_sub(4 * u16::try_from(MAX_SHOWN_YEARS).unwrap_or(60));
        let cut = years.iter().filter(|(year, _)| *year < earliest);
        left_out += cut.map(|(_, count)| u64::from(*count)).sum::<u64>();
        Some(YearAxis { first: first.max(earliest), last, left_out })
    }

    /// Returns the years in order.
    pub(super) fn years(self) -> std::ops::RangeInclusive<u16> {
        self.first..=self.last
    }

    /// Returns the number of years.
    pub(super) fn len(self) -> usize {
        usize::from(self.last - self.first) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(years: &[(u16, u32)]) -> YearCounts {
        YearCounts { years: years.to_vec(), undated: 0 }
    }

    #[test]
    fn urls_are_counted_by_year() {
        let mut years = YearCounts::default();
        for year in [Some(1998), None, Some(1996), Some(1998), Some(1996)] {
            years.add(year);
        }
        let mut twice = years.clone();
        twice.merge(&years);
        assert_eq!((years.total(), years.dated(), years.undated(), years.len()), (5, 4, 1, 2));
        let axis = YearAxis { first: 1996, last: 2000, left_out: 0 };
        assert_eq!(years.first_last_peak(axis), Some([1996, 1998, 1996]));
        let axis = YearAxis { first: 1997, ..axis };
        assert_eq!(years.first_last_peak(axis), Some([1998, 1998, 1998]));
        let axis = YearAxis { first: 1999, ..axis };
        assert_eq!(years.first_last_peak(axis), None);
        assert_eq!((years.of(1996), years.of(1997), years.of(1998)), (2, 0, 2));
        assert_eq!((twice.of(1998), twice.undated()), (4, 2));
    }

    #[test]
    fn years_of_wrong_clocks_are_left_out() {
        let axis = |years: &[(u16, u32)]| {
            YearAxis::of(&counts(years)).map(|axis| (axis.first, axis.last, axis.left_out))
        };
        let table: [(&[(u16, u32)], _); 8] = [
            (&[], None),
            (&[(1996, 1)], Some((1996, 1996, 0))),
            (&[(1970, 1), (1998, 9), (2029, 1)], Some((1970, 2029, 0))),
            (&[(1990, 1), (1994, 600), (1996, 1)], Some((1994, 1996, 1))),
            (&[(1991, 1), (1994, 600), (1996, 1)], Some((1991, 1996, 0))),
            (&[(1100, 1), (1998, 200), (2010, 3), (2099, 1)], Some((1998, 2010, 2))),
            // Too many URLs are in the years at the ends.
            (&[(1900, 5), (1998, 9), (2099, 5)], Some((1900, 2099, 0))),
            (&[(5, 5), (1998, 9), (2099, 5)], Some((1859, 2099, 5))),
        ];
        for (years, expected) in table {
            assert_eq!(axis(years), expected, "{years:?}");
        }
    }
}
