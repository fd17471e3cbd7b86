//! Finds the differences between this crate's reading of a string and that of the crate `url`.
//!
//! The crate `url` normalises URLs: it lowers the case of schemes, escapes at its own discretion, passes hosts through
//! IDNA and writes addresses as numbers. So parts are compared by their octets, and our host goes through the parser of
//! that crate first. To that crate, no port equals the scheme's port, and no user equals an empty one.

use super::read::Read;
use super::{is_special, octets};
use crate::notes::note::NoteKind;
use crate::rejection::Standing;
use crate::span::Span;
use crate::syntax::host::HostKind;
use crate::syntax::parts::Parts;
use crate::syntax::port::default_port;
use crate::validator::Validator;
use std::borrow::ToOwned;
use std::format;
use std::net::Ipv4Addr;
use std::string::{String, ToString};
use std::vec::Vec;
use url::{Host, ParseError, Url};

/// The aspect in which two readings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    /// Rejected by this crate, and opened by the crate `url`.
    OnlyTheyOpen,
    /// Valid or loose to this crate, and not opened by the crate `url`.
    OnlyWeOpen,
    Scheme,
    User,
    Password,
    Host,
    Port,
    Path,
    Query,
    Fragment,
    /// The kind of the host.
    HostKind,
    /// The note on a number in disguise.
    Disguise,
}

/// An aspect and both readings of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) aspect: Aspect,
    pub(super) ours: String,
    pub(super) theirs: String,
}

/// Returns the differences between `ours` and `theirs`.
pub(super) fn find_all(ours: &Read, theirs: &Result<Url, ParseError>) -> Vec<Difference> {
    let standing = Validator::new().validate(&ours.text).standing();
    let we_open = !matches!(standing, Standing::Rejected(_));
    match theirs {
        Ok(theirs) if we_open => find_in_parts(ours, theirs),
        Err(_) if !we_open => Vec::new(),
        theirs => {
            let aspect = if we_open { Aspect::OnlyWeOpen } else { Aspect::OnlyTheyOpen };
            let ours = match standing {
                Standing::Rejected(rejection) => format!("{:?}", rejection.kind()),
                _ => "opens".to_owned(),
            };
            let theirs = theirs.as_ref().map_or("refuses", |_| "opens").to_owned();
            Vec::from([Difference { aspect, ours, theirs }])
        }
    }
}

fn find_in_parts(ours: &Read, theirs: &Url) -> Vec<Difference> {
    let Read { scheme, text, path, .. } = ours;
    let url = Validator::new().url(text);
    let verdict = url.verdict();
    let parts = verdict.parts();
    let text = |part: Option<Span>| part.map_or("", |part| url.text(part));
    let mut all = Vec::new();
    let mut compare = |aspect, is_same: bool, ours: &str, theirs: &str| {
        if !is_same {
            let (ours, theirs) = (ours.to_owned(), theirs.to_owned());
            all.push(Difference { aspect, ours, theirs });
        }
    };

    let is_same = scheme.eq_ignore_ascii_case(theirs.scheme());
    compare(Aspect::Scheme, is_same, scheme, theirs.scheme());
    let pieces = [
        (Aspect::User, text(parts.user), theirs.username()),
        (Aspect::Password, text(parts.password), theirs.password().unwrap_or_default()),
        (Aspect::Path, path, theirs.path()),
        (Aspect::Query, text(parts.query), theirs.query().unwrap_or_default()),
        (Aspect::Fragment, text(parts.fragment), theirs.fragment().unwrap_or_default()),
    ];
    for (aspect, ours, theirs) in pieces {
        compare(aspect, ours == theirs || octets(ours) == octets(theirs), ours, theirs);
    }
    let has = |ours: Option<Span>, theirs: Option<&str>| ours.is_some() == theirs.is_some();
    compare(Aspect::Query, has(parts.query, theirs.query()), "there", "there");
    compare(Aspect::Fragment, has(parts.fragment, theirs.fragment()), "there", "there");

    let (host, their_host) = (text(parts.host), theirs.host_str().unwrap_or_default());
    let is_same = if host.is_empty() {
        their_host.is_empty()
    } else {
        let parse = if is_special(scheme) { Host::parse } else { Host::parse_opaque };
        parse(host).is_ok_and(|host| host.to_string() == their_host)
    };
    compare(Aspect::Host, is_same, host, their_host);

    // The crate has opened it, so the port is empty or digits.
    let port = text(parts.port).parse().ok();
    let default = default_port(theirs.scheme()).filter(|_| is_special(scheme));
    let (port, their_port) = (port.or(default), theirs.port_or_known_default());
    compare(Aspect::Port, port == their_port, &format!("{port:?}"), &format!("{their_port:?}"));

    if is_same && let Some(their_host) = theirs.host() {
        let kind = verdict.host_kind();
        let fits = match &their_host {
            Host::Ipv6(_) => kind == Some(HostKind::IpLiteral),
            Host::Ipv4(address) if kind == Some(HostKind::Address) => {
                host.parse::<Ipv4Addr>().is_ok_and(|host| host == *address)
            }
            Host::Ipv4(_) => true,
            Host::Domain(_) => is_name(kind, parts, scheme),
        };
        let named = kind.map_or("none", HostKind::name);
        compare(Aspect::HostKind, fits, named, &their_host.to_string());
        let is_noted = url.notes().any(|note| note.kind() == NoteKind::HostInDisguise);
        let is_plain = host.parse::<Ipv4Addr>().is_ok();
        let is_disguised = matches!(their_host, Host::Ipv4(_)) && !is_plain;
        let is_same = is_noted == is_disguised || !is_special(scheme);
        let note = if is_noted { "a note" } else { "no note" };
        compare(Aspect::Disguise, is_same, note, &their_host.to_string());
    }
    all
}

/// Returns whether a domain can have `kind`. It can be an address only in a scheme that is not special, since
/// the Standard has no addresses there.
fn is_name(kind: Option<HostKind>, parts: &Parts, scheme: &str) -> bool {
    match kind {
        Some(HostKind::Name | HostKind::Other) => true,
        Some(HostKind::Address) => !is_special(scheme),
        Some(_) => false,
        None => parts.host.is_none_or(Span::is_empty),
    }
}
