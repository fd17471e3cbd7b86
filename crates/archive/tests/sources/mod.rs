//! Tests of sources that are no files, and of their splits.

mod failing_store;
mod in_memory;
mod path_scan;
mod splits;
