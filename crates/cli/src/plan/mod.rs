//! `urlsift plan` and `urlsift merge`: a large collection is searched in parts, on one or many machines.
//!
//! `command.rs` writes a plan, and `plan_file.rs` reads one. `urlsift scan --split` searches some of its splits and writes a
//! file of rows for each, with a receipt beside it (`receipt.rs`), which holds their digest (`digest.rs`). `merge.rs` finds the
//! rows of all splits by their receipts and writes them in the order of the input.

pub(crate) mod command;
pub(crate) mod digest;
pub(crate) mod merge;
pub(crate) mod plan_file;
pub(crate) mod receipt;
