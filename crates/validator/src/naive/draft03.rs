//! The twin of the draft that RFC 1738 grew from, draft-ietf-uri-url-03: the BNF near its end, in
//! its order and under its names. Here are the schemes; what they are put together from is in
//! `pieces.rs`.
//!
//! Its rules recur on their right (`hostname = ialpha [ . hostname ]`). They are loops here, for
//! one call for each dot, each of which gives every offset, takes two to the power of the dots.
//!
//! The traps: its `xalphas` hold `@ . " ( %`, so that most things have many ends; and there is no
//! generic scheme, so that an unknown one fails where no known one goes on with it.

mod pieces;
#[cfg(test)]
mod tests;

use crate::naive::engine::{Ends, Naive, find_failure_with_fragment};
use pieces::{
    at_sign, digits, ftptype, host, hostname, hostport, login, path, question_and_search, slash,
    xalpha, xalphas,
};

/// Where the draft's `url`, with a fragment behind it, fails on `url`; `None` where it does not.
pub fn find_draft03_failure(url: &str) -> Option<usize> {
    find_failure_with_fragment(url, self::url)
}

/// The last three are extensions (V1): `afsaddress` is in the BNF, but no `url`; the two others are
/// in the prose only, as telnet's like.
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

/// `m i d : addr-spec`, which the draft does not define: as in mailto.
fn midaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "mid:"), xalphas, at_sign, hostname])
}

/// `c i d : content-identifier`, likewise.
fn cidaddress(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[|n, at| n.literal(at, "cid:"), xalphas, at_sign, hostname])
}

/// `m a i l t o : : xalphas @ hostname`, where one colon is a slip of the pen (V8).
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

/// `wpath = digits = path ; [ wpath ]`: one round of it.
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
