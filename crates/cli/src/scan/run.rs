//! A run of `urlsift scan`: chooses what it makes of the URLs, searches jobs, and writes the output.

use std::path::PathBuf;
use std::sync::Arc;

use crate::output::{Heading, LineFormat, Unique};
use anyhow::ensure;
use urlsift_archive::internal::StatsDetail;
use urlsift_archive::rows::Row;
use urlsift_archive::{Engine, Jobs, ReadReport, Searcher};

use crate::args::scan::Scan;
use crate::args::values::{FormatArg, StatsFormat};
use crate::console::message;
use crate::console::progress::Progress;
use crate::outcome::Outcome;
use crate::scan::advice::{self, OtherUrls};
use crate::scan::counts::ValueCounts;
use crate::scan::product::Product;
use crate::scan::rows::RowLines;
use crate::scan::run_state::{ReadyScan, RunState};
#[cfg(feature = "arrow")]
use crate::scan::table::TableOutput;
use crate::scan::unique::UniqueUrls;
use crate::sink::Sink;

/// The state of a run.
pub(crate) struct ScanRun {
    /// The searcher, which makes the jobs of the run.
    pub(crate) searcher: Searcher,
    sink: Sink,
    product: Box<dyn Product>,
    state: RunState,
    /// The format of the statistics at the end, if they were asked for.
    stats_format: Option<StatsFormat>,
}

/// Begins the product that the options ask for in `sink`.
fn begin(args: &Scan, sink: &mut Sink) -> anyhow::Result<Box<dyn Product>> {
    ensure!(
        !args.print0 || args.format() == FormatArg::Text,
        "--print0 is for text; remove --format"
    );
    let format = match args.format() {
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
             `cargo install --path crates/cli --features arrow`",
            crate::args::values::value_name(&args.format())
        ),
    };
    let heading = if args.with_source { Heading::SourceAndOffset } else { Heading::None };
    Ok(match args.unique {
        _ if !args.count.is_empty() => Box::new(ValueCounts::new(args, format)?),
        Some(by) => {
            let urls = Unique::new(by, args.max_memory.bytes());
            Box::new(UniqueUrls { urls, format, heading })
        }
        None => Box::new(RowLines::new(args, format, heading, sink)?),
    })
}

impl ScanRun {
    /// Starts a run that writes to `sink`.
    pub(crate) fn new(
        args: &Scan,
        engine: Engine,
        mut sink: Sink,
        progress: Progress,
    ) -> anyhow::Result<ScanRun> {
        let extractor = args.extractor()?;
        let detail = if args.stats.is_some() { StatsDetail::Full } else { StatsDetail::Progress };
        let searcher = Searcher::new(extractor, engine)
            .headers(args.search.headers)
            .relative(args.relative)
            .selection(args.select.selection()?)
            .once_in_message(args.select.once)
            .detail(detail);
        let product = begin(args, &mut sink)?;
        let searcher = searcher
            .count_copies(product.fields().overlaps(&Row::fields(&["copies"])?))
            .count_lines(product.fields().overlaps(&Row::fields(&["line"])?));
        let mut state = RunState::new(progress, args.messages.verbose);
        state.others = Arc::new(OtherUrls::new(advice::is_wanted(args)));
        Ok(ScanRun { searcher, sink, product, state, stats_format: args.stats })
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
        self.product.search(scan, &mut self.sink)
    }

    /// Ends a run whose rows are not complete. Rows that are lines are printed; a table gets no end, so that
    /// its readers report an error.
    pub(crate) fn abandon(mut self) -> anyhow::Result<()> {
        self.state.progress.clear();
        self.sink.flush()
    }

    /// Returns advice for the user at a terminal, if there is any. `paths` are all inputs.
    pub(crate) fn advice(&self, args: &Scan, paths: &[PathBuf]) -> Option<&'static str> {
        if self.state.failed || !advice::is_wanted(args) {
            return None;
        }
        let RunState { stats, others, .. } = &self.state;
        advice::after(stats.urls(), others, paths, self.searcher.engine())
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
