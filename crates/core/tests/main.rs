//! Everything that is tested from outside, as one binary.

mod archives;
mod check;
mod containers;
mod corpus;
mod facade;
mod laws;
mod linear;
mod malformed;
mod odd_files;
mod merge;
mod outputs;
mod program;
mod properties;
mod roundtrip;
mod shared;
mod stats;
mod splits;
mod wrap;
