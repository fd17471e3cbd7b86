//! The four grammars of ASCII, run side by side.
//!
//! Nearly all of the time goes by waiting for the next state, which is one load after another; run side
//! by side, the automata wait at the same time.
//!
//! The trap: the draft and RFC 1738 end at a `#` and the others do not, and RFC 1738 begins behind a
//! scheme that it has a production for.

use crate::automaton::{
    DEAD, DRAFT03, NEXT, NO_SYMBOL, RFC1738, RFC2396, RFC3986, Run, State, Table, step,
};
use crate::grammar::{Grammar, Grammars};
use crate::plain::Beginning;
use crate::production::Production;

/// Those that know nothing beyond ASCII, in the order of [`run_ascii`]'s answers.
static ASCII: [&Table; 4] = [&DRAFT03, &RFC1738, &RFC2396, &RFC3986];

/// For each byte its symbol in each of [`ASCII`].
pub(crate) static SYMBOLS: [[u8; ASCII.len()]; 256] = {
    let mut symbols = [[NO_SYMBOL; ASCII.len()]; 256];
    let mut byte = 0;
    while byte < 128 {
        symbols[byte] =
            [DRAFT03.ascii[byte], RFC1738.ascii[byte], RFC2396.ascii[byte], RFC3986.ascii[byte]];
        byte += 1;
    }
    symbols
};

/// Reads `text` by the four grammars of ASCII at once. The first two read up to `hash`, where a
/// fragment begins, and the others to the end. What lies in the plain `beginning`, if it has one, is not
/// read again.
pub(crate) fn run_ascii(
    text: &str,
    hash: usize,
    beginning: Option<Beginning>,
) -> [Run; ASCII.len()] {
    let bytes = text.as_bytes();
    let mut lanes = beginning.map_or_else(|| Lanes::behind_scheme(text), Lanes::behind);
    lanes.read(&bytes[lanes.read..hash]);
    let [draft03, rfc1738, ..] = lanes.runs();
    lanes.read(&bytes[hash..]);
    let [.., rfc2396, rfc3986] = lanes.runs();
    [draft03, rfc1738, rfc2396, rfc3986]
}

/// The four automata of ASCII, side by side.
struct Lanes {
    states: [State; ASCII.len()],
    /// How many bytes were read.
    read: usize,
    /// Where each died, once it is dead.
    died: [usize; ASCII.len()],
}

/// The states behind any plain beginning, by [`Scheme`](crate::plain::Scheme) and then by
/// [`Ending`](crate::plain::Ending).
static BEHIND: [[[State; ASCII.len()]; 3]; 2] = [
    [
        states_behind(b"http:", b"//a.b", Production::Http),
        states_behind(b"http:", b"//a.b/", Production::Http),
        states_behind(b"http:", b"//a.b/c", Production::Http),
    ],
    [
        states_behind(b"https:", b"//a.b", Production::Other),
        states_behind(b"https:", b"//a.b/", Production::Other),
        states_behind(b"https:", b"//a.b/c", Production::Other),
    ],
];

/// The grammars that a plain URL satisfies, as [`BEHIND`] has the states.
pub(crate) static GRAMMARS_BEHIND: [[Grammars; 3]; 2] = [
    [satisfied(BEHIND[0][0]), satisfied(BEHIND[0][1]), satisfied(BEHIND[0][2])],
    [satisfied(BEHIND[1][0]), satisfied(BEHIND[1][1]), satisfied(BEHIND[1][2])],
];

/// The grammars that a URL of ASCII satisfies, behind which the automata are in `states`.
const fn satisfied(states: [State; ASCII.len()]) -> Grammars {
    let mut grammars = Grammars::none();
    let mut lane = 0;
    while lane < ASCII.len() {
        if ASCII[lane].is_final(states[lane]) {
            grammars = grammars.with(Grammar::ALL[lane]);
        }
        lane += 1;
    }
    // In ASCII RFC 3987 is RFC 3986.
    if grammars.contains(Grammar::Rfc3986) { grammars.with(Grammar::Rfc3987) } else { grammars }
}

/// Where the draft dies on `https`: at the `s`.
pub(crate) const HTTPS_DIED: usize = 4;

