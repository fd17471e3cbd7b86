//! Tables of wrapped URLs, and a comparison with all possible wrappings.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use proptest::prelude::*;

use super::*;
use crate::tests::config;

#[test]
fn lines_break_at_the_best_place() {
    // The URL, the columns, the prefix, and the lines written.
    let table: &[(&str, usize, &str, &[&str])] = &[
        ("http://a.example/", 72, "", &["<URL:http://a.example/>"]),
        ("http://a.example/", 72, "> > ", &["> > <URL:http://a.example/>"]),
        // The text fits exactly, and then is one column too long.
        ("http://a/bcd", 18, "", &["<URL:http://a/bcd>"]),
        ("http://a/bcd", 17, "", &["<URL:http://a/", "bcd>"]),
        ("http://a/bcd", 17, "> ", &["> <URL:http://a/", "> bcd>"]),
        ("http://é/éé", 17, "", &["<URL:http://é/éé>"]),
        ("http://é/éé", 16, "", &["<URL:http://é/", "éé>"]),
        // The last place in reach after `/ ? & ; ,`, and none after `=`.
        ("http://a/b/c?d=e", 21, "", &["<URL:http://a/b/c?", "d=e>"]),
        ("http://a/bcde=fgh", 19, "", &["<URL:http://a/", "bcde=fgh>"]),
        ("x:abcd=ef", 12, "", &["<URL:x:abcd", "=ef>"]),
        ("x:a==bcdef", 10, "", &["<URL:x:a", "==bcdef>"]),
        ("http://a/b/c?d=e", 19, "", &["<URL:http://a/b/c?", "d=e>"]),
        ("x:aaaaaa,bbb;cc&d", 14, "", &["<URL:x:aaaaaa,", "bbb;cc&d>"]),
        // The slashes after the scheme stay together. A line may end between them and the host, and between
        // other slashes.
        ("http://host.example/", 20, "", &["<URL:http://", "host.example/>"]),
        ("file:///etc/motd", 12, "", &["<URL:file://", "/etc/motd>"]),
        ("http://a/http://b", 20, "", &["<URL:http://a/", "http://b>"]),
        ("file:///", 5, "", &["<URL:file://", "/>"]),
        // No line begins like the next URL, except after an open path or query.
        ("http://a/b,http://c", 19, "", &["<URL:http://a/", "b,http://c>"]),
        ("x:bbbb*http://c", 12, "", &["<URL:x:bbbb", "*http://c>"]),
        ("x:?u=http://c", 11, "", &["<URL:x:?", "u=http://c>"]),
        ("x:?a&http://c", 10, "", &["<URL:x:?a&", "http://c>"]),
        ("x:?u=URL:c", 10, "", &["<URL:x:?", "u=URL:c>"]),
        // Any other place, if nothing better is in reach.
        ("mailto:abcdefghij", 16, "", &["<URL:mailto:abcd", "efghij>"]),
        ("http://a/bbbbbbbbbbbb", 8, "", &["<URL:http://", "a/", "bbbbbbbb", "bbbb>"]),
        // No line ends before the `>`, nor next to a hyphen that would be in doubt or ignored.
        ("x:abc/", 11, "", &["<URL:x:abc", "/>"]),
        ("x:ab-cd", 10, "", &["<URL:x:ab", "-cd>"]),
        ("x:ab\u{2010}cd", 10, "", &["<URL:x:ab", "\u{2010}cd>"]),
        ("x:ab\u{ad}cd", 9, "", &["<URL:x:a", "b\u{ad}cd>"]),
        ("x:ab\u{ad}cd", 10, "", &["<URL:x:a", "b\u{ad}cd>"]),
        ("x:ab\\cd", 10, "", &["<URL:x:ab", "\\cd>"]),
        // No line ends before punctuation that would end a sentence after a quote mark.
        ("x:a.b.c", 10, "", &["<URL:x:a.", "b.c>"]),
        ("x:a.b.c", 8, "", &["<URL:x:", "a.b.c>"]),
        ("x:a/.b/c", 9, "> ", &["> <URL:x:", "> a/.b/c>"]),
        // No line ends in an escape, but one may in text that only looks like an escape.
        ("x:ab%2Fcd", 10, "", &["<URL:x:ab", "%2Fcd>"]),
        ("x:ab%2Fcd", 11, "", &["<URL:x:ab", "%2Fcd>"]),
        ("x:ab%2Fcd", 12, "", &["<URL:x:ab%2F", "cd>"]),
        ("x:ab%2Gcd", 11, "", &["<URL:x:ab%2", "Gcd>"]),
        ("x:%%41%41", 8, "", &["<URL:x:%", "%41%41>"]),
        // No line ends before a mark of the prefix, in case a mailer loses some of the prefix.
        ("x:ab|c", 9, "> ", &["> <URL:x:", "> ab|c>"]),
        ("x:ab|c", 11, "> ", &["> <URL:x:ab", "> |c>"]),
        ("x:ab|c", 11, "| ", &["| <URL:x:a", "| b|c>"]),
        ("x:abJD", 13, "JD> ", &["JD> <URL:x:a", "JD> bJD>"]),
        ("x:abJD", 12, "j> ", &["j> <URL:x:ab", "j> JD>"]),
        ("x:abJD", 14, "JDX> ", &["JDX> <URL:x:ab", "JDX> JD>"]),
        // No place is in reach, so the line is longer.
        ("scheme:ab", 5, "", &["<URL:scheme:", "ab>"]),
        ("x:---------ab", 4, "", &["<URL:x:", "---------a", "b>"]),
        ("x:abc", 0, "> ", &["> <URL:x:", "> a", "> b", "> c>"]),
    ];
    for &(url, columns, prefix, lines) in table {
        let wrapped = wrap(url, columns, prefix).expect("a table row can be wrapped");
        let got: Vec<&str> = wrapped.split('\n').collect();
        assert_eq!(got, lines, "{url} {columns} {prefix:?}");
    }
}

