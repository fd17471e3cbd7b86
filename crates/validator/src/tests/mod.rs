//! Tests of the whole crate: readable tables, and random strings whose verdicts are compared with those of `matcher.rs`
//! and of other crates.

use crate::grammar::Grammar;
use crate::validator::Validator;
use std::format;
use std::string::String;

mod browser;
mod characters;
mod draft03;
mod encode;
mod grammars;
mod marks;
mod matcher;
mod notes;
pub(crate) mod random;
pub(crate) mod random_url;
mod references;
mod rfc1738;
mod rfc2396;
mod rfc3986;
mod scheme_parts;
mod url;
mod verdicts;

/// Returns offset and kind of the failure by `grammar`, or `ok`.
fn outcome(grammar: Grammar, url: &str) -> String {
    match Validator::new().url(url).failure(grammar) {
        None => String::from("ok"),
        Some(failure) => format!("{} {:?}", failure.at(), failure.kind()),
    }
}

/// Returns the message of the failure by `grammar`, or `ok`.
fn message(grammar: Grammar, url: &str) -> String {
    match Validator::new().url(url).failure(grammar) {
        None => String::from("ok"),
        Some(failure) => format!("{failure}"),
    }
}
