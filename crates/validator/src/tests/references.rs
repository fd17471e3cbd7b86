//! Compares the verdicts of all grammars with those of `matcher.rs`, and for RFC 3986 and RFC 3987 with iri-string: on
//! random URLs, on mutated URLs of the corpus, and on all strings of a few characters after the beginnings of URLs.
//!
//! The validator skips a plain prefix, so some of the random URLs have a long one and more text after it.

use super::iri::{agrees_with, is_iri, is_uri};
use super::matcher::{MAX_BYTES, find_failure};
use super::random::{Outcome, Random, for_all};
use super::random_url;
use crate::grammar::Grammar;
use crate::validator::Validator;
use std::string::String;
use std::vec::Vec;
use std::{format, fs};

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

/// Returns the URLs of the corpus, and texts that look like some.
fn corpus() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");
    let files =
        fs::read_dir(folder).expect("the corpus is there").map(|file| file.expect("a file").path());
    let tables =
        files.filter(|file| file.extension().is_some_and(|end| end == "toml" || end == "tsv"));
    let texts: Vec<String> = tables.map(|file| fs::read_to_string(file).expect("a text")).collect();
    let words =
        texts.iter().flat_map(|text| text.split([' ', '\t', '\n', '<', '>', '"', '\'', '`']));
    let mut urls: Vec<String> = words
        .filter(|word| word.len() <= MAX_BYTES && word.find(':').is_some_and(|at| at > 0))
        .map(String::from)
        .collect();
    // The order of the files depends on the file system, and failures must be reproducible.
    urls.sort_unstable();
    urls.dedup();
    urls
}

/// Checks that the validator and the matcher find the same failures in `text`.
fn agrees_with_matcher(text: &str) -> Outcome {
    let verdict = Validator::new().validate(text);
    for grammar in Grammar::ALL {
        let (at, expected) = (verdict.failure_at(*grammar), find_failure(grammar.name(), text));
        if at != expected {
            return Err(format!("fails by {grammar} at {at:?}, by its rules at {expected:?}"));
        }
    }
    Ok(())
}

#[test]
fn random_urls_fail_where_the_rules_say() {
    let strings = |random: &mut Random| {
        if random.once_in(2) { plain(random) } else { random_url::url(random) }
    };
    for_all(strings, |text| {
        agrees_with(text, Grammar::Rfc3986, is_uri)?;
        agrees_with(text, Grammar::Rfc3987, is_iri)?;
        if text.len() <= MAX_BYTES { agrees_with_matcher(text) } else { Ok(()) }
    });
}

#[test]
fn mutated_urls_of_the_corpus_fail_where_the_rules_say() {
    let urls = corpus();
    assert!(urls.len() > 1_000, "{}", urls.len());
    let mutated = |random: &mut Random| {
        let mut url = urls[random.below(urls.len())].clone();
        while random.once_in(2) {
            url = random.mutate(&url, SUFFIXES);
        }
        url
    };
    for_all(mutated, agrees_with_matcher);
}

/// Rules with many readings do not multiply the time. If each reading matched its rule anew, this test would not end.
#[test]
fn strings_with_many_readings_fail_where_the_rules_say() {
    for beginning in ["news:", "http://", "wais://a/a/a/", "foo:/", "foo://["] {
        for round in ["a.", "a@", "1.", "1=a/;", "a;", "::", "%41"] {
            let url = format!("{beginning}{}^", round.repeat(20));
            assert_eq!(agrees_with_matcher(&url), Ok(()), "{url}");
        }
    }
}

/// Beginnings of URLs, the number of characters to add to each, and these characters.
const BEGINNINGS: &[(&str, usize, &str)] = &[
    ("", 2, "a1+_:/"),
    ("http:", 3, "/h:"),
    ("http://", 3, "a1.-:/"),
    ("http://h", 2, "1:@/?#[%_"),
    ("http://h/", 2, "a/?;=%#~"),
    ("http://h/a%", 2, "0fG%"),
    ("http://h#", 2, "a# \"~"),
    ("ftp://u", 3, "1.:@/"),
    ("ftp://h/a", 2, "/;?t"),
    ("ftp://h/a;type=", 2, "adEI/"),
    ("telnet://u:p", 2, "@1:./"),
    ("rlogin://u", 2, "@1:./"),
    ("gopher://h", 2, "/1%?"),
    ("wais://h/", 3, "a/?1="),
    ("wais://h/d/t/", 3, "1=a;/"),
    ("prospero://h/", 3, "a;=/%"),
    ("mailto:", 3, "a1@.?"),
    ("mid:", 3, "a1@./"),
    ("news:", 3, "a1@.*-"),
    ("nntp:", 3, "a1/.+"),
    ("nntp://h/", 3, "a1/._"),
    ("afs://", 2, "a1./:"),
    ("file://", 3, "a1./:"),
    ("x:", 3, "a/?#[:"),
    ("x://", 3, "@:[]1a"),
    ("x://[", 4, "1:.]"),
    ("x://[v", 4, "1a.:]"),
    ("x://[1:2:3:4:5:", 5, "6:.]"),
    ("x://[::1.2.", 4, "025.]"),
    ("x://[::1234", 2, "5:]g"),
];

/// Checks `text`, and all strings of up to `more` of `chars` after it. A longer string fails where its beginning fails,
/// so only beginnings that can still become a URL are made longer.
fn check_all(text: &str, more: usize, chars: &str) {
    assert_eq!(agrees_with_matcher(text), Ok(()), "{text:?}");
    let verdict = Validator::new().validate(text);
    let is_open =
        |grammar: &Grammar| verdict.failure_at(*grammar).is_none_or(|at| at == text.len());
    if more > 0 && Grammar::ALL.iter().any(is_open) {
        for c in chars.chars() {
            check_all(&format!("{text}{c}"), more - 1, chars);
        }
    }
}

#[test]
fn all_short_strings_fail_where_the_rules_say() {
    for (beginning, more, chars) in BEGINNINGS {
        check_all(beginning, *more, chars);
    }
}
