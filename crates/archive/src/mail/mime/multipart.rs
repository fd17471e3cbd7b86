//! The delimiter lines of a multipart body (RFC 2046, section 5.1.1).
//!
//! The line break before a delimiter belongs to the delimiter, not to the part. One boundary may be the beginning of
//! another (`x` and `xy`, nested), so only padding may follow the boundary.

use core::ops::Range;

use memchr::{memchr2, memmem};

use crate::mail::headers::content_type::ContentType;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Delimiter {
    /// The range of the line with its line break, and with the line break before it if that is in the searched range.
    pub(crate) range: Range<usize>,
    pub(crate) is_close: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Boundary {
    finder: memmem::Finder<'static>,
}

impl Boundary {
    /// Returns the boundary that a `multipart/*` declares, or `None` if there is none or an empty one.
    pub(crate) fn of(content_type: &ContentType<'_>) -> Option<Boundary> {
        let boundary = content_type.parameter("boundary")?;
        // Section 5.1.1: a boundary does not end with whitespace.
        let boundary = boundary.trim_ascii_end();
        if boundary.is_empty() {
            return None;
        }
        let needle = [b"--", boundary].concat();
        Some(Boundary { finder: memmem::Finder::new(&needle).into_owned() })
    }

    /// Finds the first delimiter line within `range` of `haystack`, which must begin at the start of a line. Linear in
    /// the range.
    pub(crate) fn find(&self, haystack: &[u8], range: Range<usize>) -> Option<Delimiter> {
        let text = &haystack[..range.end];
        let mut at = range.start;
        while let Some(length) = self.finder.find(&text[at..]) {
            let start = at + length;
            if start == range.start || matches!(text[start - 1], b'\r' | b'\n') {
                let after = start + self.finder.needle().len();
                if let Some((is_close, end)) = line_end(text, after) {
                    let start = start - break_before(&text[range.start..start]);
                    return Some(Delimiter { range: start..end, is_close });
                }
            }
            // The boundary within a line is not a delimiter, and a line has one delimiter at most: skip to its end.
            at = start + memchr2(b'\r', b'\n', &text[start..])?;
        }
        None
    }
}

/// Parses the rest of a delimiter line from `at` on. Returns whether it closes the multipart, and its end, or `None` if
/// something else follows.
fn line_end(text: &[u8], at: usize) -> Option<(bool, usize)> {
    let rest = &text[at..];
    let closed = rest.strip_prefix(b"--");
    let (is_close, padding) = (closed.is_some(), closed.unwrap_or(rest));
    let blanks = padding.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let end = text.len() - padding.len() + blanks;
    match &text[end..] {
        [] => Some((is_close, end)),
        [b'\r', b'\n', ..] => Some((is_close, end + 2)),
        [b'\r' | b'\n', ..] => Some((is_close, end + 1)),
        _ => None,
    }
}

fn break_before(text: &[u8]) -> usize {
    match text {
        [.., b'\r', b'\n'] => 2,
        [.., b'\r' | b'\n'] => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boundary(name: &str) -> Boundary {
        let value = format!("multipart/mixed; boundary=\"{name}\"");
        Boundary::of(&ContentType::of(value.as_bytes())).expect("a boundary is declared")
    }

    #[test]
    fn delimiter_lines_are_found() {
        // (text with `¦` around the first delimiter of boundary `b`, whether it closes)
        let table = [
            ("¦--b\n¦text", Some(false)),
            ("text¦\n--b\n¦", Some(false)),
            ("text¦\r\n--b\r\n¦\r\n", Some(false)),
            ("text¦\r--b\r¦text", Some(false)),
            ("text¦\n--b--\n¦text", Some(true)),
            ("text¦\n--b-- \t\n¦", Some(true)),
            ("text¦\n--b  \n¦", Some(false)),
            ("text¦\n--b¦", Some(false)),
            ("text\n--bc\n-- b\n --b\nx--b\n--b-\n--b--x\n", None),
        ];
        for (marked, is_close) in table {
            let text = marked.replace('¦', "");
            let found = boundary("b").find(text.as_bytes(), 0..text.len());
            let start = marked.find('¦');
            let end = marked.rfind('¦').map(|at| at - '¦'.len_utf8());
            let expected = start.zip(end).zip(is_close);
            let expected =
                expected.map(|((start, end), is_close)| Delimiter { range: start..end, is_close });
            assert_eq!(found, expected, "{marked}");
        }
    }

    #[test]
    fn a_line_break_belongs_to_one_delimiter() {
        let text = b"--b\n--b\n";
        let first = boundary("b").find(text, 0..text.len()).expect("the first line");
        let second = boundary("b").find(text, first.range.end..text.len()).expect("the second");
        assert_eq!((first.range, second.range), (0..4, 4..8));
    }

    #[test]
    fn an_empty_boundary_is_none() {
        for value in
            ["multipart/mixed", "multipart/mixed; boundary=\"\"", "multipart/mixed; boundary=\" \""]
        {
            assert!(Boundary::of(&ContentType::of(value.as_bytes())).is_none(), "{value}");
        }
    }
}
