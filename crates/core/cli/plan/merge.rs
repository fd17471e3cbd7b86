//! `urlsift merge`: the rows of all splits of a plan, put together in its order.
//!
//! Rows are found by their receipts, wherever their files are and whatever these are called. Nothing is
//! written unless every split is there once: half of the rows look like all of them.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use urlsift::bulk::Coverage;
use urlsift::output::{Destination, escape};

use crate::args::plan::Merge;
use crate::args::values::FormatArg;
use crate::ascii;
use crate::outcome::Outcome;
use crate::plan::receipt::{Receipt, ScanOptions};
use crate::plan::split::Split;
use crate::read::input::STDIN_PATH;
use crate::report::message::{self, SkippedAre};
use crate::scan::protected_paths::ProtectedPaths;
use crate::scan::sink::Sink;

/// How many missing splits are named: a plan may have thousands.
const MAX_NAMED_SPLITS: usize = 3;

pub(crate) fn run(args: &Merge) -> anyhow::Result<Outcome> {
    let mut protected = ProtectedPaths::of([&args.plan]);
    for path in &args.rows {
        // Rows and their receipt belong together, whichever of them is named.
        protected.add(path);
        protected.add(&Receipt::path(path));
        if let Some(rows) = Receipt::rows(path) {
            protected.add(&rows);
        }
    }
    Sink::check(args.output.as_deref(), &protected)?;
    if args.plan == Path::new(STDIN_PATH) {
        message::waiting("merge");
    }
    let plan = Split::read_plan(&args.plan)?;
    let plan_name = args.plan.display().to_string();
    let is_whole = is_whole(&plan, &plan_name);
    let mut finished = FinishedSplits::default();
    for path in &args.rows {
        finished.add(path)?;
    }
    finished.report_others(&plan);
    if args.left {
        let mut sink = Sink::open(args.output.as_deref(), &protected)?;
        let left: Vec<&Split> = plan.iter().filter(|split| !finished.has(split)).collect();
        for split in &left {
            sink.write((split.line() + "\n").as_bytes())?;
        }
        sink.finish()?;
        return Ok(Outcome::of(!is_whole, !left.is_empty()));
    }
    report_missing(&plan, &finished);
    let all: Vec<_> = plan.iter().filter_map(|split| finished.find(split)).collect();
    ensure!(
        all.len() == plan.len() && is_whole && !finished.failed,
        "nothing is merged, because not every split is there exactly once"
    );
    write(&all, protected, args)
}

/// Whether the splits of `plan` are the whole of each of its files once; what is not so is told.
fn is_whole(plan: &[Split], name: &str) -> bool {
    let mut files: HashMap<&str, Vec<&Split>> = HashMap::new();
    let mut paths = Vec::new();
    for split in plan {
        let splits = files.entry(&split.path).or_default();
        if splits.is_empty() {
            paths.push(&split.path);
        }
        splits.push(split);
    }
    let mut is_whole = true;
    for path in paths {
        let splits = &files[path.as_str()];
        let version = |split: &Split| (split.size, split.mtime.clone(), split.codec);
        if splits.iter().any(|split| version(split) != version(splits[0])) {
            is_whole = false;
            message::error_of(
                path,
                format!("{name} has splits of several versions of this file; make a new plan"),
            );
        }
        let size = splits.iter().map(|split| split.size).max().unwrap_or(0);
        let coverage = Coverage::of(size, splits.iter().map(|split| split.range()).collect());
        for (ranges, what) in [(coverage.missing, "missing"), (coverage.doubled, "doubled")] {
            for range in ranges {
                is_whole = false;
                let (start, end) = (range.start, range.end);
                message::error_of(path, format!("bytes {start}..{end} are {what} in {name}"));
            }
        }
    }
    is_whole
}

/// Tells which splits of `plan` have no rows: the first of them by name, and how many there are.
fn report_missing(plan: &[Split], finished: &FinishedSplits) {
    let missing: Vec<&Split> = plan.iter().filter(|split| !finished.has(split)).collect();
    for split in missing.iter().take(MAX_NAMED_SPLITS) {
        message::error_of(&split.path, format!("{split}: no rows"));
    }
    if missing.len() > MAX_NAMED_SPLITS {
        let count = missing.len();
        message::say(&format!(
            "{count} splits have no rows, of which {MAX_NAMED_SPLITS} are named above; --left lists all"
        ));
    }
}

/// What was finished: files of rows with their receipts.
#[derive(Default)]
struct FinishedSplits {
    all: HashMap<Split, Vec<(PathBuf, Receipt)>>,
    /// In the order in which they were met.
    splits: Vec<Split>,
    /// The files that were met.
    met: HashSet<PathBuf>,
    /// Whether what was named is not what it should be.
    failed: bool,
}

impl FinishedSplits {
    /// Adds a file of rows, or all those in a folder that have receipts.
    fn add(&mut self, path: &Path) -> anyhow::Result<()> {
        if !path.is_dir() {
            // Where all files of a folder are named, so are the receipts.
            let rows = Receipt::rows(path).unwrap_or_else(|| path.to_owned());
            self.add_rows(rows);
            return Ok(());
        }
        let name = || path.display().to_string();
        let mut files = Vec::new();
        for entry in fs::read_dir(path).with_context(name)? {
            files.extend(Receipt::rows(&entry.with_context(name)?.path()));
        }
        files.sort_unstable();
        for rows in files {
            self.add_rows(rows);
        }
        Ok(())
    }

