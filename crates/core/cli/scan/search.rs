//! Searches the items of all jobs, counts URLs and messages, and reports inputs that could not be read.

use std::collections::HashSet;
use std::sync::Arc;

use twox_hash::XxHash3_128;
use urlsift::archive::{DamageKind, Headers};
use urlsift::bulk::{Item, Location, Name, Window};
use urlsift::extract::SeenUrls;
use urlsift::row::{Fields, Row};
use urlsift::select::{Repetition, Selection};
use urlsift::{Extractor, Found};

use crate::args::values::OnceArg;
use crate::console::message;
use crate::console::progress::Progress;
use crate::console::stats::{ItemStats, Stats, StatsDetail};
use crate::read::input::Stdin;
use crate::read::source::{Unread, UnreadKind};
use crate::scan::engine::{Collector, Engine, Order, Results};
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
    pub(crate) selection: Selection,
    /// The texts in which only the first of equal URLs is kept.
    pub(crate) once: Option<OnceArg>,
    /// Whether equal URLs in a message are counted for rows.
    pub(crate) counts_copies: bool,
    pub(crate) detail: StatsDetail,
    /// The URLs of the first pass, with the option `--second-pass`.
    pub(crate) seen: Option<SeenUrls>,
}

/// A URL that was found and selected.
pub(crate) struct UrlHit<'h> {
    pub(crate) place: &'h Location<'h>,
    pub(crate) found: &'h Found<'h>,
    /// The number of equal URLs before it in the message, if they are counted.
    copies: Option<usize>,
}

impl UrlHit<'_> {
    /// Makes the row of the URL, with `fields`.
    pub(crate) fn row(&self, fields: &Fields) -> Row<'_> {
        let mut row = Row::new(self.place, self.found, fields);
        row.copies = self.copies;
        row
    }
}

/// The results for a batch of URLs, such as their rows.
pub(crate) trait Batch: Default + Send + 'static {
    /// Keeps the results of the URLs for which `is_kept` is true, which has a value for each URL in order. `sizes` has
    /// the growth in bytes that was reported for each.
    fn retain(&mut self, is_kept: &[bool], sizes: &[usize]);
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
    /// The threads of the engine call `add` for each URL: it adds the URL to the current batch, and returns the estimated
    /// growth of the batch in bytes. This thread calls `take` with each batch, in order.
    pub(crate) fn run<T: Batch>(
        self,
        add: impl Fn(&UrlHit<'_>, &mut T) -> usize + Send + Sync + 'static,
        mut take: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let ReadyScan { engine, jobs, stdin, search, state, show } = self;
        let mut once = FirstInSource::new(engine.order);
        let find = move |window: &Window, collector: &mut Collector<'_, Searched<T>>| {
            for item in window.items() {
                search.find(&item.with_room(collector.room()), &add, collector);
            }
        };
        engine.run(jobs, stdin, find, |Results { found: mut searched, report, .. }| {
            state.stats.add(searched.counts);
            if !searched.keys.is_empty() {
                let is_kept: Vec<bool> =
                    searched.keys.iter().map(|key| once.is_first(*key)).collect();
                searched.batch.retain(&is_kept, &searched.sizes);
            }
            take(searched.batch)?;
            if let Some(mut report) = report {
                show(&mut report);
                state.report(report);
            }
            Ok(())
        })
    }
}

/// The results of some windows.
#[derive(Default)]
struct Searched<T> {
    batch: T,
    counts: ItemStats,
    /// With `--once source`, a key for each URL of the batch, and its growth in bytes.
    keys: Vec<SourceKey>,
    sizes: Vec<usize>,
}

/// A digest of a source, and one of a source with a URL.
type SourceKey = (u128, u128);

fn source_key(name: &Name, found: &Found<'_>) -> SourceKey {
    let mut hash = XxHash3_128::new();
    hash.write(name.source.as_bytes());
    hash.write(&name.member_index.unwrap_or(usize::MAX).to_le_bytes());
    let source = hash.finish_128();
    hash.write(found.url().as_bytes());
    (source, hash.finish_128())
}

/// The URLs met in the sources so far.
struct FirstInSource {
    order: Order,
    source: u128,
    met: HashSet<u128>,
}

impl FirstInSource {
    fn new(order: Order) -> FirstInSource {
        FirstInSource { order, source: 0, met: HashSet::new() }
    }

    /// Adds a URL, and reports whether it is the first of its kind in its source.
    fn is_first(&mut self, (source, url): SourceKey) -> bool {
        if self.order == Order::Input && self.source != source {
            // All URLs of a source follow one another.
            self.met.clear();
            self.source = source;
        }
        self.met.insert(url)
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
        add: &impl Fn(&UrlHit<'_>, &mut T) -> usize,
        collector: &mut Collector<'_, Searched<T>>,
    ) {
        let is_accepted = !self.selection.needs_message()
            || self.selection.accepts_message(item.origin().as_ref());
        // A tally needs the whole message. Otherwise a message that is left out is not searched.
        if !is_accepted && self.detail == StatsDetail::Progress {
            collector.add(|searched| {
                searched.counts.add_item(None);
                0
            });
            return;
        }
        let once_in_message = self.once == Some(OnceArg::Message);
        let mut repetition = (self.counts_copies || once_in_message).then(Repetition::new);
        let each = |place: &Location<'_>, found: &Found<'_>| {
            if !is_accepted || !self.selection.accepts_url(place, found) {
                return;
            }
            let copies = repetition.as_mut().map(|urls| urls.add(found.url()));
            if once_in_message && copies > Some(0) {
                return;
            }
            collector.add(|searched| {
                searched.counts.add(found, self.detail);
                let bytes = add(&UrlHit { place, found, copies }, &mut searched.batch);
                if self.once == Some(OnceArg::Source) {
                    searched.keys.push(source_key(item.name(), found));
                    searched.sizes.push(bytes);
                    return bytes + size_of::<(SourceKey, usize)>();
                }
                bytes
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
        collector.add(|searched| {
            searched.counts.add_item(tally);
            0
        });
    }
}
