//! Quoted-printable, undone (RFC 2045, section 6.7).
//!
//! ```text
//! hex-octet       := "=" 2(DIGIT / "A" / "B" / "C" / "D" / "E" / "F")
//! soft-line-break := "=" *(SPACE / TAB) CRLF
//! ```
//!
//! Soft breaks cut URLs: 824 of them in one list's sample. The decoder jumps from `=` to `=` and
//! copies what is between. It is tolerant: hexadecimal digits may be small letters, LF or CR alone
//! ends a line, and an `=` that begins nothing stands for itself, for it is mostly a URL's `?a=b`
//! in a text that was never encoded. Blanks at a line's end are kept (rule 3 would have them
//! dropped as added on the way): in old mail nothing adds them, and a body without any `=` stays
//! the very slice of its message.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memrchr};

use super::map::Map;
use super::near::{self, NEAR, WORD};

/// Text decoded from quoted-printable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decoded<'h> {
    /// The text: the slice that was given where there was nothing to undo.
    pub(super) text: Cow<'h, [u8]>,
    /// How many `=` began neither an octet nor a soft break and stand for themselves.
    pub(super) bad: usize,
}

/// Where the bytes that [`decode`] gives stand in `encoded`. Linear in `encoded`.
pub(super) fn map(encoded: &[u8]) -> Map {
    let mut map = Map::new();
    let mut at = 0;
    while let Some(length) = near::find(b'=', &encoded[at..]) {
        let equals = at + length;
        map.push(length, at..equals);
        let after = &encoded[equals + 1..];
        at = equals + 1;
        if hex_octet(after).is_some() {
            at += 2;
            map.push(1, equals..at);
        } else if let Some(length) = soft_line_break(after) {
            at += length;
        } else {
            map.push(1, equals..at);
        }
    }
    map.push(encoded.len() - at, at..encoded.len());
    map
}

/// Undoes quoted-printable, in time linear in `encoded`.
pub(super) fn decode(encoded: &[u8]) -> Decoded<'_> {
    let Some(first) = memchr(b'=', encoded) else {
        return Decoded { text: Cow::Borrowed(encoded), bad: 0 };
    };
    let mut text = Vec::with_capacity(encoded.len() + WORD);
    text.extend_from_slice(&encoded[..first]);
    let mut bad = 0;
    let mut at = first;
    // Here an `=` stands at `at`.
    loop {
        let after = &encoded[at + 1..];
        at += 1;
        if let Some(octet) = hex_octet(after) {
            text.push(octet);
            at += 2;
        } else if let Some(length) = soft_line_break(after) {
            at += length;
        } else {
            text.push(b'=');
            bad += 1;
        }
        at += copy_to_equals(&mut text, &encoded[at..]);
        if at == encoded.len() {
            return Decoded { text: Cow::Owned(text), bad };
        }
    }
}

/// Copies what stands in `encoded` before the first `=`, or all, and says how much that is. It is mostly a few
/// bytes, for which it takes longer to call who copies than to copy them here.
fn copy_to_equals(text: &mut Vec<u8>, encoded: &[u8]) -> usize {
    let mut at = 0;
    while at < NEAR
        && let Some(&word) = encoded[at..].first_chunk()
    {
        text.extend_from_slice(&word);
        if let Some(before) = near::within(b'=', word) {
            text.truncate(text.len() - (WORD - before));
            return at + before;
        }
        at += WORD;
    }
    let rest = &encoded[at..];
    let rest = &rest[..near::find(b'=', rest).unwrap_or(rest.len())];
    text.extend_from_slice(rest);
    at + rest.len()
}

/// Whether `text`, of which nobody says so, is quoted-printable: a line was broken because it was full
/// ([`is_full_line`], which the caller has asked), none is longer than the encoding makes them, and every `=`
/// begins an octet or a soft break. One list's archive keeps 1,900 such messages without the field that says so.
/// Linear in the text.
pub(super) fn is_undeclared(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').all(|line| line.trim_ascii_end().len() <= MAX_LINE)
        && memchr_iter(b'=', text).all(|at| begins_something(&text[at + 1..]))
}

/// Whether the line that `text` ends with, without its break, was broken because it was full.
#[inline]
pub(super) fn is_full_line(text: &[u8]) -> bool {
    // What is underlined is no text.
    text.ends_with(b"=") && !text.ends_with(b"==") && {
        let near = &text[text.len().saturating_sub(MAX_LINE + 1)..];
        let length = memrchr(b'\n', near).map_or(near.len(), |before| near.len() - before - 1);
        (FULL_LINE..=MAX_LINE).contains(&length)
    }
}

