//! UTF-7, undone (RFC 2152).
//!
//! ```text
//! +AOk-    é: the UTF-16 of a character in base64 without padding, up to `-` or what is no base64
//! +-       +
//! ```
//!
//! The trap is a `+` that was never encoded, as in a URL's query. What is no UTF-16 stands for itself.

use memchr::memchr;

/// The text that `bytes` stand for; `None` where they are no ASCII. Linear.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    let text = str::from_utf8(bytes).ok().filter(|text| text.is_ascii())?;
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(plus) = memchr(b'+', rest.as_bytes()) {
        decoded += &rest[..plus];
        let run = &rest[plus + 1..];
        let is_symbol = |byte: &u8| symbol(*byte).is_some();
        let length = run.bytes().take_while(is_symbol).count();
        let (run, behind) = run.split_at(length);
        let closed = behind.strip_prefix('-');
        rest = closed.unwrap_or(behind);
        match characters(run) {
            _ if run.is_empty() && closed.is_some() => decoded.push('+'),
            Some(characters) => decoded += &characters,
            // All of it, so that a long row of `+` is read once.
            None => {
                decoded.push('+');
                decoded += run;
                rest = behind;
            }
        }
    }
    Some(decoded + rest)
}

/// What a run of base64 holds: whole units of UTF-16, and behind them less than a symbol, of zeros.
fn characters(run: &str) -> Option<String> {
    let (mut bits, mut count, mut units) = (0_u32, 0, Vec::with_capacity(run.len() * 3 / 8));
    for byte in run.bytes() {
        bits = bits << 6 | u32::from(symbol(byte)?);
        count += 6;
        if count >= 16 {
            count -= 16;
            units.push(u16::try_from(bits >> count).ok()?);
            bits &= (1 << count) - 1;
        }
    }
    let is_whole = count < 6 && bits == 0 && !units.is_empty();
    is_whole.then(|| String::from_utf16(&units).ok()).flatten()
}

/// The value of a symbol of base64.
fn symbol(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_python_encodes() {
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
    fn what_is_not_encoded_stands_for_itself() {
        let table = ["c++ and", "?a=b+c&d=+", "+A", "+AOl-", "+2DQ-", "+", "a + b", "+.-"];
        for text in table {
            assert_eq!(decode(text.as_bytes()).as_deref(), Some(text));
        }
        assert_eq!(decode(b"a\xE9"), None);
        let many = "+".repeat(1 << 20);
        assert_eq!(decode(many.as_bytes()), Some(many));
    }
}
