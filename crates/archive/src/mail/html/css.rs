//! Finds the URLs of a style sheet: the values of `url(...)` and `@import` (CSS Syntax Module Level 3, section 4).

use core::ops::Range;
use std::borrow::Cow;

use memchr::memmem;

use crate::mail::html::text::{MappedText, PageText};
use crate::mail::line::begins_with;
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::map::Map;
use crate::mail::work;

/// Returns the byte ranges of the values of `url(...)` and `@import` in `css`, a style sheet or the value of a `style`
/// attribute, in order and without quotation marks. They may be relative. Comments and `@namespace` rules are left out,
/// and escapes (`\`) are not decoded. Linear in the length of `css`.
pub(crate) fn style_urls(css: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    StyleUrls { css, at: 0 }
}

struct StyleUrls<'c> {
    css: &'c [u8],
    at: usize,
}

impl Iterator for StyleUrls<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        while let Some(&byte) = self.css.get(self.at) {
            let start = self.at;
            self.at += 1;
            work::add(1);
            match byte {
                b'\\' => self.at += 1,
                b'"' | b'\'' => {
                    self.take_string(start);
                }
                b'/' if self.css.get(self.at) == Some(&b'*') => {
                    let end = memmem::find(&self.css[self.at + 1..], b"*/");
                    let end = end.map_or(self.css.len(), |length| self.at + 1 + length + 2);
                    work::add(end - self.at);
                    self.at = end;
                }
                b'(' if self.follows_url(start) => {
                    self.skip_whitespace();
                    if let Some(url) = self.take_argument() {
                        return Some(url);
                    }
                }
                b'@' if self.skip_keyword(b"import") => {
                    self.skip_whitespace();
                    if let Some(url) = self.take_string(self.at) {
                        return Some(url);
                    }
                }
                b'@' if self.skip_keyword(b"namespace") => {
                    while self.css.get(self.at).is_some_and(|byte| !b";}".contains(byte)) {
                        work::add(1);
                        self.at += 1;
                    }
                }
                _ => {}
            }
        }
        None
    }
}

impl StyleUrls<'_> {
    fn follows_url(&self, at: usize) -> bool {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
        self.css[..at].split_last_chunk().is_some_and(|(before, name): (&[u8], &[u8; 3])| {
            name.eq_ignore_ascii_case(b"url") && !before.last().is_some_and(is_name)
        })
    }

    fn skip_keyword(&mut self, keyword: &[u8]) -> bool {
        let is_next = begins_with(&self.css[self.at..], keyword);
        self.at += if is_next { keyword.len() } else { 0 };
        is_next
    }

    fn skip_whitespace(&mut self) {
        while self.css.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            work::add(1);
            self.at += 1;
        }
    }

    /// Returns the content of the string at `start`, and goes to its end, if it ends within the line.
    fn take_string(&mut self, start: usize) -> Option<Range<usize>> {
        let quote = *self.css.get(start).filter(|byte| b"\"'".contains(byte))?;
        let mut at = start + 1;
        loop {
            work::add(1);
            match self.css.get(at)? {
                b'\n' | b'\r' => return None,
                b'\\' => at += escape_length(&self.css[at..]),
                &byte if byte == quote => break,
                _ => at += 1,
            }
        }
        self.at = at + 1;
        Some(start + 1..at)
    }

    /// Returns the argument of `url(`, and goes to its end. It ends at the bracket or at the end of the style sheet.
    fn take_argument(&mut self) -> Option<Range<usize>> {
        if let Some(url) = self.take_string(self.at) {
            return Some(url);
        }
        let start = self.at;
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"'()".contains(byte);
        while let Some(byte) = self.css.get(self.at).filter(|byte| !ends(byte)) {
            work::add(1);
            let is_escape = *byte == b'\\';
            self.at += if is_escape { escape_length(&self.css[self.at..]) } else { 1 };
        }
        let url = start..self.at;
        self.skip_whitespace();
        let is_closed = self.css.get(self.at).is_none_or(|&byte| byte == b')');
        (is_closed && !url.is_empty()).then_some(url)
    }
}

/// Returns the length of the escape that `css` begins with (CSS Syntax, 4.3.7).
fn escape_length(css: &[u8]) -> usize {
    let rest = &css[1..];
    let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let after = &rest[digits..];
    let whitespace = match after {
        [b'\r', b'\n', ..] => 2,
        [byte, ..] if digits == 0 || byte.is_ascii_whitespace() => 1,
        _ => 0,
    };
    1 + digits + whitespace
}

