//! Searches the items of all jobs, counts URLs and messages, and reports inputs that could not be read.

use std::sync::Arc;

use urlsift::archive::{DamageKind, Headers};
use urlsift::bulk::{Item, Location, Window};
use urlsift::extract::SeenUrls;
use urlsift::{Extractor, Found};

use crate::read::input::Stdin;
use crate::read::source::{Unread, UnreadKind};
use crate::report::message;
use crate::report::progress::Progress;
use crate::report::stats::{ItemStats, Stats, StatsDetail};
use crate::scan::engine::{Collector, Engine, Results};
use crate::scan::job::{Job, ReadReport};

/// The state that a run updates with each result that it takes: counts, failure and progress.
pub(crate) struct RunState {
    pub(crate) stats: Stats,
    /// Whether some input could not be read to its end.
    pub(crate) failed: bool,
    pub(crate) progress: Progress,
    /// Whether files that are skipped are named (`--verbose`).
    pub(crate) is_verbose: bool,
}

/// The options for searching an item.
pub(crate) struct ItemSearch {
    pub(crate) extractor: Extractor,
    pub(crate) headers: Headers,
    pub(crate) detail: StatsDetail,
    /// The URLs of the first pass, with the option `--second-pass`.
    pub(crate) seen: Option<SeenUrls>,
}

/// A scan that is ready to run: the engine, its jobs, and the state that it updates.
pub(crate) struct ReadyScan<'a> {
    pub(crate) engine: Engine,
    pub(crate) jobs: Box<dyn Iterator<Item = Job> + 'a>,
    pub(crate) stdin: Option<&'a Stdin>,
    pub(crate) search: Arc<ItemSearch>,
    pub(crate) state: &'a mut RunState,
    /// Called with each report before the report is printed.
    pub(crate) show: &'a mut dyn FnMut(&mut ReadReport),
}

impl ReadyScan<'_> {
    /// Runs the jobs, adds up the statistics, and reports the inputs that could not be read.
    ///
    /// A `T` holds the results of a batch of URLs, such as their rows. The threads of the engine call `add` for
    /// each URL: it adds the URL to the current batch, and returns the estimated growth of the batch in bytes.
    /// This thread calls `take` with each batch, in order.
    pub(crate) fn run<T: Default + Send + 'static>(
        self,
        add: impl Fn(&Location<'_>, &Found<'_>, &mut T) -> usize + Send + Sync + 'static,
        mut take: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let ReadyScan { engine, jobs, stdin, search, state, show } = self;
        let find = move |window: &Window, collector: &mut Collector<'_, (T, ItemStats)>| {
            for item in window.items() {
                search.find(&item.with_room(collector.room()), &add, collector);
            }
        };
        engine.run(jobs, stdin, find, |Results { found: (batch, counts), report, .. }| {
            state.stats.add(counts);
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
            message::error_of(&unread.path(), unread.cause);
        }
        self.progress.show(self.stats.progress_counts());
    }
}

impl ItemSearch {
    /// Searches `item`: adds its URLs with `add`, and its counts, to the batch of `collector`.
    fn find<T: Default>(
        &self,
        item: &Item<'_>,
        add: &impl Fn(&Location<'_>, &Found<'_>, &mut T) -> usize,
        collector: &mut Collector<'_, (T, ItemStats)>,
    ) {
        let each = |place: &Location<'_>, found: &Found<'_>| {
            collector.add(|(batch, counts)| {
                counts.add(found, self.detail);
                add(place, found, batch)
            });
        };
        let (extractor, headers, seen) = (&self.extractor, self.headers, self.seen.as_ref());
        // A tally needs a walk through all of each message. Without one, messages that cannot have a URL are
        // skipped.
        let (tally, damage) = match self.detail {
            StatsDetail::Full => {
                let (tally, damage) = item.find_and_tally(extractor, headers, seen, each);
                // An unboxed tally was moved twice for each item, also without one: 0.9 % more instructions for mail.
                (Some(Box::new(tally)), damage)
            }
            StatsDetail::Progress => (None, item.find(extractor, headers, seen, each)),
        };
        // Malformed parts are only counted, by `--stats`.
        for damage in damage.iter().filter(|damage| damage.kind == DamageKind::TextCut) {
            let unread = Unread::new(item.name(), damage);
            collector.add_unread(Unread { of: UnreadKind::Message, ..unread });
        }
        // Counts have a fixed size, so they add no bytes to the batch.
        collector.add(|(_, counts)| {
            counts.add_item(tally);
            0
        });
    }
}
