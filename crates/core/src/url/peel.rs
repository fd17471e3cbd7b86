//! The delimiters that a text has around a URL, removed from a URL that is given by itself (V9).

use alloc::borrow::Cow;
use alloc::string::String;
use core::mem;
use core::ops::Range;

use urlsift_rejoiner::{Gaps, Readings, SoftBreaks};
use urlsift_scanner::{Form, Scanner, Scheme};

/// A URL that is given by itself, without the delimiters around it. Made by [`peel`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Peeled<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    form: Form,
}

/// Removes the delimiters of running text from a URL that is given by itself: `<URL:…>`, `<…>` and `URL:…`, in
/// any case and nested in any way (rule V9). [`href`](crate::href) and [`wrap`](crate::wrap()) do so themselves.
///
/// - Brackets are removed if `URL:` or a scheme and its colon follow the `<`. Whitespace next to them is removed too.
/// - `URL:` is always removed, because no scheme has this name. So are slashes between it and a scheme that the
///   search knows, as in `URL://http://…`.
///
/// Nothing is removed from other text. Linear in the length of `text`.
///
/// ```
/// use urlsift::found::Form;
/// use urlsift::url::peel;
///
/// let peeled = peel("<URL: http://example.org/>");
/// assert_eq!((peeled.url(), peeled.form()), ("http://example.org/", Form::Url));
/// assert_eq!(peel("URL:x-any:a").url(), "x-any:a");
/// assert_eq!(peel("http://example.org/").form(), Form::Bare);
/// assert_eq!(peel("<b>").url(), "<b>");
/// ```
pub fn peel(text: &str) -> Peeled<'_> {
    let (mut start, mut end) = (0, text.len());
    // The form is that of the outermost delimiters.
    let (mut has_bracket, mut has_prefix, mut form) = (false, false, Form::Bare);
    loop {
        let inner = &text[start..end];
        if let Some(content) = inner.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            // One bracket and the whitespace after it. The lengths of the trimmed text give the range.
            let content = content.trim_end();
            end = start + 1 + content.len();
            start = end - content.trim_start().len();
            has_bracket = true;
        } else if let Some(rest) = without_prefix(inner) {
            start = end - without_slashes(rest.trim_start()).len();
            has_prefix = true;
        } else {
            break;
        }
        form = match form {
            Form::Prefix => Form::Prefix,
            _ if !has_bracket => Form::Prefix,
            _ if has_prefix => Form::Url,
            _ => Form::Angle,
        };
    }
    if has_prefix || has_bracket && has_scheme(&text[start..end]) {
        Peeled { text, start, end, form }
    } else {
        Peeled { text, start: 0, end: text.len(), form: Form::Bare }
    }
}

/// Joins a URL that is given by itself as a search does: removes the line breaks inside its delimiters, and the spaces
/// and tabs inside its brackets, or writes them as `%20` (RFC 1738, Appendix; rules V9, J5). [`href`](crate::href) and
/// [`wrap`](crate::wrap()) do so themselves.
///
/// Nothing is removed from a text without [delimiters](peel): there whitespace is part of what is opened. A hyphen
/// before a line break is kept. Linear in the length of `text`.
///
/// ```
/// use urlsift::internal::unfold;
///
/// assert_eq!(unfold("<URL:ftp://ds.in\n      ternic.net/rfc>"), "<URL:ftp://ds.internic.net/rfc>");
/// assert_eq!(unfold("<URL:ftp://ds.in ternic.net/rfc>"), "<URL:ftp://ds.internic.net/rfc>");
/// assert_eq!(unfold("http://a.example/\nb"), "http://a.example/\nb");
/// ```
pub fn unfold(text: &str) -> Cow<'_, str> {
    let peeled = peel(text);
    let (url, edges) = (peeled.url(), [&text[..peeled.start], &text[peeled.end..]]);
    let is_bracketed = edges[0].contains('<');
    let is_broken = text.contains(LINE_BREAKS);
    if peeled.form() == Form::Bare || !(is_broken || is_bracketed && url.contains([' ', '\t'])) {
        return Cow::Borrowed(text);
    }
    let gaps = match peeled.form() {
        Form::Url => Gaps::Removed,
        _ if url.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("mailto:")) => Gaps::Letter,
        _ => Gaps::Weighed,
    };
    let mut start = 0;
    let lines = url.split(LINE_BREAKS).map(|line| {
        let end = start + line.len();
        mem::replace(&mut start, end + 1)..end
    });
    let readings = Readings::new(url.as_bytes(), lines, gaps, SoftBreaks::Kept);
    // A space in a host is not a part of it, and words after a host are prose (J3, W5).
    let is_spaced = |url: &str| {
        let host = url.split_once("://").and_then(|(_, rest)| rest.split(['/', '?', '#']).next());
        host.is_some_and(|host| host.contains("%20"))
    };
    let is_wrapper = || Scanner::new().find(text).is_some_and(|it| it.outer() == (0..text.len()));
    let urls = readings
        .as_slice()
        .iter()
        .map(|reading| String::from_utf8_lossy(&reading.bytes(url.as_bytes())).into_owned());
    let is_meant =
        |(number, url): &(usize, String)| !is_spaced(url) && (*number == 0 || is_wrapper());
    let Some((_, joined)) = urls.enumerate().find(is_meant) else { return Cow::Borrowed(text) };
    let [before, after] = edges.map(|edge| edge.replace(char::is_whitespace, ""));
    Cow::Owned([&*before, &*joined, &*after].concat())
}

