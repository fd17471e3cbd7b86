//! The classes of characters of RFC 2396, as changed by RFC 2732.

use crate::naive::engine::{Ends, Naive};

/// `unreserved | escaped | ";" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","`
pub(super) fn uric_no_slash(n: &mut Naive, at: usize) -> Ends {
    unreserved_escaped_or(n, at, ";?:@&=+$,")
}

/// `unreserved | escaped | ":" | "@" | "&" | "=" | "+" | "$" | ","`
pub(super) fn pchar(n: &mut Naive, at: usize) -> Ends {
    unreserved_escaped_or(n, at, ":@&=+$,")
}

/// `reserved | unreserved | escaped`, with `reserved` from RFC 2732.
pub(super) fn uric(n: &mut Naive, at: usize) -> Ends {
    unreserved_escaped_or(n, at, ";/?:@&=+$,[]")
}

/// `unreserved | escaped`, or one of `more`. `unreserved = alphanum | mark`.
pub(super) fn unreserved_escaped_or(n: &mut Naive, at: usize, more: &str) -> Ends {
    let mut ends = n.alphanumeric_escape_or(at, "-_.!~*'()");
    ends.extend(n.byte(at, |byte| more.as_bytes().contains(&byte)));
    ends
}
