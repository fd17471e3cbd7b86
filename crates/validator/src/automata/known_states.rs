//! States of the ASCII automata after beginnings that many URLs share.
//!
//! The compiler computes the tables by running the automata over a sample, such as `//a.b/c` for any plain prefix with
//! a path. A sample must be equivalent to every beginning that it represents, in every automaton. Tests compare results
//! with and without the shortcuts.

use crate::automata::automaton::{AUTOMATA, DEAD, LANES, NEXT, StateId, States};
use crate::grammar::production::Production;
use crate::grammar::{Grammar, Grammars};

pub(crate) struct KnownEnd {
    pub(crate) states: States,
    /// Bytes that leave every automaton in its state.
    pub(crate) stays: [bool; 256],
    /// Grammars that a URL satisfies if it ends here.
    pub(crate) grammars: Grammars,
}

/// What is known after a plain prefix, by its scheme and its [end](crate::automata::plain_prefix::PrefixEnd).
pub(crate) static AFTER_PREFIX: [[KnownEnd; 5]; 2] =
    [known_ends("http", Production::Http), known_ends("https", Production::Other)];

const fn known_ends(scheme: &str, production: Production) -> [KnownEnd; 5] {
    [
        known_end(states_after(scheme, "//a.b", production)),
        known_end(states_after(scheme, "//a.b/", production)),
        known_end(states_after(scheme, "//a.b/c", production)),
        known_end(states_after(scheme, "//a.b/c?d", production)),
        known_end(states_after(scheme, "//a.b/c?d=", production)),
    ]
}

const fn known_end(states: States) -> KnownEnd {
    let mut known = KnownEnd { states, stays: [false; 256], grammars: Grammars::none() };
    let mut byte = 0;
    while byte < 128 {
        let mut lane = 0;
        while lane < LANES && next(lane, states[lane], byte) == states[lane] {
            lane += 1;
        }
        known.stays[byte as usize] = lane == LANES;
        byte += 1;
    }
    let mut lane = 0;
    while lane < LANES {
        if AUTOMATA[lane].is_final(states[lane]) {
            known.grammars = known.grammars.with(Grammar::ALL[lane]);
        }
        lane += 1;
    }
    // On ASCII, RFC 3987 equals RFC 3986.
    if known.grammars.contains(Grammar::Rfc3986) {
        known.grammars = known.grammars.with(Grammar::Rfc3987);
    }
    known
}

/// Returns the states after `scheme`, a colon and `rest`, read from the start of `production` in RFC 1738.
const fn states_after(scheme: &str, rest: &str, production: Production) -> States {
    let mut states = [DEAD; LANES];
    let mut lane = 0;
    while lane < LANES {
        let is_rfc1738 = lane == Grammar::Rfc1738 as usize;
        let start = AUTOMATA[lane].starts[if is_rfc1738 { production as usize } else { 0 }];
        states[lane] = if is_rfc1738 && !matches!(production, Production::Other) {
            walk(lane, start, rest)
        } else {
            walk(lane, walk(lane, walk(lane, start, scheme), ":"), rest)
        };
        lane += 1;
    }
    states
}

const fn walk(lane: usize, mut state: StateId, text: &str) -> StateId {
    let mut at = 0;
    while at < text.len() {
        state = next(lane, state, text.as_bytes()[at]);
        at += 1;
    }
    state
}

const fn next(lane: usize, state: StateId, byte: u8) -> StateId {
    NEXT[state + AUTOMATA[lane].ascii[byte as usize] as usize] as StateId
}

/// Returns the offset at which the draft's automaton dies on `scheme`, or its length.
const fn draft03_dies_at(scheme: &str) -> usize {
    let mut lived = 0;
    let mut state = AUTOMATA[0].starts[0];
    while lived < scheme.len() {
        state = next(0, state, scheme.as_bytes()[lived]);
        if state == DEAD {
            break;
        }
        lived += 1;
    }
    lived
}

pub(crate) const DRAFT03_DIES_ON_HTTPS_AT: usize = draft03_dies_at("https");

/// States after each scheme of [`Production::KNOWN`], and the offset at which the draft died on the scheme, if it did.
pub(crate) static AFTER_SCHEME: [(States, usize); Production::KNOWN.len()] = {
    let mut after = [([DEAD; LANES], 0); Production::KNOWN.len()];
    let mut index = 0;
    while index < after.len() {
        let scheme = Production::SCHEMES[index];
        let states = states_after(scheme, "", Production::KNOWN[index]);
        after[index] = (states, draft03_dies_at(scheme));
        index += 1;
    }
    after
};
