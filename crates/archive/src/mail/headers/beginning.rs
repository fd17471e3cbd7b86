//! Recognition of a message, a calendar or JSON by its first lines (A1, A3).

use memchr::{memchr, memchr_iter, memrchr};

use crate::mail::headers::field::is_well_known;
use crate::mail::headers::header::Header;
use crate::mail::line::{Line, LineBreaks, begins_with, is_blank, strip_bom};
use crate::mail::work;

/// The number of well-known fields with which a header is one, however it ends (A7).
const SUFFICIENT_WELL_KNOWN_FIELDS: usize = 3;

pub(crate) fn begins_message(text: &[u8]) -> bool {
    // The lines of a calendar look like fields, and `STATUS` is well known.
    if begins_content_lines(text) {
        return false;
    }
    let header = Header::of(text);
    let mut fields = 0;
    let mut known = 0;
    let mut end = 0;
    for field in header.fields() {
        fields += 1;
        known += usize::from(is_well_known(&text[field.range.clone()]));
        if known >= SUFFICIENT_WELL_KNOWN_FIELDS {
            return true;
        }
        end = field.range.end;
    }
    let rest = &text[end..];
    let ends_well = rest.is_empty() || Line::at(rest, 0, LineBreaks::of(rest)).text.is_empty();
    fields >= 2 && known >= 1 && ends_well
}

/// Reports whether `text`, a whole content, begins with the header of a message or of a part.
pub(crate) fn begins_entity(text: &[u8]) -> bool {
    let is_part = begins_with(text, b"Content-");
    is_part && Header::of(text).fields().next().is_some() || begins_message(text)
}

pub(crate) fn begins_content_lines(text: &[u8]) -> bool {
    let text = strip_bom(text).trim_ascii_start();
    begins_with(text, b"BEGIN:VCALENDAR") || begins_with(text, b"BEGIN:VCARD")
}

/// Reports whether `text` begins like JSON: with an object that has a name, or with an array of objects or strings.
pub(crate) fn begins_json(text: &[u8]) -> bool {
    let text = strip_bom(text).trim_ascii_start();
    let array = text.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    match array.unwrap_or(text) {
        [b'{', object @ ..] => after_string(object.trim_ascii_start()) == Some(b':'),
        element => array.is_some() && matches!(after_string(element), Some(b',' | b']')),
    }
}

/// Reports whether `text` has lines of JSON although it does not begin like it: a script, a log, or JSON that lost its
/// beginning. In the first 65,536 bytes an escape is, and half of the lines, except blank ones, have a name with its
/// colon, or are a string or brackets.
pub(crate) fn has_json_lines(text: &[u8]) -> bool {
    let text = &text[..text.len().min(MAX_SAMPLED_BYTES)];
    if memchr(b'\\', text).is_none() {
        return false;
    }
    work::add(text.len());
    let is_mark = |byte: &u8| b"[]{},;()".contains(byte) || byte.is_ascii_whitespace();
    let has_name = |line: &[u8]| {
        memchr_iter(b':', line).any(|colon| {
            let name = line[..colon].trim_ascii_end().strip_suffix(b"\"").unwrap_or_default();
            memrchr(b'"', name).is_some_and(|quote| {
                let before = line[..quote].trim_ascii_end();
                quote + 1 < name.len() && before.last().is_none_or(|byte| b"{,".contains(byte))
            })
        })
    };
    let is_string = |line: &[u8]| {
        let line = line.trim_ascii().strip_suffix(b",").unwrap_or(line.trim_ascii());
        line.len() > 1 && line.starts_with(b"\"") && line.ends_with(b"\"")
    };
    let (mut lines, mut others) = (0, 0);
    for line in text.split(|&byte| byte == b'\n').filter(|line| !is_blank(line)) {
        let is_json = line.iter().all(is_mark) || is_string(line) || has_name(line);
        *if is_json { &mut lines } else { &mut others } += 1;
    }
    lines > 0 && lines >= others
}

const MAX_SAMPLED_BYTES: usize = 1 << 16;

/// Returns the byte that follows the string at the start of `text`, and whitespace.
fn after_string(text: &[u8]) -> Option<u8> {
    let mut bytes = text.strip_prefix(b"\"")?.iter().take(MAX_NAME_BYTES);
    loop {
        match bytes.next()? {
            b'"' => break,
            b'\\' => _ = bytes.next(),
            b'\n' => return None,
            _ => {}
        }
    }
    bytes.find(|byte| !byte.is_ascii_whitespace()).copied()
}

/// The number of bytes in which the first string of a JSON file and the mark after it end.
const MAX_NAME_BYTES: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_recognised() {
        let table = [
            (r#"{"a": 1}"#, true),
            ("\u{FEFF}\n{ \"a\\\"b\" \n: 1", true),
            (r#"[{"a":"b"}]"#, true),
            ("[\n  \"a\",", true),
            (r#"["a"]"#, true),
            (r#"["a" said]"#, false),
            (r#""a", b"#, false),
            ("{", false),
            ("{}", false),
            ("{a: 1}", false),
            ("{\"a\n\": 1}", false),
            ("[1] http://a.example/", false),
            ("", false),
        ];
        for (text, begins) in table {
            assert_eq!(begins_json(text.as_bytes()), begins, "{text:?}");
        }
    }

    #[test]
    fn lines_of_json_are_recognised() {
        let table = [
            (r#"x.y = [ {"a":"b\n"},"#, true),
            ("x =\n[ {\"a\": 1},\n{\"a\":\"\\/\"} ]", true),
            (r#"callback({"a": "b\/"});"#, true),
            ("10:00 INFO {\"a\":\"\\/\"}\n10:01 INFO {\"a\":1}\n", true),
            ("lo\"},\n{\"a\":\"\\/\"}]", true),
            ("[\n  [\n  \"a\\/b\",\n  \"c\"\n]", true),
            (r#"He said: "a\b": c"#, false),
            (r#"{"a": "no escape"}"#, false),
            ("a\n\nb\nc {\"a\": \"\\n\"}\nd\n", false),
            (r"a\nb: c", false),
            ("", false),
        ];
        for (text, expected) in table {
            assert_eq!(has_json_lines(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn parts_are_recognised() {
        let table = [
            ("Content-Type: text/plain\r\n\r\nx", true),
            ("content-disposition: inline\n", true),
            ("Content-Type\n\nx", false),
            ("Content", false),
            ("From: a\nTo: b\n\nx", true),
            ("Contents: a\n\nx", false),
        ];
        for (text, begins) in table {
            assert_eq!(begins_entity(text.as_bytes()), begins, "{text:?}");
        }
    }

    #[test]
    fn calendars_and_cards_are_recognised() {
        let table = [
            ("BEGIN:VCALENDAR\r\n", true),
            ("\u{FEFF}\r\nbegin:vcard", true),
            ("BEGIN:VCAR", false),
            ("a BEGIN:VCARD", false),
            ("BEGIN:VEVENT", false),
        ];
        for (text, begins) in table {
            assert_eq!(begins_content_lines(text.as_bytes()), begins, "{text:?}");
        }
    }
}
