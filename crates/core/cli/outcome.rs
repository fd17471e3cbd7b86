//! The outcome of a run, which decides the exit status.

/// The outcome of a run (rule A7).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Outcome {
    /// Something was found, or everything that was checked or wrapped is in order.
    Found,
    /// Nothing was found, or something does not satisfy the grammar.
    Nothing,
    /// Something could not be opened, read to its end, or wrapped.
    Failed,
}

impl Outcome {
    /// Maps whether anything failed and whether anything was found to an outcome.
    pub(crate) fn of(failed: bool, found: bool) -> Outcome {
        match (failed, found) {
            (true, _) => Outcome::Failed,
            (false, true) => Outcome::Found,
            (false, false) => Outcome::Nothing,
        }
    }
}
