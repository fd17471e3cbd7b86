//! Properties of readings on random wrappers. `URLSIFT_CASES` sets the number of cases. `tests.rs` says what the rules
//! decide.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use crate::{Choice, Doubt, DoubtKind, Gaps, Ground, MAX_READINGS, Readings};

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

/// Returns the readings of `text` as strings, and its doubts.
fn read(text: &str, gaps: Gaps) -> (Vec<String>, Vec<Doubt>) {
    let readings = Readings::new(text.as_bytes(), lines(text).into_iter(), gaps);
    let bytes = readings.as_slice().iter().map(|reading| reading.bytes(text.as_bytes()));
    let urls = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    (urls, readings.doubts().to_vec())
}

fn gaps() -> impl Strategy<Value = Gaps> {
    select(&[Gaps::Removed, Gaps::Weighed, Gaps::Letter][..])
}

/// Returns what all readings of a text have in common: its characters except whitespace, hyphens, and those of `%20` and
/// ` at ` (J1, J3, J5).
fn solid(text: &str) -> String {
    let is_solid = |c: &char| !is_whitespace(*c) && !"-\u{2010}\u{ad}\\%20at@=".contains(*c);
    text.chars().filter(is_solid).collect()
}

proptest! {
    #![proptest_config(config(4_000))]

    /// The readings are few and distinct. They differ in whitespace, hyphens and masked signs alone.
    #[test]
    fn readings_differ_in_doubtful_characters_alone(text in wrapper(), gaps in gaps()) {
        let (urls, doubts) = read(&text, gaps);
        prop_assert!((1..=MAX_READINGS).contains(&urls.len()));
        for (i, url) in urls.iter().enumerate() {
            prop_assert!(!urls[..i].contains(url), "{:?}: {:?}", text, url);
            prop_assert!(!url.contains(is_whitespace), "{:?}: {:?}", text, url);
            prop_assert_eq!(solid(url), solid(&text), "{:?}", text);
        }
        prop_assert_eq!(urls.len() == 1, doubts.is_empty(), "{:?}", text);
        prop_assert!(doubts.is_sorted_by_key(|doubt| doubt.at), "{:?}: {:?}", text, doubts);
        let is_default = |doubt: &Doubt| doubt.ground == Ground::Default;
        prop_assert!(doubts.iter().all(is_default), "{:?}: {:?}", text, doubts);
    }

    /// The second reading makes one other choice, unless it escapes all whitespace (J4). The first makes the likely
    /// choice at each doubt (J3, J5).
    #[test]
    fn the_second_reading_makes_one_other_choice(text in wrapper(), gaps in gaps()) {
        let readings = Readings::new(text.as_bytes(), lines(&text).into_iter(), gaps);
        let [first, second, ..] = readings.as_slice() else { return Ok(()) };
        if !second.escapes_all_blanks() {
            let pairs = first.choices().iter().zip(second.choices());
            let changed: Vec<bool> = pairs.map(|(one, other)| one != other).collect();
            prop_assert_eq!(changed.iter().filter(|&&it| it).count(), 1, "{:?}", text);
        }
        for (doubt, choice) in readings.doubts().iter().zip(first.choices()) {
            prop_assert_eq!(doubt.chosen, *choice);
            let may_be: &[Choice] = match doubt.kind {
                DoubtKind::Hyphen => &[Choice::Kept],
                DoubtKind::At => &[Choice::At],
                _ => &[Choice::Removed, Choice::Space],
            };
            prop_assert!(may_be.contains(choice), "{:?}: {:?}", text, doubt);
        }
    }

    /// A URL that was broken into lines anywhere, except at a hyphen or before it, is one URL without a doubt. It makes
    /// no difference how the lines end and how far they are indented (J1, J2). The parts lack `a`, because `at` alone on
    /// a line may mean `@`.
    #[test]
    fn a_broken_url_is_read_as_it_was(
        parts in prop::collection::vec("[b-z0-9/?&=.%_~+]{1,8}", 1..8),
        breaks in prop::collection::vec(select(&["\n", "\r\n", " \n", "\n   ", "\n\t", "\n\u{a0}"][..]), 8),
        gaps in gaps(),
    ) {
        // A `=` that ends a line with the host is a soft break.
        let parts = [&[parts[0].replace('=', "b")], &parts[1..]].concat();
        let url = ["http://", &*parts.concat()].concat();
        let broken = parts.iter().zip(breaks).flat_map(|(part, seam)| [part.as_str(), seam]);
        let broken: String = ["http://"].into_iter().chain(broken).collect();
        prop_assert_eq!(read(&broken, gaps), (Vec::from([url]), Vec::new()), "{:?}", broken);
    }
}
