//! `urlsift scan --split`: searches a split of a plan, for the rows that a search of the whole file would give for it.
//!
//! A split that fails, because a file is not as planned, has an exit status of its own. Its rows are not written to a
//! file, and a table on standard output is left incomplete.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use urlsift_archive::files::{Content, Unread};
use urlsift_archive::mail::DamageKind;
use urlsift_archive::plan::Split;

use crate::args::scan::ScanCommand;
use crate::console::message;
use crate::console::progress::Progress;
use crate::console::threads;
use crate::outcome::{Outcome, is_closed_pipe};
use crate::protected_paths::ProtectedPaths;
use crate::scan::damage_file::DamageFile;
use crate::scan::run::ScanRun;
use crate::sink::Sink;

/// Searches the split that `split` names: a line of a plan, or its number in a file.
pub(crate) fn run(args: &ScanCommand, split: &str) -> anyhow::Result<Outcome> {
    match search(args, split) {
        // The split was not searched to its end. The status must not be that of damaged input.
        Err(error) if !is_closed_pipe(&error) => {
            message::error(&error);
            Ok(Outcome::SplitFailed)
        }
        outcome => outcome,
    }
}

fn search(args: &ScanCommand, split: &str) -> anyhow::Result<Outcome> {
    let (split, plan) = read(split)?;
    ensure!(
        split.input() == args.search.input,
        "{}: planned with --input {}, not {}; use the same --input, or make a new plan",
        split.path(),
        split.input().name(),
        args.search.input.name()
    );
    let sources: Vec<PathBuf> = split.ranges().iter().map(|(path, _)| path.into()).collect();
    let protected = ProtectedPaths::of(sources.iter().map(PathBuf::as_path).chain(plan));
    let sink = Sink::open(args.output.path(), &protected)?;
    let mut damage = DamageFile::open(args.damage.as_deref(), args.output.path(), &protected)?;
    let threads = threads::start(args.threads.number)?;
    let bounds = args.limits.bounds(args.search.input);
    let mut run = ScanRun::new(args, threads, bounds, sink, Progress::default())?;
    let (brief, mut is_as_planned) = (split.brief(), true);
    let jobs = run.scan.split(&split, &Content::Path);
    let searched = jobs.map_err(|error| error.to_string()).map(|jobs| {
        run.search(jobs, |report| {
            damage.add(Some(&brief), report.listed());
            // A file may be missing, changed or closed to this user. The report has its name.
            let is_failure =
                |it: &Unread| matches!(it.kind, DamageKind::SplitFailed | DamageKind::NotOpened);
            is_as_planned &= !report.unread.iter().any(is_failure);
        })
    });
    let checked = match searched {
        Ok(searched) => {
            searched?;
            split.check(&Content::Path).map_err(|error| error.to_string())
        }
        Err(cause) => Err(cause),
    };
    if let Err(cause) = &checked {
        message::error_of(split.path(), cause);
        damage.add_failed_split(&split, cause);
    }
    damage.finish()?;
    if checked.is_err() || !is_as_planned {
        run.abandon()?;
        return Ok(Outcome::SplitFailed);
    }
    run.finish()
}

/// Returns the split that `text` names, and the path of its plan if it has one.
fn read(text: &str) -> anyhow::Result<(Split, Option<&Path>)> {
    if text.trim_start().starts_with('{') {
        return Ok((Split::read(text).context("--split: not a line of `urlsift plan`")?, None));
    }
    let place = text.rsplit_once(':');
    let place =
        place.and_then(|(plan, number)| Some((Path::new(plan), Some(number.parse().ok()?))));
    let whole = || Path::new(text).is_file().then(|| (Path::new(text), None));
    let (plan, number) = place.or_else(whole).context(
        "--split takes a line of `urlsift plan`, a file with one, or PLAN:NUMBER for a line of a file",
    )?;
    Ok((read_line(plan, number)?, Some(plan)))
}

/// Reads the line `number` of the plan at `path`, from 1, or its only line. Does not parse the others.
fn read_line(path: &Path, number: Option<NonZeroUsize>) -> anyhow::Result<Split> {
    let line_number = number.map_or(1, NonZeroUsize::get);
    let name = || format!("{}, line {line_number}", path.display());
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let mut lines = BufReader::new(file).lines();
    let line = lines.nth(line_number - 1);
    ensure!(
        number.is_some() || lines.next().is_none(),
        "{0}: a plan of several splits; {0}:1 is the first one",
        path.display()
    );
    let line = line.with_context(|| format!("{}: the plan has fewer lines", name()))?;
    Split::read(&line.with_context(name)?)
        .with_context(|| format!("{}: not a line of `urlsift plan`", name()))
}
