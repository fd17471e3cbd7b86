//! A text to search, and how its bytes above 0x7F are to be read.

/// A text, as the scanner wants it. `&str` and `&[u8]` become one by themselves.
///
/// ```
/// use urlsift_scanner::{Encoding, Input, Scanner};
///
/// // In ISO 8859-1 the byte is a letter, in UTF-8 it is none and ends the URL.
/// let text = b"http://example.org/caf\xE9";
/// let scanner = Scanner::new();
/// assert_eq!(scanner.find(text).unwrap().outer(), 0..22);
/// let input = Input::new(text).encoding(Encoding::Bytes);
/// assert_eq!(scanner.find(input).unwrap().outer(), 0..23);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'h> {
    pub(crate) haystack: &'h [u8],
    pub(crate) encoding: Encoding,
}

/// How bytes above 0x7F are read, which says where a bare URL ends (W8). Bytes below are ASCII in
/// either.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Encoding {
    /// As UTF-8; what is none ends a URL. This is for unknown text too.
    #[default]
    Utf8,
    /// As letters, one or more bytes each, those that are controls or punctuation in ISO 8859 and
    /// windows-125x aside (0x80–0xA0 and 0xBB).
    Bytes,
}

impl<'h> Input<'h> {
    /// `haystack`, read as UTF-8; it need not be valid.
    pub fn new<H: AsRef<[u8]> + ?Sized>(haystack: &'h H) -> Input<'h> {
        Input { haystack: haystack.as_ref(), encoding: Encoding::Utf8 }
    }

    /// Has bytes above 0x7F read as `encoding` says.
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Input<'h> {
        self.encoding = encoding;
        self
    }
}

impl<'h, H: AsRef<[u8]> + ?Sized> From<&'h H> for Input<'h> {
    fn from(haystack: &'h H) -> Input<'h> {
        Input::new(haystack)
    }
}
