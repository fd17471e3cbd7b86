//! The integration tests of the package for archives, as one binary.

mod archives;
mod packs;
#[path = "../../core/tests/repository.rs"]
mod repository;
mod sources;
