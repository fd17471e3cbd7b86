//! Why an automaton died where it did (V3).
//!
//! The automaton gives the offset; the kind is found here, by plain code, from the place in which
//! the offset lies and the character that stands there. It runs when somebody asks.
//!
//! The trap: places are told as the *grammar* sees them, not as the parts of V4 are cut. To RFC
//! 1738 the `u:p@h` of `http://u:p@h/` is a host and a bad port, because its http has no login.
//! What stands before the offset satisfies the grammar so far, so that only what stands there and
//! after it needs care.
//!
//! The documents are of two families: those that list schemes, each with a syntax of its own
//! (`listed.rs`), and those with one syntax for all (`generic.rs`).

use crate::diagnosis::failure::{Failure, FailureKind};
use crate::diagnosis::place::Place;
use crate::grammar::Grammar;

pub(crate) mod character;
pub(crate) mod failure;
mod generic;
mod listed;
pub(crate) mod place;
mod section;

/// Says why `grammar` failed on `url` at `at`, which is the boundary of a character.
pub(crate) fn diagnose(url: &str, grammar: Grammar, at: usize) -> Failure {
    let found = url[at..].chars().next();
    let (kind, place) = match grammar {
        Grammar::Draft03 | Grammar::Rfc1738 if url[..at].contains('#') => {
            (FailureKind::UnsafeCharacter, Place::Fragment)
        }
        Grammar::Draft03 => listed::draft03(url, at, found),
        Grammar::Rfc1738 => listed::rfc1738(url, at, found),
        Grammar::Rfc2396 | Grammar::Rfc3986 | Grammar::Rfc3987 => {
            generic::diagnose(url, grammar, at, found)
        }
    };
    let failure = Failure { grammar, at, kind, found, place, section: "" };
    Failure { section: section::section(url, &failure), ..failure }
}
