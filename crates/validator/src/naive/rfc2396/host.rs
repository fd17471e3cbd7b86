//! `server` and its parts: RFC 2396's names, and RFC 2373's addresses (Appendix B) as used by RFC 2732.
//!
//! RFC 2373's rules differ from its prose. They do not count groups, so `[1]` is an address. They put an IPv4
//! address after a `hexpart` *and* a colon, so RFC 2732's own example `[::192.9.5.5]` is not an address and
//! `[:::192.9.5.5]` is. The rules are followed except for that colon (rule V1).

use crate::naive::engine::{Ends, Naive, Rule};
use crate::naive::rfc2396::characters::unreserved_escaped_or;

/// `[ [ userinfo "@" ] hostport ]`
pub(super) fn server(n: &mut Naive, at: usize) -> Ends {
    n.optional(at, |n, at| {
        n.one_after_another(
            at,
            &[
                |n, at| {
                    n.optional(at, |n, at| {
                        n.one_after_another(at, &[userinfo, |n, at| n.literal(at, "@")])
                    })
                },
                hostport,
            ],
        )
    })
}

/// `*( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )`
fn userinfo(n: &mut Naive, at: usize) -> Ends {
    n.any_number(at, |n, at| unreserved_escaped_or(n, at, ";:&=+$,"))
}

/// `host [ ":" port ]`
fn hostport(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[host, |n, at| n.optional(at, |n, at| n.one_after_another(at, &[colon, port]))],
    )
}

/// `hostname | IPv4address | IPv6reference`
fn host(n: &mut Naive, at: usize) -> Ends {
    n.one_of(at, &[hostname, ipv4address, ipv6reference])
}

/// `*( domainlabel "." ) toplabel [ "." ]`
fn hostname(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.any_number(at, |n, at| n.one_after_another(at, &[domainlabel, dot])),
            toplabel,
            |n, at| n.optional(at, dot),
        ],
    )
}

/// `alphanum | alphanum *( alphanum | "-" ) alphanum`
fn domainlabel(n: &mut Naive, at: usize) -> Ends {
    n.one_of(
        at,
        &[alphanum, |n, at| n.one_after_another(at, &[alphanum, alphanums_and_hyphens, alphanum])],
    )
}

/// `alpha | alpha *( alphanum | "-" ) alphanum`
fn toplabel(n: &mut Naive, at: usize) -> Ends {
    let alpha: Rule = |n, at| n.byte(at, |byte| byte.is_ascii_alphabetic());
    let mut ends = alpha(n, at);
    ends.extend(n.one_after_another(at, &[alpha, alphanums_and_hyphens, alphanum]));
    ends
}

fn alphanums_and_hyphens(n: &mut Naive, at: usize) -> Ends {
    n.any_number(at, |n, at| n.byte(at, |byte| byte.is_ascii_alphanumeric() || byte == b'-'))
}

fn alphanum(n: &mut Naive, at: usize) -> Ends {
    n.byte(at, |byte| byte.is_ascii_alphanumeric())
}

/// `1*3DIGIT "." 1*3DIGIT "." 1*3DIGIT "." 1*3DIGIT`. RFC 2396 has `1*digit`. Outside brackets the difference
/// does not matter, since `reg_name` accepts any digits and dots.
fn ipv4address(n: &mut Naive, at: usize) -> Ends {
    let group: Rule = |n, at| one_to(n, at, 3, |n, at| n.byte(at, |byte| byte.is_ascii_digit()));
    n.one_after_another(at, &[group, dot, group, dot, group, dot, group])
}

/// `*digit`
fn port(n: &mut Naive, at: usize) -> Ends {
    n.any_number(at, |n, at| n.byte(at, |byte| byte.is_ascii_digit()))
}

/// `"[" IPv6address "]"`
fn ipv6reference(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "["), ipv6address, |n, at| n.literal(at, "]")])
}

/// `hexpart [ ":" IPv4address ]`, corrected: RFC 2373 did not mean `::` to need a third colon. Before the
/// IPv4 address comes a `hexseq` and a colon, or the two colons alone.
fn ipv6address(n: &mut Naive, at: usize) -> Ends {
    let colons: Rule = |n, at| n.literal(at, "::");
    let before_ipv4: Rule = |n, at| n.one_after_another(at, &[hexseq, colon]);
    let mut ends = hexpart(n, at);
    ends.extend(n.one_after_another(at, &[before_ipv4, ipv4address]));
    ends.extend(n.one_after_another(
        at,
        &[
            |n, at| n.optional(at, hexseq),
            colons,
            |n, at| n.optional(at, |n, at| n.one_after_another(at, &[hexseq, colon])),
            ipv4address,
        ],
    ));
    ends
}

/// `hexseq | hexseq "::" [ hexseq ] | "::" [ hexseq ]`
fn hexpart(n: &mut Naive, at: usize) -> Ends {
    let colons: Rule = |n, at| n.literal(at, "::");
    let perhaps_hexseq: Rule = |n, at| n.optional(at, hexseq);
    let mut ends = hexseq(n, at);
    ends.extend(n.one_after_another(at, &[hexseq, colons, perhaps_hexseq]));
    ends.extend(n.one_after_another(at, &[colons, perhaps_hexseq]));
    ends
}

/// `hex4 *( ":" hex4 )`
fn hexseq(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[hex4, |n, at| n.any_number(at, |n, at| n.one_after_another(at, &[colon, hex4]))],
    )
}

/// `1*4HEXDIG`
fn hex4(n: &mut Naive, at: usize) -> Ends {
    one_to(n, at, 4, |n, at| n.byte(at, |byte| byte.is_ascii_hexdigit()))
}

/// `1*most rule`
fn one_to(n: &mut Naive, at: usize, most: usize, rule: Rule) -> Ends {
    let mut all = Ends::new();
    let mut last = Ends::from([at]);
    for _ in 0..most {
        last = n.after_each(&last, rule);
        all.extend(&last);
    }
    all
}

fn colon(n: &mut Naive, at: usize) -> Ends {
    n.literal(at, ":")
}

fn dot(n: &mut Naive, at: usize) -> Ends {
    n.literal(at, ".")
}
