//! Reports on standard error: messages, the progress line, and statistics.
//!
//! `message.rs` writes messages, `progress.rs` draws the progress line, and `stats.rs` makes the numbers of
//! `--stats`. `file_outcomes.rs` counts the files and members that were read, for both numbers and progress.
//! The thread that takes results uses all of them, so their lines do not mix.

pub(crate) mod color;
pub(crate) mod file_outcomes;
pub(crate) mod message;
pub(crate) mod progress;
pub(crate) mod stats;
