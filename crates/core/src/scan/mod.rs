//! Searching files for URLs on all cores, with results in the order of the input (crate feature `files`).
//!
//! [`scan_paths`] is the shortest way: an iterator over the URLs of files and folders.
//!
//! A [`Searcher`] does more with less memory. It has the settings. It makes [`Jobs`] of paths, of inputs or of a [split](crate::plan::Split), and runs
//! them. Threads add each URL to a batch, and the caller takes the batches:
//!
//! ```no_run
//! use std::path::PathBuf;
//! use urlsift::Extractor;
//! use urlsift::row::Row;
//! use urlsift::scan::{Engine, Searched, Searcher};
//!
//! let searcher = Searcher::new(Extractor::new(), Engine::default());
//! let paths = [PathBuf::from("lists.tar.gz"), PathBuf::from("news")];
//! let fields = Row::fields(&["url", "message_id"]).expect("rows have these fields");
//! let add = move |hit: &urlsift::scan::UrlHit<'_>, lines: &mut Vec<String>| {
//!     let row = hit.row(&fields);
//!     let line = format!("{}\t{}", row.url, row.message_id.unwrap_or("-"));
//!     let bytes = line.len();
//!     lines.push(line);
//!     bytes
//! };
//! searcher.run(searcher.paths(&paths), add, |searched: Searched<Vec<String>>| {
//!     for line in searched.batch {
//!         println!("{line}");
//!     }
//!     for unread in searched.report.into_iter().flat_map(|report| report.unread) {
//!         eprintln!("{}: {}", unread.path(), unread.cause);
//!     }
//!     Ok::<(), std::io::Error>(())
//! })?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A file that cannot be read does not end a run: the report names it, and the run goes on.

// `jobs.rs` divides the input into jobs, `engine.rs` runs the jobs and takes their results in order, `job.rs` reads one
// job, and `file_range.rs` reads a range of a large file. `path_scan.rs` runs a searcher behind an iterator.

pub(crate) mod engine;
mod file_range;
pub(crate) mod job;
pub(crate) mod jobs;
pub(crate) mod path_scan;
mod scanned_url;
pub(crate) mod search;
pub(crate) mod stats;

pub use self::engine::{Engine, Order, codec_threads};
pub use self::job::{Job, ReadReport, ReadWindows, RoomGuard, SkippedInput, WindowSearch};
pub use self::jobs::{Jobs, of_paths as jobs_of_paths};
pub use self::path_scan::{PathScan, ScannedUrls, scan_paths};
pub use self::scanned_url::ScannedUrl;
pub use self::search::{Searched, Searcher, UrlHit};
pub use self::stats::{ItemStats, Stats, StatsDetail};
pub use crate::threads::Threads;
