//! What anybody may do to a URL in a wrapper, undone: broken at any column, at any depth of
//! quotation, with any indentation, it is read back as it was (W3, J1, J2).
//!
//! The breaking here is as naive as a mail program's: it cuts after so many characters, wherever
//! that is. A hyphen at a cut leaves a doubt (J3); then the URL is among the readings.

use proptest::prelude::*;
use proptest::sample::select;
use urlsift::Extractor;
use urlsift::verdict::{Standing, Validator};

use crate::properties::config;

/// The schemes, with what may follow them.
const HEADS: &[&str] = &[
    "http://",
    "https://",
    "ftp://",
    "HTTP://",
    "gopher://",
    "wais://",
    "nntp://",
    "telnet://",
    "file:///",
    "mailto:",
    "news:",
    "urn:isbn:",
    "tel:+",
    "x-any://",
    "git+ssh://",
];

const PIECES: &[&str] = &[
    "www", "example", ".", ".", "org", "com", "a", "bc", "1", "42", "at", "URL", "-", "b-c", "--",
    "_", "~", "/", "/", "//", "?", "#", "&", "=", ";", ":", ":80", "@", "u@h", "%20", "%2", "+",
    "*", "!", "'", "(", ")", "(x)", "[1]", "[::1]", "$", ",", "...", "é", "’", "中", "。", "|",
    "{", "}", "^",
];

/// A URL that some grammar accepts, or that at least browsers open (V2).
fn url() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(PIECES), 1..24);
    (select(HEADS), pieces)
        .prop_map(|(head, pieces)| [head, &pieces.concat()].concat())
        .prop_filter("only what is accepted is found, and slashes alone are no URL", |url| {
            let rest = url.split_once(':').map_or("", |(_, rest)| rest);
            let accepted = Validator::new().validate(url);
            rest.contains(|c| c != '/') && !matches!(accepted.standing(), Standing::Rejected(_))
        })
}

/// How a text looks that has a URL in it.
#[derive(Clone, Debug)]
struct Look {
    form: (&'static str, &'static str),
    /// What each line begins with.
    prefix: String,
    /// What stands before the wrapper on its first line.
    lead: &'static str,
    indentation: &'static str,
    /// What is left at the end of a line that was broken.
    trail: &'static str,
    end: &'static str,
    column: usize,
}

fn look() -> impl Strategy<Value = Look> {
    let mark = select(&[">", "> ", ">> ", "| ", "JD> ", "» "][..]);
    let prefix = (mark, 0..6usize).prop_map(|(mark, depth)| mark.repeat(depth));
    let form = select(
        &[("<URL:", ">"), ("<url: ", " >"), ("<URL:\n", "\n>"), ("<", ">"), ("< ", ">")][..],
    );
    (
        form,
        prefix,
        select(&["", "see ", "(", "one, two: "][..]),
        select(&["", "", " ", "    ", "\t", "\u{a0}"][..]),
        select(&["", "", " ", "  "][..]),
        select(&["\n", "\n", "\r\n", "\r"][..]),
        1..78usize,
    )
        .prop_map(|(form, prefix, lead, indentation, trail, end, column)| Look {
            form,
            prefix,
            lead,
            indentation,
            trail,
            end,
            column,
        })
}

/// `url` in a text that looks so, and the characters that stand before a cut.
fn wrapped(url: &str, look: &Look) -> (String, Vec<char>) {
    // A wrapper has 64 lines at most (W4).
    let column = look.column.max(url.chars().count() / 56 + 1);
    // A scheme is left whole, and the `//` behind one that no table has (W2).
    let is_known = !["x-any:", "git+ssh:"].iter().any(|scheme| url.starts_with(scheme));
    let scheme = url.find(':').map_or(0, |colon| if is_known { colon + 1 } else { colon + 3 });
    let mut text = String::from(&url[..scheme]);
    let mut cuts = Vec::new();
    for (i, c) in url[scheme..].chars().enumerate() {
        if i > 0 && i % column == 0 {
            cuts.extend(text.chars().last());
            text += look.trail;
            text.push('\n');
        }
        text.push(c);
    }
    let text = [look.lead, look.form.0, &text, look.form.1, ", and so on"].concat();
    let newline = [look.end, &look.prefix, look.indentation].concat();
    let quoted = [&look.prefix, look.indentation, &text.replace('\n', &newline)].concat();
    (quoted, cuts)
}

proptest! {
    #![proptest_config(ProptestConfig { max_local_rejects: u32::MAX, ..config(2_000) })]

    #[test]
    fn what_was_broken_is_read_back(url in url(), look in look()) {
        let (text, cuts) = wrapped(&url, &look);
        let extractor = Extractor::new();
        let all: Vec<_> = extractor.find_iter(&text).collect();
        let [found] = &all[..] else {
            return Err(TestCaseError::fail(format!("{} found in {text:?}", all.len())));
        };
        if cuts.contains(&'-') {
            let is_among = found.url() == url || found.readings().iter().any(|r| r.url() == url);
            prop_assert!(is_among, "{:?} gives {}", text, found.url());
        } else {
            prop_assert_eq!(found.url(), &url, "{:?}", text);
        }
    }
}
