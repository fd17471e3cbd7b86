//! A parser of the value of `Content-Type`.
//!
//! RFC 2045, section 5.1:
//!
//! ```text
//! content   := "Content-Type" ":" type "/" subtype *(";" parameter)
//! parameter := attribute "=" value
//! value     := token / quoted-string
//! ```
//!
//! RFC 822 allows comments and folds between any two of these. Mailers also write unquoted values with special
//! characters (`boundary=----=_Part/1`), no semicolons, quoted strings without an end, and `text` alone. A value
//! without `type/subtype` means `text/plain` (section 5.2).

use std::borrow::Cow;

/// A media type with its parameters, which are parsed on request, in time linear in the value.
#[derive(Clone, Debug)]
pub struct ContentType<'h> {
    kind: &'h [u8],
    subtype: &'h [u8],
    parameters: Lexer<'h>,
}

impl<'h> ContentType<'h> {
    /// Parses `value`; skips the folds and comments in it.
    pub fn of(value: &'h [u8]) -> ContentType<'h> {
        let mut lexer = Lexer { rest: value };
        lexer.skip_whitespace();
        let kind = lexer.word(b"/");
        lexer.skip_whitespace();
        let has_subtype = lexer.eat(b'/');
        lexer.skip_whitespace();
        let subtype = if has_subtype { lexer.word(b"/") } else { b"" };
        if kind.is_empty() || subtype.is_empty() {
            return ContentType { kind: b"text", subtype: b"plain", parameters: lexer };
        }
        ContentType { kind, subtype, parameters: lexer }
    }

    /// Reports whether the type is `kind/subtype`, ignoring case.
    pub fn is(&self, kind: &str, subtype: &str) -> bool {
        self.is_kind(kind) && self.subtype.eq_ignore_ascii_case(subtype.as_bytes())
    }

    /// Reports whether the type is `kind/` with any subtype, ignoring case.
    pub fn is_kind(&self, kind: &str) -> bool {
        self.kind.eq_ignore_ascii_case(kind.as_bytes())
    }

    /// Reports whether the type is that of a page: HTML, or a picture in SVG, which has links and text like one.
    pub(crate) fn is_page(&self) -> bool {
        self.is("text", "html") || self.is("image", "svg+xml")
    }

    /// Returns `kind/subtype` in lower case, or `None` if that is not a valid name (RFC 6838, section 4.2).
    pub fn name(&self) -> Option<String> {
        let is_name = |name: &[u8]| {
            let is_mark = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(byte);
            name.len() <= 127 && name.iter().all(is_mark)
        };
        let name = |name| str::from_utf8(name).ok().map(str::to_ascii_lowercase);
        let (kind, subtype) = (self.kind, self.subtype);
        (is_name(kind) && is_name(subtype)).then_some(())?;
        Some(format!("{}/{}", name(kind)?, name(subtype)?))
    }

    /// Returns the unquoted value of the first parameter called `name`, ignoring case, with its continuations `name*0`,
    /// `name*1` and so on (RFC 2231, section 3).
    pub fn parameter(&self, name: &str) -> Option<Cow<'h, [u8]>> {
        if self.parameters.rest.is_empty() {
            return None;
        }
        let find = |name: &str| {
            let is = |found: &[u8]| found.eq_ignore_ascii_case(name.as_bytes());
            self.parameters.clone().find(|(found, _)| is(found)).map(|(_, value)| value)
        };
        // Continuations are rare, so they are looked for only if the value has a `*` at all.
        find(name).or_else(|| {
            if !self.parameters.rest.contains(&b'*') {
                return None;
            }
            let piece = |i: usize| find(&format!("{name}*{i}"));
            let pieces: Vec<_> = (0..MAX_CONTINUATIONS).map_while(piece).collect();
            (!pieces.is_empty()).then(|| Cow::Owned(pieces.concat()))
        })
    }
}

/// Each costs a pass over the parameters, and a boundary has at most 70 bytes.
const MAX_CONTINUATIONS: usize = 16;

/// The rest of a value. Its items are the parameters in it, as pairs of name and value.
#[derive(Clone, Debug)]
struct Lexer<'h> {
    rest: &'h [u8],
}

impl<'h> Iterator for Lexer<'h> {
    type Item = (&'h [u8], Cow<'h, [u8]>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.skip_whitespace();
            if self.rest.is_empty() {
                return None;
            }
            let name = self.word(b"=\"");
            self.skip_whitespace();
            if self.eat(b'=') && !name.is_empty() {
                self.skip_whitespace();
                return Some((name, self.value()));
            }
            if name.is_empty() {
                self.skip_byte();
            }
        }
    }
}

