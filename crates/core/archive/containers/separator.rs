//! Where the next message begins, in a piece of a source (A2, A6).
//!
//! A source may be larger than memory, so a piece of it is all that is there. Near the end of the
//! piece the answer would depend on bytes that are not, and to answer all the same is the trap: the
//! messages would depend on how the source was cut.

use crate::archive::containers::container::Container;
use crate::archive::containers::listserv;
use crate::archive::containers::mbox::{self, SEPARATOR_LOOKAHEAD_BYTES};
use crate::archive::containers::rnews;
use crate::archive::line::LineFinder;

/// Whether a source goes on behind the piece that is there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum MoreInput {
    /// It may.
    Possible,
    /// The piece is the last.
    None,
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
type IsSeparator = fn(&[u8], usize) -> bool;

/// The first separator at or behind `from` in `piece`, which starts with the beginning of the source,
/// with a separator of it, or four bytes before `from`. Where `container` has no separators there is
/// none.
///
/// Time is linear in what stands behind `from`.
///
/// # Example
///
/// ```
/// use urlsift::archive::{Container, MoreInput, Separator, find_separator};
///
/// let piece = b"From ann Mon\nSubject: 1\n\nFrom bob Tue\nSubject: 2\n\n";
/// let found = |more| find_separator(Container::Mbox, piece, 1, more);
/// assert_eq!(found(MoreInput::None), Separator::At(25));
/// assert_eq!(found(MoreInput::Possible), Separator::NotBefore(25), "it is too near to the end");
/// ```
pub fn find_separator(
    container: Container,
    piece: &[u8],
    from: usize,
    more: MoreInput,
) -> Separator {
    let (lines, is_separator): (&LineFinder, IsSeparator) = match container {
        Container::Mbox => (&mbox::LINES, mbox::is_separator),
        Container::Rnews => (&rnews::LINES, rnews::is_separator),
        Container::Listserv => (&listserv::LINES, listserv::is_separator),
        _ => return Separator::NotBefore(piece.len()),
    };
    let mut at = from.min(piece.len());
    while let Some(line) = lines.find(piece, at) {
        if more == MoreInput::Possible && piece.len() - line < SEPARATOR_LOOKAHEAD_BYTES {
            return Separator::NotBefore(line);
        }
        if is_separator(piece, line) {
            return Separator::At(line);
        }
        at = line + 1;
    }
    // The last line may be a separator's, cut short before it can be found.
    let begin = lines.begin();
    let is_cut_short = |&line: &usize| {
        (line == 0 || piece[line - 1] == b'\n') && begin.starts_with(&piece[line..])
    };
    let mut near_end = at.max(piece.len().saturating_sub(begin.len()))..piece.len();
    let cut_short = near_end.find(is_cut_short).filter(|_| more == MoreInput::Possible);
    Separator::NotBefore(cut_short.unwrap_or(piece.len()))
}