#[test]
fn the_first_line_leaves_room_for_other_text() {
    let table: &[(usize, &str)] = &[
        (0, "<URL:x:a/b/c>"),
        (4, "<URL:x:a/b/c>"),
        (5, "<URL:x:a/b/\n> c>"),
        (8, "<URL:x:a/\n> b/c>"),
        (99, "<URL:x:\n> a/b/c>"),
    ];
    for &(used, expected) in table {
        assert_eq!(wrap_after("x:a/b/c", 17, "> ", used).as_deref(), Ok(expected), "{used}");
    }
}

#[test]
fn each_error_names_its_cause() {
    let table: &[(&str, &str, &str)] = &[
        ("x:a", "-> ", "'-' at byte 0 of the prefix is not part of a quote mark"),
        ("x:a", "> JD", "'J' at byte 2 of the prefix is not part of a quote mark"),
        ("x:a", ">\n", "'\\n' at byte 1 of the prefix is not part of a quote mark"),
        ("", "", "the URL does not begin with a scheme and \":\""),
        ("example.org/a", "", "the URL does not begin with a scheme and \":\""),
        (":a", "", "the URL does not begin with a scheme and \":\""),
        ("url:x:a", "", "the URL does not begin with a scheme and \":\""),
        ("+x:a", "", "the URL does not begin with a scheme and \":\""),
        (" x:a", "", "the URL does not begin with a scheme and \":\""),
        ("x:a b", "", "' ' at byte 3 is not allowed in a wrapper; write %20"),
        ("x:é\n", "", "'\\n' at byte 4 is not allowed in a wrapper"),
        ("x:<", "", "'<' at byte 2 is not allowed in a wrapper"),
        ("x:a>", "", "'>' at byte 3 is not allowed in a wrapper"),
        ("x:\"", "", "'\"' at byte 2 is not allowed in a wrapper"),
        ("x:a\u{7f}", "", "'\\u{7f}' at byte 3 is not allowed in a wrapper"),
        ("x:a\u{3000}", "", "'\\u{3000}' at byte 3 is not allowed in a wrapper"),
        ("x:a\u{200b}", "", "'\\u{200b}' at byte 3 is not allowed in a wrapper"),
        ("x:a\u{feff}", "", "'\\u{feff}' at byte 3 is not allowed in a wrapper"),
        ("x:a\\_b", "", "'\\\\' at byte 3 is not allowed in a wrapper; write %5C"),
        ("x:a\\\\\\", "", "'\\\\' at byte 5 is not allowed in a wrapper; write %5C"),
        ("x:", "", "nothing follows the scheme except slashes"),
        ("http://", "", "nothing follows the scheme except slashes"),
        ("FILE:", "", "nothing follows the scheme except slashes"),
    ];
    for &(url, prefix, message) in table {
        let error = wrap(url, 72, prefix).expect_err("a table row cannot be wrapped");
        assert_eq!(error.to_string(), message, "{url:?} {prefix:?}");
    }
}

/// Returns the smallest number of lines for the text from `start` on, by trying every wrapping.
fn fewest(line: &LineBreaker<'_>, start: usize, room: usize, known: &mut [usize]) -> usize {
    let text = line.text;
    if known[start] == 0 {
        let is_near = |&at: &usize| text[start..at].chars().count() <= room;
        let places = |least: BreakPlace| -> Vec<usize> {
            let is_place = |&at: &usize| text.is_char_boundary(at) && line.place(at) >= least;
            (start + 1..text.len()).filter(is_place).collect()
        };
        let near = |least| -> Vec<usize> { places(least).into_iter().filter(is_near).collect() };
        let (preferred, open) = (near(BreakPlace::Preferred), near(BreakPlace::Open));
        let choices = if is_near(&text.len()) {
            Vec::new()
        } else if !preferred.is_empty() {
            preferred
        } else if !open.is_empty() {
            open
        } else {
            places(BreakPlace::Open).into_iter().take(1).collect()
        };
        let rest = choices.iter().map(|&at| fewest(line, at, room, known)).min();
        known[start] = 1 + rest.unwrap_or(0);
    }
    known[start]
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn no_other_wrapping_has_fewer_lines(
        rest in "[a/&=|%4.\u{2010}é-]{1,40}",
        columns in 0usize..30,
        prefix in prop::sample::select(&["", "> ", "| "][..]),
    ) {
        // The letters keep slashes away from the scheme and from the end.
        let url = format!("x:a{rest}b");
        let wrapped = wrap(&url, columns, prefix).expect("the URL is within the bounds");
        let text = format!("<URL:{url}>");
        let line = LineBreaker { text: &text, head: 7, prefix };
        let room = columns.saturating_sub(width(prefix));
        let fewest = fewest(&line, 0, room, &mut [0; 200]);
        prop_assert_eq!(wrapped.split('\n').count(), fewest, "{}", wrapped);
        let prefix = format!("\n{prefix}");
        prop_assert_eq!(wrapped.replace(&prefix, ""), [&prefix[1..], &text].concat());
    }
}
