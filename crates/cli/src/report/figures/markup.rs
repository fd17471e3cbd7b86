//! Text of the page, with everything escaped that comes from the input.
//!
//! Markup is `&'static str`, so a text that was made at run time cannot become markup by mistake. It passes through
//! [`ReportText::text`], which is right for the content of elements and for attributes in quotes.

use std::borrow::Cow;

use crate::output::{Destination, escape};

#[derive(Debug, Default)]
pub(super) struct ReportText(String);

impl ReportText {
    pub(super) fn tag(&mut self, markup: &'static str) -> &mut ReportText {
        self.0.push_str(markup);
        self
    }

    pub(super) fn text(&mut self, text: &str) -> &mut ReportText {
        for c in visible(text).chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                c => self.0.push(c),
            }
        }
        self
    }

    pub(super) fn number(&mut self, number: u64) -> &mut ReportText {
        self.0.push_str(&grouped(number));
        self
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

/// Replaces characters that are invisible, that change the direction of text, or that no page may have, by `\u{…}`.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let is_no_character =
        |c: char| u32::from(c) & 0xFFFE == 0xFFFE || ('\u{fdd0}'..='\u{fdef}').contains(&c);
    let text = escape(text, Destination::Terminal);
    if !text.contains(is_no_character) {
        return text;
    }
    let escaped = text
        .chars()
        .map(|c| if is_no_character(c) { c.escape_unicode().to_string() } else { c.to_string() });
    Cow::Owned(escaped.collect())
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

pub(super) fn cut(text: &str, max: usize) -> &str {
    let end = (0..=max.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_does_not_become_markup() {
        let table = [
            ("<script>", "&lt;script&gt;"),
            ("a\" onload='x' & b", "a&quot; onload=&#39;x&#39; &amp; b"),
            ("]]></style>", "]]&gt;&lt;/style&gt;"),
            ("a\u{202e}b\u{0}c\nd\u{ffff}\u{fdd0}", "a\\u{202e}b\\u{0}c\\u{a}d\\u{ffff}\\u{fdd0}"),
            ("\u{e9}\u{4f60}", "\u{e9}\u{4f60}"),
        ];
        for (text, escaped) in table {
            let mut page = ReportText::default();
            page.text(text);
            assert_eq!(page.into_string(), escaped, "{text:?}");
        }
    }

    #[test]
    fn numbers_are_grouped_and_texts_cut() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
        for (text, max, expected) in
            [("abc", 5, "abc"), ("abc", 2, "ab"), ("\u{e9}\u{e9}", 3, "\u{e9}")]
        {
            assert_eq!(cut(text, max), expected);
        }
    }
}
