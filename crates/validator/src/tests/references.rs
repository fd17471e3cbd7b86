//! Compares the verdicts of all grammars with those of `matcher.rs`, and for RFC 3986 and RFC 3987 with iri-string: on
//! random URLs, and on all strings of a few characters after the beginnings of URLs.

use super::matcher::{MAX_BYTES, find_failure};
use super::random::{Outcome, for_all};
use super::random_url;
use crate::grammar::Grammar;
use crate::validator::Validator;
use iri_string::types::{IriStr, UriStr};
use std::format;
use std::string::String;
use std::vec::Vec;

#[test]
fn random_urls_fail_where_the_rules_say() {
    for_all(random_url::url, |text| {
        agrees_with(text, Grammar::Rfc3986, |text| UriStr::new(text).is_ok())?;
        agrees_with(text, Grammar::Rfc3987, |text| IriStr::new(text).is_ok())?;
        if text.len() <= MAX_BYTES { agrees_with_matcher(text) } else { Ok(()) }
    });
}

/// Strings that may complete a prefix of a URI. Wherever a prefix can end, one of these completes it.
const COMPLETIONS: [&str; 22] = [
    "", ":", "a:", "0", "00", "@", "0@", "00@", "]", "::]", ":]", "0]", ":0]", "0::]", ".0]",
    ".0.0]", ".0.0.0]", "0.0]", "0.0.0]", "0.0.0.0]", ".a]", "0.a]",
];
/// Groups of an IPv6 address to put before a completion.
const GROUPS: [&str; 9] =
    ["", "0:", "0:0:", "0:0:0:", "0:0:0:0:", ":0", ":0:0", ":0:0:0", ":0:0:0:0"];

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
fn agrees_with(text: &str, grammar: Grammar, is_whole: fn(&str) -> bool) -> Outcome {
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

/// Both sides of each edge of `ucschar` and `iprivate`: in a path, in a host, and in a query, which allows private use.
#[test]
fn edges_of_rfc3987() {
    let anywhere = "\u{a0}\u{d7ff}\u{f900}\u{fdcf}\u{fdf0}\u{ffef}\u{10000}\u{1fffd}\u{20000}\u{dfffd}\u{e1000}\u{efffd}";
    let query = "\u{e000}\u{f8ff}\u{f0000}\u{ffffd}\u{100000}\u{10fffd}";
    let nowhere = "\u{7f}\u{80}\u{9f}\u{fdd0}\u{fdef}\u{fff0}\u{ffff}\u{1fffe}\u{e0001}\u{e0fff}\u{effff}\u{ffffe}\u{10ffff}";
    let table = [(anywhere, "path host query"), (query, "query"), (nowhere, "")];
    for (chars, expected) in table {
        for c in chars.chars() {
            let places = [("path", "x:/"), ("host", "x://"), ("query", "x:?"), ("scheme", "x")];
            let is_iri = |place: &str| {
                Validator::new().validate(&format!("{place}{c}")).satisfies(Grammar::Rfc3987)
            };
            let stands = places.iter().filter(|(_, before)| is_iri(before)).map(|(name, _)| *name);
            assert_eq!(stands.collect::<Vec<_>>().join(" "), expected, "{}", c.escape_unicode());
        }
    }
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
