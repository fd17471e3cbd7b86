//! The table that ships: an automaton as numbers.
//!
//! All grammars share one array of rows, and a state is the index in it where its row begins: a step
//! is one addition and one load, whatever the grammar. State 0 is dead, and its row leads nowhere
//! else. Of the states of a grammar those in which a URL may end come last, so that one comparison
//! tells them from the others.

use super::expression::{self, Alphabet, Expression};
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::syntax;
use regex_automata::{Anchored, MatchKind};
use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::fmt;

/// The rows of all grammars.
#[derive(Debug)]
pub(crate) struct Rows(Vec<u16>);

/// The minimal automaton of a grammar.
#[derive(Debug)]
pub(crate) struct Table {
    alphabet: Alphabet,
    /// Where each production begins.
    starts: Vec<u16>,
    /// The first state in which a URL may end.
    first_final: u16,
}

impl Rows {
    /// The row of the dead state.
    pub(crate) fn new() -> Rows {
        Rows(vec![0; LONGEST])
    }

    /// Adds the automaton of `productions`. Each has a start of its own; the states they share.
    pub(crate) fn add(&mut self, productions: &[Expression]) -> Result<Table, Box<dyn Error>> {
        let alphabet = Alphabet::of(productions);
        if usize::from(alphabet.len()) > LONGEST {
            return Err("a grammar has more symbols than the row of the dead state".into());
        }
        let dfa = determinize(productions, &alphabet)?;
        let root = dfa
            .universal_start_state(Anchored::Yes)
            .ok_or("the rules look at nothing before the start")?;
        let is_final = |state: StateID| dfa.is_match_state(dfa.next_eoi_state(state));

        // In the order in which they are reached, so that the table is the same at every build.
        let first: Vec<StateID> =
            (0..productions.len()).map(|index| dfa.next_state(root, selector(index))).collect();
        let mut reached = Vec::new();
        let mut open: VecDeque<StateID> = first.iter().copied().collect();
        while let Some(state) = open.pop_front() {
            if !dfa.is_dead_state(state) && !reached.contains(&state) {
                reached.push(state);
                open.extend((0..alphabet.len()).map(|symbol| dfa.next_state(state, symbol)));
            }
        }
        reached.sort_by_key(|state| is_final(*state));

        let stride = usize::from(alphabet.len());
        let mut ids = HashMap::new();
        for (row, state) in reached.iter().enumerate() {
            ids.insert(*state, u16::try_from(self.0.len() + row * stride)?);
        }
        // What is not among them is dead.
        let id = |state: &StateID| ids.get(state).copied().unwrap_or(0);
        let rows = reached.iter().flat_map(|state| {
            (0..alphabet.len()).map(|symbol| id(&dfa.next_state(*state, symbol)))
        });
        self.0.extend(rows);
        let first_final = reached.iter().find(|state| is_final(**state)).map(id);
        Ok(Table {
            starts: first.iter().map(id).collect(),
            first_final: first_final.ok_or("a grammar without a word")?,
            alphabet,
        })
    }
}

/// No grammar has more symbols, so that the row of the dead state is as long as any.
const LONGEST: usize = 40;

/// What stands before the words of a production and chooses it.
fn selector(production: usize) -> u8 {
    u8::try_from(production).expect("no grammar has more than 255 productions")
}

fn determinize(
    productions: &[Expression],
    alphabet: &Alphabet,
) -> Result<dense::DFA<Vec<u32>>, Box<dyn Error>> {
    // There is no `\A`: the DFA has anchored starts only, and then but a single one.
    let mut regex = String::from("(?:");
    for (index, expression) in productions.iter().enumerate() {
        if index > 0 {
            regex.push('|');
        }
        expression::write_symbol(selector(index), &mut regex);
        expression.write(alphabet, &mut regex);
    }
    regex.push_str(r")\z");
    let dfa = dense::Builder::new()
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .configure(
            dense::Config::new()
                .match_kind(MatchKind::All)
                .start_kind(StartKind::Anchored)
                .accelerate(false)
                .minimize(true),
        )
        .build(&regex)?;
    Ok(dfa)
}

/// An expression of type `Table` of the library.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Table {{")?;
        writeln!(f, "    ascii: {:?},", self.alphabet.ascii)?;
        let escape = |c: char| format!("'{}'", c.escape_unicode());
        let beyond = self.alphabet.beyond.iter();
        let beyond: Vec<String> = beyond
            .map(|&(a, b, symbol)| format!("({}, {}, {symbol})", escape(a), escape(b)))
            .collect();
        writeln!(f, "    beyond: &[{}],", beyond.join(", "))?;
        writeln!(f, "    starts: &{:?},", self.starts)?;
        writeln!(f, "    first_final: {},", self.first_final)?;
        writeln!(f, "}}")
    }
}

/// An array of them.
impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
