//! The state of a run: counts, failure and progress. Reports the inputs that could not be read.

use urlsift_archive::{ReadReport, Stats};

use crate::console::message::{self, SkippedInputs};
use crate::console::progress::Progress;

pub(crate) struct RunState {
    pub(crate) stats: Stats,
    skipped: SkippedInputs,
    /// Whether some input could not be read to its end.
    pub(crate) failed: bool,
    pub(crate) progress: Progress,
}

impl RunState {
    /// Returns the state at the beginning of a run. `is_verbose` says that files that are skipped are named.
    pub(crate) fn new(progress: Progress, is_verbose: bool) -> RunState {
        let skipped = SkippedInputs { are_named: is_verbose, ..SkippedInputs::default() };
        RunState { stats: Stats::default(), skipped, failed: false, progress }
    }

    /// Adds the counts of `report`, prints its warnings, and updates the progress line.
    pub(crate) fn report(&mut self, mut report: ReadReport) {
        self.stats.reads += report.reads;
        self.failed |= !report.unread.is_empty();
        if !report.unread.is_empty() || !report.skipped.is_empty() {
            self.progress.clear();
        }
        self.skipped.add(&mut report);
        for unread in report.unread {
            message::error_of(&unread.path(), message::cause_and_option(&unread));
        }
        self.progress.show(&self.stats);
    }

    /// Removes the progress line, and prints how many inputs were skipped.
    pub(crate) fn report_skipped(&mut self) {
        self.progress.clear();
        self.skipped.say();
    }
}
