//! A reference implementation of parts, host kinds and standings, sentence by sentence from rules V4, V5 and
//! V2.
//!
//! The crate uses tables of classes and a single pass; this file is a chain of splits. A rejection reports
//! the *first* offence.

use super::random::{Outcome, for_all};
use super::random_url;
use crate::grammar::Grammar;
use crate::rejection::{RejectionKind, Standing};
use crate::span::Span;
use crate::syntax::hidden::is_hidden;
use crate::syntax::host::HostKind;
use crate::syntax::parts::Parts;
use crate::validator::Validator;
use crate::verdict::Verdict;
use std::format;
use std::net::Ipv6Addr;
use std::string::{String, ToString};
use std::vec::Vec;

#[test]
fn parts_hosts_and_standings_agree_with_the_reference() {
    for_all(random_url::url, |text| {
        let verdict = Validator::new().validate(text);
        let expected = parts(text);
        if *verdict.parts() != expected {
            return Err(format!("{:?}, and the reference has {expected:?}", verdict.parts()));
        }
        let kind = expected.host.and_then(|host| host_kind(&text[host]));
        if verdict.host_kind() != kind {
            return Err(format!(
                "the host is {:?}, by the reference {kind:?}",
                verdict.host_kind()
            ));
        }
        standing_is_right(text, &verdict)
    });
}

/// Cuts the parts (rule V4).
fn parts(text: &str) -> Parts {
    let span = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        Span { start, end: start + part.len() }
    };
    let mut parts = Parts::default();
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let Some((scheme, rest)) = text
        .split_once(':')
        .filter(|(scheme, _)| !scheme.is_empty() && scheme.chars().all(is_scheme))
    else {
        return parts;
    };
    parts.scheme = Some(span(scheme));
    let (rest, fragment) = rest.split_once('#').unzip_or(rest);
    parts.fragment = fragment.map(span);
    // Directly after a host there is a query in any scheme. In ftp and telnet a login may have a `?`.
    let has_login = ["ftp", "telnet"].contains(&&*scheme.to_ascii_lowercase());
    let login_len = |after: &str| {
        let authority = after.split(['/', '\\']).next().filter(|_| has_login);
        authority.and_then(|authority| authority.rfind('@')).unwrap_or(0)
    };
    let host_end = rest.strip_prefix("//").and_then(|after| {
        let login = login_len(after);
        after[login..].find(['/', '\\', '?']).map(|end| login + end)
    });
    let is_behind_host = host_end.is_some_and(|end| rest[2 + end..].starts_with('?'));
    let has_no_query = !is_behind_host
        && ["ftp", "gopher", "telnet", "prospero"].contains(&&*scheme.to_ascii_lowercase());
    let (rest, query) =
        if has_no_query { (rest, None) } else { rest.split_once('?').unzip_or(rest) };
    parts.query = query.map(span);
    let Some(after) = rest.strip_prefix("//") else {
        parts.path = Some(span(rest));
        return parts;
    };
    let (authority, path) = after.split_at(after.find(['/', '\\']).unwrap_or(after.len()));
    parts.path = Some(span(path));
    let (login, host) = match authority.rsplit_once('@') {
        Some((login, host)) => (Some(login), host),
        None => (None, authority),
    };
    if let Some(login) = login {
        let (user, password) = login.split_once(':').unzip_or(login);
        parts.user = Some(span(user));
        parts.password = password.map(span);
    }
    let literal = if host.starts_with('[') { host.find(']').unwrap_or(host.len()) } else { 0 };
    let colon = host[literal..].find(':').map(|colon| literal + colon);
    parts.host = Some(span(&host[..colon.unwrap_or(host.len())]));
    parts.port = colon.map(|colon| span(&host[colon + 1..]));
    parts
}

/// Turns the result of a split into a pair, or into the whole and `None`.
trait UnzipOr<'t> {
    fn unzip_or(self, whole: &'t str) -> (&'t str, Option<&'t str>);
}

impl<'t> UnzipOr<'t> for Option<(&'t str, &'t str)> {
    fn unzip_or(self, whole: &'t str) -> (&'t str, Option<&'t str>) {
        self.map_or((whole, None), |(before, after)| (before, Some(after)))
    }
}

