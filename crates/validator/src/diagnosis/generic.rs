//! The grammars with one syntax for all schemes: RFC 2396, RFC 3986, RFC 3987.

use super::is_in_escape;
use crate::failure::FailureKind;
use crate::grammar::Grammar;
use crate::parts::{find, scheme_len};
use crate::place::Place;

/// What tells the three apart: their characters, and the sections that speak of each place.
struct Document {
    reserved: &'static str,
    mark: &'static str,
    scheme: &'static str,
    user: &'static str,
    host: &'static str,
    port: &'static str,
    path: &'static str,
    query: &'static str,
    fragment: &'static str,
    escape: &'static str,
}

impl Document {
    fn of(grammar: Grammar) -> Document {
        match grammar {
            Grammar::Rfc2396 => Document {
                reserved: ";/?:@&=+$,[]",
                mark: "-_.!~*'()",
                scheme: "3.1",
                user: "3.2.2",
                host: "3.2.2",
                port: "3.2.2",
                path: "3.3",
                query: "3.4",
                fragment: "4.1",
                escape: "2.4.1",
            },
            Grammar::Rfc3987 => Document {
                reserved: ":/?#[]@!$&'()*+,;=",
                mark: "-._~",
                scheme: "2.2",
                user: "2.2",
                host: "2.2",
                port: "2.2",
                path: "2.2",
                query: "2.2",
                fragment: "2.2",
                escape: "2.2",
            },
            _ => Document {
                reserved: ":/?#[]@!$&'()*+,;=",
                mark: "-._~",
                scheme: "3.1",
                user: "3.2.1",
                host: "3.2.2",
                port: "3.2.3",
                path: "3.3",
                query: "3.4",
                fragment: "3.5",
                escape: "2.1",
            },
        }
    }
}

pub(super) fn diagnose(
    url: &str,
    grammar: Grammar,
    at: usize,
    found: Option<char>,
) -> (FailureKind, Place, &'static str) {
    let document = Document::of(grammar);
    let (place, section) = if is_in_escape(url, at) {
        (Place::Escape, document.escape)
    } else {
        find_place(url, at, &document)
    };
    let is_reserved = found.is_some_and(|c| document.reserved.contains(c));
    let is_unreserved =
        found.is_some_and(|c| c.is_ascii_alphanumeric() || document.mark.contains(c));
    // What the grammar has in a query and nowhere else.
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
    // Of these only RFC 2396 cannot do without a path.
    let is_end = matches!(found, None | Some('#'));
    let kind = match place {
        Place::Escape => FailureKind::BadEscape,
        Place::SchemeStart | Place::Scheme if is_end || matches!(found, Some(':' | '/' | '?')) => {
            FailureKind::MissingPart
        }
        Place::Path if is_end => FailureKind::MissingPart,
        // A second `@` goes by its own name, and so does a byte that an escape would mend; in an IP
        // literal none would.
        Place::Host if found != Some('@') && (is_reserved || is_unreserved || is_in_literal()) => {
            FailureKind::BadHostLabel
        }
        Place::Host if is_end => FailureKind::BadHostLabel,
        Place::Port if found != Some('@') => FailureKind::BadPort,
        _ if found == Some('%') => FailureKind::BadEscape,
        _ if is_reserved => FailureKind::ReservedCharacter,
        _ if is_unreserved || is_private => FailureKind::MisplacedCharacter,
        _ => FailureKind::UnsafeCharacter,
    };
    (kind, place, section)
}

/// The place of `at`, and the section that speaks of it.
fn find_place(url: &str, at: usize, document: &Document) -> (Place, &'static str) {
    let scheme = scheme_len(url);
    if at == 0 {
        return (Place::SchemeStart, document.scheme);
    }
    if at <= scheme {
        return (Place::Scheme, document.scheme);
    }
    let start = scheme + 1;
    if url[start..at].starts_with("//") {
        let authority = start + 2;
        let end = find(url, authority, url.len(), b"/?#").unwrap_or(url.len());
        if at <= end {
            return find_authority_place(url, authority, at, end, document);
        }
    }
    if url[start..at].contains('#') {
        (Place::Fragment, document.fragment)
    } else if url[start..at].contains('?') {
        (Place::Query, document.query)
    } else {
        (Place::Path, document.path)
    }
}

fn find_authority_place(
    url: &str,
    authority: usize,
    at: usize,
    end: usize,
    document: &Document,
) -> (Place, &'static str) {
    let user = url[authority..at].rfind('@');
    let host = user.map_or(authority, |user| authority + user + 1);
    // The colons of an IP literal separate no port.
    let port = if url[host..at].starts_with('[') {
        url[host..at].contains("]:")
    } else if user.is_none() && url[at..end].contains('@') {
        return (Place::User, document.user);
    } else {
        url[host..at].contains(':')
    };
    if port { (Place::Port, document.port) } else { (Place::Host, document.host) }
}
