//! The end of a run before its end.

/// The error of what gives windows or results to a receiver that wants no more.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Stopped;
