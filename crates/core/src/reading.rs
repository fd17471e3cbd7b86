//! Readings of a wrapper: the ways in which its pieces join, and the doubts at which these differ.
//!
//! A [`Found`](crate::Found) has the best reading, the other [readings](crate::Found::readings) and the
//! [doubts](crate::Found::doubts).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use smallvec::SmallVec;
use urlsift_rejoiner::{Choice, DoubtKind, Piece};

use crate::url::display::display_url;
use crate::url::href::href;

/// The pieces of a reading. Nearly always there is one, or two after an inserted scheme. These are stored inline: a vector
/// costs 110 instructions to allocate and free.
pub(crate) type PieceList = SmallVec<[Piece; 2]>;

/// The greatest number of pieces of a URL (W8).
pub(crate) const MAX_PIECES: usize = 1024;

/// Adds `piece`, unless it copies nothing or `pieces` has [`MAX_PIECES`] already. The URL then ends before it.
pub(crate) fn push_piece(pieces: &mut PieceList, piece: Piece) {
    let is_empty = matches!(&piece, Piece::Copied(range) if range.is_empty());
    if !is_empty && pieces.len() < MAX_PIECES {
        pieces.push(piece);
    }
}

/// Adds a copy of `range` of the text, to the last piece if this ends there.
pub(crate) fn push_copied(pieces: &mut PieceList, range: Range<usize>) {
    match pieces.last_mut() {
        Some(Piece::Copied(last)) if last.end == range.start => last.end = range.end,
        _ => push_piece(pieces, Piece::Copied(range)),
    }
}

/// Reports whether `url` has the bytes of its `pieces` in `haystack`, so that offsets in the joined pieces are offsets
/// in the URL. If decoding changed them, equal lengths prove nothing: characters of GB18030 shrink and grow.
#[doc(hidden)]
pub fn is_spelled_by(url: &str, pieces: &[Piece], haystack: &[u8]) -> bool {
    let mut rest = url.as_bytes();
    pieces.iter().all(|piece| match rest.strip_prefix(piece.bytes(haystack)) {
        Some(after) => {
            rest = after;
            true
        }
        None => false,
    }) && rest.is_empty()
}

/// Returns the bytes that `pieces` of `haystack` make together.
pub(crate) fn joined(pieces: &[Piece], haystack: &[u8]) -> Vec<u8> {
    // An iterator over the bytes took a thousand instructions for an address.
    let mut joined =
        Vec::with_capacity(pieces.iter().map(|piece| piece.bytes(haystack).len()).sum());
    for piece in pieces {
        joined.extend_from_slice(piece.bytes(haystack));
    }
    joined
}

/// Another way to read a wrapper.
///
/// ```
/// use urlsift::Extractor;
///
/// let found = Extractor::new().find_iter("<http://example.org/well-\nknown>").next().unwrap();
/// assert_eq!(found.url(), "http://example.org/well-known");
/// let other = &found.readings()[0];
/// assert_eq!(other.url(), "http://example.org/wellknown");
/// assert_eq!(other.why().to_string(), "hyphen at 24 dropped");
/// ```
#[derive(Clone, Debug)]
pub struct Reading<'h> {
    pub(crate) url: Cow<'h, str>,
    pub(crate) pieces: PieceList,
    pub(crate) why: Why,
}

impl Reading<'_> {
    /// Returns the URL of this reading to open. See [`href`](crate::href()).
    pub fn href(&self) -> Option<Cow<'_, str>> {
        href(self.url())
    }

    /// Returns the URL of this reading to show. See [`display_url`].
    pub fn display_url(&self) -> String {
        display_url(self.url())
    }

    pub(crate) fn into_owned(self) -> Reading<'static> {
        let url = Cow::Owned(self.url.into_owned());
        Reading { url, pieces: self.pieces, why: self.why }
    }

    /// Returns the URL of this reading.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the pieces of the URL, in order. See [`Found::pieces`](crate::Found::pieces).
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns how this reading differs from the first.
    pub fn why(&self) -> &Why {
        &self.why
    }
}

/// How a reading differs from the first.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// The reading makes other choices at these doubts.
    Differs(Vec<Difference>),
    /// The reading has `%20` for every space and line break inside the wrapper (rule J5).
    BlanksEscaped,
}

/// A doubt at which a reading makes another choice than the first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Difference {
    /// The kind of doubt.
    pub kind: DoubtKind,
    /// The byte offset of the doubt in the text.
    pub at: usize,
    /// The choice of this reading.
    pub choice: Choice,
}

impl Why {
    /// Returns the reason of a reading that makes the choice `choice` at one doubt.
    pub(crate) fn of(kind: DoubtKind, at: usize, choice: Choice) -> Why {
        Why::Differs(vec![Difference { kind, at, choice }])
    }

    /// Maps all offsets by `place`, for a text that is part of a larger one.
    #[must_use]
    pub fn placed(&self, place: impl Fn(usize) -> usize) -> Why {
        match self {
            Why::BlanksEscaped => Why::BlanksEscaped,
            Why::Differs(differences) => Why::Differs(
                differences
                    .iter()
                    .map(|difference| Difference { at: place(difference.at), ..*difference })
                    .collect(),
            ),
        }
    }
}

/// Writes the differences, separated by commas: `hyphen at 31 dropped, gap at 40 as %20`.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differences = match self {
            Why::BlanksEscaped => return f.write_str("every gap and line break as %20"),
            Why::Differs(differences) => differences,
        };
        for (i, Difference { kind, at, choice }) in differences.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let choice = match choice {
                // These have other words here than in rows, where `choice.name()` must not change.
                Choice::At => "as @",
                Choice::Space => "as %20",
                Choice::Close => "as the closing >",
                Choice::Mark => "as a quote mark",
                Choice::Cut => "as the end",
                choice => choice.name(),
            };
            let kind = match kind {
                DoubtKind::At => "' at '",
                DoubtKind::Join => "line break",
                kind => kind.name(),
            };
            write!(f, "{comma}{kind} at {at} {choice}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use urlsift_rejoiner::Ground;

    use super::*;

    #[test]
    fn enums_display_their_names_in_rows() {
        for kind in [DoubtKind::Hyphen, DoubtKind::At, DoubtKind::Gap, DoubtKind::End] {
            assert_eq!(kind.to_string(), kind.name());
        }
        for choice in [Choice::Kept, Choice::Dropped, Choice::At, Choice::Removed, Choice::Space] {
            assert_eq!(choice.to_string(), choice.name());
        }
        for ground in [Ground::Host, Ground::Seen, Ground::Default] {
            assert_eq!(ground.to_string(), ground.name());
        }
    }
}
