//! A decoder of UTF-7 (RFC 2152).
//!
//! ```text
//! +AOk-    é: UTF-16 in base64 without padding, up to `-` or a byte that is not base64
//! +-       +
//! ```
//!
//! A `+` that was never encoded, as in a query, is kept, and so is base64 that is not UTF-16. The crate `charset`
//! decodes such a `+` to U+FFFD.

use std::borrow::Cow;

use data_encoding::BASE64_NOPAD;
use encoding_rs::UTF_16BE;
use memchr::memchr;

/// Decodes `bytes`. Returns `None` if they are not ASCII. Linear.
pub(crate) fn decode(bytes: &[u8]) -> Option<String> {
    let text = str::from_utf8(bytes).ok().filter(|text| text.is_ascii())?;
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(plus) = memchr(b'+', rest.as_bytes()) {
        decoded += &rest[..plus];
        let run = &rest[plus + 1..];
        let is_symbol = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/".contains(byte);
        let length = run.bytes().take_while(is_symbol).count();
        let (run, after) = run.split_at(length);
        let closed = after.strip_prefix('-');
        rest = closed.unwrap_or(after);
        // `+-` is a plus sign, a run of UTF-16 is decoded, and any other run is copied with its plus sign.
        match characters(run) {
            _ if run.is_empty() && closed.is_some() => decoded.push('+'),
            Some(characters) => decoded += &characters,
            // All of the run is copied, so that a long sequence of `+` is read once.
            None => {
                decoded.push('+');
                decoded += run;
                rest = after;
            }
        }
    }
    Some(decoded + rest)
}

/// Decodes a run of base64: whole UTF-16 units, and at most a few zero bits after them.
fn characters(run: &str) -> Option<String> {
    let units = BASE64_NOPAD.decode(run.as_bytes()).ok().filter(|units| !units.is_empty())?;
    UTF_16BE.decode_without_bom_handling_and_without_replacement(&units).map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_characters_are_decoded() {
        // (bytes, text)
        let table = [
            ("a+-b", "a+b"),
            ("see <http://a.example/+AOk>", "see <http://a.example/é>"),
            ("+ZeVnLIqe-/+2DTdHg-x-", "日本語/𝄞x-"),
            ("+AH4AXA{}+AOk--", "~\\{}é-"),
            ("", ""),
        ];
        for (bytes, text) in table {
            assert_eq!(decode(bytes.as_bytes()).as_deref(), Some(text), "{bytes}");
        }
    }

    #[test]
    fn other_text_is_kept() {
        let table = ["c++ and", "?a=b+c&d=+", "+A", "+AOl-", "+2DQ-", "+", "a + b", "+.-"];
        for text in table {
            assert_eq!(decode(text.as_bytes()).as_deref(), Some(text));
        }
        assert_eq!(decode(b"a\xE9"), None);
        let many = "+".repeat(1 << 20);
        assert_eq!(decode(many.as_bytes()), Some(many));
    }
}
