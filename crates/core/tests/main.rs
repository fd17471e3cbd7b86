//! The integration tests of the library, as one binary.

mod laws;
mod lists;
mod repository;
mod texts;
mod written;
