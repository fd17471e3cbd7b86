//! The search for the next message in a part of a source (A2, A6).
//!
//! A source may be larger than memory, so only a part of it is available. Close to the end of that part, the
//! answer depends on bytes that are not there yet. The search then reports that it needs them: a guess would
//! let the messages depend on how the source was split.

use crate::archive::containers::container::Container;
use crate::archive::containers::listserv;
use crate::archive::containers::mbox::{self, SEPARATOR_LOOKAHEAD_BYTES};
use crate::archive::containers::rnews;
use crate::archive::line::LineFinder;

/// Whether the source goes on after the bytes that are available.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum MoreInput {
    /// The source may go on.
    Possible,
    /// The available bytes are the last.
    None,
}

/// The result of a search for a separator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Separator {
    /// A separator starts at this offset.
    At(usize),
    /// No separator starts before this offset. Whether one starts at or after it is not yet known.
    NotBefore(usize),
}

/// A function that reports whether a separator starts at an offset.
type IsSeparator = fn(&[u8], usize) -> bool;

/// Returns the first separator at or after `from` in `piece`, a part of a source in the format `container`.
///
/// `piece` must begin at the start of the source, at a separator, or at least four bytes before `from`. A
/// format without separators has none. Time is linear in the bytes after `from`.
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
    // Each candidate line is either decided, or so close to the end of the piece that more bytes are needed.
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
    // The last line may be the beginning of a separator. If so, the search must go on from there.
    let prefix = lines.prefix();
    let is_cut_short = |&line: &usize| {
        (line == 0 || piece[line - 1] == b'\n') && prefix.starts_with(&piece[line..])
    };
    let mut near_end = at.max(piece.len().saturating_sub(prefix.len()))..piece.len();
    let cut_short = near_end.find(is_cut_short).filter(|_| more == MoreInput::Possible);
    Separator::NotBefore(cut_short.unwrap_or(piece.len()))
}
