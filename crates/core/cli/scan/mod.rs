//! `urlsift scan`: makes jobs of files, runs them on a pool, and writes the rows.

pub(crate) mod command;
pub(crate) mod engine;
mod file_range;
mod first_pass;
pub(crate) mod job;
pub(crate) mod jobs;
pub(crate) mod protected_paths;
pub(crate) mod run;
mod search;
pub(crate) mod sink;
mod table;
