//! Sets of schemes: those that the caller adds to the table, and those that alone are accepted.
//!
//! A set allocates nothing: known schemes are bits, and the names of others are in fixed arrays.

use core::fmt;

use crate::bytes::ends_with;
use crate::scheme::{Kind, MAX_NAME_BYTES, Scheme, Shape};

/// The bound on the number of schemes in a [`SchemeSet`] that the table lacks.
pub(crate) const MAX_OWN_SCHEMES: usize = 32;

/// A set of schemes: to find besides those of the table (rule W12), or to find alone (rule W14). By default it is
/// empty.
///
/// ```
/// use urlsift_scanner::{Config, Scanner, SchemeSet};
///
/// let mut schemes = SchemeSet::new();
/// schemes.add("x-ticket").unwrap();
/// let scanner = Scanner::with_config(Config::new().own_schemes(schemes));
/// let text = "see x-ticket:4711, or <X-Ticket:47\n12>, or http://a.example/";
/// assert_eq!(scanner.find_iter(text).count(), 3);
/// assert_eq!(Scanner::new().find_iter(text).count(), 1);
/// let scanner = Scanner::with_config(Config::new().only_schemes(schemes));
/// assert_eq!(scanner.find_iter(text).count(), 2);
/// ```
#[derive(Clone, Copy, Eq, PartialEq)]
pub struct SchemeSet {
    /// The names that the table lacks, in lower case, each with zeros after it.
    names: [[u8; MAX_NAME_BYTES]; MAX_OWN_SCHEMES],
    len: usize,
    /// A bit for each known scheme, in its order.
    listed: u128,
    is_exclusive: bool,
}

const _: () = assert!(Scheme::all().len() <= u128::BITS as usize);

/// A scheme of an [`SchemeSet`]. Anything may follow its colon. Its name is known from the text only.
static OWN: Scheme = Scheme { name: "", kind: Kind::Opaque(Shape::Any) };

impl SchemeSet {
    /// Returns the empty set.
    pub const fn new() -> SchemeSet {
        SchemeSet {
            names: [[0; MAX_NAME_BYTES]; MAX_OWN_SCHEMES],
            len: 0,
            listed: 0,
            is_exclusive: false,
        }
    }

    /// Adds the scheme `name`, in any case.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is not a scheme of RFC 3986, section 3.1, is `URL`, has fewer than 2 or more than 32
    /// bytes, or if the table lacks it and the set has 32 such schemes already.
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
        if let Some(scheme) = Scheme::find(name.as_bytes()) {
            self.listed |= bit_of(scheme);
            return Ok(());
        }
        if self.find_own(name.as_bytes()).is_some() {
            return Ok(());
        }
        let free = self.names.get_mut(self.len).ok_or(BadSchemeName::TooMany)?;
        free[..name.len()].copy_from_slice(name.as_bytes());
        free.make_ascii_lowercase();
        self.len += 1;
        Ok(())
    }

    pub(crate) fn exclusive(self) -> SchemeSet {
        SchemeSet { is_exclusive: true, ..self }
    }

    pub(crate) fn is_exclusive(&self) -> bool {
        self.is_exclusive
    }

    /// Reports whether a URL of a scheme that [`find`](Self::find) does not find is accepted. `URL` stands for `http`.
    #[inline]
    pub(crate) fn accepts_unknown(&self, name: &[u8]) -> bool {
        !self.is_exclusive || name.eq_ignore_ascii_case(b"url") && self.find(b"http").is_some()
    }

    /// Returns the names in lower case: those of the table in its order, and the others as they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let is_listed = |scheme: &&Scheme| self.listed & bit_of(scheme) != 0;
        let listed = Scheme::all().iter().filter(is_listed).map(|scheme| scheme.name);
        listed.chain(self.own_names())
    }

    fn own_names(&self) -> impl Iterator<Item = &str> {
        self.names[..self.len].iter().map(|name| {
            let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
            core::str::from_utf8(name).unwrap_or_default()
        })
    }

    /// Returns the scheme named `name` of this set or of the table, compared without case, unless it is refused.
    #[inline]
    pub(crate) fn find(&self, name: &[u8]) -> Option<&'static Scheme> {
        match Scheme::find(name) {
            Some(scheme) if self.is_exclusive && self.listed & bit_of(scheme) == 0 => None,
            None if self.len > 0 => self.find_own(name),
            scheme => scheme,
        }
    }

    /// Reports whether `scheme` was found in a set and not in the table.
    pub(crate) fn has(scheme: &Scheme) -> bool {
        scheme.name.is_empty()
    }

    #[cold]
    fn find_own(&self, name: &[u8]) -> Option<&'static Scheme> {
        self.own_names().any(|own| own.as_bytes().eq_ignore_ascii_case(name)).then_some(&OWN)
    }

    /// Like [`Scheme::may_end`], for the schemes of this set as well.
    #[inline]
    pub(crate) fn may_end(&self, text: &[u8]) -> bool {
        Scheme::may_end(text) || self.len != 0 && self.ends_with_own(text)
    }

    #[cold]
    fn ends_with_own(&self, text: &[u8]) -> bool {
        self.own_names().any(|own| ends_with(text, own))
    }
}

