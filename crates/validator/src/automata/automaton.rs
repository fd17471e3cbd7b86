//! The automata that the build script made, and how to run one of them. Every state except the dead one leads to a
//! match, so the offset at which an automaton dies is the offset of the failure. A test walks all states to check this.

use crate::grammar::Grammar;

/// The automaton of one grammar. Its rows are in [`NEXT`].
#[derive(Debug)]
pub(crate) struct Automaton {
    pub(crate) ascii: [u8; 128],
    /// First character, last character and symbol of each range, ascending.
    beyond: &'static [(char, char, u8)],
    pub(crate) starts: &'static [StateId],
    /// First state in which a URL may end. All later states of this automaton are final too.
    first_final: StateId,
}

/// A state, as the index in [`NEXT`] at which its row begins. `usize` need not be widened at every step.
pub(crate) type StateId = usize;

pub(crate) const DEAD: StateId = 0;
/// Symbol of a character that no rule names.
pub(crate) const NO_SYMBOL: u8 = 0;

/// Rows of all automata, one after another. A row has one column for each symbol of its automaton.
pub(crate) static NEXT: &[u16] = &include!(concat!(env!("OUT_DIR"), "/next.rs"));

pub(crate) static AUTOMATA: [Automaton; Grammar::ALL.len()] =
    include!(concat!(env!("OUT_DIR"), "/automata.rs"));

/// The number of grammars that read nothing beyond ASCII, which are the first ones.
pub(crate) const LANES: usize = 4;

pub(crate) type States = [StateId; LANES];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunEnd {
    /// Offset at which it died, or the length of the text.
    pub(crate) at: usize,
    pub(crate) complete: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    table: &'static Automaton,
    state: StateId,
}

impl Walk {
    /// Reads `c` and returns true, or returns false and keeps its state if no URL continues with `c`.
    pub(crate) fn step(&mut self, c: char) -> bool {
        let next = step(self.state, self.table.symbol(c));
        if next != DEAD {
            self.state = next;
        }
        next != DEAD
    }

    pub(crate) fn is_final(self) -> bool {
        self.table.is_final(self.state)
    }
}

impl Automaton {
    pub(crate) fn of(grammar: Grammar) -> &'static Automaton {
        &AUTOMATA[grammar as usize]
    }

    /// Returns a walk from the start of production number `production`.
    pub(crate) fn walk(&'static self, production: usize) -> Walk {
        Walk { table: self, state: self.start(production) }
    }

    pub(crate) fn run(&'static self, text: &str) -> RunEnd {
        let mut walk = self.walk(0);
        let end = text.char_indices().find(|(_, c)| !walk.step(*c));
        RunEnd { at: end.map_or(text.len(), |(at, _)| at), complete: walk.is_final() }
    }

    /// Returns whether `beginning` followed by `text` is a word of production number `production`.
    pub(crate) fn is_whole(&'static self, production: usize, beginning: &str, text: &str) -> bool {
        let mut walk = self.walk(production);
        beginning.chars().chain(text.chars()).all(|c| walk.step(c)) && walk.is_final()
    }

    pub(crate) fn start(&self, production: usize) -> StateId {
        self.starts.get(production).copied().unwrap_or(DEAD)
    }

    fn symbol(&self, c: char) -> u8 {
        if let Some(symbol) = self.ascii.get(c as usize) {
            return *symbol;
        }
        // Ranges are sorted and do not overlap: the last range that begins at or before `c` is the only candidate.
        let after = self.beyond.partition_point(|&(first, ..)| first <= c);
        match after.checked_sub(1).and_then(|index| self.beyond.get(index)) {
            Some(&(_, last, symbol)) if c <= last => symbol,
            _ => NO_SYMBOL,
        }
    }

    pub(crate) const fn is_final(&self, state: StateId) -> bool {
        state >= self.first_final
    }
}

pub(crate) fn step(state: StateId, symbol: u8) -> StateId {
    // No index is out of bounds in the tables that the build script writes.
    NEXT.get(state + usize::from(symbol)).map_or(DEAD, |&state| StateId::from(state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    fn symbols(table: &Automaton) -> BTreeSet<u8> {
        let beyond = table.beyond.iter().map(|range| range.2);
        table.ascii.iter().copied().chain(beyond).chain([NO_SYMBOL]).collect()
    }

    /// Every reachable state except the dead one leads to a match. Otherwise an automaton would die too late.
    #[test]
    fn every_state_leads_to_a_match() {
        for table in &AUTOMATA {
            let mut open = table.starts.to_vec();
            let mut seen: BTreeSet<StateId> = open.iter().copied().collect();
            let mut edges = Vec::new();
            while let Some(state) = open.pop() {
                for symbol in symbols(table) {
                    let next = step(state, symbol);
                    edges.push((state, next));
                    if next != DEAD && seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            let is_final = |state: &StateId| table.is_final(*state);
            let mut live: BTreeSet<StateId> = seen.iter().copied().filter(is_final).collect();
            loop {
                let before = live.len();
                for (state, next) in &edges {
                    if live.contains(next) {
                        live.insert(*state);
                    }
                }
                if live.len() == before {
                    break;
                }
            }
            assert!(seen.len() > 50);
            assert_eq!(seen.difference(&live).count(), 0);
        }
    }

    /// Walks both automata over ASCII in step: corresponding states must both be dead, or both be final.
    #[test]
    fn rfc3987_equals_rfc3986_on_ascii() {
        let [rfc3986, rfc3987] = [Grammar::Rfc3986, Grammar::Rfc3987].map(Automaton::of);
        let mut open = std::vec![(rfc3986.starts[0], rfc3987.starts[0])];
        let mut seen = BTreeSet::new();
        while let Some((a, b)) = open.pop() {
            assert_eq!((a == DEAD, rfc3986.is_final(a)), (b == DEAD, rfc3987.is_final(b)));
            if a != DEAD && seen.insert((a, b)) {
                let steps = rfc3986.ascii.iter().zip(&rfc3987.ascii);
                open.extend(steps.map(|(&x, &y)| (step(a, x), step(b, y))));
            }
        }
        assert!(seen.len() > 100);
    }

    #[test]
    fn the_tables_have_the_documented_sizes() {
        let beyond: usize = AUTOMATA.iter().map(|table| size_of_val(table.beyond)).sum();
        let ascii: usize = AUTOMATA.iter().map(|table| size_of_val(&table.ascii)).sum();
        let symbols = ascii + beyond + size_of_val(&crate::automata::parallel::SYMBOLS);
        assert_eq!((size_of_val(NEXT), symbols), (45_100, 1_904));
    }
}
