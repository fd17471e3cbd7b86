//! The components that a scheme defines in its URLs: the `schemepart` of RFC 1738.
//!
//! Plain code makes the cuts within the [`Parts`] that all URLs share, and a URL that satisfies no grammar has
//! components too. An empty component is not a missing one.

use crate::span::Span;
use crate::syntax::encoded::Encoded;
use crate::syntax::parts::Parts;
use crate::syntax::segments::{FieldSpecs, Segments};

/// The components of a URL by its scheme, each with the section that defines them.
///
/// ```
/// use urlsift_validator::{SchemePart, Validator};
///
/// let url = Validator::new().url("gopher://host.dom/7find%20it%09vacation%20pictures");
/// let SchemePart::Gopher(gopher) = url.scheme_part() else { panic!("the scheme is gopher") };
/// assert_eq!(gopher.gtype.as_str(), "7");
/// assert_eq!(gopher.selector.decode_utf8_lossy(), "find it");
/// assert_eq!(gopher.search.unwrap().decode_utf8_lossy(), "vacation pictures");
/// assert_eq!(gopher.gopher_plus, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemePart<'u> {
    /// `http` and `https`.
    Http(Http<'u>),
    /// `ftp`.
    Ftp(Ftp<'u>),
    /// `gopher`.
    Gopher(Gopher<'u>),
    /// `mailto`.
    Mailto(Mailto<'u>),
    /// `news`.
    News(News<'u>),
    /// `nntp`.
    Nntp(Nntp<'u>),
    /// `telnet`, and the draft's `rlogin` and `tn3270`: a login, which the parts have, and nothing else (RFC
    /// 1738, 3.8).
    Telnet,
    /// `wais`.
    Wais(Wais<'u>),
    /// `file`: the path without its first `/`. A `?` is an ordinary character of it (RFC 1738, 3.10).
    File(Encoded<'u>),
    /// `prospero`.
    Prospero(Prospero<'u>),
    /// `mid` and `cid`: the id of a message or of a body part, without brackets (draft 03; RFC 2392).
    MessageId(Encoded<'u>),
    /// The draft's `afs`: the path within the cell, without its first `/`. The cell is the host.
    Afs(Encoded<'u>),
    /// Any other scheme, or none.
    Other,
}

/// The components of an http URL (RFC 1738, 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Http<'u> {
    /// The path without its first `/`.
    pub path: Encoded<'u>,
    /// The text after the `?`.
    pub search: Option<Encoded<'u>>,
}

/// The components of an ftp URL (RFC 1738, 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ftp<'u> {
    /// The directories to change to. `/%2Fetc/motd` has one, `/etc`; `//etc/motd` has two, the first of them empty.
    pub cwd: Segments<'u>,
    /// The file, or the directory to list. May be empty.
    pub name: Encoded<'u>,
    /// The text after `;type=`.
    pub type_code: Option<Encoded<'u>>,
}

/// The components of a gopher URL (RFC 1738, 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gopher<'u> {
    /// The type, one character or escape. Empty if nothing follows the host; the type is then [`Gopher::DEFAULT_TYPE`].
    pub gtype: Encoded<'u>,
    /// The selector, without the type.
    pub selector: Encoded<'u>,
    /// The text after the first `%09`.
    pub search: Option<Encoded<'u>>,
    /// The text after the second `%09`.
    pub gopher_plus: Option<Encoded<'u>>,
}

/// The components of a mailto URL (RFC 1738, 3.5), with the header fields of RFC 6068.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mailto<'u> {
    /// The address or addresses: everything up to the `?`, since no host comes first.
    pub address: Encoded<'u>,
    /// The text after the `?`, which RFC 1738 counts as part of the address.
    pub header_fields: FieldSpecs<'u>,
}

/// The components of a news URL (RFC 1738, 3.6). In a URL with `//` and a server (RFC 5538), the part after the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum News<'u> {
    /// `*`: all groups available.
    All,
    /// A group.
    Group(Encoded<'u>),
    /// An article, by its Message-ID without brackets.
    MessageId(Encoded<'u>),
}

/// The components of an nntp URL (RFC 1738, 3.7). The draft has no server, and a URL begins with the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nntp<'u> {
    /// The group.
    pub group: Encoded<'u>,
    /// The article's number on that server.
    pub number: Option<Encoded<'u>>,
}

/// The components of a wais URL (RFC 1738, 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wais<'u> {
    /// The database.
    pub database: Encoded<'u>,
    /// The search, after a `?`.
    pub search: Option<Encoded<'u>>,
    /// The type of a document in the database.
    pub wtype: Option<Encoded<'u>>,
    /// The document's identifier.
    pub wpath: Option<Encoded<'u>>,
}

/// The components of a prospero URL (RFC 1738, 3.11), with the version of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prospero<'u> {
    /// The host-specific object name, without the first `/`.
    pub object: Encoded<'u>,
    /// The text after the first `%00`: the draft's version and its attributes.
    pub version: Option<Encoded<'u>>,
    /// The fields after the first `;`.
    pub fields: FieldSpecs<'u>,
}

impl<'u> SchemePart<'u> {
    pub(crate) fn of(url: &'u str, parts: &Parts) -> SchemePart<'u> {
        let (Some(scheme), Some(path)) = (parts.scheme, parts.path) else {
            return SchemePart::Other;
        };
        let component = |span| Encoded::of(url, span);
        let is = |names: &[&str]| {
            names.iter().any(|name| component(scheme).as_str().eq_ignore_ascii_case(name))
        };
        let query = parts.query.map(component);
        // In a scheme without queries a `?` is an ordinary character, so the component includes it.
        let all = component(Span { start: path.start, end: parts.query.unwrap_or(path).end });
        let path = component(path);
        let below = path.without_prefix('/');
        if is(&["http", "https"]) {
            SchemePart::Http(Http { path: below, search: query })
        } else if is(&["ftp"]) {
            SchemePart::Ftp(Ftp::of(below))
        } else if is(&["gopher"]) {
            SchemePart::Gopher(Gopher::of(below))
        } else if is(&["mailto"]) {
            let address = component(Span { start: scheme.end + 1, end: path.span().end });
            SchemePart::Mailto(Mailto { address, header_fields: FieldSpecs::of(query, "&") })
        } else if is(&["news"]) {
            // A slash separates the group or id from a server. Without one, it is the first character.
            let has_server = parts.host.is_some();
            SchemePart::News(News::of(if has_server { all.without_prefix('/') } else { all }))
        } else if is(&["nntp"]) {
            SchemePart::Nntp(Nntp::of(below))
        } else if is(&["telnet", "rlogin", "tn3270"]) {
            SchemePart::Telnet
        } else if is(&["wais"]) {
            SchemePart::Wais(Wais::of(below, query))
        } else if is(&["file"]) {
            SchemePart::File(all.without_prefix('/'))
        } else if is(&["prospero"]) {
            SchemePart::Prospero(Prospero::of(below))
        } else if is(&["mid", "cid"]) {
            SchemePart::MessageId(all)
        } else if is(&["afs"]) {
            SchemePart::Afs(below)
        } else {
            SchemePart::Other
        }
    }
}

impl<'u> Ftp<'u> {
    fn of(path: Encoded<'u>) -> Ftp<'u> {
        // Only the last segment can have a type.
        let bytes = path.as_str().as_bytes();
        let slash = bytes.iter().rposition(|byte| *byte == b'/');
        let name_start = slash.map_or(0, |slash| slash + 1);
        let mark = ";type=";
        let marked = (name_start..bytes.len()).rfind(|&at| {
            bytes[at..].get(..mark.len()).is_some_and(|it| it.eq_ignore_ascii_case(mark.as_bytes()))
        });
        Ftp {
            cwd: Segments::of(slash.map(|slash| path.slice(0, slash))),
            name: path.slice(name_start, marked.unwrap_or(bytes.len())),
            type_code: marked.map(|at| path.slice(at + mark.len(), bytes.len())),
        }
    }
}

impl<'u> Gopher<'u> {
    /// The type to assume if there is none: a directory (RFC 1738, 3.4.1).
    pub const DEFAULT_TYPE: &'static str = "1";

    fn of(path: Encoded<'u>) -> Gopher<'u> {
        let text = path.as_str();
        // The type is one character, which may be escaped.
        let first = if crate::syntax::encoded::escaped_octet(text.as_bytes()).is_some() {
            3
        } else {
            text.chars().next().map_or(0, char::len_utf8)
        };
        let (selector, rest) = path.slice(first, text.len()).cut("%09");
        let (search, gopher_plus) = rest.map(|rest| rest.cut("%09")).unzip();
        let gtype = path.slice(0, first);
        Gopher { gtype, selector, search, gopher_plus: gopher_plus.flatten() }
    }
}

impl<'u> News<'u> {
    fn of(grouppart: Encoded<'u>) -> News<'u> {
        // An `@` distinguishes an article from a group (RFC 1738, 3.6). It may be escaped (RFC 5538, 2.2).
        let text = grouppart.as_str();
        if text == "*" {
            News::All
        } else if text.contains('@') || text.contains("%40") {
            News::MessageId(grouppart)
        } else {
            News::Group(grouppart)
        }
    }
}

impl<'u> Nntp<'u> {
    fn of(path: Encoded<'u>) -> Nntp<'u> {
        let (group, number) = path.cut("/");
        Nntp { group, number }
    }
}

impl<'u> Wais<'u> {
    fn of(path: Encoded<'u>, search: Option<Encoded<'u>>) -> Wais<'u> {
        let (database, document) = path.cut("/");
        let (wtype, wpath) = document.map(|document| document.cut("/")).unzip();
        Wais { database, search, wtype, wpath: wpath.flatten() }
    }

    /// Returns the draft's fields of [`Wais::wpath`]: each a number, `=` and a value, ended by `;`. May be empty.
    pub fn fields(&self) -> FieldSpecs<'u> {
        FieldSpecs::of(self.wpath.filter(|wpath| wpath.as_str().contains('=')), ";")
    }
}

impl<'u> Prospero<'u> {
    fn of(path: Encoded<'u>) -> Prospero<'u> {
        // Cut the fields off first: a `%00` in a field does not begin a version.
        let (name, fields) = path.cut(";");
        let (object, version) = name.cut("%00");
        Prospero { object, version, fields: FieldSpecs::of(fields, ";") }
    }
}
