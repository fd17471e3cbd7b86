//! The state of a run: counts, failure and progress. Reports the inputs that could not be read.

use std::sync::Arc;

use urlsift_archive::files::ReadCounts;
use urlsift_archive::{ReadReport, Stats};

use crate::console::message::{self, ForeignCounts, SkippedAre};
use crate::console::progress::{Progress, ProgressCounts};
use crate::scan::advice::OtherUrls;

/// The state that a run updates with each result that it takes.
pub(crate) struct RunState {
    pub(crate) stats: Stats,
    /// The files of formats that another program converts.
    foreign: ForeignCounts,
    /// Whether some input could not be read to its end.
    pub(crate) failed: bool,
    /// For [`advice`](crate::scan::advice).
    pub(crate) others: Arc<OtherUrls>,
    pub(crate) progress: Progress,
    /// Whether files that are skipped are named (`--verbose`).
    pub(crate) is_verbose: bool,
}

impl RunState {
    /// Returns the state at the beginning of a run.
    pub(crate) fn new(progress: Progress, is_verbose: bool) -> RunState {
        let (stats, others) = (Stats::default(), Arc::new(OtherUrls::new(false)));
        let foreign = ForeignCounts::new();
        RunState { stats, foreign, failed: false, others, progress, is_verbose }
    }

    /// Adds the counts of `report`, prints its warnings, and updates the progress line.
    pub(crate) fn report(&mut self, mut report: ReadReport) {
        self.stats.reads += report.reads;
        message::count_foreign(&mut self.foreign, &mut report);
        if !report.unread.is_empty() {
            self.failed = true;
            self.progress.clear();
        }
        for skipped in report.skipped.iter().filter(|it| self.is_verbose || it.is_misnamed()) {
            self.progress.clear();
            let how = if skipped.is_misnamed() { "" } else { "skipped: " };
            message::say(&format!("{}: {how}{}", skipped.unread.path(), skipped.unread.cause));
        }
        for unread in report.unread {
            message::error_of(&unread.path(), message::cause_and_option(&unread));
        }
        self.progress.show(ProgressCounts::of(&self.stats));
    }

    /// Prints how many inputs were skipped.
    pub(crate) fn report_skipped(&self) {
        let ReadCounts { files, members, links, special, .. } = self.stats.reads;
        let are = if self.is_verbose { SkippedAre::Named } else { SkippedAre::Counted };
        message::skipped(files.binary + members.binary, &self.foreign, links + special, are);
    }
}
