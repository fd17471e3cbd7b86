//! Properties of joins on random text, and a count of their work. `URLSIFT_CASES` sets the number of cases.
//!
//! [`Seam::after`] does not examine the lines around if no grade is in reach. `each_join_is_that_of_all_signs` compares it
//! with a search that does. `tests.rs` says what the signs decide.

use std::string::String;
use std::vec::Vec;

use proptest::prelude::*;
use proptest::sample::select;

use crate::internal::is_complete;
use crate::join::lines::{NEAR_BYTES, NEAR_LINES};
use crate::join::work;
use crate::tests::config;
use crate::{Seam, SoftBreaks};

/// Parts of lines: marks, prose, and the parts of URLs at which lines break.
const TOKENS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\r\n",
    " \n",
    "\n> ",
    "\n│ ",
    " │\n│ ",
    "\x1B[0m",
    "\n> ",
    "\n>",
    "\n>> ",
    "\n| ",
    "\n  | ",
    "\n  > ",
    "\n    ",
    "\n\t",
    "\n# ",
    "\n%",
    "\n: ",
    "\n\n",
    "\r",
    "\u{c}",
    " ",
    "\t",
    "> ",
    "PATH=",
    "b.org",
    "www.b",
    "12/24",
    "12:30",
    "jim@b.",
    "JD> ",
    "Tel:",
    "OS/2",
    "1.",
    "may",
    "/usr",
    "the",
    "and",
    "é",
    "日本",
    "://",
    "ml",
    "html",
    "c",
    "pl",
    ".",
    "/",
    "/",
    "?",
    "&",
    "=",
    "=3D",
    "%",
    "%E",
    "%20",
    "2",
    "7",
    "#",
    "_",
    "-",
    "-",
    "~",
    "+",
    ",",
    ")",
    "]",
    "(",
    "[",
    "'",
    "\"",
    ">",
    "<",
    "Tel:",
    "www.",
    "x",
    "X",
    "NAME=",
    "\\",
    "*",
];
const URLS: &[&str] = &["http://", "http://", "http://a.example/", "http://a.example/x.ht"];

fn text() -> impl Strategy<Value = String> {
    let long = "many words of prose ".repeat(150);
    let token = prop_oneof![
        90 => select(TOKENS).prop_map(String::from),
        10 => select(URLS).prop_map(String::from),
        1 => Just("some words of prose ".into()),
        1 => Just(long),
    ];
    prop::collection::vec(token, 0..60).prop_map(|tokens| tokens.concat())
}

fn soft_breaks() -> impl Strategy<Value = SoftBreaks> {
    select(&[SoftBreaks::Kept, SoftBreaks::Deleted][..])
}

