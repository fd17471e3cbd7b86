//! Writes JSON. Only what the results need: a serialiser for any type would be larger than this module.

use alloc::string::String;

/// A text in JSON that grows.
pub(crate) struct Json(String);

impl Json {
    pub(crate) fn new() -> Json {
        Json(String::new())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends `json` as it is.
    pub(crate) fn raw(&mut self, json: &str) {
        self.0.push_str(json);
    }

    /// Writes a string.
    pub(crate) fn string(&mut self, text: &str) {
        self.0.push('"');
        // JSON requires escapes for quotes, backslashes and control characters only. Most strings have none of them,
        // so the text between two of them is appended at once.
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte < b' ' || b"\"\\".contains(&byte)) {
            self.0.push_str(&rest[..at]);
            let byte = rest.as_bytes()[at];
            self.0.push_str("\\u00");
            for digit in [byte >> 4, byte & 15] {
                self.0.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
            }
            rest = &rest[at + 1..];
        }
        self.0.push_str(rest);
        self.0.push('"');
    }

    /// Writes a string or null.
    pub(crate) fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
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
        self.0.extend(digits[at..].iter().map(|&digit| char::from(digit)));
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
        if !self.0.ends_with('{') {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
        self
    }

    /// Writes an object with the fields that `write` writes.
    pub(crate) fn object(&mut self, write: impl FnOnce(&mut Json)) {
        self.raw("{");
        write(self);
        self.raw("}");
    }
}