    fn add_rows(&mut self, rows: PathBuf) {
        // A file that is named twice is no split finished twice.
        if !self.met.insert(fs::canonicalize(&rows).unwrap_or_else(|_| rows.clone())) {
            return;
        }
        match Receipt::find(&rows) {
            Ok(Some(receipt)) => {
                let some = self.all.entry(receipt.split.clone()).or_default();
                if some.is_empty() {
                    self.splits.push(receipt.split.clone());
                }
                some.push((rows, receipt));
            }
            Ok(None) => {
                self.failed = true;
                let receipt = Receipt::path(&rows);
                let cause = format!(
                    "not the rows of a split, because {} does not exist",
                    receipt.display()
                );
                message::error_of(&rows.to_string_lossy(), cause);
            }
            Err(error) => {
                self.failed = true;
                message::error(&error);
            }
        }
    }

    /// Tells which files are of no split of `plan`.
    fn report_others(&self, plan: &[Split]) {
        let plan: HashSet<&Split> = plan.iter().collect();
        let others = self.splits.iter().filter(|split| !plan.contains(split));
        for (rows, _) in others.flat_map(|split| &self.all[split]) {
            message::error_of(
                &rows.to_string_lossy(),
                "skipped, because its split is not in this plan",
            );
        }
    }

    fn has(&self, split: &Split) -> bool {
        self.all.contains_key(split)
    }

    /// The one file of rows of `split`, if there is one. If there are more, that is told.
    fn find(&self, split: &Split) -> Option<&(PathBuf, Receipt)> {
        match self.all.get(split).map(Vec::as_slice) {
            None | Some([]) => None,
            Some([one]) => Some(one),
            Some(several) => {
                let names: Vec<String> =
                    several.iter().map(|(rows, _)| rows.display().to_string()).collect();
                message::error_of(
                    &split.path,
                    format!("{split}: scanned twice, keep one: {}", names.join(", ")),
                );
                None
            }
        }
    }
}

/// Writes the rows of `all`, in their order, and tells what the run over the whole would have told.
fn write(
    all: &[&(PathBuf, Receipt)],
    mut protected: ProtectedPaths,
    args: &Merge,
) -> anyhow::Result<Outcome> {
    let Some((first, first_receipt)) = all.first() else { return Ok(Outcome::Nothing) };
    let options = &first_receipt.options;
    if let Some((other, _)) = all.iter().find(|(_, receipt)| receipt.options != *options) {
        let (first, other) = (first.display(), other.display());
        bail!("{first} and {other} were made with different options; scan one of them again");
    }
    let formats = [FormatArg::Text, FormatArg::Jsonl, FormatArg::Csv];
    ensure!(
        formats.into_iter().any(|format| options.has_format(format)),
        "rows in the format {} cannot be merged; scan the splits with text, jsonl or csv",
        options.format
    );
    let heading = options.heading();
    // A link in a folder of rows may lead anywhere.
    for (rows, _) in all {
        protected.add(rows);
    }
    let mut sink = Sink::open(args.output.as_deref(), &protected)?;
    let (mut skipped, mut found, mut failed) = (0, false, false);
    sink.write(&heading)?;
    for (rows, receipt) in all {
        copy_rows(rows, options, &heading, &mut sink)
            .with_context(|| rows.display().to_string())?;
        found |= receipt.has_rows();
        failed |= !receipt.unread.is_empty();
        skipped += receipt.skipped;
        for unread in &receipt.unread {
            message::error_of(&unread.source, &unread.cause);
        }
    }
    sink.finish()?;
    message::skipped(skipped, 0, SkippedAre::Counted);
    Ok(Outcome::of(failed, found))
}

/// Writes what the file `rows` has behind `heading`.
fn copy_rows(
    rows: &Path,
    options: &ScanOptions,
    heading: &[u8],
    sink: &mut Sink,
) -> anyhow::Result<()> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(rows)?);
    let mut first = vec![0; heading.len()];
    file.read_exact(&mut first)?;
    ensure!(
        first == heading,
        "its CSV heading is of another version of urlsift; scan the split again"
    );
    if sink.destination() == Destination::Terminal {
        return write_for_terminal(file, options, sink);
    }
    loop {
        let some = file.fill_buf()?;
        if some.is_empty() {
            return Ok(());
        }
        sink.write(some)?;
        let count = some.len();
        file.consume(count);
    }
}

/// Writes the lines of `file` for a terminal. JSON stays JSON; a cell of CSV that is JSON does not.
fn write_for_terminal(
    mut file: impl BufRead,
    options: &ScanOptions,
    sink: &mut Sink,
) -> anyhow::Result<()> {
    let mut line = Vec::new();
    while file.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches('\n');
        let mut shown = Vec::new();
        if options.has_format(FormatArg::Jsonl) {
            ascii::write_escaped(text, &mut shown)?;
        } else {
            shown.extend_from_slice(escape(text, Destination::Terminal).as_bytes());
        }
        shown.push(b'\n');
        sink.write(&shown)?;
        line.clear();
    }
    Ok(())
}
