//! A JSON writer for strings, numbers and records.
//!
//! With serde, writing a row of 28 fields took as long as finding its URL. Here a key is copied together with
//! the punctuation around it, and strings are copied in runs that need no escape.

use std::ops::Range;
use std::ptr;

use urlsift_archive::internal::{Record, Visitor};
use urlsift_archive::rows::Rfc3339;

#[inline]
pub(super) fn push_object(record: &impl Record, out: &mut Vec<u8>) {
    push_members(out, &mut WrittenNames::default(), |json| record.visit(json));
}

/// A list of names that never changes, and where it was written in the buffer, from where it is copied. Nearly all rows
/// have the grammars of the row before.
#[derive(Debug, Default)]
pub(crate) struct WrittenNames {
    list: &'static [&'static str],
    written: Range<usize>,
}

/// Appends an object with the members that `visit` writes. `names` is that of the last object in `out`, or empty.
#[inline]
pub(super) fn push_members(
    out: &mut Vec<u8>,
    names: &mut WrittenNames,
    visit: impl FnOnce(&mut Json<'_>),
) {
    let start = out.len();
    visit(&mut Json { out, names });
    // Every key begins with a comma, so a key is one copy without a check. The first comma is overwritten with
    // the brace of the object.
    match out.get_mut(start) {
        Some(comma) => *comma = b'{',
        None => out.push(b'{'),
    }
    out.push(b'}');
}

pub(super) fn push_objects(records: &[impl Record], out: &mut Vec<u8>) {
    push_list(records, out, push_object);
}

#[inline]
pub(super) fn push_strings(texts: &[impl AsRef<str>], out: &mut Vec<u8>) {
    push_list(texts, out, |text, out| push_string(text.as_ref(), out));
}

/// Appends `items` as a list; `push` writes one of them.
#[inline]
fn push_list<I>(items: &[I], out: &mut Vec<u8>, push: impl Fn(&I, &mut Vec<u8>)) {
    out.push(b'[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        push(item, out);
    }
    out.push(b']');
}

pub(super) struct Json<'o> {
    out: &'o mut Vec<u8>,
    names: &'o mut WrittenNames,
}

impl Json<'_> {
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn repeat(&mut self, range: Range<usize>) {
        self.out.extend_from_within(range);
    }

    #[inline]
    fn plain(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Writes `key`, which ends in the value null, without that value.
    #[inline]
    fn key(&mut self, key: &'static str) {
        self.plain(&key[..key.len() - "null".len()]);
    }
}

impl Visitor for Json<'_> {
    #[inline]
    fn text(&mut self, key: &'static str, text: Option<&str>) {
        let Some(text) = text else { return self.plain(key) };
        self.key(key);
        push_string(text, self.out);
    }

    #[inline]
    fn number(&mut self, key: &'static str, number: Option<i64>) {
        let Some(number) = number else { return self.plain(key) };
        self.key(key);
        self.plain(itoa::Buffer::new().format(number));
    }

    #[inline]
    fn date(&mut self, key: &'static str, date: Option<Rfc3339<'_>>) {
        let Some(date) = date else { return self.plain(key) };
        self.key(key);
        push_name(date.as_str(), self.out);
    }

    #[inline]
    fn flag(&mut self, key: &'static str, flag: bool) {
        self.key(key);
        self.plain(if flag { "true" } else { "false" });
    }

    #[inline]
    fn texts(&mut self, key: &'static str, texts: &[impl AsRef<str>]) {
        self.key(key);
        push_strings(texts, self.out);
    }

    #[inline]
    fn names(&mut self, key: &'static str, names: &[&'static str]) {
        self.key(key);
        push_list(names, self.out, |name, out| push_name(name, out));
    }

    #[inline]
    fn static_names(&mut self, key: &'static str, names: &'static [&'static str]) {
        if ptr::eq(self.names.list, names) && !self.names.written.is_empty() {
            return self.repeat(self.names.written.clone());
        }
        let start = self.out.len();
        self.names(key, names);
        *self.names = WrittenNames { list: names, written: start..self.out.len() };
    }

    #[inline]
    fn records(&mut self, key: &'static str, records: &[impl Record]) {
        self.key(key);
        push_objects(records, self.out);
    }
}

/// Appends `name`, which needs no escape, as a string.
#[inline]
fn push_name(name: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(name.as_bytes());
    out.push(b'"');
}

/// Appends `text` as a string, or `null`.
#[inline]
pub(super) fn push_text(text: Option<&str>, out: &mut Vec<u8>) {
    match text {
        Some(text) => push_string(text, out),
        None => out.extend_from_slice(b"null"),
    }
}

fn push_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    // Most strings need no escape and are copied at once.
    if is_plain(text.as_bytes()) {
        out.extend_from_slice(text.as_bytes());
    } else {
        push_with_escapes(text.as_bytes(), out);
    }
    out.push(b'"');
}

