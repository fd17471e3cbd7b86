//! Searches archives for the URLs of a report.

use std::path::PathBuf;

use crate::report::figures::{Aggregates, REPORT_FIELDS, RowFacts, RunFacts, UrlFact};
use urlsift_archive::internal::{StatsDetail, codec_threads};
use urlsift_archive::{Engine, Searcher, UrlHit};

use crate::args::report::Report;
use crate::console::message;
use crate::console::progress::Progress;
use crate::console::threads;
use crate::scan::run_state::{ReadyScan, RunState};

/// The statistics that the page shows. Its tables have the others.
const SHOWN_STATS: [&str; 9] =
    ["files", "members", "messages", "texts", "bytes", "types", "charsets", "encodings", "damage"];

/// Returns whether some input could not be read, or an error if an option has an impossible value.
pub(super) fn read(
    args: &Report,
    paths: &[PathBuf],
    progress: Progress,
    figures: &mut Aggregates,
    run: &mut RunFacts,
) -> anyhow::Result<bool> {
    message::report_empty_folders(paths);
    let threads = args.threads.number;
    let codec_threads = codec_threads(paths, threads::count(threads));
    let bounds = args.limits.bounds(args.search.input, codec_threads);
    let engine = Engine { threads: threads::start(threads), bounds };
    let searcher = Searcher::new(args.search.extractor()?.build(), engine)
        .headers(args.search.headers)
        .selection(args.select.selection()?)
        .once_in_message(args.select.once)
        .detail(StatsDetail::Full);
    let mut state = RunState::new(progress, args.messages.verbose);
    let jobs = searcher.paths(paths);
    let scan = ReadyScan { searcher: &searcher, jobs, state: &mut state, show: &mut |_| {} };
    let add = |hit: &UrlHit<'_>, facts: &mut Vec<UrlFact>| {
        let fact = UrlFact::new(&RowFacts::of(&hit.row(&REPORT_FIELDS)));
        let bytes = fact.bytes();
        facts.push(fact);
        bytes
    };
    scan.run(add, |facts| {
        for fact in &facts {
            figures.add(fact);
        }
        Ok(())
    })?;
    state.progress.clear();
    state.report_skipped();
    run.read = state.stats.table();
    run.read.retain(|(heading, _)| SHOWN_STATS.contains(heading));
    Ok(state.failed)
}
