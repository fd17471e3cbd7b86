//! Makes random text that looks like mail.
//!
//! Token sequences reach every corner and shrink to short cases. `letter.rs` makes letters with wrapped URLs, quoted,
//! indented and damaged. `URLSIFT_CASES` sets the number of cases.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::string::String;
use std::vec::Vec;

/// The tokens of random text; a token that is hard to scan occurs more often.
const TOKENS: &[&str] = &[
    "<",
    "<",
    "<",
    ">",
    ">",
    ">",
    "\"",
    "\"",
    "URL:",
    "url:",
    "URL",
    "http:",
    "http:",
    "http://",
    "http://",
    "http://a",
    "ftp://b.c",
    "mailto:",
    "mailto:a@b",
    "news:",
    "news:*",
    "bitcoin:*",
    "news:<",
    "news:<a@b>",
    "news:<a@[b]>",
    "news:<a..b@c>",
    "a@b>",
    "file:",
    "file:/",
    "tel:",
    "tel:1",
    "ldap://",
    "imap:",
    "urn:a:b",
    "data:",
    "x-any:",
    "x-any://",
    "x://",
    "ht",
    "tp",
    "z39.50",
    ":",
    "//",
    "/",
    "?",
    "#",
    "@",
    "a",
    "b",
    "at",
    " at ",
    "1",
    "x",
    "é",
    ".",
    ".",
    ",",
    "-",
    "-",
    "_",
    "+",
    "*",
    "!",
    ";",
    "&",
    "=",
    "'",
    "’",
    "”",
    "“",
    "。",
    "＞",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "[::1]",
    "[http://",
    "%20",
    "%40",
    "|",
    "`",
    "\\",
    "\\\"",
    "\\-",
    "\\:",
    "\\&",
    "\\_b",
    "\\n",
    "\\t",
    "\\fR",
    "@{",
    "[/a]",
    "www.",
    "www.a.bc",
    ".bc",
    ".Bc",
    ".py",
    "a.bc",
    "@a.bc",
    ":80",
    "'http://a",
    "->",
    "^",
    "$",
    "~",
    " ",
    " ",
    "  ",
    "\t",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "\u{2028}",
    "\u{3000}",
    "\u{205f}",
    "\u{85}",
    "\u{ad}",
    "\u{200d}",
    "\u{200c}",
    "ب",
    "\u{2060}",
    "\u{fe0f}",
    "\u{fffd}",
    "\0",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\n\n\n",
    "\n>",
    "\n> ",
    "\n> ",
    "\n>> ",
    "\n> >",
    "\n> > a at b>",
    "%\n> ",
    "\n>.",
    "\n| ",
    "\nJD> ",
    "\n  ",
    ">\n",
    " b>",
];

/// Beginnings of a text's first line. Later lines may repeat their marks.
const BEGINNINGS: &[&str] = &[
    "",
    "",
    "",
    "a\n\n\nb\n\n\n\nc\n\n\n\nd\n\n\n",
    "> ",
    ">",
    ">> ",
    "> > ",
    "| ",
    "JD> ",
    ": ",
    "x ",
];

/// Makes text of tokens in any order.
pub(super) fn soup() -> impl Strategy<Value = String> {
    let beginning = prop::sample::select(BEGINNINGS);
    let tokens = prop::collection::vec(prop::sample::select(TOKENS), 0..24);
    (beginning, tokens).prop_map(|(beginning, tokens)| [beginning, &tokens.concat()].concat())
}

/// Makes text that is likely to contain a wrapper: an opener, a scheme, a few tokens, a closer.
pub(super) fn wrapper_soup() -> impl Strategy<Value = String> {
    let beginning = prop::sample::select(BEGINNINGS);
    let opener = prop::sample::select(
        &["<URL:", "<", "\"", "< URL: ", "<URL:\n> ", "<\n", "URL: ", "<URL:url:"][..],
    );
    let scheme = prop::sample::select(
        &[
            "http://",
            "mailto:",
            "news:",
            "ftp:",
            "x-any://",
            "file:",
            "ht\ntp://",
            "//http://",
            "ht tp\n> ://",
            "ftp ://",
            "m a i\nlto\n:",
        ][..],
    );
    let tokens = || prop::collection::vec(prop::sample::select(TOKENS), 0..10);
    let closer = prop::sample::select(&[">", "\"", "\n>", " "][..]);
    (beginning, opener, scheme, tokens(), closer, tokens()).prop_map(
        |(beginning, opener, scheme, inner, closer, after)| {
            [beginning, opener, scheme, &inner.concat(), closer, &after.concat()].concat()
        },
    )
}

