//! What ends what is left out of a page: a comment, a declaration, a script, a style sheet.
//!
//! The trap is what is never closed: to search for its end from each opener on takes quadratic time, and
//! so it is remembered how far the search has come.

use memchr::{memchr, memmem};

/// What ends something that is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closer {
    Comment,
    Tag,
    Script,
    Style,
}

/// Where the next closer of each kind was found: it is searched for anew only behind that.
#[derive(Debug, Default)]
pub(crate) struct Closers {
    found: [Option<(usize, Option<usize>)>; 4],
}

impl Closers {
    /// The end of the first `closer` that begins at or behind `at`.
    pub(crate) fn find(&mut self, closer: Closer, page: &[u8], at: usize) -> Option<usize> {
        let slot = &mut self.found[closer as usize];
        if let Some((from, end)) = *slot {
            // What was found from an earlier place on holds as long as it begins behind this one.
            let is_valid = end.is_none_or(|end| at + closer.len() <= end);
            if from <= at && is_valid {
                return end;
            }
        }
        let end = closer.find(&page[at..]).map(|length| at + length);
        *slot = Some((at, end));
        end
    }
}

impl Closer {
    /// How long it is, as far as [`Closer::find`] passes over it.
    fn len(self) -> usize {
        match self {
            Closer::Comment => 3,
            Closer::Tag => 1,
            Closer::Script | Closer::Style => 0,
        }
    }

    /// The end of the first in `text`; for an end tag, which is read like any other, its beginning.
    fn find(self, text: &[u8]) -> Option<usize> {
        let name: &[u8] = match self {
            Closer::Comment => return memmem::find(text, b"-->").map(|at| at + 3),
            Closer::Tag => return memchr(b'>', text).map(|at| at + 1),
            Closer::Script => b"script",
            Closer::Style => b"style",
        };
        memmem::find_iter(text, b"</").find(|at| {
            let behind = &text[at + 2..];
            behind.len() >= name.len() && behind[..name.len()].eq_ignore_ascii_case(name)
        })
    }
}
