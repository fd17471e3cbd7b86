//! `urlsift merge`: writes the rows of all splits of a plan, in its order.
//!
//! Rows are found by their receipts, whatever their files are called. Nothing is written unless each split
//! has its rows exactly once, because incomplete output would look complete.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::output::{Destination, escape};
use anyhow::{Context, bail, ensure};
use urlsift::scan::ascii_json;
use urlsift::scan::bulk::Coverage;
use urlsift::scan::files::STDIN_PATH;
use urlsift::scan::plan::{PlannedRange, Split, in_input_order};

use crate::args::plan::Merge;
use crate::args::values::FormatArg;
use crate::console::message::{self, ForeignCounts, SkippedAre};
use crate::interrupt;
use crate::outcome::Outcome;
use crate::plan::plan_file;
use crate::plan::receipt::{Receipt, ScanOptions};
use crate::protected_paths::ProtectedPaths;
use crate::sink::Sink;

/// The number of missing splits that are named in messages. A plan may have thousands.
const MAX_NAMED_SPLITS: usize = 3;

pub(crate) fn run(args: &Merge) -> anyhow::Result<Outcome> {
    interrupt::watch();
    let mut protected = ProtectedPaths::of([&args.plan]);
    for path in &args.rows {
        // Protect rows and receipt, whichever of them is named.
        protected.add(path);
        protected.add(&Receipt::path(path));
        if let Some(rows) = Receipt::rows(path) {
            protected.add(&rows);
        }
    }
    Sink::check(args.output.path(), &protected)?;
    if args.plan == Path::new(STDIN_PATH) {
        message::waiting("merge");
    }
    let lines = plan_file::read(&args.plan)?;
    let plan_name = args.plan.display().to_string();
    let plan: Vec<&Split> = lines.iter().map(|line| &line.split).collect();
    let is_whole = is_whole(&plan, &plan_name);
    let mut finished = FinishedSplits::default();
    for path in &args.rows {
        finished.add(path)?;
    }
    finished.report_others(&plan);
    if args.left {
        let mut sink = Sink::open(args.output.path(), &protected)?;
        let left: Vec<_> = lines.iter().filter(|line| !finished.has(&line.split)).collect();
        for line in &left {
            sink.write((line.json() + "\n").as_bytes())?;
        }
        sink.finish()?;
        return Ok(Outcome::of(!is_whole || finished.failed, !left.is_empty()));
    }
    report_missing(&plan, &finished);
    let ordered = in_input_order(&lines, &plan_name)?;
    let all: Vec<_> = ordered.iter().filter_map(|line| finished.find(&line.split)).collect();
    ensure!(
        all.len() == plan.len() && is_whole && !finished.failed,
        "nothing is merged, because not every split is there exactly once"
    );
    write(&all, protected, args)
}

