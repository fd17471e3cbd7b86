//! The tables of the report, which grow with each URL in bounded memory.
//!
//! Facts are added by one thread, in the order of the input. A table that drops names when it is full would otherwise
//! depend on how the input was divided among threads.

use std::sync::Arc;

use jiff::civil::Date;

use super::message::CitingMessage;
use super::row_facts::RowFacts;
use super::sections::SECTIONS;
use super::tallies::Tallies;

/// The years of dates that count for the first and last day of a URL. Dates of other years are of wrong clocks: mail
/// began in 1971, and a single date in the year 102 would be the first of all.
const YEARS: std::ops::RangeInclusive<i16> = 1971..=2099;

/// What the tables need of one URL. Threads make facts in parallel, and one thread adds them up.
#[derive(Debug)]
pub(crate) struct UrlFact {
    /// The names that the URL counts for, each with the index of its section.
    names: Vec<(usize, Box<str>)>,
    day: Option<Date>,
    message: Arc<CitingMessage>,
}

impl UrlFact {
    /// Makes the facts of `row`.
    pub(crate) fn new(row: &RowFacts<'_>) -> UrlFact {
        let names = SECTIONS.iter().enumerate().flat_map(|(at, section)| {
            (section.names)(row).into_iter().map(move |name| (at, name.into_owned().into()))
        });
        let day = row.date.as_deref().and_then(|date| date.get(..10)?.parse::<Date>().ok());
        UrlFact {
            names: names.collect(),
            day: day.filter(|day| YEARS.contains(&day.year())),
            message: Arc::new(CitingMessage::of(row)),
        }
    }

    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let names = self.names.iter().map(|(_, name)| name.len() + 40).sum::<usize>();
        size_of::<UrlFact>() + names + self.message.bytes()
    }
}

/// The tables about the URLs that were added.
#[derive(Debug)]
pub(crate) struct Aggregates {
    urls: u64,
    /// In the order of [`SECTIONS`].
    pub(super) tables: [Tallies; SECTIONS.len()],
}

impl Aggregates {
    /// Returns tables about no URL.
    pub(crate) fn new() -> Aggregates {
        let tables = SECTIONS.each_ref().map(|section| Tallies::new(section.max_mib << 20));
        Aggregates { urls: 0, tables }
    }

    /// Returns the number of URLs.
    pub(crate) fn urls(&self) -> u64 {
        self.urls
    }

    /// Adds a URL.
    pub(crate) fn add(&mut self, fact: &UrlFact) {
        self.urls += 1;
        for (section, name) in &fact.names {
            self.tables[*section].add(name, fact.day, &fact.message);
        }
    }
}
