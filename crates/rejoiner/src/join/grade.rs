//! How sure a join is.

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
