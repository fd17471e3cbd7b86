//! The verdict on a string, the result of validation.

use crate::grammar::{Grammar, Grammars};
use crate::notes::Notes;
use crate::notes::possible::NoteKinds;
use crate::rejection::Standing;
use crate::syntax::host::HostKind;
use crate::syntax::parts::Parts;

/// The verdict on one string, without its text. Methods that need the text too are on [`Url`](crate::Url).
///
/// ```
/// use urlsift_validator::{Grammar, Validator};
///
/// let verdict = Validator::new().validate("nntp://news.host");
/// assert_eq!(verdict.grammars().to_string(), "rfc2396 rfc3986 rfc3987");
/// // The group is missing.
/// assert_eq!(verdict.failure_at(Grammar::Rfc1738), Some(16));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Offsets by index in [`Grammar::ALL`]. Any value if the string satisfies the grammar.
    pub(crate) failures: [usize; Grammar::ALL.len()],
    pub(crate) grammars: Grammars,
    pub(crate) standing: Standing,
    pub(crate) parts: Parts,
    pub(crate) host_kind: Option<HostKind>,
    pub(crate) note_kinds: NoteKinds,
}

impl Verdict {
    /// Returns whether the string is a URL by `grammar`.
    pub const fn satisfies(&self, grammar: Grammar) -> bool {
        self.grammars.contains(grammar)
    }

    /// Returns the grammars that the string satisfies.
    pub const fn grammars(&self) -> Grammars {
        self.grammars
    }

    /// Returns the byte offset at which the string fails `grammar`, or `None` if it satisfies it.
    ///
    /// It is the length of the longest prefix that some URL of the grammar begins with.
    /// [`Url::failure`](crate::Url::failure) gives the reason.
    pub const fn failure_at(&self, grammar: Grammar) -> Option<usize> {
        if self.satisfies(grammar) { None } else { Some(self.failures[grammar as usize]) }
    }

    /// Returns the standing: valid, loose or rejected, over all grammars together.
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// Returns the parts of the string as byte ranges into it.
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Returns the kind of the host, judged independently of the grammars, or `None` if the host is missing or empty.
    pub const fn host_kind(&self) -> Option<HostKind> {
        self.host_kind
    }

    /// Returns the notes on `url`, which must be the string of this verdict, as [`Url::notes`](crate::Url::notes) does.
    #[inline]
    pub fn notes<'u>(&self, url: &'u str) -> Notes<'u, '_> {
        Notes::of(url, &self.parts, self.grammars, self.note_kinds)
    }
}
