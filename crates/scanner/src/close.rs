//! Where a wrapper ends: the closing `>` of W3 within the bounds of W4.
//!
//! The walk goes line by line from the scheme's colon. It stops without a wrapper at a `<`, where
//! scanning starts anew, at a blank line, at the bounds, and at the end of the text; so no byte is
//! looked at for two openers, and an opener that finds no end costs no more than its own text.

use core::ops::Range;

use crate::blank::{after_break, blank_len, count_breaks, is_break, skip_blanks, skip_run};
use crate::form::Form;
use crate::prefix::{Emptiness, Start, begins_with_closed_run, prefix_of, start_of};
use crate::work;

/// The end of a wrapper.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Closing {
    /// The offset of the `>`.
    pub(crate) at: usize,
    /// The prefix of the opening line; empty where the wrapper stands on one line and nobody asks.
    pub(crate) prefix: Range<usize>,
}

/// The end of the wrapper of form `form` whose `<` is at `open`, walking from `from` to `end`.
pub(crate) fn find_close(
    haystack: &[u8],
    form: Form,
    open: usize,
    from: usize,
    end: usize,
    max_lines: usize,
) -> Option<Closing> {
    let mut prefix = open..open;
    let mut at = from;
    // The lines before `from` count too, where `<` or `URL:` was followed by a break.
    let mut lines = 1 + count_breaks(&haystack[open..from]);
    loop {
        let stop = skip_text(haystack, at, end);
        if stop == end || haystack[stop] == b'<' {
            return None;
        }
        if haystack[stop] == b'>' {
            return Some(Closing { at: stop, prefix });
        }
        lines += 1;
        if lines > max_lines {
            return None;
        }
        if prefix.is_empty() {
            prefix = prefix_of(haystack, open);
        }
        let marks = &haystack[prefix.clone()];
        at = match start_of(haystack, after_break(haystack, stop).min(end), end, marks) {
            Start::Text(text) => text,
            Start::Close(at) => return Some(Closing { at, prefix }),
            Start::Empty(_, stop) if stop == end => return None,
            Start::Empty(emptiness, stop) => {
                lines += 1;
                let next = after_break(haystack, stop).min(end);
                match start_of(haystack, next, end, marks) {
                    Start::Close(at) if form == Form::Url => return Some(Closing { at, prefix }),
                    Start::Text(text) if goes_on(haystack, form, emptiness, next, text, end) => {
                        text
                    }
                    _ => return None,
                }
            }
        };
    }
}

/// Whether a wrapper goes on after an empty line: W4's two exceptions. The line after the empty one
/// starts at `line` and its text at `text`.
fn goes_on(
    haystack: &[u8],
    form: Form,
    emptiness: Emptiness,
    line: usize,
    text: usize,
    end: usize,
) -> bool {
    let quoted = skip_blanks(haystack, line, end) < text;
    match emptiness {
        Emptiness::MarksOnly => quoted && begins_with_closed_run(haystack, text, end),
        // Line breaks were doubled (`spec/rfc1738-spaces-lost.txt`); prose has gaps.
        Emptiness::Blank => form == Form::Url && !has_gap(haystack, text, end),
    }
}

/// Whether a gap stands in the text from `at` up to `>` or the line's end.
fn has_gap(haystack: &[u8], at: usize, end: usize) -> bool {
    let line = skip_text(haystack, at, end);
    let run = skip_run(haystack, at, line);
    work::did(line - at);
    skip_blanks(haystack, run, line) < line
}

/// The offset of the first `<`, `>` or break in `at..end`, or `end`.
fn skip_text(haystack: &[u8], at: usize, end: usize) -> usize {
    let stop = haystack[at..end]
        .iter()
        .position(|&byte| matches!(byte, b'<' | b'>') || is_break(byte))
        .map_or(end, |i| at + i);
    work::did(stop - at);
    stop
}

/// The text of a wrapper line by line, as ranges of the haystack: see [`Wrapper::lines`].
///
/// [`Wrapper::lines`]: crate::Wrapper::lines
#[derive(Clone, Debug)]
pub struct Lines<'h> {
    haystack: &'h [u8],
    prefix: Range<usize>,
    /// The offset of the closing `>`.
    close: usize,
    /// Where the next line's text starts, and whether its quote marks are still to be taken off.
    next: Next,
}

