//! Schemes.

use crate::span::Span;

/// The scheme of `text`, if it is one of `names`, as browsers read it: they pass over control characters and
/// blanks before it, and tabs and line breaks wherever they stand.
pub(crate) fn find_scheme(text: &str, names: &[&str]) -> Option<Span> {
    let start = text.bytes().position(|byte| byte > b' ')?;
    let is_passed_over = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let read = |name: &&str| {
        let mut letters = name.bytes();
        for (i, byte) in text.bytes().enumerate().skip(start) {
            if is_passed_over(&byte) {
                continue;
            }
            match letters.next() {
                Some(letter) if letter == byte.to_ascii_lowercase() => {}
                None if byte == b':' => return Some(Span { start, end: i }),
                _ => return None,
            }
        }
        None
    };
    names.iter().find_map(read)
}

/// Schemes before whose host browsers want no two slashes (WHATWG URL, `special authority ignore slashes
/// state`). Their `file` is read in another way.
const SLASHLESS_SCHEMES: [&str; 5] = ["http", "https", "ftp", "ws", "wss"];

/// What stands between the colon and the host of `text`, in a scheme of [`SLASHLESS_SCHEMES`], where it is not `//`:
/// browsers take what follows any number of `/` and `\` for the host, and pass over tabs and line breaks. To
/// the grammars it is a path. Where nothing at all stands there, it is the host's first character.
pub(crate) fn find_odd_slashes(text: &str) -> Option<Span> {
    // Most texts are seen by their first byte not to be meant.
    if !matches!(text.as_bytes(), [b'h' | b'H' | b'f' | b'F' | b'w' | b'W' | ..=b' ', ..]) {
        return None;
    }
    let start = find_scheme(text, &SLASHLESS_SCHEMES)?.end + 1;
    let rest = &text[start..];
    let is_passed_over = |c: char| matches!(c, '/' | '\\' | '\t' | '\n' | '\r');
    let host = rest.trim_start_matches(is_passed_over);
    let between = &rest[..rest.len() - host.len()];
    let first = host.chars().next().filter(|first| !matches!(first, '?' | '#'))?;
    let len = if between.is_empty() { first.len_utf8() } else { between.len() };
    (between != "//").then_some(Span { start, end: start + len })
}
