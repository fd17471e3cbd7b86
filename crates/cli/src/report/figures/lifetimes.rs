//! The first and last date of each distinct URL, in bounded memory.
//!
//! A URL is kept as a digest of 64 bits. Two URLs with the same digest would be taken for one; among six million that
//! has a probability of one in a million. Only the texts of the URLs that may be among the longest-lived are kept.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::day::Day;
use super::markup::cut;

/// The most distinct URLs in the table. An entry takes 25 bytes, and the table twice as much while it grows.
pub(super) const MAX_URLS: usize = 6_000_000;

/// The number of URLs that are shown.
pub(super) const SHOWN_LIFETIMES: usize = 50;

/// The texts that are kept before those that cannot be shown are dropped.
const MAX_TEXTS: usize = 4 * SHOWN_LIFETIMES;

/// The longest text that is kept, in bytes.
const MAX_TEXT_BYTES: usize = 1000;

/// The dates of one URL. If no date is known, `first` is after `last`.
#[derive(Clone, Copy, Debug)]
struct Dates {
    first: Day,
    last: Day,
    count: u32,
}

/// A URL with its dates.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Lifetime<'l> {
    pub(super) url: &'l str,
    pub(super) first: Day,
    pub(super) last: Day,
    pub(super) days: u32,
    pub(super) count: u32,
}

/// The dates of all URLs.
#[derive(Debug)]
pub(super) struct Lifetimes {
    dates: HashMap<[u32; 2], Dates>,
    max_urls: usize,
    /// The texts of the URLs that may be shown.
    texts: HashMap<[u32; 2], Box<str>>,
    /// A URL with fewer days is not shown.
    least_days: u32,
    /// The largest count of a URL that was dropped; 0 if none was.
    dropped: u32,
}

impl Lifetimes {
    /// Returns an empty table that holds `max_urls`.
    pub(super) fn new(max_urls: usize) -> Lifetimes {
        let (dates, texts) = (HashMap::new(), HashMap::new());
        Lifetimes { dates, max_urls, texts, least_days: 1, dropped: 0 }
    }

    /// Adds `url`, whose digest is `digest`, on `day` if that is known.
    pub(super) fn add(&mut self, url: &str, digest: u64, day: Option<Day>) {
        let half = |half: u64| u32::try_from(half).unwrap_or_default();
        let key = [half(digest >> 32), half(digest & u64::from(u32::MAX))];
        let Some(dates) = self.dates.get_mut(&key) else {
            if self.dates.len() >= self.max_urls {
                self.drop_rare();
            }
            let (first, last) = (day.unwrap_or(Day::LATEST), day.unwrap_or(Day::EARLIEST));
            self.dates.insert(key, Dates { first, last, count: 1 });
            return;
        };
        dates.count = dates.count.saturating_add(1);
        let Some(day) = day.filter(|day| !(dates.first..=dates.last).contains(day)) else { return };
        dates.first = dates.first.min(day);
        dates.last = dates.last.max(day);
        // A lifetime never gets shorter, and neither does the shortest one that is shown. So it is enough to look at
        // the text when the lifetime grows.
        if dates.first.days_until(dates.last) >= self.least_days {
            let text = || cut(url, MAX_TEXT_BYTES).into();
            self.texts.entry(key).or_insert_with(text);
            if self.texts.len() > MAX_TEXTS {
                self.drop_texts();
            }
        }
    }

    /// Drops the URLs that were seen least, at least half of the table.
    fn drop_rare(&mut self) {
        let mut counts: Vec<u32> = self.dates.values().map(|dates| dates.count).collect();
        let middle = counts.len() / 2;
        let (_, &mut least, _) = counts.select_nth_unstable(middle);
        self.dropped = self.dropped.saturating_add(least);
        self.dates.retain(|_, dates| dates.count > least);
        let dates = &self.dates;
        self.texts.retain(|key, _| dates.contains_key(key));
    }