#[derive(Clone, Copy, Debug)]
enum Next {
    Text(usize),
    Line(usize),
    Done,
}

impl<'h> Lines<'h> {
    pub(crate) fn new(
        haystack: &'h [u8],
        prefix: Range<usize>,
        start: usize,
        close: usize,
    ) -> Lines<'h> {
        Lines { haystack, prefix, close, next: Next::Text(start) }
    }
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let text = match self.next {
                Next::Done => return None,
                Next::Text(text) => text,
                Next::Line(line) => {
                    // The closing `>` is looked at too: it shows marks before it to be marks.
                    let marks = &self.haystack[self.prefix.clone()];
                    match start_of(self.haystack, line, self.close + 1, marks) {
                        Start::Text(text) | Start::Empty(_, text) => text.min(self.close),
                        Start::Close(close) => close,
                    }
                }
            };
            let end = self.haystack[text..self.close]
                .iter()
                .position(|&byte| is_break(byte))
                .map_or(self.close, |i| text + i);
            self.next = if end == self.close {
                Next::Done
            } else {
                Next::Line(after_break(self.haystack, end))
            };
            let end = trim_end(self.haystack, text, end);
            if text < end {
                return Some(text..end);
            }
        }
    }
}

/// The end of what stands in `start..end` without the ASCII blanks at its end.
fn trim_end(haystack: &[u8], start: usize, end: usize) -> usize {
    let blanks = haystack[start..end]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii() && blank_len(core::slice::from_ref(byte), 0) == 1)
        .count();
    end - blanks
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::String;
    use std::vec::Vec;

    /// The lines of the wrapper that begins with the text's first `<`, joined by `|`.
    fn lines(text: &str, form: Form) -> Option<String> {
        let open = text.find('<').expect("a table row has an opener");
        let from = open + 1;
        let closing = find_close(text.as_bytes(), form, open, from, text.len(), 64)?;
        let lines = Lines::new(text.as_bytes(), closing.prefix, from, closing.at);
        Some(lines.map(|line| &text[line]).collect::<Vec<_>>().join("|"))
    }

    #[test]
    fn ends_and_lines() {
        let table: &[(&str, Option<&str>)] = &[
            ("<a>", Some("a")),
            ("<a\nb>", Some("a|b")),
            ("<a \n  b\t>", Some("a|b")),
            ("<a\r\nb>", Some("a|b")),
            ("<a\rb>", Some("a|b")),
            ("<a\n>", Some("a")),
            ("<a\n> b>", Some("a|b")),
            ("<a\n> b c>", Some("a")),
            ("<a\n>> b>.", Some("a|b")),
            ("> <a\n> b c>", Some("a|b c")),
            ("> <a\n> >", Some("a")),
            ("> > <a\n> b>", Some("a|b")),
            ("| <a\n| b>", Some("a|b")),
            ("JD> <a\nJD> b>", Some("a|b")),
            (">> <a\n>>\n> b>.", Some("a|b")),
            (">> <a\n>>\n> b c>.", None),
            (">> <a\n>>\n>>\n> b>.", None),
            ("<a\n\nb>", None),
            ("<a<b>", None),
            ("<a", None),
            ("<a\n", None),
            ("<a\n\n", None),
            ("<a\r", None),
        ];
        for &(text, expected) in table {
            assert_eq!(lines(text, Form::Angle).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn one_blank_line_in_form_url() {
        let table: &[(&str, Option<&str>)] = &[
            ("<a\n\nb>", Some("a|b")),
            ("<a\n \n   b>, c", Some("a|b")),
            ("<a\n\nb\n\nc>", Some("a|b|c")),
            ("<a\n\n\nb>", None),
            ("<a\n\nb c>", None),
            ("<a\n\nb c\nd>", None),
            ("<a\n\n>", Some("a")),
        ];
        for &(text, expected) in table {
            assert_eq!(lines(text, Form::Url).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn bounds() {
        let text = b"<a\nb\nc>";
        let close = |end, lines| find_close(text, Form::Angle, 0, 1, end, lines).map(|c| c.at);
        assert_eq!(close(text.len(), 3), Some(6));
        assert_eq!(close(text.len(), 2), None);
        assert_eq!(close(text.len() - 1, 3), None);
    }
}
