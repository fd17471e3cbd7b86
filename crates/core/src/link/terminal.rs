//! Text for a terminal, with hyperlinks.
//!
//! A hyperlink is `ESC ] 8 ; id=N ; URI ESC \`, its text, and `ESC ] 8 ; ; ESC \`. A terminal underlines all hyperlinks of
//! one id as one. So a URL across several lines has a hyperlink on each of them, and the quote marks between have none.

use core::fmt::{self, Write};

use crate::found::Piece;
use crate::link::link_writer::{LinkText, LinkWriter, chars, has_line_end};
use crate::url::is_hidden;

/// The greatest length of the address of a hyperlink, in bytes. Terminals ignore longer ones, so such a URL stays text.
pub const MAX_TERMINAL_HREF_BYTES: usize = 2083;

/// The lines of a link that are hyperlinks. A page could repeat a long address on a million of them.
const MAX_LABEL_LINES: usize = 64;

pub(super) struct HyperlinkWriter<'w> {
    out: &'w mut dyn Write,
    /// Whether a carriage return is still to be written. It is escaped, except before a line feed.
    has_return: bool,
}

impl<'w> HyperlinkWriter<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> HyperlinkWriter<'w> {
        HyperlinkWriter { out, has_return: false }
    }

    /// In a URL each character that cannot be seen is unsafe; elsewhere spaces and some others are safe.
    fn push(&mut self, c: char, is_in_url: bool) -> fmt::Result {
        if core::mem::take(&mut self.has_return) {
            self.out.write_str(if c == '\n' { "\r" } else { "\\u{d}" })?;
        }
        let is_common = |c: char| {
            c.is_whitespace() && !matches!(c, '\u{2028}' | '\u{2029}')
                || matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}')
        };
        match c {
            '\r' => {
                self.has_return = true;
                Ok(())
            }
            '\t' | '\n' => self.out.write_char(c),
            _ if c.is_control() => write!(self.out, "{}", c.escape_unicode()),
            _ if is_hidden(c) && (is_in_url || !is_common(c)) => {
                write!(self.out, "{}", c.escape_unicode())
            }
            _ => self.out.write_char(c),
        }
    }

    fn push_all(&mut self, text: &[u8]) -> fmt::Result {
        chars(text).try_for_each(|c| self.push(c, true))
    }

    /// Writes the text of a link, with a hyperlink on each of its first lines.
    fn push_label(&mut self, label: &[u8], number: usize, href: Option<&str>) -> fmt::Result {
        for (i, line) in label.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            let (text, end) = line.split_at(text.len());
            match href.filter(|_| !text.is_empty() && i < MAX_LABEL_LINES) {
                Some(href) => {
                    self.switch(number, href)?;
                    self.write_text(text)?;
                    self.switch(number, "")?;
                }
                None => self.write_text(text)?,
            }
            self.write_text(end)?;
        }
        Ok(())
    }

    /// Begins the hyperlink number `number`, or ends one if `href` is empty.
    fn switch(&mut self, number: usize, href: &str) -> fmt::Result {
        self.finish()?;
        match href {
            "" => self.out.write_str("\x1B]8;;\x1B\\"),
            _ => write!(self.out, "\x1B]8;id={number};{href}\x1B\\"),
        }
    }
}

impl LinkWriter for HyperlinkWriter<'_> {
    fn write_char(&mut self, c: char) -> fmt::Result {
        self.push(c, false)
    }

    fn write_url(&mut self, link: &LinkText<'_>) -> fmt::Result {
        // The form to open is ASCII without spaces. The check guards the terminal if that should ever change.
        let is_fit = |href: &&str| {
            href.len() <= MAX_TERMINAL_HREF_BYTES
                && href.bytes().all(|byte| byte.is_ascii_graphic())
        };
        let href = link.href.ok().filter(is_fit);
        if let Some(label) = link.label {
            return self.push_label(label, link.number, href);
        }
        let Some(href) = href else { return self.push_all(link.shown()) };
        let mut at = link.found.range().start;
        self.switch(link.number, href)?;
        for piece in link.found.pieces() {
            let range = piece.range();
            // An inserted piece, such as `%20`, may be the spelling of a line end.
            let copied = if matches!(piece, Piece::Copied(_)) { range.start } else { range.end };
            let between = link.text.get(at..copied).unwrap_or_default();
            if has_line_end(between) {
                self.switch(link.number, "")?;
                self.push_all(between)?;
                self.switch(link.number, href)?;
            } else {
                self.push_all(between)?;
            }
            self.push_all(&link.text[copied..range.end])?;
            at = range.end;
        }
        self.switch(link.number, "")
    }

    fn finish(&mut self) -> fmt::Result {
        if core::mem::take(&mut self.has_return) { self.out.write_str("\\u{d}") } else { Ok(()) }
    }
}