/// Makes a wrapper with about as many gaps as W4 allows.
pub(super) fn gaps() -> impl Strategy<Value = String> {
    let delimiters = prop::sample::select(&[("<URL:", ">"), ("<", ">"), ("\"", "\"")][..]);
    let edge = prop::sample::select(&["http://a/", "http: // a/", "urn: "][..]);
    let piece = prop::sample::select(
        &[" /a", " /a", " /a", " /a", " /a", " /a", "\u{200b}a", "\n/a", " at b"][..],
    );
    (delimiters, edge, prop::collection::vec(piece, 60..110))
        .prop_map(|((open, close), edge, pieces)| [open, edge, &pieces.concat(), close].concat())
}

/// Makes a URL whose `://` is damaged.
pub(super) fn damaged() -> impl Strategy<Value = String> {
    let pick = |parts: &'static [&'static str], max: usize| {
        prop::collection::vec(prop::sample::select(parts), 0..max).prop_map(|parts| parts.concat())
    };
    let scheme = prop::sample::select(&["http:", "HTTPS:", "ftp:", "_ftp:", "xhttp:"][..]);
    let host = prop::sample::select(&["www.a.bc", "a.bc", "a", "a-.bc.", "a.bc:80", "a.b1"][..]);
    let separator = pick(&["/", "/", "\\", ":", " "], 7);
    let rest = pick(&["/", "\\", "?", "#", "a", ".", ")", ",", "1"], 5);
    (separator, scheme, host, rest, soup()).prop_map(|(separator, scheme, host, rest, soup)| {
        [scheme, &separator, host, &rest, &soup].concat()
    })
}

/// Makes a bare URL with an ` at ` before a host.
pub(super) fn masks() -> impl Strategy<Value = String> {
    let scheme = prop::sample::select(
        &["http://h/a/", "http://h/?a=", "http://", "ftp://", "x-any://", "mailto:", "news:"][..],
    );
    let before = prop::collection::vec(
        prop::sample::select(
            &["a", "a", "A", "1", ".", "-", "_", "/", "=", "@", "#", "(", "'"][..],
        ),
        0..4,
    );
    let mask = prop::sample::select(&[" at a.bc", " at a.bc", " at www.a.bc", " at a"][..]);
    let after = prop::sample::select(&["/", "&", ".", "", ".1/", "@", ")", "[", "é", "-/"][..]);
    let tokens = prop::collection::vec(prop::sample::select(TOKENS), 0..6);
    (scheme, before, mask, after, tokens).prop_map(|(scheme, before, mask, after, tokens)| {
        [scheme, &before.concat(), mask, after, &tokens.concat()].concat()
    })
}

/// Makes a URL among words that is plain or almost so.
pub(super) fn plain() -> impl Strategy<Value = String> {
    let pick = |parts: &'static [&'static str]| prop::sample::select(parts);
    let before = pick(&[
        "", "a ", "<URL: ", "\nURL:\n", "a:\n", "URL: ", "<a\n", "\"\n> ", "|\t", "é ", "a.",
        "\r\n",
    ]);
    let scheme =
        pick(&["http://", "https://", "FTP://", "nntp://", "z39.50://", "xhttp://", "http:/"]);
    let part = pick(&[
        "a", "B", "1", "/", "/", ".", "-", "_", "~", "%20", "?", "=", "+", ",", "#", "&", "&amp",
        ";", "@", ":80", "://", "'s", "(", ")", "..", "é",
    ]);
    let after = pick(&["", " ", "\n", "\r", "\t", " at a.bc", " at a.bc/", "\u{a0}", ">", "\0"]);
    let tokens = prop::collection::vec(pick(TOKENS), 0..4);
    (before, scheme, pick(&["a", "a.b", "1"]), prop::collection::vec(part, 0..5), after, tokens)
        .prop_map(|(before, scheme, host, parts, after, tokens)| {
            [before, scheme, host, &parts.concat(), after, &tokens.concat()].concat()
        })
}

/// Makes text with a byte that is not valid UTF-8.
pub(super) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    (soup(), any::<prop::sample::Index>(), 0x80..=0xFFu8).prop_map(|(text, at, byte)| {
        let mut bytes = text.into_bytes();
        bytes.insert(at.index(bytes.len() + 1), byte);
        bytes
    })
}

/// Returns the configuration of a property test: `cases` random texts, or as many as `URLSIFT_CASES`
/// says. Failing cases are not stored in files; each becomes a row of a table.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("URLSIFT_CASES").ok().and_then(|cases| cases.parse().ok());
    // A failure must be repeatable, so the seed is fixed. It is random only if the number of cases was set.
    let rng_seed = if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(1738) };
    ProptestConfig {
        rng_seed,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::with_cases(asked.unwrap_or(cases))
    }
}
