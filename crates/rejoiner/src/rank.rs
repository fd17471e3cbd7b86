//! Orders the readings by evidence (J3), which comes from the caller. Readings that the rules do not order keep their
//! order.

use alloc::vec::Vec;

use crate::doubt::Ground;
use crate::reading::Readings;

/// The evidence about one reading.
///
/// ```
/// use urlsift_rejoiner::{Choice, Evidence, Gaps, Ground, Readings, SoftBreaks};
///
/// let text = b"http://example.org/well-\nknown";
/// let lines = [0..24, 25..30].into_iter();
/// let mut readings = Readings::new(text, lines, Gaps::Weighed, SoftBreaks::Kept);
/// // The second, without the hyphen, was met elsewhere.
/// let seen = Evidence { is_seen: true, ..Evidence::default() };
/// assert_eq!(readings.rank(&[Evidence::default(), seen]), [1, 0]);
/// assert_eq!(readings.doubts()[0].chosen, Choice::Dropped);
/// assert_eq!(readings.doubts()[0].ground, Ground::Seen);
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Evidence {
    /// Whether the writer cannot have meant it: it is rejected as a URL, or its host cannot exist.
    pub is_unfit: bool,
    /// Whether it occurs elsewhere in the same text, unbroken.
    pub is_seen: bool,
}

impl Readings {
    /// Sorts the readings by `evidence`, and updates the choice and ground of each doubt. Unfit readings come last, and
    /// among equally fit ones those that occur elsewhere come first. `evidence` is in the order of
    /// [`Readings::as_slice`], and may be shorter. Returns the previous index of each reading.
    pub fn rank(&mut self, evidence: &[Evidence]) -> Vec<usize> {
        let mut ranked: Vec<_> = core::mem::take(&mut self.readings)
            .into_iter()
            .enumerate()
            .map(|(i, reading)| (evidence.get(i).copied().unwrap_or_default(), i, reading))
            .collect();
        // Readings with equal evidence keep their order. A stable sort has 5 kB more code.
        ranked.sort_unstable_by_key(|(evidence, i, _)| (evidence.is_unfit, !evidence.is_seen, *i));
        if let Some(((known, _, best), others)) = ranked.split_first() {
            for (i, doubt) in self.doubts.iter_mut().enumerate() {
                doubt.chosen = best.choices()[i];
                // The ground compares the best reading with the first one that has another choice here.
                let rival = others.iter().find(|(.., other)| other.choices()[i] != doubt.chosen);
                doubt.ground = match rival {
                    Some((rival, ..)) if rival.is_unfit != known.is_unfit => Ground::Host,
                    Some((rival, ..)) if rival.is_seen != known.is_seen => Ground::Seen,
                    _ => Ground::Default,
                };
            }
        }
        let order = ranked.iter().map(|&(_, i, _)| i).collect();
        self.readings = ranked.into_iter().map(|(.., reading)| reading).collect();
        order
    }
}
