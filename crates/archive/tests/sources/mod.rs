//! Tests of sources that are no files, and of their splits.

mod failing_store;
mod in_memory;
mod scan_paths;
mod splits;
