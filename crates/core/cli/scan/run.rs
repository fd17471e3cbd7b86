//! A run of `urlsift scan`: makes rows, counts or a table of the URLs, and writes them.

use std::sync::Arc;

use urlsift::bulk::Location;
use urlsift::extract::SeenUrls;
use urlsift::output::{
    CountBy, Counts, Destination, Heading, Sighting, Unique, write_csv, write_csv_heading,
    write_jsonl, write_text,
};
use urlsift::row::{Brief, Row};
use urlsift::{Extractor, Found};

use crate::args::scan::Scan;
use crate::args::values::{FormatArg, OrderArg, StatsFormat, own_schemes};
use crate::outcome::Outcome;
use crate::read::bounds::Bounds;
use crate::read::input::Stdin;
use crate::report::file_outcomes::ReadCounts;
use crate::report::message::{self, SkippedAre};
use crate::report::progress::Progress;
use crate::report::stats::{Stats, StatsDetail};
use crate::scan::engine::{self, Engine, Order};
use crate::scan::job::{Job, ReadReport};
use crate::scan::search::{ItemSearch, ReadyScan, RunState};
use crate::scan::sink::Sink;
use crate::scan::table::TableOutput;

/// The state of a run.
pub(crate) struct ScanRun {
    search: Arc<ItemSearch>,
    engine: Engine,
    heading: Heading,
    sink: Sink,
    destination: Destination,
    product: Product,
    found: bool,
    state: RunState,
    /// The format of the statistics at the end, if they were asked for.
    stats_format: Option<StatsFormat>,
}

/// The output that a run makes of the URLs it finds.
enum Product {
    /// A line per URL, written at once.
    Rows(LineFormat),
    /// At the end, the number of URLs with each value.
    Counts(LineFormat, CountBy, Counts),
    /// At the end, each URL once.
    Unique(LineFormat, Unique),
    /// A table, written in batches.
    Table(TableOutput),
}

/// The format of the lines.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum LineFormat {
    Text,
    Jsonl,
    Csv,
}

impl Product {
    fn new(args: &Scan, sink: &Sink) -> anyhow::Result<Product> {
        let format = match args.format {
            FormatArg::Text => LineFormat::Text,
            FormatArg::Jsonl => LineFormat::Jsonl,
            FormatArg::Csv => LineFormat::Csv,
            FormatArg::Parquet => return TableOutput::parquet(args, sink).map(Product::Table),
            FormatArg::Arrow => return TableOutput::arrow(args, sink).map(Product::Table),
        };
        Ok(match args.count {
            Some(by) => Product::Counts(format, by.into(), Counts::new()),
            None if args.unique => Product::Unique(format, Unique::new(args.max_unique.bytes())),
            None => Product::Rows(format),
        })
    }
}

impl ScanRun {
    /// Starts a run that writes to `sink`. `seen` holds the URLs of the first pass, if there was one.
    pub(crate) fn new(
        args: &Scan,
        bounds: Bounds,
        sink: Sink,
        progress: Progress,
        seen: Option<SeenUrls>,
    ) -> anyhow::Result<ScanRun> {
        let product = Product::new(args, &sink)?;
        // Counts do not depend on the order, and `Order::Any` waits less.
        let is_any = args.count.is_some() || args.order == OrderArg::Any;
        let order = if is_any { Order::Any } else { Order::Input };
        Ok(ScanRun {
            search: Arc::new(ItemSearch {
                extractor: Extractor::builder()
                    .forms(args.forms.iter().copied().collect())
                    .join(args.join.into())
                    .max_lines(usize::try_from(args.max_wrapper_lines).unwrap_or(usize::MAX))
                    .max_len(args.max_wrapper_bytes.bytes())
                    .own_schemes(own_schemes(&args.scheme_add)?)
                    .build(),
                headers: args.headers.into(),
                detail: if args.stats.is_some() {
                    StatsDetail::Full
                } else {
                    StatsDetail::Progress
                },
                seen,
            }),
            engine: Engine { threads: engine::thread_count(args.threads), order, bounds },
            heading: if args.with_source { Heading::SourceAndOffset } else { Heading::None },
            destination: sink.destination(),
            sink,
            product,
            found: false,
            state: RunState {
                stats: Stats::default(),
                failed: false,
                progress,
                is_verbose: args.verbose,
            },
            stats_format: args.stats,
        })
    }

    /// Reports whether several threads search. If so, large files are worth being cut.
    pub(crate) fn is_parallel(&self) -> bool {
        self.engine.threads > 1
    }

