//! Tables of wrappers with their readings, and properties of the readings of random wrappers. `URLSIFT_CASES` sets the
//! number of cases.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use crate::reading::MAX_READINGS;
use crate::{Choice, Doubt, DoubtKind, Evidence, Gaps, Ground, Readings, SoftBreaks};

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

/// Returns the lines of the text without their line ends and the spaces before them.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let line = |line: &str| {
        let start = at;
        at += line.len() + 1;
        start..start + line.trim_end_matches(['\r', ' ']).len()
    };
    text.split('\n').map(line).collect()
}

fn read(text: &str, gaps: Gaps, soft_breaks: SoftBreaks) -> Readings {
    Readings::new(text.as_bytes(), lines(text).into_iter(), gaps, soft_breaks)
}

fn urls(text: &str, readings: &Readings) -> Vec<String> {
    let bytes = readings.as_slice().iter().map(|reading| reading.bytes(text.as_bytes()));
    bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

#[test]
fn readings_match_the_tables() {
    use Gaps::{Letter, Removed, Weighed};
    let table: &[(&str, Gaps, &[&str])] = &[
        // J1, J2: whitespace is ignored.
        ("x://a/b", Weighed, &["x://a/b"]),
        ("x://a/b\nc\nd", Weighed, &["x://a/bcd"]),
        ("x://a\u{ad}\nb", Weighed, &["x://ab"]),
        ("x://a\u{ad}b", Weighed, &["x://a\u{ad}b"]),
        ("x://a/b\\\nc", Weighed, &["x://a/bc"]),
        ("x: // a/b", Weighed, &["x://a/b"]),
        // J6: a broken escape joins like other text.
        ("x://a/%2\n0b", Weighed, &["x://a/%20b"]),
        // J3: the hyphen.
        ("x://a/b-\nc", Weighed, &["x://a/b-c", "x://a/bc"]),
        ("x://a/b\u{2010}\nc", Weighed, &["x://a/b-c", "x://a/bc"]),
        ("x://a/b- c", Weighed, &["x://a/b-c", "x://a/bc", "x://a/b-%20c"]),
        ("x://a/b -c", Weighed, &["x://a/b-c", "x://a/b%20-c"]),
        // J4: several doubts.
        ("x://a/b-\nc-\nd", Weighed, &["x://a/b-c-d", "x://a/bc-d", "x://a/b-cd", "x://a/bcd"]),
        // J5: ` at `.
        ("m:u at h.example", Weighed, &["m:u@h.example", "m:u%20at%20h.example"]),
        ("m:u at\nh.example", Weighed, &["m:u@h.example", "m:u%20at%20h.example"]),
        (
            "m:u at h.exa\nmple",
            Letter,
            &["m:u@h.example", "m:u%20at%20h.example", "m:u%20at%20h.exa%20mple"],
        ),
        (
            "x://a/#u at h",
            Weighed,
            &["x://a/#u%20at%20h", "x://a/#uat%20h", "x://a/#u%20ath", "x://a/#uath"],
        ),
        // J5: gaps.
        ("x://a/ b", Weighed, &["x://a/b", "x://a/%20b"]),
        ("x://a /b", Weighed, &["x://a/b", "x://a%20/b"]),
        ("x://a/b c", Weighed, &["x://a/b%20c", "x://a/bc"]),
        ("x://a/b c", Removed, &["x://a/bc", "x://a/b%20c"]),
        (
            "m:a?subject=b & c",
            Letter,
            &[
                "m:a?subject=b%20&%20c",
                "m:a?subject=b&%20c",
                "m:a?subject=b%20&c",
                "m:a?subject=b&c",
            ],
        ),
        // J5: if there are gaps, seams may be spaces too.
        (
            "x://a/About b/\nAbout",
            Weighed,
            &["x://a/About%20b/About", "x://a/Aboutb/About", "x://a/About%20b/%20About"],
        ),
        // J5: a gap that is a space makes a seam between words one.
        (
            "x://a/b c\nd",
            Weighed,
            &["x://a/b%20c%20d", "x://a/bc%20d", "x://a/b%20cd", "x://a/bcd"],
        ),
        ("x://a/b c/d\ne", Weighed, &["x://a/b%20c/de", "x://a/bc/de", "x://a/b%20c/d%20e"]),
        ("x://a/b c/d\ne", Removed, &["x://a/bc/de", "x://a/b%20c/de", "x://a/b%20c/d%20e"]),
        ("x://a/b /d\ne", Weighed, &["x://a/b/de", "x://a/b%20/de", "x://a/b%20/d%20e"]),
        ("x://a\nb/c d", Weighed, &["x://ab/c%20d", "x://ab/cd", "x://a%20b/c%20d"]),
        ("m:a\nb?c d", Weighed, &["m:ab?c%20d", "m:ab?cd", "m:a%20b?c%20d"]),
        ("m:a?b c\nd", Letter, &["m:a?b%20c%20d", "m:a?bc%20d", "m:a?b%20cd", "m:a?bcd"]),
        // Whitespace without a width is not a gap.
        ("x://a\u{200b}b\u{2028}c", Weighed, &["x://abc"]),
        ("x://a \u{200b} b", Weighed, &["x://a%20b", "x://ab"]),
        ("x://a\u{a0}b", Weighed, &["x://a%20b", "x://ab"]),
        // W1: whitespace in the scheme has no meaning.
        ("x:/ a", Weighed, &["x:/a", "x:/%20a"]),
        ("ht tp ://a", Removed, &["http://a"]),
    ];
    for &(text, gaps, expected) in table {
        assert_eq!(urls(text, &read(text, gaps, SoftBreaks::Kept)), expected, "{text:?}");
    }
}

/// The fitness of each of four readings, and whether it was seen.
type Known = [(bool, bool); 4];

#[test]
fn evidence_decides_which_reading_is_first() {
    let text = "x://a-\nb.example/c-\nd";
    let known = |is_fit: bool, is_seen| Evidence { is_unfit: !is_fit, is_seen };
    // Kept and kept, dropped and kept, kept and dropped, dropped and dropped.
    let table: &[(Known, &str, [Ground; 2])] = &[
        ([(true, false); 4], "x://a-b.example/c-d", [Ground::Default, Ground::Default]),
        (
            [(false, false), (true, false), (false, false), (true, false)],
            "x://ab.example/c-d",
            [Ground::Host, Ground::Default],
        ),
        (
            [(true, false), (true, false), (true, true), (true, false)],
            "x://a-b.example/cd",
            [Ground::Seen, Ground::Seen],
        ),
        // A reading that is not a URL goes last even if it was seen.
        (
            [(false, true), (true, false), (false, false), (true, false)],
            "x://ab.example/c-d",
            [Ground::Host, Ground::Default],
        ),
    ];
    for (known_of, first, grounds) in table {
        let mut readings = read(text, Gaps::Weighed, SoftBreaks::Kept);
        let evidence: Vec<_> = known_of.iter().map(|&(fit, seen)| known(fit, seen)).collect();
        readings.rank(&evidence);
        assert_eq!(urls(text, &readings)[0], *first);
        let got: Vec<_> = readings.doubts().iter().map(|doubt| doubt.ground).collect();
        assert_eq!(got, *grounds, "{known_of:?}");
    }
}

/// J9: with `DelSp=yes` the mailer inserted the soft break.
#[test]
fn a_deleted_soft_break_raises_no_doubt() {
    let table: &[(&str, &[&str])] = &[
        ("x://a/b- \nc", &["x://a/b-c"]),
        ("x://a/b \nc d", &["x://a/bc%20d", "x://a/bcd"]),
        ("x://a/b-\nc", &["x://a/b-c", "x://a/bc"]),
        ("x://a/b-  \nc", &["x://a/b-c", "x://a/bc"]),
    ];
    for &(text, expected) in table {
        assert_eq!(
            urls(text, &read(text, Gaps::Weighed, SoftBreaks::Deleted)),
            expected,
            "{text:?}"
        );
    }
}

/// J1: in ISO 8859 the soft hyphen is one byte, which in UTF-8 may be the last byte of a letter.
#[test]
fn a_soft_hyphen_of_one_byte_marks_the_seam() {
    let table: &[(&[u8], &[u8])] = &[
        (b"x://a\xAD\nb", b"x://ab"),
        (b"x://a\xAD b", b"x://a\xAD%20b"),
        ("x://a\u{ed}\nb".as_bytes(), "x://a\u{ed}b".as_bytes()),
    ];
    for &(text, expected) in table {
        let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
        let lines = [0..end, text.len().min(end + 1)..text.len()];
        let readings = Readings::new(text, lines.into_iter(), Gaps::Weighed, SoftBreaks::Kept);
        assert_eq!(*readings.as_slice()[0].bytes(text), *expected, "{text:?}");
    }
}

/// The tokens of URLs and of the places where they are broken.
const TOKENS: &[&str] = &[
    "a", "b", "at", " at ", " at\n", "\nat ", "é", "1", "_", ".", ",", ":", "/", "//", "?", "#",
    "&", "=", ";", "@", "%2", "%20", "0", "-", "-\n", "- ", "-\n", "\u{2010}", "\u{ad}",
    "\u{ad}\n", "a\\", "a\\\n", "\\\\\n", " ", " ", " ", "  ", "\t", "\n", "\n", " \n ", "\n\n",
    "\r\n", "\u{a0}", "\u{200b}", "\u{feff}", "\u{2028}", "\u{3000}", "\u{85}",
];

fn wrapper() -> impl Strategy<Value = String> {
    let head = select(
        &["http://", "http://", "mailto:", "x:", "x-\ny:", "x: //", "x:\n//", "", "x:/"][..],
    );
    (head, prop::collection::vec(select(TOKENS), 0..16))
        .prop_map(|(head, tokens)| [head, &tokens.concat()].concat())
}

fn gaps() -> impl Strategy<Value = Gaps> {
    select(&[Gaps::Removed, Gaps::Weighed, Gaps::Letter][..])
}

fn is_whitespace(c: char) -> bool {
    c.is_whitespace() || "\u{200b}\u{feff}".contains(c)
}

/// Returns what all readings of a text have in common: its characters except whitespace, hyphens, and those of `%20` and
/// ` at ` (J1, J3, J5).
fn solid(text: &str) -> String {
    let is_solid = |c: &char| !is_whitespace(*c) && !"-\u{2010}\u{ad}\\%20at@=".contains(*c);
    text.chars().filter(is_solid).collect()
}

proptest! {
    #![proptest_config(config(4_000))]

    /// The readings are few, distinct and made of the text in order. They differ in whitespace, hyphens and masked signs
    /// alone.
    #[test]
    fn readings_differ_in_doubtful_characters_alone(text in wrapper(), gaps in gaps()) {
        let readings = read(&text, gaps, SoftBreaks::Kept);
        let (urls, doubts) = (urls(&text, &readings), readings.doubts());
        prop_assert!((1..=MAX_READINGS).contains(&urls.len()));
        for (i, url) in urls.iter().enumerate() {
            prop_assert!(!urls[..i].contains(url), "{:?}: {:?}", text, url);
            prop_assert!(!url.contains(is_whitespace), "{:?}: {:?}", text, url);
            prop_assert_eq!(solid(url), solid(&text), "{:?}", text);
        }
        for reading in readings.as_slice() {
            let ranges = reading.pieces().iter().map(crate::Piece::range);
            prop_assert!(ranges.clone().all(|range| !range.is_empty() && range.end <= text.len()));
            prop_assert!(ranges.is_sorted_by(|one, next| one.end <= next.start), "{:?}", reading);
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
        let readings = read(&text, gaps, SoftBreaks::Kept);
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
        prop_assert_eq!(urls(&broken, &read(&broken, gaps, SoftBreaks::Kept)), [url], "{:?}", broken);
    }
}
