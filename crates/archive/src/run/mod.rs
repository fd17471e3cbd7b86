//! Searches the files of a scan: makes jobs, runs them on a pool, and counts.

// `scan.rs` has the settings, and searches an item. `jobs.rs` divides the input into jobs, `batches.rs` runs the jobs and
// takes their results in order, `job.rs` reads one job, and `file_range.rs` reads a range of a large file.
// `damage_counts.rs` bounds the reports of a file. `scan_paths.rs` is the shortest way to all this.

pub(crate) mod batches;
mod damage_counts;
mod file_range;
pub(crate) mod job;
pub(crate) mod jobs;
mod order;
pub(crate) mod scan;
pub(crate) mod scan_paths;
pub(crate) mod scanned_url;
pub(crate) mod stats;
