//! The integration tests of the library, as one binary.

mod archives;
mod laws;
mod repository;
mod sources;
mod texts;
