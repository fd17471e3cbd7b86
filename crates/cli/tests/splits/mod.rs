//! Tests of `plan`, `scan --split` and `merge`.

pub(crate) mod merge;
mod moved_files;
mod outcomes;
mod plans;
