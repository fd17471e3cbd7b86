//! Reads a plan from a file or standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use urlsift::scan::files::STDIN_PATH;
use urlsift::scan::plan::PlanLine;

/// Reads the plan at `path`, which may be standard input.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<PlanLine>> {
    let name = path.display().to_string();
    let mut text = String::new();
    if path == Path::new(STDIN_PATH) {
        io::stdin().read_to_string(&mut text).map(|_| ())
    } else {
        fs::read_to_string(path).map(|read| text = read)
    }
    .with_context(|| name.clone())?;
    Ok(PlanLine::read_all(&text, &name)?)
}
