//! The rules by which a browser reads a URL differently from this crate, each with strings that show it.
//!
//! `read.rs` applies the first five to a string. The others, in a table, explain a difference that is left: ask about the
//! string after the first rules were applied, and only about aspects that the rule can change.

use super::difference::Aspect;
use super::read::Read;
use super::{is_special, octets};
use crate::span::Span;
use crate::syntax::host::HostKind;
use crate::validator::Validator;
use std::net::Ipv6Addr;
use std::string::{String, ToString};
use std::vec::Vec;
use url::Host;

pub(super) struct Rule {
    pub(super) sentence: &'static str,
    /// Reports whether the rule makes a browser read the aspect differently.
    explains: fn(&Seen<'_>) -> bool,
    /// Strings that show it.
    pub(super) rows: &'static [Row],
}

/// A string, an aspect that is read differently, our reading of it and the browser's.
pub(super) type Row = (&'static str, Aspect, &'static str, &'static str);

/// An aspect of a string that is read differently, and what rules ask of the string.
struct Seen<'r> {
    aspect: Aspect,
    read: &'r Read,
    scheme: &'r str,
    host: &'r str,
    port: &'r str,
    path: &'r str,
    host_kind: Option<HostKind>,
    has_host: bool,
    has_login: bool,
    is_special: bool,
}

impl Seen<'_> {
    /// Returns whether we open the string, and the browser does not.
    fn opened(&self) -> bool {
        self.aspect == Aspect::OnlyWeOpen
    }

    fn is_file(&self) -> bool {
        self.scheme.eq_ignore_ascii_case("file")
    }
}

/// Returns the sentences of the rules that explain why a browser reads `aspect` of `read` differently.
pub(super) fn explaining(aspect: Aspect, read: &Read) -> Vec<&'static str> {
    let verdict = Validator::new().validate(&read.text);
    let parts = verdict.parts();
    let part = |part: Option<Span>| part.map_or("", |part| &read.text.as_str()[part]);
    let scheme = part(parts.scheme);
    let seen = Seen {
        aspect,
        read,
        scheme,
        host: part(parts.host),
        port: part(parts.port),
        path: part(parts.path),
        host_kind: verdict.host_kind(),
        has_host: parts.host.is_some(),
        has_login: parts.user.is_some() || parts.port.is_some(),
        is_special: is_special(scheme),
    };
    RULES.iter().filter(|rule| (rule.explains)(&seen)).map(|rule| rule.sentence).collect()
}

pub(super) const STRIPPED: &str =
    "blanks and controls around it are stripped, tabs and line ends anywhere";
pub(super) const BACKSLASH: &str = "in a special scheme a backslash is a slash, up to the query";
pub(super) const SLASHES: &str = "a special scheme needs no slash, and takes any number of them";
pub(super) const QUESTION_MARK: &str = "a question mark opens a query in every scheme";
pub(super) const DOT_SEGMENTS: &str = "segments of one dot or two are resolved";

/// Strings that show the rules above.
pub(super) const APPLIED: [(&str, Row); 5] = [
    (STRIPPED, (" http://a.example/", Aspect::OnlyTheyOpen, "MissingScheme", "opens")),
    (BACKSLASH, ("http://a.example\\b", Aspect::Path, "\\b", "/b")),
    (SLASHES, ("http:a.example/b", Aspect::Host, "", "a.example")),
    (QUESTION_MARK, ("ftp://a.example/b?c", Aspect::Path, "/b?c", "/b")),
    (DOT_SEGMENTS, ("http://a.example/b/../c", Aspect::Path, "/b/../c", "/c")),
];

