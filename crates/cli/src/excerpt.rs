//! Shortens a text to one line of a terminal, with a line of marks below it.
//!
//! A text that is too long is shown at its beginning and around each mark, or else at its beginning and end. Each part
//! left out is replaced by `…`. Widths are added up for each character in the form that is shown: wide, combining or
//! escaped.

use std::borrow::Cow;
use std::ops::Range;

use crate::output::{Destination, escape};
use unicode_width::UnicodeWidthChar;

const ELLIPSIS: char = '…';

/// The width of a line: one column less than a usual terminal, for a mark after the end.
pub(crate) const MAX_LINE_COLUMNS: usize = 79;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The text, escaped, with `…` for each part left out.
    pub(crate) line: String,
    /// The line of marks: `^` below each marked character, spaces elsewhere. Empty without marks.
    pub(crate) marks: String,
}

impl Excerpt {
    /// Shortens `text` to `columns` columns, and marks the characters at the offsets `marks`. The length of the text is
    /// a mark after its end, which takes one more column. Takes constant time.
    pub(crate) fn new(text: &str, marks: &[usize], columns: usize) -> Excerpt {
        let mut anchors = vec![0];
        match marks {
            [] => anchors.push(text.len()),
            marks => anchors.extend_from_slice(marks),
        }
        anchors.sort_unstable();
        anchors.dedup();
        let mut excerpt = Excerpt { line: String::new(), marks: String::new() };
        let mut column = 0;
        let mut shown = 0;
        for window in fitting_windows(text, &anchors, columns) {
            if shown < window.start {
                excerpt.line.push(ELLIPSIS);
                column += 1;
            }
            for (at, c) in text[window.clone()].char_indices() {
                let width = width(c);
                if marks.contains(&(window.start + at)) {
                    excerpt.mark(column, width);
                }
                excerpt.line += &shown_as(c, &mut [0; 4]);
                column += width;
            }
            shown = window.end;
        }
        if marks.contains(&text.len()) {
            excerpt.mark(column, 1);
        }
        excerpt
    }

    /// Puts a mark at `column`, as wide as the character, or below the one before it.
    fn mark(&mut self, column: usize, width: usize) {
        let (column, width) =
            if width == 0 { (column.saturating_sub(1), 1) } else { (column, width) };
        let end = column + width;
        while self.marks.len() < end {
            self.marks.push(if self.marks.len() < column { ' ' } else { '^' });
        }
    }
}

/// Returns the widest windows around `anchors` that fit. The last window ends at the end of the text and may be empty.
fn fitting_windows(text: &str, anchors: &[usize], columns: usize) -> Vec<Range<usize>> {
    // Twice as many characters as columns, because combining marks have no width.
    let most = 2 * columns;
    let widest = windows(text, anchors, most);
    if width_of(text, &widest) <= columns {
        return widest;
    }
    // A binary search for the largest radius that fits.
    let (mut fits, mut does_not) = (0, most);
    while does_not - fits > 1 {
        let radius = fits.midpoint(does_not);
        if width_of(text, &windows(text, anchors, radius)) <= columns {
            fits = radius;
        } else {
            does_not = radius;
        }
    }
    windows(text, anchors, fits)
}

/// Two windows are joined if at most one character is between them, because `…` would take as much space.
fn windows(text: &str, anchors: &[usize], radius: usize) -> Vec<Range<usize>> {
    let mut windows: Vec<Range<usize>> = Vec::with_capacity(anchors.len() + 1);
    let around = anchors.iter().map(|&anchor| {
        let before = text[..anchor].char_indices().rev().take(radius).last();
        let after = text[anchor..].char_indices().nth(radius + 1);
        before.map_or(anchor, |(at, _)| at)..after.map_or(text.len(), |(at, _)| anchor + at)
    });
    for window in around.chain(std::iter::once(text.len()..text.len())) {
        match windows.last_mut() {
            Some(last)
                if window.start <= last.end
                    || text[last.end..window.start].chars().nth(1).is_none() =>
            {
                last.end = last.end.max(window.end);
            }
            _ => windows.push(window),
        }
    }
    windows
}

fn width_of(text: &str, windows: &[Range<usize>]) -> usize {
    let shown: usize =
        windows.iter().flat_map(|window| text[window.clone()].chars()).map(width).sum();
    // Each window except the first has a `…` before it.
    shown + windows.len() - 1
}

pub(crate) fn width(c: char) -> usize {
    match shown_as(c, &mut [0; 4]) {
        Cow::Borrowed(_) => c.width().unwrap_or(0),
        Cow::Owned(escaped) => escaped.len(),
    }
}

