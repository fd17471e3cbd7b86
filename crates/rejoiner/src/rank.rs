//! Orders the readings by evidence (J3).
//!
//! The evidence comes from the caller, because the rejoiner knows neither grammars nor the rest of the
//! text. Readings that the rules do not order keep their order, the likelier choice first.

use alloc::vec::Vec;

use crate::doubt::Ground;
use crate::reading::Readings;

/// The evidence about one reading.
///
/// ```
/// use urlsift_rejoiner::{Choice, Evidence, Gaps, Ground, Readings, Seen};
///
/// let text = b"http://example.org/well-\nknown";
/// let mut readings = Readings::new(text, [0..24, 25..30].into_iter(), Gaps::Weighed);
/// // The second, without the hyphen, was met elsewhere.
/// let seen = Evidence { seen: Seen::Whole, ..Evidence::default() };
/// assert_eq!(readings.rank(&[Evidence::default(), seen]), [1, 0]);
/// assert_eq!(readings.doubts()[0].chosen, Choice::Dropped);
/// assert_eq!(readings.doubts()[0].ground, Ground::Seen);
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Evidence {
    /// The chance that the writer meant this reading.
    pub fitness: Fitness,
    /// The occurrence of the reading elsewhere.
    pub seen: Seen,
}

/// The fitness of a reading: whether the writer can have meant it.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Fitness {
    /// No reason against it is known.
    #[default]
    Fit,
    /// The reading is rejected as a URL, or its host cannot exist.
    Unfit,
}

/// The occurrence of a reading elsewhere in the same text, unbroken.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Seen {
    /// The reading occurs.
    Whole,
    /// The reading does not occur, or the text was not searched for it.
    #[default]
    Nowhere,
}

impl Readings {
    /// Sorts the readings by `evidence`, and updates the choice and ground of each doubt.
    ///
    /// Readings that fit come first, and among those with equal fitness the ones that occur elsewhere. `evidence` has
    /// an entry for each of [`Readings::as_slice`], in that order; missing entries mean that nothing is known.
    /// Returns the previous index of each reading: a permutation of the indices of that slice.
    pub fn rank(&mut self, evidence: &[Evidence]) -> Vec<usize> {
        let mut ranked: Vec<_> = core::mem::take(&mut self.readings)
            .into_iter()
            .enumerate()
            .map(|(i, reading)| (evidence.get(i).copied().unwrap_or_default(), i, reading))
            .collect();
        // Readings with equal evidence keep their order. A stable sort has 5 kB more code.
        ranked.sort_unstable_by_key(|(evidence, i, _)| (evidence.fitness, evidence.seen, *i));
        if let Some(((known, _, best), others)) = ranked.split_first() {
            for (i, doubt) in self.doubts.iter_mut().enumerate() {
                doubt.chosen = best.choices()[i];
                // The ground compares the best reading with the first one that has another choice here.
                let rival = others.iter().find(|(.., other)| other.choices()[i] != doubt.chosen);
                doubt.ground = match rival {
                    Some((rival, ..)) if rival.fitness != known.fitness => Ground::Host,
                    Some((rival, ..)) if rival.seen != known.seen => Ground::Seen,
                    _ => Ground::Default,
                };
            }
        }
        let order = ranked.iter().map(|&(_, i, _)| i).collect();
        self.readings = ranked.into_iter().map(|(.., reading)| reading).collect();
        order
    }
}
