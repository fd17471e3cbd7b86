//! Text with whole URLs: the lines of a broken URL are joined, or broken again as [`wrap_after`] does it.

use alloc::string::String;
use core::fmt::{self, Write};
use core::ops::Range;

use urlsift_scanner::Form;

use crate::found::Piece;
use crate::link::link_writer::{LinkText, LinkWriter, chars, has_line_end};
use crate::url::wrap::wrap_after;

/// The longest quote prefix that is repeated before the lines of a URL, in bytes.
const MAX_PREFIX_BYTES: usize = 64;

pub(super) struct WholeTextWriter<'w> {
    out: &'w mut dyn Write,
    /// The columns of a line, if URLs are broken again.
    columns: Option<usize>,
    /// The columns that are taken on the current line.
    used: usize,
    /// The spaces that are held back. They are dropped if a URL begins on a new line after them.
    spaces: usize,
    /// The quote marks and spaces that the current line begins with, if it has nothing else yet or is being wrapped.
    prefix: String,
    /// Whether the current line has only its prefix.
    is_prefix: bool,
}

impl<'w> WholeTextWriter<'w> {
    pub(super) fn new(out: &'w mut dyn Write, columns: Option<usize>) -> WholeTextWriter<'w> {
        WholeTextWriter { out, columns, used: 0, spaces: 0, prefix: String::new(), is_prefix: true }
    }

    /// Returns the URL of `link` in its delimiters, on lines of `columns` columns. Returns `None` if `wrap` refuses it.
    fn wrapped(&self, link: &LinkText<'_>, columns: usize) -> Option<String> {
        let (url, prefix) = (link.found.url(), &*self.prefix);
        let is_angle = link.found.form() == Form::Angle;
        let wrap_after = |used| {
            let wrapped = wrap_after(url, columns, prefix, used).ok()?;
            Some(if is_angle { wrapped.replacen("<URL:", "<", 1) } else { wrapped })
        };
        let wrapped = wrap_after(self.used)?;
        let first = wrapped.lines().next().unwrap_or_default();
        let margin = prefix.chars().fold(0, advance);
        let fits = self.used + first.len() <= columns && !first.ends_with("//");
        if fits || self.used <= margin {
            return Some(wrapped);
        }
        // No more than the scheme fits on the line, so the URL begins on the next one.
        let wrapped = wrap_after(margin)?;
        Some(["\n", prefix, &wrapped].concat())
    }
}

/// Returns the column after `c`, which is at `column`.
fn advance(column: usize, c: char) -> usize {
    match c {
        '\n' | '\r' => 0,
        '\t' => (column + 8) & !7,
        _ => column + 1,
    }
}

impl LinkWriter for WholeTextWriter<'_> {
    fn write_char(&mut self, c: char) -> fmt::Result {
        if matches!(c, '\n' | '\r') {
            self.prefix.clear();
            self.is_prefix = true;
        } else if self.is_prefix {
            self.is_prefix =
                matches!(c, '>' | '|' | ' ' | '\t') && self.prefix.len() < MAX_PREFIX_BYTES;
            if self.is_prefix {
                self.prefix.push(c);
            }
        }
        self.used = advance(self.used, c);
        if c == ' ' {
            self.spaces += 1;
            return Ok(());
        }
        self.finish()?;
        self.out.write_char(c)
    }

    /// Writes the pieces of a URL across several lines, and any other as it is.
    fn write_url(&mut self, link: &LinkText<'_>) -> fmt::Result {
        if link.label.is_some() || !has_line_end(link.shown()) {
            return self.write_text(link.shown());
        }
        link.found.pieces().iter().try_for_each(|piece| match piece {
            Piece::Copied(range) => self.write_text(&link.text[range.clone()]),
            // A scheme that the text lacks has an empty range.
            Piece::Inserted(_, range) if range.is_empty() => Ok(()),
            Piece::Inserted(text, _) => self.write_text(text.as_bytes()),
        })
    }

    fn write_link(&mut self, link: &LinkText<'_>) -> fmt::Result {
        if link.label.is_some() {
            return self.write_url(link);
        }
        let Range { start, end } = link.found.range();
        let outer = link.found.outer();
        // The brackets of a URL are written with it; others, such as quotation marks, stay.
        let has_brackets = matches!(link.found.form(), Form::Url | Form::Angle | Form::Prefix);
        let whole = if has_brackets { outer.clone() } else { start..end };
        let [before, after] = [outer.start..whole.start, whole.end..outer.end];
        self.write_text(&link.text[before])?;
        let text = &link.text[whole.clone()];
        let fits = |columns| !has_line_end(text) && chars(text).fold(self.used, advance) <= columns;
        let columns = self.columns.filter(|columns| !fits(*columns));
        if let Some(wrapped) = columns.and_then(|columns| self.wrapped(link, columns)) {
            if wrapped.starts_with('\n') {
                self.spaces = 0;
            }
            self.write_text(wrapped.as_bytes())?;
        } else {
            self.write_text(&link.text[whole.start..start])?;
            self.write_url(link)?;
            self.write_text(&link.text[end..whole.end])?;
        }
        self.write_text(&link.text[after])
    }

    fn finish(&mut self) -> fmt::Result {
        (0..core::mem::take(&mut self.spaces)).try_for_each(|_| self.out.write_char(' '))
    }
}
