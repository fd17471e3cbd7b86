//! Reports on standard error: messages, the progress line, and statistics.
//!
//! `message.rs` writes messages, and `progress.rs` draws the progress line. `threads.rs` starts the threads of a run, with
//! a warning if there are fewer than wanted. The thread that takes results uses all of them, so their lines do not mix.

pub(crate) mod color;
pub(crate) mod message;
pub(crate) mod progress;
pub(crate) mod threads;
