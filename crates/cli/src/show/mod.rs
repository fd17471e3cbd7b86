//! `urlsift show`: one URL in its message, for people who check a row.
//!
//! `command.rs` reads the places, which `place.rs` parses, `find.rs` searches the message there, and `text.rs`
//! describes the URL, with the lines around it (`lines.rs`).

pub(crate) mod command;
pub(crate) mod find;
mod lines;
pub(crate) mod place;
pub(crate) mod text;