/// Returns the URL at `range` of `css` without its escapes, if it has any and `charset` has all their characters.
pub(crate) fn unescaped(
    css: &MappedText<'_>,
    charset: Charset,
    range: Range<usize>,
) -> Option<MappedText<'static>> {
    memchr::memchr(b'\\', &css.bytes[range.clone()])?;
    let mut url = PageText { bytes: Vec::with_capacity(range.len()), map: Map::new() };
    // Bytes of one character reference have one position, and their map is added as a whole.
    let (mut pending, mut position) = (0, 0..0);
    let mut at = range.start;
    while at < range.end {
        let rest = &css.bytes[at..range.end];
        let mut length = 1;
        let mut character = Cow::Borrowed(&rest[..1]);
        if rest[0] == b'\\' {
            length = escape_length(rest);
            match rest.get(1) {
                Some(byte) if byte.is_ascii_hexdigit() => {
                    let digits = rest[1..length].trim_ascii_end();
                    let code = core::str::from_utf8(digits)
                        .ok()
                        .and_then(|it| u32::from_str_radix(it, 16).ok());
                    let code = code.filter(|&code| code != 0).and_then(char::from_u32);
                    character = charset.encode(code?)?;
                }
                Some(b'\n' | b'\r' | 0x0C) => character = Cow::Borrowed(&[]),
                // Only the `\` is dropped.
                Some(_) => {
                    at += 1;
                    length = 1;
                    character = Cow::Borrowed(&rest[1..2]);
                }
                None => {}
            }
        }
        let stored = css.map.range(at..at + length);
        if stored != position {
            url.map.push(pending, position);
            (pending, position) = (0, stored);
        }
        pending += character.len();
        url.bytes.extend_from_slice(&character);
        at += length;
    }
    url.map.push(pending, position);
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::work::assert_linear;

    #[test]
    fn escapes_are_decoded() {
        // (value of `url(...)`, the URL without escapes)
        let table: [(&str, Option<&str>); 10] = [
            ("http://a.example/b", None),
            ("http\\3A //a.example/\\62\\000063 d", Some("http://a.example/bcd")),
            ("http\\:\\/\\/a.example\\/x\\)", Some("http://a.example/x)")),
            ("'a\\\nb\\\r\nc\\a\td'", Some("abc\nd")),
            ("'a\\'b'", Some("a'b")),
            ("a\\\\b", Some("a\\b")),
            ("\\e9 \\1f600", Some("é😀")),
            ("\\é", Some("é")),
            ("\\d800", None),
            ("\\0", None),
        ];
        for (value, expected) in table {
            let css = format!("a{{b:url({value})}}");
            let range = style_urls(css.as_bytes()).next().expect(value);
            let map = Map::stored_as_is(10, css.len());
            let text = MappedText { bytes: Cow::Borrowed(css.as_bytes()), map };
            let url = unescaped(&text, Charset::UTF_8, range.clone());
            let bytes = url.as_ref().map(|url| core::str::from_utf8(&url.bytes).expect(value));
            assert_eq!(bytes, expected, "{value}");
            if let Some(url) = url {
                let stored = url.map.range(0..url.bytes.len());
                assert!(stored.start >= range.start + 10 && stored.end <= range.end + 10);
            }
        }
    }

    #[test]
    fn the_urls_of_style_sheets_are_found() {
        // (style sheet, its URLs)
        let table: [(&str, &[&str]); 16] = [
            ("a{b:url(c)}", &["c"]),
            ("a{b:URL( 'c d' ) , url(\t\"e\")}", &["c d", "e"]),
            ("a{b:url(c", &["c"]),
            ("a{b:url(c d)}", &[]),
            ("a{b:url(c\"d)}e{f:url(g)}", &["g"]),
            ("a{b:curl(c);-url(d)}", &[]),
            ("a{b:url()}", &[]),
            ("/* url(a) */url(b)/* url(c)", &["b"]),
            ("a{content:\"url(b)\\\" url(c)\"}url(d)", &["d"]),
            ("a{b:\"c\nurl(d)", &["d"]),
            ("@import 'a' x; @import url(b);", &["a", "b"]),
            ("@namespace url(a); @namespace b 'c';url(d)", &["d"]),
            ("<!-- url(a) -->", &["a"]),
            ("a{b:url(c\\)d)e:url(\"f\\\r\ng\")}", &["c\\)d", "f\\\r\ng"]),
            ("a{b:url(\\63 d\\)}", &["\\63 d\\)}"]),
            ("\\", &[]),
        ];
        for (css, expected) in table {
            let urls: Vec<_> = style_urls(css.as_bytes()).map(|range| &css[range]).collect();
            assert_eq!(urls, expected, "{css}");
        }
    }

    /// A search that starts anew for each opener looks at each byte thousands of times.
    #[test]
    fn unclosed_openers_take_linear_time() {
        for unit in [
            "\"",
            "'\"",
            "url(",
            "url('",
            "/*",
            "/*a",
            "/",
            "@import \"",
            "@namespace",
            "\\\"",
            "(",
            "\n\"",
        ] {
            assert_linear(unit, "", 4, |css| style_urls(css).for_each(drop));
        }
    }
}
