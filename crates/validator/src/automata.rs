//! The automata of the five grammars, and shortcuts through them.
//!
//! `automaton.rs` runs one automaton, `parallel.rs` the four for ASCII at once. `plain_prefix.rs` recognises the
//! beginning that most URLs have without an automaton, and `known_states.rs` says in which states the automata are
//! after it.

pub(crate) mod automaton;
pub(crate) mod known_states;
pub(crate) mod parallel;
pub(crate) mod plain_prefix;
