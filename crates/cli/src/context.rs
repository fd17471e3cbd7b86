//! The lines around a URL, with the URL marked, as `urlsift show` and `urlsift pick` print them.
//!
//! A line that is too long is cut around its marked part. Only some bytes are decoded: a line may have megabytes.

use std::ops::Range;

use memchr::memrchr;
use urlsift_archive::mail::Charset;

use crate::excerpt::{shown_as, width};

/// The bytes of a line that are read: before its marked part, and in all.
const MAX_BYTES_BEFORE: usize = 512;
const MAX_LINE_BYTES: usize = 4096;

/// The columns that a cut line shows before its marked part.
const COLUMNS_BEFORE: usize = 20;

const TAB_COLUMNS: usize = 8;

#[derive(Debug)]
pub(crate) struct ContextLine {
    pub(crate) range: Range<usize>,
    /// The marked bytes; empty in a line without the URL.
    pub(crate) marked: Range<usize>,
}

#[derive(Debug)]
pub(crate) struct ShownChar {
    /// The character, escaped if it is unsafe on a terminal.
    pub(crate) text: String,
    pub(crate) columns: usize,
    pub(crate) is_marked: bool,
}

/// Returns the lines with a marked byte, and at most `around` lines before and after them.
pub(crate) fn lines_around(text: &[u8], marked: &Range<usize>, around: usize) -> Vec<ContextLine> {
    let mut start = line_start(text, marked.start);
    for _ in 0..around {
        start = line_start(text, start.saturating_sub(1));
    }
    let mut after = 0;
    let mut lines = Vec::new();
    while after <= around && (start < text.len() || lines.is_empty()) {
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
        lines.push(ContextLine { range: start..end, marked });
        start = next;
    }
    lines
}

fn line_start(text: &[u8], at: usize) -> usize {
    memrchr(b'\n', &text[..at.min(text.len())]).map_or(0, |end| end + 1)
}

/// Decodes `line` of `text`, and cuts it to `columns` columns around its first marked character.
pub(crate) fn shown_line(
    text: &[u8],
    line: &ContextLine,
    charset: Charset,
    columns: usize,
) -> Vec<ShownChar> {
    fit(decoded_line(text, line, charset), columns)
}

fn decoded_line(text: &[u8], line: &ContextLine, charset: Charset) -> Vec<ShownChar> {
    let ContextLine { range, marked } = line;
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
    if columns < 2 {
        shown.truncate(columns);
    }
    shown
}

impl ShownChar {
    fn cut() -> ShownChar {
        ShownChar { text: "…".to_owned(), columns: 1, is_marked: false }
    }
}
