//! `urlsift plan`: reads paths or a listing, and writes the lines of a plan.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use urlsift_archive::internal::PackedFile;
use urlsift_archive::internal::{STDIN_PATH, Unopened};
use urlsift_archive::plan::{Lengths, Planned, Planner};

use crate::args::plan::Plan;
use crate::console::message::{self, SkippedInputs};
use crate::console::threads;
use crate::outcome::Outcome;
use crate::protected_paths::ProtectedPaths;
use crate::sink::Sink;

pub(crate) fn run(args: &Plan) -> anyhow::Result<Outcome> {
    let range =
        NonZeroU64::new(args.split_bytes.number()).context("--split-bytes must be at least 1")?;
    let lengths = Lengths { range, pack: args.pack_bytes.number() };
    let planner = Planner { lengths, input: args.input, probe: true };
    let protected = ProtectedPaths::of(args.paths.iter().chain(&args.from));
    let mut sink = Sink::open(args.output.path(), &protected)?;
    let Planned { lines, unplanned, skipped } = match &args.from {
        Some(listing) => planner.listing(read_listing(listing)?),
        None => planner.paths(&args.paths, &threads::start(args.threads.number)?),
    };
    for Unopened { path, cause } in &unplanned {
        message::error_of(&path.to_string_lossy(), cause);
    }
    for line in &lines {
        sink.write((line.json() + "\n").as_bytes())?;
    }
    sink.finish()?;
    SkippedInputs { others: skipped.len() as u64, ..SkippedInputs::default() }.say();
    Ok(Outcome::of(!unplanned.is_empty(), !lines.is_empty()))
}

/// The number of malformed lines of a listing that are reported. Others are counted: the file may be no listing at all.
const MAX_REPORTED_LINES: usize = 5;

/// Reads the listing at `path`, which may be standard input. A line that is not a file is an error at its place. An
/// empty listing is an error, as after a failed command.
fn read_listing(path: &Path) -> anyhow::Result<Vec<Result<PackedFile, Unopened>>> {
    let name = || path.display().to_string();
    let reader: Box<dyn BufRead> = if path == Path::new(STDIN_PATH) {
        message::waiting("plan");
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).with_context(name)?))
    };
    let mut files = Vec::new();
    let mut malformed: usize = 0;
    for (number, line) in (1..).zip(reader.split(b'\n')) {
        let line = line.with_context(name)?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let file = PackedFile::of_line(&line);
        malformed += usize::from(file.is_err());
        if file.is_ok() || malformed <= MAX_REPORTED_LINES {
            files.push(file.map_err(|error| {
                let place = format!("{}, line {number}", path.display());
                Unopened { path: PathBuf::from(place), cause: error.to_string() }
            }));
        }
    }
    if let Some(others @ 1..) = malformed.checked_sub(MAX_REPORTED_LINES) {
        let lines = if others == 1 { "line that is" } else { "lines that are" };
        let cause = format!("{others} more {lines} no files");
        files.push(Err(Unopened { path: path.to_owned(), cause }));
    }
    ensure!(!files.is_empty(), "{}: a listing without files", name());
    Ok(files)
}
