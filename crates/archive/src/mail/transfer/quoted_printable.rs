//! A decoder of quoted-printable (RFC 2045, section 6.7).
//!
//! ```text
//! hex-octet       := "=" 2(DIGIT / "A" / "B" / "C" / "D" / "E" / "F")
//! soft-line-break := "=" *(SPACE / TAB) CRLF
//! ```
//!
//! The decoder searches for `=` and copies the bytes between. It is tolerant: hexadecimal digits may be in lower case,
//! and LF or CR alone ends a line. An `=` that is neither an octet nor a soft break is kept, because it usually belongs
//! to a URL's `?a=b` in a text that was never encoded. Whitespace at the end of a line is kept, although rule 3 says
//! that it was added in transit: in old mail nothing adds it.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memmem, memrchr};

use crate::mail::line::find_near;
use crate::mail::transfer::map::Map;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DecodedQuotedPrintable<'h> {
    pub(crate) text: Cow<'h, [u8]>,
    /// The number of `=` that were kept because they began neither an octet nor a soft break.
    pub(crate) bad: usize,
}

/// Maps the bytes that [`decode`] returns to their positions in `encoded`. Linear in `encoded`.
pub(crate) fn map(encoded: &[u8]) -> Map {
    let mut map = Map::new();
    let mut at = 0;
    for equals in memchr_iter(b'=', encoded) {
        map.push(equals - at, at..equals);
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

/// Decodes `encoded`, in time linear in its length.
pub(crate) fn decode(encoded: &[u8]) -> DecodedQuotedPrintable<'_> {
    // Jump from `=` to `=` and copy the bytes between in one go. Without any `=` nothing is copied.
    let mut next = memchr(b'=', encoded);
    if next.is_none() {
        return DecodedQuotedPrintable { text: Cow::Borrowed(encoded), bad: 0 };
    }
    let mut text = Vec::with_capacity(encoded.len());
    let (mut bad, mut at) = (0, 0);
    while let Some(equals) = next {
        text.extend_from_slice(&encoded[at..equals]);
        let after = &encoded[equals + 1..];
        at = equals + 1;
        if let Some(octet) = hex_octet(after) {
            text.push(octet);
            at += 2;
        } else if let Some(length) = soft_line_break(after) {
            at += length;
        } else {
            text.push(b'=');
            bad += 1;
        }
        next = find_near(b'=', &encoded[at..]).map(|length| at + length);
    }
    text.extend_from_slice(&encoded[at..]);
    DecodedQuotedPrintable { text: Cow::Owned(text), bad }
}

/// Reports whether `text`, which is not declared as quoted-printable, is in that encoding. Linear in the text. A full
/// line must end in a soft break. No line may be longer than an encoder writes, and every `=` must begin an octet or a
/// soft break. Lines end in LF. An octet that had to be encoded, outside of queries, must prove it; if it `may_be_word`,
/// `=3D` in a query does too, or a word that a soft break splits.
///
/// One site's archives have 1,921 such messages. Without the proof, two other texts were decoded too: `code =` at the
/// end of a line, and a query that a mailer had broken after its `=`.
pub(crate) fn is_undeclared(text: &[u8], may_be_word: bool) -> bool {
    let is_proof = |at: usize| {
        let may_be_value = !may_be_word || !text[at..].starts_with(b"=3D");
        begins_octet_that_must_be(&text[at + 1..])
            && !(may_be_value && assigns_in_query(&text[..at]))
    };
    // Most texts have few `=`, so the lines around them are looked at, and all lines only after that.
    let (mut is_full, mut is_proven) = (false, false);
    for at in memchr_iter(b'=', text) {
        let after = &text[at + 1..];
        if !begins_something(after) {
            return false;
        }
        is_proven = is_proven || is_proof(at);
        let end = after.strip_prefix(b"\r").unwrap_or(after);
        if matches!(end, [] | [b'\n', ..]) && !(is_full && is_proven) {
            let line = &text[memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1)..=at];
            is_full = is_full || is_full_line(line) && !ends_in_assignment(line);
            is_proven = is_proven
                || may_be_word && end.get(1..).is_some_and(|next| is_word_broken(line, next));
        }
    }
    is_full && is_proven && !has_long_line(text)
}

