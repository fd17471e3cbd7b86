//! Characters.

use crate::naive::engine::{Ends, Naive};

/// `unreserved | escaped | ";" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","`
pub(super) fn uric_no_slash(n: &mut Naive, at: usize) -> Ends {
    unreserved_escaped_or(n, at, ";?:@&=+$,")
}

/// `unreserved | escaped | ":" | "@" | "&" | "=" | "+" | "$" | ","`
pub(super) fn pchar(n: &mut Naive, at: usize) -> Ends {
    unreserved_escaped_or(n, at, ":@&=+$,")
}

/// `reserved | unreserved | escaped`, with `reserved` as RFC 2732 has it.
pub(super) fn uric(n: &mut Naive, at: usize) -> Ends {
    unreserved_escaped_or(n, at, ";/?:@&=+$,[]")
}

/// `unreserved | escaped` and some more, where `unreserved = alphanum | mark`.
pub(super) fn unreserved_escaped_or(n: &mut Naive, at: usize, more: &str) -> Ends {
    let mut ends = n.alphanumeric_escape_or(at, "-_.!~*'()");
    ends.extend(n.byte(at, |byte| more.as_bytes().contains(&byte)));
    ends
}
