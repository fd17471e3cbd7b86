//! Fits texts to the columns of a terminal.

use unicode_width::UnicodeWidthChar;

/// The most characters that a cell of the screen shows: a letter with its marks. Marks take no column of their own, so a
/// cell could have millions. No written language needs more than ten, and the longest emoji is ten characters.
pub(crate) const MAX_CELL_CHARS: usize = 16;

/// Cuts `text` at `columns`, and where a text with many marks has more than [`MAX_CELL_CHARS`] for each column. A text
/// that is cut ends in `>`.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    let mut used = 0;
    // The end of the longest prefix that leaves one column for the mark.
    let mut end = 0;
    for (i, (at, c)) in text.char_indices().enumerate() {
        let wide = c.width().unwrap_or(0);
        if used + wide < columns {
            end = at + c.len_utf8();
        }
        used += wide;
        if used > columns || i >= columns * MAX_CELL_CHARS {
            let mark = if columns > 0 { ">" } else { "" };
            return format!("{}{mark}", &text[..end]);
        }
    }
    text.to_owned()
}

pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used > 0 && used + wide > columns {
            lines.push(String::new());
            used = 0;
        }
        used += wide;
        lines.last_mut().expect("there is a line").push(c);
    }
    lines.iter().map(|line| cut(line, columns)).collect()
}

pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}