/// The longest line that has to be reckoned with, in bytes: 76 (RFC 2045, section 6.7, rule 5), and what was
/// put before the text on one since.
const MAX_LINE: usize = 78;

/// How long a line is at least that was broken because it was full.
const FULL_LINE: usize = 70;

/// Whether the `=` before `after` begins a soft break, or an octet as encoders write it, in capitals.
fn begins_something(after: &[u8]) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    matches!(after, [high, low, ..] if is_digit(high) && is_digit(low))
        || soft_line_break(after).is_some()
}

/// The octet whose digits `after` begins with.
#[inline]
pub(super) fn hex_octet(after: &[u8]) -> Option<u8> {
    let [high, low, ..] = *after else { return None };
    let (high, low) = (DIGITS[usize::from(high)], DIGITS[usize::from(low)]);
    ((high | low) < NO_DIGIT).then_some(high << 4 | low)
}

/// What each byte is worth as a hexadecimal digit.
static DIGITS: [u8; 256] = {
    let (mut digits, mut value) = ([NO_DIGIT; 256], 0);
    while value < NO_DIGIT {
        let digit = b"0123456789ABCDEF"[value as usize];
        digits[digit as usize] = value;
        digits[digit.to_ascii_lowercase() as usize] = value;
        value += 1;
    }
    digits
};

/// More than any digit is worth.
const NO_DIGIT: u8 = 16;

/// The length of the soft line break that `after` is the rest of. The text's end is one too.
fn soft_line_break(after: &[u8]) -> Option<usize> {
    let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match &after[blanks..] {
        [] | [b'\n' | b'\r'] => Some(after.len()),
        [b'\r', b'\n', ..] => Some(blanks + 2),
        [b'\n' | b'\r', ..] => Some(blanks + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undeclared() {
        let full = |length: usize| "a".repeat(length - 1) + "=\n";
        // (text, is it quoted-printable)
        let table = [
            (full(76) + "b\n", true),
            (full(76).replace('\n', "\r\n") + "b\r\n", true),
            (format!("=E9 =3D\n{}b", full(70)), true),
            (format!("URL: {}b", full(72)), true),
            // A line that was not full, or that is longer than they get.
            (full(69) + "b\n", false),
            (full(79) + "b\n", false),
            (full(76) + &"b".repeat(79), false),
            // An `=` that begins nothing.
            (full(76) + "a = b\n", false),
            (full(76) + "http://a.example/?b=c\n", false),
            (full(76) + "caf=e9\n", false),
            ("=".repeat(76) + "\n", false),
            (full(76).trim_end().to_owned(), false),
            (String::new(), false),
        ];
        for (text, expected) in table {
            let text = text.as_bytes();
            let is_full = |at| is_full_line(&text[..at]);
            let has_full =
                (0..text.len()).any(|at| matches!(text[at], b'\r' | b'\n') && is_full(at));
            assert_eq!(has_full && is_undeclared(text), expected, "{text:?}");
        }
    }

    #[test]
    fn table() {
        // (encoded, decoded, `=` that stand for themselves)
        let table: [(&str, &str, usize); 13] = [
            ("a=3Db", "a=b", 0),
            ("a=3db", "a=b", 0),
            ("http://a.example/b=\n/c", "http://a.example/b/c", 0),
            ("a=\r\nb", "ab", 0),
            ("a= \t\r\nb", "ab", 0),
            ("a=\rb", "ab", 0),
            ("a=", "a", 0),
            ("a=  ", "a", 0),
            ("http://a.example/?b=xyz", "http://a.example/?b=xyz", 1),
            ("=3", "=3", 1),
            ("==3D=", "==", 1),
            ("=C3=A9", "é", 0),
            ("kept  \nas it is", "kept  \nas it is", 0),
        ];
        for (encoded, decoded, bad) in table {
            let found = decode(encoded.as_bytes());
            assert_eq!(&*found.text, decoded.as_bytes(), "{encoded}");
            assert_eq!(found.bad, bad, "{encoded}");
        }
    }

    #[test]
    fn nothing_to_undo_copies_nothing() {
        assert!(matches!(decode(b"plain text \n").text, Cow::Borrowed(_)));
    }
}
