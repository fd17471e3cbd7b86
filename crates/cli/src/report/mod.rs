//! `urlsift report`: reads archives or rows, and writes a page about their URLs.
//!
//! `command.rs` decides which of both the inputs are. `archive.rs` searches archives with the engine of `scan`, and
//! `rows.rs` reads files of rows line by line. The library makes the figures and the page.

mod archive;
pub(crate) mod command;
mod rows;
