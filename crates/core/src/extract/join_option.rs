//! The option over which line breaks URLs are joined (J8).

use urlsift_rejoiner::Grade;

use crate::names::named;

/// The lowest grade at which the extractor joins a URL without delimiters across a line break.
///
/// [`Grade`] gives the share of right joins. A join of a lower grade, and the first line of a joined URL, are further
/// [readings](crate::Found::readings).
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Join {
    /// Joins line breaks of all grades.
    Possible,
    /// Joins line breaks of the grades `likely` and `certain`.
    Likely,
    /// Joins only line breaks of the grade `certain`.
    #[default]
    Certain,
    /// Joins nothing, and adds no reading for a possible join.
    Never,
}

named!(Join: Certain "certain", Likely "likely", Possible "possible", Never "never");

impl Join {
    pub(super) fn accepts(self, grade: Grade) -> bool {
        match self {
            Join::Possible => true,
            Join::Likely => grade >= Grade::Likely,
            Join::Certain => grade >= Grade::Certain,
            Join::Never => false,
        }
    }
}
