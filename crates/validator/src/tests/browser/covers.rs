//! Decides whether a class explains a difference.
//!
//! Ask a predicate about the string after the applicable rules were applied, and only about aspects that its
//! rule can change.

use super::class::Class;
use super::difference::Aspect;
use super::octets::{is_special, octets};
use super::read::Read;
use crate::span::Span;
use crate::syntax::host::HostKind;
use crate::tests::parts::host_kind;
use crate::validator::Validator;
use std::net::Ipv6Addr;
use std::string::{String, ToString};
use url::Host;

impl Class {
    /// Returns whether the rule makes a browser read `aspect` of `read` differently. Rules that were applied
    /// to the string explain nothing more.
    pub(super) fn covers(self, aspect: Aspect, read: &Read) -> bool {
        let parts = *Validator::new().validate(&read.text).parts();
        let part = |part: Option<Span>| part.map_or("", |part| &read.text.as_str()[part]);
        let (scheme, host, port) = (part(parts.scheme), part(parts.host), part(parts.port));
        let path = &*read.path;
        let opened = aspect == Aspect::OnlyWeOpen;
        let is_special = is_special(scheme);
        let is_file = scheme.eq_ignore_ascii_case("file");
        let has_login = parts.user.is_some() || parts.port.is_some();
        match self {
            Class::Stripped
            | Class::Backslash
            | Class::Slashes
            | Class::QuestionMark
            | Class::DotSegments => false,
            Class::RefusedCharacter => {
                let is_refused =
                    |c: char| c.is_control() || c.is_whitespace() || "<>\"".contains(c);
                aspect == Aspect::OnlyTheyOpen && read.text.contains(is_refused)
            }
            Class::SchemeStart => {
                opened && !scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            }
            Class::HostNeeded => opened && !is_file && host.is_empty() && (is_special || has_login),
            Class::HostNotNeeded => {
                aspect == Aspect::OnlyTheyOpen && host.is_empty() && (is_file || !is_special)
            }
            Class::BadPort => {
                let is_digits = port.bytes().all(|byte| byte.is_ascii_digit());
                opened && !port.is_empty() && !(is_digits && port.parse::<u16>().is_ok())
            }
            Class::ForbiddenInHost => {
                let forbidden = b"\0\t\n\r #/:<>?@[\\]^|";
                let is_forbidden = |octet: &u8| {
                    forbidden.contains(octet)
                        || is_special && (octet.is_ascii_control() || *octet == b'%')
                };
                let host = if is_special { octets(host) } else { host.as_bytes().to_vec() };
                opened && !host.starts_with(b"[") && host.iter().any(is_forbidden)
            }
            Class::Brackets => opened && host.starts_with('[') && !is_ipv6(host),
            Class::Idna => opened && is_special && is_for_idna(&octets(host)),
            Class::EndsInNumber => opened && is_special && ends_in_number(&octets(host)),
            Class::FileAuthority => opened && is_file && has_login,
            Class::LocalhostIsNone => {
                let is_localhost =
                    Host::parse(host).is_ok_and(|host| host.to_string() == "localhost");
                aspect == Aspect::Host && is_file && is_localhost
            }
            Class::DriveLetter => {
                let is_part = matches!(aspect, Aspect::Host | Aspect::Port | Aspect::Path);
                (is_part || opened) && is_file && has_drive_letter(&read.text)
            }
            Class::KeptLetter => {
                let has_dots = read.applied.contains(&Class::DotSegments);
                aspect == Aspect::Path && has_dots && has_drive_letter(part(parts.path))
            }
            Class::FileSlashes => aspect == Aspect::Path && is_file && path.starts_with("//"),
            Class::EmptyPath => aspect == Aspect::Path && is_special && path.is_empty(),
            Class::OtherBackslash => {
                let path = part(parts.path);
                let is_same = matches!(aspect, Aspect::Scheme | Aspect::Query | Aspect::Fragment);
                !is_same && !is_special && parts.host.is_some() && path.starts_with('\\')
            }
            Class::NoDomainName => {
                let is_address = is_special && ends_in_number(host.as_bytes());
                aspect == Aspect::HostKind && !is_address && host_kind(host) == Some(HostKind::Bad)
            }
            Class::MappedDigits => aspect == Aspect::Disguise && !octets(host).is_ascii(),
            Class::OctalGroups => {
                let is_octal = |group: &str| group.len() > 1 && group.starts_with('0');
                aspect == Aspect::HostKind && host.split('.').any(is_octal)
            }
        }
    }
}

/// Returns whether a browser would pass `host` through IDNA.
fn is_for_idna(host: &[u8]) -> bool {
    let host = host.to_ascii_lowercase();
    !host.is_ascii() || host.split(|octet| *octet == b'.').any(|label| label.starts_with(b"xn--"))
}

/// Returns whether `host` "ends in a number" by the Standard.
fn ends_in_number(host: &[u8]) -> bool {
    let host = String::from_utf8_lossy(host).to_ascii_lowercase();
    let last = host.strip_suffix('.').unwrap_or(&host).rsplit('.').next().unwrap_or_default();
    match last.strip_prefix("0x") {
        Some(digits) => digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
        None => !last.is_empty() && last.bytes().all(|digit| digit.is_ascii_digit()),
    }
}

/// Returns whether a segment is a letter and a colon or bar, or begins with them. Tabs and line breaks after
/// them may have been removed, since the crate looks at its output so far.
fn has_drive_letter(path: &str) -> bool {
    path.split('/').any(|segment| {
        let segment = segment.split(['?', '#']).next().unwrap_or_default();
        matches!(segment.as_bytes(), [letter, b':' | b'|', ..] if letter.is_ascii_alphabetic())
    })
}

fn is_ipv6(host: &str) -> bool {
    let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    inner.is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok())
}
