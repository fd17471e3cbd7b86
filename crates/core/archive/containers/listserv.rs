//! A log of a LISTSERV list cut into its messages (A1, A2).
//!
//! Nothing documents the form. Each message stands behind a line of 73 `=`, which its header follows, with
//! `Date` first as a rule; there is no empty line between. So such a line separates where the next one is a
//! field that mail is known to have, wherever it stands, and that shows near it alone. The trap is a rule
//! of `=` in a text: in 82 messages of two lists none has that length, and elsewhere a line of prose follows.

use std::sync::LazyLock;

use crate::archive::headers::field::is_well_known;
use crate::archive::line::LineFinder;

/// What a separator is, its line break aside.
const RULE: &[u8] = &[b'='; 73];

/// Finds lines that begin so.
pub(crate) static LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(RULE));

/// Does a message's line start at the offset `at` of `haystack`? The answer depends on the byte before `at`
/// and on 4,096 from it on.
pub(crate) fn is_separator(haystack: &[u8], at: usize) -> bool {
    let Some((before, after)) = haystack.split_at_checked(at) else { return false };
    let near =
        &after[..after.len().min(crate::archive::containers::mbox::SEPARATOR_LOOKAHEAD_BYTES)];
    (before.is_empty() || before.ends_with(b"\n"))
        && line_len(near).is_some_and(|length| is_well_known(&near[length..]))
}

/// The length of the line of 73 `=` that `text` begins with, its line break included.
pub(crate) fn line_len(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(RULE)?;
    [&b"\n"[..], b"\r\n"]
        .into_iter()
        .find(|end| rest.starts_with(end))
        .map(|end| RULE.len() + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators() {
        // (text, with `#` for the rule, where separators start)
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
