//! The text of calendars and address cards (`iCalendar`, vCard), which consist of content lines (A3; RFC 5545, sections
//! 3.1 and 3.3.11; RFC 6350). A fold, a line break before a space or tab, may be anywhere, also within a word or an
//! escape.
//!
//! `\n` is a line break. Apple's address book also writes `\:`, as in `http\://`. LF and CR alone are line breaks too.
//! In the older formats (vCard 2.1, vCalendar 1.0) a fold stands for a space, so it is left as it is.

use memchr::memchr3;

use crate::mail::html::text::{MappedText, PageText, Reference};
use crate::mail::line::begins_with;
use crate::mail::transfer::map::Map;
use crate::mail::work;

/// Returns the text of `lines`, the content lines of a calendar or of address cards: without folds, and with escapes
/// undone. A line break follows each line break that ends a content line, because the lines are texts of their own. The
/// map leads to `lines`, with an empty range for an added line break. ASCII must stand for itself in the charset.
/// Linear in `lines`.
pub fn content_lines(lines: &[u8]) -> MappedText<'_> {
    let mut text = PageText { bytes: Vec::with_capacity(lines.len()), map: Map::new() };
    let mut has_folds = !is_older_version(lines);
    // Bytes before `copied` are done. The search goes on at `at`.
    let (mut copied, mut at) = (0, 0);
    while let Some(length) = memchr3(b'\\', b'\r', b'\n', &lines[at..]) {
        work::add(length + 1);
        let start = at + length;
        if lines[start] == b'\\' {
            // The character may be in the next line: `\`, a fold, `n`.
            let escaped = fold_end(lines, start + 1).filter(|_| has_folds).unwrap_or(start + 1);
            let byte = match lines.get(escaped) {
                Some(b'n' | b'N') => b'\n',
                Some(&byte @ (b',' | b';' | b':' | b'\\')) => byte,
                _ => {
                    at = start + 1;
                    continue;
                }
            };
            text.copy(lines, copied..start);
            at = escaped + 1;
            text.push(Reference { bytes: vec![byte].into(), range: start..at });
            copied = at;
        } else if let Some(end) = fold_end(lines, start).filter(|_| has_folds) {
            text.copy(lines, copied..start);
            (copied, at) = (end, end);
        } else {
            at = break_end(lines, start);
            let next = &lines[at..];
            if begins_with(next, b"VERSION:") {
                has_folds = !is_older_version(next);
            }
            // A blank line is one already. Without this check, many of them would take much memory.
            if !matches!(next, [] | [b' ' | b'\t' | b'\r' | b'\n', ..]) {
                text.copy(lines, copied..at);
                text.insert(b'\n', at);
                copied = at;
            }
        }
    }
    work::add(lines.len() - at);
    text.copy(lines, copied..lines.len());
    text.into()
}

fn is_older_version(lines: &[u8]) -> bool {
    OLDER_VERSIONS.iter().any(|version| begins_with(lines, version))
}

const OLDER_VERSIONS: [&[u8]; 2] = [b"VERSION:1.0", b"VERSION:2.1"];

fn fold_end(lines: &[u8], at: usize) -> Option<usize> {
    let end = break_end(lines, at);
    (end > at && matches!(lines.get(end), Some(b' ' | b'\t'))).then_some(end + 1)
}

fn break_end(lines: &[u8], at: usize) -> usize {
    at + match lines.get(at..).unwrap_or_default() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::work::assert_linear;

    #[test]
    fn folds_and_escapes_are_undone() {
        // (stored, text)
        let table = [
            ("", ""),
            ("URL:http://a.exam\r\n ple/", "URL:http://a.example/"),
            ("URL:http://a.exam\n\tple/", "URL:http://a.example/"),
            ("URL:http://a.exam\r ple/", "URL:http://a.example/"),
            // Only one space belongs to a fold.
            ("NOTE:see\r\n  http://a.example/", "NOTE:see http://a.example/"),
            ("A:b\r\n \r\n c", "A:bc"),
            (r"A:b\nc\Nd\,e\;f\\g\:h", "A:b\nc\nd,e;f\\g:h"),
            // An escaped backslash begins no escape, and other characters are none.
            (r"A:b\\nc\d\", r"A:b\nc\d\"),
            ("A:b\\\r\n nc\\\r\n", "A:b\nc\\\r\n"),
            // Each content line is a paragraph.
            ("A:b\r\nC:d\r\n", "A:b\r\n\nC:d\r\n"),
            ("A:b\n\n\nC:d\n", "A:b\n\n\n\nC:d\n"),
            // The older versions have folds that are spaces, until a card says otherwise.
            ("VERSION:2.1\nA:b\n c\\;d", "VERSION:2.1\n\nA:b\n c;d"),
            (
                "BEGIN:VCARD\nversion:2.1\nA:b\n c\\\n n\nVERSION:3.0\nA:b\n c",
                "BEGIN:VCARD\n\nversion:2.1\n\nA:b\n c\\\n n\n\nVERSION:3.0\n\nA:bc",
            ),
        ];
        for (stored, text) in table {
            let found = content_lines(stored.as_bytes());
            assert_eq!(found.bytes.escape_ascii().to_string(), text.escape_default().to_string());
            // Each byte that is not from an escape or added is stored as it is.
            let mut end = 0;
            for (at, byte) in found.bytes.iter().enumerate() {
                let range = found.map.range(at..at + 1);
                assert!(range.start >= end, "{stored:?}: {range:?} begins before {end}");
                end = range.end;
                let bytes = &stored.as_bytes()[range];
                let is_escape = bytes.len() > 1 && bytes[0] == b'\\';
                assert!(is_escape || bytes.is_empty() || bytes == [*byte], "{stored:?}");
            }
        }
    }

    #[test]
    fn time_is_linear() {
        for unit in ["\\", "\\n", "\r", "a\n", "a\n b", "\\\n a", "VERSION:2.1\n", "VERSION:3.0\n"]
        {
            assert_linear(unit, "", 2, |text| drop(content_lines(text)));
        }
    }
}
