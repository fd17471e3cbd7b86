//! Reads the options, finds out whether the inputs are archives or rows, and writes the page.

use std::path::{Path, PathBuf};

use crate::output::Destination;
use crate::report::figures::{Aggregates, RunFacts, write_page};
use anyhow::{bail, ensure};
use urlsift_archive::internal::STDIN_PATH;
use urlsift_archive::mail::InputKind;

use crate::args::report::Report;
use crate::console::message;
use crate::console::progress::Progress;
use crate::interrupt;
use crate::outcome::Outcome;
use crate::protected_paths::ProtectedPaths;
use crate::report::{archive, rows};
use crate::sink::Sink;

pub(crate) fn run(args: &Report) -> anyhow::Result<Outcome> {
    let paths = message::or_stdin(&args.paths, "report");
    interrupt::watch();
    let mut sink = Sink::open(args.output.path(), &ProtectedPaths::of(&paths))?;
    ensure!(
        sink.destination() != Destination::Terminal,
        "the page is not printed to a terminal; write it to a file with -o FILE"
    );
    let options = args.select.settings();
    let mut figures = Aggregates::new();
    let mut run = RunFacts {
        inputs: paths.iter().map(|path| input_name(path)).collect(),
        title: args.title.clone(),
        options,
        ..RunFacts::default()
    };
    let failed = if are_rows(args, &paths)? {
        ensure!(
            run.options.is_empty(),
            "the options that select URLs are for archives; use them when the rows are made, with `urlsift scan`"
        );
        rows::read(&paths, &mut figures, &mut run)?
    } else {
        let progress = Progress::new(args.messages.progress, true, &sink, &paths);
        archive::read(args, &paths, progress, &mut sink, &mut figures, &mut run)?
    };
    // A page about nothing would replace one that has URLs.
    ensure!(
        !failed || figures.urls > 0,
        "no page is written, because nothing was found in what could be read"
    );
    if failed {
        run.notices.push(
            "Some input could not be read; messages on standard error said which.".to_owned(),
        );
    }
    if figures.urls == 0 {
        let found = if run.options.is_empty() { "found" } else { "selected" };
        let notice = format!("no URLs were {found}, so the page has no tables");
        message::say(&notice);
        run.notices.push(format!("No URLs were {found}."));
    }
    sink.write(write_page(&figures, &run).as_bytes())?;
    sink.finish()?;
    Ok(Outcome::of(failed, figures.urls > 0))
}

fn input_name(path: &Path) -> String {
    if path == Path::new(STDIN_PATH) {
        return "standard input".to_owned();
    }
    path.display().to_string()
}

/// Reports whether the inputs are rows. It is an error if only some of them are.
fn are_rows(args: &Report, paths: &[PathBuf]) -> anyhow::Result<bool> {
    if args.search.input != InputKind::Auto {
        return Ok(false);
    }
    if let Some(path) = paths.iter().find(|path| rows::is_of_csv(path)) {
        bail!("{}: rows of CSV; the report reads the rows of --format jsonl", path.display());
    }
    let of_rows = paths.iter().find(|path| rows::is_of_rows(path));
    let other = paths.iter().find(|path| !rows::is_of_rows(path));
    if let (Some(of_rows), Some(other)) = (of_rows, other) {
        bail!(
            "{} has rows, and {} has none; write a page about each, or use --input text for both",
            of_rows.display(),
            other.display()
        );
    }
    Ok(of_rows.is_some())
}
