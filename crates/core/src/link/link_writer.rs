//! What the formats have in common: a text goes in character by character, and each URL as a whole.

use core::fmt;
use core::ops::Range;

use crate::found::{Found, FoundNote};

#[derive(Clone, Copy, Debug)]
pub(super) struct LinkText<'l> {
    pub(super) found: &'l Found<'l>,
    pub(super) notes: &'l [FoundNote],
    pub(super) text: &'l [u8],
    /// The number of the URL in the text, from 0.
    pub(super) number: usize,
    /// The URL that the link opens, or the reason for which it is not a link.
    pub(super) href: Result<&'l str, &'static str>,
    /// What a page shows for the link, if the URL is not in the text.
    pub(super) label: Option<&'l [u8]>,
}

impl<'l> LinkText<'l> {
    pub(super) fn shown(&self) -> &'l [u8] {
        self.label.unwrap_or_else(|| &self.text[self.found.range()])
    }
}

/// A format, which writes to an output of its own.
pub(super) trait LinkWriter {
    /// Writes a character outside of URLs.
    fn write_char(&mut self, c: char) -> fmt::Result;

    fn write_url(&mut self, link: &LinkText<'_>) -> fmt::Result;

    /// Writes a URL with its delimiters.
    fn write_link(&mut self, link: &LinkText<'_>) -> fmt::Result {
        if link.label.is_some() {
            return self.write_url(link);
        }
        let (outer, Range { start, end }) = (link.found.outer(), link.found.range());
        self.write_text(&link.text[outer.start..start])?;
        self.write_url(link)?;
        self.write_text(&link.text[end..outer.end])
    }

    fn write_text(&mut self, text: &[u8]) -> fmt::Result {
        chars(text).try_for_each(|c| self.write_char(c))
    }

    /// Writes the text that was held back, at the end of the text.
    fn finish(&mut self) -> fmt::Result {
        Ok(())
    }
}

/// Returns the characters of `text`, with U+FFFD for bytes that are not UTF-8.
pub(super) fn chars(text: &[u8]) -> impl Iterator<Item = char> {
    text.utf8_chunks().flat_map(|chunk| {
        let bad = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
        chunk.valid().chars().chain(bad)
    })
}

pub(super) fn has_line_end(text: &[u8]) -> bool {
    memchr::memchr2(b'\n', b'\r', text).is_some()
}

/// Returns `c`, or U+FFFD if a page must not have it: a control character, one that changes the direction of the text
/// after it, or a number that Unicode gives to no character.
pub(super) fn for_page(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' | '\u{C}' => c,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FDD0}'..='\u{FDEF}' => '\u{FFFD}',
        _ if c.is_control() || u32::from(c) & 0xFFFE == 0xFFFE => '\u{FFFD}',
        _ => c,
    }
}
