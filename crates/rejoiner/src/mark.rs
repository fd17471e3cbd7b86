//! Recognises quote marks, as far as a writer needs to (W3).
//!
//! The scanner has the reader's recogniser, but this crate must not depend on it (law 1). This second one is small and
//! stricter: the only spaces that it accepts are space and tab.

const MAX_PREFIX_BYTES: usize = 256;

/// The greatest number of letters or digits in the initials before a `>`.
const MAX_INITIALS: usize = 12;

/// Returns the offset of the first byte of `prefix` that is neither part of a quote mark nor a space, or over the
/// bound.
pub(crate) fn find_non_mark(prefix: &str) -> Option<usize> {
    let mut at = 0;
    while at < prefix.len() {
        let len = match prefix.as_bytes()[at] {
            b' ' | b'\t' => 1,
            _ => mark_len(&prefix[at..]),
        };
        // A prefix beyond the bound would not be taken off when the text is read back.
        if len == 0 || at + len > MAX_PREFIX_BYTES {
            return Some(at);
        }
        at += len;
    }
    None
}

pub(crate) fn mark_len(text: &str) -> usize {
    match text.chars().next() {
        Some(mark @ ('>' | '|' | ':' | '%' | '#' | '›' | '»')) => mark.len_utf8(),
        _ => initials_len(text.as_bytes()),
    }
}

fn initials_len(text: &[u8]) -> usize {
    // Reads at most the letters that count, so that a long word costs no more.
    let letters = text.iter().take(MAX_INITIALS).take_while(|byte| byte.is_ascii_alphanumeric());
    let letters = letters.count();
    if text.get(letters) == Some(&b'>') { letters + 1 } else { 0 }
}

/// Returns the columns of `prefix` at the start of a line: one for each character, and a tab up to the next multiple of
/// eight.
pub(crate) fn width(prefix: &str) -> usize {
    prefix.chars().fold(0, |columns, c| match c {
        '\t' => (columns / 8 + 1) * 8,
        _ => columns + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_prefixes_have_their_columns() {
        // The prefix, the offset at which it is not one, and its columns.
        let table: &[(&str, Option<usize>, usize)] = &[
            ("", None, 0),
            ("> ", None, 2),
            (">>> ", None, 4),
            ("> > ", None, 4),
            ("  | ", None, 4),
            ("%", None, 1),
            ("» › ", None, 4),
            ("JD> ", None, 4),
            ("a1>> ", None, 5),
            ("twelveletter>", None, 13),
            (" >\t", None, 8),
            ("thirteenlette>", Some(0), 14),
            ("JD", Some(0), 2),
            ("> JD ", Some(2), 5),
            ("> - ", Some(2), 4),
            (">\n", Some(1), 2),
            ("> <", Some(2), 3),
            ("é>", Some(0), 2),
            (">\u{a0}", Some(1), 2),
        ];
        for &(prefix, non_mark, columns) in table {
            assert_eq!(find_non_mark(prefix), non_mark, "{prefix:?}");
            assert_eq!(width(prefix), columns, "{prefix:?}");
        }
        assert_eq!(find_non_mark(&">".repeat(MAX_PREFIX_BYTES)), None);
        assert_eq!(find_non_mark(&">".repeat(MAX_PREFIX_BYTES + 1)), Some(MAX_PREFIX_BYTES));
    }
}
