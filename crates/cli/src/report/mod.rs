//! `urlsift report`: reads archives or rows, and writes a page about their URLs.

mod archive;
pub(crate) mod command;
pub(crate) mod figures;
mod link_note;
mod rows;
