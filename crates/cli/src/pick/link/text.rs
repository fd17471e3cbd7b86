//! Makes texts of a message safe to show: escaped and quoted.

use std::borrow::Cow;

use crate::output::{Destination, escape};

const MAX_QUOTED_CHARS: usize = 120;

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
