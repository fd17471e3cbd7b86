//! The text to search, and the encoding of its bytes above 0x7F.

use crate::text_rules::TextRules;

/// The text to search. `&str` and `&[u8]` convert to it.
///
/// ```
/// use urlsift_scanner::{Encoding, Haystack, Scanner};
///
/// // In ISO 8859-1 the byte is a letter, in UTF-8 it is none and ends the URL.
/// let text = b"http://example.org/caf\xE9";
/// let scanner = Scanner::new();
/// assert_eq!(scanner.find(text).unwrap().outer(), 0..22);
/// let input = Haystack::new(text).encoding(Encoding::Bytes);
/// assert_eq!(scanner.find(input).unwrap().outer(), 0..23);
/// ```
#[derive(Clone, Copy, Debug)]
// The bytes are called so everywhere.
#[allow(clippy::struct_field_names)]
pub struct Haystack<'h> {
    pub(crate) haystack: &'h [u8],
    pub(crate) encoding: Encoding,
    pub(crate) rules: TextRules,
}

/// The encoding of bytes above 0x7F, which decides where a bare URL ends. Bytes up to 0x7F are ASCII in both.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Encoding {
    /// UTF-8. An invalid sequence ends a bare URL. Use this for text of unknown encoding too.
    #[default]
    Utf8,
    /// Letters of one or more bytes each, in any other charset. The bytes 0x80 to 0xA0 and 0xBB, which are
    /// controls or punctuation in ISO 8859 and windows-125x, end a bare URL.
    Bytes,
}

impl<'h> Haystack<'h> {
    /// Returns the input `haystack`, encoded as UTF-8. It need not be valid UTF-8.
    pub fn new<H: AsRef<[u8]> + ?Sized>(haystack: &'h H) -> Haystack<'h> {
        let (encoding, rules) = (Encoding::Utf8, TextRules::default());
        Haystack { haystack: haystack.as_ref(), encoding, rules }
    }

    /// Sets the encoding.
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Haystack<'h> {
        self.encoding = encoding;
        self
    }
}

impl<'h, H: AsRef<[u8]> + ?Sized> From<&'h H> for Haystack<'h> {
    fn from(haystack: &'h H) -> Haystack<'h> {
        Haystack::new(haystack)
    }
}
