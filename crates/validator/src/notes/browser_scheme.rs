//! Reads schemes and slashes as browsers do, in any string (WHATWG URL Standard). Browsers open strings that no grammar
//! accepts, so the notes on dangerous schemes and disputed hosts cannot rely on the parts.

use crate::span::Span;

/// Schemes whose URLs consist of another URL: that one is opened. URLs with `url:` are those of RFC 1738's Appendix.
const OUTER_SCHEMES: &[&str] = &["feed", "jar", "url", "view-source"];

/// Returns the span of the scheme of `text`, or of the URL within it, if it is one of `names`.
pub(crate) fn find_inner_scheme(text: &str, names: &[&str]) -> Option<Span> {
    let mut start = 0;
    loop {
        let rest = text.get(start..)?;
        if let Some(Span { start: from, end }) = find_scheme(rest, names) {
            return Some(Span { start: start + from, end: start + end });
        }
        start += find_scheme(rest, OUTER_SCHEMES)?.end + 1;
    }
}

/// Returns the span of the scheme of `text` if it is one of `names`; a name that ends in a hyphen is the beginning of
/// schemes. Skips control characters and spaces before it, and tabs and line breaks anywhere.
pub(crate) fn find_scheme(text: &str, names: &[&str]) -> Option<Span> {
    let start = text.bytes().position(|byte| byte > b' ')?;
    let is_passed_over = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let read = |name: &&str| {
        // Compares letter by letter, since a tab or line break may be between any two.
        let mut letters = name.bytes();
        for (i, byte) in text.bytes().enumerate().skip(start) {
            if is_passed_over(&byte) {
                continue;
            }
            match letters.next() {
                Some(letter) if letter == byte.to_ascii_lowercase() => {}
                None if byte == b':' => return Some(Span { start, end: i }),
                None if name.ends_with('-') && (byte.is_ascii_alphanumeric() || byte == b'-') => {}
                _ => return None,
            }
        }
        None
    };
    names.iter().find_map(read)
}

/// Schemes in which browsers read a `\` as `/`. All except `file`, the first, need no two slashes before the host
/// (WHATWG URL, "special scheme", `special authority ignore slashes state`).
pub(crate) const SPECIAL_SCHEMES: [&str; 6] = ["file", "http", "https", "ftp", "ws", "wss"];

/// Returns the span between the colon and the host of `text`, in one of [`SPECIAL_SCHEMES`] except `file`, unless it is
/// `//`. Browsers take the text after any number of `/` and `\` for the host, and skip tabs and line breaks. If nothing
/// is between colon and host, the span is the host's first character.
pub(crate) fn find_odd_slashes(text: &str) -> Option<Span> {
    // The first byte rules out most strings.
    if !matches!(text.as_bytes(), [b'h' | b'H' | b'f' | b'F' | b'w' | b'W' | ..=b' ', ..]) {
        return None;
    }
    let start = find_scheme(text, &SPECIAL_SCHEMES[1..])?.end + 1;
    let rest = &text[start..];
    let is_passed_over = |c: char| matches!(c, '/' | '\\' | '\t' | '\n' | '\r');
    let host = rest.trim_start_matches(is_passed_over);
    // The host is the rest after everything skipped. A `?` or `#` there means that it has no host at all.
    let between = &rest[..rest.len() - host.len()];
    let first = host.chars().next().filter(|first| !matches!(first, '?' | '#'))?;
    let len = if between.is_empty() { first.len_utf8() } else { between.len() };
    (between != "//").then_some(Span { start, end: start + len })
}
