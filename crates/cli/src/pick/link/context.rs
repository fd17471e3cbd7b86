//! The text around a link, with the link marked.

use std::ops::Range;

use urlsift::Found;
use urlsift_archive::item::Location;
use urlsift_archive::mail::Charset;

use crate::context::{ContextLine, ShownChar, lines_around, shown_line};

/// The lines that are kept before a link, and those after it.
const MAX_LINES_AROUND: usize = 10;

/// The bytes that are kept before a link, of the link, and after it. A line that is longer is cut.
const MAX_BYTES_AROUND: usize = 1024;

#[derive(Clone, Debug)]
pub(crate) struct LinkContext {
    /// The lines as they are in the message: [`lines`](LinkContext::lines) escapes them.
    text: String,
    marked: Range<usize>,
}

impl LinkContext {
    /// Returns `None` if nothing in a text shows the link. Takes constant time.
    pub(crate) fn new(place: &Location<'_>, found: &Found<'_>) -> Option<LinkContext> {
        let (text, marked) = place.in_shown_text(found);
        let Range { start, end } = marked.filter(|marked| !marked.is_empty())?;
        let near = start.saturating_sub(MAX_BYTES_AROUND);
        let end = end.min(start + MAX_BYTES_AROUND);
        let text = &text[near..text.len().min(end + MAX_BYTES_AROUND)];
        let (start, end) = (start - near, end - near);
        let lines = lines_around(text, &(start..end), MAX_LINES_AROUND);
        let first = lines.first()?.range.start;
        let last = lines.last()?.range.end.max(end);
        let decode = |range: Range<usize>| place.charset.decode(&text[range]);
        // A cut may be within a character, which then has no meaning.
        let before = decode(first..start);
        let before = before.trim_start_matches('\u{FFFD}');
        let link = decode(start..end);
        let after = decode(end..last);
        let after = after.trim_end_matches('\u{FFFD}');
        let marked = before.len()..before.len() + link.len();
        Some(LinkContext { text: [before, &link, after].concat(), marked })
    }

    pub(crate) fn size(&self) -> usize {
        self.text.len()
    }

    /// Returns at most `rows` lines, each at most `columns` wide, with the first line of the link in the middle if
    /// possible.
    pub(crate) fn lines(&self, columns: usize, rows: usize) -> Vec<Vec<ShownChar>> {
        let text = self.text.as_bytes();
        let lines = lines_around(text, &self.marked, rows);
        let is_marked = |line: &ContextLine| !line.marked.is_empty();
        let first = lines.iter().position(is_marked).unwrap_or(0);
        let marked = lines.iter().filter(|line| is_marked(line)).count().min(rows);
        let before = (rows - marked).div_ceil(2);
        let start = first.saturating_sub(before).min(lines.len().saturating_sub(rows));
        let shown = lines.iter().skip(start).take(rows);
        shown.map(|line| shown_line(text, line, Charset::UTF_8, columns)).collect()
    }
}
