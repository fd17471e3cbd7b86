//! Everything that is tested from outside, as one binary.

mod archives;
mod corpus;
mod laws;
mod linear;
mod program;
mod properties;
mod roundtrip;
mod shared;
mod wrap;
