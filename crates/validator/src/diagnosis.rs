//! Why an automaton died where it did (V3).
//!
//! The automaton gives the offset; the kind is found here, by plain code, from the place in which
//! the offset lies and the byte that stands there. It runs on failure only.
//!
//! The trap: places are told as the *grammar* sees them, not as the parts of V4 are cut. To RFC
//! 1738 the `u:p@h` of `http://u:p@h/` is a host and a bad port, because its http has no login.
//! What stands before the offset satisfies the grammar so far, so that only what stands there and
//! after it needs care.

use crate::failure::{Failure, FailureKind};
use crate::grammar::Grammar;
use crate::parts::{find, scheme_len};
use crate::place::Place;
use crate::production::Production;
use crate::standing::RejectionKind;

/// Says why `production` failed on `url` at `at`. `whole_hostport` says whether what stands between
/// the scheme and `at` is a host, with or without a port, that could end there.
pub(crate) fn rfc1738(
    url: &str,
    production: Production,
    at: usize,
    whole_hostport: impl Fn() -> bool,
) -> Failure {
    let found = url[at..].chars().next();
    let (place, section) = if is_in_escape(url, at) {
        (Place::Escape, "2.2")
    } else {
        rfc1738_place(url, production, at, whole_hostport)
    };
    // The fragment has been split off: to the grammar, the URL ends at a `#`.
    let is_end = matches!(found, None | Some('#'));
    let is_reserved = found.is_some_and(|c| ";/?:@=&".contains(c));
    let is_unsafe = found.is_some_and(|c| !c.is_ascii_graphic() || "<>\"#%{}|\\^~[]`".contains(c));
    let kind = match place {
        Place::Escape => FailureKind::BadEscape,
        Place::Slashes | Place::Slash => FailureKind::MissingPart,
        Place::TypeCode if !is_end => FailureKind::UnknownTypeCode,
        Place::SchemeStart | Place::Scheme if is_end || matches!(found, Some(':' | '/' | '?')) => {
            FailureKind::MissingPart
        }
        Place::Host if is_label_start(url, at) && matches!(found, None | Some('/' | ':' | '#')) => {
            FailureKind::MissingPart
        }
        // The slash and the colon belong there; it is the host before them that is wrong.
        Place::Host if !is_reserved || matches!(found, Some('/' | ':')) => {
            FailureKind::BadHostLabel
        }
        Place::Port if !is_reserved || matches!(found, Some('/' | ':')) => FailureKind::BadPort,
        _ if is_end => FailureKind::MissingPart,
        _ if found == Some('%') => FailureKind::BadEscape,
        _ if is_reserved => FailureKind::ReservedCharacter,
        _ if is_unsafe => FailureKind::UnsafeCharacter,
        _ => FailureKind::MisplacedCharacter,
    };
    Failure { grammar: Grammar::Rfc1738, at, kind, found, place, section }
}

/// V1: a fragment is unconstrained, but for a second `#` and for what V2 refuses anywhere. Otherwise
/// `http://h/#` and an escape sequence for a terminal would be a URL by RFC 1738.
pub(crate) fn find_fragment_failure(fragment: &str, start: usize) -> Option<Failure> {
    let is_unsafe = |c: char| c == '#' || RejectionKind::of_character(c).is_some();
    let (at, found) = fragment.char_indices().find(|&(_, c)| is_unsafe(c))?;
    Some(Failure {
        grammar: Grammar::Rfc1738,
        at: start + at,
        kind: FailureKind::UnsafeCharacter,
        found: Some(found),
        place: Place::Fragment,
        section: "2.2",
    })
}

/// Says why `URI` failed on `url` at `at`.
pub(crate) fn rfc3986(url: &str, at: usize) -> Failure {
    let found = url[at..].chars().next();
    let (place, section) =
        if is_in_escape(url, at) { (Place::Escape, "2.1") } else { rfc3986_place(url, at) };
    let is_reserved = found.is_some_and(|c| ":/?#[]@!$&'()*+,;=".contains(c));
    let is_unreserved = found.is_some_and(|c| c.is_ascii_alphanumeric() || "-._~".contains(c));
    let is_in_literal = || {
        url.as_bytes()[..at]
            .iter()
            .rposition(|byte| b"/@[".contains(byte))
            .is_some_and(|open| url.as_bytes()[open] == b'[')
    };
    let kind = match place {
        Place::Escape => FailureKind::BadEscape,
        Place::SchemeStart | Place::Scheme
            if matches!(found, None | Some(':' | '/' | '?' | '#')) =>
        {
            FailureKind::MissingPart
        }
        // A second `@` goes by its own name, and so does a byte that an escape would mend; in an IP
        // literal none would.
        Place::Host if found != Some('@') && (is_reserved || is_unreserved || is_in_literal()) => {
            FailureKind::BadHostLabel
        }
        Place::Port if found != Some('@') => FailureKind::BadPort,
        _ if found == Some('%') => FailureKind::BadEscape,
        _ if is_reserved => FailureKind::ReservedCharacter,
        _ if is_unreserved => FailureKind::MisplacedCharacter,
        _ => FailureKind::UnsafeCharacter,
    };
    Failure { grammar: Grammar::Rfc3986, at, kind, found, place, section }
}

