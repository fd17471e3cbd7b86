//! Schemes that the caller adds to the table.
//!
//! A set is part of a configuration, so its names are in fixed arrays: the scanner allocates nothing. An empty set
//! costs one comparison for each name that is not in the table.

use core::fmt;

use crate::scheme::{Kind, MAX_NAME_BYTES, Scheme, Shape};

/// The bound on the number of schemes in a set of [`OwnSchemes`].
pub const MAX_OWN_SCHEMES: usize = 32;

/// A set of schemes to find like those of the table (rule W12). By default it is empty.
///
/// ```
/// use urlsift_scanner::{Config, OwnSchemes, Scanner};
///
/// let mut schemes = OwnSchemes::new();
/// schemes.add("x-ticket").unwrap();
/// let scanner = Scanner::with_config(Config::new().own_schemes(schemes));
/// let text = "see x-ticket:4711, or <X-Ticket:47\n12>";
/// assert_eq!(scanner.find_iter(text).count(), 2);
/// assert_eq!(Scanner::new().find_iter(text).count(), 0);
/// ```
#[derive(Clone, Copy)]
pub struct OwnSchemes {
    /// The names in lower case, each with zeros after it.
    names: [[u8; MAX_NAME_BYTES]; MAX_OWN_SCHEMES],
    len: usize,
}

/// A scheme of an [`OwnSchemes`]. Anything may follow its colon. Its name is known from the text only.
static OWN: Scheme = Scheme { name: "", kind: Kind::Opaque(Shape::Any) };

impl OwnSchemes {
    /// Returns the empty set.
    pub const fn new() -> OwnSchemes {
        OwnSchemes { names: [[0; MAX_NAME_BYTES]; MAX_OWN_SCHEMES], len: 0 }
    }

    /// Adds the scheme `name`, in any case. A scheme of the table, or one that was added before, changes nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is no scheme of RFC 3986, section 3.1, is `URL`, has fewer than 2 or more than 32
    /// bytes, or if the set has [`MAX_OWN_SCHEMES`] schemes already.
    pub fn add(&mut self, name: &str) -> Result<(), BadSchemeName> {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        if let Some((at, found)) = name.char_indices().find(|&(_, c)| !is_of_name(c)) {
            return Err(BadSchemeName::Character { found, at });
        }
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(BadSchemeName::Start);
        }
        if name.eq_ignore_ascii_case("url") {
            return Err(BadSchemeName::Prefix);
        }
        if !(2..=MAX_NAME_BYTES).contains(&name.len()) {
            return Err(BadSchemeName::Length(name.len()));
        }
        if self.find(name.as_bytes()).is_some() {
            return Ok(());
        }
        let free = self.names.get_mut(self.len).ok_or(BadSchemeName::TooMany)?;
        free[..name.len()].copy_from_slice(name.as_bytes());
        free.make_ascii_lowercase();
        self.len += 1;
        Ok(())
    }

    /// Returns the names in lower case, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names[..self.len].iter().map(|name| {
            let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
            core::str::from_utf8(name).unwrap_or_default()
        })
    }

    /// Returns the scheme named `name` of this set or of the table, compared without case.
    #[inline]
    pub(crate) fn find(&self, name: &[u8]) -> Option<&'static Scheme> {
        Scheme::find(name).or_else(|| if self.len == 0 { None } else { self.find_own(name) })
    }

    /// Reports whether `scheme` was found in a set and not in the table.
    pub(crate) fn has(scheme: &Scheme) -> bool {
        scheme.name.is_empty()
    }

    #[cold]
    fn find_own(&self, name: &[u8]) -> Option<&'static Scheme> {
        self.names().any(|own| own.as_bytes().eq_ignore_ascii_case(name)).then_some(&OWN)
    }

    /// Like [`Scheme::may_end`], for the schemes of this set as well.
    #[inline]
    pub(crate) fn may_end(&self, text: &[u8]) -> bool {
        Scheme::may_end(text) || self.len != 0 && self.ends_with_own(text)
    }

    #[cold]
    fn ends_with_own(&self, text: &[u8]) -> bool {
        self.names().any(|own| {
            let end = text.len().checked_sub(own.len()).map(|start| &text[start..]);
            end.is_some_and(|end| end.eq_ignore_ascii_case(own.as_bytes()))
        })
    }
}

