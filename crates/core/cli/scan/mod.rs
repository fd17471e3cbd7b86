//! `urlsift scan`: makes jobs of files, runs them on a thread pool, and writes the rows.
//!
//! `command.rs` reads the options. `run.rs` is one run: it makes rows, counts, a table (`table.rs`) or a database
//! (`database.rs`) of the URLs and writes them to the output (`sink.rs`). `search.rs` searches the items, `first_pass.rs`
//! is the first of two passes, and `damage_file.rs` the list of what could not be read. Below them is the engine: `jobs.rs`
//! divides the input into jobs, `engine.rs` runs the jobs and takes their results in order, `job.rs` reads one job, and
//! `file_range.rs` reads a range of a large file. `protected_paths.rs` keeps the output from replacing an input.

pub(crate) mod command;
pub(crate) mod damage_file;
mod database;
pub(crate) mod engine;
mod file_range;
mod first_pass;
pub(crate) mod job;
pub(crate) mod jobs;
pub(crate) mod protected_paths;
pub(crate) mod run;
pub(crate) mod search;
pub(crate) mod sink;
mod table;
