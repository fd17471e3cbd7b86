//! Tests of what a terminal shows: help, hints, colours and progress.

pub(crate) mod help;
mod hints;
mod progress;