impl Default for OwnSchemes {
    fn default() -> OwnSchemes {
        OwnSchemes::new()
    }
}

impl fmt::Debug for OwnSchemes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

/// The reason why a scheme cannot be added.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum BadSchemeName {
    /// A character that no scheme has, with its byte offset.
    Character {
        /// The character.
        found: char,
        /// Its byte offset in the name.
        at: usize,
    },
    /// The name does not begin with a letter.
    Start,
    /// The name is `URL`, which is no scheme but a prefix (rule W1).
    Prefix,
    /// The name has this number of bytes.
    Length(usize),
    /// The set is full.
    TooMany,
}

impl fmt::Display for BadSchemeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSchemeName::Character { found, at } => {
                write!(f, "{found:?} at byte {at} is not allowed in the name of a scheme")
            }
            BadSchemeName::Start => f.write_str("the name of a scheme begins with a letter"),
            BadSchemeName::Prefix => f.write_str("URL: is a prefix and no scheme"),
            BadSchemeName::Length(len) => {
                write!(f, "the name of a scheme has 2 to {MAX_NAME_BYTES} bytes, not {len}")
            }
            BadSchemeName::TooMany => write!(f, "the limit is {MAX_OWN_SCHEMES} schemes"),
        }
    }
}

impl core::error::Error for BadSchemeName {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        let mut schemes = OwnSchemes::new();
        for name in ["X-Ticket", "a1", "x-ticket", "HTTP"] {
            schemes.add(name).expect("the name is a scheme");
        }
        assert_eq!(schemes.names().collect::<Vec<_>>(), ["x-ticket", "a1"]);
        for name in ["x-ticket", "X-TICKET", "A1"] {
            assert_eq!(schemes.find(name.as_bytes()), Some(&OWN), "{name}");
            assert!(schemes.may_end(format!("see {name}").as_bytes()), "{name}");
        }
        assert_eq!(schemes.find(b"http"), Scheme::find(b"http"));
        for name in ["", "x-ticke", "x-tickets", "ticket", "a"] {
            assert_eq!(schemes.find(name.as_bytes()), None, "{name}");
        }
        assert_eq!(OwnSchemes::new().find(b""), None);
    }

    #[test]
    fn bad_names_have_their_reason() {
        let long = "a".repeat(MAX_NAME_BYTES + 1);
        let table = [
            ("", "the name of a scheme begins with a letter"),
            ("3com", "the name of a scheme begins with a letter"),
            ("+a", "the name of a scheme begins with a letter"),
            ("a:", "':' at byte 1 is not allowed in the name of a scheme"),
            ("a_b", "'_' at byte 1 is not allowed in the name of a scheme"),
            ("aé", "'é' at byte 1 is not allowed in the name of a scheme"),
            ("Url", "URL: is a prefix and no scheme"),
            ("c", "the name of a scheme has 2 to 32 bytes, not 1"),
            (&long, "the name of a scheme has 2 to 32 bytes, not 33"),
        ];
        for (name, message) in table {
            let error = OwnSchemes::new().add(name).expect_err("the name is bad");
            assert_eq!(error.to_string(), message, "{name}");
        }
        let mut schemes = OwnSchemes::new();
        for i in 0..MAX_OWN_SCHEMES {
            schemes.add(&format!("x-{i}")).expect("the set has room");
        }
        assert_eq!(schemes.add("x-0"), Ok(()));
        assert_eq!(schemes.add("y"), Err(BadSchemeName::Length(1)));
        assert_eq!(schemes.add("yy"), Err(BadSchemeName::TooMany));
    }
}
