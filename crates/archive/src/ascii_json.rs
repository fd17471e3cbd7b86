//! JSON in printable ASCII, safe for any terminal and program.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Writes `object` as JSON, without a line end. All characters except printable ASCII are written as JSON
/// escapes, so the value stays the same.
///
/// # Errors
///
/// Those of `out`.
pub fn write(object: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    object.serialize(&mut Serializer::with_formatter(out, Ascii))?;
    Ok(())
}

/// Returns `object` as JSON in printable ASCII.
///
/// # Panics
///
/// If a map in `object` has keys that are not strings.
pub fn json(object: &impl Serialize) -> String {
    let mut json = Vec::new();
    write(object, &mut json).expect("a buffer takes whatever it is given, and keys are strings");
    String::from_utf8(json).expect("ASCII is UTF-8")
}

/// A formatter that escapes. Characters beyond ASCII occur only within strings.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        out.write_all(escape_json(fragment).as_bytes())
    }
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
