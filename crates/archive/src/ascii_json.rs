//! JSON in printable ASCII, safe for any terminal and program.

use std::borrow::Cow;
use std::fmt::Write;

use serde::Serialize;

/// Returns `object` as JSON in printable ASCII: other characters are escapes, so the value stays the same.
///
/// # Panics
///
/// If a map in `object` has keys that are not strings.
pub fn json(object: &impl Serialize) -> String {
    let json = serde_json::to_string(object).expect("keys are strings");
    escape_json(&json).into_owned()
}

/// Escapes all characters of `json` except printable ASCII, by the means of JSON, so it stays the same JSON.
/// Such characters occur only in strings.
pub fn escape_json(json: &str) -> Cow<'_, str> {
    let is_printable = |c: char| (' '..='~').contains(&c);
    if json.chars().all(is_printable) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_printable(c) {
            escaped.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            write!(escaped, "\\u{unit:04x}").expect("writing to a string does not fail");
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_json_is_the_same_json() {
        // (text, its JSON)
        let table = [
            ("a b~", r#""a b~""#),
            ("\u{fc}\u{202e}\u{1f600}", r#""\u00fc\u202e\ud83d\ude00""#),
            ("\u{7f}\"\n", r#""\u007f\"\n""#),
        ];
        for (text, expected) in table {
            assert_eq!(json(&text), expected);
            let plain = serde_json::to_string(text).expect("a string is JSON");
            assert_eq!(escape_json(&plain), expected);
        }
    }
}
