//! What is known about a string once it was validated.

use crate::grammar::{Grammar, Grammars};
use crate::notes::note_kinds::NoteKinds;
use crate::rejection::Standing;
use crate::syntax::host::HostKind;
use crate::syntax::parts::Parts;

/// The verdict on one string. It holds offsets, not text, and owns nothing that is allocated.
///
/// What needs the text too, such as why a grammar is not satisfied, is asked of a
/// [`Url`](crate::Url), which holds both.
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
    /// By the grammar's place in [`Grammar::ALL`]; of any value where the grammar is satisfied.
    pub(crate) failures: [usize; Grammar::ALL.len()],
    pub(crate) grammars: Grammars,
    pub(crate) standing: Standing,
    pub(crate) parts: Parts,
    pub(crate) host_kind: Option<HostKind>,
    /// The kinds of notes that may be made on it.
    pub(crate) note_kinds: NoteKinds,
}

impl Verdict {
    /// Whether the string is a URL by `grammar`.
    pub const fn satisfies(&self, grammar: Grammar) -> bool {
        self.grammars.contains(grammar)
    }

    /// The grammars that the string satisfies.
    pub const fn grammars(&self) -> Grammars {
        self.grammars
    }

    /// Where the string fails by `grammar` (V3), or `None` where it satisfies it: the length in bytes
    /// of the longest prefix that some URL of the grammar begins with. [`Url::failure`] says why.
    ///
    /// [`Url::failure`]: crate::Url::failure
    pub const fn failure_at(&self, grammar: Grammar) -> Option<usize> {
        if self.satisfies(grammar) { None } else { Some(self.failures[grammar as usize]) }
    }

    /// One word for all grammars together (V2).
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// The string's parts, as byte ranges into it (V4).
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// What the host is, apart from the grammars (V5), or `None` where there is no host or an empty
    /// one.
    pub const fn host_kind(&self) -> Option<HostKind> {
        self.host_kind
    }
}
