//! Runs the automata of the four ASCII grammars over the same bytes, four at a time.
//!
//! An automaton waits most of its time for one load, the next state. Four automata in one loop wait at the same time.
//!
//! The draft and RFC 1738 end at a `#`, the others read on. RFC 1738 begins after the scheme if it has a production for
//! it.

use crate::automata::automaton::{
    AUTOMATA, Automaton, DEAD, LANES, NO_SYMBOL, RunEnd, States, step,
};
use crate::automata::known_states::{AFTER_PREFIX, AFTER_SCHEME};
use crate::automata::plain_prefix::PlainPrefix;
use crate::grammar::Grammar;
use crate::grammar::production::Production;

/// Symbol of each byte in each of the automata.
pub(crate) static SYMBOLS: [[u8; LANES]; 256] = {
    let mut symbols = [[NO_SYMBOL; LANES]; 256];
    let mut at = 0;
    while at < 128 * LANES {
        symbols[at / LANES][at % LANES] = AUTOMATA[at % LANES].ascii[at / LANES];
        at += 1;
    }
    symbols
};

/// Reads `text`, whose fragment begins at `hash`. Bytes of the plain `prefix` are not read again.
pub(crate) fn run_ascii(text: &str, hash: usize, prefix: Option<PlainPrefix>) -> [RunEnd; LANES] {
    let bytes = text.as_bytes();
    let mut run = prefix.map_or_else(|| ParallelRun::after_scheme(text), ParallelRun::after_prefix);
    run.read(&bytes[run.read..hash]);
    let [draft03, rfc1738, ..] = run.runs();
    if hash < bytes.len() {
        // The draft and RFC 1738 read no further. Killing them makes the loop skip them.
        run.states[..2].fill(DEAD);
        run.read(&bytes[hash..]);
    }
    let [.., rfc2396, rfc3986] = run.runs();
    [draft03, rfc1738, rfc2396, rfc3986]
}

struct ParallelRun {
    states: States,
    read: usize,
    /// Offset at which each automaton died. Meaningful for dead ones only.
    died: [usize; LANES],
}

/// Number of bytes read between checks for automata that died.
const BLOCK_BYTES: usize = 16;

impl ParallelRun {
    /// Starts after the scheme if RFC 1738 has a production for it, and at the first byte otherwise.
    fn after_scheme(text: &str) -> ParallelRun {
        let (production, start) = Production::of(text);
        if let Some(&(states, died)) = AFTER_SCHEME.get(production as usize) {
            return ParallelRun { states, read: start, died: [died; LANES] };
        }
        let mut states: States = core::array::from_fn(|lane| AUTOMATA[lane].start(0));
        states[1] = Automaton::of(Grammar::Rfc1738).start(production as usize);
        ParallelRun { states, read: 0, died: [0; LANES] }
    }

    fn after_prefix(prefix: PlainPrefix) -> ParallelRun {
        let states = AFTER_PREFIX[prefix.scheme as usize][prefix.ending as usize].states;
        ParallelRun { states, read: prefix.len, died: [prefix.draft_died; LANES] }
    }

    fn read(&mut self, bytes: &[u8]) {
        let end = self.read + bytes.len();
        for block in bytes.chunks(BLOCK_BYTES) {
            if self.states == [DEAD; LANES] {
                break;
            }
            self.step_through(block);
        }
        self.read = end;
    }

    fn step_through(&mut self, block: &[u8]) {
        // Deaths are checked once a block, not once a byte. If an automaton died, the block is read again.
        let before = self.states;
        // The draft is the first automaton and dies early and often: on `https`, on `~`, on `=`. After that,
        // a second copy of the loop runs the other three only.
        self.states = match before[0] {
            DEAD => step_through::<1>(before, block),
            _ => step_through::<0>(before, block),
        };
        let has_died = |index: usize| self.states[index] == DEAD && before[index] != DEAD;
        if (0..LANES).any(has_died) {
            self.record_deaths(before, block);
        }
        self.read += block.len();
    }

    /// Records the offset of each automaton that was alive in `before` and died in the block.
    #[cold]
    fn record_deaths(&mut self, before: States, block: &[u8]) {
        // Runs at most once for each automaton, so one at a time is quick enough.
        for index in 0..LANES {
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

    fn runs(&self) -> [RunEnd; LANES] {
        let mut runs = [RunEnd { at: self.read, complete: false }; LANES];
        for (index, run) in runs.iter_mut().enumerate() {
            if self.states[index] == DEAD {
                run.at = self.died[index];
            } else {
                run.complete = AUTOMATA[index].is_final(self.states[index]);
            }
        }
        runs
    }
}

/// Returns the states after `block`, for the automata from number `FIRST` on. The others keep theirs.
fn step_through<const FIRST: usize>(mut states: States, block: &[u8]) -> States {
    for byte in block {
        let symbols = SYMBOLS[usize::from(*byte)];
        for index in FIRST..LANES {
            states[index] = step(states[index], symbols[index]);
        }
    }
    states
}
