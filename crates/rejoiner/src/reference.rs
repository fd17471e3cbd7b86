//! Compares the rejoiner with the reference implementation in `naive.rs`, on random wrappers.
//! `URLSIFT_CASES` sets the number of cases.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use crate::{Gaps, MAX_READINGS, Readings, naive};

/// The tokens of URLs and of the places where they are broken.
const TOKENS: &[&str] = &[
    "a",
    "b",
    "at",
    " at ",
    " at\n",
    "\nat ",
    "é",
    "1",
    "_",
    ".",
    ",",
    ":",
    "/",
    "//",
    "?",
    "#",
    "&",
    "=",
    ";",
    "@",
    "%2",
    "%20",
    "0",
    "-",
    "-\n",
    "- ",
    "-\n",
    "\u{2010}",
    "\u{2010}\n",
    "\u{ad}",
    "\u{ad}\n",
    "a\\",
    "a\\\n",
    "\\\\\n",
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "\n",
    " \n ",
    "\n\n",
    "\r\n",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "\u{2028}",
    "\u{3000}",
    "\u{85}",
];

fn wrapper() -> impl Strategy<Value = String> {
    let head = select(
        &["http://", "http://", "mailto:", "x:", "x-\ny:", "x: //", "x:\n//", "", "x:/"][..],
    );
    (head, prop::collection::vec(select(TOKENS), 0..16))
        .prop_map(|(head, tokens)| [head, &tokens.concat()].concat())
}

/// Returns the lines of the text without their line ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split('\n') {
        let end = at + line.trim_end_matches('\r').len();
        lines.push(at..end);
        at += line.len() + 1;
    }
    lines
}

fn is_whitespace(c: char) -> bool {
    c.is_whitespace() || "\u{200b}\u{feff}".contains(c)
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
        max_global_rejects: u32::MAX,
        ..ProptestConfig::with_cases(asked.unwrap_or(cases))
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn random_wrappers_match_the_reference(
        text in wrapper(),
        gaps in select(&[Gaps::Removed, Gaps::Weighed, Gaps::Letter][..]),
    ) {
        // No rule covers whitespace within two slashes, or between two `//`, after the scheme.
        let solid: String = text.chars().filter(|c| !is_whitespace(*c)).collect();
        prop_assume!(!solid.contains("////"));
        let body = text.split_once(':').map_or("", |(_, body)| body);
        let after_slash = body.trim_start_matches(is_whitespace).strip_prefix('/').unwrap_or_default();
        let rest = after_slash.trim_start_matches(is_whitespace);
        prop_assume!(rest.len() == after_slash.len() || !rest.starts_with('/'));
        // No rule covers a lone `\` at a seam.
        prop_assume!(!text.split(is_whitespace).any(|run| run == "\\"));
        let lines = lines(&text);
        let readings = Readings::new(text.as_bytes(), lines.iter().cloned(), gaps);
        let got: Vec<String> = readings
            .as_slice()
            .iter()
            .map(|reading| String::from_utf8_lossy(&reading.bytes(text.as_bytes())).into_owned())
            .collect();
        prop_assert!(got.len() <= MAX_READINGS);
        prop_assert_eq!(got, naive::readings(&text, &lines, gaps), "{:?} {:?}", text, gaps);
    }
}
