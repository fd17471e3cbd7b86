//! Tables of wrappers with their readings, and properties of all readings.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use proptest::prelude::*;

use crate::properties::config;
use crate::{Choice, DoubtKind, Evidence, Fitness, Gaps, Ground, MAX_READINGS, Piece, Readings};
use crate::{RawReading, Seen, SoftBreaks, Style};

fn lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        lines.push(at..at + line.len());
        at += line.len() + 1;
    }
    lines
}

fn readings(text: &str, gaps: Gaps) -> Readings {
    Readings::new(text.as_bytes(), lines(text).into_iter(), gaps)
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
        ("x://a/\nb", Weighed, &["x://a/b"]),
        ("x://a/b\nc\nd", Weighed, &["x://a/bcd"]),
        ("x://a\u{ad}\nb", Weighed, &["x://ab"]),
        ("x://a\u{ad}b", Weighed, &["x://a\u{ad}b"]),
        ("x://a/b\\\nc", Weighed, &["x://a/bc"]),
        ("x: // a/b", Weighed, &["x://a/b"]),
        // J6: a broken escape joins like other text.
        ("x://a/%2\n0b", Weighed, &["x://a/%20b"]),
        // J3: the hyphen.
        ("x://a/b-\nc", Weighed, &["x://a/b-c", "x://a/bc"]),
        ("x://a/b- \nc", Weighed, &["x://a/b-c", "x://a/bc"]),
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
        // W1: whitespace in the scheme has no meaning.
        ("ht tp ://a", Removed, &["http://a"]),
    ];
    for &(text, gaps, expected) in table {
        assert_eq!(urls(text, &readings(text, gaps)), expected, "{text:?}");
    }
}

/// The fitness of each of four readings, and whether it was seen.
type Known = [(bool, bool); 4];

#[test]
fn evidence_decides_which_reading_is_first() {
    let text = "x://a-\nb.example/c-\nd";
    let known = |fit: bool, seen: bool| Evidence {
        fitness: if fit { Fitness::Fit } else { Fitness::Unfit },
        seen: if seen { Seen::Whole } else { Seen::Nowhere },
    };
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
        let mut readings = readings(text, Gaps::Weighed);
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
        let lines = lines(text)
            .into_iter()
            .map(|line| line.start..line.start + text[line].trim_end().len());
        let style = Style::new(Gaps::Weighed).soft_breaks(SoftBreaks::Deleted);
        let readings = Readings::new(text.as_bytes(), lines, style);
        assert_eq!(urls(text, &readings), expected, "{text:?}");
    }
}

#[test]
fn a_doubt_shows_its_place_and_choice() {
    let text = "x://a/b-\nc d";
    let readings = readings(text, Gaps::Weighed);
    let shown: Vec<_> = readings.doubts().iter().map(|doubt| alloc::format!("{doubt}")).collect();
    assert_eq!(shown, ["hyphen at 7: kept (default)", "gap at 10: space (default)"]);
}

#[test]
fn names_are_shown_and_padded() {
    let shown = alloc::format!("{:7}|{:>7}|{}", DoubtKind::Hyphen, Choice::Kept, Ground::Seen);
    assert_eq!(shown, "hyphen |   kept|seen");
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
        let readings = Readings::new(text, lines.into_iter(), Gaps::Weighed);
        assert_eq!(*readings.as_slice()[0].bytes(text), *expected, "{text:?}");
    }
}

#[test]
fn one_reading_escapes_all_whitespace() {
    let table: &[(&str, &[bool])] =
        &[("x://a/b-\nc", &[false, false]), ("x://a/About b/\nb", &[false, false, true])];
    for &(text, expected) in table {
        let readings = readings(text, Gaps::Weighed);
        let got: Vec<_> = readings.as_slice().iter().map(RawReading::escapes_all_blanks).collect();
        assert_eq!(got, expected, "{text:?}");
    }
}

fn text() -> impl Strategy<Value = String> {
    let token = prop::sample::select(
        &[
            "x", ":", "//", "a", "-", "\u{2010}", "\u{ad}", "\n", " ", "at", " at ", "/", "?", "#",
            "é", "\u{a0}", "\u{200b}", ".",
        ][..],
    );
    prop::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn readings_are_few_distinct_and_made_of_the_text(
        text in text(),
        gaps in prop::sample::select(&[Gaps::Removed, Gaps::Weighed, Gaps::Letter][..]),
    ) {
        let readings = readings(&text, gaps);
        let urls = urls(&text, &readings);
        prop_assert!((1..=MAX_READINGS).contains(&urls.len()));
        for (i, url) in urls.iter().enumerate() {
            prop_assert!(!urls[..i].contains(url));
            prop_assert!(!url.contains(char::is_whitespace));
        }
        for reading in readings.as_slice() {
            prop_assert_eq!(reading.choices().len(), readings.doubts().len());
            let mut end = 0;
            for piece in reading.pieces() {
                let range = piece.range();
                prop_assert!(end <= range.start && range.start < range.end);
                end = range.end;
            }
            prop_assert!(end <= text.len());
        }
        // Without doubts, the reading is the text without its whitespace.
        if readings.doubts().is_empty() {
            let zero = |c: &char| !matches!(c, '\u{200b}') && !c.is_whitespace();
            let plain: String = text.chars().filter(zero).collect();
            let soft = |s: &str| s.replace('\u{ad}', "");
            prop_assert_eq!(soft(&urls[0]), soft(&plain));
        }
    }

    /// The first reading keeps the hyphen and the second drops it.
    #[test]
    fn a_kept_hyphen_is_copied(stem in "[a-z]{1,8}", tail in "[a-z]{1,8}") {
        let text = alloc::format!("x://h/{stem}-\n  {tail}");
        let readings = readings(&text, Gaps::Weighed);
        prop_assert_eq!(&urls(&text, &readings), &[
            alloc::format!("x://h/{stem}-{tail}"),
            alloc::format!("x://h/{stem}{tail}"),
        ]);
        let hyphen = readings.doubts()[0].at;
        prop_assert_eq!(&text[hyphen..=hyphen], "-");
        let is_copied = matches!(&readings.as_slice()[0].pieces()[0], Piece::Copied(r) if r.end == hyphen + 1);
        prop_assert!(is_copied);
    }
}
