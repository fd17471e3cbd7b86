//! The tables of the report, which grow with each URL in bounded memory.
//!
//! One thread adds facts in the order of the input. A table that drops names when it is full would otherwise depend on
//! how the threads divided the input.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::civil::Date;
use twox_hash::XxHash3_128;

use super::message::CitingMessage;
use super::row_facts::RowFacts;
use super::sections::SECTIONS;
use super::tallies::{Tallies, View};

/// The years of dates that count for the first and last day of a URL. Dates of other years are of wrong clocks: mail
/// began in 1971, and a single date in the year 102 would be the first of all.
const YEARS: std::ops::RangeInclusive<i16> = 1971..=2099;

/// The URLs of a message whose repetitions are recognised, at 16 bytes each. Further ones count again.
const MAX_COMPARED_URLS: usize = 1 << 19;

#[derive(Debug)]
pub(crate) struct UrlFact {
    names: Vec<(usize, Box<str>)>,
    day: Option<Date>,
    message: Arc<CitingMessage>,
    /// The digest of a URL that is neither quoted nor in a signature.
    digest: Option<u128>,
}

impl UrlFact {
    pub(crate) fn new(row: &RowFacts<'_>) -> UrlFact {
        let names = SECTIONS.iter().enumerate().flat_map(|(at, section)| {
            (section.names)(row).into_iter().map(move |name| (at, name.into_owned().into()))
        });
        let day = row.date.as_deref().and_then(|date| date.get(..10)?.parse::<Date>().ok());
        UrlFact {
            names: names.collect(),
            day: day.filter(|day| YEARS.contains(&day.year())),
            message: Arc::new(CitingMessage::of(row)),
            digest: (!row.quoted && !row.in_signature)
                .then(|| XxHash3_128::oneshot(row.url.as_bytes())),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let names = self.names.iter().map(|(_, name)| name.len() + 40).sum::<usize>();
        size_of::<UrlFact>() + names + self.message.bytes()
    }
}

#[derive(Debug)]
pub(crate) struct Aggregates {
    pub(crate) urls: u64,
    authored: u64,
    pub(super) tables: [Tallies; SECTIONS.len()],
    /// The last message that had an authored URL, and the digests of these. The URLs of a message follow each other.
    message: Option<Arc<CitingMessage>>,
    digests: HashSet<u128>,
}

impl Aggregates {
    pub(crate) fn new() -> Aggregates {
        let tables = SECTIONS.each_ref().map(|section| Tallies::new(section.max_mib << 20));
        Aggregates { urls: 0, authored: 0, tables, message: None, digests: HashSet::new() }
    }

    pub(super) fn count(&self, view: View) -> u64 {
        match view {
            View::All => self.urls,
            View::Authored => self.authored,
        }
    }

    pub(crate) fn add(&mut self, fact: &UrlFact) {
        self.urls += 1;
        let last_view = self.last_view(fact);
        self.authored += u64::from(last_view == View::Authored);
        let mut last_section = None;
        for (section, name) in &fact.names {
            // The names of a section follow each other, and a URL may have several.
            if last_section.replace(section) != Some(section) {
                self.tables[*section].add_url(last_view);
            }
            self.tables[*section].add(name, last_view, fact.day, &fact.message);
        }
    }

    /// Returns the narrowest view that counts `fact`, which is the next URL of the input.
    fn last_view(&mut self, fact: &UrlFact) -> View {
        let Some(digest) = fact.digest else { return View::All };
        if self.message.as_ref().is_none_or(|last| !last.is_same(&fact.message)) {
            self.message = Some(Arc::clone(&fact.message));
            self.digests = HashSet::new();
        }
        let is_full = self.digests.len() == MAX_COMPARED_URLS;
        let is_new =
            if is_full { !self.digests.contains(&digest) } else { self.digests.insert(digest) };
        if is_new { View::Authored } else { View::All }
    }
}
