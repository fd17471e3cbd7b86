//! What ends what is left out of a page: a comment, a declaration, a script, a style sheet.
//!
//! The trap is what is never closed: to search for its end from each opener on takes quadratic time, and
//! so it is remembered how far the search has come.

use memchr::{memchr, memmem};

/// What ends something that is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Terminator {
    Comment,
    Tag,
    Script,
    Style,
}

/// Where the next terminator of each kind was found: it is searched for anew only behind that.
#[derive(Debug, Default)]
pub(crate) struct Terminators {
    found: [Option<(usize, Option<usize>)>; 4],
}

impl Terminators {
    /// The end of the first `terminator` that begins at or behind `at`.
    pub(crate) fn find(&mut self, terminator: Terminator, page: &[u8], at: usize) -> Option<usize> {
        let slot = &mut self.found[terminator as usize];
        if let Some((from, end)) = *slot {
            // What was found from an earlier place on holds as long as it begins behind this one.
            let is_valid = end.is_none_or(|end| at + terminator.len() <= end);
            if from <= at && is_valid {
                return end;
            }
        }
        let end = terminator.find(&page[at..]).map(|length| at + length);
        *slot = Some((at, end));
        end
    }
}

impl Terminator {
    /// How long it is, as far as [`Terminator::find`] passes over it.
    fn len(self) -> usize {
        match self {
            Terminator::Comment => 3,
            Terminator::Tag => 1,
            Terminator::Script | Terminator::Style => 0,
        }
    }

    /// The end of the first in `text`; for an end tag, which is read like any other, its beginning.
    fn find(self, text: &[u8]) -> Option<usize> {
        let name: &[u8] = match self {
            Terminator::Comment => return memmem::find(text, b"-->").map(|at| at + 3),
            Terminator::Tag => return memchr(b'>', text).map(|at| at + 1),
            Terminator::Script => b"script",
            Terminator::Style => b"style",
        };
        memmem::find_iter(text, b"</").find(|at| {
            let behind = &text[at + 2..];
            behind.len() >= name.len() && behind[..name.len()].eq_ignore_ascii_case(name)
        })
    }
}
