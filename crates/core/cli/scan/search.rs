//! Searches all jobs of a run, counts what it meets, and reports what could not be read.

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

/// How far a run has come.
pub(crate) struct RunState {
    pub(crate) stats: Stats,
    pub(crate) failed: bool,
    pub(crate) progress: Progress,
}

/// How items are searched.
pub(crate) struct ItemSearch {
    pub(crate) extractor: Extractor,
    pub(crate) headers: Headers,
    pub(crate) detail: StatsDetail,
    /// What a first pass gathered, if there was one.
    pub(crate) seen: Option<SeenUrls>,
}

/// All that a run has to read, to be searched.
pub(crate) struct AllJobs<'a> {
    pub(crate) engine: Engine,
    pub(crate) jobs: Box<dyn Iterator<Item = Job> + 'a>,
    pub(crate) stdin: Option<&'a Stdin>,
    pub(crate) search: Arc<ItemSearch>,
    pub(crate) state: &'a mut RunState,
    /// Is shown each report before it is printed.
    pub(crate) show: &'a mut dyn FnMut(&mut ReadReport),
}

impl AllJobs<'_> {
    /// Has `add` add each URL that is found to a `T`, on all threads, and hands these to `take` in order. `add`
    /// returns by how many bytes the `T` has grown, roughly. Everything is counted, and what could not be read is
    /// reported.
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
    /// Reports what could not be read.
    fn report(&mut self, report: ReadReport) {
        self.stats.reads += report.reads;
        if !report.unread.is_empty() {
            self.failed = true;
            self.progress.clear();
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
