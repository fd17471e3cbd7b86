//! `urlsift scan --split`: searches the splits of a plan. Each gives the rows that a search of the whole file
//! would give for its range.
//!
//! Splits are searched one after the other, each on all threads. Rows in a file get a receipt when they are
//! complete, so a run that was stopped can be started again and does the rest. A split that fails, because its
//! file is not as planned, is reported, and the others are searched. The exit status shows it, and a table on
//! standard output is left incomplete. A run that cannot begin has the same status, because its splits are not done.

use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, bail, ensure};
use urlsift::archive::DamageKind;
use urlsift::scan::files::{Bounds, Content, ReadCounts, STDIN_PATH, Unread};
use urlsift::scan::plan::{FileAccess, PlanLine, Split};
use urlsift::scan::{Engine, Threads};

use crate::args::scan::Scan;
use crate::console::message::{self, ForeignCounts, SkippedAre};
use crate::console::progress::Progress;
use crate::console::threads;
use crate::outcome::{Outcome, is_closed_pipe};
use crate::plan::digest::Digested;
use crate::plan::plan_file;
use crate::plan::receipt::{Receipt, ScanOptions};
use crate::protected_paths::ProtectedPaths;
use crate::scan::damage_file::DamageFile;
use crate::scan::run::ScanRun;
use crate::sink::Sink;

/// Searches the splits that `splits` names: lines of a plan, `@` and the file of a plan, or `-`.
pub(crate) fn run(args: &Scan, splits: &str, bounds: Bounds) -> anyhow::Result<Outcome> {
    match search_all(args, splits, bounds) {
        // No split, or not every one, was searched. The status must not be that of damaged input.
        Err(error) if !is_closed_pipe(&error) => {
            message::error(&error);
            Ok(Outcome::SplitFailed)
        }
        outcome => outcome,
    }
}

fn search_all(args: &Scan, splits: &str, bounds: Bounds) -> anyhow::Result<Outcome> {
    let (splits, plan) = read(splits)?;
    if let Some(split) = splits.iter().find(|split| split.input() != args.search.input) {
        bail!(
            "{}: planned with --input {}, not {}; use the same --input, or make a new plan",
            split.path(),
            split.input().name(),
            args.search.input.name()
        );
    }
    let ranges = splits.iter().flat_map(Split::ranges);
    let access =
        FileAccess { roots: args.root.clone(), check: args.version_check, content: Content::Path };
    let sources: Vec<PathBuf> = ranges.map(|range| access.path(range.path)).collect();
    let protected = ProtectedPaths::of(sources.iter().map(PathBuf::as_path).chain(plan));
    // The file for each split, or none if all rows go to standard output.
    let files: Option<Vec<PathBuf>> = match (&args.into, args.output.path()) {
        (Some(folder), _) => {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            let format = ScanOptions::of(args).format;
            let name = |split: &Split| folder.join(format!("{:016x}.{format}", split.id()));
            Some(splits.iter().map(name).collect())
        }
        (None, Some(file)) if file != Path::new(STDIN_PATH) => {
            ensure!(
                splits.len() == 1,
                "--output takes the rows of one split; use --into FOLDER for several"
            );
            Some(vec![file.to_owned()])
        }
        _ => None,
    };
    for file in files.iter().flatten() {
        Sink::check(Some(file), &protected)?;
        Sink::check(Some(&Receipt::path(file)), &protected)?;
    }
    let damage = DamageFile::open(args.damage.as_deref(), args.output.path(), &protected)?;
    let options = ScanOptions::of(args);
    let mut splits_run = SplitsRun {
        args,
        access: &access,
        options,
        bounds,
        threads: threads::start(args.threads.number),
        damage,
        protected,
        has_failed_split: false,
        failed: false,
        found: false,
        skipped: 0,
        foreign: ForeignCounts::new(),
        passed_over: 0,
    };
    let searched = match files {
        None => splits_run.print(&splits),
        Some(files) => splits.iter().zip(files).try_for_each(|(split, file)| {
            if args.into.is_some() && splits_run.is_done(split, &file)? {
                splits_run.passed_over += 1;
                return Ok(());
            }
            splits_run.write(split, &file)
        }),
    };
    match searched {
        // The list of damage is completed for the splits that were searched.
        Err(error) if !is_closed_pipe(&error) => {
            message::error(&error);
            splits_run.has_failed_split = true;
        }
        searched => searched?,
    }
    splits_run.damage.finish()?;
    let are = if args.messages.verbose { SkippedAre::Named } else { SkippedAre::Counted };
    message::skipped(splits_run.skipped, &splits_run.foreign, 0, are);
    let passed_over = splits_run.passed_over;
    if passed_over > 0 {
        let splits = if passed_over == 1 { "split" } else { "splits" };
        message::say(&format!("skipped {passed_over} {splits} whose rows exist already"));
    }
    if splits_run.has_failed_split {
        return Ok(Outcome::SplitFailed);
    }
    Ok(Outcome::of(splits_run.failed, splits_run.found))
}

