//! Prints the lines around a URL, with their numbers and with the URL marked.

use std::fmt::Write;
use std::ops::Range;

use clap::builder::styling::Style;
use memchr::memchr_iter;
use urlsift_archive::mail::Charset;

use crate::context::{lines_around, shown_line};

/// The lines before the first marked line, and those after the last one.
const LINES_AROUND: usize = 3;

/// The style of the marked text at a terminal with colours.
const MARKED: Style = Style::new().bold().invert();

/// Appends the lines of `text` around the bytes at `marked` to `out`, each with its number and at most `columns` of its
/// columns. Marks the bytes by a style if `is_colored`, otherwise with `^` below them. Linear in the text before
/// `marked`.
pub(crate) fn push_lines(
    text: &[u8],
    marked: Range<usize>,
    charset: Charset,
    columns: usize,
    is_colored: bool,
    out: &mut String,
) {
    let lines = lines_around(text, &marked, LINES_AROUND);
    let start = lines.first().map_or(0, |line| line.range.start);
    let first = 1 + memchr_iter(b'\n', &text[..start]).count();
    for (number, line) in (first..).zip(&lines) {
        let shown = shown_line(text, line, charset, columns);
        let _ = write!(out, "{number:>7} | ");
        let mut marks = String::new();
        let mut is_on = false;
        for shown in &shown {
            if is_colored && shown.is_marked != is_on {
                is_on = shown.is_marked;
                out.push_str(&style(is_on));
            }
            out.push_str(&shown.text);
            let mark = if shown.is_marked { '^' } else { ' ' };
            marks.extend(std::iter::repeat_n(mark, shown.columns));
        }
        if is_on {
            out.push_str(&style(false));
        }
        trim_end(out);
        out.push('\n');
        if !is_colored && marks.contains('^') {
            out.push_str("        | ");
            out.push_str(marks.trim_end());
            out.push('\n');
        }
    }
}

fn style(is_on: bool) -> String {
    if is_on { MARKED.render().to_string() } else { MARKED.render_reset().to_string() }
}

fn trim_end(out: &mut String) {
    let end = out.trim_end_matches(' ').len();
    out.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str, marked: Range<usize>, columns: usize, is_colored: bool) -> String {
        let mut out = String::new();
        push_lines(text.as_bytes(), marked, Charset::UTF_8, columns, is_colored, &mut out);
        out
    }

    #[test]
    fn marks_are_under_the_marked_text() {
        let table = [
            ("a<b>c", 1..4, "      1 | a<b>c\n        |  ^^^\n"),
            ("a<b\r\nc>d\n", 1..7, "      1 | a<b\n        |  ^^\n      2 | c>d\n        | ^^\n"),
            ("路<徑>", 3..8, "      1 | 路<徑>\n        |   ^^^^\n"),
            ("a\t<b>", 2..5, "      1 | a       <b>\n        |         ^^^\n"),
            ("\u{1b}<b>", 1..4, "      1 | \\u{1b}<b>\n        |       ^^^\n"),
            ("", 0..0, "      1 |\n"),
            (
                "1\n2\n3\n4\n<b>\n6\n7\n8\n9\n",
                8..11,
                "      2 | 2\n      3 | 3\n      4 | 4\n      5 | <b>\n        | ^^^\n      6 | 6\n      7 | 7\n      8 | 8\n",
            ),
        ];
        for (text, marked, expected) in table {
            assert_eq!(show(text, marked, 60, false), expected, "{text:?}");
        }
    }

    #[test]
    fn marked_text_is_styled_at_a_terminal() {
        let shown = show("a<b\nc>d", 1..6, 60, true);
        let [on, off] = [true, false].map(style);
        assert_eq!(shown, format!("      1 | a{on}<b{off}\n      2 | {on}c>{off}d\n"));
    }

    #[test]
    fn long_lines_are_cut_around_the_marked_text() {
        let before = "x".repeat(100);
        let text = format!("{before}<b>{before}");
        let expected =
            "      1 | …xxxxxxxxxxxxxxxxxxxx<b>xxxxx…\n        |                      ^^^\n";
        assert_eq!(show(&text, 100..103, 30, false), expected);
        // A line of any length takes a bounded time.
        let long = format!("{}<b>", "路".repeat(1 << 20));
        let shown = show(&long, 3 << 20..(3 << 20) + 3, 30, false);
        assert_eq!(
            shown,
            format!("      1 | …{}<b>\n        |                      ^^^\n", "路".repeat(10))
        );
        let shown = show(&"y".repeat(5000), 0..5000, 30, false);
        assert_eq!(shown, format!("      1 | {}…\n        | {}\n", "y".repeat(28), "^".repeat(28)));
    }
}
