//! Compares the evidence of joins with the reference implementation in `naive/seam.rs`, on random text, and counts the
//! work. `URLSIFT_CASES` sets the number of cases.

use std::string::String;
use std::vec::Vec;

use proptest::prelude::*;
use proptest::sample::select;

use crate::join::rules::grade;
use crate::join::work;
use crate::naive;
use crate::reference::config;
use crate::{JoinEvidence, Seam, SoftBreaks};

/// Parts of lines: marks, prose, and the parts of URLs at which lines break.
const TOKENS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\r\n",
    " \n",
    "\n> ",
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
    "some words of prose ",
    "PATH=",
    "#include",
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
    "http://",
    "http://",
    "http://a.example/",
    "http://a.example/x.ht",
    "(http://a",
    "[http://a/",
    "'http://a/",
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
    "'",
    "\"",
    ">",
    "<",
    "Tel:",
    "1.",
    "12:30",
    "a@b.example",
    "www.",
    "x",
    "X",
    "NAME=",
    "\\",
    "*",
];

fn text() -> impl Strategy<Value = String> {
    let long = "many words of prose ".repeat(150);
    let token = prop_oneof![
        100 => select(TOKENS).prop_map(String::from),
        1 => Just(long),
    ];
    prop::collection::vec(token, 0..60).prop_map(|tokens| tokens.concat())
}

/// Calls `check` with the lines of each URL of `text` that goes on: the last line and the URL so far.
fn each_seam(text: &str, mut check: impl FnMut(core::ops::Range<usize>, &str) -> Option<Seam>) {
    let mut end = 0;
    for (start, _) in text.match_indices("http://") {
        // One within the run of another ends with it.
        if start < end {
            continue;
        }
        let ends = |c: char| c.is_ascii_whitespace() || "<>\"".contains(c);
        let length = text[start..].find(ends).unwrap_or(text.len() - start);
        end = start + length;
        let mut last = start..end;
        let mut url = String::from(&text[last.clone()]);
        for _ in 0..64 {
            let Some(seam) = check(last, &url) else { break };
            url.push_str(&text[seam.run.clone()]);
            last = seam.run;
        }
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn evidence_matches_the_reference(
        text in text(),
        soft_breaks in select(&[SoftBreaks::Kept, SoftBreaks::Deleted][..]),
    ) {
        let mut pairs: Vec<(Option<_>, Option<_>)> = Vec::new();
        each_seam(&text, |last, url| {
            let seam = Seam::after(text.as_bytes(), last.clone(), url.as_bytes(), soft_breaks);
            let pair = |seam: &Seam| -> (_, JoinEvidence) { (seam.run.clone(), seam.evidence) };
            pairs.push((seam.as_ref().map(pair), naive::seam(&text, last, url, soft_breaks)));
            seam
        });
        for (fast, slow) in pairs {
            // The fast version examines no lines around a word of prose, which no rule takes for the rest of a URL.
            if fast.is_none()
                && let Some((_, evidence)) = slow
            {
                prop_assert_eq!(grade(&evidence), None, "{:?}", text);
            } else {
                prop_assert_eq!(fast, slow, "{:?}", text);
            }
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
