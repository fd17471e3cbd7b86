//! Plans: a large collection is divided into splits, which are searched one by one, on one or many machines.
//!
//! A [`Planner`] makes the [`Split`]s: files, ranges of a file's bytes, or packs of small files.
//! A [scan](crate::Scan::split) of one finds the rows that a scan of the whole collection finds there. `urlsift plan`
//! writes them as lines of JSON, which [`Split::read`] reads.
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("urlsift-plan-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let mail = "From a@b.example Mon Jan  1 00:00:00 2001\nSubject: 1\n\nsee http://a.example/\n\n".repeat(3_000);
//! # std::fs::write(folder.join("list.mbox"), mail)?;
//! use std::num::NonZeroU64;
//! use urlsift::Extractor;
//! use urlsift_archive::mail::InputKind;
//! use urlsift_archive::files::Content;
//! use urlsift_archive::plan::{Lengths, Planner, Split};
//! use urlsift_archive::{Scan, Threads, UrlHit};
//!
//! // `folder` has a mailbox of 231,000 bytes.
//! let lengths = Lengths { range: NonZeroU64::new(100_000).unwrap(), pack: 0 };
//! let planner = Planner { lengths, input: InputKind::Auto, probe: true };
//! let threads = Threads::start(1)?;
//! let planned = planner.paths(&[folder.clone()], &threads);
//! assert_eq!(planned.lines.len(), 3);
//!
//! let scan = Scan::new(Extractor::new(), threads);
//! let mut count = 0;
//! for line in &planned.lines {
//!     // Each line may be searched by another program or on another machine.
//!     let split = Split::read(&line.json())?;
//!     let add = |_: &UrlHit<'_>, count: &mut usize| {
//!         *count += 1;
//!         0
//!     };
//!     count += scan.batches(scan.split(&split, &Content::Path)?, add).map(|batch| batch.rows).sum::<usize>();
//! }
//! assert_eq!(count, 3_000);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// `packing.rs` divides files into splits (`split.rs`): files, ranges of files (`file_split.rs`), or packs of files
// (`pack.rs`). `listing.rs` reads a list.

mod bad_plan;
pub(crate) mod file_split;
mod listing;
pub(crate) mod pack;
mod packing;
mod planner;
pub(crate) mod split;

pub use self::bad_plan::BadPlan;
pub use self::packing::Lengths;
pub use self::planner::{Planned, Planner};
pub use self::split::Split;
pub use crate::files::file_version::NotAsPlanned;
