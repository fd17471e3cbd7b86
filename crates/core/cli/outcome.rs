//! How a run ended, as its exit status says.

/// How a run ended (A7).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Outcome {
    /// Something was found, or all that was checked satisfies, or all was wrapped.
    Found,
    /// Nothing was found, or something does not satisfy.
    Nothing,
    /// Something could not be opened or read to its end, or cannot be wrapped.
    Failed,
}

impl Outcome {
    /// That of a run of which something could not be done, or all, and which found something, or nothing.
    pub(crate) fn of(failed: bool, found: bool) -> Outcome {
        match (failed, found) {
            (true, _) => Outcome::Failed,
            (false, true) => Outcome::Found,
            (false, false) => Outcome::Nothing,
        }
    }
}
