//! The lines of a screen: texts with styles.

use std::fmt::Write as _;

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use crate::pick::screen::columns::{MAX_CELL_CHARS, width};

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ScreenLine {
    pub(crate) spans: Vec<(String, Style)>,
    /// The style from the last span to the edge of the screen.
    rest: Style,
}

impl ScreenLine {
    pub(crate) fn raw(text: &str) -> ScreenLine {
        ScreenLine::of([(text, Style::new())])
    }

    /// The style reaches the edge of the screen.
    pub(crate) fn styled(text: &str, style: Style) -> ScreenLine {
        ScreenLine { rest: style, ..ScreenLine::of([(text, style)]) }
    }

    pub(crate) fn of<'t>(spans: impl IntoIterator<Item = (&'t str, Style)>) -> ScreenLine {
        let spans = spans.into_iter().map(|(text, style)| (drawable(text), style));
        ScreenLine { spans: spans.collect(), rest: Style::new() }
    }

    pub(crate) fn text(&self) -> String {
        self.spans.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// Returns the text with the escape sequences of its styles. A style of the whole line fills `columns` columns.
    pub(crate) fn escaped(&self, columns: usize) -> String {
        let mut out = String::new();
        for (text, style) in &self.spans {
            let _ = write!(out, "{style}{text}{style:#}");
        }
        if self.rest != Style::new() {
            let room = columns.saturating_sub(width(&self.text()));
            let _ = write!(out, "{0}{1:room$}{0:#}", self.rest, "");
        }
        out
    }
}

/// Removes control characters from `text`. A letter with more marks than any language needs becomes U+FFFD.
fn drawable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // The start of the last character that takes a column, and the characters from there on.
    let (mut start, mut chars) = (0, 1);
    for c in text.chars().filter(|c| !c.is_control()) {
        if c.width().unwrap_or(0) > 0 {
            (start, chars) = (out.len(), 0);
        }
        chars += 1;
        if chars <= MAX_CELL_CHARS {
            out.push(c);
        } else if chars == MAX_CELL_CHARS + 1 {
            out.truncate(start);
            out.push('\u{fffd}');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_with_their_styles() {
        let (bold, reversed) = (Style::new().bold(), Style::new().invert());
        // (line, the text for a screen of six columns)
        let table = [
            (ScreenLine::default(), ""),
            (ScreenLine::raw("ab"), "ab"),
            (ScreenLine::of([("a", bold), ("b", Style::new())]), "\u{1b}[1ma\u{1b}[0mb"),
            // The style of a whole line reaches the edge, also after a wide character.
            (ScreenLine::styled("例b", reversed), "\u{1b}[7m例b\u{1b}[0m\u{1b}[7m   \u{1b}[0m"),
            (ScreenLine::styled("abcdefgh", bold), "\u{1b}[1mabcdefgh\u{1b}[0m\u{1b}[1m\u{1b}[0m"),
            (ScreenLine::raw("a\u{1b}[2J\r\nb\u{9b}"), "a[2Jb"),
        ];
        for (line, expected) in table {
            assert_eq!(line.escaped(6), expected, "{line:?}");
        }
    }

    #[test]
    fn a_letter_with_too_many_marks_is_replaced() {
        let marks = |count: usize| "\u{301}".repeat(count);
        let most = MAX_CELL_CHARS - 1;
        // (text, the text that is drawn)
        let table = [
            (format!("ae{}b", marks(most)), format!("ae{}b", marks(most))),
            (format!("ae{}b", marks(most + 1)), "a\u{fffd}b".to_owned()),
            (marks(1000), "\u{fffd}".to_owned()),
        ];
        for (text, expected) in table {
            assert_eq!(drawable(&text), expected, "{text:?}");
        }
    }
}
