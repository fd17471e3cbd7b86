//! A run of `urlsift scan`: makes rows, counts or a table of the URLs, and writes them.

use std::num::NonZeroUsize;

use anyhow::{Context, ensure};
use urlsift::Extractor;
use urlsift::extract::SeenUrls;
use crate::output::{
    CountBy, CountLayout, CountOrder, Counts, Destination, Heading, SIGHTING_FIELDS, Sighting,
    Unique, write_csv, write_csv_heading, write_jsonl, write_tabs, write_text,
};
use urlsift::row::{Brief, Fields, Row};
use urlsift::scan::{Engine, Jobs, Order, ReadReport, Searcher, StatsDetail, UrlHit};

use crate::args::scan::Scan;
use crate::args::values::{FormatArg, OrderArg, StatsFormat, own_schemes, row_fields};
use crate::console::message;
use crate::console::progress::Progress;
use crate::outcome::Outcome;
use crate::scan::run_state::{ReadyScan, RunState};
use crate::scan::sink::Sink;
use crate::scan::table::TableOutput;

/// The state of a run.
pub(crate) struct ScanRun {
    searcher: Searcher,
    heading: Heading,
    sink: Sink,
    destination: Destination,
    /// The byte that ends each line in the place of a line feed.
    line_end: Option<u8>,
    count_order: CountOrder,
    /// The most counts that are written.
    top: usize,
    product: Product,
    found: bool,
    state: RunState,
    /// The format of the statistics at the end, if they were asked for.
    stats_format: Option<StatsFormat>,
}

/// The output that a run makes of the URLs it finds.
enum Product {
    /// A line per URL, written at once.
    Rows(LineFormat, Fields),
    /// At the end, the number of URLs with each value, in at most that many bytes of memory.
    Counts(LineFormat, CountBy, Counts, usize),
    /// At the end, each URL once.
    Unique(LineFormat, Unique),
    /// A table, written in batches.
    Table(TableOutput),
}

/// The format of the lines.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum LineFormat {
    Text,
    /// Text, with fields separated by tabs.
    Tabs,
    Jsonl,
    Csv,
}

impl Product {
    fn new(args: &Scan, sink: &Sink) -> anyhow::Result<Product> {
        ensure!(
            !args.print0 || args.format == FormatArg::Text,
            "--print0 is for text; remove --format"
        );
        let format = match args.format {
            FormatArg::Text if !args.fields.is_empty() => LineFormat::Tabs,
            FormatArg::Text => LineFormat::Text,
            FormatArg::Jsonl => LineFormat::Jsonl,
            FormatArg::Csv => LineFormat::Csv,
            FormatArg::Parquet => return TableOutput::parquet(args, sink).map(Product::Table),
            FormatArg::Arrow => return TableOutput::arrow(args, sink).map(Product::Table),
        };
        Ok(match &args.count[..] {
            names @ [_, ..] => {
                let by = CountBy::new(names).context("--count")?;
                Product::Counts(format, by, Counts::new(), args.max_count.bytes())
            }
            [] => match args.unique {
                Some(by) => {
                    Product::Unique(format, Unique::new(by.into(), args.max_unique.bytes()))
                }
                None => Product::Rows(format, row_fields(&args.fields)?),
            },
        })
    }
}

impl ScanRun {
    /// Starts a run that writes to `sink`. `seen` holds the URLs of the first pass, if there was one.
    pub(crate) fn new(
        args: &Scan,
        engine: Engine,
        sink: Sink,
        progress: Progress,
        seen: Option<SeenUrls>,
    ) -> anyhow::Result<ScanRun> {
        let product = Product::new(args, &sink)?;
        let copies = Row::fields(&["copies"])?;
        let counts_copies = match &product {
            Product::Rows(LineFormat::Text, _) | Product::Unique(..) => false,
            Product::Counts(_, by, ..) => by.fields().overlaps(&copies),
            Product::Rows(_, fields) => fields.overlaps(&copies),
            Product::Table(table) => table.fields().overlaps(&copies),
        };
        // Counts do not depend on the order, and `Order::Any` waits less.
        let is_any = !args.count.is_empty() || args.order == OrderArg::Any;
        let order = if is_any { Order::Any } else { Order::Input };
        let extractor = Extractor::builder()
            .forms(args.forms.iter().copied().collect())
            .join(args.join.into())
            .max_lines(usize::try_from(args.max_wrapper_lines).unwrap_or(usize::MAX))
            .max_len(args.max_wrapper_bytes.bytes())
            .own_schemes(own_schemes(&args.scheme_add)?)
            .build();
        let detail = if args.stats.is_some() { StatsDetail::Full } else { StatsDetail::Progress };
        Ok(ScanRun {
            searcher: Searcher::new(extractor, Engine { order, ..engine })
                .headers(args.headers.into())
                .selection(args.select.selection()?)
                .once_in_message(args.select.once.is_some())
                .count_copies(counts_copies)
                .detail(detail)
                .seen(seen),
            heading: if args.with_source { Heading::SourceAndOffset } else { Heading::None },
            destination: sink.destination(),
            line_end: args.print0.then_some(0),
            count_order: args.sort.map_or_else(CountOrder::default, Into::into),
            top: args.top.map_or(usize::MAX, NonZeroUsize::get),
            sink,
            product,
            found: false,
            state: RunState::new(progress, args.verbose),
            stats_format: args.stats,
        })
    }

