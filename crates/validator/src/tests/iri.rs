//! Compares RFC 3987 and RFC 3986 with the crate iri-string, on strings with characters beyond ASCII in every
//! part.
//!
//! The characters lie on both sides of each edge in `ucschar` and `iprivate`. Private use characters are
//! allowed in a query only.

use super::properties::{COMPLETIONS, GROUPS};
use super::random::{Outcome, Random, for_all};
use crate::grammar::Grammar;
use crate::validator::Validator;
use iri_string::types::{IriStr, UriStr};
use std::format;
use std::string::String;

const SCHEMES: &[&str] = &["http", "x", "a+b-c.d", "urn", "1x", "", "\u{e9}", "x\u{a0}"];

/// Pieces that are allowed in any part.
const PIECES: &[&str] = &[
    "a",
    "Z9",
    "-._~",
    "!$&'()*+,;=",
    "%4a",
    "%C3%A9",
    ":",
    "@",
    "/",
    "//",
    "\u{e9}",
    "\u{a0}",
    "\u{d7ff}",
    "\u{f900}",
    "\u{fdcf}",
    "\u{fdf0}",
    "\u{ffef}",
    "\u{10000}",
    "\u{1fffd}",
    "\u{20000}",
    "\u{dfffd}",
    "\u{e1000}",
    "\u{efffd}",
];

/// Pieces that are allowed in a query only, with the edges of the private use planes.
const PRIVATE: &[&str] =
    &["?", "/", "\u{e000}", "\u{f8ff}", "\u{f0000}", "\u{ffffd}", "\u{100000}", "\u{10fffd}"];

/// Pieces that are allowed in few places or nowhere.
const ODD: &[&str] = &[
    "%",
    "%4",
    "%g",
    "#",
    "?",
    "[",
    "]",
    " ",
    "|",
    "\\",
    "\"",
    "<",
    "\u{7f}",
    "\u{80}",
    "\u{9f}",
    "\u{fdd0}",
    "\u{fdef}",
    "\u{fff0}",
    "\u{fffd}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{1fffe}",
    "\u{1ffff}",
    "\u{e0000}",
    "\u{e0001}",
    "\u{e0fff}",
    "\u{effff}",
    "\u{e000}",
    "\u{ffffe}",
    "\u{10fffe}",
    "\u{10ffff}",
    "\u{200b}",
    "\u{202e}",
    "\u{3000}",
];

/// Hosts, including IP literals.
const HOSTS: &[&str] = &[
    "",
    "h",
    "h.\u{e9}",
    "1.2.3.4",
    "256.1",
    "[::1]",
    "[1:2:3:4:5:6:7:8]",
    "[1::2:3.4.5.6]",
    "[1:2:3:4:5:6:7.8.9.10]",
    "[v1.a:b]",
    "[vF.\u{e9}]",
    "[::\u{e9}]",
    "[::1",
    "[",
    "]",
    "[]",
    "[1:2:3:4:5:6:7::]",
    "[::2:3:4:5:6:7:8]",
    "[::ffff:255.249.199.99]",
    "[1::2::3]",
];

fn iri(random: &mut Random) -> String {
    let mut iri = String::from(random.pick(SCHEMES));
    iri.push(':');
    if random.once_in(2) {
        iri.push_str("//");
        if random.once_in(3) {
            iri.push_str(&random.several(3, PIECES));
            iri.push('@');
        }
        iri.push_str(random.pick(HOSTS));
        if random.once_in(4) {
            iri.push_str(&random.several(3, PIECES));
        }
        if random.once_in(4) {
            iri.push_str(random.pick(&[":", ":80", ":00000000000", ":\u{e9}"]));
        }
    }
    iri.push_str(random.pick(&["", "", "/", "//"]));
    iri.push_str(&random.several(5, PIECES));
    if random.once_in(2) {
        iri.push('?');
        iri.push_str(&random.several(4, PIECES));
        iri.push_str(&random.several(3, PRIVATE));
    }
    if random.once_in(3) {
        iri.push('#');
        iri.push_str(&random.several(4, PIECES));
    }
    // Half of the strings stay unchanged: little can be learned from the text after a fault.
    while random.once_in(2) {
        let pieces = random.pick(&[ODD, PRIVATE]);
        iri = random.mutate(&iri, pieces);
    }
    iri
}

