//! The messages in the JSON of Yahoo Groups (A3).
//!
//! In `{"msgId": 1, "rawEmail": "From: …\\r\\n…"}`, a string holds the whole message, often with escapes of HTML.

use core::ops::Range;

use memchr::{memchr, memchr2, memmem};

use crate::mail::headers::beginning::begins_message;
use crate::mail::html::text::decoded;
use crate::mail::mime::json_text::json_text;
use crate::mail::transfer::charset::Charset;
use crate::mail::work;

const NAME: &[u8] = b"\"rawEmail\"";

/// Returns the first message at or after `from` in `json`, and the range of its string. Linear up to there.
pub(super) fn raw_email(json: &[u8], from: usize) -> Option<(Range<usize>, Vec<u8>)> {
    let mut at = from;
    loop {
        let name = memmem::find(&json[at..], NAME);
        work::add(name.map_or(json.len() - at, |name| name + NAME.len()));
        at += name? + NAME.len();
        let value = json[at..].trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start);
        let Some(value) = value.and_then(|value| value.strip_prefix(b"\"")) else { continue };
        let start = json.len() - value.len();
        at = start + string_len(value);
        work::add(at - start);
        let message = json_text(&json[start..at]).bytes;
        let is_escaped = memchr(b'<', &message).is_none();
        let message = if is_escaped {
            decoded(&message, Charset::UTF_8, 0..message.len()).bytes.into_owned()
        } else {
            message.into_owned()
        };
        if begins_message(&message) {
            return Some((start..at, message));
        }
    }
}

/// Returns the number of bytes before the quote mark that ends the string at the start of `text`.
fn string_len(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(length) = memchr2(b'"', b'\\', &text[at..]) {
        at += length;
        if text[at] == b'"' {
            break;
        }
        at = text.len().min(at + 2);
    }
    if text.get(at) == Some(&b'"') { at } else { text.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::work::assert_linear;

    #[test]
    fn messages_are_found() {
        // (JSON, message)
        let table = [
            (
                r#"{"a": 1, "rawEmail": "To: a\r\nDate: b\r\n\r\nc"}"#,
                Some("To: a\r\nDate: b\r\n\r\nc"),
            ),
            (
                r#"{"rawEmail":"To: &lt;a&gt;\nDate: &quot;b\n\n&amp;lt; &x"}"#,
                Some("To: <a>\nDate: \"b\n\n&lt; &x"),
            ),
            (r#"{"rawEmail":"To: <a>\nDate: b\n\n&lt;"}"#, Some("To: <a>\nDate: b\n\n&lt;")),
            (r#"{"rawEmail":"To: a\nDate: \"b\n\nx"#, Some("To: a\nDate: \"b\n\nx")),
            (
                r#"{"rawEmail":null, "rawEmail": "a text", "rawEmail": "To: a\nDate: b\n\n"}"#,
                Some("To: a\nDate: b\n\n"),
            ),
            (r#"{"rawEmail": "a text"}"#, None),
            (r#"{"raw": "To: a\nDate: b\n\n"}"#, None),
            (r#""rawEmail""#, None),
        ];
        for (json, expected) in table {
            let found = raw_email(json.as_bytes(), 0).map(|(range, message)| {
                assert!(json[..range.start].ends_with('"') && !json[range].contains("rawEmail"));
                String::from_utf8(message).expect("it is UTF-8")
            });
            assert_eq!(found.as_deref(), expected, "{json}");
        }
    }

    #[test]
    fn time_is_linear() {
        for unit in ["\"rawEmail\"", "\"rawEmail\":\"", "\"rawEmail\": \"&amp;\\n\"", "&", "\\"] {
            assert_linear(unit, "", 9, |text| drop(raw_email(text, 0)));
        }
    }
}
