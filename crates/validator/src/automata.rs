//! The automata of the five grammars, and shortcuts through them.
//!
//! `automaton.rs` has the tables that the build script makes and runs one automaton. `parallel.rs` runs the
//! four ASCII automata over the same bytes. `plain_prefix.rs` recognises the beginning that most URLs have
//! without an automaton, and `known_states.rs` says in which states the automata are after it.

pub(crate) mod automaton;
pub(crate) mod known_states;
pub(crate) mod parallel;
pub(crate) mod plain_prefix;
