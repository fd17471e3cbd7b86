//! Everything that is tested from outside, as one binary.

mod archives;
mod corpus;
mod laws;
mod program;
mod roundtrip;
mod shared;
mod wrap;
