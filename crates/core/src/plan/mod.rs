//! Plans: a large collection is divided into splits, which are searched one by one, on one or many machines (crate
//! feature `files`).
//!
//! A [`Planner`] makes the [`PlanLine`]s of paths or of a listing. A line is a [`Split`]: a file, a range of a file's
//! bytes, or a pack of small files. [`Searcher::split`](crate::scan::Searcher::split) searches one, and finds the rows
//! that a search of the whole collection finds there. `urlsift plan` writes the lines as JSON; [`PlanLine::read`] reads
//! them.

// `packing.rs` divides files into the splits of the lines (`plan_line.rs`, `split.rs`): files, ranges of files
// (`file_split.rs`), or packs of files (`pack.rs`). `walk.rs` finds the files of paths, and `listing.rs` reads a list.

mod bad_plan;
pub(crate) mod file_access;
pub(crate) mod file_split;
mod listing;
mod pack;
mod packing;
mod plan_line;
mod planner;
pub(crate) mod split;
mod walk;

pub use self::bad_plan::BadPlan;
pub use self::file_access::{FileAccess, Root};
pub use self::file_split::{FileSplit, PlannedCodec};
pub use self::pack::{Pack, PackedFile};
pub use self::packing::Lengths;
pub use self::plan_line::{PlanLine, in_input_order};
pub use self::planner::{Planned, Planner};
pub use self::split::{BriefSplit, PlannedRange, Split};