    /// Returns the searcher, which makes the jobs of the run.
    pub(crate) fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    /// Writes the heading, if the format has one.
    pub(crate) fn begin(&mut self) -> anyhow::Result<()> {
        let mut heading = Vec::new();
        if let Product::Rows(LineFormat::Csv, fields) = &self.product {
            write_csv_heading(fields, &mut heading);
        }
        self.sink.write(&heading)
    }

    /// Runs `jobs` and writes or collects the rows. Calls `show` with each report before it is printed.
    ///
    /// # Errors
    ///
    /// If the output cannot be written, or if `--unique` or `--count` exceeds its memory limit.
    pub(crate) fn search(
        &mut self,
        jobs: Jobs<'_>,
        mut show: impl FnMut(&mut ReadReport),
    ) -> anyhow::Result<()> {
        let scan =
            ReadyScan { searcher: &self.searcher, jobs, state: &mut self.state, show: &mut show };
        match &mut self.product {
            Product::Rows(format, fields) => {
                let (sink, found) = (&mut self.sink, &mut self.found);
                let (format, heading, destination) = (*format, self.heading, self.destination);
                let (fields, line_end) = (fields.clone(), self.line_end);
                let add = move |hit: &UrlHit<'_>, rows: &mut Vec<u8>| {
                    let before = rows.len();
                    let row = || hit.row(&fields);
                    match format {
                        LineFormat::Text => {
                            write_text(
                                &Brief::new(hit.place, hit.found),
                                heading,
                                destination,
                                rows,
                            );
                        }
                        LineFormat::Tabs => write_tabs(&row(), &fields, destination, rows),
                        LineFormat::Jsonl => write_jsonl(&row(), &fields, destination, rows),
                        LineFormat::Csv => write_csv(&row(), &fields, destination, rows),
                    }
                    if let (Some(end), Some(last)) = (line_end, rows.last_mut()) {
                        *last = end;
                    }
                    rows.len() - before
                };
                scan.run(add, |rows| {
                    *found |= !rows.is_empty();
                    sink.write(&rows)?;
                    sink.flush()
                })
            }
            Product::Counts(_, by, counts, max_bytes) => {
                let by = by.clone();
                let add = move |hit: &UrlHit<'_>, counts: &mut Counts| {
                    let key = by.key(&hit.row(by.fields()));
                    let bytes = key.iter().flatten().map(String::len).sum();
                    counts.add(key);
                    bytes
                };
                scan.run(add, |some| {
                    counts.merge(some);
                    ensure!(
                        counts.bytes() <= *max_bytes,
                        "more distinct values than {max_bytes} bytes of memory hold: {} fit; raise --max-count",
                        counts.len()
                    );
                    Ok(())
                })
            }
            Product::Unique(_, unique) => {
                let by = unique.by();
                let add = move |hit: &UrlHit<'_>, seen: &mut Vec<Sighting>| {
                    let row = hit.row(&SIGHTING_FIELDS);
                    seen.push(Sighting::new(&row, by));
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
            Product::Rows(..) => Ok(()),
            Product::Counts(format, by, counts, _) => {
                let (order, top) = (self.count_order, self.top);
                let layout = CountLayout { by, order, top, destination };
                self.found = !counts.is_empty();
                match *format {
                    LineFormat::Text | LineFormat::Tabs => {
                        counts.write_text(layout, |lines| sink.write(lines))
                    }
                    LineFormat::Jsonl => counts.write_jsonl(layout, |lines| sink.write(lines)),
                    LineFormat::Csv => counts.write_csv(layout, |lines| sink.write(lines)),
                }
            }
            Product::Unique(format, unique) => {
                self.found = !unique.is_empty();
                match *format {
                    LineFormat::Text | LineFormat::Tabs => {
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
        self.state.stats.urls()
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
        self.state.report_skipped();
        match self.stats_format {
            Some(StatsFormat::Text) => message::print(&self.state.stats.lines())?,
            Some(StatsFormat::Json) => message::print(&(self.state.stats.json() + "\n"))?,
            None => {}
        }
        Ok(Outcome::of(self.state.failed, self.found))
    }
}
