//! Charsets: from the bytes of a text to the characters of a URL.
//!
//! Only the URLs that the scanner finds are decoded. The caller implements [`Decode`] for a charset; [`Utf8`] is the
//! default.

use alloc::borrow::Cow;
use alloc::string::String;

use percent_encoding::percent_encode_byte;
pub use urlsift_scanner::Encoding;

/// The charset of a text.
///
/// ```
/// use std::borrow::Cow;
/// use urlsift::extract::{Decode, Encoding, Undecodable};
/// use urlsift::{Extractor, Input};
///
/// /// ISO 8859-1, whose bytes are the characters of the same numbers.
/// struct Latin1;
///
/// impl Decode for Latin1 {
///     fn encoding(&self) -> Encoding {
///         Encoding::Bytes
///     }
///
///     fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable) {
///         (bytes.iter().copied().map(char::from).collect(), Undecodable::None)
///     }
/// }
///
/// let input = Input::new(b"see http://example.org/caf\xE9.").decode(Latin1);
/// let found = Extractor::new().find_iter(input).next().unwrap();
/// assert_eq!(found.url(), "http://example.org/caf\u{e9}");
/// ```
pub trait Decode: Sync {
    /// Returns how the scanner reads bytes above 0x7F, by default as UTF-8. That decides where a URL without delimiters
    /// ends.
    fn encoding(&self) -> Encoding {
        Encoding::Utf8
    }

    /// Decodes `bytes`, a URL or a piece of one. The flag reports bytes that became percent escapes.
    fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable);
}

/// The outcome of decoding: whether bytes could not be decoded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Undecodable {
    /// All bytes were decoded.
    None,
    /// At least one byte became a percent escape.
    Some,
}

/// UTF-8, the default. Invalid bytes become percent escapes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf8;

impl Decode for Utf8 {
    fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable) {
        if let Ok(text) = core::str::from_utf8(bytes) {
            return (Cow::Borrowed(text), Undecodable::None);
        }
        // An escape takes two bytes more than its byte, so this is room for eight. The text grows for more.
        let mut text = String::with_capacity(bytes.len() + 16);
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            push_escapes(&mut text, chunk.invalid());
        }
        (Cow::Owned(text), Undecodable::Some)
    }
}

/// Appends each of `bytes` to `text` as a percent escape, for a [`Decode`].
pub fn push_escapes(text: &mut String, bytes: &[u8]) {
    text.extend(bytes.iter().map(|&byte| percent_encode_byte(byte)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_cannot_be_decoded_are_escaped() {
        let table: &[(&[u8], &str, Undecodable)] = &[
            (b"http://a/", "http://a/", Undecodable::None),
            ("http://a/é".as_bytes(), "http://a/é", Undecodable::None),
            (b"http://a/\xE9t\xE9", "http://a/%E9t%E9", Undecodable::Some),
            (b"\xC3", "%C3", Undecodable::Some),
        ];
        for &(bytes, text, undecodable) in table {
            assert_eq!(Utf8.decode_url(bytes), (Cow::Borrowed(text), undecodable));
        }
    }
}