/// Classifies a host (rule V5).
pub(super) fn host_kind(host: &str) -> Option<HostKind> {
    if host.is_empty() {
        return None;
    }
    if let Some(literal) = host.strip_prefix('[') {
        let inner = literal.strip_suffix(']').unwrap_or_default();
        let is_literal = inner.parse::<Ipv6Addr>().is_ok() || is_future(inner);
        return Some(if is_literal { HostKind::IpLiteral } else { HostKind::Bad });
    }
    let labels: Vec<&str> = host.strip_suffix('.').unwrap_or(host).split('.').collect();
    let is_group = |group: &&str| {
        group.len() <= 3 && group.bytes().all(|b| b.is_ascii_digit()) && group.parse::<u8>().is_ok()
    };
    if labels.len() == 4 && !host.ends_with('.') && labels.iter().all(is_group) {
        return Some(HostKind::Address);
    }
    let is_allowed = |c: char| match c {
        '.' | '-' | '_' | '~' => true,
        c if c.is_ascii() => c.is_ascii_alphanumeric() || "!$&'()*+,;=".contains(c),
        // Full-width punctuation counts as punctuation to IDNA. From U+FF01 on the forms are in the order of
        // ASCII.
        c @ '\u{FF01}'..='\u{FF5E}' if !matches!(c, '\u{FF0D}' | '\u{FF0E}') => {
            char::from_u32(u32::from(c) - 0xFEE0).is_some_and(|c| c.is_ascii_alphanumeric())
        }
        c => !is_hidden(c),
    };
    let is_label = |label: &&str| {
        !label.is_empty() && label.len() <= 63 && !label.starts_with('-') && !label.ends_with('-')
    };
    let ends_in_number =
        labels.last().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()));
    let len = host.strip_suffix('.').unwrap_or(host).len();
    if len > 253 || ends_in_number || !labels.iter().all(is_label) || !host.chars().all(is_allowed)
    {
        return Some(HostKind::Bad);
    }
    let is_dns = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let is_name = labels.len() > 1 && !host.ends_with('.') && host.chars().all(is_dns);
    Some(if is_name { HostKind::Name } else { HostKind::Other })
}

/// Returns whether `inner` is an `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`.
fn is_future(inner: &str) -> bool {
    let Some((version, address)) = inner.split_once('.') else { return false };
    let digits = version.strip_prefix(['v', 'V']).unwrap_or_default();
    !digits.is_empty()
        && digits.chars().all(|c| c.is_ascii_hexdigit())
        && !address.is_empty()
        && address.chars().all(|c| c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:".contains(c))
}

/// Checks the standing (rule V2). The draft alone allows a `"`, which no other grammar does.
fn standing_is_right(text: &str, verdict: &Verdict) -> Outcome {
    let is_valid = verdict.grammars().iter().any(|grammar| grammar != Grammar::Draft03);
    let expected = match find_rejection(text) {
        _ if is_valid => String::from("valid"),
        Some((at, kind)) => format!("{kind:?} at {at}"),
        None if verdict.grammars().is_empty() => String::from("loose"),
        None => String::from("valid"),
    };
    let found = match verdict.standing() {
        Standing::Valid => String::from("valid"),
        Standing::Loose => String::from("loose"),
        Standing::Rejected(rejection) => {
            if rejection.found() != text[rejection.at()..].chars().next() {
                return Err(format!("{rejection} is not at its offset"));
            }
            format!("{:?} at {}", rejection.kind(), rejection.at())
        }
    };
    if found == expected { Ok(()) } else { Err(format!("{found}, by the reference {expected}")) }
}

fn find_rejection(text: &str) -> Option<(usize, RejectionKind)> {
    let Parts { scheme: Some(scheme), host, .. } = parts(text) else {
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let len = text.chars().take_while(|c| is_scheme(*c)).count();
        return Some((len, RejectionKind::MissingScheme));
    };
    let kind = |c: char| {
        if "<>\"".contains(c) {
            Some(RejectionKind::Delimiter)
        } else if c.is_whitespace() && c != '\u{b}' && c != '\u{c}' && c != '\u{85}' {
            Some(RejectionKind::Whitespace)
        } else if c.is_control() {
            Some(RejectionKind::ControlCharacter)
        } else {
            None
        }
    };
    let character = text.char_indices().find_map(|(at, c)| Some((at, kind(c)?)));
    let may_be_empty = ["file", "imap", "imaps", "ldap", "ldapi", "ldaps"];
    let host = host.filter(|host| {
        let has_path = text[host.end..].starts_with('/');
        let scheme = text[scheme].to_string().to_ascii_lowercase();
        host.is_empty() && !(has_path && may_be_empty.contains(&&*scheme))
    });
    let host = host.map(|host| (host.start, RejectionKind::MissingHost));
    [character, host].into_iter().flatten().min_by_key(|(at, _)| *at)
}

/// Lengths beyond those of random strings.
#[test]
fn lengths() {
    for (labels, len) in [(1, 63), (1, 64), (4, 61), (4, 62), (4, 63), (5, 49), (5, 50), (130, 1)] {
        let host = std::vec![String::from("a").repeat(len); labels].join(".");
        for host in
            [host.clone(), format!("{host}."), format!("{host}.b"), format!("{host}.\u{e9}")]
        {
            let found = Validator::new().validate(&format!("x://{host}/")).host_kind();
            assert_eq!(found, host_kind(&host), "{labels} of {len}: {host}");
        }
    }
}
