//! The pieces of the draft's schemes: logins, hosts, paths and characters.
//!
//! `xalphas` include the `.` and the `@` that also separate them.

use crate::naive::engine::{Ends, Naive};

/// `[ user [ : password ] @ ] hostport`
pub(super) fn login(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| {
                n.optional(at, |n, at| {
                    n.one_after_another(
                        at,
                        &[
                            user,
                            |n, at| n.optional(at, |n, at| n.one_after_another(at, &[colon, user])),
                            at_sign,
                        ],
                    )
                })
            },
            hostport,
        ],
    )
}

/// `host [ : port ]`
pub(super) fn hostport(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[host, |n, at| n.optional(at, |n, at| n.one_after_another(at, &[colon, digits]))],
    )
}

/// `hostname | hostnumber`
pub(super) fn host(n: &mut Naive, at: usize) -> Ends {
    n.one_of(at, &[hostname, hostnumber])
}

/// `A formcode | E formcode | I | L digits`. Does not extend the language, since a `path` takes letters and
/// digits.
pub(super) fn ftptype(n: &mut Naive, at: usize) -> Ends {
    n.one_of(
        at,
        &[
            |n, at| n.one_after_another(at, &[|n, at| n.literal(at, "A"), formcode]),
            |n, at| n.one_after_another(at, &[|n, at| n.literal(at, "E"), formcode]),
            |n, at| n.literal(at, "I"),
            |n, at| n.one_after_another(at, &[|n, at| n.literal(at, "L"), digits]),
        ],
    )
}

/// `N | T | C`
fn formcode(n: &mut Naive, at: usize) -> Ends {
    n.byte(at, |byte| b"NTCntc".contains(&byte))
}

/// `ialpha [ . hostname ]`
pub(super) fn hostname(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[ialpha, |n, at| n.any_number(at, |n, at| n.one_after_another(at, &[dot, ialpha]))],
    )
}

/// `digits . digits . digits . digits`
fn hostnumber(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(at, &[digits, dot, digits, dot, digits, dot, digits])
}

/// `void | segment [ / path ]`: any number of segments with a slash after each, then perhaps one without.
pub(super) fn path(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.any_number(at, |n, at| n.one_after_another(at, &[segment, slash])),
            |n, at| n.optional(at, segment),
        ],
    )
}

/// `xpalphas`. Its `xpalpha = xalpha | +` equals `xalpha`, since `safe` includes the `+`.
fn segment(n: &mut Naive, at: usize) -> Ends {
    n.one_or_more(at, |n, at| n.one_of(at, &[xalpha, plus]))
}

/// `? search`, where `search = xalphas [ + search ]`.
pub(super) fn question_and_search(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[
            |n, at| n.literal(at, "?"),
            xalphas,
            |n, at| n.any_number(at, |n, at| n.one_after_another(at, &[plus, xalphas])),
        ],
    )
}

/// `alphanum2 [ user ]`, where `alphanum2 = alpha | digit | - | _ | . | +`; `password` likewise.
fn user(n: &mut Naive, at: usize) -> Ends {
    n.one_or_more(at, |n, at| {
        n.byte(at, |byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte))
    })
}

/// `alpha [ xalphas ]`
fn ialpha(n: &mut Naive, at: usize) -> Ends {
    n.one_after_another(
        at,
        &[|n, at| n.byte(at, |byte| byte.is_ascii_alphabetic()), |n, at| n.optional(at, xalphas)],
    )
}

/// `xalpha [ xalphas ]`
pub(super) fn xalphas(n: &mut Naive, at: usize) -> Ends {
    n.one_or_more(at, xalpha)
}

/// `alpha | digit | safe | extra | escape`, where `safe = $ | - | _ | @ | . | & | +` and
/// `extra = ! | * | " | ' | ( | ) | ,`.
pub(super) fn xalpha(n: &mut Naive, at: usize) -> Ends {
    n.alphanumeric_escape_or(at, "$-_@.&+!*\"'(),")
}

/// `digit [ digits ]`
pub(super) fn digits(n: &mut Naive, at: usize) -> Ends {
    n.one_or_more(at, |n, at| n.byte(at, |byte| byte.is_ascii_digit()))
}

pub(super) fn slash(n: &mut Naive, at: usize) -> Ends {
    n.literal(at, "/")
}

fn colon(n: &mut Naive, at: usize) -> Ends {
    n.literal(at, ":")
}

fn dot(n: &mut Naive, at: usize) -> Ends {
    n.literal(at, ".")
}

fn plus(n: &mut Naive, at: usize) -> Ends {
    n.literal(at, "+")
}

pub(super) fn at_sign(n: &mut Naive, at: usize) -> Ends {
    n.literal(at, "@")
}
