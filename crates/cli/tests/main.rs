//! The tests of the program, as one binary.

mod broken_archives;
mod check;
mod containers;
mod damage;
mod documents;
mod elsewhere;
mod fronts;
mod input_kinds;
mod joined_rows;
mod keys;
mod manuals;
mod merge;
mod notes;
mod odd_files;
mod output_files;
mod outputs;
mod packs;
mod pick;
mod program;
mod progress;
mod repeated_texts;
mod report;
#[path = "../../core/tests/repository.rs"]
mod repository;
mod schema;
mod selection;
mod show;
mod split_outcomes;
mod stats;
#[cfg(feature = "arrow")]
mod tables;
mod terminal;
mod untouched;
mod wrap;