    /// Writes the heading, if the format has one.
    pub(crate) fn begin(&mut self) -> anyhow::Result<()> {
        let mut heading = Vec::new();
        if matches!(self.product, Product::Rows(LineFormat::Csv)) {
            write_csv_heading(&mut heading);
        }
        self.sink.write(&heading)
    }

    /// Runs `jobs` and writes or collects the rows. Calls `show` with each report before it is printed.
    ///
    /// # Errors
    ///
    /// If the output cannot be written, or if `--unique` exceeds its memory limit.
    pub(crate) fn search(
        &mut self,
        jobs: Box<dyn Iterator<Item = Job> + '_>,
        stdin: Option<&Stdin>,
        mut show: impl FnMut(&mut ReadReport),
    ) -> anyhow::Result<()> {
        let scan = ReadyScan {
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
                let (format, heading, destination) = (*format, self.heading, self.destination);
                let add = move |place: &Location<'_>, found: &Found<'_>, rows: &mut Vec<u8>| {
                    let before = rows.len();
                    match format {
                        LineFormat::Text => {
                            write_text(&Brief::new(place, found), heading, destination, rows);
                        }
                        LineFormat::Jsonl => {
                            write_jsonl(&Row::new(place, found), destination, rows);
                        }
                        LineFormat::Csv => write_csv(&Row::new(place, found), destination, rows),
                    }
                    rows.len() - before
                };
                scan.run(add, |rows| {
                    *found |= !rows.is_empty();
                    sink.write(&rows)?;
                    sink.flush()
                })
            }
            Product::Counts(_, by, counts) => {
                let by = *by;
                let add = move |place: &Location<'_>, found: &Found<'_>, counts: &mut Counts| {
                    let value = by.value(&Row::new(place, found));
                    let bytes = value.as_ref().map_or(0, String::len);
                    counts.add(value);
                    bytes
                };
                scan.run(add, |some| {
                    counts.merge(some);
                    Ok(())
                })
            }
            Product::Unique(_, unique) => {
                let add = |place: &Location<'_>, found: &Found<'_>, seen: &mut Vec<Sighting>| {
                    let row = Row::new(place, found);
                    seen.push(Sighting::new(&row));
                    row.bytes()
                };
                scan.run(add, |seen| {
                    let all = seen.into_iter().try_for_each(|one| unique.add(one));
                    all.map_err(|error| anyhow::anyhow!("{error}; raise --max-unique"))
                })
            }
            Product::Table(table) => {
                self.found |= table.search(scan)?;
                Ok(())
            }
        }
    }

    /// Writes the output that needs all URLs: counts, unique URLs, and the end of a table.
    fn end(&mut self) -> anyhow::Result<()> {
        let (sink, destination, heading) = (&mut self.sink, self.destination, self.heading);
        match &mut self.product {
            Product::Rows(_) => Ok(()),
            Product::Counts(format, _, counts) => {
                self.found = !counts.is_empty();
                let mut lines = Vec::new();
                match *format {
                    LineFormat::Text => counts.write_text(destination, &mut lines),
                    LineFormat::Jsonl => counts.write_jsonl(destination, &mut lines),
                    LineFormat::Csv => counts.write_csv(destination, &mut lines),
                }
                sink.write(&lines)
            }
            Product::Unique(format, unique) => {
                self.found = !unique.is_empty();
                match *format {
                    LineFormat::Text => {
                        unique.write_text(heading, destination, |line| sink.write(line))
                    }
                    LineFormat::Jsonl => unique.write_jsonl(destination, |line| sink.write(line)),
                    LineFormat::Csv => unique.write_csv(destination, |line| sink.write(line)),
                }
            }
            Product::Table(table) => table.finish(),
        }
    }

    /// Returns the number of URLs found so far.
    pub(crate) fn row_count(&self) -> u64 {
        self.state.stats.progress_counts().urls
    }

    /// Ends a run whose rows are not complete. Rows that are lines are printed; a table gets no end, so that
    /// its readers report an error.
    pub(crate) fn abandon(mut self) -> anyhow::Result<()> {
        self.state.progress.clear();
        self.sink.flush()
    }

    pub(crate) fn finish(mut self) -> anyhow::Result<Outcome> {
        self.state.progress.clear();
        self.end()?;
        self.sink.finish()?;
        let ReadCounts { files, members, links, special, .. } = self.state.stats.reads;
        let (skipped, others) = (files.binary + members.binary, links + special);
        let named = self.state.is_verbose;
        let are = if named { SkippedAre::Named } else { SkippedAre::Counted };
        message::skipped(skipped, others, are);
        if let Some(format) = self.stats_format {
            message::print(&self.state.stats.write(format))?;
        }
        Ok(Outcome::of(self.state.failed, self.found))
    }
}
