//! Reference implementation of draft-ietf-uri-url-03, which became RFC 1738. The rules follow the BNF near
//! its end, in its order and with its names. This file has the schemes; `pieces.rs` has logins, hosts, paths
//! and characters.
//!
//! The draft's rules recur on the right (`hostname = ialpha [ . hostname ]`). Here they are loops. One call
//! for each dot, each returning every offset, would take time exponential in the number of dots.
//!
//! Its `xalphas` include `@ . " ( %`, so most rules have many ends. There is no generic scheme: an unknown
//! scheme fails at the first character with which no known scheme goes on.

mod pieces;
#[cfg(test)]
mod tests;

use crate::naive::engine::{Ends, Naive, find_failure_with_fragment};
use pieces::{
    at_sign, digits, ftptype, host, hostname, hostport, login, path, question_and_search, slash,
    xalpha, xalphas,
};

/// Returns the offset at which `url` fails the draft's `url` with a fragment, or `None` if it satisfies it.
pub fn find_draft03_failure(url: &str) -> Option<usize> {
    find_failure_with_fragment(url, self::url)
}

/// The last three are extensions (rule V1). The BNF has `afsaddress`, though not in `url`; only the prose has
/// the two others, as similar to telnet.
fn url(n: &mut Naive, at: usize) -> Ends {
    n.one_of(
        at,
        &[
            httpaddress,
            ftpaddress,
            newsaddress,
            nntpaddress,
            prosperoaddress,
            telnetaddress,
            gopheraddress,
            waisaddress,
            mailtoaddress,
            midaddress,
            cidaddress,
            afsaddress,
            |n, at| n.one_after_another(at, &[|n, at| n.literal(at, "rlogin://"), login]),
            |n, at| n.one_after_another(at, &[|n, at| n.literal(at, "tn3270://"), login]),
        ],
    )
}

/// `h t t p : / / hostport [ / path ] [ ? search ]`
fn httpaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.literal(at, "http://"),
            hostport,
            |n, at| n.optional(at, |n, at| n.one_after_another(at, &[slash, path])),
            |n, at| n.optional(at, question_and_search),
        ],
    )
}

/// `f t p : / / login / path [ ftptype ]`
fn ftpaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[|n, at| n.literal(at, "ftp://"), login, slash, path, |n, at| n.optional(at, ftptype)],
    )
}

/// `a f s : / / cellname / path`, where a `cellname` is a `hostname`.
fn afsaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "afs://"), hostname, slash, path])
}

/// `n e w s : groupart`
fn newsaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "news:"), groupart])
}

/// `n n t p : group / digits`
fn nntpaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "nntp:"), group, slash, digits])
}

/// `m i d : addr-spec`. The draft does not define `addr-spec`; here it is as in mailto.
fn midaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "mid:"), xalphas, at_sign, hostname])
}

/// `c i d : content-identifier`, likewise.
fn cidaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "cid:"), xalphas, at_sign, hostname])
}

/// `m a i l t o : : xalphas @ hostname`. The second colon is taken as a mistake (rule V8).
fn mailtoaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "mailto:"), xalphas, at_sign, hostname])
}

fn waisaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_of(at, &[waisindex, waisdoc])
}

/// `w a i s : / / hostport / database [ ? search ]`
fn waisindex(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.literal(at, "wais://"),
            hostport,
            slash,
            xalphas,
            |n, at| n.optional(at, question_and_search),
        ],
    )
}

/// `w a i s : / / hostport / database / wtype / wpath`, where `database` and `wtype` are `xalphas`.
fn waisdoc(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.literal(at, "wais://"),
            hostport,
            slash,
            xalphas,
            slash,
            xalphas,
            slash,
            |n, at| n.one_or_more(at, wpath_field),
        ],
    )
}

/// `wpath = digits = path ; [ wpath ]`: one field of it.
fn wpath_field(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[digits, |n, at| n.literal(at, "="), path, |n, at| n.literal(at, ";")])
}

/// `* | group | article`
fn groupart(n: &mut Naive, at: usize) -> Ends {
    n.one_of(at, &[|n, at| n.literal(at, "*"), group, article])
}

/// `ialpha [ . group ]`, and `hostname` likewise.
fn group(n: &mut Naive, at: usize) -> Ends {
    hostname(n, at)
}

/// `xalphas @ host`
fn article(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[xalphas, at_sign, host])
}

/// `p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]`, where `hsoname` is
/// a `path`, `version` is `digits`, and `attributes` are `alphanums` one after another.
fn prosperoaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.literal(at, "prospero://"),
            hostport,
            slash,
            path,
            |n, at| {
                n.optional(at, |n, at| {
                    n.one_after_another(
                        at,
                        &[
                            |n, at| n.literal(at, "%00"),
                            digits,
                            |n, at| {
                                n.any_number(at, |n, at| {
                                    n.byte(at, |byte| byte.is_ascii_alphanumeric())
                                })
                            },
                        ],
                    )
                })
            },
        ],
    )
}

/// `t e l n e t : / / login`
fn telnetaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "telnet://"), login])
}

/// `g o p h e r : / / hostport [/ gtype [ gcommand ] ]`, where `gtype` is one `xalpha` and
/// `gcommand` a `path`.
fn gopheraddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.literal(at, "gopher://"),
            hostport,
            |n, at| {
                n.optional(at, |n, at| {
                    n.one_after_another(at, &[slash, xalpha, |n, at| n.optional(at, path)])
                })
            },
        ],
    )
}