/// Returns the splits, and the path of the plan if one was named.
fn read(splits: &str) -> anyhow::Result<(Vec<Split>, Option<&Path>)> {
    let plan = splits.strip_prefix('@').map(Path::new);
    let splits = match plan {
        Some(plan) => plan_file::read(plan)?,
        None if splits == STDIN_PATH => {
            message::waiting("scan");
            plan_file::read(Path::new(STDIN_PATH))?
        }
        None if splits.trim_start().starts_with('{') => PlanLine::read_all(splits, "--split")?,
        None => {
            let place = splits.rsplit_once(':');
            let place =
                place.and_then(|(plan, number)| Some((Path::new(plan), number.parse().ok()?)));
            let (plan, number) = place.context(
                "--split takes a line of `urlsift plan`, @FILE for a file of lines, FILE:NUMBER for one of them, or - for \
                 standard input",
            )?;
            return Ok((vec![plan_file::read_line(plan, number)?.split], Some(plan)));
        }
    };
    Ok((splits.into_iter().map(|line| line.split).collect(), plan))
}

/// The state of a run over several splits.
struct SplitsRun<'a> {
    args: &'a Scan,
    access: &'a FileAccess,
    options: ScanOptions,
    bounds: Bounds,
    threads: Threads,
    damage: DamageFile,
    /// The paths that no output may replace.
    protected: ProtectedPaths,
    /// Whether a split was not searched, or its file changed meanwhile.
    has_failed_split: bool,
    /// Whether a part of a split could not be read.
    failed: bool,
    found: bool,
    skipped: u64,
    foreign: ForeignCounts,
    /// The number of splits that were done by an earlier run.
    passed_over: u64,
}

/// The parts of a searched split that were skipped or could not be read.
struct Unsearched {
    skipped: u64,
    unread: Vec<Unread>,
}

