//! Makes random text that looks like mail: token sequences, and letters with wrapped URLs, quoted, indented and damaged.
//!
//! Token sequences reach every corner and shrink to short cases. `URLSIFT_CASES` sets the number of cases.

use core::ops::Range;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use std::string::String;
use std::vec::Vec;

/// Tokens, and how many of them a text has at one place.
type Slot = (&'static [&'static str], Range<usize>);

/// Makes texts of the tokens of each slot, in order.
fn texts_of(slots: &[Slot]) -> impl Strategy<Value = String> + Clone + use<> {
    let slot = |(tokens, count): &Slot| prop::collection::vec(select(*tokens), count.clone());
    slots.iter().map(slot).collect::<Vec<_>>().prop_map(|parts| parts.concat().concat())
}

/// The tokens of random text; a token that is hard to scan occurs more often.
const TOKENS: &[&str] = &[
    "<", "<", "<", ">", ">", ">", "\"", "\"", "URL:", "url:", "URL", "http:", "http:", "http://a",
    "http://", "http://", "mailto:", "news:", "news:*", "news:<", "a@b>", "file:", "file:/",
    "tel:", "tel:1", "ldap://", "imap:", "urn:a:b", "data:", "[http:", "//", "x-any:", "x://",
    "ht", "tp", "z39.50", ":", "//", "/", "?", "#", "@", "a", "b", "at", " at ", "1", "x", "é",
    ".", ".", ",", "-", "-", "_", "+", "*", "!", ";", "&", "=", "'", "’", "”", "“", "。", "＞",
    "(", ")", "[", "]", "{", "}", "[::1]", "%20", "%40", "|", "`", "\\", "\\\"", "\\-", "\\:",
    "\\&", "\\_b", "\\n", "\\t", "\\fR", "@{", "[/a]", "www.", "www.a.bc", ".bc", ".Bc", ".py",
    "a.bc", "@a.bc", ":80", "->", "^", "$", "~", " ", " ", "  ", "\t", "\u{a0}", "\u{200b}",
    "\u{feff}", "\u{2028}", "\u{3000}", "\u{205f}", "\u{85}", "\u{ad}", "\u{200d}", "\u{200c}",
    "ب", "\u{2060}", "\u{fe0f}", "\u{fffd}", "\0", "\n", "\n", "\n", "\r\n", "\r", "\n\n",
    "\n\n\n", "\n>", "\n> ", "\n> ", "\n>> ", "\n> >", "%\n> ", "\n>.", "\n| ", "\nJD> ", "\n  ",
    ">\n", " b>", "//a.bc/", "下",
];

/// Longer tokens.
const WORDS: &[&str] =
    &["mailto:a@b", "bitcoin:*", "news:<a@[b]>", "news:<a..b@c>", "'http://a", "\n> > a at b>"];

/// Beginnings of a text's first line. Later lines may repeat their marks.
const BEGINNINGS: &[&str] =
    &["", "", "", "> ", ">", ">> ", "> > ", "| ", "JD> ", ": ", "x ", "a\n\n\nb"];

/// Makes text of tokens in any order.
pub(super) fn soup() -> impl Strategy<Value = String> + Clone {
    let [tokens, words]: [Slot; 2] = [(TOKENS, 0..8), (WORDS, 0..2)];
    texts_of(&[(BEGINNINGS, 1..2), tokens.clone(), words.clone(), tokens.clone(), words, tokens])
}

/// Makes text that is likely to contain a wrapper: an opener, a scheme, a few tokens, a closer.
pub(super) fn wrapper_soup() -> impl Strategy<Value = String> + Clone {
    const OPENERS: &[&str] = &["<URL:", "<", "\"", "< URL: ", "<URL:\n> ", "<\n", "URL: "];
    const SCHEMES: &[&str] = &[
        "http://", "mailto:", "news:", "ftp:", "x-any:", "file:", "ht\ntp:", "//http:", "htt p\n:",
        "ftp :", "x-a\nb:",
    ];
    const CLOSERS: &[&str] = &[">", "\"", "\n>", " "];
    texts_of(&[
        (BEGINNINGS, 1..2),
        (OPENERS, 1..2),
        (SCHEMES, 1..2),
        (&["//"], 0..2),
        (TOKENS, 0..10),
        (CLOSERS, 1..2),
        (TOKENS, 0..10),
    ])
}

/// Makes a wrapper with about as many gaps as W4 allows.
pub(super) fn gaps() -> impl Strategy<Value = String> + Clone {
    const PIECES: &[&str] =
        &[" /a", " /a", " /a", " /a", " /a", " /a", "\u{200b}a", "\n/a", " at b"];
    texts_of(&[
        (&["<URL:", "<", "\""], 1..2),
        (&["http://a/", "http: // a/", "urn: "], 1..2),
        (PIECES, 60..110),
        (&[">", ">", "\""], 1..2),
    ])
}

/// Makes a URL whose `://` is damaged.
pub(super) fn damaged() -> impl Strategy<Value = String> + Clone {
    texts_of(&[
        (&["http:", "HTTPS:", "ftp:", "_ftp:", "xhttp:"], 1..2),
        (&["/", "/", "\\", ":", " "], 0..7),
        (&["www.a.bc", "a.bc", "a", "a-.bc.", "a.bc:80", "a.b1"], 1..2),
        (&["/", "\\", "?", "#", "a", ".", ")", ",", "1"], 0..5),
        (TOKENS, 0..20),
    ])
}

