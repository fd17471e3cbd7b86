//! What remains to be said of a string that satisfies no grammar (V2).
//!
//! Browsers open far more than any document calls a URL. What they would open, and what a reader
//! would take for a URL, is loose; anything less is rejected.

use crate::grammar::{Grammar, Grammars};
use crate::syntax::parts::{Parts, scheme_len};
use core::fmt;

/// One word for all grammars together (V2).
///
/// ```
/// use urlsift_validator::{RejectionKind, Standing, Validator};
///
/// let validator = Validator::new();
/// assert_eq!(validator.validate("http://host/a").standing(), Standing::Valid);
/// assert_eq!(validator.validate("http://host/a|b").standing(), Standing::Loose);
/// let Standing::Rejected(rejection) = validator.validate("http://host/a b").standing() else {
///     panic!("a blank is not let pass");
/// };
/// assert_eq!((rejection.kind(), rejection.at()), (RejectionKind::Whitespace, 13));
/// assert_eq!(rejection.to_string(), "' ' at byte 13 is whitespace");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Satisfies at least one grammar, and has no `"`, which the draft allows.
    Valid,
    /// Satisfies none, but has a scheme, no control character, no whitespace, none of `<>"`, and,
    /// where it starts with `//`, a host.
    Loose,
    /// Less than that.
    Rejected(Rejection),
}

/// Why a string is not even loose: the first thing in it that makes it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    at: usize,
    kind: RejectionKind,
    found: Option<char>,
}

/// What makes a string less than loose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RejectionKind {
    /// There is no scheme with a colon after it.
    MissingScheme,
    /// A control character (C0, DEL or C1), but for tab, line feed and carriage return.
    ControlCharacter,
    /// Whitespace, ASCII or not; tab, line feed and carriage return among it.
    Whitespace,
    /// One of `<`, `>` and `"`, which delimit URLs in text.
    Delimiter,
    /// `//` and no host, in a scheme that cannot do without.
    MissingHost,
}

/// Schemes whose host may be empty before a `/`: RFC 1738, 3.10 (file), RFC 4516, section 2 (ldap).
const SCHEMES_WITHOUT_HOST: [&str; 6] = ["file", "imap", "imaps", "ldap", "ldapi", "ldaps"];

impl Standing {
    /// Returns the standing's name in output: `valid`, `loose` or `rejected`.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Valid => "valid",
            Standing::Loose => "loose",
            Standing::Rejected(_) => "rejected",
        }
    }

    pub(crate) fn of(url: &str, parts: &Parts, grammars: Grammars) -> Standing {
        // The draft has the quotation mark among its `extra`. (RFC 3987 has blanks beyond ASCII
        // among its `ucschar`, which are let pass: in text nothing with a blank in it is found.) In
        // text it delimits: of 227,577 URLs found in archives one was valid with a quotation mark,
        // and there it was a slip (RFC 8357: `<http://…/dhcpv6-parameters">`).
        let otherwise = if grammars.is_empty() { Standing::Loose } else { Standing::Valid };
        if !grammars.without(Grammar::Draft03).is_empty() {
            return Standing::Valid;
        }
        Rejection::find(url, parts).map_or(otherwise, Standing::Rejected)
    }
}

impl Rejection {
    /// Where it is: a byte offset, the string's length where something is missing at its end.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// What it is.
    pub const fn kind(&self) -> RejectionKind {
        self.kind
    }

    /// The character that stands there, or `None` at the end.
    pub const fn found(&self) -> Option<char> {
        self.found
    }

    fn find(url: &str, parts: &Parts) -> Option<Rejection> {
        let rejection = |at: usize, kind| Rejection { at, kind, found: url[at..].chars().next() };
        let Some(scheme) = parts.scheme else {
            return Some(rejection(scheme_len(url), RejectionKind::MissingScheme));
        };
        let forbidden = url
            .char_indices()
            .find_map(|(at, c)| Some(rejection(at, RejectionKind::of_character(c)?)));
        let hostless = parts.host.filter(|host| host.is_empty()).filter(|host| {
            let may_be_empty =
                SCHEMES_WITHOUT_HOST.iter().any(|name| url[scheme].eq_ignore_ascii_case(name));
            !(may_be_empty && url[host.end..].starts_with('/'))
        });
        let hostless = hostless.map(|host| rejection(host.start, RejectionKind::MissingHost));
        [forbidden, hostless].into_iter().flatten().min_by_key(|rejection| rejection.at)
    }
}

impl RejectionKind {
    /// The kind's name in output: `missing_scheme`, `whitespace` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            RejectionKind::MissingScheme => "missing_scheme",
            RejectionKind::ControlCharacter => "control_character",
            RejectionKind::Whitespace => "whitespace",
            RejectionKind::Delimiter => "delimiter",
            RejectionKind::MissingHost => "missing_host",
        }
    }

    /// Why no URL has `c`, if none does.
    pub(crate) fn of_character(c: char) -> Option<RejectionKind> {
        match c {
            '<' | '>' | '"' => Some(RejectionKind::Delimiter),
            // Line breaks and tabs are both; they go by the name under which one looks for them.
            '\t' | '\n' | '\r' => Some(RejectionKind::Whitespace),
            c if c.is_control() => Some(RejectionKind::ControlCharacter),
            c if c.is_whitespace() => Some(RejectionKind::Whitespace),
            _ => None,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match self.found {
            Some(found) => write!(f, "{found:?} at byte {at} ")?,
            None => write!(f, "the end at byte {at} ")?,
        }
        f.write_str(match self.kind {
            RejectionKind::MissingScheme => "stands where a scheme or its \":\" is missing",
            RejectionKind::ControlCharacter => "is a control character",
            RejectionKind::Whitespace => "is whitespace",
            RejectionKind::Delimiter => "delimits URLs and cannot stand in one",
            RejectionKind::MissingHost => "stands where the host is missing",
        })
    }
}

impl fmt::Display for RejectionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl core::error::Error for Rejection {}
