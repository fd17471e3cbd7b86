//! The terminators of the parts of a page that are not shown: comments, declarations, scripts and style sheets.
//!
//! Many openers without a terminator must not cost quadratic time, so the last result of each search is kept.

use memchr::{memchr, memchr_iter, memmem};

use crate::mail::line::begins_with;
use crate::mail::work;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Terminator {
    /// `-->` or `--!>`
    Comment,
    /// `>`
    Tag,
    Script,
    Style,
    Iframe,
    Noembed,
    Noframes,
    Noscript,
    Xmp,
}

#[derive(Debug, Default)]
pub(crate) struct Terminators {
    /// For each terminator: where the last search started, and the end of its match.
    found: [Option<(usize, Option<usize>)>; 9],
}

impl Terminators {
    /// Returns the end of the first `terminator` in `page` that begins at or after `at`.
    pub(crate) fn find(&mut self, terminator: Terminator, page: &[u8], at: usize) -> Option<usize> {
        // "There is none" holds for every later offset too, so that a page of openers is searched once.
        let slot = &mut self.found[terminator as usize];
        if let Some((from, end)) = *slot {
            // The result of an earlier search is valid if its match begins at or after `at`.
            let is_valid = end.is_none_or(|end| at + terminator.len() <= end);
            if from <= at && is_valid {
                return end;
            }
        }
        let end = terminator.find(&page[at..]).map(|length| at + length);
        work::add(end.unwrap_or(page.len()) - at);
        *slot = Some((at, end));
        end
    }
}

impl Terminator {
    fn len(self) -> usize {
        match self {
            Terminator::Comment => 3,
            Terminator::Tag => 1,
            _ => 0,
        }
    }

    /// Returns the end of the first match in `text`. For an end tag it is the start, so that the reader parses the tag.
    fn find(self, text: &[u8]) -> Option<usize> {
        let name: &[u8] = match self {
            Terminator::Comment => {
                let ends =
                    |&at: &usize| [&b"--"[..], b"--!"].iter().any(|end| text[..at].ends_with(end));
                return memchr_iter(b'>', text).find(ends).map(|at| at + 1);
            }
            Terminator::Tag => return memchr(b'>', text).map(|at| at + 1),
            Terminator::Script => b"script",
            Terminator::Style => b"style",
            Terminator::Iframe => b"iframe",
            Terminator::Noembed => b"noembed",
            Terminator::Noframes => b"noframes",
            Terminator::Noscript => b"noscript",
            Terminator::Xmp => b"xmp",
        };
        // End tags are written in any case, so the search is for `</`, and the name is compared.
        memmem::find_iter(text, b"</").find(|at| begins_with(&text[at + 2..], name))
    }
}
