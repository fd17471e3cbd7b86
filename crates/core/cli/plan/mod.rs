//! `urlsift plan`, `urlsift scan --split` and `urlsift merge`: a shelf searched in pieces, on many machines.

pub(crate) mod command;
pub(crate) mod merge;
mod receipt;
pub(crate) mod scan_splits;
pub(crate) mod split;
