//! `urlsift check` and `urlsift wrap`: one URL at a time, judged or broken across lines.
//!
//! `command.rs` reads URLs, from standard input by `lines.rs`. It writes a table for people (`table.rs`) or a JSON
//! object (`row.rs`), both with the parts that `pieces.rs` names. `wrap.rs` is the other command.

pub(crate) mod command;
pub(crate) mod lines;
mod pieces;
pub(crate) mod row;
pub(crate) mod table;
pub(crate) mod wrap;
