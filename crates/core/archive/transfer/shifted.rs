//! Charsets of seven bits that shift between ASCII and characters of two bytes, undone.
//!
//! ```text
//! HZ-GB-2312     "~{" pairs "~}", "~~" a tilde, "~" LF nothing (RFC 1843)
//! ISO-2022-KR    SO pairs SI, with ESC "$)C" somewhere before (RFC 1557)
//! ```
//!
//! A pair is that of GB 2312 or KS X 1001, which GBK and EUC-KR have with the high bits set. Each line
//! begins in ASCII, so what was not shifted back costs one line at most. What is no pair, or one of
//! no character, stands for itself.

use encoding_rs::{EUC_KR, Encoding, GBK};

/// The text that `bytes` in HZ-GB-2312 stand for; `None` where they are no ASCII. Linear.
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

/// The text that `bytes` in ISO-2022-KR stand for; `None` where they are no ASCII. Linear.
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

/// What stands between characters.
enum ShiftCode {
    /// Pairs come.
    ToPairs,
    /// ASCII comes.
    ToAscii,
    /// The next byte is a character, whatever it is.
    Literal,
    /// Nothing to be read.
    Ignored,
}

/// `mark` says what the bytes begin with and how long it is, where they begin with no character.
fn decode(
    mut bytes: &[u8],
    pairs: &'static Encoding,
    code_at: impl Fn(&[u8], bool) -> Option<(usize, ShiftCode)>,
) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut is_shifted = false;
    while let Some((&first, behind)) = bytes.split_first() {
        if let Some((length, code)) = code_at(bytes, is_shifted) {
            bytes = &bytes[length..];
            match code {
                ShiftCode::ToPairs => is_shifted = true,
                ShiftCode::ToAscii => is_shifted = false,
                ShiftCode::Ignored => {}
                ShiftCode::Literal => {
                    // It is there, or it would be no mark.
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
        bytes = behind;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hz() {
        // (bytes, text), the first three as Python encodes them
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
    fn kr() {
        // (bytes, text), the first as Python encodes it
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
