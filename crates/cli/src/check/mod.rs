//! `urlsift check` and `urlsift wrap`: one URL at a time, judged or broken across lines.
//!
//! `command.rs` reads URLs from arguments or from lines of standard input (`lines.rs`). It writes what the
//! validator found as a table for people (`table.rs`) or as a JSON object (`row.rs`). Both name the parts of
//! a URL's scheme by `pieces.rs`. `wrap.rs` is the other command.

pub(crate) mod command;
pub(crate) mod lines;
mod pieces;
pub(crate) mod row;
pub(crate) mod table;
pub(crate) mod wrap;
