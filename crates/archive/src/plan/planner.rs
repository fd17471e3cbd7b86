//! Makes a plan of paths or of a listing. Of a file that is not packed, at most the first MiB is read. A file that is
//! named twice is reported and planned once; its rows would come twice otherwise.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, Metadata};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::files::codec::CodecChoice;
use crate::files::content::cause_of;
use crate::files::file_version::FileVersion;
use crate::files::first_bytes;
use crate::files::input::{InputFile, STDIN_PATH, SkippedEntry, Unopened, WalkEntry, walk_entries};
use crate::files::stream::Stream;
use crate::mail::InputKind;
use crate::plan::file_split::PlannedCodec;
use crate::plan::listing;
use crate::plan::pack::PackedFile;
use crate::plan::packing::{Divisibility, Lengths, Packing};
use crate::plan::split::Split;
use crate::threads::Threads;

/// Divides files into splits.
#[derive(Clone, Copy, Debug)]
pub struct Planner {
    /// The lengths of splits.
    pub lengths: Lengths,
    /// How the files are read.
    pub input: InputKind,
    /// Whether files that are not packed are opened, to see whether they can be cut. Otherwise their names decide.
    pub probe: bool,
}

/// A plan, and the files that are not in it.
#[derive(Clone, Debug, Default)]
pub struct Planned {
    /// The splits, the longest that cannot be cut before the others.
    pub lines: Vec<Split>,
    /// The files that are not planned, in order, each with the reason.
    pub unplanned: Vec<Unopened>,
    /// The entries of folders that a scan skips too.
    pub skipped: Vec<(SkippedEntry, PathBuf)>,
}

struct Examined {
    file: PackedFile,
    id: FileId,
    divisibility: Option<Divisibility>,
}

enum Unplanned {
    Unopened(Unopened),
    Skipped(SkippedEntry, PathBuf),
}

/// The device and the number of a file.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = PathBuf;

impl Planner {
    /// Plans the files that `paths` name, on `threads`. Memory grows with their number.
    pub fn paths(&self, paths: &[PathBuf], threads: &Threads) -> Planned {
        let examine = |listed: Result<PathBuf, Unplanned>| {
            let path = listed?;
            let metadata = fs::metadata(&path).map_err(|error| cause_of(&error));
            let examined = metadata.and_then(|metadata| self.examine(&path, &metadata));
            examined.map_err(|cause| Unplanned::Unopened(Unopened { path, cause }))
        };
        let all: Vec<_> = walk_entries(paths).filter_map(listed).collect();
        let examined: Vec<_> = threads.install(|| all.into_par_iter().map(examine).collect());
        let doubled = doubled(&examined);
        let mut packing = Packing::new(self.lengths, self.input);
        let (mut unplanned, mut skipped) = (Vec::new(), Vec::new());
        let mut fail = |path: PathBuf, cause: String| unplanned.push(Unopened { path, cause });
        for (index, examined) in examined.into_iter().enumerate() {
            match examined {
                Ok(Examined { file, .. }) if doubled.contains(&index) => {
                    fail(file.path.into(), "named twice; planned once".to_owned());
                }
                Ok(Examined { file, divisibility: None, .. }) => packing.pack(file),
                Ok(Examined { file, divisibility: Some(it), .. }) => {
                    if let Err(error) = packing.divide(&file, it) {
                        fail(file.path.into(), error.to_string());
                    }
                }
                Err(Unplanned::Unopened(Unopened { path, cause })) => fail(path, cause),
                Err(Unplanned::Skipped(entry, path)) => skipped.push((entry, path)),
            }
        }
        let lines = packing.lines(|file| match self.divisibility(file) {
            Ok(divisibility) => Some(divisibility.codec),
            Err(cause) => {
                fail(file.path.clone().into(), cause);
                None
            }
        });
        Planned { lines, unplanned, skipped }
    }

    /// Plans the files of a listing. None is opened. A file that could not be listed is not planned.
    pub fn listing(
        &self,
        listed: impl IntoIterator<Item = Result<PackedFile, Unopened>>,
    ) -> Planned {
        let mut packing = Packing::new(self.lengths, self.input);
        let mut unplanned = Vec::new();
        let mut fail = |path: PathBuf, cause: String| unplanned.push(Unopened { path, cause });
        let mut planned = HashSet::new();
        for file in listed {
            match file {
                Ok(file) if !planned.insert(file.path.clone()) => {
                    fail(file.path.into(), "listed twice; planned once".to_owned());
                }
                Ok(file) if self.lengths.is_packed(file.size) => packing.pack(file),
                Ok(file) => {
                    let divisibility = listing::divisibility(&file, self.input);
                    if let Err(error) = packing.divide(&file, divisibility) {
                        fail(file.path.into(), error.to_string());
                    }
                }
                Err(Unopened { path, cause }) => fail(path, cause),
            }
        }
        let lines = packing.lines(|file| Some(listing::divisibility(file, self.input).codec));
        Planned { lines, unplanned, skipped: Vec::new() }
    }

    fn examine(&self, path: &Path, metadata: &Metadata) -> Result<Examined, String> {
        let Some(name) = path.to_str() else {
            return Err(
                "its name is not UTF-8, so that a plan cannot hold it; rename it".to_owned()
            );
        };
        if !metadata.is_file() {
            return Err("not a regular file, and cannot be planned".to_owned());
        }
        let FileVersion { size, mtime } =
            FileVersion::of(metadata).map_err(|error| cause_of(&error))?;
        let file = PackedFile { path: name.to_owned(), size, mtime };
        let is_packed = self.lengths.is_packed(size);
        let divisibility = if is_packed { None } else { Some(self.divisibility(&file)?) };
        Ok(Examined { file, id: id(path, metadata), divisibility })
    }

    fn divisibility(&self, file: &PackedFile) -> Result<Divisibility, String> {
        if !self.probe {
            return Ok(listing::divisibility(file, self.input));
        }
        let opened = File::open(&file.path).map_err(|error| cause_of(&error))?;
        let mut stream = Stream::new(opened, Some(file.size));
        let found = first_bytes::codec_and_container(&mut stream, self.input, CodecChoice::Auto);
        let Ok((codec, container)) = found else {
            // The search of the whole file reports the error, after the rows before it.
            return Ok(Divisibility { codec: Some(PlannedCodec::Unknown), is_cut: false });
        };
        Ok(Divisibility { codec: codec.map(PlannedCodec::Known), is_cut: container.is_some() })
    }
}

/// Returns the file that a walk found, or why it is not planned. Unfinished outputs of runs are left out.
fn listed(entry: WalkEntry) -> Option<Result<PathBuf, Unplanned>> {
    Some(match entry {
        WalkEntry::File(InputFile { path, .. }) if path.as_os_str() == STDIN_PATH => {
            let cause = "standard input cannot be planned; save it to a file".to_owned();
            Err(Unplanned::Unopened(Unopened { path, cause }))
        }
        WalkEntry::File(InputFile { path, .. }) => Ok(path),
        WalkEntry::Unopened(unopened) => Err(Unplanned::Unopened(unopened)),
        WalkEntry::Skipped(SkippedEntry::Temporary, _) => return None,
        WalkEntry::Skipped(entry, path) => Err(Unplanned::Skipped(entry, path)),
    })
}

/// Returns the indices of files that were named before. A hard link counts as another file.
fn doubled(examined: &[Result<Examined, Unplanned>]) -> HashSet<usize> {
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