/// The place of `at`, and the section that speaks of it.
fn rfc1738_place(
    url: &str,
    production: Production,
    at: usize,
    whole_hostport: impl Fn() -> bool,
) -> (Place, &'static str) {
    let section = match production {
        Production::Ftp => "3.2",
        Production::Http => "3.3",
        Production::Gopher => "3.4",
        Production::Mailto => "3.5",
        Production::News => "3.6",
        Production::Nntp => "3.7",
        Production::Telnet => "3.8",
        Production::Wais => "3.9",
        Production::File => "3.10",
        Production::Prospero => "3.11",
        Production::Other if at == 0 => return (Place::SchemeStart, "2.1"),
        Production::Other if at <= scheme_len(url) => return (Place::Scheme, "2.1"),
        Production::Other => return (Place::Path, "5"),
    };
    let start = production.name().len() + 1;
    match production {
        Production::Mailto => return (Place::Address, section),
        Production::News if url[start..at].contains('@') => return (Place::Host, "3.1"),
        Production::News => return (Place::Article, section),
        _ => {}
    }
    if at < start + 2 {
        return (Place::Slashes, "3.1");
    }

    let authority = start + 2;
    let end = find(url, authority, url.len(), b"/#").unwrap_or(url.len());
    if at > end {
        return (rfc1738_path_place(production, &url[end + 1..at]), section);
    }
    // Where these come to the end of a host that is fine, the path is what they want.
    let needs_path = matches!(
        production,
        Production::Nntp | Production::Wais | Production::File | Production::Prospero
    );
    let is_local_file = production == Production::File && at == authority;
    if needs_path && at == end && (whole_hostport() || is_local_file) {
        return (Place::Slash, section);
    }
    let has_login = matches!(production, Production::Ftp | Production::Telnet);
    if has_login && !url[authority..at].contains('@') && url[at..end].contains('@') {
        return (Place::User, "3.1");
    }
    let host = url[authority..at].rfind('@').map_or(authority, |user| authority + user + 1);
    (if url[host..at].contains(':') { Place::Port } else { Place::Host }, "3.1")
}

/// The place in the path of a production that has a host; `before` is the path so far, without its
/// first `/`.
fn rfc1738_path_place(production: Production, before: &str) -> Place {
    match production {
        Production::Ftp if before.contains(';') => Place::TypeCode,
        Production::Http | Production::Wais if before.contains('?') => Place::Query,
        Production::Nntp if before.contains('/') => Place::Number,
        Production::Nntp => Place::Group,
        Production::Wais => Place::Document,
        Production::Telnet => Place::TelnetPath,
        Production::Prospero if before.contains(';') => Place::Field,
        _ => Place::Path,
    }
}

/// The place of `at`, and the section that speaks of it.
fn rfc3986_place(url: &str, at: usize) -> (Place, &'static str) {
    let scheme = scheme_len(url);
    if at == 0 {
        return (Place::SchemeStart, "3.1");
    }
    if at <= scheme {
        return (Place::Scheme, "3.1");
    }
    let start = scheme + 1;
    if url[start..at].starts_with("//") {
        let authority = start + 2;
        let end = find(url, authority, url.len(), b"/?#").unwrap_or(url.len());
        if at <= end {
            return rfc3986_authority_place(url, authority, at, end);
        }
    }
    if url[start..at].contains('#') {
        (Place::Fragment, "3.5")
    } else if url[start..at].contains('?') {
        (Place::Query, "3.4")
    } else {
        (Place::Path, "3.3")
    }
}

fn rfc3986_authority_place(
    url: &str,
    authority: usize,
    at: usize,
    end: usize,
) -> (Place, &'static str) {
    let user = url[authority..at].rfind('@');
    let host = user.map_or(authority, |user| authority + user + 1);
    // The colons of an IP literal separate no port.
    let port = if url[host..at].starts_with('[') {
        url[host..at].contains("]:")
    } else if user.is_none() && url[at..end].contains('@') {
        return (Place::User, "3.2.1");
    } else {
        url[host..at].contains(':')
    };
    if port { (Place::Port, "3.2.3") } else { (Place::Host, "3.2.2") }
}

/// Whether the byte at `at` would be one of the two digits of an escape. The `%` before it is
/// always the beginning of one, for no grammar has it for anything else.
fn is_in_escape(url: &str, at: usize) -> bool {
    let before = &url.as_bytes()[..at];
    before.ends_with(b"%")
        || before
            .split_last()
            .is_some_and(|(digit, before)| digit.is_ascii_hexdigit() && before.ends_with(b"%"))
}

/// Whether no byte of a host stands before `at`.
fn is_label_start(url: &str, at: usize) -> bool {
    url[..at].ends_with("//") || url[..at].ends_with('@')
}
