//! Reference implementation of RFC 2396: the collected BNF of its Appendix A as changed by RFC 2732, in its
//! order and with its names. Hosts are in `host.rs`, characters in `characters.rs`.
//!
//! RFC 2732 made three changes. A `host` may be an `IPv6reference`, `IPv4address` is that of RFC 2373, and
//! `[` and `]` are `reserved`. The third change makes them `uric`, but not `uric_no_slash` and not `pchar`,
//! which list their characters.
//!
//! An `abs_path` may begin with two slashes, and it accepts nearly everything that `server` accepts, as
//! `reg_name` does. Only `[` distinguishes them.

mod characters;
mod host;
#[cfg(test)]
mod tests;

use crate::naive::engine::{Ends, Naive, find_failure};
use characters::{pchar, unreserved_escaped_or, uric, uric_no_slash};
use host::server;

/// Returns the offset at which `url` fails `absoluteURI [ "#" fragment ]`, or `None` if it satisfies it.
pub fn find_rfc2396_failure(url: &str) -> Option<usize> {
    find_failure(url, |n, at| {
        n.one_after_another(
            at,
            &[absolute_uri, |n, at| {
                n.optional(at, |n, at| {
                    n.one_after_another(at, &[|n, at| n.literal(at, "#"), fragment])
                })
            }],
        )
    })
}

/// `scheme ":" ( hier_part | opaque_part )`
fn absolute_uri(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[scheme, |n, at| n.literal(at, ":"), |n, at| n.one_of(at, &[hier_part, opaque_part])],
    )
}

/// `( net_path | abs_path ) [ "?" query ]`
fn hier_part(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.one_of(at, &[net_path, abs_path]),
            |n, at| {
                n.optional(at, |n, at| {
                    n.one_after_another(at, &[|n, at| n.literal(at, "?"), query])
                })
            },
        ],
    )
}

/// `uric_no_slash *uric`
fn opaque_part(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[uric_no_slash, |n, at| n.any_number(at, uric)])
}

/// `"//" authority [ abs_path ]`
fn net_path(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[|n, at| n.literal(at, "//"), authority, |n, at| n.optional(at, abs_path)],
    )
}

/// `"/" path_segments`
fn abs_path(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "/"), path_segments])
}

/// `alpha *( alpha | digit | "+" | "-" | "." )`
fn scheme(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.byte(at, |byte| byte.is_ascii_alphabetic()),
            |n, at| {
                n.any_number(at, |n, at| {
                    n.byte(at, |byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
                })
            },
        ],
    )
}

/// `server | reg_name`
fn authority(n: &mut Naive, at: usize) -> Ends {
    n.one_of(at, &[server, reg_name])
}

/// `1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )`
fn reg_name(n: &mut Naive, at: usize) -> Ends {
    n.one_or_more(at, |n, at| unreserved_escaped_or(n, at, "$,;:@&=+"))
}

/// `segment *( "/" segment )`
fn path_segments(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[segment, |n, at| {
            n.any_number(at, |n, at| {
                n.one_after_another(at, &[|n, at| n.literal(at, "/"), segment])
            })
        }],
    )
}

/// `*pchar *( ";" param )`
fn segment(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.any_number(at, pchar),
            |n, at| {
                n.any_number(at, |n, at| {
                    n.one_after_another(at, &[|n, at| n.literal(at, ";"), param])
                })
            },
        ],
    )
}

/// `*pchar`
fn param(n: &mut Naive, at: usize) -> Ends {
    n.any_number(at, pchar)
}

/// `*uric`
fn query(n: &mut Naive, at: usize) -> Ends {
    n.any_number(at, uric)
}

/// `*uric`
fn fragment(n: &mut Naive, at: usize) -> Ends {
    n.any_number(at, uric)
}