/// Reports whether a line of `text` is longer than an encoder writes. Looks at every second line, as a rule.
fn has_long_line(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some((reach, after)) = rest.split_at_checked(MAX_LINE_BYTES + 1) {
        rest = match (memrchr(b'\n', reach), after) {
            (Some(end), _) => &rest[end + 1..],
            (None, [b'\n', after @ ..]) if reach.ends_with(b"\r") => after,
            (None, []) if reach.ends_with(b"\r") => after,
            _ => return true,
        };
    }
    false
}

/// Reports whether the `=` after `before` assigns a value in the query of a URL, perhaps over line breaks.
fn assigns_in_query(before: &[u8]) -> bool {
    let is_of_name = |byte: &&u8| matches!(byte, b'!'..=b'~' | b'\r' | b'\n') && **byte != b'=';
    before.iter().rev().take_while(is_of_name).any(|byte| b"?&;".contains(byte))
}

/// Reports whether the `=` at the end of `line` assigns a value, on the next line, in a query that is not encoded.
fn ends_in_assignment(line: &[u8]) -> bool {
    let word = line.rsplit(|byte| matches!(byte, b' ' | b'\t')).next().unwrap_or_default();
    line.strip_suffix(b"=").is_some_and(assigns_in_query) && memmem::find(word, b"=3D").is_none()
}

/// Reports whether `line`, without its line break, ends in a soft break and is as long as an encoder makes lines.
#[inline]
pub(crate) fn is_full_line(line: &[u8]) -> bool {
    (MIN_FULL_LINE_BYTES..=MAX_LINE_BYTES).contains(&line.len())
        && line.ends_with(b"=")
        && !line.ends_with(b"==")
}

/// Reports whether a word goes on from the full line `line` to `next`, unless it is in a query or may be base64.
fn is_word_broken(line: &[u8], next: &[u8]) -> bool {
    let Some(before) = line.strip_suffix(b"=").filter(|_| is_full_line(line)) else { return false };
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let word = before.rsplit(is_blank).next().unwrap_or_default();
    let is_symbol = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    !word.is_empty()
        && !word.iter().any(|byte| b"?&;".contains(byte))
        && !before.iter().all(is_symbol)
        && next.first().is_some_and(|byte| !is_blank(byte) && !b">\r\n".contains(byte))
}

/// Reports whether the `=` before `after` begins an octet that must be encoded.
fn begins_octet_that_must_be(after: &[u8]) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    match after {
        [b'3', b'D', ..] => true,
        [b'8' | b'9' | b'A'..=b'F', low, ..] => is_digit(low),
        [b'2', b'0', rest @ ..] | [b'0', b'9', rest @ ..] => {
            rest.first().is_none_or(|byte| matches!(byte, b'\r' | b'\n'))
        }
        _ => false,
    }
}

/// The bytes of the longest line: 76 (RFC 2045, section 6.7, rule 5), and two for a prefix such as `> `.
pub(crate) const MAX_LINE_BYTES: usize = 78;

/// The smallest size of a line that an encoder broke because it was full.
const MIN_FULL_LINE_BYTES: usize = 70;

/// Reports whether the `=` before `after` begins a soft break, or an octet in capitals, as encoders write it.
fn begins_something(after: &[u8]) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    matches!(after, [high, low, ..] if is_digit(high) && is_digit(low))
        || soft_line_break(after).is_some()
}

/// Decodes the two hexadecimal digits at the start of `after`.
#[inline]
pub(crate) fn hex_octet(after: &[u8]) -> Option<u8> {
    // A byte that is not a digit is `NO_DIGIT`, whose bit no digit has, so one comparison checks both.
    let [high, low, ..] = *after else { return None };
    let (high, low) = (DIGITS[usize::from(high)], DIGITS[usize::from(low)]);
    ((high | low) < NO_DIGIT).then_some(high << 4 | low)
}

