//! The search for the next message in a part of a source (A2, A6).
//!
//! Only a part of a source is available. Close to its end, the answer depends on bytes that are not there yet, and the
//! search reports that it needs them: a guess would let the messages depend on how the source was split.

use crate::mail::containers::container::Container;
use crate::mail::containers::mbox::{self, SEPARATOR_LOOKAHEAD_BYTES};
use crate::mail::containers::{framed, listserv, rnews};
use crate::mail::line::LineFinder;

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

#[inline]
pub(crate) fn is_separator(container: Container, text: &[u8], at: usize) -> bool {
    match container {
        Container::Mbox => mbox::is_usual_separator(text, at),
        Container::MboxUndated => mbox::is_separator_or_undated(text, at),
        Container::Patches => mbox::is_separator(text, at),
        Container::MboxCr => mbox::is_cr_separator(text, at),
        Container::Rnews => rnews::is_separator(text, at),
        Container::Listserv => listserv::is_separator(text, at),
        _ => framed::is_separator(container, text, at),
    }
}

/// Returns the first separator at or after `from` in `piece`, a part of a source in the format `container`. `piece`
/// must begin at the start of the source, at a separator, or at least four bytes before `from`. Linear in the bytes
/// after `from`.
pub fn find_separator(
    container: Container,
    piece: &[u8],
    from: usize,
    more: MoreInput,
) -> Separator {
    find_separator_with(container, piece, from, more, |_| ())
}

/// No bytes follow `text`.
pub(crate) fn next_separator(container: Container, text: &[u8], from: usize) -> Option<usize> {
    match find_separator(container, text, from, MoreInput::None) {
        Separator::At(at) => Some(at),
        Separator::NotBefore(_) => None,
    }
}

/// Also calls `on_damaged` for each line of an mbox that would be a separator of undated ones, and for each frame that
/// no header follows.
pub(crate) fn find_separator_with(
    container: Container,
    piece: &[u8],
    from: usize,
    more: MoreInput,
    mut on_damaged: impl FnMut(usize),
) -> Separator {
    let lines: &LineFinder = match container {
        Container::Mbox | Container::MboxUndated | Container::Patches => &mbox::LINES,
        Container::MboxCr => &mbox::CR_LINES,
        Container::Rnews => &rnews::LINES,
        Container::Listserv => &listserv::LINES,
        Container::Mmdf => &framed::MMDF_LINES,
        Container::Babyl => &framed::BABYL_LINES,
        Container::Mbx => &framed::MBX_LINES,
        Container::Dbox => &framed::DBOX_LINES,
        Container::Message | Container::Text | Container::Binary => {
            return Separator::NotBefore(piece.len());
        }
    };
    // Each candidate line is either decided, or so close to the end of the piece that more bytes are needed.
    let mut at = from.min(piece.len());
    while let Some(line) = lines.find(piece, at) {
        if more == MoreInput::Possible && piece.len() - line < SEPARATOR_LOOKAHEAD_BYTES {
            return Separator::NotBefore(line);
        }
        if is_separator(container, piece, line) {
            return Separator::At(line);
        }
        let is_damaged = match container {
            Container::Mbox => mbox::is_undated_separator(piece, line),
            _ => framed::is_damaged_separator(container, piece, line),
        };
        if is_damaged {
            on_damaged(line);
        }
        at = line + 1;
    }
    // The last line may be the beginning of a separator. If so, the search must go on from there.
    let prefix = lines.prefix();
    let is_cut_short = |&line: &usize| {
        (line == 0 || piece[line - 1] == lines.end()) && prefix.starts_with(&piece[line..])
    };
    let mut near_end = at.max(piece.len().saturating_sub(prefix.len()))..piece.len();
    let cut_short = near_end.find(is_cut_short).filter(|_| more == MoreInput::Possible);
    Separator::NotBefore(cut_short.unwrap_or(piece.len()))
}
