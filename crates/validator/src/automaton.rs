//! The automata that the build script made, and the loop that runs them.
//!
//! An automaton reads symbols, not bytes: 256 bytes before its table say which symbol stands for
//! which byte. The first symbol chooses the production, for there is one table for all of a
//! grammar.
//!
//! The state where it dies is the answer that V3 asks for, and costs nothing: all states but the
//! dead one lead to a match, so the bytes read until then are the longest prefix that some URL of
//! the grammar begins with.

use regex_automata::Anchored;
use regex_automata::dfa::{Automaton as _, dense};
use regex_automata::util::primitives::StateID;

/// What a table's file holds: the alphabet, then the dense DFA.
const ALPHABET: usize = 256;

/// 32,472 bytes.
static RFC1738: &Aligned<[u8]> =
    &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/rfc1738.dfa")));
/// 24,408 bytes.
static RFC3986: &Aligned<[u8]> =
    &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/rfc3986.dfa")));

/// The automaton of one grammar.
#[derive(Clone)]
pub(crate) struct Automaton {
    alphabet: &'static [u8; ALPHABET],
    dfa: dense::DFA<&'static [u32]>,
    start: StateID,
}

/// How far an automaton came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Where it died, or the haystack's length.
    pub(crate) at: usize,
    /// Whether what it read until there is a word of the grammar.
    pub(crate) complete: bool,
}

/// The table is an array of `u32`, and `include_bytes!` promises no alignment.
#[repr(C, align(4))]
struct Aligned<B: ?Sized>(B);

impl Automaton {
    /// Checks the table, which takes some microseconds.
    pub(crate) fn rfc1738() -> Automaton {
        Automaton::from_table(&RFC1738.0)
    }

    /// Checks the table, which takes some microseconds.
    pub(crate) fn rfc3986() -> Automaton {
        Automaton::from_table(&RFC3986.0)
    }

    fn from_table(table: &'static [u8]) -> Automaton {
        let (alphabet, table) =
            table.split_first_chunk().expect("the build script writes the alphabet first");
        let (dfa, _) = dense::DFA::from_bytes(table)
            .expect("the build script writes the table with the same version and byte order");
        let start = dfa
            .universal_start_state(Anchored::Yes)
            .expect("the rules look at no byte before the start");
        Automaton { alphabet, dfa, start }
    }

    /// Reads the haystack from `at` on, as the production that `selector` chooses.
    pub(crate) fn run(&self, selector: u8, haystack: &[u8], at: usize) -> Run {
        let mut state = self.dfa.next_state(self.start, selector);
        for (at, byte) in haystack.iter().enumerate().skip(at) {
            // The dead state is the only special one that is looked for. That a state is a match
            // says nothing before the end is reached, and no state ever quits.
            let next = self.dfa.next_state(state, self.alphabet[usize::from(*byte)]);
            if self.dfa.is_dead_state(next) {
                return Run { at, complete: self.is_complete(state) };
            }
            state = next;
        }
        Run { at: haystack.len(), complete: self.is_complete(state) }
    }

    fn is_complete(&self, state: StateID) -> bool {
        self.dfa.is_match_state(self.dfa.next_eoi_state(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::production::Production;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    /// Every state that can be reached and is not dead leads to a match; otherwise an automaton
    /// would die too late (V3).
    fn dies_at_once(automaton: &Automaton, selectors: &[u8]) {
        let symbols: BTreeSet<u8> = automaton.alphabet.iter().copied().collect();
        let mut open: Vec<StateID> =
            selectors.iter().map(|s| automaton.dfa.next_state(automaton.start, *s)).collect();
        let mut edges = Vec::new();
        let mut seen: BTreeSet<StateID> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            assert!(!automaton.dfa.is_quit_state(state));
            for symbol in &symbols {
                let next = automaton.dfa.next_state(state, *symbol);
                edges.push((state, next));
                if !automaton.dfa.is_dead_state(next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        let mut live: BTreeSet<StateID> =
            seen.iter().copied().filter(|state| automaton.is_complete(*state)).collect();
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
        assert!(seen.len() > 100);
        assert_eq!(seen.difference(&live).count(), 0);
    }

    #[test]
    fn every_state_leads_to_a_match() {
        let selectors: Vec<u8> = Production::ALL.iter().map(|p| p.selector()).collect();
        dies_at_once(&Automaton::rfc1738(), &selectors);
        dies_at_once(&Automaton::rfc3986(), &[0]);
    }

    #[test]
    fn the_tables_have_the_sizes_that_the_documents_state() {
        assert_eq!((RFC1738.0.len(), RFC3986.0.len()), (32_472, 24_408));
    }
}
