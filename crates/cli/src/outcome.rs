//! The outcome of a run, which decides the exit status.

use std::io;

/// The outcome of a run (rule A7).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Outcome {
    /// Something was found, or everything that was checked or wrapped is in order.
    Found,
    /// Nothing was found, or something does not satisfy the grammar.
    Nothing,
    /// Something could not be opened, read to its end, or wrapped. The rest was given.
    Failed,
    /// The rows of a split are missing or not to be trusted. Scan it again, or make a new plan.
    SplitFailed,
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

/// Reports whether `error` says that the reader of the output has stopped.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
