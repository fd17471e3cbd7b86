//! The lines around a URL, with the URL marked.
//!
//! A line that is too long for the output is cut around its marked part. Only some bytes of a line are decoded, because
//! a line may have megabytes.

use std::fmt::Write;
use std::ops::Range;

use clap::builder::styling::Style;
use memchr::{memchr_iter, memrchr};
use urlsift::archive::Charset;

use crate::excerpt::{shown_as, width};

/// The lines before the first marked line, and those after the last one.
const LINES_AROUND: usize = 3;

/// The bytes of a line that are read: before its marked part, and in all.
const MAX_BYTES_BEFORE: usize = 512;
const MAX_LINE_BYTES: usize = 4096;

/// The columns that a cut line shows before its marked part.
const COLUMNS_BEFORE: usize = 20;

/// The columns between two tab stops.
const TAB_COLUMNS: usize = 8;

/// The style of the marked text at a terminal with colours.
const MARKED: Style = Style::new().bold().invert();

/// A line of a text.
struct ContextLine {
    /// Counted from 1.
    number: usize,
    /// The bytes of the line without its end.
    range: Range<usize>,
    /// The marked bytes; empty in a line without the URL.
    marked: Range<usize>,
}

/// A character as it is shown.
struct ShownChar {
    text: String,
    columns: usize,
    is_marked: bool,
}

/// Appends the lines of `text` around the bytes at `marked` to `out`, each in at most `columns` columns after its
/// number. Marks the bytes by a style if `is_colored`, otherwise with `^` below them.
///
/// Linear in the text before `marked`, whose lines are counted.
pub(crate) fn push_lines(
    text: &[u8],
    marked: Range<usize>,
    charset: Charset,
    columns: usize,
    is_colored: bool,
    out: &mut String,
) {
    for line in lines(text, &marked) {
        let shown = fit(shown_line(text, &line, charset), columns);
        let _ = write!(out, "{:>7} | ", line.number);
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

/// Returns the sequence that begins or ends marked text.
fn style(is_on: bool) -> String {
    if is_on { MARKED.render().to_string() } else { MARKED.render_reset().to_string() }
}

/// Removes spaces from the end of `out`.
fn trim_end(out: &mut String) {
    let end = out.trim_end_matches(' ').len();
    out.truncate(end);
}

/// Returns the lines with a marked byte, and some before and after them.
fn lines(text: &[u8], marked: &Range<usize>) -> Vec<ContextLine> {
    let mut start = line_start(text, marked.start);
    for _ in 0..LINES_AROUND {
        start = line_start(text, start.saturating_sub(1));
    }
    let mut number = 1 + memchr_iter(b'\n', &text[..start]).count();
    let mut after = 0;
    let mut lines = Vec::new();
    while after <= LINES_AROUND && (start < text.len() || lines.is_empty()) {
        let rest = &text[start..];
        let next = memchr::memchr(b'\n', rest).map_or(text.len(), |at| start + at + 1);
        let line = text[start..next].strip_suffix(b"\n").unwrap_or(&text[start..next]);
        let end = start + line.strip_suffix(b"\r").unwrap_or(line).len();
        if marked.end <= next {
            // The line with the last marked byte is counted too.
            after += 1;
        }
        let begin = marked.start.clamp(start, end);
        let marked = begin..marked.end.clamp(begin, end);
        lines.push(ContextLine { number, range: start..end, marked });
        number += 1;
        start = next;
    }
    lines
}

/// Returns the start of the line that contains the byte before `at` or ends there.
fn line_start(text: &[u8], at: usize) -> usize {
    memrchr(b'\n', &text[..at.min(text.len())]).map_or(0, |end| end + 1)
}

/// Decodes the bytes of `line` that are shown at most.
fn shown_line(text: &[u8], line: &ContextLine, charset: Charset) -> Vec<ShownChar> {
    let ContextLine { range, marked, .. } = line;
    let is_marked = !marked.is_empty();
    let first = if is_marked { marked.start } else { range.start };
    let start = first.saturating_sub(MAX_BYTES_BEFORE).max(range.start);
    let end = start.saturating_add(MAX_LINE_BYTES).min(range.end);
    let marks = if is_marked { marked.start..marked.end.min(end) } else { start..start };
    let parts = [(start..marks.start, false), (marks.clone(), true), (marks.end..end, false)];
    let mut shown = Vec::new();
    let mut column = 0;
    if range.start < start {
        shown.push(ShownChar::cut());
    }
    for (part, is_marked) in parts {
        for c in charset.decode(&text[part]).chars() {
            let (text, columns) = if c == '\t' {
                let columns = TAB_COLUMNS - column % TAB_COLUMNS;
                (" ".repeat(columns), columns)
            } else {
                (shown_as(c, &mut [0; 4]).into_owned(), width(c))
            };
            column += columns;
            shown.push(ShownChar { text, columns, is_marked });
        }
    }
    if end < range.end {
        shown.push(ShownChar::cut());
    }
    shown
}

/// Cuts `line` to `columns` columns around its first marked character.
fn fit(line: Vec<ShownChar>, columns: usize) -> Vec<ShownChar> {
    let width = |line: &[ShownChar]| line.iter().map(|shown| shown.columns).sum::<usize>();
    if width(&line) <= columns {
        return line;
    }
    let marked = line.iter().rposition(|shown| shown.is_marked).map_or(0, |last| last + 1);
    let mut skipped = 0;
    // Room for a mark of a cut at each end.
    let room = columns.saturating_sub(2);
    if width(&line[..marked]) > room {
        let first = line.iter().position(|shown| shown.is_marked).unwrap_or(0);
        let mut before = width(&line[..first]);
        while before > COLUMNS_BEFORE {
            before -= line[skipped].columns;
            skipped += 1;
        }
    }
    let mut shown = Vec::new();
    if skipped > 0 {
        shown.push(ShownChar::cut());
    }
    let mut left = room;
    for next in line.into_iter().skip(skipped) {
        let Some(rest) = left.checked_sub(next.columns) else {
            shown.push(ShownChar::cut());
            break;
        };
        left = rest;
        shown.push(next);
    }
    shown
}

impl ShownChar {
    /// The mark of a cut.
    fn cut() -> ShownChar {
        ShownChar { text: "…".to_owned(), columns: 1, is_marked: false }
    }
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
