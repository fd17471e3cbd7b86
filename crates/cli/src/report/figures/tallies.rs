//! The counts of a table in bounded memory.
//!
//! The method is lossy counting: when the table is full, the names that were seen least are dropped, and the largest
//! count among them is added to the error of the table. A count is then too low by at most this error, and a name that
//! is commoner than the error is in the table.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;

use super::markup::cut;
use super::message::CitingMessage;

/// The longest name in bytes; longer ones are cut.
const MAX_NAME_BYTES: usize = 500;

const MESSAGES_PER_NAME: usize = 5;

/// The bytes of a name without its texts: an entry of a hash table that is up to half empty and exists twice while it
/// grows, and the allocator's overhead.
const ENTRY_BYTES: usize = 3 * size_of::<(Box<str>, NameTally)>() + 32;

#[derive(Debug, Default)]
pub(super) struct NameTally {
    pub(super) all: Citations,
    pub(super) authored: Citations,
}

/// Which URLs are counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum View {
    All,
    /// Those of `--where quoted=false --where in_signature=false --once`.
    Authored,
}

#[derive(Debug, Default)]
pub(super) struct Citations {
    pub(super) count: u64,
    pub(super) days: Option<(Date, Date)>,
    pub(super) messages: Vec<Arc<CitingMessage>>,
}

impl Citations {
    /// Returns the bytes that the URL needs.
    fn add(&mut self, day: Option<Date>, message: &Arc<CitingMessage>) -> usize {
        self.count += 1;
        if let Some(day) = day {
            let (first, last) = self.days.unwrap_or((day, day));
            self.days = Some((first.min(day), last.max(day)));
        }
        let is_new = self.messages.last().is_none_or(|last| !last.is_same(message));
        if !is_new || self.messages.len() == MESSAGES_PER_NAME {
            return 0;
        }
        self.messages.push(Arc::clone(message));
        message.bytes()
    }
}

impl NameTally {
    pub(super) fn of(&self, view: View) -> &Citations {
        match view {
            View::All => &self.all,
            View::Authored => &self.authored,
        }
    }

    /// Returns the memory that this takes with its name, in bytes. Both views share their messages.
    fn bytes(&self, name: &str) -> usize {
        let all = &self.all.messages;
        let is_own = |it: &&Arc<_>| !all.iter().any(|known| Arc::ptr_eq(known, it));
        let messages = all.iter().chain(self.authored.messages.iter().filter(is_own));
        ENTRY_BYTES + name.len() + messages.map(|message| message.bytes()).sum::<usize>()
    }
}

#[derive(Debug)]
pub(super) struct Tallies {
    names: HashMap<Box<str>, NameTally>,
    bytes: usize,
    max_bytes: usize,
    /// How much a count may be too low; 0 if the table has never been full.
    pub(super) error: u64,
    /// The URLs with a name, in all views and in the view of authors.
    urls: [u64; 2],
}

impl Tallies {
    pub(super) fn new(max_bytes: usize) -> Tallies {
        Tallies { names: HashMap::new(), bytes: 0, max_bytes, error: 0, urls: [0; 2] }
    }

    pub(super) fn add_url(&mut self, last_view: View) {
        self.urls[0] += 1;
        self.urls[1] += u64::from(last_view == View::Authored);
    }

    pub(super) fn urls(&self, view: View) -> u64 {
        self.urls[usize::from(view == View::Authored)]
    }

    /// Counts a URL under `name`, in the views `All` and `last_view`, on `day` if that is known.
    pub(super) fn add(
        &mut self,
        name: &str,
        last_view: View,
        day: Option<Date>,
        message: &Arc<CitingMessage>,
    ) {
        let name = cut(name, MAX_NAME_BYTES);
        if !self.names.contains_key(name) {
            self.bytes += ENTRY_BYTES + name.len();
            self.names.insert(name.into(), NameTally::default());
        }
        let Some(tally) = self.names.get_mut(name) else { return };
        let mut bytes = tally.all.add(day, message);
        if last_view == View::Authored {
            bytes = bytes.max(tally.authored.add(day, message));
        }
        self.bytes += bytes;
        if self.bytes > self.max_bytes {
            self.prune();
        }
    }

