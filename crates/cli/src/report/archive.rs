//! Searches archives for the URLs of a report.

use std::path::PathBuf;

use crate::report::figures::{Aggregates, REPORT_FIELDS, RowFacts, RunFacts, UrlFact};
use urlsift_archive::rows::Fields;
use urlsift_archive::{Scan, UrlHit};

use crate::args::report::Report;
use crate::console::message;
use crate::console::progress::Progress;
use crate::console::threads;
use crate::output::Destination;
use crate::scan::product::{AnyProduct, Product};
use crate::scan::run_state::RunState;
use crate::sink::Sink;

/// The statistics that the page shows. Its tables have the others.
const SHOWN_STATS: [&str; 9] =
    ["files", "members", "messages", "texts", "bytes", "types", "charsets", "encodings", "damage"];

/// Returns whether some input could not be read, or an error if an option has an impossible value.
pub(super) fn read(
    args: &Report,
    paths: &[PathBuf],
    progress: Progress,
    sink: &mut Sink,
    figures: &mut Aggregates,
    run: &mut RunFacts,
) -> anyhow::Result<bool> {
    message::report_empty_folders(paths);
    let threads = threads::start(args.threads.number)?;
    let scan = Scan::new(args.search.extractor()?.build(), threads)
        .bounds(args.limits.bounds(args.search.input))
        .headers(args.search.headers)
        .selection(args.select.selection()?)
        .once_in_message(args.select.once)
        .full_stats(true);
    let mut state = RunState::new(progress, args.messages.verbose);
    figures.search(&scan, scan.paths(paths), &mut state, sink, &mut |_| {})?;
    state.report_skipped();
    run.read = state.stats.table();
    run.read.retain(|(heading, _)| SHOWN_STATS.contains(heading));
    Ok(state.failed)
}

impl Product for Aggregates {
    type Part = Vec<UrlFact>;

    fn fields(&self) -> &Fields {
        &REPORT_FIELDS
    }

    fn make(
        &self,
        _: Destination,
    ) -> impl Fn(&UrlHit<'_>, &mut Vec<UrlFact>) -> usize + Send + Sync + 'static {
        |hit, facts| {
            let fact = UrlFact::new(&RowFacts::of(&hit.row(&REPORT_FIELDS)));
            let bytes = fact.bytes();
            facts.push(fact);
            bytes
        }
    }

    fn take(&mut self, facts: Vec<UrlFact>, _: &mut Sink) -> anyhow::Result<()> {
        for fact in &facts {
            self.add(fact);
        }
        Ok(())
    }
}
