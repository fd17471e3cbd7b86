//! A failure: where a string fails a grammar, and how.
//!

use crate::diagnosis::place::FailurePlace;
use crate::grammar::Grammar;
use crate::names::named;
use core::fmt;

/// The reason why a string is not a URL by one [`Grammar`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    pub(crate) grammar: Grammar,
    pub(crate) at: usize,
    pub(crate) kind: FailureKind,
    pub(crate) found: Option<char>,
    pub(crate) place: FailurePlace,
    pub(crate) section: &'static str,
}

named! {
    /// The way in which a string fails.
    FailureKind:
    /// A character that the grammar allows nowhere and that must be escaped: one that RFC 1738, 2.2, calls unsafe, or
    /// any that is not graphic ASCII. Includes a second `#`, except under RFC 3986 and 3987, which reserve it.
    UnsafeCharacter "unsafe_character"
    /// A character that delimits parts, at a place where it has nothing to delimit (RFC 1738, 2.2; RFC 3986, 2.2).
    ReservedCharacter "reserved_character"
    /// A character that the grammar allows in other parts: `_` in a scheme, a letter in an article's number.
    MisplacedCharacter "misplaced_character"
    /// A `%` without two hexadecimal digits, or cut off by the end, or an escape in a part that allows none.
    BadEscape "bad_escape"
    /// The host cannot go on like this, or cannot end here: `a-.com` fails at the dot.
    BadHostLabel "bad_host_label"
    /// The port contains a character other than a digit, or is empty under the draft or RFC 1738.
    BadPort "bad_port"
    /// Something that the grammar requires is missing, most often at the end.
    MissingPart "missing_part"
    /// The `;` in an ftp path is not followed by `type=` and one of `a`, `i`, `d`.
    UnknownTypeCode "unknown_type_code"
}

impl Failure {
    /// Returns the grammar that the string does not satisfy.
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the length in bytes of the longest prefix that some URL of the grammar begins with. Equals the
    /// string's length if the string ends too early.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Returns how the string fails.
    pub const fn kind(&self) -> FailureKind {
        self.kind
    }

    /// Returns the character at [`Failure::at`], or `None` if the string ends too early.
    pub const fn found(&self) -> Option<char> {
        self.found
    }

    /// Returns the section of the grammar's document on this failure, such as `3.2.2`. `BNF` for the draft.
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// Returns whether escaping the character would mend the failure. In a host only a character beyond ASCII can be
    /// escaped (RFC 3986, 3.2.2).
    pub(crate) fn is_mended_by_escape(&self) -> bool {
        let is_beyond = self.found.is_some_and(|found| !found.is_ascii());
        self.place.has_escapes() || self.place == FailurePlace::Host && is_beyond
    }
}

/// A character between single quotes, escaped only if it is invisible.
struct QuotedChar(char);

impl fmt::Display for QuotedChar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            '\\' | '\'' => write!(f, "'{}'", self.0),
            c => write!(f, "{c:?}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let document = self.grammar.document();
        let (at, found) = (self.at, self.found.map(QuotedChar));
        // First the character or the end and its offset; some places have a sentence of their own.
        match (&found, self.place) {
            (_, FailurePlace::KnownScheme) => {
                match &found {
                    Some(found) => write!(f, "{found} at byte {at}")?,
                    None => write!(f, "the end of the URL at byte {at}")?,
                }
                return write!(f, " leads to no scheme that {document} lists ({})", self.section);
            }
            (None, FailurePlace::Escape) => {
                write!(f, "an escape is cut off by the end of the URL at byte {at}")?;
                return write!(f, " ({document}, {})", self.section);
            }
            (found, _) if self.kind == FailureKind::MissingPart => {
                write!(f, "{} is missing at byte {at}, ", self.place.missing())?;
                match found {
                    Some(found) => write!(f, "before {found}")?,
                    None => f.write_str("the end of the URL")?,
                }
            }
            (Some(found), _) => write!(f, "{found} at byte {at} ")?,
            (None, _) => write!(f, "the end of the URL at byte {at} ")?,
        }
        let place = self.place.name();
        match self.kind {
            FailureKind::MissingPart => {}
            _ if self.place == FailurePlace::NoUser => {
                f.write_str("cannot come here, for the scheme has no user")?;
            }
            FailureKind::UnsafeCharacter if self.is_mended_by_escape() => {
                let verb = match self.grammar {
                    Grammar::Rfc1738 => "is unsafe in",
                    Grammar::Rfc2396 => "is excluded from",
                    _ => "is not allowed in",
                };
                write!(f, "{verb} {document} ({}) and must be written ", self.section)?;
                let mut utf8 = [0; 4];
                let utf8 = self.found.map_or("", |found| found.encode_utf8(&mut utf8));
                return utf8.bytes().try_for_each(|byte| write!(f, "%{byte:02X}"));
            }
            FailureKind::ReservedCharacter => {
                write!(f, "is reserved in {document} ({})", self.section)?;
                return write!(f, " and cannot stand in {place}");
            }
            FailureKind::UnsafeCharacter | FailureKind::MisplacedCharacter => {
                write!(f, "cannot stand in {place}")?;
            }
            FailureKind::BadEscape if self.place == FailurePlace::Escape => {
                f.write_str("is no hexadecimal digit of an escape")?;
            }
            FailureKind::BadEscape => write!(f, "begins an escape, which {place} cannot have")?,
            FailureKind::BadHostLabel => {
                f.write_str("cannot come here in a host")?;
                if self.grammar == Grammar::Rfc1738 {
                    f.write_str(
                        ", whose labels begin and end with a letter or digit, the last one \
                         beginning with a letter",
                    )?;
                }
            }
            FailureKind::BadPort => f.write_str("cannot come here in a port, which is digits")?,
            FailureKind::UnknownTypeCode => {
                f.write_str(
                    "cannot come here, where \";type=\" and one of \"a\", \"i\", \"d\" stand",
                )?;
            }
        }
        write!(f, " ({document}, {})", self.section)
    }
}

impl core::error::Error for Failure {}