    /// Drops the smallest counts, at least half of the size. Takes time in proportion to the table, and runs only after
    /// as much was added.
    fn prune(&mut self) {
        let mut sizes: Vec<(u64, usize)> =
            self.names.iter().map(|(name, tally)| (tally.all.count, tally.bytes(name))).collect();
        sizes.sort_unstable_by_key(|(count, _)| Reverse(*count));
        let mut kept = 0;
        let first_dropped = sizes.iter().find(|(_, bytes)| {
            kept += bytes;
            kept > self.max_bytes / 2
        });
        let Some(&(least, _)) = first_dropped else { return };
        self.names.retain(|_, tally| tally.all.count > least);
        self.bytes = self.names.iter().map(|(name, tally)| tally.bytes(name)).sum();
        self.error += least;
    }

    /// Returns the number of names, or `None` if some were dropped.
    pub(super) fn distinct(&self) -> Option<usize> {
        (self.error == 0).then_some(self.names.len())
    }

    /// Returns the `most` names with the highest counts in `view`; ties are sorted by byte order.
    pub(super) fn top(&self, view: View, most: usize) -> Vec<(&str, &Citations)> {
        let all = self.names.iter().map(|(name, tally)| (&**name, tally.of(view)));
        let mut all: Vec<_> = all.filter(|(_, tally)| tally.count > 0).collect();
        all.sort_unstable_by_key(|(name, tally)| (Reverse(tally.count), *name));
        all.truncate(most);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::row_facts::RowFacts;
    use super::*;

    fn message(start: usize) -> Arc<CitingMessage> {
        Arc::new(CitingMessage::of(&RowFacts {
            message_offset: Some(start),
            ..RowFacts::default()
        }))
    }

    #[test]
    fn rare_names_are_dropped_when_the_table_is_full() {
        let mut names = Tallies::new(40 * (ENTRY_BYTES + message(0).bytes()));
        for at in 0..1000 {
            names.add("common", View::Authored, None, &message(0));
            if at % 10 == 0 {
                names.add("often", View::Authored, None, &message(0));
            }
            names.add(&format!("rare {at}"), View::All, None, &message(0));
        }
        assert!(names.names.len() <= 40 && names.distinct().is_none());
        let error = names.error;
        assert!(error > 0 && error < 150, "{error}");
        // A count is at most the error too low, in each view.
        assert_eq!(names.top(View::Authored, 9).len(), 2);
        let top = names.top(View::Authored, 2);
        assert_eq!((top[0].0, top[0].1.count), ("common", 1000));
        assert!(top[1].1.count + error >= 100, "{top:?} {error}");
    }

    #[test]
    fn a_name_has_its_days_and_its_first_messages() {
        let mut names = Tallies::new(1 << 20);
        let day = |day| Some(Date::constant(1996, 1, day));
        for (at, day) in [(0, day(9)), (0, None), (1, day(3)), (2, day(20)), (2, day(4))] {
            let view = if at == 1 { View::Authored } else { View::All };
            names.add("a", view, day, &message(at));
        }
        for at in 0..9 {
            names.add("b", View::All, None, &message(at));
        }
        names.add(&"x".repeat(600), View::All, None, &message(0));
        names.add("c", View::All, None, &message(0));
        let top = names.top(View::All, 3);
        let rows: Vec<_> =
            top.iter().map(|(name, tally)| (*name, tally.count, tally.messages.len())).collect();
        assert_eq!(rows, [("b", 9, 5), ("a", 5, 3), ("c", 1, 1)], "ties are sorted by byte order");
        assert_eq!(top[1].1.days, day(3).zip(day(20)));
        let authored = names.top(View::Authored, 9);
        assert_eq!(authored.len(), 1);
        assert_eq!((authored[0].0, authored[0].1.count), ("a", 1));
        assert_eq!((authored[0].1.messages.len(), authored[0].1.days), (1, day(3).zip(day(3))));
        assert_eq!((names.top(View::All, 9)[3].0.len(), names.distinct()), (500, Some(4)));
    }
}
