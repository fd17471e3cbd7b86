//! Failures by the grammars that list their schemes: RFC 1738 and the draft before it.

use crate::automata::automaton::Automaton;
use crate::diagnosis::character::{is_in_escape, is_unsafe};
use crate::diagnosis::failure::FailureKind;
use crate::diagnosis::place::FailurePlace;
use crate::grammar::Grammar;
use crate::grammar::production::Production;
use crate::syntax::parts::{find, scheme_len};

pub(super) fn diagnose(
    url: &str,
    grammar: Grammar,
    at: usize,
    found: Option<char>,
) -> (FailureKind, FailurePlace) {
    let (kind, place) = kind(url, grammar, at, found);
    // Text before an `@` is meant as a user, but only ftp and telnet have one.
    let is_in_authority =
        matches!(place, FailurePlace::Host | FailurePlace::Port | FailurePlace::HostEnd);
    let authority = || url[at..].split(['/', '#']).next().unwrap_or_default();
    let may_have_user = || matches!(Production::of(url).0, Production::Ftp | Production::Telnet);
    let is_unsafe = found.is_some_and(is_unsafe);
    if grammar == Grammar::Rfc1738
        && is_in_authority
        && !is_unsafe
        && authority().contains('@')
        && !may_have_user()
    {
        return (kind, FailurePlace::NoUser);
    }
    (kind, place)
}

/// Returns the kind and the place to name in the message. If a port is well-formed, the host before it is at fault.
fn kind(
    url: &str,
    grammar: Grammar,
    at: usize,
    found: Option<char>,
) -> (FailureKind, FailurePlace) {
    let place = find_place(url, grammar, at);
    // Characters that the grammar reserves and allows as delimiters only. The draft does not list `@`, but its logins are
    // delimited by it.
    let reserved = if grammar == Grammar::Draft03 { ";/?:@=" } else { ";/?:@=&" };
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
                _ if !is_authority(grammar, host) => {
                    (FailureKind::BadHostLabel, FailurePlace::Host)
                }
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

fn is_authority(grammar: Grammar, text: &str) -> bool {
    // Up to its first `/`, an `httpurl` is nothing else, nor is a telnet URL of the draft, except for a login.
    let (production, beginning) = match grammar {
        Grammar::Draft03 => (0, "telnet://"),
        _ => (Production::Http as usize, "//"),
    };
    Automaton::of(grammar).is_whole(production, beginning, text)
}

fn find_place(url: &str, grammar: Grammar, at: usize) -> FailurePlace {
    if is_in_escape(url, at) {
        return FailurePlace::Escape;
    }
    let is_draft = grammar == Grammar::Draft03;
    let (scheme, start) = match Production::of(url) {
        _ if is_draft => match draft03_scheme(url, at) {
            Some(known) => known,
            None => return FailurePlace::KnownScheme,
        },
        (Production::Other, _) if at == 0 => return FailurePlace::SchemeStart,
        (Production::Other, _) if at <= scheme_len(url) => return FailurePlace::Scheme,
        (Production::Other, _) => return FailurePlace::Path,
        (known, start) => (Production::SCHEMES[known as usize], start),
    };
    let before = &url[start..at];
    let is_end = matches!(url.as_bytes().get(at), None | Some(b'#'));
    match scheme {
        // In the draft an `@` may also be an ordinary character before a later `@`. Only the end of the URL decides.
        "mailto" | "mid" | "cid" | "news"
            if is_draft && is_end && before.rfind('@').is_some_and(|mark| mark > 0) =>
        {
            return FailurePlace::Host;
        }
        "news" if !is_draft && before.contains('@') => return FailurePlace::Host,
        "mailto" | "mid" | "cid" => return FailurePlace::Address,
        "news" => return FailurePlace::Article,
        "nntp" if is_draft => return path_place(scheme, before, is_draft),
        // All others begin with `//`.
        _ if before.len() < 2 => return FailurePlace::Slashes,
        _ => {}
    }

    // The authority ends at the first `/` or at the fragment. An offset after it is in the path.
    let authority = start + 2;
    let end = find(url, authority, url.len(), b"/#").unwrap_or(url.len());
    if at > end {
        return path_place(scheme, &url[end + 1..at], is_draft);
    }
    let before = &url[authority..at];
    if is_draft && scheme == "http" && before.contains('?') {
        return FailurePlace::Query;
    }
    let (needs_path, has_login): (&[&str], &[&str]) = if is_draft {
        (&["ftp", "prospero", "wais", "afs"], &["ftp", "telnet", "rlogin", "tn3270"])
    } else {
        (&["nntp", "wais", "file", "prospero"], &["ftp", "telnet"])
    };
    // At the end of a well-formed host some schemes need a path, and telnet has none in the draft.
    let is_local_file = scheme == "file" && before.is_empty();
    if at == end && (is_local_file || is_authority(grammar, before)) {
        match scheme {
            _ if needs_path.contains(&scheme) => return FailurePlace::Slash,
            "telnet" | "rlogin" | "tn3270" if is_draft => return FailurePlace::TelnetEnd,
            _ => {}
        }
    }
    // Text that is not a user by the draft's rules may be a host, and the text after its colon a port.
    let user = before.split_once(':').map_or("", |(user, _)| user);
    let is_of_user = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    let may_be_user = !is_draft || user.chars().all(is_of_user);
    if has_login.contains(&scheme)
        && may_be_user
        && !before.contains('@')
        && url[at..end].contains('@')
    {
        return FailurePlace::User;
    }
    // The host begins after the last `@` so far, and a colon in it begins the port.
    let host = before.rsplit('@').next().unwrap_or_default();
    if host.contains(':') { FailurePlace::Port } else { FailurePlace::Host }
}

/// Returns the scheme of the draft that `url` has, and the offset after its colon, if that is before `at`.
fn draft03_scheme(url: &str, at: usize) -> Option<(&'static str, usize)> {
    // A `#` before the first colon means that there is no scheme.
    let colon =
        url.find([':', '#']).filter(|&colon| url[colon..].starts_with(':') && colon < at)?;
    // The automaton has passed the colon, so the scheme is one of the draft's.
    let mut known = Grammar::Draft03.schemes().iter();
    known.find(|name| name.eq_ignore_ascii_case(&url[..colon])).map(|name| (*name, colon + 1))
}

/// Returns the place in a path. `before` is the path so far, without its first `/`.
fn path_place(scheme: &str, before: &str, is_draft: bool) -> FailurePlace {
    match scheme {
        "ftp" if !is_draft && before.contains(';') => FailurePlace::TypeCode,
        "http" | "wais" if before.contains('?') => FailurePlace::Query,
        "nntp" if before.contains('/') => FailurePlace::Number,
        "nntp" => FailurePlace::Group,
        "wais" if is_draft && before.matches('/').count() > 1 => FailurePlace::Field,
        "wais" => FailurePlace::Document,
        "telnet" => FailurePlace::TelnetPath,
        "gopher" if is_draft && before.is_empty() => FailurePlace::GopherType,
        "prospero" if !is_draft && before.contains(';') => FailurePlace::Field,
        _ => FailurePlace::Path,
    }
}
