//! Counts by name in bounded memory.
//!
//! The method is lossy counting: when the table is full, the names that were seen least are dropped, and the largest
//! count among them is added to the error of the table. A count is then too low by at most this error, and a name that
//! is commoner than the error is in the table.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::markup::cut;

/// A value that is counted.
pub(super) trait Weighed {
    /// The number of URLs in the value.
    fn count(&self) -> u64;

    /// The size of the value, in about 32 bytes.
    fn weight(&self) -> usize;
}

/// The longest name in bytes; longer ones are cut.
const MAX_NAME_BYTES: usize = 255;

/// Values by name, of bounded weight.
#[derive(Debug)]
pub(super) struct Bounded<V> {
    values: HashMap<Box<str>, V>,
    weight: usize,
    max_weight: usize,
    error: u64,
}

impl<V: Weighed + Default> Bounded<V> {
    /// Returns an empty table that holds values up to a total weight.
    pub(super) fn new(max_weight: usize) -> Bounded<V> {
        Bounded { values: HashMap::new(), weight: 0, max_weight, error: 0 }
    }

    /// Changes the value of `name`, which is a new one if there is none.
    pub(super) fn update(&mut self, name: &str, change: impl FnOnce(&mut V)) {
        let name = cut(name, MAX_NAME_BYTES);
        if let Some(value) = self.values.get_mut(name) {
            self.weight -= value.weight();
            change(value);
            self.weight += value.weight();
        } else {
            let mut value = V::default();
            change(&mut value);
            self.weight += value.weight();
            self.values.insert(name.into(), value);
        }
        if self.weight > self.max_weight {
            self.prune();
        }
    }

    /// Drops the smallest counts, at least half of the weight. Takes time in proportion to the table, and runs only
    /// after as much was added.
    fn prune(&mut self) {
        let mut sizes: Vec<(u64, usize)> =
            self.values.values().map(|value| (value.count(), value.weight())).collect();
        sizes.sort_unstable_by_key(|(count, _)| Reverse(*count));
        let mut kept = 0;
        let first_dropped = sizes.iter().find(|(_, weight)| {
            kept += weight;
            kept > self.max_weight / 2
        });
        let Some(&(least, _)) = first_dropped else { return };
        self.values.retain(|_, value| value.count() > least);
        self.weight = self.values.values().map(Weighed::weight).sum();
        self.error += least;
    }

    /// Returns the number of names in the table.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns how much a count may be too low; 0 if the table has never been full.
    pub(super) fn error(&self) -> u64 {
        self.error
    }

    /// Returns the `most` names with the highest counts; ties are sorted by byte order.
    pub(super) fn top(&self, most: usize) -> Vec<(&str, &V)> {
        let mut all: Vec<(&str, &V)> =
            self.values.iter().map(|(name, value)| (&**name, value)).collect();
        all.sort_unstable_by_key(|(name, value)| (Reverse(value.count()), *name));
        all.truncate(most);
        all
    }
}

impl Weighed for u64 {
    fn count(&self) -> u64 {
        *self
    }

    fn weight(&self) -> usize {
        2
    }
}

impl Weighed for [u64; 2] {
    fn count(&self) -> u64 {
        self.iter().sum()
    }

    fn weight(&self) -> usize {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_names_are_dropped_when_the_table_is_full() {
        let mut names = Bounded::<u64>::new(40);
        for at in 0..1000 {
            names.update("common", |count| *count += 1);
            if at % 10 == 0 {
                names.update("often", |count| *count += 1);
            }
            names.update(&format!("rare {at}"), |count| *count += 1);
        }
        assert!(names.len() <= 20, "{}", names.len());
        let error = names.error();
        assert!(error > 0 && error < 150, "{error}");
        let top = names.top(2);
        assert_eq!((top[0].0, *top[0].1), ("common", 1000));
        assert!(*top[1].1 + error >= 100, "{top:?} {error}");
    }

    #[test]
    fn ties_are_sorted_by_byte_order() {
        let mut names = Bounded::<u64>::new(100);
        for name in ["b", "a", "c", "c", &"x".repeat(300)] {
            names.update(name, |count| *count += 1);
        }
        let top: Vec<(String, u64)> =
            names.top(3).into_iter().map(|(name, count)| (name.to_owned(), *count)).collect();
        assert_eq!(top, [("c".to_owned(), 2), ("a".to_owned(), 1), ("b".to_owned(), 1)]);
        assert_eq!((names.error(), names.top(9)[3].0.len()), (0, 255));
    }
}
