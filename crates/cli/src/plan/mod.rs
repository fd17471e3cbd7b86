//! `urlsift plan`: a large collection is searched in parts, on one or many machines.
//!
//! `command.rs` writes a plan, and `plan_file.rs` reads a line of one for `urlsift scan --split`.

pub(crate) mod command;
pub(crate) mod plan_file;
