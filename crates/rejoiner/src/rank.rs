//! Which reading goes first: J3.
//!
//! What is known of each reading comes from outside, for the rejoiner knows neither grammars nor
//! the rest of the text. The order is that of the rules; where they say nothing, readings stay as
//! they were, the likelier choice first.

use alloc::vec::Vec;

use crate::doubt::{Choice, DoubtKind, Ground};
use crate::reading::Readings;

/// What is known of a reading.
///
/// ```
/// use urlsift_rejoiner::{Choice, Evidence, Gaps, Ground, Readings, Seen, Setting};
///
/// let text = b"http://example.org/well-\nknown";
/// let mut readings = Readings::new(text, [0..24, 25..30].into_iter(), Gaps::Weighed);
/// // The second, without the hyphen, was met elsewhere.
/// let seen = Evidence { seen: Seen::Whole, ..Evidence::default() };
/// assert_eq!(readings.rank(&[Evidence::default(), seen], Setting::Plain), [1, 0]);
/// assert_eq!(readings.doubts()[0].chosen, Choice::Dropped);
/// assert_eq!(readings.doubts()[0].ground, Ground::Seen);
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Evidence {
    /// Whether it is a URL at all.
    pub fitness: Fitness,
    /// Whether it was met elsewhere.
    pub seen: Seen,
}

/// Whether a reading can be what its writer meant.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Fitness {
    /// As far as can be told.
    #[default]
    Fit,
    /// It is rejected, or its host cannot be one.
    Unfit,
}

/// Whether a reading stands elsewhere in the same text, whole.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Seen {
    /// It does.
    Whole,
    /// It does not, or nobody has looked.
    #[default]
    Nowhere,
}

/// Where the readings stand, as far as it speaks for a hyphen or against it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Setting {
    /// In a wrapper, or in text that no typesetter has hyphenated: a hyphen is the URL's, for mailers
    /// and formatters break lines at hyphens.
    #[default]
    Plain,
    /// Outside wrappers in text that is typeset with hyphens: it is the typesetter's.
    Typeset,
}

impl Readings {
    /// Puts the readings in the order of J3 and says at each doubt what the first now does and why.
    ///
    /// `evidence` has an entry for each of [`Readings::as_slice`], in that order; missing ones count
    /// as nothing known. What is given back is where each reading stood before: a permutation of the
    /// indices into that slice.
    pub fn rank(&mut self, evidence: &[Evidence], setting: Setting) -> Vec<usize> {
        let mut ranked: Vec<_> = core::mem::take(&mut self.readings)
            .into_iter()
            .enumerate()
            .map(|(i, reading)| (evidence.get(i).copied().unwrap_or_default(), i, reading))
            .collect();
        // The sort is stable: what the rules do not decide stays as it was.
        ranked.sort_by_key(|(evidence, _, reading)| {
            let kept = reading.choices().iter().filter(|&&choice| choice == Choice::Kept).count();
            let kept = if setting == Setting::Typeset { kept } else { 0 };
            (evidence.fitness, evidence.seen, kept)
        });
        if let Some(((known, _, best), others)) = ranked.split_first() {
            for (i, doubt) in self.doubts.iter_mut().enumerate() {
                doubt.chosen = best.choices()[i];
                let rival = others.iter().find(|(.., other)| other.choices()[i] != doubt.chosen);
                doubt.ground = match rival {
                    Some((rival, ..)) if rival.fitness != known.fitness => Ground::Host,
                    Some((rival, ..)) if rival.seen != known.seen => Ground::Seen,
                    Some(_) if setting == Setting::Typeset && doubt.kind == DoubtKind::Hyphen => {
                        Ground::Typeset
                    }
                    _ => Ground::Default,
                };
            }
        }
        let order = ranked.iter().map(|&(_, i, _)| i).collect();
        self.readings = ranked.into_iter().map(|(.., reading)| reading).collect();
        order
    }
}
