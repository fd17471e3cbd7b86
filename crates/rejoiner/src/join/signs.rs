//! The signs that show whether a URL goes on (J8), each a yes-or-no question about a line break.
//!
//! A sign is added here, in one row, and `benches/joins/fit.py` gives it a weight in `weights.rs` and in J8.

use crate::doubt::Ground;
use crate::join::ends::Ends;
use crate::join::lines::NearLines;

pub(crate) struct Sign {
    pub(crate) name: &'static str,
    /// The condition in words, for the table in J8.
    pub(crate) text: &'static str,
    /// `default` for a sign against a join.
    pub(crate) ground: Ground,
    pub(crate) holds: Holds,
}

#[derive(Clone, Copy)]
pub(crate) enum Holds {
    /// The two sides of the break decide.
    Ends(fn(&Ends<'_>) -> bool),
    /// The lines around have to be examined, too.
    NearLines(fn(&Ends<'_>, &NearLines<'_>) -> bool),
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

/// The conditions are on both ends `e` and lines `l`.
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

// Those of ends come first, so that most places are decided before the lines are examined. The last one costs most.
signs! {
    e l
    ends hyphen Hyphen, "one `-`, not after an extension, before an alnum" => e.is_hyphen();
    ends slash_strong Slash, "`/` before a strong rest" => e.last == b'/' && e.is_strong;
    ends slash Slash, "`/`" => e.last == b'/';
    ends dot Dot, "`.` before a small letter or digit"
        => e.last == b'.' && (e.first.is_ascii_lowercase() || e.first.is_ascii_digit());
    ends host Dot, "rest completes a host after its dot" => e.completes_host();
    ends extension Extension, "rest completes an extension, and ends with it" => e.completes_extension();
    ends delimiter Delimiter, "`[&#?_+]`, or `=` of a query, before a rest that is alone or not a word"
        => (e.ends_in(b"&#?_+") && !e.url.ends_with(b"__") || e.last == b'=' && e.has_query())
            && (e.is_alone || !e.is_word);
    ends inside Inside, "rest begins like `/x`, `#x`, `?k=v`, `&k=v`, `;k=v`, `%XX` or `.html`"
        => e.begins_inside() && e.last != b'/';
    ends closer Closer, "rest closes `[(\\[']` before URL" => e.is_closed_by_run() && !e.ends_in(b",;");
    ends strong Shape, "`[^/.-]` before a strong rest" => !e.ends_in(b"/.-") && e.is_strong;
    ends lower Shape, "rest begins with a small letter" => e.first.is_ascii_lowercase();
    ends long Shape, "rest has more than 16 bytes" => e.core.len() > 16;
    ends divided Shape, "break is between digits" => e.last.is_ascii_digit() && e.first.is_ascii_digit();
    ends later Shape, "URL began on an earlier line" => e.is_later;
    ends has_extension Default, "an extension" => e.has_extension;
    ends common Default, "rest is common words (`and/or`)" => e.is_common();
    ends words Default, "rest is words before more text, not after `-`, after `/` only with a capital" => e.is_words() && e.last != b'-';
    ends assignment Default, "rest is `NAME=…`, without a query" => e.is_assignment();
    ends columns Default, "three spaces follow rest" => e.after.windows(3).any(|it| it == b"   ");
    lines single FullLine, "both are alone, line has 60 columns, rest ends a paragraph or is as wide"
        => l.is_url_alone && l.line >= 60 && e.is_alone && (l.ends_paragraph() || l.next() == l.line);
    lines url_alone FullLine, "URL is alone" => l.is_url_alone;
    lines inserted Default, "`-` that a program may have inserted"
        => e.last == b'-' && (e.is_hyphen_odd() || l.has_hyphens());
    lines fits_60 Default, "rest fits in 60 columns" => l.fits_in(60);
    lines fits_72 Default, "rest fits in 72 columns" => l.fits_in(72);
    lines over_100 Default, "line has over 100 columns" => l.line > 100;
    lines item Default, "URL is alone, rest indented less, and indented or not strong"
        => l.is_url_alone && l.next_indent < l.indent && (l.next_indent > 0 || !e.is_strong);
    lines less_indented Default, "next line is indented less" => l.next_indent < l.indent;
    lines list Default, "line after rest has a URL" => l.precedes_url();
    lines sentence Default, "rest is a word and `.`, and ends a paragraph"
        => e.is_word && e.is_alone && e.run.ends_with(b".") && l.ends_paragraph();
    lines word_near Shape, "divided word occurs near" => l.has_word(e.url, e.run);
}