/// Makes a bare URL with an ` at ` before a host.
pub(super) fn masks() -> impl Strategy<Value = String> + Clone {
    texts_of(&[
        (
            &["http://h/a/", "http://h/?a=", "http://", "ftp://", "x-any://", "mailto:", "news:"],
            1..2,
        ),
        (&["a", "a", "A", "1", ".", "-", "_", "/", "=", "@", "#", "(", "'"], 0..4),
        (&[" at a.bc", " at a.bc", " at www.a.bc", " at a"], 1..2),
        (&["/", "&", ".", "", ".1/", "@", ")", "[", "é", "-/"], 1..2),
        (TOKENS, 0..6),
    ])
}

/// Makes a URL among words that is plain or almost so.
pub(super) fn plain() -> impl Strategy<Value = String> + Clone {
    const BEFORE: &[&str] = &[
        "", "a ", "<URL: ", "\nURL:\n", "a:\n", "URL: ", "<a\n", "\"\n> ", "|\t", "é ", "a.",
        "\r\n",
    ];
    const PARTS: &[&str] = &[
        "a", "B", "1", "/", "/", ".", "-", "_", "~", "%20", "?", "=", "+", ",", "#", "&", "&amp",
        ";", "@", ":80", "://", "'s", "(", ")", "..", "é",
    ];
    texts_of(&[
        (BEFORE, 1..2),
        (&["http://", "https://", "FTP://", "nntp://", "z39.50://", "xhttp://", "http:/"], 1..2),
        (&["a", "a.b", "1"], 1..2),
        (PARTS, 0..5),
        (&["", " ", "\n", "\r", "\t", " at a.bc", " at a.bc/", "\u{a0}", ">", "\0"], 1..2),
        (TOKENS, 0..4),
    ])
}

/// Makes a URL, with its delimiters and line breaks in it.
fn wrapped() -> impl Strategy<Value = String> + Clone {
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
        "www", "example", ".", ".", "org", "a", "b-c", "-", "/", "/", "?", "k=v", "&", ";type=d",
        "#", "@", ":", "80", "%20", "(x)", "[1]", "'", "~u", "é", ",", "_", "*", " at ", "#a at b",
        " ", ". ", "\u{a0}", "\u{200b}",
    ];
    const BREAKS: &[&str] = &["\n", "\n", "\n", " \n", "\n  ", "\n\n"];
    // The delimiters, with a dot for the URL.
    const DELIMITERS: &[&str] = &[
        "<URL:·>",
        "<url: ·>",
        "<·>",
        "< · >",
        "\"·\"",
        "URL:·",
        "·",
        "(·)",
        "<URL://·>",
        "<·\n.",
        "<URL:·\n)",
        "'·'",
        "\\\"·\\\"",
    ];
    let [pieces, breaks]: [Slot; 2] = [(PIECES, 0..6), (BREAKS, 0..2)];
    let url = texts_of(&[(SCHEMES, 1..2), pieces.clone(), breaks.clone(), pieces, breaks]);
    (select(DELIMITERS), url).prop_map(|(delimiters, url)| delimiters.replace('·', &url))
}

/// Makes lines of words and wrapped URLs. Each line has its quote marks, some have lost the first of them, and some
/// damage is added at the end.
pub(super) fn letter() -> impl Strategy<Value = String> + Clone {
    const WORDS: &[&str] = &[
        "see", "the", "draft", "at", "and", "it is", "down.", "(or", "which)", "“so”", "e.g.", ",",
        "--", "<a@b.cd>", "<b>", "\"no\"", "x > y", "a:", "Re:", "。", "don’t", ".", ")",
    ];
    const MARKS: &[&str] =
        &["", "", "> ", ">", "> > ", ">> ", "| ", ": ", "# ", "% ", "JD> ", "JD>> ", "» ", "   "];
    const DAMAGE: &[&str] = &[
        "", " ", "\n", "\n\n", "<", ">", "\"", "> ", "\n>", "\r", "\u{200b}", "[", "b>", "http://a",
    ];
    let word = prop_oneof![2 => select(WORDS).prop_map(String::from), 3 => wrapped()];
    let parts = prop::collection::vec((word, select(&[" ", " ", "\n", ""][..])), 1..5);
    // The number of characters that each line loses.
    let losses = prop::collection::vec(select(&[0, 0, 0, 0, 1, 2][..]), 16);
    let damages = prop::collection::vec((any::<Index>(), select(DAMAGE)), 0..3);
    let end = select(&["\n", "\n", "\r\n", "\r"][..]);
    (parts, select(MARKS), losses, damages, end).prop_map(|(parts, marks, losses, damages, end)| {
        let text: String =
            parts.into_iter().flat_map(|(part, space)| [part, space.into()]).collect();
        let quote = |(line, lost): (&str, &usize)| -> String {
            marks.chars().skip(*lost).chain(line.chars()).collect()
        };
        let lines: Vec<String> = text.split('\n').zip(losses.iter().cycle()).map(quote).collect();
        let mut chars: Vec<char> = lines.join(end).chars().collect();
        for (at, damage) in damages {
            let at = at.index(chars.len() + 1);
            // An empty one removes a character.
            let removed = usize::from(damage.is_empty() && at < chars.len());
            chars.splice(at..at + removed, damage.chars());
        }
        chars.into_iter().collect()
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
