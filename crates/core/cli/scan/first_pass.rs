//! The first of the two passes of `--second-pass`: collects the URLs that messages have unbroken.
//!
//! The second pass uses them to choose among the readings of a URL that is broken over lines.

use std::path::PathBuf;

use urlsift::bulk::Window;
use urlsift::extract::SeenUrls;

use crate::args::scan::Scan;
use crate::console::progress::Progress;
use crate::console::stats::Stats;
use crate::read::bounds::Bounds;
use crate::read::input::Stdin;
use crate::scan::engine::{self, Collector, Engine, Order};
use crate::scan::jobs;

/// The estimated memory of one collected URL, in bytes.
const BYTES_PER_SEEN_URL: usize = 128;

/// Collects the URLs that are unbroken somewhere in `paths`.
///
/// Inputs that cannot be read are not reported: the second pass meets them again and reports them.
pub(crate) fn seen_urls(
    args: &Scan,
    paths: &[PathBuf],
    stdin: Option<&Stdin>,
    bounds: Bounds,
    mut progress: Progress,
) -> anyhow::Result<SeenUrls> {
    let headers = args.headers.into();
    let mut seen = SeenUrls::new();
    let mut stats = Stats::default();
    let find = move |window: &Window, collector: &mut Collector<'_, SeenUrls>| {
        let room = collector.room();
        for item in window.items() {
            collector.add(|seen| {
                let more = item.with_room(room).seen_urls(headers);
                let bytes = more.len() * BYTES_PER_SEEN_URL;
                seen.merge(more);
                bytes
            });
        }
    };
    let engine = Engine { threads: engine::thread_count(args.threads), order: Order::Any, bounds };
    let jobs = jobs::of_paths(paths, bounds.input, engine.threads > 1);
    engine.run(jobs, stdin, find, |results| {
        seen.merge(results.found);
        if let Some(report) = results.report {
            stats.reads += report.reads;
            progress.show(stats.progress_counts());
        }
        Ok(())
    })?;
    Ok(seen)
}
