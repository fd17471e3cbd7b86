//! `urlsift plan`, `urlsift scan --split` and `urlsift merge`: a large collection is searched in parts, on
//! one or many machines.
//!
//! `command.rs` writes a plan, and `plan_file.rs` reads one. `scan_splits.rs` searches some of its splits and writes a file
//! of rows for each, with a receipt beside it (`receipt.rs`), which holds their digest (`digest.rs`). `merge.rs` finds the
//! rows of all splits by their receipts and writes them in the order of the input.

pub(crate) mod command;
mod digest;
pub(crate) mod merge;
mod plan_file;
mod receipt;
pub(crate) mod scan_splits;
