//! Reference implementations of three grammars, slow and obvious, with which tests and fuzz targets compare
//! the automata.
//!
//! Each document has a file, written by hand from the document itself and not from the file of rules under
//! `grammars/`. The rules run on `engine.rs`.

mod draft03;
mod engine;
#[cfg(test)]
mod marks;
mod rfc1738;
mod rfc2396;

pub use draft03::find_draft03_failure;
pub use rfc1738::find_rfc1738_failure;
pub use rfc2396::find_rfc2396_failure;
