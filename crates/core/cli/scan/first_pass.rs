//! The first of the two passes of `--second-pass`: collects the URLs that messages have unbroken.
//!
//! The second pass uses them to choose among the readings of a URL that is broken over lines.

use std::path::PathBuf;

use urlsift::bulk::Window;
use urlsift::extract::SeenUrls;

use crate::args::Scan;
use crate::read::bounds::Bounds;
use crate::read::input::Stdin;
use crate::report::progress::Progress;
use crate::report::stats::Stats;
use crate::scan::engine::{self, Collector, Engine, Order};
use crate::scan::jobs;

/// The bytes that a whole URL takes in the set of a first pass, roughly.
const BYTES_PER_SEEN_URL: usize = 128;

/// Collects the URLs that stand whole anywhere in `paths`: the first of two passes. The second pass reports what
/// could not be read.
pub(crate) fn seen_urls(
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
                let bytes = more.len() * BYTES_PER_SEEN_URL;
                whole.merge(more);
                bytes
            });
        }
    };
    let engine = Engine { threads: engine::thread_count(args.threads), order: Order::Any, bounds };
    let jobs = jobs::of_paths(paths, engine.threads > 1);
    engine.run(jobs, stdin, find, |results| {
        whole.merge(results.found);
        if let Some(report) = results.report {
            stats.reads += report.reads;
            progress.show(stats.progress_counts());
        }
        Ok(())
    })?;
    Ok(whole)
}
