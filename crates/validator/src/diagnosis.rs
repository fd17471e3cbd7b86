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

use crate::failure::{Failure, FailureKind};
use crate::grammar::Grammar;
use crate::place::Place;
use crate::standing::RejectionKind;

mod generic;
mod listed;
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

/// V1: under the documents that know no fragment it is unconstrained, but for a second `#` and for
/// what V2 refuses anywhere. Otherwise `http://h/#` and an escape sequence for a terminal would be a
/// URL by RFC 1738.
pub(crate) fn find_in_fragment(fragment: &str) -> Option<usize> {
    fragment.find(|c| c == '#' || RejectionKind::of_character(c).is_some())
}

/// What RFC 1738, 2.2, calls unsafe, and what is no graphic ASCII. The brackets are delimiters to RFC
/// 3986, but around an IP literal only.
pub(crate) fn is_unsafe(c: char) -> bool {
    !c.is_ascii_graphic() || "<>\"#%{}|\\^~[]`".contains(c)
}

/// Whether the byte at `at` would be one of the two digits of an escape. The `%` before it is
/// always the beginning of one, for no grammar has it for anything else.
fn is_in_escape(url: &str, at: usize) -> bool {
    let before = &url.as_bytes()[..at];
    before.ends_with(b"%")
        || before
            .split_last()
            .is_some_and(|(digit, before)| digit.is_ascii_hexdigit() && before.ends_with(b"%"))
}
