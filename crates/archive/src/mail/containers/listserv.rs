//! Separators in the log of a LISTSERV list (A1, A2).
//!
//! The format is undocumented. A line of 73 `=` precedes each message, whose header follows without an empty line. So
//! such a line is a separator if a well-known header field follows it. A text may contain a line of `=` too: in 82
//! messages of two lists none has this length, and in other texts a line of prose follows.

use std::sync::LazyLock;

use crate::mail::headers::envelope::{LISTSERV_RULE, listserv_line_len};
use crate::mail::headers::field::is_well_known;
use crate::mail::line::LineFinder;

pub(crate) static LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(LISTSERV_RULE));

/// The byte before `at` and the 4,096 bytes from `at` on decide.
pub(crate) fn is_separator(haystack: &[u8], at: usize) -> bool {
    let Some((before, after)) = haystack.split_at_checked(at) else { return false };
    let near = &after[..after.len().min(crate::mail::containers::mbox::SEPARATOR_LOOKAHEAD_BYTES)];
    (before.is_empty() || before.ends_with(b"\n"))
        && listserv_line_len(near).is_some_and(|length| is_well_known(&near[length..]))
}

/// Reports whether `line` resembles a separator: it is of about its length, and most of it is `=`.
pub(crate) fn is_nearly_separator(line: &[u8]) -> bool {
    let is_equals = |byte: &&u8| **byte == b'=';
    // Most lines end here: the middle of a damaged one is `=` too, or the byte after it.
    line.iter().skip(LISTSERV_RULE.len() / 2).take(2).any(|byte| *byte == b'=')
        && line.len().abs_diff(LISTSERV_RULE.len()) <= 16
        && line.iter().filter(is_equals).count() + 16 >= LISTSERV_RULE.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_is_a_rule_before_a_field() {
        // (text, with `#` for the rule; offsets of the separators)
        let table: [(&str, &[usize]); 9] = [
            ("#\nDate: a\n\nx\n#\r\nDate: b\n\nx\n", &[0, 85]),
            ("#\r\nReply-To: a\r\n", &[0]),
            ("#\n\nDate: a\n", &[]),
            ("#\nNote: a\n", &[]),
            ("#=\nDate: a\n", &[]),
            ("##\nDate: a\n", &[]),
            (" #\nDate: a\n", &[]),
            ("# \nDate: a\n", &[]),
            ("#", &[]),
        ];
        for (text, expected) in table {
            let text = text.replace('#', &"=".repeat(73));
            let found: Vec<usize> =
                (0..=text.len()).filter(|&at| is_separator(text.as_bytes(), at)).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
