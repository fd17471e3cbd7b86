//! Fits texts to the columns of a terminal.

use unicode_width::UnicodeWidthChar;

/// Cuts `text` at `columns`. A text that is cut ends in `>`.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    let mut used = 0;
    // The end of the longest prefix that leaves one column for the mark.
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let wide = c.width().unwrap_or(0);
        if used + wide < columns {
            end = at + c.len_utf8();
        }
        used += wide;
        if used > columns {
            let mark = if columns > 0 { ">" } else { "" };
            return format!("{}{mark}", &text[..end]);
        }
    }
    text.to_owned()
}

/// Returns the number of columns that `text` takes.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}
