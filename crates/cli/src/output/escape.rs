//! Escaping for terminals: hostile mail must not move the cursor or reverse the direction of text. Programs get it as
//! is.

use std::borrow::Cow;
use std::fmt::Write;

use urlsift::url::is_hidden;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Destination {
    /// A terminal, which may interpret control characters.
    Terminal,
    Program,
}

/// Escapes control characters in `text` as `\u{…}` if the destination is a terminal. Characters that are
/// invisible or change the direction of text are escaped too.
#[inline]
pub(crate) fn escape(text: &str, destination: Destination) -> Cow<'_, str> {
    match destination {
        Destination::Program => Cow::Borrowed(text),
        Destination::Terminal => escape_if(text, is_deceptive),
    }
}

fn escape_if(text: &str, is_escaped: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) {
            write!(escaped, "{}", c.escape_unicode()).expect("writing to a string does not fail");
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// Escapes control characters in `text`, such as tab and line feed, as `\u{…}`.
pub(crate) fn escape_controls(text: &str) -> Cow<'_, str> {
    escape_if(text, char::is_control)
}

fn is_deceptive(c: char) -> bool {
    c.is_control() || is_hidden(c)
}

/// Returns `text` as a word for a shell.
pub(crate) fn quote(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,=@%".contains(c);
    if text.chars().all(is_plain) {
        return text.into();
    }
    format!("'{}'", text.replace('\'', r"'\''")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_escaped_only_for_a_terminal() {
        let table = [
            ("http://a/é", "http://a/é"),
            ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("a\u{9b}b", "a\\u{9b}b"),
            ("a\u{200b}b", "a\\u{200b}b"),
            ("a\u{3000}b c", "a\\u{3000}b c"),
        ];
        for (text, escaped) in table {
            assert_eq!(escape(text, Destination::Terminal), escaped);
            assert_eq!(escape(text, Destination::Program), text);
        }
    }
}