const LINE_BREAKS: [char; 2] = ['\n', '\r'];

/// Returns the text after `URL:`, if `text` begins with it.
fn without_prefix(text: &str) -> Option<&str> {
    let (prefix, rest) = text.split_at_checked(PREFIX.len())?;
    prefix.eq_ignore_ascii_case(PREFIX).then_some(rest)
}

const PREFIX: &str = "URL:";

/// Returns `text` without its first slashes, if a known scheme follows them (W1).
fn without_slashes(text: &str) -> &str {
    let rest = text.trim_start_matches('/');
    let name = rest.split(':').next().filter(|name| name.len() < rest.len());
    if name.is_some_and(|name| Scheme::find(name.as_bytes()).is_some()) { rest } else { text }
}

/// Reports whether `text` begins with a scheme and its colon.
fn has_scheme(text: &str) -> bool {
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let len = text.bytes().position(|byte| !is_scheme(byte)).unwrap_or(text.len());
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text[len..].starts_with(':')
}

impl<'t> Peeled<'t> {
    /// Returns the text as it was given.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the URL without delimiters.
    pub fn url(&self) -> &'t str {
        &self.text[self.start..self.end]
    }

    /// Returns the byte range of the URL in the text that was given.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the kind of the delimiters: [`Form::Url`], [`Form::Angle`] or [`Form::Prefix`], and [`Form::Bare`] if
    /// there were none. It is that of the outermost ones.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Reports whether the text that was given is `URL:` with the URL directly after it, alone or in brackets. It is
    /// then the `prefixedurl` of draft-ietf-uri-url-03, if the URL is a `url` of the draft.
    pub fn is_prefixed(&self) -> bool {
        let before =
            self.text[..self.start].trim_start_matches(|c: char| c == '<' || c.is_whitespace());
        before.eq_ignore_ascii_case(PREFIX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_removed_and_named() {
        let table = [
            ("http://h/a", "http://h/a", Form::Bare),
            ("URL:http://h/a", "http://h/a", Form::Prefix),
            ("url: \tHTTP://h/a", "HTTP://h/a", Form::Prefix),
            ("URL:URL:http://h/a", "http://h/a", Form::Prefix),
            ("<URL:http://h/a>", "http://h/a", Form::Url),
            ("<URL:URL:http://h/a>", "http://h/a", Form::Url),
            ("< URL: http://h/a >", "http://h/a", Form::Url),
            ("<http://h/a>", "http://h/a", Form::Angle),
            ("<<http://h/a>>", "http://h/a", Form::Angle),
            ("<<URL:x:y>>", "x:y", Form::Url),
            ("URL:<http://h/a>", "http://h/a", Form::Prefix),
            ("URL:<URL:http://h/a>", "http://h/a", Form::Prefix),
            ("URL:x-foo:bar", "x-foo:bar", Form::Prefix),
            ("URL://http://h/a", "http://h/a", Form::Prefix),
            // `h` is a host with a port, not a scheme.
            ("URL://h:80/a", "//h:80/a", Form::Prefix),
            ("URL://h/a", "//h/a", Form::Prefix),
            ("URL:", "", Form::Prefix),
            ("<URL:>", "", Form::Url),
            ("<URL: >", "", Form::Url),
            ("URL:a", "a", Form::Prefix),
            // These are no delimiters of a URL.
            ("<>", "<>", Form::Bare),
            ("<", "<", Form::Bare),
            ("<b>", "<b>", Form::Bare),
            ("<http://h/a", "<http://h/a", Form::Bare),
            ("http://h/<a>", "http://h/<a>", Form::Bare),
            ("<http://h/a>.", "<http://h/a>.", Form::Bare),
            (" <http://h/a>", " <http://h/a>", Form::Bare),
            ("\"http://h/a\"", "\"http://h/a\"", Form::Bare),
            ("curl:http://h/a", "curl:http://h/a", Form::Bare),
            ("é:a", "é:a", Form::Bare),
            ("", "", Form::Bare),
        ];
        for (text, url, form) in table {
            let peeled = peel(text);
            assert_eq!((peeled.url(), peeled.form()), (url, form), "{text}");
            assert_eq!(&text[peeled.range()], url, "{text}");
        }
    }

    #[test]
    fn the_prefix_of_the_draft_is_alone() {
        let table = [
            ("URL:http://h/a", true),
            ("url:http://h/a", true),
            ("<URL:http://h/a>", true),
            ("< URL:http://h/a >", true),
            ("URL: http://h/a", false),
            ("URL:URL:http://h/a", false),
            ("URL://http://h/a", false),
            ("<http://h/a>", false),
            ("http://h/a", false),
        ];
        for (text, is_prefixed) in table {
            assert_eq!(peel(text).is_prefixed(), is_prefixed, "{text}");
        }
    }

    #[test]
    fn whitespace_inside_delimiters_is_removed() {
        let table = [
            ("<URL:ftp://ds.in\nternic.net/rfc>", "<URL:ftp://ds.internic.net/rfc>"),
            ("<http://h/a \r\n\t\n b>", "<http://h/ab>"),
            ("URL:http://h/a-\nb", "URL:http://h/a-b"),
            ("<\nhttp://h/\n>", "<http://h/>"),
            // Spaces and tabs in brackets are those of a wrapper.
            ("<URL:ftp://ds.in ternic.net/rfc>", "<URL:ftp://ds.internic.net/rfc>"),
            ("< URL: http://h/a \t b c>", "<URL:http://h/abc>"),
            ("<URL:ht tp://h/ a>", "<URL:http://h/a>"),
            ("<ftp://ds.in ternic.net/rfc>", "<ftp://ds.internic.net/rfc>"),
            ("<http://h/a b>", "<http://h/a%20b>"),
            ("<http://h/a/ b>", "<http://h/a/b>"),
            ("<mailto:jim at h.example?subject=a, b>", "<mailto:jim@h.example?subject=a,%20b>"),
            ("<http://h is down>", "<http://h is down>"),
            ("<http://h down>", "<http://h down>"),
            ("URL:http://h/a b", "URL:http://h/a b"),
            // All whitespace without delimiters is kept.
            ("http://h/a b", "http://h/a b"),
            ("http://h/a\nb", "http://h/a\nb"),
            ("java\nscript:a", "java\nscript:a"),
            ("<b\nc>", "<b\nc>"),
        ];
        for (text, unfolded) in table {
            assert_eq!(unfold(text), unfolded, "{text}");
        }
    }

    /// Each pair of delimiters is looked at once.
    #[test]
    fn deep_nesting_is_removed() {
        let depth = 100_000;
        let text =
            ["<".repeat(depth), "URL:".repeat(depth), "x:y".into(), ">".repeat(depth)].concat();
        assert_eq!(peel(&text).url(), "x:y");
    }
}
