//! Helpers for comparing with browsers: octets and special schemes.

use std::vec::Vec;

/// Returns whether the Standard calls the scheme special.
pub(super) fn is_special(scheme: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp", "file"].contains(&&*scheme.to_ascii_lowercase())
}

/// Returns the octets of `text` with its escapes decoded.
pub(in crate::tests) fn octets(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut octets = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = match rest {
            [b'%', high, low, ..] => digit(*high).zip(digit(*low)),
            _ => None,
        };
        let octet = escaped.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        octets.push(octet.unwrap_or(*first));
        rest = if octet.is_some() { &rest[3..] } else { after };
    }
    octets
}
