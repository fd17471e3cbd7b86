//! The figures of the report, which grow with each URL in bounded memory.
//!
//! Facts are added by one thread, in the order of the input. A table that drops names when it is full would otherwise
//! depend on how the input was divided among threads.

use std::sync::Arc;

use super::bounded::{Bounded, Weighed};
use super::fact::{GRADES, UrlFact};
use super::lifetimes::{Lifetimes, MAX_URLS};
use super::markup::cut;
use super::samples::{Samples, WantedForms};
use super::years::YearCounts;
use urlsift::Form;
use urlsift::Grammar;

/// The weight of the table of hosts: 3 for each, and 1 for each four of its years. So it has up to 300,000 hosts.
const MAX_HOSTS_WEIGHT: usize = 1_200_000;

/// The weight of the other tables of names, which usually have a few dozen.
const MAX_NAMES_WEIGHT: usize = 20_000;

/// The URLs that are shown with each note, and their length in bytes.
const URLS_PER_NOTE: usize = 5;
const MAX_URL_BYTES: usize = 300;

/// The years of dates that count for the lifetimes of URLs. Dates of other years are of wrong clocks: mail began in
/// 1971, and a single date in the year 102 would make a URL the longest-lived of all.
const LIFETIME_YEARS: std::ops::RangeInclusive<u16> = 1971..=2099;

/// The figures about the URLs that were added.
#[derive(Debug)]
pub(crate) struct Aggregates {
    pub(super) years: YearCounts,
    pub(super) schemes: Bounded<YearCounts>,
    /// In the order of [`Form::ALL`], and unknown forms at the end.
    pub(super) forms: [YearCounts; Form::ALL.len() + 1],
    /// In the order of [`Grammar::ALL`].
    pub(super) grammars: [YearCounts; Grammar::ALL.len()],
    /// The URLs that satisfy no grammar.
    pub(super) loose: YearCounts,
    pub(super) hosts: Bounded<YearCounts>,
    pub(super) tlds: Bounded<u64>,
    pub(super) charsets: Bounded<u64>,
    /// The number of URLs without a known charset.
    pub(super) no_charset: u64,
    /// In the order of [`GRADES`].
    pub(super) grades: [u64; GRADES.len()],
    /// Line breaks by ground: joined, and left cut.
    pub(super) joins: Bounded<[u64; 2]>,
    /// Hyphens by ground: kept, and dropped.
    pub(super) hyphens: Bounded<[u64; 2]>,
    pub(super) dangers: Bounded<NotedUrls>,
    pub(super) lifetimes: Lifetimes,
    pub(super) samples: Samples,
    wanted: Arc<WantedForms>,
}

/// The URLs with a note.
#[derive(Debug, Default)]
pub(super) struct NotedUrls {
    pub(super) count: u64,
    /// The first of them with their sources.
    pub(super) first: Vec<[Box<str>; 2]>,
}

impl Weighed for NotedUrls {
    fn count(&self) -> u64 {
        self.count
    }

    fn weight(&self) -> usize {
        1
    }
}

impl Weighed for YearCounts {
    fn count(&self) -> u64 {
        self.total()
    }

    fn weight(&self) -> usize {
        3 + self.len().div_ceil(4)
    }
}

impl Default for Aggregates {
    fn default() -> Aggregates {
        Aggregates {
            years: YearCounts::default(),
            schemes: Bounded::new(MAX_NAMES_WEIGHT),
            forms: std::array::from_fn(|_| YearCounts::default()),
            grammars: std::array::from_fn(|_| YearCounts::default()),
            loose: YearCounts::default(),
            hosts: Bounded::new(MAX_HOSTS_WEIGHT),
            tlds: Bounded::new(MAX_NAMES_WEIGHT),
            charsets: Bounded::new(MAX_NAMES_WEIGHT),
            no_charset: 0,
            grades: [0; GRADES.len()],
            joins: Bounded::new(MAX_NAMES_WEIGHT),
            hyphens: Bounded::new(MAX_NAMES_WEIGHT),
            dangers: Bounded::new(MAX_NAMES_WEIGHT),
            lifetimes: Lifetimes::new(MAX_URLS),
            samples: Samples::new(),
            wanted: Arc::default(),
        }
    }
}

