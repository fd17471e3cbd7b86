//! The kinds of notes that a URL may have, derived from its verdict.
//!
//! A kind that is missing from the set is never searched for. A test searches for every kind and compares.

use crate::automata::plain_prefix::PlainPrefix;
use crate::notes::browser_scheme::find_odd_slashes;
use crate::notes::deception::may_be_number;
use crate::notes::note::NoteKind;
use crate::syntax::parts::{AT, BEYOND_ASCII, HYPHEN, PERCENT, Parts};

/// A set of kinds, one bit each, in the order of [`NoteKind::ALL`].
///
/// Searching for every kind took a tenth of the instructions of finding an ordinary URL, and a fifth for a
/// URL without a host. The verdict rules out most kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoteKinds(u32);

impl NoteKinds {
    #[cfg(test)]
    pub(crate) const ALL: NoteKinds = NoteKinds((1 << NoteKind::ALL.len()) - 1);
    const OF_USER: NoteKinds = NoteKinds::none()
        .with(NoteKind::Password)
        .with(NoteKind::UserNotAllowed)
        .with(NoteKind::UserLooksLikeHost)
        .with(NoteKind::HostDisputed)
        .with(NoteKind::OptionInHost);

    const OF_SCHEMES: NoteKinds = NoteKinds::none()
        .with(NoteKind::ProgramInUrl)
        .with(NoteKind::DocumentInUrl)
        .with(NoteKind::LocalFile)
        .with(NoteKind::StartsProgram);

    pub(crate) const fn none() -> NoteKinds {
        NoteKinds(0)
    }

    const fn with(self, kind: NoteKind) -> NoteKinds {
        NoteKinds(self.0 | 1 << kind as u16)
    }

    const fn and(self, others: NoteKinds) -> NoteKinds {
        NoteKinds(self.0 | others.0)
    }

    /// Returns the kinds that may apply to `url`. Its bytes, except those of a plain `prefix`, have
    /// `classes`.
    pub(crate) fn possible(
        url: &str,
        parts: &Parts,
        prefix: Option<PlainPrefix>,
        classes: u8,
    ) -> NoteKinds {
        let mut kinds = NoteKinds::none();
        if parts.user.is_some() {
            kinds = kinds.and(NoteKinds::OF_USER);
        }
        if let Some(host) = parts.host {
            let end = host.end.max(parts.port.map_or(0, |port| port.end));
            if url.as_bytes().get(end) == Some(&b'\\') {
                kinds = kinds.with(NoteKind::HostDisputed);
            }
            // A plain host is not a number, has no two hyphens in a row, and nothing beyond ASCII.
            if prefix.is_none() {
                if may_be_number(&url[host]) {
                    kinds = kinds.with(NoteKind::HostInDisguise);
                }
                if classes & HYPHEN != 0 {
                    kinds = kinds.with(NoteKind::HostPunycode).with(NoteKind::OptionInHost);
                }
                if classes & (HYPHEN | PERCENT | BEYOND_ASCII) != 0 {
                    kinds = kinds.with(NoteKind::MixedScripts).with(NoteKind::ConfusableHost);
                }
                if classes & BEYOND_ASCII != 0 {
                    kinds = kinds.with(NoteKind::HostNotAscii);
                }
            }
        }
        // A plain prefix has two slashes and a host.
        if prefix.is_none() && find_odd_slashes(url).is_some() {
            kinds = kinds.with(NoteKind::HostDisputed);
        }
        if let (Some(scheme), Some(port)) = (parts.scheme, parts.port)
            && let Some(kind) = NoteKind::of_port(&url[scheme], &url[port])
        {
            kinds = kinds.with(kind);
        }
        if classes & PERCENT != 0 {
            kinds = kinds.with(NoteKind::EncodedControl);
        }
        if classes & BEYOND_ASCII != 0 {
            kinds = kinds.with(NoteKind::HiddenCharacter);
        }
        // The first two letters exclude most URLs from the search for schemes.
        kinds = match url.as_bytes() {
            [b'm' | b'M', b'a' | b'A', ..]
            | [b'f' | b'F' | b'h' | b'H', b't' | b'T', ..]
            | [b'n' | b'N', ..] => kinds,
            _ => kinds.and(NoteKinds::OF_SCHEMES),
        };
        if parts.query.is_some() && matches!(url.as_bytes(), [b'm' | b'M', b'a' | b'A', ..]) {
            kinds = kinds.with(NoteKind::FileAttached);
        }
        // Missing numbers and addresses, and types: only nntp, mailto and ftp URLs begin so.
        match url.as_bytes() {
            [b'n' | b'N', b'n' | b'N', ..] => kinds.with(NoteKind::NumberMissing),
            // Outside the fragment, an `@` belongs to an address.
            [b'm' | b'M', ..] if classes & AT == 0 || parts.fragment.is_some() => {
                kinds.with(NoteKind::AddressMissing)
            }
            [b'f' | b'F', b't' | b'T', ..] if has_type(url, parts) => {
                kinds.with(NoteKind::TypeOfRfc959)
            }
            _ => kinds,
        }
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn contains(self, kind: NoteKind) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    /// Returns the first kind of the set.
    pub(crate) fn first(self) -> Option<NoteKind> {
        // The lowest bit that is set is the index of the first kind. An empty set gives 32, which is out of bounds.
        NoteKind::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    /// Returns the set without its first kind.
    pub(crate) const fn without_first(self) -> NoteKinds {
        // `x & (x - 1)` clears the lowest bit of `x`.
        NoteKinds(self.0 & self.0.saturating_sub(1))
    }
}

/// Reports whether the path has the `;` that precedes the type of an ftp URL.
fn has_type(url: &str, parts: &Parts) -> bool {
    parts.path.is_some_and(|path| url[path].contains(';'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validator::Validator;

    #[test]
    fn a_kind_is_the_bit_of_its_index() {
        for (bit, kind) in NoteKind::ALL.iter().enumerate() {
            assert_eq!(NoteKinds::none().with(*kind), NoteKinds(1 << bit));
        }
    }

    #[test]
    fn possible_kinds_by_url() {
        let table = [
            ("http://host.dom/a?b#c", 0),
            ("http://host.dom\\a", 1),
            ("http://host.dom?a", 0),
            ("http://0x7f.1/", 1),
            ("http://a.xn--p1ai/", 4),
            ("http://localhost/", 0),
            ("http://-.a/", 5),
            ("news:a.b", 0),
            ("nntp:a.b", 1),
            ("mailto:x", 1),
            ("mailto:x@y", 0),
            ("mailto:x@y?subject=z", 1),
            ("mailto:x#@", 1),
            ("urn:a:b", 4),
            ("http://host.dom:80/", 0),
            ("http://host.dom:81/", 1),
            ("http://user@host.dom/", 5),
            ("http://host.dom/%00", 1),
            ("http://host.dom/\u{202e}", 1),
            ("javascript:a", 4),
            ("Mocha:a", 5),
            ("data:,a", 4),
            ("file:///a", 4),
            (" java\tscript:a", 4),
            ("ftp://host.dom/a", 0),
            ("FTP://host.dom/a;type=L8", 1),
            ("http:///host.dom/", 1),
            ("https:host.dom", 1),
            ("\thttp:host.dom", 5),
            ("http:", 0),
            ("http://", 0),
            ("http:?a", 0),
        ];
        for (url, count) in table {
            let kinds = Validator::new().validate(url).note_kinds;
            assert_eq!(kinds.0.count_ones(), count, "{url}");
        }
    }
}