/// The states behind `scheme` and `rest`. For RFC 1738 those of `production`, which begins behind the
/// scheme, unless it is [`Production::Other`].
const fn states_behind(scheme: &[u8], rest: &[u8], production: Production) -> [State; ASCII.len()] {
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
const fn walk(mut state: State, symbols: &[u8; 128], text: &[u8]) -> State {
    let mut at = 0;
    while at < text.len() {
        state = NEXT[state + symbols[text[at] as usize] as usize] as State;
        at += 1;
    }
    state
}

/// How many bytes are read before anybody looks who has died. To look after each took a third of the
/// whole time.
const BLOCK: usize = 8;

impl Lanes {
    /// Behind a scheme that RFC 1738 has a production for, and where it has none, at the start.
    fn behind_scheme(text: &str) -> Lanes {
        let states = ASCII.map(|table| table.start(0));
        let mut lanes = Lanes { states, read: 0, died: [0; ASCII.len()] };
        let (production, start) = Production::of(text);
        lanes.read(&text.as_bytes()[..start]);
        lanes.states[1] = RFC1738.start(production.number());
        lanes.died[1] = start;
        lanes
    }

    fn behind(beginning: Beginning) -> Lanes {
        let states = BEHIND[beginning.scheme as usize][beginning.ending as usize];
        Lanes { states, read: beginning.len, died: [HTTPS_DIED; ASCII.len()] }
    }

    fn read(&mut self, bytes: &[u8]) {
        for block in bytes.chunks(BLOCK) {
            let before = self.states;
            // The draft, the first, dies early and often: on `https`, on `~`, on `=`.
            self.states = match before[0] {
                DEAD => step_through::<1>(before, block),
                _ => step_through::<0>(before, block),
            };
            let has_died = |lane: usize| self.states[lane] == DEAD && before[lane] != DEAD;
            if (0..ASCII.len()).any(has_died) {
                self.bury(before, block);
            }
            self.read += block.len();
        }
    }

    /// Notes where those died that lived `before` the block.
    #[cold]
    fn bury(&mut self, before: [State; ASCII.len()], block: &[u8]) {
        for lane in 0..ASCII.len() {
            if self.states[lane] != DEAD || before[lane] == DEAD {
                continue;
            }
            let mut state = before[lane];
            let lived = block.iter().take_while(|byte| {
                state = step(state, SYMBOLS[usize::from(**byte)][lane]);
                state != DEAD
            });
            self.died[lane] = self.read + lived.count();
        }
    }

    fn runs(&self) -> [Run; ASCII.len()] {
        let mut runs = [Run { at: self.read, complete: false }; ASCII.len()];
        for (lane, run) in runs.iter_mut().enumerate() {
            if self.states[lane] == DEAD {
                run.at = self.died[lane];
            } else {
                run.complete = ASCII[lane].is_final(self.states[lane]);
            }
        }
        runs
    }
}

/// The states behind `block`, of the lanes from `FIRST` on.
fn step_through<const FIRST: usize>(
    mut states: [State; ASCII.len()],
    block: &[u8],
) -> [State; ASCII.len()] {
    for byte in block {
        let symbols = SYMBOLS[usize::from(*byte)];
        for lane in FIRST..ASCII.len() {
            states[lane] = step(states[lane], symbols[lane]);
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_by_side_is_as_one_by_one() {
        let urls = ["http://h/a#b", "HTTPS://h/~a?b", "ftp://u:p@h/a;type=i", "1x:", "", "a#b:c"];
        for url in urls {
            let hash = url.find('#').unwrap_or(url.len());
            let (production, start) = Production::of(url);
            let one_by_one = [
                DRAFT03.run(0, &url[..hash], 0),
                RFC1738.run(production.number(), &url[..hash], start),
                RFC2396.run(0, url, 0),
                RFC3986.run(0, url, 0),
            ];
            for (a, b) in run_ascii(url, hash, None).iter().zip(&one_by_one) {
                // Only where it did not die is anything asked of the state it ends in.
                assert_eq!(a.at, b.at, "{url}");
                let end = b.at == url.len() || b.at == hash;
                assert!(!end || a.complete == b.complete, "{url}");
            }
        }
    }
}
