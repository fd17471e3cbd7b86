//! Help beyond the definition of the arguments: guide pages, hints, completions and man pages.

pub(crate) mod command;
pub(crate) mod completions;
pub(crate) mod hints;
pub(crate) mod man;
mod markdown;
pub(crate) mod usage;
