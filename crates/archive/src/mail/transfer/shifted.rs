//! Decoders of two 7-bit charsets that shift between ASCII and two-byte characters.
//!
//! ```text
//! HZ-GB-2312     "~{" pairs "~}", "~~" a tilde, "~" LF nothing (RFC 1843)
//! ISO-2022-KR    SO pairs SI, with ESC "$)C" somewhere before (RFC 1557)
//! ```
//!
//! A pair is a character of GB 2312 or KS X 1001. With the high bits set it is the same character of GBK or EUC-KR.
//! Each line begins in ASCII. A pair without a character is kept as ASCII.

use encoding_rs::{EUC_KR, Encoding, GBK};

/// Decodes HZ-GB-2312. Returns `None` if `bytes` are not ASCII. Linear.
pub(crate) fn decode_hz(bytes: &[u8]) -> Option<String> {
    bytes.is_ascii().then(|| {
        decode(bytes, GBK, |rest, is_shifted| match (rest, is_shifted) {
            ([b'~', b'{', ..], false) => Some((2, ShiftCode::ToPairs)),
            ([b'~', b'}', ..], true) => Some((2, ShiftCode::ToAscii)),
            ([b'~', b'~', ..], false) => Some((1, ShiftCode::Literal)),
            ([b'~', b'\n', ..], false) => Some((2, ShiftCode::Ignored)),
            ([b'~', b'\r', b'\n', ..], false) => Some((3, ShiftCode::Ignored)),
            _ => None,
        })
    })
}

/// Decodes ISO-2022-KR. Returns `None` if `bytes` are not ASCII. Linear.
pub(crate) fn decode_kr(bytes: &[u8]) -> Option<String> {
    bytes.is_ascii().then(|| {
        decode(bytes, EUC_KR, |rest, _| match rest {
            [0x1B, b'$', b')', b'C', ..] => Some((4, ShiftCode::Ignored)),
            [0x0E, ..] => Some((1, ShiftCode::ToPairs)),
            [0x0F, ..] => Some((1, ShiftCode::ToAscii)),
            _ => None,
        })
    })
}

enum ShiftCode {
    ToPairs,
    ToAscii,
    /// The next byte is a character, whatever it is.
    Literal,
    /// A code without effect.
    Ignored,
}

/// `code_at` returns the length and meaning of the code at the start of the bytes, if there is one.
fn decode(
    mut bytes: &[u8],
    pairs: &'static Encoding,
    code_at: impl Fn(&[u8], bool) -> Option<(usize, ShiftCode)>,
) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut is_shifted = false;
    // Two states, ASCII and pairs. In each state the next bytes are a code, a pair (only when shifted), or a
    // single byte that is copied. A line break always returns to ASCII.
    while let Some((&first, after)) = bytes.split_first() {
        if let Some((length, code)) = code_at(bytes, is_shifted) {
            bytes = &bytes[length..];
            match code {
                ShiftCode::ToPairs => is_shifted = true,
                ShiftCode::ToAscii => is_shifted = false,
                ShiftCode::Ignored => {}
                ShiftCode::Literal => {
                    // The byte exists, or `code_at` would have returned `None`.
                    text.push(char::from(bytes[0]));
                    bytes = &bytes[1..];
                }
            }
            continue;
        }
        if is_shifted
            && let [first @ 0x21..=0x7E, second @ 0x21..=0x7E, rest @ ..] = bytes
            && let pair = [first | 0x80, second | 0x80]
            && let Some(decoded) = pairs.decode_without_bom_handling_and_without_replacement(&pair)
        {
            text += &decoded;
            bytes = rest;
            continue;
        }
        is_shifted &= first != b'\n';
        text.push(char::from(first));
        bytes = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hz_is_decoded() {
        // (bytes, text); Python produced the first three.
        let table = [
            ("a~~~{Dc:C~} b", "a~你好 b"),
            ("~{MxR3~}\nhttp://a.example/", "网页\nhttp://a.example/"),
            ("http://a.example/~~ann/", "http://a.example/~ann/"),
            ("a~\nb~\r\nc", "abc"),
            ("~{Dc:C\nhttp://a.example/", "你好\nhttp://a.example/"),
            ("http://a.example/~ann/ ~", "http://a.example/~ann/ ~"),
            ("~{ Dc~}", " 你"),
        ];
        for (bytes, text) in table {
            assert_eq!(decode_hz(bytes.as_bytes()).as_deref(), Some(text), "{bytes}");
        }
        assert_eq!(decode_hz(b"\xC4\xE3"), None);
    }

    #[test]
    fn iso_2022_kr_is_decoded() {
        // (bytes, text); Python produced the first.
        let table = [
            ("\x1B$)C\x0E<-?o\x0F http://a.example/\x0E0!\x0F", "서울 http://a.example/가"),
            ("\x0E<-?o\nhttp://a.example/", "서울\nhttp://a.example/"),
            ("\x0E<-\x0F\x1B?", "서\x1B?"),
            ("a\x0E<", "a<"),
        ];
        for (bytes, text) in table {
            assert_eq!(decode_kr(bytes.as_bytes()).as_deref(), Some(text), "{bytes:?}");
        }
        assert_eq!(decode_kr(b"\xB0\xA1"), None);
    }
}
