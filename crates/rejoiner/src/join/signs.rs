//! The signs that show whether a URL goes on (J8), each a yes-or-no question about a line break.
//!
//! A sign is added here, in one row, and `benches/joins/fit.py` gives it a weight in `weights.rs` and in J8.

use crate::doubt::Ground::{
    self, Closer, Delimiter, Dot, Extension, FullLine, Hyphen, Inside, Shape, Slash,
};
use crate::join::ends::Ends;
use crate::join::lines::Lines;

/// A sign for or against a join.
pub(crate) struct Sign {
    pub(crate) name: &'static str,
    /// The condition in words, for the table in J8.
    pub(crate) text: &'static str,
    /// The ground that a join has if this sign is the strongest one.
    pub(crate) ground: Ground,
    pub(crate) holds: Holds,
}

#[derive(Clone, Copy)]
pub(crate) enum Holds {
    /// The two sides of the break decide.
    Ends(OfEnds),
    /// The lines around have to be examined, too.
    Lines(OfLines),
}

type OfEnds = fn(&Ends<'_>) -> bool;
type OfLines = fn(&Ends<'_>, &Lines) -> bool;

const fn ends(name: &'static str, text: &'static str, ground: Ground, holds: OfEnds) -> Sign {
    Sign { name, text, ground, holds: Holds::Ends(holds) }
}

const fn lines(name: &'static str, text: &'static str, ground: Ground, holds: OfLines) -> Sign {
    Sign { name, text, ground, holds: Holds::Lines(holds) }
}

const fn against(name: &'static str, text: &'static str, holds: OfEnds) -> Sign {
    ends(name, text, Ground::Default, holds)
}

const fn against_lines(name: &'static str, text: &'static str, holds: OfLines) -> Sign {
    lines(name, text, Ground::Default, holds)
}

/// Those of ends come first, so that most places are decided before the lines are examined. A sign against a join has
/// the ground `default`, and a weight below 0.
#[expect(clippy::redundant_closure_for_method_calls, reason = "a method fits one lifetime alone")]
pub(crate) static SIGNS: &[Sign] = &[
    // The end of the URL and the start of the run.
    ends(
        "hyphen",
        "the URL ends in one `-`, not after an extension, and the rest begins with an alnum",
        Hyphen,
        |e| e.is_hyphen(),
    ),
    ends("slash_strong", "the URL ends in `/`, and the rest is strong", Slash, |e| {
        e.last == b'/' && e.is_strong
    }),
    ends(
        "slash_lower",
        "the URL ends in `/`, and the rest begins with a small letter or a digit",
        Slash,
        |e| e.last == b'/' && (e.first.is_ascii_lowercase() || e.first.is_ascii_digit()),
    ),
    ends(
        "dot_lower",
        "the URL ends in `.`, and the rest begins with a small letter or a digit",
        Dot,
        |e| e.last == b'.' && (e.first.is_ascii_lowercase() || e.first.is_ascii_digit()),
    ),
    ends(
        "host",
        "the URL ends in a dot of its host, and the rest begins with a host in a well-known domain",
        Dot,
        |e| e.completes_host(),
    ),
    ends("extension", "the rest completes an extension, and ends with it", Extension, |e| {
        e.completes_extension()
    }),
    ends(
        "delimiter",
        "the URL ends in `[&#?_+]`, or `=` of a query, and the rest is no word",
        Delimiter,
        |e| {
            (e.ends_in(b"&#?_+") && !e.url.ends_with(b"__") || e.last == b'=' && e.has_query())
                && !e.is_word
        },
    ),
    ends(
        "inside",
        "the rest begins like `/x`, `#x`, `?k=v`, `&k=v`, `;k=v`, `%XX` or `.html`",
        Inside,
        |e| e.begins_inside() && e.last != b'/',
    ),
    ends(
        "closer",
        "the rest closes `[(\\[']` before the URL, which does not end in `[,;]`, and is strong or no word",
        Closer,
        |e| e.is_closed_by_run() && (e.is_strong || !e.is_word) && !e.ends_in(b",;"),
    ),
    ends("dot_strong", "the URL ends in `.`, and the rest is strong", Dot, |e| {
        e.last == b'.' && e.is_strong
    }),
    ends("strong", "the URL ends in another character, and the rest is strong", Shape, |e| {
        !e.ends_in(b"/.") && e.is_strong
    }),
    ends("folder", "the rest has one slash after its first character", Shape, |e| e.slashes() == 1),
    ends("folders", "the rest has two slashes after its first character", Shape, |e| {
        e.slashes() > 1
    }),
    ends("lower", "the rest begins with a small letter", Shape, |e| e.first.is_ascii_lowercase()),
    ends("divided_number", "the break is between digits", Shape, |e| {
        e.last.is_ascii_digit() && e.first.is_ascii_digit()
    }),
    ends("has_query", "the URL has a query", Shape, |e| e.has_query()),
    against("comma", "the URL ends in `[,;:!]`", |e| e.ends_in(b",;:!") && !e.has_query()),
    against("bracket", "the URL ends in `[)\\]}'\"*]`", |e| e.ends_in(b")]}'\"*")),
    against("has_extension", "the URL ends in an extension", |e| e.has_extension),
    against("common", "the rest is common", |e| e.is_common()),
    against("writer", "the rest is a word with a capital, as is `-Jim`", |e| e.is_writer()),
    against("address", "the rest begins with an address", |e| e.is_address()),
    against("assignment", "the rest is an assignment, and the URL has no query", |e| {
        e.is_assignment()
    }),
    against("local", "the rest begins like `/usr/bin`, or is like `/Anders`", |e| e.is_local()),
    against("at_sign", "the rest begins with `@`", |e| e.first == b'@'),
    against("repeated", "the URL has the rest, of at least five characters", |e| e.is_repeated()),
    against("columns", "three spaces are in the text after the rest", |e| {
        e.after.windows(3).any(|it| it == b"   ")
    }),
    // The lines around.
    lines("full_strong", "the line is full, and the rest is strong", FullLine, |e, l| {
        e.is_strong && !e.path.is_empty() && l.is_full()
    }),
    lines(
        "single",
        "the rest is single, and ends a paragraph or makes its line as wide as the URL's",
        FullLine,
        |e, l| is_single(e, l) && (l.ends_paragraph || l.next == l.line),
    ),
    lines(
        "block",
        "the rest is alone, and the line as wide as the URL's before",
        FullLine,
        |e, l| e.is_alone && l.before == Some(l.line),
    ),
    lines("url_alone", "only the URL is on its line", FullLine, |_, l| l.is_url_alone),
    lines("short_rest", "the rest is alone, and its line ten columns shorter", FullLine, |e, l| {
        e.is_alone && l.next + 10 < l.line
    }),
    lines("word_near", "the word that the break divides is near", Shape, |_, l| l.near.has_word),
    against_lines("fits_60", "the rest fits in 60 columns", |_, l| l.fits_in(60)),
    against_lines("fits_70", "the rest fits in 70 columns", |_, l| l.fits_in(70)),
    against_lines("fits_usual", "the rest fits, by the 75th percentile", |_, l| {
        l.near.usual > 0 && l.fits_in(l.near.usual)
    }),
    against_lines(
        "within_word",
        "the break is between alnums, and the line not as wide as those around",
        |e, l| {
            e.last.is_ascii_alphanumeric()
                && e.first.is_ascii_alphanumeric()
                && l.line + 3 < l.near.widest
        },
    ),
    against_lines("over", "the line is wider than those around", |_, l| {
        l.near.widest > 0 && l.line > l.near.widest + 3
    }),
    against_lines("over_100", "the line has over 100 columns", |_, l| l.line > 100),
    against_lines(
        "item",
        "only the URL is on its line, and the next one is indented less, but is indented or the rest not strong",
        |e, l| l.is_url_alone && l.next_indent < l.indent && (l.next_indent > 0 || !e.is_strong),
    ),
    against_lines("less_indented", "the next line is indented less", |_, l| {
        l.next_indent < l.indent
    }),
    against_lines("list", "the line after the rest has a URL", |_, l| l.precedes_url),
    against_lines(
        "list_alone",
        "the line after the rest has a URL, and URL and rest have a line each",
        |e, l| l.precedes_url && l.is_url_alone && e.is_alone,
    ),
    against_lines(
        "hyphenated",
        "the URL ends in `-`, and a line around in a small letter and `-`",
        |e, l| e.last == b'-' && l.near.is_hyphenated,
    ),
    against_lines(
        "sentence",
        "the rest is one word, alone, ends a paragraph and has a full stop",
        |e, l| e.is_word && e.is_alone && l.ends_paragraph && e.run.ends_with(b"."),
    ),
];

/// Reports whether the next line may be the rest of a URL that has a line of its own: one run, which is no word of prose
/// and no name of a writer.
fn is_single(ends: &Ends<'_>, lines: &Lines) -> bool {
    lines.is_url_alone
        && lines.line >= 60
        && lines.next_indent <= lines.indent
        && ends.is_alone
        && !ends.is_common()
        && !ends.is_writer()
        && !ends.path.is_empty()
        && !ends.ends_in(b",;")
}
