//! Compares all grammars on URLs of all schemes with the reference implementations in `naive/`, and for RFC
//! 3986 and RFC 3987 with iri-string.
//!
//! The validator skips a plain prefix, so half of the strings have a long one and more text after it.

use super::iri::{agrees_with, is_iri, is_uri};
use super::random::{Random, for_all};
use super::random_url;
use crate::grammar::Grammar;
use crate::naive;
use crate::validator::Validator;
use std::format;
use std::string::String;

/// A function that returns the offset at which a string fails.
type Reference = fn(&str) -> Option<usize>;

/// Longest string in bytes for the slow reference implementations.
const MAX_NAIVE_BYTES: usize = 100;

/// Prefixes that the validator skips, and near misses.
const PREFIXES: &[&str] = &[
    "http://www.example.org",
    "https://a.b-c.d1",
    "HTTP://WWW.EXAMPLE.ORG",
    "http://1.example.org",
    "http://x--y.example",
    "http://example.o-g",
    "https://example.org1",
    "http://example.1org",
];

/// Pieces to append.
const SUFFIXES: &[&str] = &[
    "/",
    "/",
    "/",
    "a",
    "bc",
    "index",
    ".html",
    "-",
    "_",
    "+",
    "$",
    "//",
    "~",
    "%20",
    "%",
    "?",
    "#",
    ":",
    ":80",
    "@",
    ";",
    "=",
    "&",
    ",",
    "'",
    "(",
    "!",
    "*",
    "\"",
    " ",
    "|",
    "\u{e9}",
    "\\",
    "/abcdefghijklmnopqrstuvwxyz/0123456789",
    ".org",
];

fn plain(random: &mut Random) -> String {
    let mut url = String::from(random.pick(PREFIXES));
    url.push_str(&random.several(10, SUFFIXES));
    while random.once_in(3) {
        url = random.mutate(&url, SUFFIXES);
    }
    url
}

#[test]
fn all_grammars_agree_with_their_references() {
    let strings = |random: &mut Random| {
        if random.once_in(2) { plain(random) } else { random_url::url(random) }
    };
    for_all(strings, |text| {
        agrees_with(text, Grammar::Rfc3986, is_uri)?;
        agrees_with(text, Grammar::Rfc3987, is_iri)?;
        if text.len() > MAX_NAIVE_BYTES {
            return Ok(());
        }
        let references: [(_, Reference); 3] = [
            (Grammar::Draft03, naive::find_draft03_failure),
            (Grammar::Rfc1738, naive::find_rfc1738_failure),
            (Grammar::Rfc2396, naive::find_rfc2396_failure),
        ];
        let verdict = Validator::new().validate(text);
        let differs =
            references.iter().find(|(grammar, find)| verdict.failure_at(*grammar) != find(text));
        match differs {
            None => Ok(()),
            Some((grammar, find)) => {
                let at = verdict.failure_at(*grammar);
                Err(format!("fails by {grammar} at {at:?}, by the reference at {:?}", find(text)))
            }
        }
    });
}
