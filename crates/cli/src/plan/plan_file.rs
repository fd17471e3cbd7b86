//! Reads a plan from a file or standard input.

use std::fs;
use std::io::{self, Read};
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
    let mut text = String::new();
    if path == Path::new(STDIN_PATH) {
        io::stdin().read_to_string(&mut text).map(|_| ())
    } else {
        fs::read_to_string(path).map(|read| text = read)
    }
    .with_context(|| name.clone())?;
    let lines = PlanLine::read_all(&text, &name)?;
    ensure!(!lines.is_empty(), "{name}: a plan without splits; see whether `urlsift plan` failed");
    Ok(lines)
}
