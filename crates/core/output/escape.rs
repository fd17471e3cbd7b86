//! What is kept from a terminal: hostile mail must not move the cursor or turn the text around.
//!
//! Only where a terminal reads are characters escaped; a file or another program gets them as they
//! are.

use std::borrow::Cow;
use std::fmt::Write;

use crate::is_hidden;

/// Who reads the output.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reader {
    /// A person at a terminal.
    Terminal,
    /// A file or a program.
    Program,
}

/// `text` with control characters and those that change the direction of text or cannot be seen
/// written as `\u{…}`, where a terminal reads.
pub fn escape(text: &str, reader: Reader) -> Cow<'_, str> {
    if reader == Reader::Program || !text.contains(is_deceptive) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_deceptive(c) {
            write!(escaped, "{}", c.escape_unicode()).expect("writing to a string does not fail");
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

fn is_deceptive(c: char) -> bool {
    c.is_control() || is_hidden(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_for_a_terminal() {
        let table = [
            ("http://a/é", "http://a/é"),
            ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("a\u{9b}b", "a\\u{9b}b"),
            ("a\u{200b}b", "a\\u{200b}b"),
            ("a\u{3000}b c", "a\\u{3000}b c"),
        ];
        for (text, escaped) in table {
            assert_eq!(escape(text, Reader::Terminal), escaped);
            assert_eq!(escape(text, Reader::Program), text);
        }
    }
}
