//! Help beyond the definition of the arguments: guide pages, hints, examples, completions and man pages.

pub(crate) mod command;
pub(crate) mod completions;
pub(crate) mod examples;
mod hints;
pub(crate) mod man;
pub(crate) mod topics;
pub(crate) mod usage;
