//! The grammars that a string is judged by, and sets of grammars. The same string may be a URL to one document and not
//! to another: `~` is unsafe in RFC 1738 and unreserved in RFC 3986.

use crate::grammar::production::Production;
use crate::names::named;
use core::fmt;

pub(crate) mod production;

named! {
    /// A document that defines URLs.
    ///
    /// ```
    /// use urlsift_validator::Grammar;
    ///
    /// assert_eq!(Grammar::Rfc3986.to_string(), "rfc3986");
    /// ```
    #[derive(PartialOrd, Ord)]
    Grammar:
    /// `draft-ietf-uri-url-03` of March 1994, rule `url`, and three schemes that the draft names outside that rule: `afs`,
    /// `rlogin`, `tn3270`. A `#fragment` is split off first, as for RFC 1738.
    Draft03 "draft03"
    /// RFC 1738, section 5, rule `url`. A scheme with a production of its own is judged by that production alone;
    /// `otherurl` is for the rest. A `#fragment` is split off first. It may hold anything except a second `#`,
    /// whitespace, control characters and `<>"`.
    Rfc1738 "rfc1738"
    /// RFC 2396, Appendix A, rules `absoluteURI` and `fragment`, with the hosts and the `[` and `]` of RFC 2732.
    Rfc2396 "rfc2396"
    /// RFC 3986, Appendix A, rule `URI`: absolute, with or without a fragment.
    Rfc3986 "rfc3986"
    /// RFC 3987, section 2.2, rule `IRI`: absolute, with or without a fragment. Equals RFC 3986 on ASCII strings.
    Rfc3987 "rfc3987"
}

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
    bits: u8,
}

/// Schemes in the order of the draft's `url`. The last three are the extensions.
const DRAFT03_SCHEMES: [&str; 14] = [
    "http", "ftp", "news", "nntp", "prospero", "telnet", "gopher", "wais", "mailto", "mid", "cid",
    "afs", "rlogin", "tn3270",
];

impl Grammar {
    /// Returns the schemes, in lower case, that have a production of their own in the grammar. Empty for RFC
    /// 2396 and later, which are generic.
    pub const fn schemes(self) -> &'static [&'static str] {
        match self {
            Grammar::Draft03 => &DRAFT03_SCHEMES,
            Grammar::Rfc1738 => Production::SCHEMES,
            Grammar::Rfc2396 | Grammar::Rfc3986 | Grammar::Rfc3987 => &[],
        }
    }

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
    pub(crate) const fn with(self, grammar: Grammar) -> Grammars {
        Grammars { bits: self.bits | grammar.bit() }
    }

    pub(crate) const fn without(self, grammar: Grammar) -> Grammars {
        Grammars { bits: self.bits & !grammar.bit() }
    }

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
    pub fn iter(self) -> impl Iterator<Item = Grammar> {
        Grammar::ALL.iter().copied().filter(move |grammar| self.contains(*grammar))
    }
}

impl FromIterator<Grammar> for Grammars {
    fn from_iter<I: IntoIterator<Item = Grammar>>(grammars: I) -> Grammars {
        grammars.into_iter().fold(Grammars::none(), Grammars::with)
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
