//! Searches the items of all jobs, counts URLs and messages, and reports inputs that could not be read.

use std::sync::Arc;

use urlsift::archive::Headers;
use urlsift::bulk::{Item, Location, Window};
use urlsift::extract::SeenUrls;
use urlsift::{Extractor, Found};

use crate::read::input::Stdin;
use crate::report::message;
use crate::report::progress::Progress;
use crate::report::stats::{ItemStats, Stats, StatsDetail};
use crate::scan::engine::{Collector, Engine, Results};
use crate::scan::job::{Job, ReadReport};

/// The part of a run's state that grows while jobs are taken.
pub(crate) struct RunState {
    pub(crate) stats: Stats,
    pub(crate) failed: bool,
    pub(crate) progress: Progress,
    /// Whether files that are skipped are named.
    pub(crate) is_verbose: bool,
}

/// The options for searching an item.
pub(crate) struct ItemSearch {
    pub(crate) extractor: Extractor,
    pub(crate) headers: Headers,
    pub(crate) detail: StatsDetail,
    /// The URLs of the first pass, if there was one.
    pub(crate) seen: Option<SeenUrls>,
}

/// A search that is ready to run: the engine, its jobs, and what it updates.
pub(crate) struct AllJobs<'a> {
    pub(crate) engine: Engine,
    pub(crate) jobs: Box<dyn Iterator<Item = Job> + 'a>,
    pub(crate) stdin: Option<&'a Stdin>,
    pub(crate) search: Arc<ItemSearch>,
    pub(crate) state: &'a mut RunState,
    /// Called with each report before the report is printed.
    pub(crate) show: &'a mut dyn FnMut(&mut ReadReport),
}

impl AllJobs<'_> {
    /// Runs the jobs. On the threads of the engine `add` adds each URL to a `T`, and returns the estimated
    /// growth of the `T` in bytes. On this thread `take` gets the `T`s in order.
    ///
    /// Also adds up the statistics, and reports the inputs that could not be read.
    pub(crate) fn each<T: Default + Send + 'static>(
        self,
        add: impl Fn(&Location<'_>, &Found<'_>, &mut T) -> usize + Send + Sync + 'static,
        mut take: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let AllJobs { engine, jobs, stdin, search, state, show } = self;
        let find = move |window: &Window, collector: &mut Collector<'_, (T, ItemStats)>| {
            for item in window.items() {
                search.find(&item, &add, collector);
            }
        };
        engine.run(jobs, stdin, find, |Results { found: (found, items), report, .. }| {
            state.stats.add(items);
            take(found)?;
            if let Some(mut report) = report {
                show(&mut report);
                state.report(report);
            }
            Ok(())
        })
    }
}

impl RunState {
    /// Adds the counts of `report`, prints its warnings, and updates the progress line.
    fn report(&mut self, report: ReadReport) {
        self.stats.reads += report.reads;
        if !report.unread.is_empty() {
            self.failed = true;
            self.progress.clear();
        }
        if self.is_verbose && !report.skipped.is_empty() {
            self.progress.clear();
            for skipped in report.skipped {
                message::skip(&skipped.source, skipped.reason);
            }
        }
        for unread in report.unread {
            message::error_of(&unread.source, unread.cause);
        }
        self.progress.show(self.stats.progress_counts());
    }
}

impl ItemSearch {
    fn find<T: Default>(
        &self,
        item: &Item<'_>,
        add: &impl Fn(&Location<'_>, &Found<'_>, &mut T) -> usize,
        collector: &mut Collector<'_, (T, ItemStats)>,
    ) {
        let each = |place: &Location<'_>, found: &Found<'_>| {
            collector.add(|(all, items)| {
                items.add(found, self.detail);
                add(place, found, all)
            });
        };
        let (extractor, headers, seen) = (&self.extractor, self.headers, self.seen.as_ref());
        let tally = match self.detail {
            StatsDetail::Full => Some(item.find_and_tally(extractor, headers, seen, each)),
            StatsDetail::Progress => {
                item.find(extractor, headers, seen, each);
                None
            }
        };
        collector.add(|(_, items)| {
            items.add_item(tally);
            0
        });
    }
}