impl<'h> Lexer<'h> {
    /// Reads a word. It ends before whitespace, a semicolon, a comment, or one of `stops`.
    fn word(&mut self, stops: &[u8]) -> &'h [u8] {
        let is_end = |byte: &u8| {
            byte.is_ascii_whitespace() || matches!(byte, b';' | b'(') || stops.contains(byte)
        };
        let length = self.rest.iter().position(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }

    fn value(&mut self) -> Cow<'h, [u8]> {
        if self.eat(b'"') { self.quoted_string() } else { Cow::Borrowed(self.word(b"")) }
    }

    /// Reads RFC 822's `quoted-string` after its opening quote mark. One that is never closed ends with the line.
    fn quoted_string(&mut self) -> Cow<'h, [u8]> {
        let mut escaped = false;
        let close = self.rest.iter().position(|&byte| {
            let is_close = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            is_close
        });
        let Some(close) = close else {
            let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
            let length = self.rest.iter().position(is_break).unwrap_or(self.rest.len());
            let (value, rest) = self.rest.split_at(length);
            self.rest = rest;
            return Cow::Borrowed(value.trim_ascii());
        };
        let value = &self.rest[..close];
        self.rest = &self.rest[close + 1..];
        if value.iter().all(|byte| !matches!(byte, b'\\' | b'\r' | b'\n')) {
            return Cow::Borrowed(value);
        }
        // Remove the backslash of each escape, and the line breaks of folds.
        let mut unquoted = Vec::with_capacity(value.len());
        let mut bytes = value.iter().copied();
        while let Some(byte) = bytes.next() {
            match byte {
                b'\\' => unquoted.extend(bytes.next()),
                b'\r' | b'\n' => {}
                _ => unquoted.push(byte),
            }
        }
        Cow::Owned(unquoted)
    }

    /// Skips whitespace, folds, semicolons and comments. A comment that is never closed ends with the value.
    fn skip_whitespace(&mut self) {
        // `depth` is the number of open comments. In a comment a backslash escapes the next byte.
        let mut depth = 0_usize;
        let mut escaped = false;
        while let Some((&byte, rest)) = self.rest.split_first() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if depth > 0 => escaped = true,
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                _ if depth > 0 || byte.is_ascii_whitespace() || byte == b';' => {}
                _ => return,
            }
            self.rest = rest;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let rest = self.rest.strip_prefix(&[byte]);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_byte(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_parsed() {
        // (value, type, subtype)
        let table = [
            ("text/html", "text", "html"),
            (" TEXT / Html;x=y", "text", "html"),
            ("(a comment (nested)) text/(b)html", "text", "html"),
            ("multipart/mixed boundary=x", "multipart", "mixed"),
            // Section 5.2: an unreadable type means plain text.
            ("text", "text", "plain"),
            ("", "text", "plain"),
            ("X-sun-attachment", "text", "plain"),
            ("/", "text", "plain"),
        ];
        for (value, kind, subtype) in table {
            assert!(ContentType::of(value.as_bytes()).is(kind, subtype), "{value}");
        }
    }

    #[test]
    fn parameters_are_parsed() {
        // (value, value of `boundary`)
        let table = [
            ("a/b; boundary=x", Some("x")),
            ("a/b; Boundary = \"x y\"", Some("x y")),
            ("a/b;\r\n\tboundary=\"x\\\"y\"; c=d", Some("x\"y")),
            ("a/b; boundary=----=_Part/1:2?; c=d", Some("----=_Part/1:2?")),
            ("a/b; boundary=x (comment)", Some("x")),
            ("a/b; c=d boundary=x", Some("x")),
            ("a/b boundary=x", Some("x")),
            ("a/b;; ; boundary=x", Some("x")),
            ("a/b; c; \"d\"; =e; boundary=x", Some("x")),
            ("a/b; boundary=\"x\n c=d", Some("x")),
            ("a/b; boundary=x; boundary=y", Some("x")),
            ("a/b; boundary=\"\"", Some("")),
            ("a/b; c=\"boundary=x\"", None),
            ("a/b; (c\\) boundary=x) boundary=y", Some("y")),
            ("a/b; (boundary=x)", None),
            ("a/b; (boundary=x", None),
            ("a/b; boundary", None),
            ("a/b; boundary*0=x; boundary*1=\"y z\"", Some("xy z")),
            ("a/b; boundary*1=x", None),
        ];
        for (value, boundary) in table {
            let found = ContentType::of(value.as_bytes()).parameter("boundary");
            assert_eq!(found.as_deref(), boundary.map(str::as_bytes), "{value}");
        }
    }

    #[test]
    fn parameters_come_in_order() {
        let content_type = ContentType::of(b"text/plain; charset=us-ascii; format=flowed");
        let names: Vec<&[u8]> = content_type.parameters.clone().map(|(name, _)| name).collect();
        assert_eq!(names, [&b"charset"[..], b"format"]);
    }
}
