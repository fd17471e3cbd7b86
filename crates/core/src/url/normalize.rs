//! The normalization of RFC 3986, sections 6.2.2 and 6.2.3: URLs that differ only in spelling become equal.

use alloc::string::String;
use alloc::vec::Vec;

use urlsift_validator::internal::default_port;

/// Returns `url` normalized by RFC 3986, sections 6.2.2 and 6.2.3.
///
/// - The scheme and the host are in lower case, and the digits of escapes in upper case.
/// - Escapes of unreserved characters (letters, digits, `-`, `.`, `_`, `~`) are decoded, in a user, host, path or query
///   without a malformed escape.
/// - After an authority, `.` and `..` segments are removed from the path, and an empty path is `/`.
/// - The port is left out if it is empty or the default of the scheme.
///
/// Everything else stays as it is, also in a string that is not a URL. Linear in `url`.
///
/// ```
/// use urlsift::url::normalize;
///
/// assert_eq!(normalize("HTTP://A.example:80/%7ejim/./x/../y%2f"), "http://a.example/~jim/y%2F");
/// assert_eq!(normalize("ftp://a.example:"), "ftp://a.example/");
/// assert_eq!(normalize("MAILTO:Jim@A.example"), "mailto:Jim@A.example");
/// ```
pub fn normalize(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) else {
        return url.into();
    };
    let mut normal = scheme.to_ascii_lowercase();
    normal.push(':');
    let Some(rest) = rest.strip_prefix("//") else {
        push_escapes(rest, &mut normal);
        return normal;
    };
    normal.push_str("//");
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (path, query) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let (user, host) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
    push_escapes(user, &mut normal);
    // A host with a colon is an IPv6 address in brackets, or none at all.
    let port_at =
        host.rfind(':').filter(|&at| host[..at].ends_with(']') || !host[..at].contains(':'));
    let port_at = port_at.filter(|&at| !host[at..].contains(']'));
    let (name, port) = host.split_at(port_at.unwrap_or(host.len()));
    let mut folded = String::new();
    push_escapes(name, &mut folded);
    push_lower_case(&folded, &mut normal);
    let number = port.trim_start_matches(':');
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let is_default = default_port(scheme).is_some_and(|known| number.parse() == Ok(known));
    let is_dropped = number.is_empty() || (is_number && is_default);
    if !is_dropped {
        normal.push_str(port);
    }
    let mut escaped = String::new();
    push_escapes(path, &mut escaped);
    push_segments(&escaped, &mut normal);
    push_escapes(query, &mut normal);
    normal
}

/// Reports whether `text` is the name of a scheme (section 3.1).
pub(super) fn is_scheme(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(is_inner)
}

/// Appends `text` with escapes of unreserved characters decoded, and the others in upper case. A text with a `%` that
/// begins no escape stays as it is: `%2%44` would become `%2D`, another escape.
fn push_escapes(text: &str, out: &mut String) {
    let value = |rest: &str| {
        let digits = rest.get(..2).filter(|it| it.bytes().all(|digit| digit.is_ascii_hexdigit()));
        digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())
    };
    let mut parts = text.split('%');
    let first = parts.next().unwrap_or_default();
    if parts.clone().any(|rest| value(rest).is_none()) {
        return out.push_str(text);
    }
    out.push_str(first);
    for rest in parts {
        match value(rest) {
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                out.push(char::from(byte));
            }
            _ => {
                out.push('%');
                out.push_str(&rest[..2].to_ascii_uppercase());
            }
        }
        out.push_str(&rest[2..]);
    }
}

/// Appends the host `text` in lower case, except its escapes, whose digits are in upper case.
fn push_lower_case(text: &str, out: &mut String) {
    for (at, part) in text.split('%').enumerate() {
        if at > 0 {
            out.push('%');
        }
        // What precedes the first `%` has no escape.
        let digits =
            if at > 0 && part.is_char_boundary(2.min(part.len())) { 2.min(part.len()) } else { 0 };
        out.push_str(&part[..digits]);
        out.push_str(&part[digits..].to_ascii_lowercase());
    }
}

/// Appends `path` without `.` and `..` segments (RFC 3986, section 5.2.4), or `/` if it is empty.
fn push_segments(path: &str, out: &mut String) {
    let Some(path) = path.strip_prefix('/') else { return out.push('/') };
    let mut segments: Vec<&str> = Vec::new();
    let mut ends_in_dots = false;
    for segment in path.split('/') {
        ends_in_dots = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => drop(segments.pop()),
            segment => segments.push(segment),
        }
    }
    // `/a/.` is `/a/`.
    if ends_in_dots {
        segments.push("");
    }
    for segment in segments {
        out.push('/');
        out.push_str(segment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_urls_become_one() {
        let table = [
            ("http://a.example", "http://a.example/"),
            ("HTTP://A.Example:80/", "http://a.example/"),
            ("https://a.example:80/", "https://a.example:80/"),
            ("http://a.example:/", "http://a.example/"),
            ("http://a.example:+80/", "http://a.example:+80/"),
            ("http://a.example?q", "http://a.example/?q"),
            ("http://a.example/%7Ejim/%c3%a9%2f", "http://a.example/~jim/%C3%A9%2F"),
            ("http://a.example/%2%44", "http://a.example/%2%44"),
            ("http://a.example/%7e%?%7e", "http://a.example/%7e%?~"),
            ("http://a.example/a/./b/../c/.", "http://a.example/a/c/"),
            ("http://a.example/../..", "http://a.example/"),
            ("http://a.example/a//b?x=/../y#/./z", "http://a.example/a//b?x=/../y#/./z"),
            ("ftp://Jim:P%41w@A.example:21/x", "ftp://Jim:PAw@a.example/x"),
            ("http://[::1]:80/", "http://[::1]/"),
            ("http://%41%C3%A9.Example/", "http://a%C3%A9.example/"),
            ("MAILTO:Jim@A.example", "mailto:Jim@A.example"),
            ("no url", "no url"),
            ("", ""),
            ("é:x", "é:x"),
        ];
        for (url, expected) in table {
            assert_eq!(normalize(url), expected, "{url}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_normal_url_stays_as_it_is(url in "(http|FTP)://[a-bA%2e:@é]{0,6}(/[a.%24e/]{0,9})?[?#%é]{0,4}") {
            let normal = normalize(&url);
            // `%25` is not decoded, so no new escape appears.
            proptest::prop_assert_eq!(normalize(&normal), normal);
        }
    }
}
