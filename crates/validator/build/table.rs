//! Turns an automaton into the table that the library includes.
//!
//! All grammars share one array of rows, and a state is the index at which its row begins. A step is one addition and
//! one load. State 0 is dead; its row leads only to itself. The final states of a grammar come last, so that one
//! comparison recognises them.
//!
//! Characters that lead from every state to the same state share one symbol, and a row has one column for each symbol.
//! A column for each byte, with the ranges of RFC 3987's `ucschar` in UTF-8, took 136 kB for that grammar alone.

use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::{Anchored, MatchKind};
use regex_syntax::hir::{Hir, Look};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::error::Error;
use std::fmt;

#[derive(Debug)]
pub(crate) struct StateRows(Vec<u16>);

#[derive(Debug)]
pub(crate) struct AutomatonTable {
    pub(crate) ascii: Vec<u8>,
    /// First character, last character and symbol of each range, ascending. Other characters have `NO_SYMBOL`.
    pub(crate) beyond: Vec<(char, char, u8)>,
    starts: Vec<u16>,
    /// First state in which a URL may end.
    first_final: u16,
}

/// Upper bound on the symbols of a grammar, and the length of the dead state's row.
const MAX_SYMBOLS: usize = 40;

/// Symbol of characters that lead to the dead state from everywhere.
const NO_SYMBOL: u8 = 0;

const BEYOND: char = '\u{80}';

impl StateRows {
    pub(crate) fn new() -> StateRows {
        StateRows(vec![0; MAX_SYMBOLS])
    }

    /// Adds the automaton of `productions`: for each an expression, and the beginning of its words that is already read
    /// at its start state. The characters from one of `edges` up to the next are equivalent.
    pub(crate) fn add(
        &mut self,
        productions: Vec<(Hir, &str)>,
        edges: &BTreeSet<char>,
    ) -> Result<AutomatonTable, Box<dyn Error>> {
        let (words, beginnings): (Vec<Hir>, Vec<&str>) = productions.into_iter().unzip();
        let dfa = determinize(words)?;
        let root = dfa
            .universal_start_state(Anchored::Yes)
            .ok_or("the rules look at nothing before the start")?;
        let next = |state: StateID, c: char| {
            let mut utf8 = [0; 4];
            c.encode_utf8(&mut utf8).bytes().fold(state, |state, byte| dfa.next_state(state, byte))
        };
        let is_final = |state: &StateID| dfa.is_match_state(dfa.next_eoi_state(*state));
        let start = |(index, beginning): (usize, &&str)| {
            beginning.chars().fold(next(root, selector(index)), next)
        };
        let starts: Vec<StateID> = beginnings.iter().enumerate().map(start).collect();

        // One representative of each range of equivalent characters; in ASCII every character.
        let mut chars = edges.clone();
        chars.extend('\0'..=BEYOND);

        // Number the states in the order in which they are reached, so that every build makes the same table.
        let mut reached = Vec::new();
        let mut open = VecDeque::from(starts.clone());
        while let Some(state) = open.pop_front() {
            if !dfa.is_dead_state(state) && !reached.contains(&state) {
                reached.push(state);
                open.extend(chars.iter().map(|c| next(state, *c)));
            }
        }
        reached.sort_by_key(is_final);

        // Characters with equal columns get the same symbol. Column 0, `NO_SYMBOL`, leads to the dead state.
        let mut columns = vec![vec![StateID::ZERO; reached.len()]];
        let mut symbols = BTreeMap::new();
        for c in chars {
            let column: Vec<StateID> = reached.iter().map(|state| next(*state, c)).collect();
            let symbol = columns.iter().position(|known| *known == column).unwrap_or_else(|| {
                columns.push(column);
                columns.len() - 1
            });
            symbols.insert(c, u8::try_from(symbol)?);
        }
        if columns.len() > MAX_SYMBOLS {
            return Err("a grammar has more symbols than the row of the dead state".into());
        }

        // A state's number is the index of its row, after the rows of the grammars before.
        let mut ids = HashMap::new();
        for (row, state) in reached.iter().enumerate() {
            ids.insert(*state, u16::try_from(self.0.len() + row * columns.len())?);
        }
        let id = |state: &StateID| ids.get(state).copied().unwrap_or(0);
        for row in 0..reached.len() {
            self.0.extend(columns.iter().map(|column| id(&column[row])));
        }

        let beyond = symbols.split_off(&BEYOND);
        let before = |next: &char| ('\0'..*next).next_back();
        let lasts = beyond.keys().skip(1).filter_map(before).chain([char::MAX]);
        let ranges =
            beyond.iter().zip(lasts).map(|((first, symbol), last)| (*first, last, *symbol));
        let first_final = reached.iter().find(|state| is_final(state)).map(id);
        Ok(AutomatonTable {
            ascii: symbols.into_values().collect(),
            beyond: ranges.filter(|range| range.2 != NO_SYMBOL).collect(),
            starts: starts.iter().map(id).collect(),
            first_final: first_final.ok_or("a grammar without a word")?,
        })
    }
}

/// Returns the character that precedes the words of a production and chooses it.
fn selector(production: usize) -> char {
    u8::try_from(production).expect("no grammar has more than 255 productions").into()
}

fn determinize(productions: Vec<Hir>) -> Result<dense::DFA<Vec<u32>>, Box<dyn Error>> {
    let selected = productions.into_iter().enumerate().map(|(index, words)| {
        Hir::concat(vec![Hir::literal(selector(index).to_string().into_bytes()), words])
    });
    // No assertion about the start of the text is needed: the DFA is compiled for anchored searches only.
    let whole = Hir::concat(vec![Hir::alternation(selected.collect()), Hir::look(Look::End)]);
    let config = dense::Config::new()
        .match_kind(MatchKind::All)
        .start_kind(StartKind::Anchored)
        .accelerate(false)
        .minimize(true);
    let nfa = thompson::Compiler::new().build_from_hir(&whole)?;
    Ok(dense::Builder::new().configure(config).build_from_nfa(&nfa)?)
}

impl fmt::Display for AutomatonTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Automaton {{")?;
        writeln!(f, "    ascii: {:?},", self.ascii)?;
        writeln!(f, "    beyond: &[")?;
        for (first, last, symbol) in &self.beyond {
            let (first, last) = (first.escape_unicode(), last.escape_unicode());
            writeln!(f, "        ('{first}', '{last}', {symbol}),")?;
        }
        writeln!(f, "    ],")?;
        writeln!(f, "    starts: &{:?},", self.starts)?;
        writeln!(f, "    first_final: {},", self.first_final)?;
        writeln!(f, "}}")
    }
}

impl fmt::Display for StateRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
