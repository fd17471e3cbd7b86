//! The automata.

pub(crate) mod automaton;
pub(crate) mod known_states;
pub(crate) mod parallel;
pub(crate) mod plain_prefix;
pub(crate) mod production;
