//! `urlsift plan`: reads paths or a listing, and writes the lines of a plan.
//!
//! A split may end at any byte, because its search finds the first message by itself. Small files are packed without
//! being opened. Of another file at most the first MiB is read: a file that cannot be cut is one split. A file that is named twice, by its own path and by a folder, is reported and planned
//! once; its rows would come twice otherwise.

use std::collections::{HashMap, HashSet};
use std::fs::{File, Metadata};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::Context;
use rayon::ThreadPoolBuilder;

use crate::args::plan::Plan;
use crate::args::values::InputArg;
use crate::console::message;
use crate::outcome::Outcome;
use crate::plan::file_split::PlannedCodec;
use crate::plan::listing;
use crate::plan::pack::PackedFile;
use crate::plan::packing::{Divisibility, Lengths, Packing};
use crate::plan::plan_line::PlanLine;
use crate::plan::walk::walk;
use crate::read::file_version::FileVersion;
use crate::read::input::Unopened;
use crate::read::kind;
use crate::read::stream::Stream;
use crate::scan::engine;
use crate::scan::protected_paths::ProtectedPaths;
use crate::scan::sink::Sink;

/// A file that was looked at.
struct Examined {
    file: PackedFile,
    /// The identity of the file, by which a second name is recognised.
    id: FileId,
    /// How a file is divided that is not packed.
    divisibility: Option<Divisibility>,
}

/// The device and the number of a file.
#[cfg(unix)]
type FileId = (u64, u64);
/// The canonical path.
#[cfg(not(unix))]
type FileId = PathBuf;

pub(crate) fn run(args: &Plan) -> anyhow::Result<Outcome> {
    let range =
        NonZeroU64::new(args.split_bytes.number()).context("--split-bytes must be at least 1")?;
    let lengths = Lengths { range, pack: args.pack_bytes.number() };
    let protected = ProtectedPaths::of(args.paths.iter().chain(&args.from));
    let mut sink = Sink::open(args.output.as_deref(), &protected)?;
    let (lines, failed) = if let Some(list) = &args.from {
        plan_listing(listing::read(list)?, lengths, args.input)
    } else {
        let examine =
            |path: &Path, metadata: &Metadata| examine(path, metadata, lengths, args.input);
        let pool = match engine::start_pool(engine::thread_count(args.threads)) {
            Some(pool) => pool,
            None => ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()?,
        };
        plan_files(pool.install(|| walk(&args.paths, examine)), lengths, args.input)
    };
    for line in &lines {
        sink.write((line.json() + "\n").as_bytes())?;
    }
    sink.finish()?;
    Ok(Outcome::of(failed, !lines.is_empty()))
}

/// Looks at a file.
fn examine(
    path: &Path,
    metadata: &Metadata,
    lengths: Lengths,
    input: InputArg,
) -> Result<Examined, String> {
    let Some(name) = path.to_str() else {
        return Err("its name is not UTF-8, so that a plan cannot hold it; rename it".to_owned());
    };
    if !metadata.is_file() {
        return Err("not a regular file, and cannot be planned".to_owned());
    }
    let FileVersion { size, mtime } =
        FileVersion::of(metadata).map_err(|error| message::cause_of(&error))?;
    let file = PackedFile { path: name.to_owned(), size, mtime };
    let divisibility = if lengths.is_packed(size) { None } else { Some(open(&file, input)?) };
    Ok(Examined { file, id: id(path, metadata), divisibility })
}

/// Reads the first bytes of a file.
fn open(file: &PackedFile, input: InputArg) -> Result<Divisibility, String> {
    let opened = File::open(&file.path).map_err(|error| message::cause_of(&error))?;
    let mut stream = Stream::new(opened, Some(file.size));
    let (codec, container) = kind::codec_and_container(&mut stream, input.into());
    Ok(Divisibility { codec: codec.map(PlannedCodec::Known), is_cut: container.is_some() })
}

/// Returns the plan of files that were looked at, and whether some cannot be planned.
fn plan_files(
    examined: Vec<Result<Examined, Unopened>>,
    lengths: Lengths,
    input: InputArg,
) -> (Vec<PlanLine>, bool) {
    let doubled = doubled(&examined);
    let mut packing = Packing::new(lengths, input);
    let mut failed = false;
    let mut fail = |path: &Path, cause: &str| {
        failed = true;
        message::error_of(&path.to_string_lossy(), cause);
    };
    for (index, examined) in examined.into_iter().enumerate() {
        match examined {
            Ok(Examined { file, .. }) if doubled.contains(&index) => {
                fail(Path::new(&file.path), "named twice; planned once");
            }
            Ok(Examined { file, divisibility: None, .. }) => packing.pack(file),
            Ok(Examined { file, divisibility: Some(it), .. }) => {
                if let Err(cause) = packing.divide(&file, it) {
                    fail(Path::new(&file.path), &cause);
                }
            }
            Err(Unopened { path, cause }) => fail(&path, &cause),
        }
    }
    let lines = packing.lines(|file| match open(file, input) {
        Ok(divisibility) => Some(divisibility.codec),
        Err(cause) => {
            fail(Path::new(&file.path), &cause);
            None
        }
    });
    (lines, failed)
}

/// Returns the plan of listed files, and whether some cannot be planned.
fn plan_listing(
    listed: Vec<Result<PackedFile, Unopened>>,
    lengths: Lengths,
    input: InputArg,
) -> (Vec<PlanLine>, bool) {
    let mut packing = Packing::new(lengths, input);
    let mut failed = false;
    let mut fail = |path: &str, cause: &str| {
        failed = true;
        message::error_of(path, cause);
    };
    let mut planned = HashSet::new();
    for file in listed {
        match file {
            Ok(file) if !planned.insert(file.path.clone()) => {
                fail(&file.path, "listed twice; planned once");
            }
            Ok(file) if lengths.is_packed(file.size) => packing.pack(file),
            Ok(file) => {
                if let Err(cause) =
                    packing.divide(&file, listing::divisibility(&file, input.into()))
                {
                    fail(&file.path, &cause);
                }
            }
            Err(Unopened { path, cause }) => fail(&path.to_string_lossy(), &cause),
        }
    }
    (packing.lines(|file| Some(listing::divisibility(file, input.into()).codec)), failed)
}

/// Returns the indices of files that were named before. A link to a file that is no symbolic link is another file.
fn doubled(examined: &[Result<Examined, Unopened>]) -> HashSet<usize> {
    let mut doubled = HashSet::new();
    // The first file of each id, and the canonical paths of all, if there are several.
    let mut ids: HashMap<&FileId, (usize, HashSet<PathBuf>)> = HashMap::new();
    let canonical = |index: usize| {
        let path = examined[index].as_ref().ok().map(|it| PathBuf::from(&it.file.path))?;
        Some(path.canonicalize().unwrap_or(path))
    };
    for (index, examined) in examined.iter().enumerate() {
        let Ok(Examined { id, .. }) = examined else { continue };
        let Some((first, paths)) = ids.get_mut(id) else {
            ids.insert(id, (index, HashSet::new()));
            continue;
        };
        if paths.is_empty() {
            paths.extend(canonical(*first));
        }
        if canonical(index).is_some_and(|path| !paths.insert(path)) {
            doubled.insert(index);
        }
    }
    doubled
}

#[cfg(unix)]
fn id(_: &Path, metadata: &Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn id(path: &Path, _: &Metadata) -> FileId {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