impl Aggregates {
    /// Returns figures about no URL.
    pub(crate) fn new() -> Aggregates {
        Aggregates::default()
    }

    /// Returns the forms that need more samples, for the threads that make facts.
    pub(crate) fn wanted(&self) -> Arc<WantedForms> {
        Arc::clone(&self.wanted)
    }

    /// Returns the number of URLs.
    pub(crate) fn urls(&self) -> u64 {
        self.years.total()
    }

    /// Adds a URL.
    pub(crate) fn add(&mut self, fact: UrlFact) {
        let year = fact.year();
        self.years.add(year);
        self.schemes.update(&fact.scheme, |years| years.add(year));
        self.forms[fact.form].add(year);
        for (at, years) in self.grammars.iter_mut().enumerate() {
            if fact.grammars >> at & 1 == 1 {
                years.add(year);
            }
        }
        if fact.grammars == 0 {
            self.loose.add(year);
        }
        if let Some(host) = &fact.host {
            self.hosts.update(host, |years| years.add(year));
        }
        if let Some(tld) = &fact.tld {
            self.tlds.update(tld, |count| *count += 1);
        }
        match &fact.charset {
            Some(charset) => self.charsets.update(charset, |count| *count += 1),
            None => self.no_charset += 1,
        }
        if let Some(grade) = fact.grade {
            self.grades[grade] += 1;
        }
        for [kind, chosen, ground] in &fact.doubts {
            let (table, first) = if &**kind == "join" {
                (&mut self.joins, "joined")
            } else {
                (&mut self.hyphens, "kept")
            };
            table.update(ground, |counts| counts[usize::from(&**chosen != first)] += 1);
        }
        for name in fact.dangers {
            self.dangers.update(name, |noted| {
                noted.count += 1;
                let url = cut(&fact.url, MAX_URL_BYTES);
                if noted.first.len() < URLS_PER_NOTE && noted.first.iter().all(|it| *it[0] != *url)
                {
                    noted.first.push([url.into(), fact.source.clone().unwrap_or_default()]);
                }
            });
        }
        let day = fact.day.filter(|day| LIFETIME_YEARS.contains(&day.year()));
        self.lifetimes.add(&fact.url, fact.digest, day);
        if let Some(sample) = fact.sample {
            self.samples.add(fact.form, *sample, &self.wanted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::row_facts::RowFacts;
    use super::*;

    #[test]
    fn urls_are_counted_by_what_the_rows_have() {
        let mut figures = Aggregates::new();
        let rows = [
            ("http://a.example/", "1996-01-01T00:00:00Z", "bare", vec!["rfc3986"]),
            ("HTTP://A.example/x", "1997-01-01T00:00:00Z", "bare", vec![]),
            ("ftp://b.example/", "soon", "angle", vec!["rfc3986", "rfc1738"]),
        ];
        for (url, date, form, grammars) in rows {
            let row = RowFacts {
                url,
                form,
                date: Some(date),
                grammars,
                host: url.split('/').nth(2),
                host_kind: Some("name"),
                doubts: vec![["hyphen", "kept", "host"], ["join", "cut", "slash"]],
                notes: vec!["host_gap"],
                source: "s",
                ..RowFacts::default()
            };
            figures.add(UrlFact::new(&row, true));
        }
        assert_eq!((figures.urls(), figures.years.undated(), figures.loose.total()), (3, 1, 1));
        let top = figures.schemes.top(9);
        assert_eq!((top[0].0, top[0].1.total(), top[1].0), ("http", 2, "ftp"));
        assert_eq!(figures.hosts.top(1)[0].0, "a.example");
        assert_eq!(figures.tlds.top(1), [("example", &3)]);
        assert_eq!(figures.joins.top(9), [("slash", &[0, 3])]);
        assert_eq!(figures.hyphens.top(9), [("host", &[3, 0])]);
        assert_eq!(figures.dangers.top(9)[0].1.first.len(), 3);
        assert_eq!((figures.lifetimes.distinct(), figures.no_charset), (Some(3), 3));
        let bare = Form::ALL.iter().position(|form| *form == Form::Bare).expect("it is a form");
        assert_eq!((figures.forms[bare].total(), figures.samples.of(bare).len()), (2, 2));
    }
}
