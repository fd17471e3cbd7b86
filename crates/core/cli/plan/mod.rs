//! `urlsift plan`, `urlsift scan --split` and `urlsift merge`: a large collection is searched in parts, on
//! one or many machines.
//!
//! `command.rs` makes a plan, whose lines are splits (`split.rs`): files, or ranges of files.
//! `scan_splits.rs` searches some of them and writes a file of rows for each, with a receipt beside it
//! (`receipt.rs`), which holds their digest (`digest.rs`). `merge.rs` finds the rows of all splits by their
//! receipts and writes them in the order of the plan.

pub(crate) mod command;
mod digest;
pub(crate) mod merge;
mod receipt;
pub(crate) mod scan_splits;
pub(crate) mod split;
