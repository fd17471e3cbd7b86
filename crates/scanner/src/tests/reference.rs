//! Compares the scanner with the reference implementation in `naive.rs`, on random text that looks like
//! mail.
//!
//! There are two sources of text. Token sequences reach every corner and shrink to short cases. Letters
//! contain wrapped URLs, quoted, indented and damaged. `URLSIFT_CASES` sets the number of cases.

use core::ops::Range;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::string::String;
use std::sync::LazyLock;
use std::vec::Vec;

use crate::bytes::space::space_len;
use crate::naive::{self, Bounds, Found};
use crate::scheme::{Kind, Scheme};
use crate::tests::letter::letter;
use crate::{Config, Form, Forms, MAX_LEN, MAX_LINES, OwnSchemes, Scanner};

/// Returns the scanner's matches in the types of the reference implementation.
fn scanned(haystack: &[u8], bounds: Bounds) -> Vec<Found> {
    let Bounds { forms, max_len, max_lines, schemes } = bounds;
    let config = Config::new().forms(forms).max_len(max_len).max_lines(max_lines);
    let config = config.own_schemes(*schemes);
    Scanner::with_config(config)
        .find_iter(haystack)
        .map(|wrapper| Found {
            form: wrapper.form(),
            outer: wrapper.outer(),
            inner: wrapper.inner(),
            tail: wrapper.tail(),
            lines: wrapper.lines().filter_map(|line| trimmed(haystack, line)).collect(),
        })
        .collect()
}

/// Returns `line` without the spaces at its edges, which readings ignore (J1).
fn trimmed(haystack: &[u8], line: Range<usize>) -> Option<Range<usize>> {
    let space_at = |at: &usize| space_len(haystack, *at).checked_sub(1).map(|_| *at);
    let mut start = line.start;
    while start < line.end && space_at(&start).is_some() {
        start += space_len(haystack, start);
    }
    let mut end = line.end;
    while let Some(space) =
        (start..end).rev().take(3).find(|at| *at + space_len(haystack, *at) == end)
    {
        end = space;
    }
    (start < end).then_some(start..end)
}

/// Reports whether a run has so many schemes without a host that the scanner may give it up. The scanner
/// checks a shape four times in a run and not again (W10), but the reference implementation never gives
/// up.
fn exhausts_shape_checks(haystack: &[u8]) -> bool {
    let text = String::from_utf8_lossy(haystack).to_ascii_lowercase();
    let opaque: Vec<String> = Scheme::all()
        .iter()
        .filter(|scheme| matches!(scheme.kind, Kind::Opaque(_)))
        .map(|scheme| scheme.name)
        .chain(OWN)
        .map(|name| [name, ":"].concat())
        .collect();
    let count =
        |run: &str| opaque.iter().map(|name| run.matches(name.as_str()).count()).sum::<usize>();
    text.split_whitespace().any(|run| count(run) > 3)
}

fn check(haystack: &[u8], bounds: Bounds) -> Result<(), TestCaseError> {
    let Bounds { forms, max_len, max_lines, schemes } = bounds;
    let config = Config::new().forms(forms).max_len(max_len).max_lines(max_lines);
    let config = config.own_schemes(*schemes);
    let scanner = Scanner::with_config(config);
    if let Some(wrapper) = scanner.find(haystack) {
        let candidate = scanner.find_candidate(haystack);
        let is_early = candidate.is_some_and(|candidate| candidate < wrapper.outer().end);
        prop_assert!(is_early, "{:?} {:?}", String::from_utf8_lossy(haystack), candidate);
    }
    if exhausts_shape_checks(haystack) {
        return Ok(());
    }
    let (got, expected) = (scanned(haystack, bounds), naive::find_all(haystack, bounds));
    prop_assert_eq!(got, expected, "{:?} {:?}", String::from_utf8_lossy(haystack), bounds);
    Ok(())
}

const USUAL: Bounds =
    Bounds { forms: USUAL_FORMS, max_len: MAX_LEN, max_lines: MAX_LINES, schemes: &NO_SCHEMES };
const ALL: Bounds = Bounds { forms: Forms::all(), ..USUAL };
const USUAL_FORMS: Forms =
    Forms::all().without(Form::Address).without(Form::Host).without(Form::Repaired);

