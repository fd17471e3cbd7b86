//! Separators in a batch of news (RFC 1036, section 4.3).
//!
//! > Each article in a batch is preceded by a line of the form: `#! rnews 1234`, where `1234` is the
//! > length of the article in bytes.
//!
//! The length is ignored, because batches were moved between systems with different line breaks. A line of this form is
//! a separator if a header field follows it (A2).

use std::sync::LazyLock;

use crate::mail::containers::mbox::SEPARATOR_LOOKAHEAD_BYTES;
use crate::mail::headers::envelope::{RNEWS_PREFIX, rnews_line_len};
use crate::mail::headers::field::name_length;
use crate::mail::line::LineFinder;

pub(crate) static LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(RNEWS_PREFIX));

/// The byte before `at` and the [`SEPARATOR_LOOKAHEAD_BYTES`] bytes from `at` on decide.
pub(crate) fn is_separator(haystack: &[u8], at: usize) -> bool {
    let Some((before, after)) = haystack.split_at_checked(at) else { return false };
    let near = &after[..after.len().min(SEPARATOR_LOOKAHEAD_BYTES)];
    (before.is_empty() || before.ends_with(b"\n"))
        && rnews_line_len(near).is_some_and(|length| name_length(&near[length..]).is_some())
}

/// Reports whether `line` resembles a separator: it has most of `#! rnews `.
pub(crate) fn is_nearly_separator(line: &[u8]) -> bool {
    let same = line.iter().zip(RNEWS_PREFIX).filter(|(a, b)| a == b).count();
    same >= 6 || line.starts_with(&RNEWS_PREFIX[1..]) || line.starts_with(&RNEWS_PREFIX[3..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_is_an_rnews_line_before_a_field() {
        // (text, offsets of the separators)
        let table: [(&str, &[usize]); 6] = [
            ("#! rnews 10\nPath: a\n\nx\n#! rnews 9\r\nPath: b\n", &[0, 23]),
            ("#! rnews 10\n\nPath: a\n", &[]),
            ("#! rnews\nPath: a\n", &[]),
            ("#! rnews 1a\nPath: a\n", &[]),
            (" #! rnews 1\nPath: a\n", &[]),
            ("#! rnews 1", &[]),
        ];
        for (text, expected) in table {
            let found: Vec<usize> =
                (0..=text.len()).filter(|&at| is_separator(text.as_bytes(), at)).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
