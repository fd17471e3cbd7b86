//! What a text shows about a join, and how sure the join is.

use crate::doubt::Ground;
use crate::join::signs::SIGNS;
use crate::join::weights::{CERTAIN, LIKELY, POSSIBLE, WEIGHTS};
use crate::names::named;

/// How sure it is that a URL without delimiters goes on after a line break. The greater, the surer.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Grade {
    /// Eight of ten are right.
    Possible,
    /// 98 of 100 are right.
    Likely,
    /// 199 of 200 are right.
    Certain,
}

// The surest is first.
named!(Grade: Certain "certain", Likely "likely", Possible "possible");

/// The sign with which no join is certain: a program may have inserted the hyphen.
const CAPPED: &str = "inserted";

/// What a text shows about a join: the signs that hold, and the sum of their weights.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct JoinEvidence {
    /// A bit for each sign of [`SIGNS`], the first one lowest.
    pub(crate) signs: u32,
    /// The sum of the weights of these signs, in halves.
    pub(crate) sum: i32,
    /// What proves the join, if no sign outweighs it: a break that a mailer inserted (J9), or one within an escape.
    pub(crate) proof: Option<Ground>,
    /// Whether the run has a shape that words of prose do not have, and the URL does not end in an extension.
    pub(crate) is_open: bool,
}

impl JoinEvidence {
    /// Returns the grade for the sum, and the ground of the sign that weighs most.
    pub(crate) fn grade(&self) -> Option<(Grade, Ground)> {
        if let Some(proof) = self.proof {
            return Some((Grade::Certain, proof));
        }
        let thresholds =
            [(CERTAIN, Grade::Certain), (LIKELY, Grade::Likely), (POSSIBLE, Grade::Possible)];
        let (_, grade) = thresholds.into_iter().find(|&(least, _)| self.sum >= least)?;
        let held = (0..SIGNS.len()).filter(|&index| self.signs >> index & 1 == 1);
        let is_capped = held.clone().any(|index| SIGNS[index].name == CAPPED);
        let grade = if is_capped { grade.min(Grade::Likely) } else { grade };
        // Of equal signs the first one counts.
        let strongest = held.rev().max_by_key(|&index| WEIGHTS[index].1)?;
        Some((grade, SIGNS[strongest].ground))
    }
}
