//! Makes letters with URLs in them: wrapped at random columns, quoted in several styles, indented, with
//! lost quote levels and with damage.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::string::String;
use std::vec::Vec;

const SCHEMES: &[&str] = &[
    "http://",
    "https://",
    "ftp://",
    "gopher://",
    "news:",
    "mailto:",
    "file:/",
    "urn:",
    "x-any://",
];

const PIECES: &[&str] = &[
    "www", "example", ".", ".", "org", "a", "b-c", "-", "/", "/", "?", "k=v", "&", ";type=d", "#",
    "@", ":", "80", "%20", "(x)", "[1]", "'", "~u", "é", ",", "_", "*", " at ", "#a at b", " ",
    ". ", "\u{a0}", "\u{200b}",
];

const WORDS: &[&str] = &[
    "see",
    "the",
    "draft",
    "at",
    "and",
    "it is",
    "down.",
    "(or",
    "which)",
    "“so”",
    "e.g.",
    ",",
    "--",
    "<user@example.org>",
    "<b>",
    "\"no\"",
    "x > y",
    "a:",
    "Re:",
    "。",
    "don’t",
    ".",
    ")",
];

const FORMS: &[(&str, &str)] = &[
    ("<URL:", ">"),
    ("<URL:", ">"),
    ("<url: ", ">"),
    ("<", ">"),
    ("<", ">"),
    ("< ", " >"),
    ("\"", "\""),
    ("URL:", ""),
    ("", ""),
    ("(", ")"),
    ("<URL://", ">"),
    ("<", "\n."),
    ("<URL:", "\n)"),
    ("'", "'"),
    ("\\\"", "\\\""),
    ("\"", " \"so\""),
];

const MARKS: &[&str] =
    &["", "", "> ", ">", "> > ", ">> ", "| ", ": ", "# ", "% ", "JD> ", "JD>> ", "» ", "   "];

/// Damage to a text, at one place.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Removed,
    Inserted(&'static str),
}

/// The part of a line's quote marks that is lost.
#[derive(Clone, Copy, Debug)]
enum Loss {
    /// The first characters, this many.
    Levels(usize),
    /// The space after the last mark.
    Blank,
}

impl Loss {
    fn of(self, marks: &str) -> &str {
        match self {
            Loss::Levels(levels) => {
                marks.char_indices().nth(levels).map_or("", |(at, _)| &marks[at..])
            }
            Loss::Blank => marks.trim_end(),
        }
    }
}

/// Makes a URL in its delimiters, with whitespace where it is broken.
fn wrapped() -> impl Strategy<Value = String> {
    let breaks = select(&["\n", "\n", "\n", " \n", "\n  ", "\n\n"][..]);
    let url = (select(SCHEMES), prop::collection::vec(select(PIECES), 1..12));
    (select(FORMS), url, prop::collection::vec((any::<Index>(), breaks), 0..4)).prop_map(
        |((open, close), (scheme, pieces), breaks)| {
            let mut text = [open, scheme, &pieces.concat(), close].concat();
            for (at, what) in breaks {
                insert(&mut text, at, what);
            }
            text
        },
    )
}

fn damage() -> impl Strategy<Value = Damage> {
    let inserted =
        &[" ", "\n", "\n\n", "<", ">", "\"", "> ", "\n>", "\r", "\u{200b}", "[", "b>", "http://a"];
    prop_oneof![Just(Damage::Removed), select(&inserted[..]).prop_map(Damage::Inserted)]
}

/// Makes lines of words and wrapped URLs. Each line has its quote marks, some have fewer, and some
/// damage is added at the end.
pub(super) fn letter() -> impl Strategy<Value = String> {
    let word = prop_oneof![2 => select(WORDS).prop_map(String::from), 3 => wrapped()];
    let parts = prop::collection::vec((word, select(&[" ", " ", "\n", ""][..])), 1..5);
    let loss = prop_oneof![
        4 => Just(Loss::Levels(0)),
        1 => (1..3usize).prop_map(Loss::Levels),
        1 => Just(Loss::Blank),
    ];
    let losses = prop::collection::vec(loss, 16);
    let damages = prop::collection::vec((any::<Index>(), damage()), 0..3);
    let end = select(&["\n", "\n", "\r\n", "\r"][..]);
    (parts, select(MARKS), losses, damages, end).prop_map(|(parts, marks, losses, damages, end)| {
        let text: String =
            parts.into_iter().flat_map(|(part, space)| [part, space.into()]).collect();
        let lines: Vec<String> = text
            .split('\n')
            .enumerate()
            .map(|(i, line)| [losses[i % losses.len()].of(marks), line].concat())
            .collect();
        let mut text = lines.join(end);
        for (at, damage) in damages {
            match damage {
                Damage::Removed => remove(&mut text, at),
                Damage::Inserted(what) => insert(&mut text, at, what),
            }
        }
        text
    })
}

fn insert(text: &mut String, at: Index, what: &str) {
    let at = at.index(text.len() + 1);
    text.insert_str(boundary(text, at), what);
}

fn remove(text: &mut String, at: Index) {
    if !text.is_empty() {
        let at = at.index(text.len());
        text.remove(boundary(text, at));
    }
}

/// Returns the last boundary of a character at or before `at`. `str::floor_char_boundary` needs Rust 1.91.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
