//! Formats that divide a text into paragraphs and lines: HTML paragraphs, and Markdown (`CommonMark`).
//!
//! A line end may be inside a paragraph or end it, so whitespace is held back until the next character shows that. A
//! link never ends a paragraph, because it could not go on in the next one.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::link::html::{is_literal, push_escaped, push_start_tag};
use crate::link::link_writer::{LinkText, LinkWriter, chars, for_page};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum BlockFormat {
    Html,
    Markdown,
}

pub(super) struct BlockWriter<'w> {
    out: &'w mut dyn Write,
    format: BlockFormat,
    is_open: bool,
    line_ends: usize,
    /// Whether the last character was a carriage return. A line feed after it is part of the same line end.
    has_return: bool,
    /// The spaces and tabs that are held back.
    spaces: String,
    line: LineStart,
    part: TextPart,
}

/// What the current line has so far, apart from whitespace.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum LineStart {
    Nothing,
    /// Digits, which would be the number of a list if `.` or `)` follows.
    Digits,
    Text,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum TextPart {
    Plain,
    Link,
    /// A URL that is not a link. Readers of Markdown that link URLs by themselves must not find it.
    Refused,
}

impl<'w> BlockWriter<'w> {
    pub(super) fn new(out: &'w mut dyn Write, format: BlockFormat) -> BlockWriter<'w> {
        let (spaces, line, part) = (String::new(), LineStart::Nothing, TextPart::Plain);
        BlockWriter {
            out,
            format,
            is_open: false,
            line_ends: 0,
            has_return: false,
            spaces,
            line,
            part,
        }
    }

    fn end_line(&mut self) -> fmt::Result {
        if self.line != LineStart::Nothing {
            self.push_spaces(true)?;
        }
        self.spaces.clear();
        self.line_ends += 1;
        self.line = LineStart::Nothing;
        Ok(())
    }

    /// Writes the whitespace that was held back, before a visible character.
    fn flush(&mut self) -> fmt::Result {
        let is_start = self.line == LineStart::Nothing;
        if is_start {
            let (is_html, count) = (self.format == BlockFormat::Html, self.line_ends);
            match (self.is_open, is_html) {
                (false, true) => self.out.write_str("<p>")?,
                (false, false) => {}
                (true, _) if count > 1 && self.part == TextPart::Plain => {
                    self.out.write_str(if is_html { "</p>\n<p>" } else { "\n\n" })?;
                }
                (true, true) => (0..count).try_for_each(|_| self.out.write_str("<br>\n"))?,
                (true, false) => {
                    self.out.write_str("\\\n")?;
                    (1..count).try_for_each(|_| self.out.write_str("&#10;"))?;
                }
            }
            self.is_open = true;
            self.line_ends = 0;
        }
        self.push_spaces(is_start)
    }

    /// At the start and the end of a line, Markdown ignores spaces that are not escaped.
    fn push_spaces(&mut self, is_at_edge: bool) -> fmt::Result {
        for c in self.spaces.drain(..) {
            if is_at_edge && self.format == BlockFormat::Markdown {
                write!(self.out, "&#{};", u32::from(c))?;
            } else {
                self.out.write_char(c)?;
            }
        }
        Ok(())
    }

    /// Reports whether `c` must be escaped in Markdown here.
    fn is_markup(&self, c: char) -> bool {
        match c {
            _ if self.part == TextPart::Refused && c.is_ascii_punctuation() => true,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '&' | '~' | '|' | '!' => true,
            '>' | '#' | '+' | '-' | '=' => self.line == LineStart::Nothing,
            '.' | ')' if self.line == LineStart::Digits => true,
            _ => false,
        }
    }

    fn push(&mut self, text: &[u8]) -> fmt::Result {
        chars(text).try_for_each(|c| self.write_char(c))
    }
}

impl LinkWriter for BlockWriter<'_> {
    fn write_char(&mut self, c: char) -> fmt::Result {
        let follows_return = core::mem::replace(&mut self.has_return, c == '\r');
        match c {
            '\n' if follows_return => return Ok(()),
            '\n' | '\r' => return self.end_line(),
            ' ' | '\t' => {
                self.spaces.push(c);
                return Ok(());
            }
            _ => {}
        }
        // After an escaped space a line begins no list or heading.
        let is_indented = self.line == LineStart::Nothing && !self.spaces.is_empty();
        self.flush()?;
        if is_indented {
            self.line = LineStart::Text;
        }
        if self.format == BlockFormat::Html {
            push_escaped(self.out, c)?;
        } else {
            if self.is_markup(c) {
                self.out.write_char('\\')?;
            }
            self.out.write_char(for_page(c))?;
        }
        let is_number = c.is_ascii_digit() && self.line != LineStart::Text;
        self.line = if is_number { LineStart::Digits } else { LineStart::Text };
        Ok(())
    }

    fn write_url(&mut self, link: &LinkText<'_>) -> fmt::Result {
        self.flush()?;
        self.line = LineStart::Text;
        self.part = if link.href.is_ok() { TextPart::Link } else { TextPart::Refused };
        match (self.format, link.href) {
            (BlockFormat::Html, _) => {
                let end = push_start_tag(self.out, link)?;
                self.push(link.shown())?;
                self.out.write_str(end)?;
            }
            (BlockFormat::Markdown, Err(_)) => self.push(link.shown())?,
            (BlockFormat::Markdown, Ok(href)) if is_literal(link) => write!(self.out, "<{href}>")?,
            (BlockFormat::Markdown, Ok(href)) => {
                self.out.write_char('[')?;
                self.push(link.shown())?;
                self.out.write_str("](")?;
                for c in href.chars() {
                    let is_markup = matches!(c, '\\' | '(' | ')' | '&' | '<' | '>');
                    self.out.write_str(if is_markup { "\\" } else { "" })?;
                    self.out.write_char(c)?;
                }
                self.out.write_char(')')?;
            }
        }
        self.line = LineStart::Text;
        self.part = TextPart::Plain;
        Ok(())
    }

    fn finish(&mut self) -> fmt::Result {
        if self.line != LineStart::Nothing {
            self.push_spaces(true)?;
        }
        match self.format {
            _ if !self.is_open => Ok(()),
            BlockFormat::Html => self.out.write_str("</p>\n"),
            BlockFormat::Markdown => self.out.write_char('\n'),
        }
    }
}
