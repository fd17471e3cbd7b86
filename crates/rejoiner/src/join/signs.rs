//! The signs that show whether a URL goes on (J8), each a yes-or-no question about a line break.
//!
//! A sign is added here, in one row, and `benches/joins/fit.py` gives it a weight in `weights.rs` and in J8.

use crate::doubt::Ground;
use crate::join::ends::Ends;
use crate::join::lines::NearLines;

/// A sign for or against a join.
pub(crate) struct Sign {
    pub(crate) name: &'static str,
    /// The condition in words, for the table in J8.
    pub(crate) text: &'static str,
    /// The ground that a join has if this sign is the strongest one. `default` for a sign against a join.
    pub(crate) ground: Ground,
    pub(crate) holds: Holds,
}

#[derive(Clone, Copy)]
pub(crate) enum Holds {
    /// The two sides of the break decide.
    Ends(fn(&Ends<'_>) -> bool),
    /// The lines around have to be examined, too.
    NearLines(fn(&Ends<'_>, &NearLines) -> bool),
}

macro_rules! holds {
    (ends $e:ident $l:ident $holds:expr) => {
        Holds::Ends(|$e| $holds)
    };
    (lines $e:ident $l:ident $holds:expr) => {
        Holds::NearLines(|$e, $l| {
            let _ = $e;
            $holds
        })
    };
}

/// Makes the table of signs: whether the lines around are needed, name, ground, text, and the condition on both ends `e`
/// and lines `l`.
macro_rules! signs {
    ($e:ident $l:ident $($kind:ident $name:ident $ground:ident, $text:literal => $holds:expr;)*) => {
        pub(crate) static SIGNS: &[Sign] = &[$(Sign {
            name: stringify!($name),
            text: $text,
            ground: Ground::$ground,
            holds: holds!($kind $e $l $holds),
        }),*];
    };
}

// Those of ends come first, so that most places are decided before the lines are examined.
signs! {
    e l
    ends hyphen Hyphen, "one `-`, not after an extension, before an alnum" => e.is_hyphen();
    ends slash_strong Slash, "`/` before a strong rest" => e.last == b'/' && e.is_strong;
    ends slash_lower Slash, "`/` before a small letter or digit"
        => e.last == b'/' && (e.first.is_ascii_lowercase() || e.first.is_ascii_digit());
    ends dot_lower Dot, "`.` before a small letter or digit"
        => e.last == b'.' && (e.first.is_ascii_lowercase() || e.first.is_ascii_digit());
    ends host Dot, "rest completes a host after its dot" => e.completes_host();
    ends extension Extension, "rest completes an extension, and ends with it" => e.completes_extension();
    ends delimiter Delimiter, "`[&#?_+]`, or `=` of a query, before a rest that is not a word"
        => (e.ends_in(b"&#?_+") && !e.url.ends_with(b"__") || e.last == b'=' && e.has_query()) && !e.is_word;
    ends inside Inside, "rest begins like `/x`, `#x`, `?k=v`, `&k=v`, `;k=v`, `%XX` or `.html`"
        => e.begins_inside() && e.last != b'/';
    ends closer Closer, "rest closes `[(\\[']` before URL"
        => e.is_closed_by_run() && (e.is_strong || !e.is_word) && !e.ends_in(b",;");
    ends dot_strong Dot, "`.` before a strong rest" => e.last == b'.' && e.is_strong;
    ends strong Shape, "another end before a strong rest" => !e.ends_in(b"/.") && e.is_strong;
    ends folder Shape, "rest has one later slash" => e.slashes() == 1;
    ends folders Shape, "rest has two later slashes" => e.slashes() > 1;
    ends lower Shape, "rest begins with a small letter" => e.first.is_ascii_lowercase();
    ends divided_number Shape, "break is between digits" => e.last.is_ascii_digit() && e.first.is_ascii_digit();
    ends has_query Shape, "URL has a query" => e.has_query();
    ends hyphen_odd Default, "a `-` that is the only one, and not between words" => e.is_hyphen_odd();
    ends comma Default, "`[,;:!]`, without a query" => e.ends_in(b",;:!") && !e.has_query();
    ends bracket Default, "`[)\\]}'\"*]`" => e.ends_in(b")]}'\"*");
    ends has_extension Default, "an extension" => e.has_extension;
    ends common Default, "rest is a common word" => e.is_common();
    ends writer Default, "rest is a capitalised word (`-Jim`)" => e.is_writer();
    ends address Default, "rest begins with an address" => e.is_address();
    ends assignment Default, "rest is `NAME=…`, without a query" => e.is_assignment();
    ends local Default, "rest is like `/usr/bin` or `/Anders`" => e.is_local();
    ends at_sign Default, "rest begins with `@`" => e.first == b'@';
    ends repeated Default, "URL has rest in it" => e.is_repeated();
    ends columns Default, "three spaces follow rest" => e.after.windows(3).any(|it| it == b"   ");
    lines full_strong FullLine, "line is full, rest strong" => e.is_strong && !e.path.is_empty() && l.is_full();
    lines single FullLine, "rest is single, and ends a paragraph or makes a line as wide"
        => is_single(e, l) && (l.ends_paragraph || l.next == l.line);
    lines block FullLine, "line is as wide as URL's before, rest alone"
        => e.is_alone && l.before == Some(l.line);
    lines url_alone FullLine, "URL is alone" => l.is_url_alone;
    lines short_rest FullLine, "rest is alone, its line ten columns shorter" => e.is_alone && l.next + 10 < l.line;
    lines word_near Shape, "divided word occurs near" => l.near.has_word;
    lines fits_60 Default, "rest fits in 60 columns" => l.fits_in(60);
    lines fits_70 Default, "rest fits in 70 columns" => l.fits_in(70);
    lines fits_usual Default, "rest fits in the 75th percentile" => l.near.usual > 0 && l.fits_in(l.near.usual);
    lines within_word Default, "break is between alnums, line not full"
        => e.last.is_ascii_alphanumeric() && e.first.is_ascii_alphanumeric() && l.line + 3 < l.near.widest;
    lines over Default, "line is wider than those around" => l.near.widest > 0 && l.line > l.near.widest + 3;
    lines over_100 Default, "line has over 100 columns" => l.line > 100;
    lines item Default, "URL is alone, rest indented less, but indented or not strong"
        => l.is_url_alone && l.next_indent < l.indent && (l.next_indent > 0 || !e.is_strong);
    lines less_indented Default, "next line is indented less" => l.next_indent < l.indent;
    lines list Default, "line after rest has a URL" => l.precedes_url;
    lines list_alone Default, "URL and rest are alone before a line with a URL" => l.precedes_url && l.is_url_alone && e.is_alone;
    lines hyphenated Default, "`-`, which ends a line around, too" => e.last == b'-' && l.near.is_hyphenated;
    lines sentence Default, "rest is one word with a full stop, and ends a paragraph"
        => e.is_word && e.is_alone && l.ends_paragraph && e.run.ends_with(b".");
}

/// Reports whether the next line may be the rest of a URL that has a line of its own: one run, which is no word of prose
/// and no name of a writer.
fn is_single(ends: &Ends<'_>, lines: &NearLines) -> bool {
    lines.is_url_alone
        && lines.line >= 60
        && lines.next_indent <= lines.indent
        && ends.is_alone
        && !ends.is_common()
        && !ends.is_writer()
        && !ends.path.is_empty()
        && !ends.ends_in(b",;")
}
