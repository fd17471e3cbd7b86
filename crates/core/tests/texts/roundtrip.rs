//! Tests that a URL in a wrapper survives what mail programs do to it: broken at any column, quoted at any depth,
//! with any indentation (W3, J1, J2).
//!
//! The tests break lines after a fixed number of characters, as naive mail programs do. A hyphen before a break
//! leaves a doubt (J3); then the URL must be among the readings.

use proptest::prelude::*;
use proptest::sample::select;
use urlsift::Extractor;
use urlsift::verdict::{Standing, Validator};

use crate::texts::properties::config;

/// Schemes, with what must follow them.
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

/// Generates URLs that satisfy a grammar, or that browsers would open (V2).
fn url() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(PIECES), 1..24);
    (select(HEADS), pieces)
        .prop_map(|(head, pieces)| [head, &pieces.concat()].concat())
        .prop_filter("rejected URLs and slashes alone are not found", |url| {
            let rest = url.split_once(':').map_or("", |(_, rest)| rest);
            let accepted = Validator::new().validate(url);
            rest.contains(|c| c != '/') && !matches!(accepted.standing(), Standing::Rejected(_))
        })
}

/// The layout of a text around a URL.
#[derive(Clone, Debug)]
struct Layout {
    form: (&'static str, &'static str),
    /// The prefix of each line.
    prefix: String,
    /// The text before the wrapper on its first line.
    lead: &'static str,
    indentation: &'static str,
    /// Whitespace at the end of each broken line.
    trail: &'static str,
    end: &'static str,
    column: usize,
}

fn layout() -> impl Strategy<Value = Layout> {
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
        .prop_map(|(form, prefix, lead, indentation, trail, end, column)| Layout {
            form,
            prefix,
            lead,
            indentation,
            trail,
            end,
            column,
        })
}

/// Lays out a text with `url`. Also returns the characters before the breaks.
fn wrapped(url: &str, layout: &Layout) -> (String, Vec<char>) {
    // A wrapper has at most 64 lines (W4).
    let column = layout.column.max(url.chars().count() / 56 + 1);
    // A scheme is not broken, nor the `//` after an unknown scheme (W2).
    let is_known = !["x-any:", "git+ssh:"].iter().any(|scheme| url.starts_with(scheme));
    let scheme = url.find(':').map_or(0, |colon| if is_known { colon + 1 } else { colon + 3 });
    let mut text = String::from(&url[..scheme]);
    let mut cuts = Vec::new();
    for (i, c) in url[scheme..].chars().enumerate() {
        if i > 0 && i % column == 0 {
            cuts.extend(text.chars().last());
            text += layout.trail;
            text.push('\n');
        }
        text.push(c);
    }
    let text = [layout.lead, layout.form.0, &text, layout.form.1, ", and so on"].concat();
    let newline = [layout.end, &layout.prefix, layout.indentation].concat();
    let quoted = [&layout.prefix, layout.indentation, &text.replace('\n', &newline)].concat();
    (quoted, cuts)
}

proptest! {
    #![proptest_config(ProptestConfig { max_local_rejects: u32::MAX, ..config(2_000) })]

    #[test]
    fn broken_and_quoted_urls_are_read_back(url in url(), layout in layout()) {
        let (text, cuts) = wrapped(&url, &layout);
        let extractor = Extractor::new();
        let all: Vec<_> = extractor.find_iter(&text).collect();
        let [found] = &all[..] else {
            return Err(TestCaseError::fail(format!("{} found in {text:?}", all.len())));
        };
        // Without `URL:`, a mark at the end may belong to the text (W2).
        let has_mark = !layout.form.0.to_uppercase().contains("URL") && url.ends_with(['.', ',', ';', ':', '!', '?', '\'']);
        if cuts.contains(&'-') || has_mark {
            let is_among = found.url() == url || found.readings().iter().any(|r| r.url() == url);
            prop_assert!(is_among, "{:?} gives {}", text, found.url());
        } else {
            prop_assert_eq!(found.url(), &url, "{:?}", text);
        }
    }
}