pub(crate) fn shown_as(c: char, utf8: &mut [u8; 4]) -> Cow<'_, str> {
    escape(c.encode_utf8(utf8), Destination::Terminal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (text with a `‸` before each marked character, line, marks)
    #[test]
    fn marks_are_under_their_characters() {
        let table = [
            ("", "", ""),
            ("abc", "abc", ""),
            ("‸abc", "abc", "^"),
            ("a‸bc", "abc", " ^"),
            ("a‸b‸c", "abc", " ^^"),
            ("abc‸", "abc", "   ^"),
            ("‸", "", "^"),
            // Wide characters take two columns, combining marks none, and escapes one for each of their characters.
            ("路‸徑", "路徑", "  ^^"),
            ("路徑‸x", "路徑x", "    ^"),
            ("e\u{301}e‸x", "e\u{301}ex", "  ^"),
            ("ae‸\u{301}x", "ae\u{301}x", " ^"),
            ("a\u{301}‸\u{302}‸b", "a\u{301}\u{302}b", "^^"),
            ("a‸\u{1b}‸b", "a\\u{1b}b", " ^^^^^^^"),
            ("a\u{202e}‸b", "a\\u{202e}b", "         ^"),
            ("a‸\tb", "a\\u{9}b", " ^^^^^"),
            // Lines of twenty columns.
            ("abcdefghijklmnopqrst", "abcdefghijklmnopqrst", ""),
            ("abcdefghijklmnopqrst‸", "abcdefghijklmnopqrst", "                    ^"),
            ("abcdefghijklmnopqrstu", "abcdefghij…mnopqrstu", ""),
            ("abcdefghijklmnopqrstu‸v", "abcdefghi…nopqrstuv", "                  ^"),
            ("abcdefghijklmnopqrstuvwxyz‸", "abcdefghij…rstuvwxyz", "                    ^"),
            ("abcdefghijklm‸nopqrstuvwxyzabcdef", "abcdef…ijklmnopqrs…", "            ^"),
            ("abcdefghijklmnop‸qrstuvwxyz0123456789‸+", "abcd…nopqrst…789+", "        ^       ^"),
            ("路徑路徑路徑路徑路徑路徑", "路徑路徑路…路徑路徑", ""),
        ];
        for (marked, line, marks) in table {
            let text = marked.replace('‸', "");
            let places = marked.match_indices('‸').enumerate();
            let places: Vec<usize> = places.map(|(n, (at, mark))| at - n * mark.len()).collect();
            let excerpt = Excerpt::new(&text, &places, 20);
            assert_eq!((&*excerpt.line, &*excerpt.marks), (line, marks), "{marked:?}");
        }
    }

    /// In a text without repeated characters, the character above a mark is the one that was marked.
    #[test]
    fn marks_are_under_their_characters_in_a_shortened_text() {
        let (narrow, wide) = ('\u{100}'..'\u{17f}', '\u{4e00}'..'\u{4e7f}');
        let text: String = narrow.zip(wide).flat_map(|(narrow, wide)| [narrow, wide]).collect();
        let places: Vec<(usize, char)> = text.char_indices().collect();
        for (n, first) in places.iter().enumerate().step_by(11) {
            for second in places[n..].iter().step_by(13) {
                for columns in [20, 40, 79] {
                    let excerpt = Excerpt::new(&text, &[first.0, second.0], columns);
                    let mut over = Vec::new();
                    let mut column = 0;
                    for c in excerpt.line.chars() {
                        if excerpt.marks.as_bytes().get(column) == Some(&b'^') {
                            over.push(c);
                        }
                        column += width(c);
                    }
                    let mut marked = vec![first.1, second.1];
                    marked.dedup();
                    assert!(column <= columns, "{excerpt:?}");
                    assert_eq!(over, marked, "{excerpt:?}");
                }
            }
        }
    }

    #[test]
    fn a_line_fits_for_any_text() {
        for filling in ["a", "路", "\u{301}", "\u{1b}", "e\u{301}"] {
            let text = filling.repeat(500_000);
            let middle = filling.len() * 250_000;
            let marks = [0, filling.len() * 100, middle, text.len()];
            let excerpt = Excerpt::new(&text, &marks, 79);
            let columns: usize = excerpt.line.chars().map(width).sum();
            assert!(columns <= 79 && excerpt.marks.len() <= 80, "{excerpt:?}");
        }
    }
}
