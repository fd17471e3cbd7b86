//! Compares verdicts on random strings with `matcher.rs`, and for RFC 3986 with iri-string.

use super::matcher::{MAX_BYTES, find_failure};
use crate::grammar::Grammar;
use crate::validator::Validator;
use iri_string::types::UriStr;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::string::{String, ToString};
use std::vec::Vec;

/// Strings made of pieces of URLs, which reach far into every production.
fn structured() -> impl Strategy<Value = String> {
    let scheme = prop_oneof![
        8 => prop::sample::select(Vec::from([
            "http://", "ftp://", "news:", "nntp://", "telnet://", "gopher://", "wais://",
            "mailto:", "file://", "prospero://", "foo://", "HTTP://", "x:", "1x:", "nntp:", "mid:",
            "CID:", "afs://", "rlogin://", "tn3270://",
        ])),
        1 => prop::sample::select(Vec::from(["", "http", "ftp:", "file:/", ":", "http:///"])),
    ];
    let piece = prop::sample::select(Vec::from([
        "a",
        "b-c",
        "host",
        ".",
        "com",
        "1",
        "42",
        "255",
        "-",
        "_",
        "%20",
        "%09",
        "%4a",
        "%",
        "/",
        "/",
        "//",
        "?",
        "#",
        ":",
        "@",
        ";",
        "=",
        "&",
        ";type=",
        ";TYPE=d",
        "a=b",
        "*",
        "+",
        "~",
        "|",
        "[",
        "]",
        "[::1]",
        "[1:2:3:4:5:6:7:8]",
        "::",
        "[1::1.2.3.4]",
        "[v1.x]",
        "\u{e9}",
        " ",
        "$",
        "0",
        "g",
        "i",
        "\"",
        "1=a;",
        "%00",
        "[a::1:1.2.3.4]",
    ]));
    (scheme, prop::collection::vec(piece, 0..10)).prop_map(|(scheme, pieces)| {
        let mut url = String::from(scheme);
        url.extend(pieces);
        url
    })
}

/// Whole URLs with a mutation at one place.
fn mutated() -> impl Strategy<Value = String> {
    let url = prop::sample::select(Vec::from([
        "ftp://user:password@host.dom:21/cwd1/cwd2/name;type=a",
        "http://host.dom:80/path/more?searchpart&k=v#fragment",
        "mailto:user@host.dom",
        "news:unique@full.domain.name",
        "nntp://127.0.0.1:119/comp.infosystems.www.misc/4711",
        "telnet://user:password@host.dom:23/",
        "wais://host.dom:210/database/wtype/wp%20ath",
        "prospero://host.dom:1525/hsoname;field=value;g=h",
        "gopher://host.dom/1selector%09search%09+view",
        "file://localhost/disk$user/my/notes",
        "ldap://[2001:db8::192.0.2.1]:389/c=GB?objectClass?one",
        "urn:example:animal:ferret:nose",
    ]));
    (url, any::<prop::sample::Index>(), 0..3usize, "[ -~]|\u{e9}").prop_map(
        |(url, at, removed, inserted)| {
            let at = at.index(url.len() + 1);
            let rest = url.get(at + removed..).unwrap_or("");
            [&url[..at], inserted.as_str(), rest].concat()
        },
    )
}

fn strings() -> impl Strategy<Value = String> {
    prop_oneof![4 => structured(), 4 => mutated(), 1 => "\\PC{0,20}"]
}

/// Strings that may complete a prefix of a URI. Wherever a prefix can end, one of these completes it.
pub(super) const COMPLETIONS: [&str; 22] = [
    "", ":", "a:", "0", "00", "@", "0@", "00@", "]", "::]", ":]", "0]", ":0]", "0::]", ".0]",
    ".0.0]", ".0.0.0]", "0.0]", "0.0.0]", "0.0.0.0]", ".a]", "0.a]",
];
/// Groups of an IPv6 address to put before a completion.
pub(super) const GROUPS: [&str; 9] =
    ["", "0:", "0:0:", "0:0:0:", "0:0:0:0:", ":0", ":0:0", ":0:0:0", ":0:0:0:0"];

fn is_uri(text: &str) -> bool {
    UriStr::new(text).is_ok()
}

/// Returns whether one of the completions makes a URI of `prefix`.
fn can_become_uri(prefix: &str) -> bool {
    GROUPS.iter().any(|groups| {
        COMPLETIONS.iter().any(|completion| is_uri(&[prefix, groups, completion].concat()))
    })
}

/// Failing cases are not kept in files. Add one to a table instead.
fn config() -> ProptestConfig {
    let asked = std::env::var("URLSIFT_CASES").ok().and_then(|cases| cases.parse().ok());
    // A failure must be reproducible: only if more cases are asked for do they differ between runs.
    let rng_seed = if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(1738) };
    ProptestConfig {
        rng_seed,
        failure_persistence: None,
        ..ProptestConfig::with_cases(asked.unwrap_or(2_000))
    }
}

proptest! {
    #![proptest_config(config())]

    /// Checks verdict and offset of each grammar against its rules.
    #[test]
    fn strings_fail_where_the_rules_say(url in strings()) {
        let verdict = Validator::new().validate(&url);
        if url.len() <= MAX_BYTES {
            for grammar in Grammar::ALL {
                let expected = find_failure(grammar.name(), &url);
                prop_assert_eq!(verdict.failure_at(*grammar), expected, "{} {}", grammar, url);
            }
        }
    }

    /// Checks the verdict of RFC 3986 against iri-string. The offset must be the length of the longest prefix
    /// that can be completed.
    #[test]
    fn rfc3986_agrees_with_iri_string(url in strings()) {
        let judged = Validator::new().url(&url);
        prop_assert_eq!(judged.verdict().satisfies(Grammar::Rfc3986), is_uri(&url), "{}", url);
        if let Some(failure) = judged.failure(Grammar::Rfc3986) {
            prop_assert!(can_become_uri(&url[..failure.at()]), "{} at {}", url, failure.at());
            if let Some(found) = failure.found() {
                let longer = &url[..failure.at() + found.len_utf8()];
                prop_assert!(!can_become_uri(longer), "{} at {}", url, failure.at());
            }
        }
    }

    /// Checks that nothing panics and that all offsets and ranges are character boundaries within the string,
    /// whatever it is.
    #[test]
    fn offsets_are_character_boundaries(url in prop_oneof![strings(), any::<String>()]) {
        let judged = Validator::new().url(&url);
        let verdict = judged.verdict();
        for grammar in Grammar::ALL {
            prop_assert_eq!(verdict.satisfies(*grammar), verdict.failure_at(*grammar).is_none());
            if let Some(failure) = judged.failure(*grammar) {
                prop_assert_eq!(Some(failure.at()), verdict.failure_at(*grammar));
                prop_assert_eq!(url[failure.at()..].chars().next(), failure.found());
                prop_assert!(!failure.to_string().is_empty());
            }
        }
        let parts = verdict.parts();
        let all = [
            parts.scheme, parts.user, parts.password, parts.host, parts.port, parts.path,
            parts.query, parts.fragment,
        ];
        let mut end = 0;
        for span in all.into_iter().flatten() {
            prop_assert!(end <= span.start && url.get(span.range()).is_some());
            end = span.end;
        }
    }
}
