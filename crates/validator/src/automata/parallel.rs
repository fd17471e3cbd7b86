//! The four grammars of ASCII, run side by side.
//!
//! Nearly all of the time goes by waiting for the next state, which is one load after another; run side
//! by side, the automata wait at the same time.
//!
//! The trap: the draft and RFC 1738 end at a `#` and the others do not, and RFC 1738 begins behind a
//! scheme that it has a production for.

use crate::automata::automaton::{
    ASCII_AUTOMATA, DEAD, DRAFT03, NO_SYMBOL, RFC1738, RFC2396, RFC3986, RunEnd, States, step,
};
use crate::automata::known_states::{STATES_AFTER_PREFIX, STATES_AFTER_SCHEME};
use crate::automata::plain_prefix::PlainPrefix;
use crate::automata::production::Production;

/// For each byte its symbol in each of [`ASCII_AUTOMATA`].
pub(crate) static SYMBOLS: [[u8; ASCII_AUTOMATA.len()]; 256] = {
    let mut symbols = [[NO_SYMBOL; ASCII_AUTOMATA.len()]; 256];
    let mut byte = 0;
    while byte < 128 {
        symbols[byte] =
            [DRAFT03.ascii[byte], RFC1738.ascii[byte], RFC2396.ascii[byte], RFC3986.ascii[byte]];
        byte += 1;
    }
    symbols
};

/// Reads `text` by the four grammars of ASCII at once. The first two read up to `hash`, where a
/// fragment begins, and the others to the end. What lies in the plain `prefix`, if it has one, is not
/// read again.
pub(crate) fn run_ascii(
    text: &str,
    hash: usize,
    prefix: Option<PlainPrefix>,
) -> [RunEnd; ASCII_AUTOMATA.len()] {
    let bytes = text.as_bytes();
    let mut run = prefix.map_or_else(|| ParallelRun::after_scheme(text), ParallelRun::after_prefix);
    run.read(&bytes[run.read..hash]);
    let [draft03, rfc1738, ..] = run.runs();
    if hash < bytes.len() {
        // They read no further.
        run.states[..2].fill(DEAD);
        run.read(&bytes[hash..]);
    }
    let [.., rfc2396, rfc3986] = run.runs();
    [draft03, rfc1738, rfc2396, rfc3986]
}

/// The four automata of ASCII, side by side.
struct ParallelRun {
    states: States,
    /// How many bytes were read.
    read: usize,
    /// Where each died, once it is dead.
    died: [usize; ASCII_AUTOMATA.len()],
}

/// How many bytes are read before the automata are asked which of them died.
const BLOCK_BYTES: usize = 16;

impl ParallelRun {
    /// Behind a scheme that RFC 1738 has a production for, and where it has none, at the start.
    fn after_scheme(text: &str) -> ParallelRun {
        let (production, start) = Production::of(text);
        if let Some(&(states, died)) = STATES_AFTER_SCHEME.get(production.number()) {
            return ParallelRun { states, read: start, died: [died; ASCII_AUTOMATA.len()] };
        }
        let mut states = ASCII_AUTOMATA.map(|table| table.start(0));
        states[1] = RFC1738.start(production.number());
        ParallelRun { states, read: 0, died: [0; ASCII_AUTOMATA.len()] }
    }

    fn after_prefix(prefix: PlainPrefix) -> ParallelRun {
        let states = STATES_AFTER_PREFIX[prefix.scheme as usize][prefix.ending as usize];
        ParallelRun { states, read: prefix.len, died: [prefix.draft_died; ASCII_AUTOMATA.len()] }
    }

    fn read(&mut self, bytes: &[u8]) {
        let end = self.read + bytes.len();
        for block in bytes.chunks(BLOCK_BYTES) {
            if self.states == [DEAD; ASCII_AUTOMATA.len()] {
                break;
            }
            self.step_through(block);
        }
        self.read = end;
    }

    fn step_through(&mut self, block: &[u8]) {
        let before = self.states;
        // The draft, the first, dies early and often: on `https`, on `~`, on `=`.
        self.states = match before[0] {
            DEAD => step_through::<1>(before, block),
            _ => step_through::<0>(before, block),
        };
        let has_died = |index: usize| self.states[index] == DEAD && before[index] != DEAD;
        if (0..ASCII_AUTOMATA.len()).any(has_died) {
            self.bury(before, block);
        }
        self.read += block.len();
    }

    /// Notes where those died that lived `before` the block.
    #[cold]
    fn bury(&mut self, before: States, block: &[u8]) {
        for index in 0..ASCII_AUTOMATA.len() {
            if self.states[index] != DEAD || before[index] == DEAD {
                continue;
            }
            let mut state = before[index];
            let lived = block.iter().take_while(|byte| {
                state = step(state, SYMBOLS[usize::from(**byte)][index]);
                state != DEAD
            });
            self.died[index] = self.read + lived.count();
        }
    }

    fn runs(&self) -> [RunEnd; ASCII_AUTOMATA.len()] {
        let mut runs = [RunEnd { at: self.read, complete: false }; ASCII_AUTOMATA.len()];
        for (index, run) in runs.iter_mut().enumerate() {
            if self.states[index] == DEAD {
                run.at = self.died[index];
            } else {
                run.complete = ASCII_AUTOMATA[index].is_final(self.states[index]);
            }
        }
        runs
    }
}

/// The states behind `block`, of the run from `FIRST` on.
fn step_through<const FIRST: usize>(mut states: States, block: &[u8]) -> States {
    for byte in block {
        let symbols = SYMBOLS[usize::from(*byte)];
        for index in FIRST..ASCII_AUTOMATA.len() {
            states[index] = step(states[index], symbols[index]);
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::{Outcome, for_all};
    use crate::tests::soup;
    use std::format;

    fn is_as_one_by_one(url: &str) -> Outcome {
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
            let end = b.at == url.len() || b.at == hash;
            if a.at != b.at || end && a.complete != b.complete {
                return Err(format!("{a:?}, one by one {b:?}"));
            }
        }
        Ok(())
    }

    #[test]
    fn side_by_side_is_as_one_by_one() {
        for url in ["http://h/a#b", "HTTPS://h/~a?b", "ftp://u:p@h/a;type=i", "1x:", "", "a#b:c"] {
            assert_eq!(is_as_one_by_one(url), Ok(()), "{url}");
        }
        for_all(soup::url, is_as_one_by_one);
    }
}
