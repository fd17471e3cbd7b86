//! What a text shows about a join, and how sure the join is.

use crate::join::lines::Widths;
use crate::join::shape::{CutEnd, RunShape};
use crate::names::named;

/// How sure it is that a URL without delimiters goes on after a line break. The greater, the surer. The shares are
/// those of 773 joined URLs in six archives (J8).
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

/// What a text shows about a join.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct JoinEvidence {
    /// How the URL ends before the break.
    pub(crate) cut: CutEnd,
    /// What the next run looks like.
    pub(crate) run: RunShape,
    /// The length of the run in characters.
    pub(crate) run_width: usize,
    /// The widths of the line and of those around it.
    pub(crate) widths: Widths,
    /// Whether a mailer inserted the break (J9).
    pub(crate) is_soft_break: bool,
}
