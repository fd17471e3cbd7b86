//! The option over which line breaks URLs are joined (J8).

use urlsift_rejoiner::Grade;

/// The line breaks over which the extractor joins a URL without delimiters. The shares are those of 729 joins in six
/// archives (J8).
///
/// A join below the grade asked for is one more [reading](crate::Found::readings), and so is the first line alone of
/// a URL that was joined.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Join {
    /// Those of which nine of ten are right, and better ones.
    Possible,
    /// Those of which 97 of 100 are right, and better ones.
    Likely,
    /// Those of which 199 of 200 are right.
    #[default]
    Certain,
    /// None, and no reading says what would have been joined.
    Never,
}

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
