//! Finds the URLs of a style sheet: the values of `url(...)` and `@import` (CSS Syntax Module Level 3, section 4).

use core::ops::Range;

use memchr::memmem;

/// Returns the URLs in `css`, a style sheet or the value of a `style` attribute: the byte ranges of the values of
/// `url(...)` and `@import`, in order and without quotation marks.
///
/// They may be relative. Comments and `@namespace` rules are left out, and escapes (`\`) are not decoded. Linear in
/// the length of `css`.
///
/// ```
/// use urlsift::archive::style_urls;
///
/// let css = b"a { background: url(\"http://a.example/b\") } /* url(c) */";
/// let urls: Vec<_> = style_urls(css).map(|range| &css[range]).collect();
/// assert_eq!(urls, [b"http://a.example/b"]);
/// ```
pub fn style_urls(css: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    StyleUrls { css, at: 0 }
}

/// An iterator over the URLs of a style sheet.
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
            match byte {
                b'\\' => self.at += 1,
                b'"' | b'\'' => {
                    self.take_string(start);
                }
                b'/' if self.css.get(self.at) == Some(&b'*') => {
                    let end = memmem::find(&self.css[self.at + 1..], b"*/");
                    self.at = end.map_or(self.css.len(), |length| self.at + 1 + length + 2);
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
    /// Reports whether `url` precedes the bracket at `at`.
    fn follows_url(&self, at: usize) -> bool {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
        self.css[..at].split_last_chunk().is_some_and(|(before, name): (&[u8], &[u8; 3])| {
            name.eq_ignore_ascii_case(b"url") && !before.last().is_some_and(is_name)
        })
    }

    /// Skips `keyword`, if it is next.
    fn skip_keyword(&mut self, keyword: &[u8]) -> bool {
        let end = self.at + keyword.len();
        let is_next = self.css.get(self.at..end).is_some_and(|it| it.eq_ignore_ascii_case(keyword));
        if is_next {
            self.at = end;
        }
        is_next
    }

    fn skip_whitespace(&mut self) {
        while self.css.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Returns the content of the string at `start`, and goes to its end. If there is no string, or the line ends
    /// within it, the position stays the same.
    fn take_string(&mut self, start: usize) -> Option<Range<usize>> {
        let quote = *self.css.get(start).filter(|byte| b"\"'".contains(byte))?;
        let mut at = start + 1;
        loop {
            match self.css.get(at)? {
                b'\n' | b'\r' => return None,
                b'\\' => at += 2,
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
        while self.css.get(self.at).is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
        let url = start..self.at;
        self.skip_whitespace();
        let is_closed = self.css.get(self.at).is_none_or(|&byte| byte == b')');
        (is_closed && !url.is_empty()).then_some(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_urls_of_style_sheets_are_found() {
        // (style sheet, its URLs)
        let table: [(&str, &[&str]); 14] = [
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
            ("\\", &[]),
        ];
        for (css, expected) in table {
            let urls: Vec<_> = style_urls(css.as_bytes()).map(|range| &css[range]).collect();
            assert_eq!(urls, expected, "{css}");
        }
    }

    /// A search that starts anew for each opener takes minutes for each of these.
    #[test]
    fn unclosed_openers_take_linear_time() {
        for unit in [
            "\"",
            "'\"",
            "url(",
            "url('",
            "/*",
            "/",
            "@import \"",
            "@namespace",
            "\\\"",
            "(",
            "\n\"",
        ] {
            let css = unit.repeat(200_000);
            assert!(style_urls(css.as_bytes()).count() <= css.len());
        }
    }
}
