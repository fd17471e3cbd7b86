//! Validates any string, and compares the result with a matcher of the grammars' rules.
//!
//! The first byte selects how the rest becomes a text, the second a prefix for it. The target checks:
//!
//! - The string fails each grammar where its rules say.
//! - Each offset and range is inside the string and at character boundaries; the parts are in order.
//! - The encoded form of a URL satisfies the grammar, decodes to the same octets, has the same parts, and does not
//!   change if it is encoded again.
//!
//! The matcher is slow, so it runs on short strings only.

#![no_main]

use std::borrow::Cow;

use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::Mode;
use urlsift_validator::{Encoded, Grammar, Parts, Span, Url, Validator};

#[path = "../../validator/src/tests/matcher.rs"]
mod matcher;

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
    if text.len() <= matcher::MAX_BYTES {
        for grammar in Grammar::ALL {
            let expected = matcher::find_failure(grammar.name(), text);
            assert_eq!(url.verdict().failure_at(*grammar), expected, "{text:?} {grammar}");
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
