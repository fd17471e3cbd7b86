//! Text that somebody else wrote, as a person is told of it: fit for a terminal, quoted, and as a page shows it.

use std::borrow::Cow;

use urlsift::output::{Destination, escape};

/// So much of the text of a link is looked at, in bytes, as a page shows it: nobody takes more for a place.
pub(crate) const MAX_LINK_TEXT_BYTES: usize = 4096;

/// How many characters of a text are quoted.
const MAX_QUOTED_CHARS: usize = 120;

/// `text` as a terminal may be given it.
pub(crate) fn fit(text: &str) -> Cow<'_, str> {
    escape(text, Destination::Terminal)
}

/// `text` between quotes, cut short where it is long.
pub(crate) fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("\"{}\" and more", fit(&text[..end])),
        None => format!("\"{}\"", fit(text)),
    }
}

/// `text` as a page shows it, as far as it is looked at: a run of blanks, line breaks and what cannot be seen
/// as one blank, or as the first of it where it has no blank; and no blank at the edges.
pub(crate) fn collapse(text: &str) -> String {
    let mut collapsed = String::new();
    let mut rest = text;
    while collapsed.len() < MAX_LINK_TEXT_BYTES
        && let Some(c) = rest.chars().next()
    {
        let end = rest.find(is_visible).unwrap_or(rest.len());
        if end == 0 {
            collapsed.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            let has_blank = rest[..end].contains(char::is_whitespace);
            collapsed.push(if has_blank { ' ' } else { c });
            rest = &rest[end..];
        }
    }
    collapsed.trim().to_owned()
}

fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !urlsift::url::is_hidden(c)
}
