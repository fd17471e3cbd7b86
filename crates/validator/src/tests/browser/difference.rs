//! Where we and the crate `url` do not say the same of a string.
//!
//! The crate writes what it opens in a normal form: the scheme in lower case, escapes where it wants
//! them, hosts by IDNA, addresses in numbers. So parts are compared by their octets, and our host is
//! handed to the crate's own parser of hosts first. The trap: no port and the scheme's own port are
//! one thing to it, and so are no user and an empty one.

use super::octets::{is_special, octets};
use super::read::Read;
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

/// What is not the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    /// We reject it, and the crate opens it.
    OnlyTheyOpen,
    /// We call it valid or loose, and the crate does not open it.
    OnlyWeOpen,
    Scheme,
    User,
    Password,
    Host,
    Port,
    Path,
    Query,
    Fragment,
    /// What the host is (V5).
    HostKind,
    /// Whether the host is a number in disguise (V6).
    Disguise,
}

/// An aspect, and what each of the two says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) aspect: Aspect,
    pub(super) ours: String,
    pub(super) theirs: String,
}

/// What we say of `ours` and `theirs` does not.
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

    // The crate has opened it, so the port is digits or nothing.
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

/// Whether `kind` is one that a domain can be. An address is one only where the scheme is not special,
/// for there the Standard knows no addresses.
fn is_name(kind: Option<HostKind>, parts: &Parts, scheme: &str) -> bool {
    match kind {
        Some(HostKind::Name | HostKind::Other) => true,
        Some(HostKind::Address) => !is_special(scheme),
        Some(_) => false,
        None => parts.host.is_none_or(Span::is_empty),
    }
}
