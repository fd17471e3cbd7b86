//! `urlsift report`: reads archives or rows, and writes a page about their URLs.
//!
//! `command.rs` decides which of both the inputs are. `archive.rs` searches archives with the engine of `scan`, and
//! `rows.rs` reads files of rows line by line. `figures` makes the figures and the page.

mod archive;
pub(crate) mod command;
pub(crate) mod figures;
mod link_note;
mod rows;
