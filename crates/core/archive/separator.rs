//! Where the next message begins, in a piece of a source (A2, A6).
//!
//! A source may be larger than memory, so a piece of it is all that is there. Near the end of the
//! piece the answer would depend on bytes that are not, and to answer all the same is the trap: the
//! messages would depend on how the source was cut.

use memchr::memmem::Finder;

use super::container::Container;
use super::listserv::{self, RULE};
use super::mbox::{self, FIND_FROM, NEAR};
use super::rnews::{self, RNEWS};

/// Whether a source goes on behind the piece that is there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rest {
    /// It may.
    Perhaps,
    /// The piece is the last.
    Nothing,
}

/// What is known of the next separator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Separator {
    /// It starts at this offset.
    At(usize),
    /// None starts before this offset; of what stands there nothing is known yet.
    NotBefore(usize),
}

/// Whether a separator stands at an offset.
type Question = fn(&[u8], usize) -> bool;

/// The first separator at or behind `from` in `piece`, which starts with the beginning of the source,
/// with a separator of it, or four bytes before `from`. Where `container` has no separators there is
/// none.
///
/// Time is linear in what stands behind `from`.
///
/// # Example
///
/// ```
/// use urlsift::archive::{Container, Rest, Separator, find_separator};
///
/// let piece = b"From ann Mon\nSubject: 1\n\nFrom bob Tue\nSubject: 2\n\n";
/// let found = |rest| find_separator(Container::Mbox, piece, 1, rest);
/// assert_eq!(found(Rest::Nothing), Separator::At(25));
/// assert_eq!(found(Rest::Perhaps), Separator::NotBefore(25), "it is too near to the end");
/// ```
pub fn find_separator(container: Container, piece: &[u8], from: usize, rest: Rest) -> Separator {
    let (finder, is_separator): (&Finder<'_>, Question) = match container {
        Container::Mbox => (&FIND_FROM, mbox::is_separator),
        Container::Rnews => (&Finder::new(RNEWS), rnews::is_separator),
        Container::Listserv => (&Finder::new(RULE), listserv::is_separator),
        _ => return Separator::NotBefore(piece.len()),
    };
    let from = from.min(piece.len());
    let mut at = from;
    // An iterator over the hits is large, and mostly the first is one.
    while let Some(hit) = finder.find(&piece[at..]).map(|hit| at + hit) {
        at = hit + 1;
        if rest == Rest::Perhaps && piece.len() - hit < NEAR {
            return Separator::NotBefore(hit);
        }
        if is_separator(piece, hit) {
            return Separator::At(hit);
        }
    }
    // A part of the needle may stand at the end.
    let part = if rest == Rest::Perhaps { finder.needle().len() - 1 } else { 0 };
    Separator::NotBefore(from.max(piece.len().saturating_sub(part)))
}
