//! What is known about a string once it was validated.

use crate::failure::Failure;
use crate::grammar::{Grammar, Grammars};
use crate::host::HostKind;
use crate::parts::Parts;
use crate::standing::Standing;

/// The verdict on one string. It holds offsets, not text, and owns nothing that is allocated.
///
/// ```
/// use urlsift_validator::{FailureKind, Grammar, Validator};
///
/// let verdict = Validator::new().validate("nntp://news.host");
/// assert_eq!(verdict.grammars().to_string(), "rfc3986");
/// let failure = verdict.failure(Grammar::Rfc1738).unwrap();
/// assert_eq!((failure.at(), failure.kind()), (16, FailureKind::MissingPart));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// By the grammar's place in [`Grammar::ALL`].
    pub(crate) failures: [Option<Failure>; Grammar::ALL.len()],
    pub(crate) grammars: Grammars,
    pub(crate) standing: Standing,
    pub(crate) parts: Parts,
    pub(crate) host_kind: Option<HostKind>,
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

    /// Where and how the string fails by `grammar` (V3), or `None` where it satisfies it.
    pub const fn failure(&self, grammar: Grammar) -> Option<Failure> {
        self.failures[grammar as usize]
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
