//! Validates any string, and compares the result with the reference implementations of the grammars.
//!
//! The first byte selects how the rest becomes a text, the second a prefix for it. The target checks:
//!
//! - For draft 03, RFC 1738 and RFC 2396, the string fails where the reference implementation says.
//! - Each offset and range is inside the string and at character boundaries; the parts are in order.
//! - The encoded form of a URL satisfies the grammar, decodes to the same octets, has the same parts, and does not
//!   change if it is encoded again.
//!
//! The reference implementations record every offset where a rule may end, so they run on short strings only.

#![no_main]

use std::borrow::Cow;

use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::Mode;
use urlsift_validator::{Encoded, Grammar, Parts, Span, Url, Validator, naive};

/// A reference implementation: returns the offset of the failure.
type FindFailure = fn(&str) -> Option<usize>;

/// The longest string, in bytes, that is given to a reference implementation.
const MAX_NAIVE_BYTES: usize = 60;

/// Prefixes for the text. The first is empty.
const BEGINNINGS: &[&str] = &[
    "",
    "http://",
    "ftp://",
    "news:",
    "nntp:",
    "nntp://",
    "telnet://",
    "rlogin://",
    "tn3270://",
    "gopher://",
    "wais://",
    "mailto:",
    "mid:",
    "cid:",
    "file://",
    "prospero://",
    "afs://",
    "x:",
    "x://",
    "1x:",
    "http://a/",
    "ftp://a/",
    "nntp://a/",
    "gopher://a/",
    "wais://a/b/",
    "prospero://a/",
    "afs://a/",
    "x://[",
];

fuzz_target!(|data: &[u8]| {
    let [first, second, rest @ ..] = data else { return };
    let rest = Mode::of(*first).text(rest);
    let beginning = BEGINNINGS[*second as usize % BEGINNINGS.len()];
    let text = [beginning, &String::from_utf8_lossy(&rest)].concat();
    let url = Validator::new().url(&text);
    check_failures(&url);
    check_parts(&url);
    for grammar in Grammar::ALL {
        check_encoded(&url, *grammar);
    }
});

fn check_failures(url: &Url<'_>) {
    let text = url.as_str();
    for grammar in Grammar::ALL {
        let at = url.verdict().failure_at(*grammar);
        assert_eq!(at.is_none(), url.verdict().satisfies(*grammar));
        let failure = url.failure(*grammar);
        assert_eq!(failure.map(|failure| failure.at()), at);
        if let Some(failure) = failure {
            assert_eq!(text[failure.at()..].chars().next(), failure.found(), "{text:?} {grammar}");
            assert!(!failure.to_string().is_empty());
        }
    }
    if text.len() <= MAX_NAIVE_BYTES {
        let references: [(_, FindFailure); 3] = [
            (Grammar::Draft03, naive::find_draft03_failure),
            (Grammar::Rfc1738, naive::find_rfc1738_failure),
            (Grammar::Rfc2396, naive::find_rfc2396_failure),
        ];
        for (grammar, find) in references {
            assert_eq!(url.verdict().failure_at(grammar), find(text), "{text:?} {grammar}");
        }
    }
}

fn check_parts(url: &Url<'_>) {
    let text = url.as_str();
    let mut end = 0;
    for span in all(url.verdict().parts()).into_iter().flatten() {
        assert!(end <= span.start && text.get(span.range()).is_some(), "{span:?} of {text:?}");
        end = span.end;
    }
    for note in url.notes() {
        assert!(text.get(note.span().range()).is_some(), "{note:?} of {text:?}");
    }
    assert!(format!("{:?}", url.scheme_part()).len() > 1);
    assert!(url.port_or_default().is_none() || url.verdict().parts().host.is_some());
}

fn check_encoded(url: &Url<'_>, grammar: Grammar) {
    let text = url.as_str();
    let encoded = match url.encoded(grammar) {
        Ok(encoded) => encoded,
        Err(failure) => {
            assert!(!url.verdict().satisfies(grammar));
            assert_eq!(failure.grammar(), grammar);
            assert_eq!(text[failure.at()..].chars().next(), failure.found(), "{text:?} {grammar}");
            return;
        }
    };
    let is_borrowed = matches!(encoded, Cow::Borrowed(_));
    assert_eq!(is_borrowed, url.verdict().satisfies(grammar), "{text:?} {grammar}");
    let again = Validator::new().url(&encoded);
    assert!(again.verdict().satisfies(grammar), "{text:?} {grammar}: {encoded:?}");
    assert!(matches!(again.encoded(grammar), Ok(Cow::Borrowed(_))));
    let parts = all(url.verdict().parts()).into_iter().zip(all(again.verdict().parts()));
    for (was, is) in parts {
        let was = was.map(|was| url.piece(was)).map(Encoded::decode);
        let is = is.map(|is| again.piece(is)).map(Encoded::decode);
        assert_eq!(was, is, "{text:?} {grammar}: {encoded:?}");
    }
}

fn all(parts: &Parts) -> [Option<Span>; 8] {
    let Parts { scheme, user, password, host, port, path, query, fragment, .. } = *parts;
    [scheme, user, password, host, port, path, query, fragment]
}