pub(super) const RULES: &[Rule] = &[
    Rule {
        sentence: "a blank, a control, an angle bracket or a quotation mark is escaped",
        explains: |it| {
            let is_refused = |c: char| c.is_control() || c.is_whitespace() || "<>\"".contains(c);
            it.aspect == Aspect::OnlyTheyOpen && it.read.text.contains(is_refused)
        },
        rows: &[
            ("http://a/b c", Aspect::OnlyTheyOpen, "Whitespace", "opens"),
            ("http://a/<b>", Aspect::OnlyTheyOpen, "Delimiter", "opens"),
        ],
    },
    Rule {
        sentence: "a scheme begins with a letter, or it is none",
        explains: |it| it.opened() && !it.scheme.starts_with(|c: char| c.is_ascii_alphabetic()),
        rows: &[("1x:a", Aspect::OnlyWeOpen, "opens", "refuses")],
    },
    Rule {
        sentence: "a special scheme needs a host, and so does whatever has a user or a port",
        explains: |it| {
            it.opened() && !it.is_file() && it.host.is_empty() && (it.is_special || it.has_login)
        },
        rows: &[
            ("http://?a", Aspect::OnlyWeOpen, "opens", "refuses"),
            ("x://:80/", Aspect::OnlyWeOpen, "opens", "refuses"),
        ],
    },
    Rule {
        sentence: "file and the schemes that are not special need no host",
        explains: |it| {
            it.aspect == Aspect::OnlyTheyOpen
                && it.host.is_empty()
                && (it.is_file() || !it.is_special)
        },
        rows: &[("x://?|", Aspect::OnlyTheyOpen, "MissingHost", "opens")],
    },
    Rule {
        sentence: "a port is digits, and not over 65535",
        explains: |it| {
            let is_digits = it.port.bytes().all(|byte| byte.is_ascii_digit());
            it.opened() && !it.port.is_empty() && !(is_digits && it.port.parse::<u16>().is_ok())
        },
        rows: &[
            ("http://a:65536/", Aspect::OnlyWeOpen, "opens", "refuses"),
            ("x://a:b/", Aspect::OnlyWeOpen, "opens", "refuses"),
        ],
    },
    Rule {
        sentence: "a forbidden code point stands in the host, escaped or not",
        explains: |it| {
            let is_forbidden = |octet: &u8| {
                b"\0\t\n\r #/:<>?@[\\]^|".contains(octet)
                    || it.is_special && (octet.is_ascii_control() || *octet == b'%')
            };
            let host = if it.is_special { octets(it.host) } else { it.host.as_bytes().to_vec() };
            it.opened() && !host.starts_with(b"[") && host.iter().any(is_forbidden)
        },
        rows: &[
            ("http://a|b/", Aspect::OnlyWeOpen, "opens", "refuses"),
            ("http://a%2Fb/", Aspect::OnlyWeOpen, "opens", "refuses"),
        ],
    },
    Rule {
        sentence: "what begins with a bracket is an IPv6 address or no host",
        explains: |it| {
            let inner = it.host.strip_prefix('[');
            let address = inner.and_then(|inner| inner.strip_suffix(']')?.parse::<Ipv6Addr>().ok());
            it.opened() && inner.is_some() && address.is_none()
        },
        rows: &[("http://[v1.a]/", Aspect::OnlyWeOpen, "opens", "refuses")],
    },
    Rule {
        sentence: "IDNA refuses the host",
        explains: |it| {
            let host = octets(it.host).to_ascii_lowercase();
            let is_punycode = |label: &[u8]| label.starts_with(b"xn--");
            let is_for_idna = !host.is_ascii() || host.split(|byte| *byte == b'.').any(is_punycode);
            it.opened() && it.is_special && is_for_idna
        },
        rows: &[("http://xn--a/", Aspect::OnlyWeOpen, "opens", "refuses")],
    },
    Rule {
        sentence: "a host whose last label is a number is an address or no host",
        explains: |it| it.opened() && it.is_special && ends_in_number(&octets(it.host)),
        rows: &[("http://1.2.3.4.5/", Aspect::OnlyWeOpen, "opens", "refuses")],
    },
    Rule {
        sentence: "a file has neither user nor port, all of it is the host",
        explains: |it| it.opened() && it.is_file() && it.has_login,
        rows: &[("file://u@a/", Aspect::OnlyWeOpen, "opens", "refuses")],
    },
    Rule {
        sentence: "the localhost of a file is no host",
        explains: |it| {
            let host = Host::parse(it.host).map(|host| host.to_string());
            it.aspect == Aspect::Host && it.is_file() && host.is_ok_and(|host| host == "localhost")
        },
        rows: &[("file://localhost/a", Aspect::Host, "localhost", "")],
    },
    Rule {
        sentence: "a letter and a colon or bar begin the path of a file",
        explains: |it| {
            matches!(it.aspect, Aspect::Host | Aspect::Port | Aspect::Path | Aspect::OnlyWeOpen)
                && it.is_file()
                && has_drive_letter(&it.read.text)
        },
        rows: &[
            ("file:/C|/a", Aspect::Path, "/C|/a", "/C:/a"),
            ("file://C:/a", Aspect::Host, "C", ""),
        ],
    },
    Rule {
        sentence: "the crate resolves no drive letter away in any scheme, the Standard in file alone",
        explains: |it| {
            let has_dots = it.read.applied.contains(&DOT_SEGMENTS);
            it.aspect == Aspect::Path && has_dots && has_drive_letter(it.path)
        },
        rows: &[("http://a/C:/..", Aspect::Path, "/", "/C:/")],
    },
    Rule {
        sentence: "the path of a file begins with one slash",
        explains: |it| it.aspect == Aspect::Path && it.is_file() && it.read.path.starts_with("//"),
        rows: &[("file:////a", Aspect::Path, "//a", "/a")],
    },
    Rule {
        sentence: "the path of a special scheme is never empty",
        explains: |it| it.aspect == Aspect::Path && it.is_special && it.read.path.is_empty(),
        rows: &[("http://a.example", Aspect::Path, "", "/")],
    },
    Rule {
        sentence: "where the scheme is not special, a backslash ends no host and cannot stand in one",
        explains: |it| {
            let is_same = matches!(it.aspect, Aspect::Scheme | Aspect::Query | Aspect::Fragment);
            !is_same && !it.is_special && it.has_host && it.path.starts_with('\\')
        },
        rows: &[("x://a\\@b/", Aspect::Host, "a", "b")],
    },
    Rule {
        sentence: "a host that could not be looked up is opened all the same",
        explains: |it| {
            let is_address = it.is_special && ends_in_number(it.host.as_bytes());
            it.aspect == Aspect::HostKind && !is_address && it.host_kind == Some(HostKind::Bad)
        },
        rows: &[("http://-a.b/", Aspect::HostKind, "bad", "-a.b")],
    },
    Rule {
        sentence: "IDNA makes digits of what lies beyond ASCII, escaped or not",
        explains: |it| it.aspect == Aspect::Disguise && !octets(it.host).is_ascii(),
        rows: &[("http://\u{2460}.1/", Aspect::Disguise, "no note", "1.0.0.1")],
    },
    Rule {
        sentence: "a group of an address that begins with 0 is octal",
        explains: |it| {
            let is_octal = |group: &str| group.len() > 1 && group.starts_with('0');
            it.aspect == Aspect::HostKind && it.host.split('.').any(is_octal)
        },
        rows: &[("http://010.1.1.1/", Aspect::HostKind, "address", "8.1.1.1")],
    },
];

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
