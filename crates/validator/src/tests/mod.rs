//! Tests of the whole: tables that can be read, and properties against slow or foreign twins.

use crate::grammar::Grammar;
use crate::validator::Validator;
use std::format;
use std::string::String;

mod browser;
mod encode;
mod escapes;
mod iri;
mod notes;
mod others;
mod parts;
mod properties;
pub(crate) mod random;
mod rfc1738;
mod rfc3986;
mod scheme_parts;
pub(crate) mod soup;
mod twins;
mod url;
mod verdicts;

/// Whether `url` fails by `grammar`: `ok`, or offset, kind and nothing else.
fn outcome(grammar: Grammar, url: &str) -> String {
    match Validator::new().url(url).failure(grammar) {
        None => String::from("ok"),
        Some(failure) => format!("{} {:?}", failure.at(), failure.kind()),
    }
}

/// The whole message, or `ok`.
fn message(grammar: Grammar, url: &str) -> String {
    match Validator::new().url(url).failure(grammar) {
        None => String::from("ok"),
        Some(failure) => format!("{failure}"),
    }
}
