//! Failures by the grammars with one syntax for all schemes: RFC 2396, RFC 3986 and RFC 3987.

use crate::diagnosis::character::is_in_escape;
use crate::diagnosis::failure::FailureKind;
use crate::diagnosis::place::FailurePlace;
use crate::grammar::Grammar;
use crate::syntax::parts::{find, scheme_len};

const fn characters(grammar: Grammar) -> (&'static str, &'static str) {
    match grammar {
        Grammar::Rfc2396 => (";/?:@&=+$,[]", "-_.!~*'()"),
        _ => (":/?#[]@!$&'()*+,;=", "-._~"),
    }
}

pub(super) fn diagnose(
    url: &str,
    grammar: Grammar,
    at: usize,
    found: Option<char>,
) -> (FailureKind, FailurePlace) {
    let place = find_place(url, at);
    let (reserved, mark) = characters(grammar);
    let is_reserved = found.is_some_and(|c| reserved.contains(c));
    let is_unreserved = found.is_some_and(|c| c.is_ascii_alphanumeric() || mark.contains(c));
    // RFC 3987 allows private use characters in a query only.
    let is_private = grammar == Grammar::Rfc3987
        && found.is_some_and(|c| {
            matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}')
        });
    let is_in_literal = || {
        url.as_bytes()[..at]
            .iter()
            .rposition(|byte| b"/@[".contains(byte))
            .is_some_and(|open| url.as_bytes()[open] == b'[')
    };
    // Only RFC 2396 requires a path.
    let is_end = matches!(found, None | Some('#'));
    let kind = match place {
        FailurePlace::Escape => FailureKind::BadEscape,
        FailurePlace::SchemeStart | FailurePlace::Scheme
            if is_end || matches!(found, Some(':' | '/' | '?')) =>
        {
            FailureKind::MissingPart
        }
        FailurePlace::Path if is_end => FailureKind::MissingPart,
        // In a host, a second `@` and a byte that an escape would mend are reported under their own kinds.
        FailurePlace::Host
            if found != Some('@') && (is_reserved || is_unreserved || is_in_literal()) =>
        {
            FailureKind::BadHostLabel
        }
        FailurePlace::Host if is_end => FailureKind::BadHostLabel,
        FailurePlace::Port if found != Some('@') => FailureKind::BadPort,
        _ if found == Some('%') => FailureKind::BadEscape,
        _ if is_reserved => FailureKind::ReservedCharacter,
        _ if is_unreserved || is_private => FailureKind::MisplacedCharacter,
        _ => FailureKind::UnsafeCharacter,
    };
    (kind, place)
}

fn find_place(url: &str, at: usize) -> FailurePlace {
    if is_in_escape(url, at) {
        return FailurePlace::Escape;
    }
    if at == 0 {
        return FailurePlace::SchemeStart;
    }
    let start = scheme_len(url) + 1;
    if at < start {
        return FailurePlace::Scheme;
    }
    let before = &url[start..at];
    // `//` begins an authority, which ends at the first of `/?#`.
    if before.starts_with("//") {
        let authority = start + 2;
        let end = find(url, authority, url.len(), b"/?#").unwrap_or(url.len());
        if at <= end {
            return find_authority_place(url, authority, at, end);
        }
    }
    match before {
        _ if before.contains('#') => FailurePlace::Fragment,
        _ if before.contains('?') => FailurePlace::Query,
        _ => FailurePlace::Path,
    }
}

fn find_authority_place(url: &str, authority: usize, at: usize, end: usize) -> FailurePlace {
    // The host begins after the last `@` so far. If one is still to come, the offset is in the user.
    let user = url[authority..at].rfind('@');
    let host = user.map_or(authority, |user| authority + user + 1);
    // The colons within an IP literal separate no port.
    let port = if url[host..at].starts_with('[') {
        "]:"
    } else if user.is_none() && url[at..end].contains('@') {
        return FailurePlace::User;
    } else {
        ":"
    };
    if url[host..at].contains(port) { FailurePlace::Port } else { FailurePlace::Host }
}
