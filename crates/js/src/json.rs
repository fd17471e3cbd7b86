//! Writes JSON. Only what the results need: a serialiser for any type would be larger than this module.

use alloc::vec::Vec;

/// A text in JSON that grows, as UTF-8.
pub(crate) struct Json(Vec<u8>);

impl Json {
    pub(crate) fn new() -> Json {
        Json(Vec::new())
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends `json` as it is.
    pub(crate) fn raw(&mut self, json: &str) {
        self.0.extend_from_slice(json.as_bytes());
    }

    /// Writes a string.
    pub(crate) fn string(&mut self, text: &str) {
        self.0.push(b'"');
        // JSON requires escapes for quotes, backslashes and control characters only. Most strings have none of them,
        // so the text between two of them is appended at once.
        let mut rest = text.as_bytes();
        while let Some(at) = rest.iter().position(|byte| matches!(byte, 0..b' ' | b'"' | b'\\')) {
            self.0.extend_from_slice(&rest[..at]);
            self.raw("\\u00");
            for digit in [rest[at] >> 4, rest[at] & 15] {
                self.0.push(b"0123456789abcdef"[usize::from(digit)]);
            }
            rest = &rest[at + 1..];
        }
        self.0.extend_from_slice(rest);
        self.0.push(b'"');
    }

    /// Writes a string or null.
    pub(crate) fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
    }

    /// Writes `true` or `false`.
    pub(crate) fn flag(&mut self, is_set: bool) {
        self.raw(if is_set { "true" } else { "false" });
    }

    /// Writes a number.
    pub(crate) fn number(&mut self, number: usize) {
        // Twenty digits are enough for 64 bits.
        let (mut digits, mut at, mut rest) = ([0; 20], 20, number);
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10).to_le_bytes()[0];
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.0.extend_from_slice(&digits[at..]);
    }

    /// Writes an array of what `write` writes for each item.
    pub(crate) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Json, T),
    ) {
        self.raw("[");
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.raw(",");
            }
            write(self, item);
        }
        self.raw("]");
    }

    /// Writes the name of a field of an object. `name` needs no escapes.
    pub(crate) fn field(&mut self, name: &str) -> &mut Json {
        // The first field follows the bracket directly.
        self.raw(if self.0.ends_with(b"{") { "\"" } else { ",\"" });
        self.raw(name);
        self.raw("\":");
        self
    }

    /// Writes an object with the fields that `write` writes.
    pub(crate) fn object(&mut self, write: impl FnOnce(&mut Json)) {
        self.raw("{");
        write(self);
        self.raw("}");
    }
}
