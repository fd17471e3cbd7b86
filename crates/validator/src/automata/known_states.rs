//! In which states the automata are behind beginnings that are known, so that these are not read.
//!
//! All of it is found by the automata themselves, when the library is compiled: a grammar may change, and it
//! follows. The trap is a beginning that stands for others (`//a.b/c` for any plain one) and is not like them
//! to some automaton; tests let them read what is passed over.

use crate::automata::automaton::{ASCII_AUTOMATA, States};
use crate::automata::automaton::{DEAD, DRAFT03, NEXT, RFC1738, RFC2396, RFC3986, StateId};
use crate::automata::production::Production;
use crate::grammar::{Grammar, Grammars};

/// The states behind any plain beginning, by [`Scheme`](crate::automata::plain_prefix::Scheme) and then by
/// [`PrefixEnd`](crate::automata::plain_prefix::PrefixEnd).
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

/// The bytes that leave the automata in the states of [`STATES_AFTER_PREFIX`], with the same indices.
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

/// Whether `byte`, which is ASCII, leads each automaton from its state to the same one.
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

/// The grammars that a plain URL satisfies, as [`STATES_AFTER_PREFIX`] has the states.
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

/// The grammars that a URL of ASCII satisfies, behind which the automata are in `states`.
const fn satisfied(states: States) -> Grammars {
    let mut grammars = Grammars::none();
    let mut lane = 0;
    while lane < ASCII_AUTOMATA.len() {
        if ASCII_AUTOMATA[lane].is_final(states[lane]) {
            grammars = grammars.with(Grammar::ALL[lane]);
        }
        lane += 1;
    }
    // In ASCII RFC 3987 is RFC 3986.
    if grammars.contains(Grammar::Rfc3986) { grammars.with(Grammar::Rfc3987) } else { grammars }
}

/// Where the draft dies on `https`: at the `s`.
pub(crate) const DRAFT03_DIES_ON_HTTPS_AT: usize = 4;

/// The states behind `scheme` and `rest`. For RFC 1738 those of `production`, which begins behind the
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

/// The state after `state` and `text`, which is ASCII.
const fn walk(mut state: StateId, symbols: &[u8; 128], text: &[u8]) -> StateId {
    let mut at = 0;
    while at < text.len() {
        state = NEXT[state + symbols[text[at] as usize] as usize] as StateId;
        at += 1;
    }
    state
}

/// The states behind a scheme that RFC 1738 has a production for, by the production's number, and where the
/// draft died in it, if it did.
pub(crate) static STATES_AFTER_SCHEME: [(States, usize); Production::ALL.len() - 1] = {
    let mut behind = [([DEAD; ASCII_AUTOMATA.len()], 0); Production::ALL.len() - 1];
    let mut index = 0;
    while index < behind.len() {
        let name = Production::ALL[index].name().as_bytes();
        let mut states = states_after(name, b":", Production::ALL[index]);
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
