//! What is kept from a terminal: hostile mail must not move the cursor or turn the text around.
//!
//! Only where a terminal reads are characters escaped; a file or another program gets them as they
//! are.

use std::borrow::Cow;
use std::fmt::Write;

/// Who reads the output.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reader {
    /// A person at a terminal.
    Terminal,
    /// A file or a program.
    Program,
}

/// `text` with control characters and those that change the direction of text or have no width
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
    c.is_control()
        || matches!(
            c,
            '\u{AD}'
                | '\u{34F}'
                | '\u{61C}'
                | '\u{115F}'..='\u{1160}'
                | '\u{17B4}'..='\u{17B5}'
                | '\u{180B}'..='\u{180F}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{FFA0}'
                | '\u{FFF0}'..='\u{FFFB}'
                | '\u{1BCA0}'..='\u{1BCA3}'
                | '\u{1D173}'..='\u{1D17A}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
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
        ];
        for (text, escaped) in table {
            assert_eq!(escape(text, Reader::Terminal), escaped);
            assert_eq!(escape(text, Reader::Program), text);
        }
    }
}
