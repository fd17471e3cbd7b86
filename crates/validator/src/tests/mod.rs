//! Tests of the whole crate: readable tables, and random strings whose verdicts are compared with those of `matcher.rs`
//! and of other crates.

mod browser;
mod characters;
mod documents;
mod encode;
mod matcher;
mod messages;
mod notes;
mod random;
mod random_url;
mod references;
mod scheme_parts;
mod url;
mod verdicts;
