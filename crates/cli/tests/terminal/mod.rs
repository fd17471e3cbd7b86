//! Tests of what a terminal shows: help, hints, colours and progress.

pub(crate) mod help_and_hints;
mod hints;
mod progress;
