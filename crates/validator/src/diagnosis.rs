//! Explains a failure, on demand only: the automaton gives the offset, and plain code finds the kind from the place in
//! the URL and the character there.
//!
//! Places are those of the *grammar*, which may differ from the [parts](crate::Parts). To RFC 1738 the `u:p@h` of
//! `http://u:p@h/` is a host and a bad port. The text before the offset satisfies the grammar so far, so only the
//! offset and the text after it need care.
//!
//! `listed.rs` is for the documents that list schemes, `generic.rs` for those with one syntax for all.

use crate::diagnosis::failure::{Failure, FailureKind};
use crate::diagnosis::place::FailurePlace;
use crate::grammar::Grammar;

pub(crate) mod character;
pub(crate) mod failure;
mod generic;
mod listed;
pub(crate) mod place;
mod section;

pub(crate) fn diagnose(url: &str, grammar: Grammar, at: usize) -> Failure {
    let found = url[at..].chars().next();
    let (kind, place) = match grammar {
        Grammar::Draft03 | Grammar::Rfc1738 if url[..at].contains('#') => {
            (FailureKind::UnsafeCharacter, FailurePlace::Fragment)
        }
        Grammar::Draft03 | Grammar::Rfc1738 => listed::diagnose(url, grammar, at, found),
        Grammar::Rfc2396 | Grammar::Rfc3986 | Grammar::Rfc3987 => {
            generic::diagnose(url, grammar, at, found)
        }
    };
    // The section depends on kind and place, so fill it in last.
    let failure = Failure { grammar, at, kind, found, place, section: "" };
    Failure { section: section::section(url, &failure), ..failure }
}
