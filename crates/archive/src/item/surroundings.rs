//! The place of a URL in the text around it: on a quoted line, or in a signature. The message alone decides, so splits
//! do not matter.

use memchr::{memchr, memrchr};

/// How far the start of a line is looked for, in bytes. A longer line is not a quoted line of mail.
const MAX_LINE_BYTES: usize = 1024;

/// The most bytes and lines of a signature, or of a list's footer.
const MAX_SIGNATURE_BYTES: usize = 4096;
const MAX_SIGNATURE_LINES: usize = 24;

/// The most lines after `--` without the space that RFC 3676, section 4.3, asks for. Such a line may also be a rule.
const MAX_LINES_AFTER_DASHES: usize = 10;

/// The line before the links to the attachments that a list has removed. They are no part of a signature above it.
const ATTACHMENTS: &[u8] = b"-------------- next part --------------";

const MIN_RULE_BYTES: usize = 10;

const FOOTER_WORDS: [&[u8]; 9] = [
    b"unsubscribe",
    b"mailing list",
    b"mailing-list",
    b"listinfo",
    b"mailman",
    b"majordomo",
    b"listserv",
    b"list archive",
    b"this list",
];

/// Reports whether the line of `text` that contains the byte at `at` begins with a quote mark: `>` after any
/// whitespace, `|` and a space unless the line also ends in `|`, or up to four letters and `>`. `>From ` is none:
/// mailboxes escape `From ` so. Looks at no more than [`MAX_LINE_BYTES`].
pub(super) fn is_quoted(text: &[u8], at: usize) -> bool {
    let near = at.saturating_sub(MAX_LINE_BYTES);
    let start = match memrchr(b'\n', &text[near..at]) {
        Some(end) => near + end + 1,
        None if near == 0 => 0,
        None => return false,
    };
    let line = text[start..at].trim_ascii_start();
    let initials = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    match line {
        [b'>', rest @ ..] => !rest.starts_with(b"From "),
        [b'|', b' ', ..] => !is_boxed(text, at),
        // `<b>http://…` begins with no letter.
        _ => (1..=4).contains(&initials) && line.get(initials) == Some(&b'>'),
    }
}

/// Reports whether the line that contains the byte at `at` ends in `|`, as in a box drawn around text.
fn is_boxed(text: &[u8], at: usize) -> bool {
    let rest = &text[at..text.len().min(at + MAX_LINE_BYTES)];
    let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
    line.trim_ascii_end().ends_with(b"|")
}

/// Returns the offset at which the signature of `text` begins, else the list's footer, else its length. A signature
/// begins at the line `-- ` (RFC 3676, section 4.3), or at `--` near the end. A footer is the text below the last rule
/// near the end, if it has a word such as `unsubscribe`. Looks at the last [`MAX_SIGNATURE_BYTES`].
pub(super) fn signature_start(text: &[u8]) -> usize {
    let from = text.len().saturating_sub(MAX_SIGNATURE_BYTES);
    let tail = &text[from..];
    let mut end = tail.trim_ascii_end().len();
    let mut found = text.len();
    for below in 0..MAX_SIGNATURE_LINES {
        let start = match memrchr(b'\n', &tail[..end]) {
            Some(at) => at + 1,
            None if from == 0 && end > 0 => 0,
            None => break,
        };
        let rest = &tail[start..];
        end = start.saturating_sub(1);
        // Most lines begin otherwise.
        if !rest.first().is_some_and(|&first| is_of_rule(first)) {
            continue;
        }
        let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.trim_ascii_end() == ATTACHMENTS {
            return found;
        }
        if line == b"-- " || (line == b"--" && below <= MAX_LINES_AFTER_DASHES) {
            return from + start;
        }
        if found == text.len() && is_rule(line) && has_footer_word(&rest[line.len()..]) {
            // A signature may begin above the footer.
            found = from + start;
        }
    }
    found
}

fn is_of_rule(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'=' | b'*' | b'~' | b'#')
}

fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let first = line.first().filter(|&&first| is_of_rule(first));
    line.len() >= MIN_RULE_BYTES && line.iter().all(|byte| Some(byte) == first)
}

fn has_footer_word(text: &[u8]) -> bool {
    let text = text.to_ascii_lowercase();
    FOOTER_WORDS.iter().any(|word| memchr::memmem::find(&text, word).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_lines_begin_with_a_mark() {
        // The URL is at `@`.
        let table = [
            ("> @", true),
            ("a\n> b @ c", true),
            ("  >> @", true),
            ("JD> @", true),
            ("| @", true),
            ("| @ |\n", false),
            ("| @\n|", true),
            ("a\n@", false),
            ("@", false),
            (">From the page @", false),
            ("> From the page @", true),
            ("> a\nb @", false),
            ("|@", false),
            ("abcde> @", false),
            ("a -> @", false),
            ("<@", false),
        ];
        for (text, expected) in table {
            let at = text.find('@').expect("it has a URL");
            assert_eq!(is_quoted(text.as_bytes(), at), expected, "{text:?}");
        }
        let long = format!("> {}@", "a".repeat(MAX_LINE_BYTES));
        assert!(!is_quoted(long.as_bytes(), long.len() - 1));
    }

    #[test]
    fn signatures_begin_at_dashes_and_footers_at_a_rule() {
        // The signature begins at `^`, which is not part of the text.
        let table = [
            "text\n^-- \nAnn\n",
            "^-- \nAnn\n",
            "^__________\nfoo mailing list\n",
            "\n^-- \nAnn\n",
            "text\r\n^-- \r\nAnn\r\n",
            "text\n^--\nAnn\n",
            "text\n^-- \nAnn\n__________\nTo unsubscribe\n",
            "text\n^__________\nfoo mailing list\n",
            "text\n^----------\r\nTo UNSUBSCRIBE, send mail\n\n\n",
            "text\n-- \nAnn\n-------------- next part --------------\nURL: <http://a.b/>\n^",
            "-- \nAnn\n-------------- next part --------------\na\n^__________\nfoo mailing list\n",
            "text\n==========\nmore text\n^",
            "text\n^",
            "^",
            "text\n-- Ann\n^",
            "text\n> -- \n> Ann\n^",
            "text\n--\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n^",
        ];
        for marked in table {
            let text = marked.replace('^', "");
            let expected = marked.find('^').expect("it is marked");
            assert_eq!(signature_start(text.as_bytes()), expected, "{marked:?}");
        }
        let long = format!("-- \n{}", "Ann\n".repeat(MAX_SIGNATURE_LINES + 1));
        assert_eq!(signature_start(long.as_bytes()), long.len());
    }
}
