//! Reads a line of a plan from its file, and does not parse the others.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, ensure};
use urlsift_archive::plan::Split;

/// Reads the line `number` of the plan at `path`, from 1, or its only line.
pub(crate) fn read_line(path: &Path, number: Option<NonZeroUsize>) -> anyhow::Result<Split> {
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
