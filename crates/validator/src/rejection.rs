//! The standing of a string, and why a string is rejected.
//!

use crate::grammar::{Grammar, Grammars};
use crate::names::named;
use crate::syntax::parts::{Parts, scheme_len};
use core::fmt;

/// The judgement over all grammars together.
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
    /// The string satisfies at least one grammar. If that is the draft alone, which allows a `"`, the string has none.
    Valid,
    /// The string satisfies no grammar. It has a scheme, no control character, no whitespace, none of `<>"`,
    /// and, if it starts with `//`, a host.
    Loose,
    /// The string is neither valid nor loose.
    Rejected(Rejection),
}

/// The reason for a rejection: the first offence in the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    at: usize,
    kind: RejectionKind,
    found: Option<char>,
}

named! {
    /// The kind of offence that makes a string worse than loose.
    RejectionKind:
    /// No scheme followed by a colon.
    MissingScheme "missing_scheme"
    /// A control character (C0, DEL or C1), except tab, line feed and carriage return.
    ControlCharacter "control_character"
    /// Whitespace, in ASCII or beyond, including tab, line feed and carriage return.
    Whitespace "whitespace"
    /// A `<`, `>` or `"`, which delimit URLs in text.
    Delimiter "delimiter"
    /// `//` without a host, in a scheme that needs one.
    MissingHost "missing_host"
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
        // Only the draft allows a quotation mark, in its `extra`. In text that character delimits: of 227,577 URLs
        // found in archives one was valid with it, by a slip. RFC 3987 allows whitespace beyond ASCII in its `ucschar`,
        // which no URL found in text contains.
        let otherwise = if grammars.is_empty() { Standing::Loose } else { Standing::Valid };
        if !grammars.without(Grammar::Draft03).is_empty() {
            return Standing::Valid;
        }
        Rejection::find(url, parts).map_or(otherwise, Standing::Rejected)
    }
}

impl Rejection {
    /// Returns the byte offset of the offence: the string's length if something is missing at its end.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Returns the kind of offence.
    pub const fn kind(&self) -> RejectionKind {
        self.kind
    }

    /// Returns the character at the offset, or `None` at the end of the string.
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
        // An empty host is fine in a scheme that allows it, if a path follows.
        let hostless = parts.host.filter(|host| host.is_empty()).filter(|host| {
            let may_be_empty =
                SCHEMES_WITHOUT_HOST.iter().any(|name| url[scheme].eq_ignore_ascii_case(name));
            !(may_be_empty && url[host.end..].starts_with('/'))
        });
        let hostless = hostless.map(|host| rejection(host.start, RejectionKind::MissingHost));
        // Report the first offence, whichever it is.
        [forbidden, hostless].into_iter().flatten().min_by_key(|rejection| rejection.at)
    }
}

impl RejectionKind {
    /// Returns why no URL may contain `c`, or `None` if some URL may.
    pub(crate) fn of_character(c: char) -> Option<RejectionKind> {
        match c {
            '<' | '>' | '"' => Some(RejectionKind::Delimiter),
            // Tabs and line breaks are both. They are reported under the more familiar name.
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

impl core::error::Error for Rejection {}
