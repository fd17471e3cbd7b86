//! The state of a run: counts, failure and progress. Reports the inputs that could not be read.

use std::sync::Arc;

use urlsift_archive::files::ReadCounts;
use urlsift_archive::{Jobs, ReadReport, Searched, Searcher, Stats, UrlHit};

use crate::console::message::{self, ForeignCounts, SkippedAre};
use crate::console::progress::{Progress, ProgressCounts};
use crate::interrupt;
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

/// A scan that is ready to run: the searcher, its jobs, and the state that it updates.
pub(crate) struct ReadyScan<'a> {
    pub(crate) searcher: &'a Searcher,
    pub(crate) jobs: Jobs<'a>,
    pub(crate) state: &'a mut RunState,
    /// Called with each report before the report is printed.
    pub(crate) show: &'a mut dyn FnMut(&mut ReadReport),
}

impl ReadyScan<'_> {
    /// Runs the jobs, adds up the statistics, and reports the inputs that could not be read. `add` and `take` are as for
    /// [`Searcher::run`].
    pub(crate) fn run<T: Default + Send + 'static>(
        self,
        add: impl Fn(&UrlHit<'_>, &mut T) -> usize + Send + Sync + 'static,
        mut take: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let ReadyScan { searcher, jobs, state, show } = self;
        let others = Arc::clone(&state.others);
        let add = move |hit: &UrlHit<'_>, batch: &mut T| {
            others.add(hit);
            add(hit, batch)
        };
        searcher.run(jobs, add, |Searched { batch, counts, report, .. }| {
            state.stats.add(counts);
            interrupt::set_found(state.stats.urls());
            take(batch)?;
            if let Some(mut report) = report {
                show(&mut report);
                state.report(report);
            }
            Ok(())
        })
    }
}

impl RunState {
    /// Returns the state at the beginning of a run.
    pub(crate) fn new(progress: Progress, is_verbose: bool) -> RunState {
        let (stats, others) = (Stats::default(), Arc::new(OtherUrls::new(false)));
        let foreign = ForeignCounts::new();
        RunState { stats, foreign, failed: false, others, progress, is_verbose }
    }

    /// Adds the counts of `report`, prints its warnings, and updates the progress line.
    fn report(&mut self, mut report: ReadReport) {
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
            message::error_of(&unread.path(), unread.cause);
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
