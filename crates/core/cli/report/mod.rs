//! Reports on standard error: messages, the progress line, and statistics.

pub(crate) mod file_outcomes;
pub(crate) mod message;
pub(crate) mod progress;
pub(crate) mod stats;
