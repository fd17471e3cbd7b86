//! The integration tests of the library, as one binary.

mod archives;
mod bounds;
mod corpus;
mod facade;
mod failing_store;
mod joins;
mod laws;
mod linear;
mod malformed;
mod oracles;
mod properties;
mod regions;
mod repository;
mod roundtrip;
mod shared;
mod shelf;
mod sources;
mod splits;
mod wrap;
