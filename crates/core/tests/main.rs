//! The integration tests of the library, as one binary.

mod laws;
mod repository;
mod texts;
mod written;
