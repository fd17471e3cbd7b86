//! The grammars that a string is judged by, and sets of grammars.
//!
//! A verdict gives a set. The same string may be a URL to one document and not to another: `~` is unsafe in
//! RFC 1738 and unreserved in RFC 3986.
//!
//! `production.rs` lists the productions of RFC 1738; the build script includes that file too.

use crate::grammar::production::Production;
use crate::names::named;
use core::fmt;
use core::str::FromStr;

pub(crate) mod production;

/// A document that defines URLs.
///
/// ```
/// use urlsift_validator::Grammar;
///
/// assert_eq!("rfc1738".parse(), Ok(Grammar::Rfc1738));
/// assert_eq!(Grammar::Rfc3986.to_string(), "rfc3986");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Grammar {
    /// `draft-ietf-uri-url-03` of March 1994, rule `url`, and three schemes that the draft names outside that
    /// rule: `afs`, `rlogin`, `tn3270`. A `#fragment` is split off first, as for RFC 1738.
    Draft03,
    /// RFC 1738, section 5, rule `url`. A scheme with a production of its own is judged by that production
    /// alone; `otherurl` is for the rest. A `#fragment` is split off first. It may hold anything except a
    /// second `#`, whitespace, control characters and `<>"`.
    Rfc1738,
    /// RFC 2396, Appendix A, rules `absoluteURI` and `fragment`, with the hosts and the `[` and `]` of RFC
    /// 2732.
    Rfc2396,
    /// RFC 3986, Appendix A, rule `URI`: absolute, with or without a fragment.
    Rfc3986,
    /// RFC 3987, section 2.2, rule `IRI`: absolute, with or without a fragment. Equals RFC 3986 on ASCII
    /// strings.
    Rfc3987,
}

named!(Grammar: Draft03 "draft03", Rfc1738 "rfc1738", Rfc2396 "rfc2396", Rfc3986 "rfc3986",
    Rfc3987 "rfc3987");

/// A set of [grammars](Grammar).
///
/// ```
/// use urlsift_validator::{Grammar, Validator};
///
/// let grammars = Validator::new().validate("http://host/a%20b").grammars();
/// assert!(grammars.contains(Grammar::Rfc1738));
/// assert_eq!(grammars.to_string(), "draft03 rfc1738 rfc2396 rfc3986 rfc3987");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Grammars {
    /// A bit for each grammar, by its index in [`Grammar::ALL`].
    bits: u8,
}

/// An iterator over the grammars of a set, oldest first. Made by [`Grammars::iter`].
#[derive(Clone, Debug)]
pub struct GrammarsIter {
    rest: Grammars,
}

/// The error of parsing a [`Grammar`]: no grammar has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownGrammar(());

/// Schemes in the order of the draft's `url`. The last three are the extensions.
const DRAFT03_SCHEMES: [&str; 14] = [
    "http", "ftp", "news", "nntp", "prospero", "telnet", "gopher", "wais", "mailto", "mid", "cid",
    "afs", "rlogin", "tn3270",
];

/// Names of all productions except the last, `otherurl`.
const RFC1738_SCHEMES: [&str; Production::ALL.len() - 1] = {
    let mut schemes = [""; Production::ALL.len() - 1];
    let mut index = 0;
    while index < schemes.len() {
        schemes[index] = Production::ALL[index].name();
        index += 1;
    }
    schemes
};

impl Grammar {
    /// Returns the schemes, in lower case, that have a production of their own in the grammar. Empty for RFC
    /// 2396 and later, which are generic.
    pub const fn schemes(self) -> &'static [&'static str] {
        match self {
            Grammar::Draft03 => &DRAFT03_SCHEMES,
            Grammar::Rfc1738 => &RFC1738_SCHEMES,
            Grammar::Rfc2396 | Grammar::Rfc3986 | Grammar::Rfc3987 => &[],
        }
    }

    /// Returns the document's name as messages cite it.
    pub(crate) const fn document(self) -> &'static str {
        match self {
            Grammar::Draft03 => "draft 03",
            Grammar::Rfc1738 => "RFC 1738",
            Grammar::Rfc2396 => "RFC 2396",
            Grammar::Rfc3986 => "RFC 3986",
            Grammar::Rfc3987 => "RFC 3987",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Grammars {
    /// Returns the set with `grammar` added.
    pub(crate) const fn with(self, grammar: Grammar) -> Grammars {
        Grammars { bits: self.bits | grammar.bit() }
    }

    /// Returns the set with `grammar` removed.
    pub(crate) const fn without(self, grammar: Grammar) -> Grammars {
        Grammars { bits: self.bits & !grammar.bit() }
    }

    /// Returns the empty set.
    pub(crate) const fn none() -> Grammars {
        Grammars { bits: 0 }
    }

    /// Returns whether `grammar` is in the set.
    pub const fn contains(self, grammar: Grammar) -> bool {
        self.bits & grammar.bit() != 0
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns the number of grammars in the set.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Returns an iterator over the grammars of the set, oldest first.
    pub const fn iter(self) -> GrammarsIter {
        GrammarsIter { rest: self }
    }
}

impl FromIterator<Grammar> for Grammars {
    fn from_iter<I: IntoIterator<Item = Grammar>>(grammars: I) -> Grammars {
        grammars.into_iter().fold(Grammars::none(), Grammars::with)
    }
}

impl IntoIterator for Grammars {
    type Item = Grammar;
    type IntoIter = GrammarsIter;

    fn into_iter(self) -> GrammarsIter {
        self.iter()
    }
}

impl Iterator for GrammarsIter {
    type Item = Grammar;

    fn next(&mut self) -> Option<Grammar> {
        let next = Grammar::ALL.iter().copied().find(|grammar| self.rest.contains(*grammar))?;
        self.rest.bits &= !next.bit();
        Some(next)
    }
}

impl FromStr for Grammar {
    type Err = UnknownGrammar;

    fn from_str(name: &str) -> Result<Grammar, UnknownGrammar> {
        let named = Grammar::ALL.iter().copied().find(|grammar| grammar.name() == name);
        named.ok_or(UnknownGrammar(()))
    }
}

/// Writes the names, separated by spaces. Writes nothing for the empty set.
impl fmt::Display for Grammars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, grammar) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(grammar.name())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grammars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for UnknownGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no grammar has this name, but these have: {}", {
            Grammar::ALL.iter().copied().collect::<Grammars>()
        })
    }
}

impl core::error::Error for UnknownGrammar {}
