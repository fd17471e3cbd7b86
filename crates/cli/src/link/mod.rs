//! The command `urlsift link`: texts with live links.

pub(crate) mod command;
mod shown_texts;
