//! The signs that show whether a URL goes on (J8), each a yes-or-no question about a line break.
//!
//! A sign is added here, in one row, and `benches/joins/fit.py` gives it a weight in `weights.rs` and in J8.

use crate::doubt::Ground;
use crate::join::ends::Ends;
use crate::join::lines::Lines;

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
    Lines(fn(&Ends<'_>, &Lines) -> bool),
}

macro_rules! holds {
    (ends $e:ident $l:ident $holds:expr) => {
        Holds::Ends(|$e| $holds)
    };
    (lines $e:ident $l:ident $holds:expr) => {
        Holds::Lines(|$e, $l| {
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
    ends hyphen Hyphen, "the URL ends in one `-`, not after an extension, and the rest begins with an alnum"
        => e.is_hyphen();
    ends slash_strong Slash, "the URL ends in `/`, and the rest is strong" => e.last == b'/' && e.is_strong;
    ends slash_lower Slash, "the URL ends in `/`, and the rest begins with a small letter or a digit"
        => e.last == b'/' && (e.first.is_ascii_lowercase() || e.first.is_ascii_digit());
    ends dot_lower Dot, "the URL ends in `.`, and the rest begins with a small letter or a digit"
        => e.last == b'.' && (e.first.is_ascii_lowercase() || e.first.is_ascii_digit());
    ends host Dot, "the URL ends in a dot of its host, and the rest begins with a host in a well-known domain"
        => e.completes_host();
    ends extension Extension, "the rest completes an extension, and ends with it" => e.completes_extension();
    ends delimiter Delimiter, "the URL ends in `[&#?_+]`, or `=` of a query, and the rest is no word"
        => (e.ends_in(b"&#?_+") && !e.url.ends_with(b"__") || e.last == b'=' && e.has_query()) && !e.is_word;
    ends inside Inside, "the rest begins like `/x`, `#x`, `?k=v`, `&k=v`, `;k=v`, `%XX` or `.html`"
        => e.begins_inside() && e.last != b'/';
    ends closer Closer, "the rest closes `[(\\[']` before the URL, which does not end in `[,;]`, and is strong or no word"
        => e.is_closed_by_run() && (e.is_strong || !e.is_word) && !e.ends_in(b",;");
    ends dot_strong Dot, "the URL ends in `.`, and the rest is strong" => e.last == b'.' && e.is_strong;
    ends strong Shape, "the URL ends in another character, and the rest is strong" => !e.ends_in(b"/.") && e.is_strong;
    ends folder Shape, "the rest has one slash after its first character" => e.slashes() == 1;
    ends folders Shape, "the rest has two slashes after its first character" => e.slashes() > 1;
    ends lower Shape, "the rest begins with a small letter" => e.first.is_ascii_lowercase();
    ends divided_number Shape, "the break is between digits" => e.last.is_ascii_digit() && e.first.is_ascii_digit();
    ends has_query Shape, "the URL has a query" => e.has_query();
    ends hyphen_odd Default, "the URL ends in its only `-`, the rest has none, and they are no words of three letters"
        => e.is_hyphen_odd();
    ends comma Default, "the URL ends in `[,;:!]`" => e.ends_in(b",;:!") && !e.has_query();
    ends bracket Default, "the URL ends in `[)\\]}'\"*]`" => e.ends_in(b")]}'\"*");
    ends has_extension Default, "the URL ends in an extension" => e.has_extension;
    ends common Default, "the rest is common" => e.is_common();
    ends writer Default, "the rest is a word with a capital, as is `-Jim`" => e.is_writer();
    ends address Default, "the rest begins with an address" => e.is_address();
    ends assignment Default, "the rest is an assignment, and the URL has no query" => e.is_assignment();
    ends local Default, "the rest begins like `/usr/bin`, or is like `/Anders`" => e.is_local();
    ends at_sign Default, "the rest begins with `@`" => e.first == b'@';
    ends repeated Default, "the URL has the rest, of at least five characters" => e.is_repeated();
    ends columns Default, "three spaces are in the text after the rest" => e.after.windows(3).any(|it| it == b"   ");
    lines full_strong FullLine, "the line is full, and the rest is strong"
        => e.is_strong && !e.path.is_empty() && l.is_full();
    lines single FullLine, "the rest is single, and ends a paragraph or makes its line as wide as the URL's"
        => is_single(e, l) && (l.ends_paragraph || l.next == l.line);
    lines block FullLine, "the rest is alone, and the line as wide as the URL's before"
        => e.is_alone && l.before == Some(l.line);
    lines url_alone FullLine, "only the URL is on its line" => l.is_url_alone;
    lines short_rest FullLine, "the rest is alone, and its line ten columns shorter"
        => e.is_alone && l.next + 10 < l.line;
    lines word_near Shape, "the word that the break divides is near" => l.near.has_word;
    lines fits_60 Default, "the rest fits in 60 columns" => l.fits_in(60);
    lines fits_70 Default, "the rest fits in 70 columns" => l.fits_in(70);
    lines fits_usual Default, "the rest fits, by the 75th percentile" => l.near.usual > 0 && l.fits_in(l.near.usual);
    lines within_word Default, "the break is between alnums, and the line not as wide as those around"
        => e.last.is_ascii_alphanumeric() && e.first.is_ascii_alphanumeric() && l.line + 3 < l.near.widest;
    lines over Default, "the line is wider than those around" => l.near.widest > 0 && l.line > l.near.widest + 3;
    lines over_100 Default, "the line has over 100 columns" => l.line > 100;
    lines item Default, "only the URL is on its line, and the next one is indented less, but is indented or the rest not strong"
        => l.is_url_alone && l.next_indent < l.indent && (l.next_indent > 0 || !e.is_strong);
    lines less_indented Default, "the next line is indented less" => l.next_indent < l.indent;
    lines list Default, "the line after the rest has a URL" => l.precedes_url;
    lines list_alone Default, "the line after the rest has a URL, and URL and rest have a line each"
        => l.precedes_url && l.is_url_alone && e.is_alone;
    lines hyphenated Default, "the URL ends in `-`, and a line around in a small letter and `-`"
        => e.last == b'-' && l.near.is_hyphenated;
    lines sentence Default, "the rest is one word, alone, ends a paragraph and has a full stop"
        => e.is_word && e.is_alone && l.ends_paragraph && e.run.ends_with(b".");
}

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
