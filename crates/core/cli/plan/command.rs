//! `urlsift plan`: reads paths and writes the lines of a plan.
//!
//! The content of a file is not read. A split may end at any byte, because its search finds the first message
//! by itself. Only the first bytes are read: a file that cannot be cut is one split. A file that is named
//! twice, by its own path and by a folder, is reported and planned once; its rows would come twice otherwise.

use std::collections::HashSet;
use std::fs::File;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use urlsift::bulk;

use crate::args::plan::Plan;
use crate::outcome::Outcome;
use crate::plan::split::{Split, mtime};
use crate::read::input::{self, InputFile, STDIN_PATH};
use crate::read::kind;
use crate::read::stream::Stream;
use crate::report::message;
use crate::scan::protected_paths::ProtectedPaths;
use crate::scan::sink::Sink;

pub(crate) fn run(args: &Plan) -> anyhow::Result<Outcome> {
    let length =
        NonZeroU64::new(args.split_bytes.number()).context("--split-bytes must be at least 1")?;
    let mut sink = Sink::open(args.output.as_deref(), &ProtectedPaths::of(&args.paths))?;
    let mut planned = HashSet::new();
    let mut failed = false;
    for input in input::walk_files(&args.paths) {
        let (path, splits) = match input {
            Ok(input) => (input.path.clone(), splits(&input, length)),
            Err(unopened) => (unopened.path, Err(anyhow::anyhow!(unopened.cause))),
        };
        match splits {
            // Compare canonical paths: a file may be spelled in several ways.
            Ok(_) if !planned.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) => {
                failed = true;
                message::error_of(&path.to_string_lossy(), "named twice; planned once");
            }
            Ok(splits) => {
                for split in splits {
                    sink.write((split.line() + "\n").as_bytes())?;
                }
            }
            Err(error) => {
                failed = true;
                message::error_of(&path.to_string_lossy(), format!("{error:#}"));
            }
        }
    }
    sink.finish()?;
    Ok(Outcome::of(failed, !planned.is_empty()))
}

/// Returns the splits of a file, in order. Each has `length` bytes, or the whole file if it cannot be cut.
fn splits(input: &InputFile, length: NonZeroU64) -> anyhow::Result<Vec<Split>> {
    ensure!(
        input.path != Path::new(STDIN_PATH),
        "standard input cannot be planned; save it to a file"
    );
    let Some(path) = input.path.to_str() else {
        bail!("its name is not UTF-8, so that a plan cannot hold it; rename it");
    };
    // Check before opening: opening a pipe would wait.
    ensure!(input.path.metadata()?.is_file(), "not a regular file, and cannot be planned");
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let (size, mtime) = (metadata.len(), mtime(&metadata)?);
    let (codec, container) = kind::codec_and_container(&mut Stream::new(file, Some(size)));
    let length = if container.is_some() { length } else { NonZeroU64::MAX };
    let split = |range: Range<u64>| Split {
        path: path.to_owned(),
        member: None,
        codec,
        start: range.start,
        end: range.end,
        size,
        mtime: mtime.clone(),
    };
    Ok(bulk::ranges(size, length).map(split).collect())
}
