//! Reads a plan from a file or standard input.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, ensure};
use urlsift::scan::files::STDIN_PATH;
use urlsift::scan::plan::PlanLine;

/// Reads the plan at `path`, which may be standard input.
///
/// # Errors
///
/// If it cannot be read, or has no splits. A plan is empty if no file was found, but also if the program that wrote it
/// failed, and then a scan must not end like one that found nothing.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<PlanLine>> {
    let name = path.display().to_string();
    let text = if path == Path::new(STDIN_PATH) {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(path)
    };
    let lines = PlanLine::read_all(&text.with_context(|| name.clone())?, &name)?;
    ensure!(!lines.is_empty(), "{name}: a plan without splits; see whether `urlsift plan` failed");
    Ok(lines)
}

/// Reads the line `number` of the plan at `path`, from 1. Other lines are not parsed.
///
/// # Errors
///
/// If the plan cannot be read, has no such line, or the line is no split.
pub(crate) fn read_line(path: &Path, number: NonZeroUsize) -> anyhow::Result<PlanLine> {
    let name = || format!("{}, line {number}", path.display());
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let line = BufReader::new(file).lines().nth(number.get() - 1);
    let line = line.with_context(|| format!("{}: the plan has fewer lines", name()))?;
    PlanLine::read(&line.with_context(name)?)
        .with_context(|| format!("{}: not a line of `urlsift plan`", name()))
}
