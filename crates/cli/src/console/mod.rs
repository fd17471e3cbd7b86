//! Reports on standard error: messages, the progress line, and statistics.
//!
//! The thread that takes results uses all of them, so their lines do not mix.

pub(crate) mod color;
pub(crate) mod message;
pub(crate) mod progress;
pub(crate) mod threads;