pub(super) fn is_iri(text: &str) -> bool {
    IriStr::new(text).is_ok()
}

pub(super) fn is_uri(text: &str) -> bool {
    UriStr::new(text).is_ok()
}

/// Returns whether one of the completions of `prefix` makes a string that `is_whole` accepts.
fn can_be_completed(prefix: &str, is_whole: fn(&str) -> bool) -> bool {
    let mut longer = String::from(prefix);
    GROUPS.iter().any(|groups| {
        COMPLETIONS.iter().any(|completion| {
            longer.truncate(prefix.len());
            longer.push_str(groups);
            longer.push_str(completion);
            is_whole(&longer)
        })
    })
}

/// Checks that the verdict equals that of `is_whole`, and that the offset is the length of the longest prefix
/// that can be completed.
pub(super) fn agrees_with(text: &str, grammar: Grammar, is_whole: fn(&str) -> bool) -> Outcome {
    let at = Validator::new().validate(text).failure_at(grammar);
    let Some(at) = at else {
        return if is_whole(text) { Ok(()) } else { Err(format!("not a URL by {grammar}")) };
    };
    if is_whole(text) {
        return Err(format!("a URL by {grammar}, and does not fail at {at}"));
    }
    if !can_be_completed(&text[..at], is_whole) {
        return Err(format!("fails by {grammar} before {at}"));
    }
    match text[at..].chars().next() {
        Some(found) if can_be_completed(&text[..at + found.len_utf8()], is_whole) => {
            Err(format!("fails by {grammar} after {at}"))
        }
        _ => Ok(()),
    }
}

#[test]
fn rfc3986_and_rfc3987_agree_with_iri_string() {
    for_all(iri, |text| {
        agrees_with(text, Grammar::Rfc3987, is_iri)?;
        agrees_with(text, Grammar::Rfc3986, is_uri)
    });
}

/// Each edge by itself: in a path, in a host, and in a query, which allows private use.
#[test]
fn edges() {
    let table = [
        ('\u{7f}', ""),
        ('\u{80}', ""),
        ('\u{9f}', ""),
        ('\u{a0}', "path host query"),
        ('\u{d7ff}', "path host query"),
        ('\u{e000}', "query"),
        ('\u{f8ff}', "query"),
        ('\u{f900}', "path host query"),
        ('\u{fdcf}', "path host query"),
        ('\u{fdd0}', ""),
        ('\u{fdef}', ""),
        ('\u{fdf0}', "path host query"),
        ('\u{ffef}', "path host query"),
        ('\u{fff0}', ""),
        ('\u{ffff}', ""),
        ('\u{10000}', "path host query"),
        ('\u{1fffd}', "path host query"),
        ('\u{1fffe}', ""),
        ('\u{20000}', "path host query"),
        ('\u{dfffd}', "path host query"),
        ('\u{e0001}', ""),
        ('\u{e0fff}', ""),
        ('\u{e1000}', "path host query"),
        ('\u{efffd}', "path host query"),
        ('\u{effff}', ""),
        ('\u{f0000}', "query"),
        ('\u{ffffd}', "query"),
        ('\u{ffffe}', ""),
        ('\u{100000}', "query"),
        ('\u{10fffd}', "query"),
        ('\u{10ffff}', ""),
    ];
    for (c, expected) in table {
        let places = [("path", "x:/"), ("host", "x://"), ("query", "x:?"), ("scheme", "x")];
        let is_iri = |place: &str| {
            Validator::new().validate(&format!("{place}{c}")).satisfies(Grammar::Rfc3987)
        };
        let stands = places.iter().filter(|(_, before)| is_iri(before)).map(|(name, _)| *name);
        let stands = stands.collect::<std::vec::Vec<_>>().join(" ");
        assert_eq!(stands, expected, "U+{:04X}", u32::from(c));
    }
}