static NO_SCHEMES: OwnSchemes = OwnSchemes::new();

/// Schemes that occur in the tokens of random text.
static OWN_SCHEMES: LazyLock<OwnSchemes> = LazyLock::new(|| {
    let mut schemes = OwnSchemes::new();
    for name in OWN {
        schemes.add(name).expect("the name is a scheme");
    }
    schemes
});

const OWN: [&str; 2] = ["x-any", "ht"];

fn bounds() -> impl Strategy<Value = Bounds> {
    let forms = prop::sample::subsequence(Vec::from(Form::ALL), 1..=Form::ALL.len())
        .prop_map(|forms| forms.into_iter().collect());
    (forms, 1..80usize, 1..5usize, any::<bool>()).prop_map(|(forms, max_len, max_lines, own)| {
        Bounds { forms, max_len, max_lines, schemes: if own { &OWN_SCHEMES } else { &NO_SCHEMES } }
    })
}

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

fn soup() -> impl Strategy<Value = String> {
    let beginning = prop::sample::select(BEGINNINGS);
    let tokens = prop::collection::vec(prop::sample::select(TOKENS), 0..24);
    (beginning, tokens).prop_map(|(beginning, tokens)| [beginning, &tokens.concat()].concat())
}

/// Makes text that is likely to contain a wrapper: an opener, a scheme, a few tokens, a closer.
fn wrapper_soup() -> impl Strategy<Value = String> {
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
fn gaps() -> impl Strategy<Value = String> {
    let delimiters = prop::sample::select(&[("<URL:", ">"), ("<", ">"), ("\"", "\"")][..]);
    let edge = prop::sample::select(&["http://a/", "http: // a/", "urn: "][..]);
    let piece = prop::sample::select(
        &[" /a", " /a", " /a", " /a", " /a", " /a", "\u{200b}a", "\n/a", " at b"][..],
    );
    (delimiters, edge, prop::collection::vec(piece, 60..110))
        .prop_map(|((open, close), edge, pieces)| [open, edge, &pieces.concat(), close].concat())
}

/// Makes a URL whose `://` is damaged.
fn damaged() -> impl Strategy<Value = String> {
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
fn masks() -> impl Strategy<Value = String> {
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

/// Makes text with a byte that is not valid UTF-8.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
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

/// Random text has no names of this length.
#[test]
fn names_of_the_greatest_length_match_the_reference() {
    for length in 248..=254 {
        let name = "a".repeat(length);
        // (text before the name, text after it)
        let table = [
            ("", "@a.bc"),
            ("..", "@a.bc "),
            (" at ", "@a.bc\n"),
            ("news:", "@a.bc"),
            ("mid:", "@b"),
        ];
        for (before, after) in table {
            let text = [before, &name, after].concat();
            check(text.as_bytes(), ALL).unwrap_or_else(|error| panic!("{length}: {error}"));
        }
    }
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn random_tokens_match_the_reference(text in soup()) {
        check(text.as_bytes(), USUAL)?;
        check(text.as_bytes(), ALL)?;
    }

    #[test]
    fn random_wrappers_match_the_reference(text in wrapper_soup()) {
        check(text.as_bytes(), USUAL)?;
    }

    #[test]
    fn damaged_separators_match_the_reference(text in damaged()) {
        check(text.as_bytes(), USUAL)?;
        check(text.as_bytes(), ALL)?;
    }

    #[test]
    fn masked_signs_match_the_reference(text in masks()) {
        check(text.as_bytes(), USUAL)?;
        check(text.as_bytes(), ALL)?;
    }

    #[test]
    fn random_letters_match_the_reference(text in letter()) {
        check(text.as_bytes(), USUAL)?;
    }

    #[test]
    fn random_bytes_match_the_reference(text in bytes()) {
        check(&text, USUAL)?;
        check(&text, ALL)?;
    }

    #[test]
    fn gap_counts_match_the_reference(text in gaps()) {
        check(text.as_bytes(), USUAL)?;
    }

    /// Checks the bounds of W4 and sets of fewer forms.
    #[test]
    fn bounds_and_forms_match_the_reference(
        text in prop_oneof![wrapper_soup(), letter()],
        bounds in bounds(),
    ) {
        check(text.as_bytes(), bounds)?;
    }
}