    fn drop_texts(&mut self) {
        let shown: Vec<([u32; 2], u32)> =
            self.sorted().into_iter().map(|(key, lifetime)| (key, lifetime.days)).collect();
        self.least_days = shown.last().map_or(1, |(_, days)| *days);
        self.texts.retain(|key, _| shown.iter().any(|(shown, _)| shown == key));
    }

    fn sorted(&self) -> Vec<([u32; 2], Lifetime<'_>)> {
        let mut all = Vec::with_capacity(self.texts.len());
        for (key, url) in &self.texts {
            let Some(&Dates { first, last, count }) = self.dates.get(key) else { continue };
            let days = first.days_until(last);
            all.push((*key, Lifetime { url, first, last, days, count }));
        }
        all.sort_unstable_by(|(_, a), (_, b)| {
            (Reverse(a.days), a.url).cmp(&(Reverse(b.days), b.url))
        });
        all.truncate(SHOWN_LIFETIMES);
        all
    }

    /// Returns the URLs with the most days between their first and last date; ties are sorted by byte order.
    pub(super) fn longest(&self) -> Vec<Lifetime<'_>> {
        self.sorted().into_iter().map(|(_, lifetime)| lifetime).collect()
    }

    /// Returns the number of distinct URLs, or `None` if some were dropped.
    pub(super) fn distinct(&self) -> Option<usize> {
        (self.dropped == 0).then_some(self.dates.len())
    }

    /// Returns how often a URL was seen at most before it was dropped; 0 if none was dropped.
    pub(super) fn dropped(&self) -> u32 {
        self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: u32, month: u32, day: u32) -> Day {
        Day::of(&format!("{year:04}-{month:02}-{day:02}")).expect("it is a date")
    }

    #[test]
    fn the_longest_lifetimes_are_kept_with_their_texts() {
        let mut lifetimes = Lifetimes::new(MAX_URLS);
        // URL number n lives n % 300 months, seen at its end, its start and in the middle.
        for url in 0..1000_u32 {
            let months = url % 300;
            for month in [months, 0, months / 2] {
                let (text, day) =
                    (format!("http://a/{url:04}"), day(1970 + month / 12, 1 + month % 12, 1));
                lifetimes.add(&text, u64::from(url) << 31 | u64::from(url), Some(day));
            }
        }
        let longest = lifetimes.longest();
        assert_eq!(longest.len(), SHOWN_LIFETIMES);
        assert_eq!(lifetimes.distinct(), Some(1000));
        let first: Vec<&str> = longest.iter().take(4).map(|it| it.url).collect();
        assert_eq!(first, ["http://a/0299", "http://a/0599", "http://a/0899", "http://a/0298"]);
        assert_eq!((longest[0].first, longest[0].last), (day(1970, 1, 1), day(1994, 12, 1)));
        assert_eq!((longest[0].days, longest[0].count), (9100, 3));
        assert!(longest.is_sorted_by_key(|it| Reverse(it.days)));
        // 50 URLs are 16 values of three URLs each, and the first two of the next.
        assert_eq!(longest[49].url, "http://a/0583");
    }

    #[test]
    fn urls_seen_once_are_dropped_when_the_table_is_full() {
        let mut lifetimes = Lifetimes::new(100);
        for at in 0..1000_u64 {
            let year = 1990 + u32::try_from(at).expect("it is small") / 50;
            lifetimes.add("http://old/", 7, Some(day(year, 1, 1)));
            lifetimes.add(
                &format!("http://new/{at}"),
                1000 + at,
                (at % 2 == 0).then(|| day(2000, 1, 1)),
            );
        }
        assert_eq!((lifetimes.distinct(), lifetimes.dropped()), (None, 10));
        let longest = lifetimes.longest();
        assert_eq!((longest.len(), longest[0].url, longest[0].count), (1, "http://old/", 1000));
        assert_eq!(longest[0].days, 6940);
    }
}
