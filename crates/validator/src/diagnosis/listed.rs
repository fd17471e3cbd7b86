//! Failures by the grammars that list their schemes: RFC 1738 and the draft before it.

use crate::automata::automaton::Automaton;
use crate::diagnosis::character::{is_in_escape, is_unsafe};
use crate::diagnosis::failure::FailureKind;
use crate::diagnosis::place::FailurePlace;
use crate::grammar::Grammar;
use crate::grammar::production::Production;
use crate::syntax::parts::{find, scheme_len};

/// Characters that each grammar reserves and allows as delimiters only. The draft does not list `@`, but its
/// logins are delimited by it.
const RFC1738_RESERVED: &str = ";/?:@=&";
const DRAFT03_RESERVED: &str = ";/?:@=";

/// Returns why the production of RFC 1738 that judges `url` failed at `at`.
pub(super) fn rfc1738(url: &str, at: usize, found: Option<char>) -> (FailureKind, FailurePlace) {
    // Up to its first `/`, an `httpurl` is a host and a port.
    let is_host = |host: &str| {
        Automaton::of(Grammar::Rfc1738).is_whole(Production::Http as usize, "//", host)
    };
    let (kind, place) = kind(url, at, found, rfc1738_place(url, at), RFC1738_RESERVED, is_host);
    // Text before an `@` is meant as a user, but only ftp and telnet have one.
    let is_authority =
        matches!(place, FailurePlace::Host | FailurePlace::Port | FailurePlace::HostEnd);
    let authority = || url[at..].split(['/', '#']).next().unwrap_or_default();
    let may_have_user = || matches!(Production::of(url).0, Production::Ftp | Production::Telnet);
    let is_innocent = !found.is_some_and(is_unsafe);
    if is_authority && is_innocent && authority().contains('@') && !may_have_user() {
        return (kind, FailurePlace::NoUser);
    }
    (kind, place)
}

/// Returns why the draft's `url` failed on `url` at `at`.
pub(super) fn draft03(url: &str, at: usize, found: Option<char>) -> (FailureKind, FailurePlace) {
    let is_host = |host: &str| Automaton::of(Grammar::Draft03).is_whole(0, "telnet://", host);
    kind(url, at, found, draft03_place(url, at), DRAFT03_RESERVED, is_host)
}

/// Returns the kind and the place to name in the message. If a port is well-formed, the host before it is at
/// fault.
fn kind(
    url: &str,
    at: usize,
    found: Option<char>,
    place: FailurePlace,
    reserved: &str,
    is_host: impl Fn(&str) -> bool,
) -> (FailureKind, FailurePlace) {
    // The fragment is split off, so to the grammar the URL ends at a `#`.
    let is_end = matches!(found, None | Some('#'));
    let is_reserved = found.is_some_and(|c| reserved.contains(c));
    // Characters that may follow a well-formed host.
    let ends_host = is_end || matches!(found, Some('/' | ':' | '?'));
    // The order matters: a place that must be something else comes first, then hosts and ports, then the
    // character itself.
    let kind = match place {
        FailurePlace::Escape => FailureKind::BadEscape,
        FailurePlace::Slashes | FailurePlace::Slash => FailureKind::MissingPart,
        FailurePlace::TypeCode if !is_end => FailureKind::UnknownTypeCode,
        FailurePlace::SchemeStart | FailurePlace::Scheme | FailurePlace::KnownScheme
            if ends_host =>
        {
            FailureKind::MissingPart
        }
        FailurePlace::Host | FailurePlace::Port if ends_host => {
            // The automaton stopped at the end of a host or port. Find out which of the two is incomplete.
            let login = url[..at].rfind(['/', '@']).map_or(0, |mark| mark + 1);
            let (host, port) = url[login..at].split_once(':').unzip();
            let host = host.unwrap_or(&url[login..at]);
            let is_number =
                |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
            return match port {
                _ if host.is_empty() => (FailureKind::MissingPart, FailurePlace::Host),
                _ if !is_host(host) => (FailureKind::BadHostLabel, FailurePlace::Host),
                Some(port) if !is_number(port) => (FailureKind::BadPort, FailurePlace::Port),
                Some(_) if found == Some(':') => (FailureKind::BadPort, FailurePlace::Port),
                // The host is well-formed elsewhere: an address where the rule has a name.
                _ if is_end => (FailureKind::BadHostLabel, FailurePlace::Host),
                // Host and port are well-formed, and the production allows no such character after them.
                _ => (FailureKind::ReservedCharacter, FailurePlace::HostEnd),
            };
        }
        FailurePlace::Host if !is_reserved => FailureKind::BadHostLabel,
        FailurePlace::Port if !is_reserved => FailureKind::BadPort,
        _ if is_end => FailureKind::MissingPart,
        _ if found == Some('%') => FailureKind::BadEscape,
        _ if is_reserved => FailureKind::ReservedCharacter,
        _ if found.is_some_and(is_unsafe) => FailureKind::UnsafeCharacter,
        _ => FailureKind::MisplacedCharacter,
    };
    (kind, place)
}

