//! The first of the two passes of `--second-pass`: collects the URLs that messages have unbroken.
//!
//! The second pass uses them to choose among the readings of a URL that is broken over lines.

use std::path::PathBuf;

use urlsift::Extractor;
use urlsift::extract::SeenUrls;
use urlsift::scan::{Engine, Order, Searcher, Stats};

use crate::args::scan::Scan;
use crate::console::progress::{Progress, ProgressCounts};
use crate::scan::stdin::Stdin;

/// Collects the URLs that are unbroken somewhere in `paths`.
///
/// Inputs that cannot be read are not reported: the second pass meets them again and reports them.
pub(crate) fn seen_urls(
    args: &Scan,
    engine: &Engine,
    paths: &[PathBuf],
    stdin: &Stdin,
    mut progress: Progress,
) -> SeenUrls {
    let engine = Engine { order: Order::Any, ..engine.clone() };
    let searcher = Searcher::new(Extractor::new(), engine).headers(args.search.headers);
    let mut stats = Stats::default();
    searcher.seen_urls(searcher.entries(stdin.walk(paths)), |report| {
        stats.reads += report.reads;
        progress.show(ProgressCounts::of(&stats));
    })
}