/// The value of each byte as a hexadecimal digit, or [`NO_DIGIT`].
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

const NO_DIGIT: u8 = 16;

/// Returns the length of the rest of a soft break at the start of `after`. The end of the text ends a soft break too.
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
    fn lines_are_long_by_their_length_without_the_line_break() {
        for (before, after) in [("", ""), ("a\n", "\nb"), ("a\r\n", "\r\nb\r\n"), ("\n\n", "\r")] {
            for length in MAX_LINE_BYTES - 2..MAX_LINE_BYTES + 4 {
                let text = [before, &"a".repeat(length), after].concat();
                assert_eq!(has_long_line(text.as_bytes()), length > MAX_LINE_BYTES, "{text:?}");
            }
        }
    }

    #[test]
    fn undeclared_quoted_printable_is_recognised() {
        // Returns a line of this length that ends in a soft break within a word.
        let full = |length: usize| "a ".to_owned() + &"b".repeat(length - 3) + "=\n";
        // (text, whether it is quoted-printable)
        let table = [
            (full(76) + "b\n", true),
            (full(76).replace('\n', "\r\n") + "b\r\n", true),
            (full(70) + "b", true),
            (full(78) + "b", true),
            (full(69) + "b\n", false),
            (full(79) + "b\n", false),
            (full(76) + &"b".repeat(79), false),
            // An `=` that is neither an octet nor a soft break.
            (full(76) + "a = b\n", false),
            (full(76) + "http://a.example/?b=c\n", false),
            (full(76) + "caf=e9\n", false),
            ("=".repeat(76) + "\nb\n", false),
            (full(76).trim_end().to_owned(), false),
            // No word is split.
            (full(76) + "\n", false),
            (full(76) + " b\n", false),
            (full(76) + "> b\n", false),
            (full(75).replace('=', " =") + "2, then\n", false),
            (full(76).replace("bb=", "?b=") + "12345\n", false),
            (full(76).replace("bb=", ";b=") + "c\n", false),
            ("QUJD".repeat(18) + "QUI=\nand text\n", false),
            // An octet that must be encoded.
            (full(75).replace('=', " =") + "=3D 2\n", true),
            (full(75).replace('=', " =") + "caf=C3=A9\n", true),
            (full(75).replace('=', " =") + "a=20\n", true),
            (full(75).replace('=', " =") + "a=20b\n", false),
            // The `=` of a query is neither an octet nor a soft break.
            (full(76).replace("bb=", "?b=") + "1&list=98123\n", false),
            (full(76).replace("bb=", "&b=") + "1 =C3=A9\n", false),
            (full(76).replace("bbbbbbbb=", "?l=98&b=") + "1\n", false),
            (full(75).replace('=', " =") + "http://h/?l=98\n", false),
            (full(75).replace('=', " =") + "http://h/?l\nist=E9&c=20\n", false),
            (full(75).replace('=', " =") + "http://h/?l=3D98\n", true),
            (full(76).replace("bbbbbbbb=", "?l=3D9&b=") + "3D1\n", true),
            (full(75).replace('=', " =") + "http://h/?l=3D=C3=A9\n", true),
            ("=C3=A9\n".to_owned(), false),
            (String::new(), false),
        ];
        for (text, expected) in table {
            assert_eq!(is_undeclared(text.as_bytes(), true), expected, "{text:?}");
        }
        assert!(!is_undeclared((full(76) + "b\n").as_bytes(), false));
        assert!(is_undeclared((full(76) + "=3D\n").as_bytes(), false));
        assert!(!is_undeclared((full(76) + "?l=3D\n").as_bytes(), false));
    }

    #[test]
    fn quoted_printable_is_decoded() {
        // (encoded, decoded, number of `=` that are kept)
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
    fn text_without_equals_signs_is_borrowed() {
        assert!(matches!(decode(b"plain text \n").text, Cow::Borrowed(_)));
    }
}