/// Reports whether the splits of `plan` cover each of its files exactly once. Prints the missing and the doubled
/// ranges.
fn is_whole(plan: &[&Split], name: &str) -> bool {
    let mut files: HashMap<&str, Vec<PlannedRange<'_>>> = HashMap::new();
    // The map has no order, and messages shall come in the order of the plan.
    let mut paths = Vec::new();
    for range in plan.iter().flat_map(|split| split.ranges()) {
        let ranges = files.entry(range.path).or_default();
        if ranges.is_empty() {
            paths.push(range.path);
        }
        ranges.push(range);
    }
    let mut is_whole = true;
    for path in paths {
        let ranges = &files[path];
        // The splits of a file must agree on its version, or their ranges may be of different contents.
        let version = |it: &PlannedRange<'_>| (it.size, it.mtime.to_owned(), it.codec);
        if ranges.iter().any(|range| version(range) != version(&ranges[0])) {
            is_whole = false;
            message::error_of(
                path,
                format!("{name} has splits of several versions of this file; make a new plan"),
            );
        }
        let size = ranges.iter().map(|range| range.size).max().unwrap_or(0);
        let coverage = Coverage::of(size, ranges.iter().map(|it| it.range.clone()).collect());
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

/// Prints the splits of `plan` that have no rows: the first ones by name, and their number.
fn report_missing(plan: &[&Split], finished: &FinishedSplits) {
    let missing: Vec<_> = plan.iter().filter(|split| !finished.has(split)).collect();
    for split in missing.iter().take(MAX_NAMED_SPLITS) {
        let rows = finished.without_receipt.get(&file_stem(split));
        let cause = rows.map_or_else(
            || "no rows".to_owned(),
            |rows| {
                let (rows, receipt) = (rows.display(), Receipt::path(rows));
                format!("{rows} has no receipt {}; scan the split again", receipt.display())
            },
        );
        message::error_of(split.path(), format!("{split}: {cause}"));
    }
    if missing.len() > MAX_NAMED_SPLITS {
        let count = missing.len();
        message::say(&format!(
            "{count} splits have no rows; the first {MAX_NAMED_SPLITS} are named above, and --left lists all"
        ));
    }
}

/// Returns the name without extension that `scan --split --into` gives the rows of `split`.
fn file_stem(split: &Split) -> OsString {
    format!("{:016x}", split.id()).into()
}

/// The splits that have rows, with the files of their rows and the receipts.
#[derive(Default)]
struct FinishedSplits {
    all: HashMap<Split, Vec<(PathBuf, Receipt)>>,
    /// The splits in the order in which they were found.
    splits: Vec<Split>,
    /// The canonical paths of all files of rows.
    met: HashSet<PathBuf>,
    /// Files in folders of rows that have no receipt, by their names without extension.
    without_receipt: HashMap<OsString, PathBuf>,
    /// Whether a path that was given is not a file of rows with a good receipt.
    failed: bool,
}

impl FinishedSplits {
    /// Adds a file of rows, or all files in a folder that have receipts.
    fn add(&mut self, path: &Path) -> anyhow::Result<()> {
        if !path.is_dir() {
            // A shell pattern such as `rows/*` names the receipts too.
            let rows = Receipt::rows(path).unwrap_or_else(|| path.to_owned());
            self.add_rows(rows);
            return Ok(());
        }
        let name = || path.display().to_string();
        let mut files = Vec::new();
        for entry in fs::read_dir(path).with_context(name)? {
            let path = entry.with_context(name)?.path();
            if let Some(rows) = Receipt::rows(&path) {
                files.push(rows);
            } else if let Some(stem) = path.file_stem()
                && !Receipt::path(&path).exists()
            {
                self.without_receipt.insert(stem.to_owned(), path);
            }
        }
        files.sort_unstable();
        for rows in files {
            self.add_rows(rows);
        }
        Ok(())
    }

    fn add_rows(&mut self, rows: PathBuf) {
        // Adding the same file twice does not make its split doubled.
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
                let cause = if rows.exists() {
                    format!("not the rows of a split, because {} does not exist", receipt.display())
                } else {
                    "no such file or folder".to_owned()
                };
                message::error_of(&rows.to_string_lossy(), cause);
            }
            Err(error) => {
                self.failed = true;
                message::error(&error);
            }
        }
    }

    /// Prints the files whose split is not in `plan`.
    fn report_others(&self, plan: &[&Split]) {
        let plan: HashSet<&Split> = plan.iter().copied().collect();
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

    /// Returns the file of rows of `split`. If there are several, prints them and returns `None`.
    fn find(&self, split: &Split) -> Option<&(PathBuf, Receipt)> {
        match self.all.get(split).map(Vec::as_slice) {
            None | Some([]) => None,
            Some([one]) => Some(one),
            Some(several) => {
                let names: Vec<String> =
                    several.iter().map(|(rows, _)| rows.display().to_string()).collect();
                message::error_of(
                    split.path(),
                    format!("{split}: scanned twice, keep one: {}", names.join(", ")),
                );
                None
            }
        }
    }
}

/// Writes the rows of `all`, in order, and prints the warnings that a run over the whole files would print.
fn write(
    all: &[&(PathBuf, Receipt)],
    mut protected: ProtectedPaths,
    args: &Merge,
) -> anyhow::Result<Outcome> {
    let Some((first, first_receipt)) = all.first() else { return Ok(Outcome::Nothing) };
    let options = &first_receipt.options;
    if let Some((other, receipt)) = all.iter().find(|(_, receipt)| receipt.options != *options) {
        let (first, other) = (first.display(), other.display());
        let differences = options.differences(&receipt.options);
        bail!(
            "{first} and {other} were made with different options ({differences}); scan one of them again"
        );
    }
    let formats = [FormatArg::Text, FormatArg::Jsonl, FormatArg::Csv];
    ensure!(
        formats.into_iter().any(|format| options.has_format(format)),
        "rows in the format {} cannot be merged; scan the splits with text, jsonl or csv",
        options.format
    );
    let heading = options.heading();
    // The files in a folder of rows may be links to anywhere, so protect their targets too.
    for (rows, _) in all {
        protected.add(rows);
    }
    let mut sink = Sink::open(args.output.path(), &protected)?;
    let (mut skipped, mut found, mut failed) = (0, false, false);
    sink.write(&heading)?;
    for (rows, receipt) in all {
        copy_rows(rows, options, &heading, &mut sink)
            .with_context(|| rows.display().to_string())?;
        found |= receipt.has_rows();
        failed |= receipt.damage().next().is_some();
        skipped += receipt.skipped;
        for unread in receipt.damage() {
            message::error_of(&unread.path(), &unread.cause);
        }
    }
    sink.finish()?;
    message::skipped(skipped, &ForeignCounts::new(), 0, SkippedAre::Counted);
    Ok(Outcome::of(failed, found))
}

/// Writes the content of the file `rows` after its heading.
fn copy_rows(
    rows: &Path,
    options: &ScanOptions,
    heading: &[u8],
    sink: &mut Sink,
) -> anyhow::Result<()> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(rows)?);
    let mut first = vec![0; heading.len()];
    file.read_exact(&mut first)?;
    // Each file of rows begins with the heading. The output has it once, so it is checked and left out here.
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

/// Writes the lines of `file`, escaped for a terminal. JSON lines stay valid JSON; CSV cells with JSON do
/// not.
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
            ascii_json::write_escaped(text, &mut shown)?;
        } else {
            shown.extend_from_slice(escape(text, Destination::Terminal).as_bytes());
        }
        shown.push(b'\n');
        sink.write(&shown)?;
        line.clear();
    }
    Ok(())
}
