//! `urlsift scan`: files in, rows out.
//!
//! `engine.rs` has the threads that read and search; this file makes rows, counts or tables of what they find.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use urlsift::archive::Headers;
use urlsift::bulk::{Item, Limits, Place, Window};
use urlsift::extract::SeenUrls;
use urlsift::output::{
    CountBy, Counts, Heading, Reader, Sighting, Unique, write_csv, write_csv_heading, write_jsonl,
    write_text,
};
use urlsift::row::{Brief, Row};
use urlsift::{Extractor, Found};

use crate::args::{FormatArg, Scan, StatsFormat};
use crate::outcome::Outcome;
use crate::plan::scan_splits;
use crate::read::file::Bounds;
use crate::read::input::{self, Stdin};
use crate::report::message;
use crate::report::progress::Progress;
use crate::report::reads::Reads;
use crate::report::stats::{Counting, Met, Stats};
use crate::scan::engine::{Collector, Engine, Order, Results, WINDOW_BYTES};
use crate::scan::job::{Job, Report};
use crate::scan::jobs;
use crate::scan::kept::Kept;
use crate::scan::sink::Sink;
use crate::scan::table::Table;

pub(crate) fn run(args: &Scan) -> anyhow::Result<Outcome> {
    let stdin = vec![PathBuf::from(input::STDIN)];
    let paths = if args.paths.is_empty() { stdin } else { args.paths.clone() };
    let bounds = Bounds {
        limits: Limits { window: WINDOW_BYTES, message: args.max_message.bytes() },
        member: args.max_member.number(),
        // The threads of several files would add up.
        codec_threads: match &*paths {
            [path] if !path.is_dir() => u32::try_from(threads(args)).unwrap_or(1),
            _ => 1,
        },
    };

    if args.format == FormatArg::Parquet {
        // Its columns are compressed side by side.
        rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(args.threads))
            .build_global()
            .context("threads could not be started")?;
    }
    if let Some(splits) = &args.split {
        return scan_splits::run(args, splits, bounds);
    }
    if args.second_pass {
        input::ensure_read_twice(&paths)?;
    }
    let sink = Sink::open(args.output.as_deref(), &Kept::of(&paths))?;
    let progress = || Progress::new(args, &sink, &paths);
    let mut stdin = None;
    let mut seen = None;
    if args.second_pass {
        stdin = input::read_stdin(&paths)?;
        seen = Some(gather(args, &paths, stdin.as_ref(), bounds, progress())?);
    }
    let progress = progress();
    let mut scan = Run::new(args, bounds, sink, progress, seen)?;
    scan.begin()?;
    scan.search(jobs::of_paths(&paths, scan.is_parallel()), stdin.as_ref(), |_| {})?;
    scan.finish()
}

/// How many threads search; as many as there are processors, where nothing is said.
fn threads(args: &Scan) -> usize {
    match usize::from(args.threads) {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// The bytes that a whole URL takes in the set of a first pass, roughly.
const WHOLE_URL_BYTES: usize = 128;

/// Collects the URLs that stand whole anywhere in `paths`: the first of two passes. The second pass reports what
/// could not be read.
fn gather(
    args: &Scan,
    paths: &[PathBuf],
    stdin: Option<&Stdin>,
    bounds: Bounds,
    mut progress: Progress,
) -> anyhow::Result<SeenUrls> {
    let headers = args.headers.into();
    let mut whole = SeenUrls::new();
    let mut stats = Stats::default();
    let find = move |window: &Window, collector: &mut Collector<'_, SeenUrls>| {
        for item in window.items() {
            collector.add(|whole| {
                let more = item.seen_urls(headers);
                let bytes = more.len() * WHOLE_URL_BYTES;
                whole.merge(more);
                bytes
            });
        }
    };
    let engine = Engine { threads: threads(args), order: Order::Any, bounds };
    let jobs = jobs::of_paths(paths, engine.threads > 1);
    engine.run(jobs, stdin, find, |results| {
        whole.merge(results.found);
        if let Some(report) = results.report {
            stats.reads += report.reads;
            progress.show(stats.done());
        }
        Ok(())
    })?;
    Ok(whole)
}

/// The state of a run.
pub(crate) struct Run {
    search: Arc<Search>,
    engine: Engine,
    heading: Heading,
    sink: Sink,
    reader: Reader,
    product: Product,
    found: bool,
    state: State,
    /// How the numbers are to be said at the end.
    stats_format: Option<StatsFormat>,
}

/// How far a run has come.
struct State {
    stats: Stats,
    failed: bool,
    progress: Progress,
}

/// What is made of rows.
enum Product {
    /// Lines, at once.
    Rows(Format),
    /// At the end, how many there are of each value.
    Counts(Format, CountBy, Counts),
    /// At the end, each URL once.
    Unique(Format, Unique),
    /// A table, batch by batch.
    Table(Table),
}

/// What lines look like.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Format {
    Text,
    Jsonl,
    Csv,
}

