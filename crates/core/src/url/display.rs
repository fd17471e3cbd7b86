//! The form of a URL to show: readable, and without characters that deceive.

use alloc::string::String;

use urlsift_validator::internal::is_hidden;
use urlsift_validator::{Standing, Validator};

use crate::decode::push_escapes;
use crate::url::readable_host;

/// Returns `url` in the form to show to users: a readable host, and decoded escapes of letters and digits. Do
/// not open this form; open [`href`](crate::href()).
///
/// A host in Punycode is decoded only if it cannot be mistaken for another. Each label must be of one script,
/// and must not consist of letters that look like Latin ones. Control characters, invisible characters and
/// right-to-left letters are escaped even if the URL has them unescaped: right-to-left letters change places
/// with a slash next to them. Escapes of delimiters stay. Linear in the length of `url`.
///
/// ```
/// use urlsift::url::display_url;
///
/// assert_eq!(display_url("http://xn--bcher-kva.example/%C3%BCber%2Fa"), "http://bücher.example/über%2Fa");
/// assert_eq!(display_url("http://xn--80ak6aa92e.com/%E2%80%AE"), "http://xn--80ak6aa92e.com/%E2%80%AE");
/// assert_eq!(display_url("http://a.example/\u{202e}gpj.exe"), "http://a.example/%E2%80%AEgpj.exe");
/// ```
pub fn display_url(url: &str) -> String {
    let validator = Validator::new();
    let judged = validator.url(url);
    let mut shown = String::with_capacity(url.len());
    // A string that is not a URL has no reliable host.
    let is_url = !matches!(judged.verdict().standing(), Standing::Rejected(_));
    let rest = match judged.parts().host.filter(|_| is_url) {
        Some(host) => {
            push_shown(&mut shown, &url[..host.start]);
            shown.push_str(&readable_host::to_readable(judged.text(host)));
            &url[host.end..]
        }
        None => url,
    };
    push_shown(&mut shown, rest);
    shown
}

/// Appends `text` with harmless escapes decoded and harmful characters escaped.
fn push_shown(shown: &mut String, text: &str) {
    let mut utf8 = [0; 4];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '%'
            && let Some((decoded, len)) = escaped_char(rest)
            && is_harmless(decoded)
        {
            shown.push(decoded);
            rest = &rest[len..];
            continue;
        }
        // All others are escaped, even if the URL has them unescaped: spaces, control and invisible
        // characters.
        if c.is_ascii_graphic() || is_visible(c) {
            shown.push(c);
        } else {
            push_escapes(shown, c.encode_utf8(&mut utf8).as_bytes());
        }
        rest = &rest[c.len_utf8()..];
    }
}

/// Returns the character that the escapes at the start of `text` spell, and their length in bytes.
fn escaped_char(text: &str) -> Option<(char, usize)> {
    let mut bytes = [0; 4];
    // A character has one to four bytes, each escaped: add bytes until they are valid UTF-8.
    for (i, escape) in text.as_bytes().chunks_exact(3).take(4).enumerate() {
        let digits = escape.strip_prefix(b"%")?;
        // `from_str_radix` accepts a sign, an escape does not.
        let digits = core::str::from_utf8(digits).ok().filter(|_| digits[0] != b'+')?;
        bytes[i] = u8::from_str_radix(digits, 16).ok()?;
        // A proper prefix of a character is never valid, so the first valid text is one character. Other
        // bytes, such as C3 41, stay invalid up to four and are not decoded.
        if let Ok(decoded) = core::str::from_utf8(&bytes[..=i]) {
            return decoded.chars().next().map(|c| (c, 3 * (i + 1)));
        }
    }
    None
}

/// Reports whether an escape of `c` may be decoded: a letter, a digit, or unreserved in RFC 3986.
fn is_harmless(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || "-._~".contains(c)
    } else {
        c.is_alphanumeric() && is_visible(c)
    }
}

/// Reports whether `c` is not ASCII and is drawn in its place.
fn is_visible(c: char) -> bool {
    !c.is_ascii() && !is_hidden(c) && !is_right_to_left(c)
}

/// Reports whether `c` is in a block of a right-to-left script.
fn is_right_to_left(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmless_escapes_are_decoded_and_harmful_characters_escaped() {
        let table: &[(&str, &str)] = &[
            ("http://example.org/~jim/%7Ejim", "http://example.org/~jim/~jim"),
            ("http://a.example/%41%62%2D", "http://a.example/Ab-"),
            // Escapes of delimiters and of invisible characters stay.
            ("http://a.example/%2F%3F%23%25%20%00%0A", "http://a.example/%2F%3F%23%25%20%00%0A"),
            ("http://a.example/%22%3C%3E%27", "http://a.example/%22%3C%3E%27"),
            (
                "http://a.example/%E2%80%8B%C2%A0%EF%BB%BF",
                "http://a.example/%E2%80%8B%C2%A0%EF%BB%BF",
            ),
            ("http://a.example/%D7%90%D7%91", "http://a.example/%D7%90%D7%91"),
            ("http://a.example/אב", "http://a.example/%D7%90%D7%91"),
            ("http://a.example/%E2%81%84x", "http://a.example/%E2%81%84x"),
            ("http://a.example/%E4%BE%8B%C3%A9", "http://a.example/例é"),
            // These are no valid escapes.
            ("http://a.example/%zz%C3%2%+5", "http://a.example/%zz%C3%2%+5"),
            ("http://a.example/%C3%41", "http://a.example/%C3A"),
            ("http://user%40a.example@b.example/", "http://user%40a.example@b.example/"),
            ("mailto:jim%C3%A9@example.org", "mailto:jimé@example.org"),
            ("no URL\u{1b}[0m", "no%20URL%1B[0m"),
        ];
        for &(url, shown) in table {
            assert_eq!(display_url(url), shown, "{url}");
        }
    }
}