fn rfc1738_place(url: &str, at: usize) -> FailurePlace {
    if is_in_escape(url, at) {
        return FailurePlace::Escape;
    }
    let (production, start) = Production::of(url);
    match production {
        Production::Other if at == 0 => return FailurePlace::SchemeStart,
        Production::Other if at <= scheme_len(url) => return FailurePlace::Scheme,
        Production::Other => return FailurePlace::Path,
        Production::Mailto => return FailurePlace::Address,
        Production::News if url[start..at].contains('@') => return FailurePlace::Host,
        Production::News => return FailurePlace::Article,
        _ => {}
    }
    // All other productions begin with `//`.
    if at < start + 2 {
        return FailurePlace::Slashes;
    }

    // The authority ends at the first `/` or at the fragment. An offset after it is in the path.
    let authority = start + 2;
    let end = find(url, authority, url.len(), b"/#").unwrap_or(url.len());
    if at > end {
        return rfc1738_path_place(production, &url[end + 1..at]);
    }
    // At the end of a well-formed host these productions need a path.
    let needs_path = matches!(
        production,
        Production::Nntp | Production::Wais | Production::File | Production::Prospero
    );
    let is_whole =
        || Automaton::of(Grammar::Rfc1738).is_whole(Production::Http as usize, "", &url[start..at]);
    let is_local_file = production == Production::File && at == authority;
    if needs_path && at == end && (is_local_file || is_whole()) {
        return FailurePlace::Slash;
    }
    let has_login = matches!(production, Production::Ftp | Production::Telnet);
    login_place(url, authority, at, end, has_login)
}

/// Returns the place in the path of a production that has a host. `before` is the path so far, without its
/// first `/`.
fn rfc1738_path_place(production: Production, before: &str) -> FailurePlace {
    match production {
        Production::Ftp if before.contains(';') => FailurePlace::TypeCode,
        Production::Http | Production::Wais if before.contains('?') => FailurePlace::Query,
        Production::Nntp if before.contains('/') => FailurePlace::Number,
        Production::Nntp => FailurePlace::Group,
        Production::Wais => FailurePlace::Document,
        Production::Telnet => FailurePlace::TelnetPath,
        Production::Prospero if before.contains(';') => FailurePlace::Field,
        _ => FailurePlace::Path,
    }
}

fn draft03_place(url: &str, at: usize) -> FailurePlace {
    if is_in_escape(url, at) {
        return FailurePlace::Escape;
    }
    // A `#` before the first colon means that there is no scheme.
    let colon = url.find([':', '#']).filter(|&colon| url[colon..].starts_with(':'));
    let Some(colon) = colon.filter(|&colon| colon < at) else {
        return FailurePlace::KnownScheme;
    };
    // The automaton has passed the colon, so the scheme is one of the draft's.
    let start = colon + 1;
    let is_end = matches!(url.as_bytes().get(at), None | Some(b'#'));
    let known = Grammar::Draft03.schemes().iter().copied();
    let scheme = known.into_iter().find(|name| name.eq_ignore_ascii_case(&url[..colon]));
    let scheme = scheme.unwrap_or_default();
    match scheme {
        // An `@` may also be an ordinary character before a later `@`. Only the end of the URL decides.
        "mailto" | "mid" | "cid" | "news"
            if is_end && url[start..at].rfind('@').is_some_and(|mark| mark > 0) =>
        {
            return FailurePlace::Host;
        }
        "mailto" | "mid" | "cid" => return FailurePlace::Address,
        "news" => return FailurePlace::Article,
        "nntp" if url[start..at].contains('/') => return FailurePlace::Number,
        "nntp" => return FailurePlace::Group,
        _ => {}
    }
    if at < start + 2 {
        return FailurePlace::Slashes;
    }

    let authority = start + 2;
    let end = find(url, authority, url.len(), b"/#").unwrap_or(url.len());
    if at > end {
        let before = &url[end + 1..at];
        return match scheme {
            "http" | "wais" if before.contains('?') => FailurePlace::Query,
            "wais" if before.bytes().filter(|byte| *byte == b'/').count() > 1 => {
                FailurePlace::Field
            }
            "wais" => FailurePlace::Document,
            "gopher" if before.is_empty() => FailurePlace::GopherType,
            _ => FailurePlace::Path,
        };
    }
    if scheme == "http" && url[authority..at].contains('?') {
        return FailurePlace::Query;
    }
    // A telnet URL is a login and nothing else, and the rules of all other schemes begin with at most that.
    let is_whole =
        at == end && Automaton::of(Grammar::Draft03).is_whole(0, "telnet:", &url[start..at]);
    let needs_path = matches!(scheme, "ftp" | "prospero" | "wais" | "afs");
    let has_login = matches!(scheme, "ftp" | "telnet" | "rlogin" | "tn3270");
    match scheme {
        _ if needs_path && is_whole => FailurePlace::Slash,
        "telnet" | "rlogin" | "tn3270" if is_whole => FailurePlace::TelnetEnd,
        // Text that is not a user by the draft's rules may be a host, and the text after its colon a port.
        _ => {
            let user = url[authority..at].split_once(':').map_or("", |(user, _)| user);
            let is_user = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
            login_place(url, authority, at, end, has_login && user.chars().all(is_user))
        }
    }
}

/// Returns the place of `at` in a login from `authority` to `end`.
fn login_place(
    url: &str,
    authority: usize,
    at: usize,
    end: usize,
    has_login: bool,
) -> FailurePlace {
    if has_login && !url[authority..at].contains('@') && url[at..end].contains('@') {
        return FailurePlace::User;
    }
    // The host begins after the last `@` so far, and a colon in it begins the port.
    let host = url[authority..at].rfind('@').map_or(authority, |user| authority + user + 1);
    if url[host..at].contains(':') { FailurePlace::Port } else { FailurePlace::Host }
}
