//! `urlsift plan`, `urlsift scan --split` and `urlsift merge`: a large collection is searched in parts, on
//! one or many machines.
//!
//! `command.rs` makes a plan of the files that it finds (`walk.rs`) or that are listed (`listing.rs`). `packing.rs`
//! divides them into the splits of its lines (`plan_line.rs`, `split.rs`): files, ranges of files (`file_split.rs`), or
//! packs of files (`pack.rs`).
//! `scan_splits.rs` searches some of them and writes a file of rows for each, with a receipt beside it
//! (`receipt.rs`), which holds their digest (`digest.rs`). `merge.rs` finds the rows of all splits by their
//! receipts and writes them in the order of the input.

pub(crate) mod command;
mod digest;
mod file_access;
pub(crate) mod file_split;
mod listing;
pub(crate) mod merge;
mod pack;
mod packing;
mod plan_line;
mod receipt;
pub(crate) mod scan_splits;
pub(crate) mod split;
mod walk;