impl SplitsRun<'_> {
    /// Reports whether `file` has the rows of `split` from an earlier run.
    ///
    /// # Errors
    ///
    /// If it has the rows of another split, or rows made with other options.
    fn is_done(&mut self, split: &Split, file: &Path) -> anyhow::Result<bool> {
        // If the receipt or its rows are damaged, the split is searched again.
        let Ok(Some(receipt)) = Receipt::find(file) else { return Ok(false) };
        let name = file.display();
        ensure!(
            receipt.split == *split,
            "{name}: has the rows of another split; use another folder"
        );
        ensure!(
            receipt.options == self.options,
            "{name}: was made with different options ({}); use another folder, or the same options",
            receipt.options.differences(&self.options)
        );
        self.failed |= receipt.damage().next().is_some();
        self.damage.add(Some(&split.brief()), &receipt.unread);
        self.found |= receipt.has_rows();
        Ok(true)
    }

    /// Prints the rows of all `splits` as one output, such as one table or one CSV with one heading.
    fn print(&mut self, splits: &[Split]) -> anyhow::Result<()> {
        let sink = Sink::open(None, &self.protected)?;
        let mut run = self.begin(sink, splits)?;
        for split in splits {
            self.search(split, &mut run)?;
        }
        if self.has_failed_split {
            return run.abandon();
        }
        self.finish(run)
    }

    /// Writes the rows of `split` to `file`, and then their receipt.
    fn write(&mut self, split: &Split, file: &Path) -> anyhow::Result<()> {
        let sink = Sink::open(Some(file), &self.protected)?;
        let mut run = self.begin(sink, slice::from_ref(split))?;
        let Some(unsearched) = self.search(split, &mut run)? else { return Ok(()) };
        // The order matters: old receipt removed, rows renamed, new receipt written. If the run stops in
        // between, there is no receipt, and the split is searched again.
        Receipt::remove(file)?;
        let row_count = run.row_count();
        self.finish(run)?;
        let Digested { bytes, digest } =
            Digested::of(file).with_context(|| file.display().to_string())?;
        let options = self.options.clone();
        let Unsearched { skipped, unread } = unsearched;
        Receipt { split: split.clone(), options, bytes, rows: row_count, digest, skipped, unread }
            .write(file, &self.protected)
    }

    /// Starts a run over `splits` that writes to `sink`.
    fn begin(&self, sink: Sink, splits: &[Split]) -> anyhow::Result<ScanRun> {
        let mut bounds = self.bounds;
        // The files of a pack are read side by side, each by one thread.
        if splits.iter().any(|split| matches!(split, Split::Pack(_))) {
            bounds.codec_threads = 1;
        }
        let engine = Engine { threads: self.threads.clone(), bounds };
        ScanRun::new(self.args, engine, sink, Progress::none())
    }

    /// Searches `split` as a part of `run`. Returns `None` after an error, which was printed.
    fn search(&mut self, split: &Split, run: &mut ScanRun) -> anyhow::Result<Option<Unsearched>> {
        let jobs = match run.searcher.split(split, self.access) {
            Ok(jobs) => jobs,
            Err(error) => return Ok(self.fail(split, &error.to_string())),
        };
        let mut is_as_planned = true;
        let mut unsearched = Unsearched { skipped: 0, unread: Vec::new() };
        let (damage, foreign, brief) = (&mut self.damage, &mut self.foreign, split.brief());
        run.search(jobs, |report| {
            // Skipped files are reported at the end, for all splits together.
            let ReadCounts { files, members, .. } = &mut report.reads;
            unsearched.skipped += mem::take(&mut files.binary) + mem::take(&mut members.binary);
            message::count_foreign(foreign, report);
            damage.add(Some(&brief), report.listed());
            // A file may be missing, changed or closed to this user. The report has its name.
            let is_failure =
                |it: &Unread| matches!(it.kind, DamageKind::SplitFailed | DamageKind::NotOpened);
            is_as_planned &= !report.unread.iter().any(is_failure);
            unsearched.unread.extend(report.listed().cloned());
        })?;
        if let Err(error) = split.check(self.access) {
            return Ok(self.fail(split, &error.to_string()));
        }
        if !is_as_planned {
            self.has_failed_split = true;
            return Ok(None);
        }
        self.skipped += unsearched.skipped;
        Ok(Some(unsearched))
    }

    fn finish(&mut self, run: ScanRun) -> anyhow::Result<()> {
        match run.finish()? {
            Outcome::Found => self.found = true,
            Outcome::Nothing => {}
            Outcome::Failed | Outcome::SplitFailed => self.failed = true,
        }
        Ok(())
    }

    /// Prints the reason why `split` failed.
    fn fail<T>(&mut self, split: &Split, cause: &str) -> Option<T> {
        self.has_failed_split = true;
        message::error_of(split.path(), cause);
        self.damage.add_failed_split(split, cause);
        None
    }
}