impl Product {
    fn new(args: &Scan, sink: &Sink) -> anyhow::Result<Product> {
        let format = match args.format {
            FormatArg::Text => Format::Text,
            FormatArg::Jsonl => Format::Jsonl,
            FormatArg::Csv => Format::Csv,
            FormatArg::Parquet => return Table::parquet(args, sink).map(Product::Table),
            FormatArg::Arrow => return Table::arrow(args, sink).map(Product::Table),
        };
        Ok(match args.count {
            Some(by) => Product::Counts(format, by.into(), Counts::new()),
            None if args.unique => Product::Unique(format, Unique::new(args.max_unique.bytes())),
            None => Product::Rows(format),
        })
    }
}

/// How items are searched.
pub(crate) struct Search {
    extractor: Extractor,
    headers: Headers,
    counting: Counting,
    /// What a first pass gathered, if there was one.
    seen: Option<SeenUrls>,
}

/// All that a run has to read, to be searched.
pub(crate) struct All<'a> {
    engine: Engine,
    jobs: Box<dyn Iterator<Item = Job> + 'a>,
    stdin: Option<&'a Stdin>,
    search: Arc<Search>,
    state: &'a mut State,
    /// Is shown each report before it is printed.
    show: &'a mut dyn FnMut(&mut Report),
}

impl All<'_> {
    /// Has `add` add each URL that is found to a `T`, on all threads, and hands these to `take` in order. `add`
    /// returns by how many bytes the `T` has grown, roughly. Everything is counted, and what could not be read is
    /// reported.
    pub(crate) fn each<T: Default + Send + 'static>(
        self,
        add: impl Fn(&Place<'_>, &Found<'_>, &mut T) -> usize + Send + Sync + 'static,
        mut take: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let All { engine, jobs, stdin, search, state, show } = self;
        let find = move |window: &Window, collector: &mut Collector<'_, (T, Met)>| {
            for item in window.items() {
                search.find(&item, &add, collector);
            }
        };
        engine.run(jobs, stdin, find, |Results { found: (found, met), report, .. }| {
            state.stats.add(met);
            take(found)?;
            if let Some(mut report) = report {
                show(&mut report);
                state.report(report);
            }
            Ok(())
        })
    }
}

impl State {
    /// Reports what could not be read.
    fn report(&mut self, report: Report) {
        self.stats.reads += report.reads;
        if !report.unread.is_empty() {
            self.failed = true;
            self.progress.clear();
        }
        for unread in report.unread {
            message::error_of(&unread.source, unread.cause);
        }
        self.progress.show(self.stats.done());
    }
}

impl Search {
    fn find<T: Default>(
        &self,
        item: &Item<'_>,
        add: &impl Fn(&Place<'_>, &Found<'_>, &mut T) -> usize,
        collector: &mut Collector<'_, (T, Met)>,
    ) {
        let each = |place: &Place<'_>, found: &Found<'_>| {
            collector.add(|(all, met)| {
                met.add(found, self.counting);
                add(place, found, all)
            });
        };
        let (extractor, headers, seen) = (&self.extractor, self.headers, self.seen.as_ref());
        let tally = match self.counting {
            Counting::Everything => Some(item.find_and_tally(extractor, headers, seen, each)),
            Counting::Little => {
                item.find(extractor, headers, seen, each);
                None
            }
        };
        collector.add(|(_, met)| {
            met.add_item(tally);
            0
        });
    }
}

impl Run {
    /// A run whose rows go to `sink`. `seen` has what a first pass gathered, if there was one.
    pub(crate) fn new(
        args: &Scan,
        bounds: Bounds,
        sink: Sink,
        progress: Progress,
        seen: Option<SeenUrls>,
    ) -> anyhow::Result<Run> {
        let product = Product::new(args, &sink)?;
        // Counts do not depend on the order.
        let order = if args.count.is_some() { Order::Any } else { args.order.into() };
        Ok(Run {
            search: Arc::new(Search {
                extractor: Extractor::builder().forms(args.forms.iter().copied().collect()).build(),
                headers: args.headers.into(),
                counting: if args.stats.is_some() {
                    Counting::Everything
                } else {
                    Counting::Little
                },
                seen,
            }),
            engine: Engine { threads: threads(args), order, bounds },
            heading: if args.with_source { Heading::SourceAndOffset } else { Heading::None },
            reader: sink.reader(),
            sink,
            product,
            found: false,
            state: State { stats: Stats::default(), failed: false, progress },
            stats_format: args.stats,
        })
    }

