//! The sections of the documents that failures cite.

use crate::diagnosis::failure::{Failure, FailureKind};
use crate::diagnosis::place::FailurePlace;
use crate::grammar::Grammar;
use crate::grammar::production::Production;

pub(super) fn section(url: &str, failure: &Failure) -> &'static str {
    let is_unsafe = failure.kind == FailureKind::UnsafeCharacter && failure.is_mended_by_escape();
    match failure.grammar {
        // The draft's sections have no numbers, and its characters are defined in the BNF.
        Grammar::Draft03 => "BNF",
        // Here the scheme is at fault, not the character.
        Grammar::Rfc1738 if failure.place == FailurePlace::NoUser => "5",
        // A character that is at fault anywhere is defined in the section on characters.
        _ if failure.kind == FailureKind::ReservedCharacter => "2.2",
        Grammar::Rfc1738 if is_unsafe => "2.2",
        Grammar::Rfc2396 if is_unsafe => "2.4.3",
        Grammar::Rfc3986 if is_unsafe => "2",
        Grammar::Rfc1738 => rfc1738(url, failure.place),
        Grammar::Rfc2396 => generic(failure.place).0,
        Grammar::Rfc3986 => generic(failure.place).1,
        Grammar::Rfc3987 => "2.2",
    }
}

fn rfc1738(url: &str, place: FailurePlace) -> &'static str {
    match place {
        FailurePlace::SchemeStart | FailurePlace::Scheme => "2.1",
        FailurePlace::Escape | FailurePlace::Fragment => "2.2",
        FailurePlace::Slashes
        | FailurePlace::User
        | FailurePlace::Host
        | FailurePlace::HostEnd
        | FailurePlace::Port => "3.1",
        // Any other place is described in the section of the scheme.
        _ => match Production::of(url).0 {
            Production::Ftp => "3.2",
            Production::Http => "3.3",
            Production::Gopher => "3.4",
            Production::Mailto => "3.5",
            Production::News => "3.6",
            Production::Nntp => "3.7",
            Production::Telnet => "3.8",
            Production::Wais => "3.9",
            Production::File => "3.10",
            Production::Prospero => "3.11",
            Production::Other => "5",
        },
    }
}

fn generic(place: FailurePlace) -> (&'static str, &'static str) {
    match place {
        FailurePlace::Escape => ("2.4.1", "2.1"),
        FailurePlace::SchemeStart | FailurePlace::Scheme => ("3.1", "3.1"),
        FailurePlace::User => ("3.2.2", "3.2.1"),
        FailurePlace::Host => ("3.2.2", "3.2.2"),
        FailurePlace::Port => ("3.2.2", "3.2.3"),
        FailurePlace::Query => ("3.4", "3.4"),
        FailurePlace::Fragment => ("4.1", "3.5"),
        _ => ("3.3", "3.3"),
    }
}
