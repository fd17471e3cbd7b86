//! The text of a JSON file, whose strings have escapes (A3; RFC 8259, section 7).
//!
//! Exports of chats and notebooks are JSON. `\n` is a line break there, and `\/`, `\"` and `\u0026` are characters of
//! URLs and of the text around them. Slack also writes links as `<http://a.example/|label>`.

use memchr::memchr3;

use crate::mail::html::text::{MappedText, PageText, Reference};
use crate::mail::transfer::map::Map;
use crate::mail::work;

/// Returns `json` with the escapes of its strings undone. In a link of Slack, `>` stands for the bar, the label and the
/// bracket. The map leads to `json`. An escape that RFC 8259 does not know is left as it is, as is half of a surrogate
/// pair. ASCII must stand for itself in the charset. Linear in `json`.
pub fn json_text(json: &[u8]) -> MappedText<'_> {
    let mut text = PageText { bytes: Vec::with_capacity(json.len()), map: Map::new() };
    // Bytes before `copied` are done. The search goes on at `at`. The last `<` that begins no link yet is at `open`.
    let (mut copied, mut at) = (0, 0);
    let mut open = None;
    while let Some(length) = memchr3(b'\\', b'|', b'<', &json[at..]) {
        work::add(length + 1);
        let start = at + length;
        let found = match json[start] {
            b'\\' => escape(&json[start..]),
            b'|' => open
                .take()
                .filter(|&open| is_target(&json[open..start]))
                .and_then(|_| label_len(&json[start..]).map(|length| ('>', length))),
            _ => {
                open = Some(start + 1);
                None
            }
        };
        // The byte after a backslash begins no escape.
        let is_escape = json[start] == b'\\' && start + 1 < json.len();
        at = start + found.map_or(1 + usize::from(is_escape), |(_, length)| length);
        if let Some((character, _)) = found {
            work::add(at - start);
            text.copy(json, copied..start);
            let bytes = character.encode_utf8(&mut [0; 4]).as_bytes().to_vec();
            text.push(Reference { bytes: bytes.into(), range: start..at });
            copied = at;
        }
    }
    work::add(json.len() - at);
    text.copy(json, copied..json.len());
    text.into()
}

fn escape(text: &[u8]) -> Option<(char, usize)> {
    let character = match text.get(1)? {
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        &byte @ (b'"' | b'/' | b'\\') => byte.into(),
        b'u' => {
            let first = code_unit(text)?;
            let second = code_unit(&text[6..]);
            let character = char::decode_utf16([first].into_iter().chain(second)).next()?.ok()?;
            return Some((character, 6 * character.len_utf16()));
        }
        _ => return None,
    };
    Some((character, 2))
}

fn code_unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    u16::from_str_radix(str::from_utf8(digits).ok().filter(|_| is_hex)?, 16).ok()
}

fn is_target(text: &[u8]) -> bool {
    work::add(text.len());
    let is_outside = |byte: &u8| byte.is_ascii_whitespace() || b"\">".contains(byte);
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && text.contains(&b':')
        && !text.iter().any(is_outside)
}

fn label_len(text: &[u8]) -> Option<usize> {
    let mut bytes = text.iter().enumerate().take(MAX_LABEL_BYTES);
    while let Some((at, byte)) = bytes.next() {
        work::add(1);
        match byte {
            b'>' => return Some(at + 1),
            b'\\' => _ = bytes.next(),
            b'"' | b'<' | b'\n' => return None,
            _ => {}
        }
    }
    None
}

/// The longest label of a link, with the bar and the bracket.
const MAX_LABEL_BYTES: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::work::assert_linear;

    #[test]
    fn escapes_and_labels_are_undone() {
        // (stored, text)
        let table = [
            ("", ""),
            (r#"{"a": "b"}"#, r#"{"a": "b"}"#),
            (r#""a\nb\tc\rd\"e\/f\\g\bh\fi""#, "\"a\nb\tc\rd\"e/f\\g\u{8}h\u{C}i\""),
            (r"\u0061\u00e9\u20AC\uD83D\uDE00", "aé€😀"),
            // An escaped backslash begins no escape.
            (r"a\\nb", r"a\nb"),
            // These are no escapes.
            (
                r"\x\u12\u12g4\ud83d\udE0\ud83d\u0061\udE00\",
                r"\x\u12\u12g4\ud83d\udE0\ud83da\udE00\",
            ),
            (r"\u003ca href=\u0022http:\/\/a\/\u0022\u003e", "<a href=\"http://a/\">"),
            ("<http://a.example/|a page> b", "<http://a.example/> b"),
            (
                r"<http:\/\/a.example\/?a=1&amp;b=2|a \u201cb\u201d>",
                "<http://a.example/?a=1&amp;b=2>",
            ),
            ("<http://a.example/>|b>", "<http://a.example/>|b>"),
            ("<@U1|ann> <#C1|c> < a:|b>", "<@U1|ann> <#C1|c> < a:|b>"),
            ("<http://a.example/|b\"", "<http://a.example/|b\""),
            ("<http://a.example/|b <c:|d>", "<http://a.example/|b <c:>"),
            ("<http://a.example/|b|c>", "<http://a.example/>"),
        ];
        for (stored, text) in table {
            let found = json_text(stored.as_bytes());
            assert_eq!(
                found.bytes.escape_ascii().to_string(),
                text.as_bytes().escape_ascii().to_string()
            );
            let mut end = 0;
            for (at, byte) in found.bytes.iter().enumerate() {
                let range = found.map.range(at..at + 1);
                assert!(range.start >= end || range.end == end, "{stored:?}: {range:?}");
                end = range.end;
                let bytes = &stored.as_bytes()[range];
                assert!(bytes.len() > 1 || bytes == [*byte], "{stored:?}");
            }
        }
    }

    #[test]
    fn time_is_linear() {
        for unit in
            ["\\", "\\n", "\\u0061", "\\ud83d", "|", "<", "<a:|", "<a:b|c>", "<a:\\n", "a:|"]
        {
            assert_linear(unit, "", 4, |text| drop(json_text(text)));
        }
        assert_linear(&"<a:|b".repeat(3), &"x".repeat(9000), 4, |text| drop(json_text(text)));
    }
}
