//! A run of `urlsift scan`: chooses what it makes of the URLs, searches jobs, and writes the output.

use crate::output::{LineFormat, Unique};
use urlsift_archive::files::Bounds;
use urlsift_archive::rows::Row;
use urlsift_archive::{Jobs, ReadReport, Scan, Threads};

use crate::args::scan::ScanCommand;
use crate::args::values::{FormatArg, StatsFormat};
use crate::console::message;
use crate::console::progress::Progress;
use crate::outcome::Outcome;
use crate::scan::counts::ValueCounts;
use crate::scan::product::AnyProduct;
use crate::scan::rows::RowLines;
use crate::scan::run_state::RunState;
#[cfg(feature = "arrow")]
use crate::scan::table::TableOutput;
use crate::scan::unique::UniqueUrls;
use crate::sink::Sink;

pub(crate) struct ScanRun {
    /// The settings, which make the jobs of the run.
    pub(crate) scan: Scan,
    sink: Sink,
    product: Box<dyn AnyProduct>,
    state: RunState,
    /// The format of the statistics at the end, if they were asked for.
    stats_format: Option<StatsFormat>,
}

/// Begins the product that the options ask for in `sink`.
fn begin(args: &ScanCommand, sink: &mut Sink) -> anyhow::Result<Box<dyn AnyProduct>> {
    let format = match args.format()? {
        FormatArg::Text => LineFormat::Text,
        FormatArg::Jsonl => LineFormat::Jsonl,
        FormatArg::Csv => LineFormat::Csv,
        #[cfg(feature = "arrow")]
        FormatArg::Parquet | FormatArg::Arrow => {
            return Ok(Box::new(TableOutput::new(args, sink)?));
        }
        // An unknown format would be a usage error.
        #[cfg(not(feature = "arrow"))]
        FormatArg::Parquet | FormatArg::Arrow => anyhow::bail!(
            "--format {}: this urlsift was built without it; install one with \
             `cargo install --locked --path crates/cli --features arrow`",
            crate::args::values::value_name(&args.format()?)
        ),
    };
    Ok(match args.unique {
        _ if !args.count.is_empty() => Box::new(ValueCounts::new(args, format)?),
        Some(by) => {
            let urls = Unique::new(by, args.max_memory.bytes());
            Box::new(UniqueUrls { urls, format, has_place: args.with_source })
        }
        None => Box::new(RowLines::new(args, format, sink)?),
    })
}

impl ScanRun {
    pub(crate) fn new(
        args: &ScanCommand,
        threads: Threads,
        bounds: Bounds,
        mut sink: Sink,
        progress: Progress,
    ) -> anyhow::Result<ScanRun> {
        // An option that cannot be is an error before anything is written.
        let (extractor, selection) = (args.extractor()?, args.select.selection()?);
        let product = begin(args, &mut sink)?;
        let has = |field: &str| anyhow::Ok(product.fields().overlaps(&Row::fields(&[field])?));
        let scan = Scan::new(extractor, threads)
            .bounds(bounds)
            .headers(args.search.headers)
            .relative(args.relative)
            .selection(selection)
            .once_in_message(args.select.once)
            .count_copies(has("copies")?)
            .count_lines(has("line")?)
            .full_stats(args.stats.is_some());
        let state = RunState::new(progress, args.messages.verbose);
        Ok(ScanRun { scan, sink, product, state, stats_format: args.stats })
    }

    /// Runs `jobs` and writes or collects the rows. Calls `show` with each report before it is printed.
    pub(crate) fn search(
        &mut self,
        jobs: Jobs<'_>,
        mut show: impl FnMut(&ReadReport),
    ) -> anyhow::Result<()> {
        let ScanRun { scan, sink, product, state, .. } = self;
        product.search(scan, jobs, state, sink, &mut show)
    }

    /// Ends a run whose rows are not complete. Rows that are lines are printed; a table gets no end, so that
    /// its readers report an error.
    pub(crate) fn abandon(mut self) -> anyhow::Result<()> {
        self.state.progress.clear();
        self.sink.flush()
    }

    pub(crate) fn finish(mut self) -> anyhow::Result<Outcome> {
        self.state.progress.clear();
        self.product.finish(&mut self.sink)?;
        self.sink.finish()?;
        self.state.report_skipped();
        match self.stats_format {
            Some(StatsFormat::Text) => message::print(&self.state.stats.lines())?,
            Some(StatsFormat::Json) => message::print(&(self.state.stats.json() + "\n"))?,
            None => {}
        }
        Ok(Outcome::of(self.state.failed, self.state.stats.urls() > 0))
    }
}
