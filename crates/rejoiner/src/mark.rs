//! Quote marks, as far as a writer has to know them (W3).
//!
//! Who wraps a URL in a quoted text puts the text's prefix before each line, and it must be one
//! that the reader takes off again. The reader's own recogniser is another crate's, which this one
//! may not know (law 1); so this is a second one, small and stricter: of the blanks it lets pass
//! only space and tab, which are all that quoting is done with.

/// A longer prefix is not taken for quoting when it is read back.
const MAX_PREFIX_BYTES: usize = 256;

/// The most letters in the initials before a `>`.
const MAX_INITIALS: usize = 12;

/// The offset of the first byte of `prefix` that is part of no quote mark and no blank, or that is
/// one too many; `None` where all of it is a prefix.
pub(crate) fn find_non_mark(prefix: &str) -> Option<usize> {
    let mut at = 0;
    while at < prefix.len() {
        let len = match prefix.as_bytes()[at] {
            b' ' | b'\t' => 1,
            _ => mark_len(&prefix[at..]),
        };
        if len == 0 || at + len > MAX_PREFIX_BYTES {
            return Some(at);
        }
        at += len;
    }
    None
}

/// The length in bytes of the quote mark that `text` begins with; 0 where it begins with none.
pub(crate) fn mark_len(text: &str) -> usize {
    match text.chars().next() {
        Some(mark @ ('>' | '|' | ':' | '%' | '#' | '›' | '»')) => mark.len_utf8(),
        _ => initials_len(text.as_bytes()),
    }
}

/// The length of the initials, as in `JD>`, that `text` begins with, their `>` included.
fn initials_len(text: &[u8]) -> usize {
    let letters = text.iter().take(MAX_INITIALS).take_while(|byte| byte.is_ascii_alphanumeric());
    match letters.count() {
        0 => 0,
        letters if text.get(letters) == Some(&b'>') => letters + 1,
        _ => 0,
    }
}

/// The columns that `prefix` takes at the start of a line: one a character, a tab up to the next
/// multiple of eight.
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
        // The prefix, where it is none, and its columns.
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