    /// Whether several threads search, so that large files are worth being cut.
    pub(crate) fn is_parallel(&self) -> bool {
        self.engine.threads > 1
    }

    /// Writes what stands before all rows.
    pub(crate) fn begin(&mut self) -> anyhow::Result<()> {
        let mut heading = Vec::new();
        if matches!(self.product, Product::Rows(Format::Csv)) {
            write_csv_heading(&mut heading);
        }
        self.sink.write(&heading)
    }

    /// Runs `jobs` and makes rows, counts or a table of what is found. `show` is shown each report before it is
    /// printed.
    ///
    /// # Errors
    ///
    /// If rows cannot be written, or there is no room for them.
    pub(crate) fn search(
        &mut self,
        jobs: Box<dyn Iterator<Item = Job> + '_>,
        stdin: Option<&Stdin>,
        mut show: impl FnMut(&mut Report),
    ) -> anyhow::Result<()> {
        let all = All {
            engine: self.engine,
            jobs,
            stdin,
            search: Arc::clone(&self.search),
            state: &mut self.state,
            show: &mut show,
        };
        match &mut self.product {
            Product::Rows(format) => {
                let (sink, found) = (&mut self.sink, &mut self.found);
                let (format, heading, reader) = (*format, self.heading, self.reader);
                let add = move |place: &Place<'_>, found: &Found<'_>, rows: &mut Vec<u8>| {
                    let before = rows.len();
                    match format {
                        Format::Text => {
                            write_text(&Brief::new(place, found), heading, reader, rows);
                        }
                        Format::Jsonl => write_jsonl(&Row::new(place, found), reader, rows),
                        Format::Csv => write_csv(&Row::new(place, found), reader, rows),
                    }
                    rows.len() - before
                };
                all.each(add, |rows| {
                    *found |= !rows.is_empty();
                    sink.write(&rows)?;
                    sink.flush()
                })
            }
            Product::Counts(_, by, counts) => {
                let by = *by;
                let add = move |place: &Place<'_>, found: &Found<'_>, counts: &mut Counts| {
                    let value = by.value(&Row::new(place, found));
                    let bytes = value.as_ref().map_or(0, String::len);
                    counts.add(value);
                    bytes
                };
                all.each(add, |some| {
                    counts.merge(some);
                    Ok(())
                })
            }
            Product::Unique(_, unique) => {
                let add = |place: &Place<'_>, found: &Found<'_>, seen: &mut Vec<Sighting>| {
                    let row = Row::new(place, found);
                    seen.push(Sighting::new(&row));
                    row.bytes()
                };
                all.each(add, |seen| {
                    let all = seen.into_iter().try_for_each(|one| unique.add(one));
                    all.context("--max-unique")
                })
            }
            Product::Table(table) => {
                self.found |= table.search(all)?;
                Ok(())
            }
        }
    }

    /// Writes what can be written only when all rows are known.
    fn end(&mut self) -> anyhow::Result<()> {
        let (sink, reader, heading) = (&mut self.sink, self.reader, self.heading);
        match &mut self.product {
            Product::Rows(_) => Ok(()),
            Product::Counts(format, _, counts) => {
                self.found = !counts.is_empty();
                let mut lines = Vec::new();
                match *format {
                    Format::Text => counts.write_text(reader, &mut lines),
                    Format::Jsonl => counts.write_jsonl(reader, &mut lines),
                    Format::Csv => counts.write_csv(reader, &mut lines),
                }
                sink.write(&lines)
            }
            Product::Unique(format, unique) => {
                self.found = !unique.is_empty();
                match *format {
                    Format::Text => unique.write_text(heading, reader, |line| sink.write(line)),
                    Format::Jsonl => unique.write_jsonl(reader, |line| sink.write(line)),
                    Format::Csv => unique.write_csv(reader, |line| sink.write(line)),
                }
            }
            Product::Table(table) => table.finish(),
        }
    }

    pub(crate) fn finish(mut self) -> anyhow::Result<Outcome> {
        self.state.progress.clear();
        self.end()?;
        self.sink.finish()?;
        let Reads { files, members, links, special, .. } = self.state.stats.reads;
        let (skipped, others) = (files.binary + members.binary, links + special);
        message::skipped(skipped);
        if others > 0 {
            message::say(&format!(
                "links, pipes and the like below directories passed over: {others}"
            ));
        }
        if let Some(format) = self.stats_format {
            message::print(&self.state.stats.write(format));
        }
        Ok(Outcome::of(self.state.failed, self.found))
    }
}
