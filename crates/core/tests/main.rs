//! The integration tests, as one binary.

mod archives;
mod broken_archives;
mod check;
mod containers;
mod corpus;
mod damage;
mod documents;
mod elsewhere;
mod facade;
mod fronts;
mod keys;
mod laws;
mod linear;
mod malformed;
mod manuals;
mod merge;
mod odd_files;
mod oracles;
mod output_files;
mod outputs;
mod packs;
mod pick;
mod program;
mod progress;
mod properties;
mod regions;
mod roundtrip;
mod shared;
mod shelf;
mod split_outcomes;
mod splits;
mod stats;
#[cfg(feature = "arrow")]
mod tables;
mod terminal;
mod wrap;