/// Calls `check` with the lines of each URL of `text` that goes on: the last line and the URL so far.
fn each_seam(text: &str, mut check: impl FnMut(core::ops::Range<usize>, &str) -> Option<Seam>) {
    let mut end = 0;
    for (start, _) in text.match_indices("http://") {
        // One within the run of another ends with it.
        if start < end {
            continue;
        }
        let ends = |c: char| c <= ' ' || "<>\"".contains(c);
        let length = text[start..].find(ends).unwrap_or(text.len() - start);
        end = start + length;
        let mut last = start..end;
        let mut url = String::from(&text[last.clone()]);
        let mut nested = 0;
        for _ in 0..64 {
            let Some(seam) = check(last, &url) else { break };
            // The caller joins two lines with a further URL at most.
            nested += usize::from(text[seam.run.clone()].contains("://"));
            if nested > 2 {
                break;
            }
            url.push_str(&text[seam.run.clone()]);
            last = seam.run;
        }
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    /// A search that adds all weights, although no grade is in reach, finds the same joins. The run is on the next line,
    /// has no whitespace, and ends where a character does.
    #[test]
    fn each_join_is_that_of_all_signs(text in text(), soft_breaks in soft_breaks()) {
        let mut all = Vec::new();
        each_seam(&text, |last, url| {
            let (haystack, url) = (text.as_bytes(), url.as_bytes());
            let seam = Seam::after(haystack, last.clone(), url, soft_breaks);
            all.push((last.end, seam.clone(), Seam::examine(haystack, last, url, soft_breaks, true)));
            seam
        });
        for (end, fast, slow) in all {
            let Some(fast) = fast else {
                let goes_on = slow.is_some_and(|slow| slow.grade().is_some() || slow.is_open());
                prop_assert!(!goes_on, "{:?}", text);
                continue;
            };
            let run = text.get(fast.run.clone()).expect("a run ends where characters do");
            prop_assert!(!run.is_empty() && !run.contains(|c: char| c.is_ascii_whitespace()));
            let between = text[end..fast.run.start].replace("\x1B[0m", "");
            prop_assert_eq!(between.matches('\n').count(), 1, "{:?}", text);
            prop_assert!(between.chars().all(|c| " \t\r\n>|:%#│".contains(c)), "{:?}", text);
            prop_assert_eq!(Some(fast), slow, "{:?}", text);
        }
    }

    /// The shortcut knows of no URL that goes on.
    #[test]
    fn a_complete_url_has_no_seam(text in text(), soft_breaks in soft_breaks()) {
        let mut is_wrong = false;
        each_seam(&text, |last, url| {
            let (haystack, url) = (text.as_bytes(), url.as_bytes());
            let is_complete = is_complete(haystack, last.end, url, soft_breaks);
            let seam = Seam::after(haystack, last, url, soft_breaks);
            is_wrong |= is_complete && seam.is_some();
            seam
        });
        prop_assert!(!is_wrong, "{:?}", text);
    }

    /// Lines that are further away than ten, and bytes further away than the bound, show nothing.
    #[test]
    fn far_lines_show_nothing(text in text(), soft_breaks in soft_breaks()) {
        let far = "a line of words that is wider than any other line of the text, and so may show its width\n";
        let near = "\n".repeat(NEAR_LINES + 1);
        let long = ["x", &*" ".repeat(NEAR_BYTES), "\n"].concat();
        let graded = |text: &str, before: usize| {
            let mut all = Vec::new();
            each_seam(text, |last, url| {
                let seam = Seam::after(text.as_bytes(), last.clone(), url.as_bytes(), soft_breaks)?;
                let run = seam.run.start - before..seam.run.end - before;
                all.push(Seam { run, ..seam.clone() });
                Some(seam)
            });
            all
        };
        let text = [&*text, "\n\n"].concat();
        let expected = graded(&text, 0);
        for between in [near, long] {
            let before = [far, &*between].concat();
            let more = [&*before, &*text, &*between, far].concat();
            prop_assert_eq!(graded(&more, before.len()), expected.clone(), "{:?}", text);
        }
    }
}

/// The work for the URLs of a text that is twice or eight times as long is about twice or eight times as much,
/// whatever the text has (W10).
#[test]
fn hostile_texts_take_linear_work() {
    let line = "a line of ordinary text that shows how wide the lines of this message are\n";
    let block = ["http://a/-\n", &"b/c-\n".repeat(63)].concat();
    // (text, unit that is repeated after it)
    let table: &[(&str, &str)] = &[
        ("", "://x-\n"),
        ("", "http://x-\n"),
        ("", "http://x-\nand "),
        ("", "x=http://x-\n"),
        ("", "> http://a.example/b-\n> c/d.html and\n"),
        ("", "> > http://a.example/b-\n> c/d.html and\n"),
        ("", "http://a.example/b \t\n \t"),
        ("", "http://a.example/b"),
        ("", ">"),
        ("http://a/b-\n", ">"),
        ("http://a/b-\n", "|   "),
        ("http://a/b-\n", "b"),
        ("http://a/b-\n", "b-\n"),
        ("http://a/b-\n", "\n"),
        ("http://a/", "b%20"),
        ("", line),
        ("", &block),
        (line, "http://a.example/b-\nknown/c.html\n"),
    ];
    for (head, unit) in table {
        let work = |n: usize| {
            // The hostile part, which may be one line, is before, between and after the URLs.
            let long = [head, &*unit.repeat(n), "\n"].concat();
            let urls = "http://a.example/b/\nfile.html\nmore words\n".repeat(n / 4);
            let text = [&*long, &urls, &long, &urls, &long].concat();
            let count = work::count(|| {
                each_seam(&text, |last, url| {
                    Seam::after(text.as_bytes(), last, url.as_bytes(), SoftBreaks::Kept)
                });
            });
            (count, text.len())
        };
        let [(one, _), (two, _), (eight, length)] = [64, 128, 512].map(work);
        assert!(eight <= 60 * length, "{head:?} {unit:?}: {eight} for {length}");
        assert!(two <= 3 * one && eight <= 12 * one, "{head:?} {unit:?}: {one} {two} {eight}");
    }
}
