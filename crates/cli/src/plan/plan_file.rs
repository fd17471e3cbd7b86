//! Reads a line of a plan from its file, and does not parse the others.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::Context;
use urlsift_archive::plan::Split;

pub(crate) fn read_line(path: &Path, number: NonZeroUsize) -> anyhow::Result<Split> {
    let name = || format!("{}, line {number}", path.display());
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let line = BufReader::new(file).lines().nth(number.get() - 1);
    let line = line.with_context(|| format!("{}: the plan has fewer lines", name()))?;
    Split::read(&line.with_context(name)?)
        .with_context(|| format!("{}: not a line of `urlsift plan`", name()))
}