/// Appends `text`: copies the runs between bytes that need an escape.
#[inline(never)] // With it, `push_string` would use more registers.
fn push_with_escapes(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&byte| is_odd(byte)) {
        out.extend_from_slice(&rest[..at]);
        push_escaped(rest[at], out);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// Reports whether no byte of `text` needs an escape. Long texts are checked in blocks of 16 bytes, and then
/// their last 16 bytes. Most texts are shorter; they are checked as two halves, which may overlap.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    // The last block or word may overlap the one before it, so only texts of less than four bytes are checked
    // byte by byte.
    if let Some(last) = text.last_chunk() {
        text.as_chunks().0.iter().all(is_plain_block) && is_plain_block(last)
    } else if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk()) {
        is_plain_word(u64::from_ne_bytes(*first)) && is_plain_word(u64::from_ne_bytes(*last))
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk()) {
        let [first, last] = [*first, *last].map(|half| u64::from(u32::from_ne_bytes(half)));
        is_plain_word(first << 32 | last)
    } else {
        !text.iter().any(|&byte| is_odd(byte))
    }
}

/// Reports whether no byte of `block` needs an escape. There is no branch, so the compiler uses vectors.
#[inline]
fn is_plain_block(block: &[u8; 16]) -> bool {
    // Of the three values one is 0 for a quote mark, a backslash and a control character each. For three comparisons the
    // compiler finds vectors that take half as many instructions again.
    let is_odd = |byte: u8| (byte ^ b'"').min(byte ^ b'\\').min(byte & !0x1F) == 0;
    !block.iter().fold(false, |has, &byte| has | is_odd(byte))
}

/// Reports whether no byte of `word` needs an escape.
fn is_plain_word(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGH: u64 = ONES << 7;
    // SWAR: eight bytes are tested in one word. Subtracting `least`, at most 128, from every byte sets the
    // high bit of a byte below it. `!word` excludes bytes whose high bit was set before. A borrow may spoil
    // the bytes above, but only if a byte below was found, so the answer for the word is right.
    let has_below = |word: u64, least: u64| word.wrapping_sub(ONES * least) & !word & HIGH;
    // XOR makes a byte equal to `byte` 0, and then it is below 1.
    let has = |byte: u8| has_below(word ^ (ONES * u64::from(byte)), 1);
    has_below(word, u64::from(b' ')) | has(b'"') | has(b'\\') == 0
}

/// Reports whether `byte` needs an escape (RFC 8259, section 7).
fn is_odd(byte: u8) -> bool {
    matches!(byte, 0..b' ' | b'"' | b'\\')
}

/// Appends `byte`, which needs an escape (RFC 8259, section 7), in its shortest form.
fn push_escaped(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let letter = match byte {
        b'\x08' => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        b'\x0C' => b'f',
        b'\r' => b'r',
        b'"' | b'\\' => byte,
        _ => {
            out.extend_from_slice(b"\\u00");
            out.push(DIGITS[usize::from(byte >> 4)]);
            out.push(DIGITS[usize::from(byte & 15)]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', letter]);
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use urlsift_archive::rows::{Row, RowPiece};

    use super::*;

    #[test]
    fn strings_are_escaped_in_the_shortest_form() {
        let table = [
            ("", r#""""#),
            ("a/é\u{7f}", "\"a/é\u{7f}\""),
            ("\0\x01\x08\t\n\x0B\x0C\r\x1B\x1F", r#""\u0000\u0001\b\t\n\u000b\f\r\u001b\u001f""#),
            (r#"a"b\c"#, r#""a\"b\\c""#),
            ("exactly sixteen.", r#""exactly sixteen.""#),
            ("sixteen, and at \"", r#""sixteen, and at \"""#),
        ];
        for (text, expected) in table {
            let mut out = Vec::new();
            push_string(text, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), expected);
        }
    }

    #[test]
    fn bytes_that_need_an_escape_are_detected_at_any_position() {
        for len in 1..40 {
            for (at, odd) in (0..len).flat_map(|at| b"\0\x1f\"\\".map(|odd| (at, odd))) {
                let mut text = [b" ~\x7f\x80\xff", &b"a!#[]"[..]].concat().repeat(4);
                text.truncate(len);
                assert!(is_plain(&text), "{len}");
                text[at] = odd;
                assert!(!is_plain(&text), "{len} {at} {odd}");
            }
        }
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof!["[ -~]{0,40}", "[\"\\\\a\u{0}-\u{1f}é€😀]{0,40}", ".{0,20}"]
    }

    proptest! {
        #[test]
        fn a_row_is_json(texts in vec(text(), 3), groups in vec(text(), 0..4), is_some: bool) {
            let mut row = Row::default();
            (row.url, row.raw) = (&texts[0], texts[1].as_str().into());
            row.subject = is_some.then_some(&texts[2]);
            row.groups = &groups;
            row.date_offset = is_some.then_some(-480);
            row.quoted = is_some;
            let mut piece = RowPiece::default();
            piece.text = texts[2].as_str().into();
            row.pieces.extend([piece.clone(), piece]);
            let mut out = Vec::new();
            push_object(&row, &mut out);
            let parsed: Value = serde_json::from_slice(&out).expect("it is JSON");
            let expected = [
                ("url", json!(texts[0])),
                ("raw", json!(texts[1])),
                ("subject", json!(row.subject)),
                ("groups", json!(groups)),
                ("date_offset", json!(row.date_offset)),
                ("quoted", json!(is_some)),
            ];
            for (name, value) in expected {
                prop_assert_eq!(&parsed[name], &value, "{}", name);
            }
            prop_assert_eq!(&parsed["pieces"][1]["text"], &json!(texts[2]));
            let names = parsed.as_object().expect("it is an object").len();
            prop_assert_eq!(names, Row::FIELDS.iter().filter(|field| field.is_default).count());
        }
    }
}
