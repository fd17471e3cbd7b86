//! States of the ASCII automata after beginnings that many URLs share. These need not be read then.
//!
//! The compiler computes all tables here by running the automata over a sample, such as `//a.b/c` for any
//! plain prefix with a path. They follow every change of a grammar.
//!
//! A sample must be equivalent to every beginning that it represents, in every automaton. Tests compare
//! results with and without the shortcuts.

use crate::automata::automaton::{ASCII_AUTOMATA, States};
use crate::automata::automaton::{DEAD, DRAFT03, NEXT, RFC1738, RFC2396, RFC3986, StateId};
use crate::grammar::production::Production;
use crate::grammar::{Grammar, Grammars};

// The samples are as short as a plain prefix can be. Every longer one must leave the automata in the
// same states, which a test checks.

/// States after a plain prefix, indexed by [`PlainScheme`](crate::automata::plain_prefix::PlainScheme) and
/// then by [`PrefixEnd`](crate::automata::plain_prefix::PrefixEnd).
pub(crate) static STATES_AFTER_PREFIX: [[States; 5]; 2] = [
    [
        states_after(b"http:", b"//a.b", Production::Http),
        states_after(b"http:", b"//a.b/", Production::Http),
        states_after(b"http:", b"//a.b/c", Production::Http),
        states_after(b"http:", b"//a.b/c?d", Production::Http),
        states_after(b"http:", b"//a.b/c?d=", Production::Http),
    ],
    [
        states_after(b"https:", b"//a.b", Production::Other),
        states_after(b"https:", b"//a.b/", Production::Other),
        states_after(b"https:", b"//a.b/c", Production::Other),
        states_after(b"https:", b"//a.b/c?d", Production::Other),
        states_after(b"https:", b"//a.b/c?d=", Production::Other),
    ],
];

/// Bytes that leave every automaton in its state of [`STATES_AFTER_PREFIX`], with the same indices.
pub(crate) static SELF_LOOPS: [[[bool; 256]; 5]; 2] = {
    let mut stays = [[[false; 256]; 5]; 2];
    let mut scheme = 0;
    while scheme < stays.len() {
        let mut ending = 0;
        while ending < stays[scheme].len() {
            let mut byte = 0;
            while byte < 128 {
                stays[scheme][ending][byte] = stays_on(STATES_AFTER_PREFIX[scheme][ending], byte);
                byte += 1;
            }
            ending += 1;
        }
        scheme += 1;
    }
    stays
};

/// Returns whether every automaton stays in its state on `byte`, which is ASCII.
const fn stays_on(states: States, byte: usize) -> bool {
    let mut lane = 0;
    while lane < states.len() {
        if NEXT[states[lane] + ASCII_AUTOMATA[lane].ascii[byte] as usize] as StateId != states[lane]
        {
            return false;
        }
        lane += 1;
    }
    true
}

/// Grammars that a URL satisfies if it ends after a plain prefix, indexed as [`STATES_AFTER_PREFIX`] is.
pub(crate) static GRAMMARS_AFTER_PREFIX: [[Grammars; 5]; 2] = {
    let mut grammars = [[Grammars::none(); 5]; 2];
    let mut scheme = 0;
    while scheme < grammars.len() {
        let mut ending = 0;
        while ending < grammars[scheme].len() {
            grammars[scheme][ending] = satisfied(STATES_AFTER_PREFIX[scheme][ending]);
            ending += 1;
        }
        scheme += 1;
    }
    grammars
};

/// Returns the grammars that an ASCII URL satisfies if the automata end in `states`.
const fn satisfied(states: States) -> Grammars {
    let mut grammars = Grammars::none();
    let mut lane = 0;
    while lane < ASCII_AUTOMATA.len() {
        if ASCII_AUTOMATA[lane].is_final(states[lane]) {
            grammars = grammars.with(Grammar::ALL[lane]);
        }
        lane += 1;
    }
    // On ASCII, RFC 3987 equals RFC 3986.
    if grammars.contains(Grammar::Rfc3986) { grammars.with(Grammar::Rfc3987) } else { grammars }
}

/// Offset at which the draft's automaton dies on `https`: its `s`.
pub(crate) const DRAFT03_DIES_ON_HTTPS_AT: usize = 4;

/// Returns the states after `scheme` and `rest`. For RFC 1738 the start of `production` already includes the
/// scheme, unless it is [`Production::Other`].
pub(crate) const fn states_after(scheme: &[u8], rest: &[u8], production: Production) -> States {
    let starts = RFC1738.starts;
    let rfc1738 = match production {
        Production::Other => walk(starts[production.number()], &RFC1738.ascii, scheme),
        known => starts[known.number()],
    };
    [
        walk(walk(DRAFT03.starts[0], &DRAFT03.ascii, scheme), &DRAFT03.ascii, rest),
        walk(rfc1738, &RFC1738.ascii, rest),
        walk(walk(RFC2396.starts[0], &RFC2396.ascii, scheme), &RFC2396.ascii, rest),
        walk(walk(RFC3986.starts[0], &RFC3986.ascii, scheme), &RFC3986.ascii, rest),
    ]
}

/// Returns the state after `state` and `text`, which is ASCII.
const fn walk(mut state: StateId, symbols: &[u8; 128], text: &[u8]) -> StateId {
    let mut at = 0;
    while at < text.len() {
        state = NEXT[state + symbols[text[at] as usize] as usize] as StateId;
        at += 1;
    }
    state
}

/// States after each scheme that has a production in RFC 1738, by the production's number.
///
/// The offset next to the states is the one at which the draft died on the scheme, if it did.
pub(crate) static STATES_AFTER_SCHEME: [(States, usize); Production::ALL.len() - 1] = {
    let mut behind = [([DEAD; ASCII_AUTOMATA.len()], 0); Production::ALL.len() - 1];
    let mut index = 0;
    while index < behind.len() {
        let name = Production::ALL[index].name().as_bytes();
        let mut states = states_after(name, b":", Production::ALL[index]);
        // RFC 1738 starts after the colon.
        states[1] = RFC1738.starts[index];
        let mut lived = 0;
        while lived < name.len()
            && walk(DRAFT03.starts[0], &DRAFT03.ascii, name.split_at(lived + 1).0) != DEAD
        {
            lived += 1;
        }
        behind[index] = (states, lived);
        index += 1;
    }
    behind
};
