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

proptest! {
    #![proptest_config(ProptestConfig { max_local_rejects: u32::MAX, ..config(2_000) })]

    #[test]
    fn broken_and_quoted_urls_are_read_back(
        url in url(),
        (opener, closer) in select(
            &[("<URL:", ">"), ("<url: ", " >"), ("<URL:\n", "\n>"), ("<", ">"), ("< ", ">")][..],
        ),
        prefix in (select(&[">", "> ", ">> ", "| ", "JD> ", "» "][..]), 0..6usize)
            .prop_map(|(mark, depth)| mark.repeat(depth)),
        // The text before the wrapper on its first line, and whitespace at the start and end of each broken line.
        lead in select(&["", "see ", "(", "one, two: "][..]),
        indentation in select(&["", "", " ", "    ", "\t", "\u{a0}"][..]),
        trail in select(&["", "", " ", "  "][..]),
        end in select(&["\n", "\n", "\r\n", "\r"][..]),
        column in 1..78usize,
    ) {
        // A wrapper has at most 64 lines (W4).
        let column = column.max(url.chars().count() / 56 + 1);
        // A scheme is not broken, nor the `//` after an unknown scheme (W2).
        let is_known = !["x-any:", "git+ssh:"].iter().any(|scheme| url.starts_with(scheme));
        let scheme = url.find(':').map_or(0, |colon| if is_known { colon + 1 } else { colon + 3 });
        let mut broken = String::from(&url[..scheme]);
        let mut ends_in_hyphen = false;
        for (i, c) in url[scheme..].chars().enumerate() {
            if i > 0 && i % column == 0 {
                ends_in_hyphen |= broken.ends_with('-');
                broken.extend([trail, "\n"]);
            }
            broken.push(c);
        }
        let text = [lead, opener, &broken, closer, ", and so on"].concat();
        let start = [&prefix, indentation].concat();
        let text = [&start, &*text.replace('\n', &[end, &start].concat())].concat();

        let extractor = Extractor::new();
        let all: Vec<_> = extractor.find_iter(&text).collect();
        prop_assert_eq!(all.len(), 1, "{:?}", text);
        // Without `URL:`, a mark at the end may belong to the text (W2).
        let has_mark = !opener.to_uppercase().contains("URL")
            && url.ends_with(['.', ',', ';', ':', '!', '?', '\'']);
        let is_among = all[0].readings().iter().any(|reading| reading.url() == url);
        let may_differ = ends_in_hyphen || has_mark;
        prop_assert!(all[0].url() == url || may_differ && is_among, "{:?} gives {}", text, all[0].url());
    }
}
