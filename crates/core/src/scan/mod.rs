//! Searching archives on all cores, with results in the order of the input.
//!
//! | module | purpose | crate feature |
//! |---|---|---|
//! | [`bulk`] | searches archives that are in memory | `archive` |
//! | [`select`] | chooses URLs by terms, dates and strings | `archive` |
//! | `files` | opens files, folders, compression, tar and zip | `files` |
//! | `plan` | divides a large collection into splits | `files` |
//! | `row` | has a URL with its position and the facts of its message | `files` |
//! | `record_batch` | has rows as record batches of Apache Arrow | `record-batch` |
//!
//! The types of this page search files (crate feature `files`).
//!
//! [`scan_paths`] is the shortest way: an iterator over the URLs of files and folders.
//!
//! A [`Searcher`] does more with less memory. It has the settings. It makes [`Jobs`] of paths, of inputs or of a
//! [split](plan::Split), and runs them. Threads add each URL to a batch, and the caller takes the batches:
//!
//! ```no_run
//! use std::path::PathBuf;
//! use urlsift::Extractor;
//! use urlsift::scan::row::Row;
//! use urlsift::scan::{Engine, Searched, Searcher, UrlHit};
//!
//! let searcher = Searcher::new(Extractor::new(), Engine::default());
//! let paths = [PathBuf::from("lists.tar.gz"), PathBuf::from("news")];
//! let fields = Row::fields(&["url", "message_id"]).expect("rows have these fields");
//! let add = move |hit: &UrlHit<'_>, lines: &mut Vec<String>| {
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

// The program writes JSON with this and the macro `record!`. They are no part of the documented interface.
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod ascii_json;
pub mod bulk;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "files")]
pub mod plan;
#[cfg(feature = "record-batch")]
pub mod record_batch;
#[cfg(feature = "files")]
pub mod row;
#[cfg(feature = "files")]
pub(crate) mod run;
pub mod select;
#[cfg(feature = "files")]
pub(crate) mod threads;

#[cfg(feature = "files")]
pub use self::{
    run::engine::{Engine, codec_threads},
    run::job::{Job, ReadReport, ReadWindows, RoomGuard, SkippedInput, WindowSearch},
    run::jobs::{Jobs, of_paths as jobs_of_paths},
    run::path_scan::{PathScan, ScannedUrls, scan_paths},
    run::scanned_url::ScannedUrl,
    run::search::{Searched, Searcher, UrlHit},
    run::stats::{ItemStats, Stats, StatsDetail},
    threads::Threads,
};
