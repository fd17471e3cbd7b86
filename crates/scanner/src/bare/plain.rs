//! A shortcut for plain URLs: whole words of bytes that no rule looks at.
//!
//! Seven of ten URLs in list mail are plain. One walk over a table finds their end; the general code took five times the
//! instructions. It finds the same, because no rule can apply:
//!
//! - Whitespace or nothing precedes the scheme, which is a name of the table that a host follows. So no letter, change of
//!   font, mark of a pair or `-` touches it. The caller looks for `URL:` before the whitespace, and excludes an opener.
//! - The host begins with a letter or digit. It has neither a user, a port nor a bracket, and no mark that ends it.
//! - No `:` is left, so no second URL is glued to it; no `;`, so no character reference ends it; no bracket, quote,
//!   backslash, bar or byte above 0x7F, which are the other stops of `bare/end.rs`.
//! - Its last byte is a letter, a digit or `/`, and no quote or backslash precedes it. So no punctuation is dropped, except
//!   one full stop or comma after it.
//! - Whitespace or the end of the text follows, and no ` at ` that may mask an `@`. It is far below the bound on its length
//!   (`MAX_BARE_LEN`).
//!
//! A wrapper on one line is plain too, if its text is: `<http://a.example/>`. No dots follow it, no second `<` is beside it,
//! and no character that may be hidden.

use crate::bare::mask::MASK;
use crate::bytes::class::len_in;
use crate::bytes::work;

/// The bound on the length of a plain URL with a `URL:` before it.
pub(crate) const MAX_PLAIN_BYTES: usize = 1 << 12;

/// The bytes of a plain host, and those after it.
const IN_HOST: u8 = 1;
const AFTER_HOST: u8 = 1 << 1;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = b'!';
    while byte < 0x7F {
        let is_name = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        let is_other = matches!(byte, b'/' | b'~' | b'%' | b'?' | b'=' | b'+' | b',' | b'#' | b'&');
        if is_name {
            classes[byte as usize] = IN_HOST | AFTER_HOST;
        } else if is_other {
            classes[byte as usize] = AFTER_HOST;
        }
        byte += 1;
    }
    classes
};

/// Returns the ends of the URL whose scheme is `run..colon` and of the mark after it, if it is plain.
pub(crate) fn plain_end(haystack: &[u8], run: usize, colon: usize) -> Option<(usize, usize)> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    if !haystack[..run].last().is_none_or(is_space) {
        return None;
    }
    let rest = &haystack[colon + 1..];
    let (len, with_mark) = plain_len(rest)?;
    let after = &rest[with_mark..];
    let is_plain = after.first().is_none_or(is_space) && !after.starts_with(MASK);
    is_plain.then_some((colon + 1 + len, colon + 1 + with_mark))
}

/// Reports whether the wrapper on one line `open..=close`, whose scheme has a host and ends before `colon`, is plain.
pub(crate) fn is_plain_wrapper(haystack: &[u8], open: usize, colon: usize, close: usize) -> bool {
    let is_visible =
        |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' '..=b'~') && !b".<".contains(byte);
    let text = &haystack[colon + 1..close];
    plain_len(text) == Some((text.len(), text.len()))
        && haystack.get(close + 1).is_none_or(is_visible)
        && !haystack[..open].ends_with(b"<")
        && close - open < MAX_PLAIN_BYTES
}

/// Returns the length of the plain text after a scheme that `rest` begins with, without and with a mark at its end.
#[inline]
fn plain_len(rest: &[u8]) -> Option<(usize, usize)> {
    let rest = rest.strip_prefix(b"//")?;
    if !rest.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let host = len_in(&CLASSES, IN_HOST, rest);
    let len = match rest.get(host) {
        Some(b'/' | b'?' | b'#') => host + len_in(&CLASSES, AFTER_HOST, &rest[host..]),
        _ => host,
    };
    work::add(len);
    let text = rest[..len].strip_suffix(b".").or_else(|| rest[..len].strip_suffix(b","));
    let text = text.unwrap_or(&rest[..len]);
    let is_whole = text.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'/');
    is_whole.then_some((2 + text.len(), 2 + len))
}

#[cfg(test)]
mod tests {
    use crate::Scanner;

    #[test]
    fn plain_urls_take_the_shortcut() {
        // (text, whether its URL is plain)
        let table = [
            ("see http://www.a.example/~b/c_d.html?e=f,g&h#i-1 there", true),
            ("FTP://a.example", true),
            ("URL\nhttps://a.example/", true),
            ("> Jim wrote this.\n> http://a.example/\n", true),
            ("> <a@b.example> wrote\n> http://a.example/\n", false),
            ("URL: http://a.example/", true),
            ("a: http://a.example/", true),
            ("<URL: http://a.example/", false),
            ("<\nhttp://a.example/b\n\n", false),
            ("(http://a.example/ b)", false),
            ("http://a.example/.", true),
            ("http://a.example/b, c", true),
            ("http://a.example/b..", false),
            ("<http://a.example/>", true),
            ("<URL:http://a.example/> b", true),
            ("<http://a.example/.>", false),
            ("<http://a.example/>..", false),
            ("<<http://a.example/>", false),
            ("http://a.example/ at b.example", false),
            ("http://a.example:80/", false),
            ("http://a@b.example/", false),
            ("http://a.example/(b", false),
            ("mailto:a@b.example", false),
        ];
        for (text, is_plain) in table {
            let found = Scanner::new().find(text).expect("a URL");
            assert_eq!(found.is_plain(), is_plain, "{text}");
        }
    }
}