fn bit_of(scheme: &Scheme) -> u128 {
    let is_it = |other: &Scheme| core::ptr::eq(other, scheme);
    Scheme::all().iter().position(is_it).map_or(0, |place| 1 << place)
}

impl Default for SchemeSet {
    fn default() -> SchemeSet {
        SchemeSet::new()
    }
}

impl fmt::Debug for SchemeSet {
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
    /// The name is `URL`, which is not a scheme but a prefix (rule W1).
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

    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        let mut schemes = SchemeSet::new();
        for name in ["X-Ticket", "a1", "x-ticket", "HTTP"] {
            schemes.add(name).expect("the name is a scheme");
        }
        assert!(schemes.names().eq(["http", "x-ticket", "a1"]));
        let only = schemes.exclusive();
        // A name, and whether it is found in the set beside the table, and alone.
        for (name, found, alone) in [
            ("http", true, true),
            ("X-TICKET", true, true),
            ("A1", true, true),
            ("https", true, false),
            ("x-ticke", false, false),
            ("x-tickets", false, false),
            ("", false, false),
        ] {
            assert_eq!(schemes.find(name.as_bytes()).is_some(), found, "{name}");
            assert_eq!(only.find(name.as_bytes()).is_some(), alone, "{name}");
            assert!(!found || schemes.may_end(format!("see {name}").as_bytes()), "{name}");
        }
        assert!(only.accepts_unknown(b"URL") && !only.accepts_unknown(b"x-other"));
        assert_eq!(SchemeSet::new().find(b""), None);
    }

    #[test]
    fn bad_names_have_their_reason() {
        let long = "a".repeat(MAX_NAME_BYTES + 1);
        let table = [
            ("", "the name of a scheme begins with a letter"),
            ("3com", "the name of a scheme begins with a letter"),
            ("a:", "':' at byte 1 is not allowed in the name of a scheme"),
            ("aé", "'é' at byte 1 is not allowed in the name of a scheme"),
            ("Url", "URL: is a prefix and no scheme"),
            ("c", "the name of a scheme has 2 to 32 bytes, not 1"),
            (&long, "the name of a scheme has 2 to 32 bytes, not 33"),
        ];
        for (name, message) in table {
            let error = SchemeSet::new().add(name).expect_err("the name is bad");
            assert_eq!(error.to_string(), message, "{name}");
        }
        let mut schemes = SchemeSet::new();
        for i in 0..MAX_OWN_SCHEMES {
            schemes.add(&format!("x-{i}")).expect("the set has room");
        }
        assert_eq!(schemes.add("x-0"), Ok(()));
        assert_eq!(schemes.add("yy"), Err(BadSchemeName::TooMany));
    }
}
