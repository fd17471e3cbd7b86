//! The tests of the program, as one binary.

mod archives;
mod commands;
mod documents;
mod outputs;
#[path = "../../archive/tests/packs.rs"]
mod packs;
mod pick;
mod program;
#[path = "../../core/tests/repository.rs"]
mod repository;
mod scan;
mod splits;
mod terminal;
