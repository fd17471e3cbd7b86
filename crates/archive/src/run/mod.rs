//! Searches the files of a run: makes jobs, runs them on a pool, and counts.

// `jobs.rs` divides the input into jobs, `engine.rs` runs the jobs and takes their results in order, `job.rs` reads one
// job, and `file_range.rs` reads a range of a large file. `damage_counts.rs` bounds the reports of a file.
// `path_scan.rs` runs a searcher behind an iterator.

mod damage_counts;
pub(crate) mod engine;
mod file_range;
pub(crate) mod job;
pub(crate) mod jobs;
mod order;
pub(crate) mod path_scan;
pub(crate) mod scanned_url;
pub(crate) mod search;
pub(crate) mod stats;
