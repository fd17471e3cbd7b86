//! Makes texts of a message safe to show: escaped, quoted, and collapsed like the text of a page.

use std::borrow::Cow;

use crate::output::{Destination, escape};

/// The bytes of a link's text that are read, after collapsing. A longer text does not look like an address.
pub(crate) const MAX_LINK_TEXT_BYTES: usize = 4096;

/// The number of characters that a quote shows.
const MAX_QUOTED_CHARS: usize = 120;

/// Escapes `text` for a terminal.
pub(crate) fn fit(text: &str) -> Cow<'_, str> {
    escape(text, Destination::Terminal)
}

/// Puts `text` in quotes. A long text is cut.
pub(crate) fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("\"{}\" and more", fit(&text[..end])),
        None => format!("\"{}\"", fit(text)),
    }
}

/// Collapses `text` as a page shows it, up to [`MAX_LINK_TEXT_BYTES`]. Each run of whitespace and invisible
/// characters becomes one space, or its first character if it has no whitespace. The result has no space at
/// its ends.
pub(crate) fn collapse(text: &str) -> String {
    let mut collapsed = String::new();
    let mut rest = text;
    while collapsed.len() < MAX_LINK_TEXT_BYTES
        && let Some(c) = rest.chars().next()
    {
        // Each turn copies one visible character, or replaces one run of other characters.
        let end = rest.find(is_visible).unwrap_or(rest.len());
        if end == 0 {
            collapsed.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            let has_whitespace = rest[..end].contains(char::is_whitespace);
            collapsed.push(if has_whitespace { ' ' } else { c });
            rest = &rest[end..];
        }
    }
    collapsed.trim().to_owned()
}

fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !urlsift::url::is_hidden(c)
}
