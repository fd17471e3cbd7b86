//! A component of a URL in its encoded form, and its octets. No document says which character the octet of an escape is
//! (RFC 1738, 2.2), so decoding gives bytes. Text is a guess at UTF-8 (RFC 3986, 2.5).

use crate::span::Span;
use alloc::borrow::Cow;
use percent_encoding::percent_decode_str;

/// A component of a URL as spelled. Decodes and allocates on demand only.
///
/// ```
/// use urlsift_validator::{SchemePart, Validator};
///
/// let url = Validator::new().url("ftp://host.dom/a%2Fb/c%20d");
/// let SchemePart::Ftp(ftp) = url.scheme_part() else { panic!("the scheme is ftp") };
/// assert_eq!((ftp.name.as_str(), ftp.name.span().range()), ("c%20d", 21..26));
/// assert_eq!(*ftp.name.decode(), *b"c d");
/// assert_eq!(ftp.cwd.iter().next().unwrap().decode_utf8_lossy(), "a/b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Encoded<'u> {
    text: &'u str,
    start: usize,
}

impl<'u> Encoded<'u> {
    /// Returns the text of `span` in `url`. Empty if the span is out of bounds.
    pub(crate) fn of(url: &'u str, span: Span) -> Encoded<'u> {
        Encoded { text: url.get(span.range()).unwrap_or_default(), start: span.start }
    }

    /// Returns the position of the component in the URL.
    pub const fn span(self) -> Span {
        Span { start: self.start, end: self.start + self.text.len() }
    }

    /// Returns the component as spelled.
    pub const fn as_str(self) -> &'u str {
        self.text
    }

    /// Returns whether the component has no bytes.
    pub const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// Returns the octets of the component. Each escape becomes its octet; any other byte stays, including a `%`
    /// without two hexadecimal digits. Borrows the component if it has no escape.
    pub fn decode(self) -> Cow<'u, [u8]> {
        percent_decode_str(self.text).into()
    }

    /// Returns the octets as text: UTF-8, with U+FFFD for invalid sequences.
    pub fn decode_utf8_lossy(self) -> Cow<'u, str> {
        percent_decode_str(self.text).decode_utf8_lossy()
    }

    /// Returns the text before the first `mark` and the text after it, or the whole and `None` without a `mark`.
    pub(crate) fn cut(self, mark: &str) -> (Encoded<'u>, Option<Encoded<'u>>) {
        match self.text.find(mark) {
            Some(at) => (self.slice(0, at), Some(self.slice(at + mark.len(), self.text.len()))),
            None => (self, None),
        }
    }

    pub(crate) fn slice(self, start: usize, end: usize) -> Encoded<'u> {
        let text = self.text.get(start..end).unwrap_or_default();
        Encoded { text, start: self.start + start }
    }

    pub(crate) fn without_prefix(self, prefix: char) -> Encoded<'u> {
        let len = if self.text.starts_with(prefix) { prefix.len_utf8() } else { 0 };
        self.slice(len, self.text.len())
    }
}

/// Returns the octet of the escape that `bytes` begin with, or `None` if they begin with no escape.
pub(crate) fn escaped_octet(bytes: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = bytes else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets() {
        let table: [(&str, &[u8]); 8] = [
            ("", b""),
            ("abc", b"abc"),
            ("a%20b%2fc%2F", b"a b/c/"),
            ("%00%FF", b"\x00\xFF"),
            ("100%", b"100%"),
            ("%2", b"%2"),
            ("%zz%41", b"%zzA"),
            ("%%41\u{e9}", b"%A\xC3\xA9"),
        ];
        for (text, octets) in table {
            let piece = Encoded::of(text, Span { start: 0, end: text.len() });
            assert_eq!(*piece.decode(), *octets, "{text}");
        }
    }
}
