//! What a scan reads: paths, one input, or a split of a plan.

use std::fs::{self, Metadata};
use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use urlsift_archive::files::{Content, InputFile};
use urlsift_archive::internal::{WalkEntry, walk_entries};
use urlsift_archive::item::Name;
use urlsift_archive::plan::Split;
use urlsift_archive::{Jobs, Scan};

/// What a scan reads.
pub(crate) enum ScanInput {
    /// Files and folders.
    Paths(Vec<PathBuf>),
    /// One input, with its name in rows if it has another than `path`.
    One { path: PathBuf, name: Option<String>, content: Content },
    /// A split of a plan, and how its files are opened.
    Split(Box<Split>, Content),
    /// The messages that begin in a range of one input, in bytes.
    Range { path: PathBuf, name: Option<String>, content: Content, range: Range<u64> },
}

impl ScanInput {
    /// Reports whether the input is a split, whose rows are wanted completely or not at all.
    pub(crate) fn is_split(&self) -> bool {
        matches!(self, ScanInput::Split(..))
    }

    /// Makes the jobs, or returns why they cannot be made.
    pub(crate) fn jobs<'p>(&'p self, scan: &Scan) -> Result<Jobs<'p>, String> {
        match self {
            ScanInput::Paths(paths) => Ok(scan.paths(paths)),
            ScanInput::One { path, name, content } => {
                Ok(scan.inputs(iter::once(input(path, name.as_deref(), content))))
            }
            ScanInput::Range { path, name, content, range } => scan
                .range(input(path, name.as_deref(), content), range.clone())
                .map_err(|error| format!("{}: {error}", path.display())),
            ScanInput::Split(split, content) => {
                scan.split(split, content).map_err(|error| format!("{}: {error}", split.path()))
            }
        }
    }

    /// Returns the bytes to read, or `None` if they are not known. Visits all files.
    pub(crate) fn size(&self) -> Option<u64> {
        let length = |path: &Path| {
            fs::metadata(path).ok().filter(Metadata::is_file).map(|metadata| metadata.len())
        };
        match self {
            ScanInput::Paths(paths) => {
                walk_entries(paths).filter_map(WalkEntry::file).map(|file| length(&file.path)).sum()
            }
            ScanInput::One { path, content: Content::Path, .. } => length(path),
            ScanInput::One { content: Content::Bytes(bytes), .. } => Some(bytes.len() as u64),
            ScanInput::One { .. } | ScanInput::Range { .. } => None,
            ScanInput::Split(split, _) => {
                Some(split.ranges().iter().map(|(_, range)| range.end - range.start).sum())
            }
        }
    }

    /// Compares the file of a split with the plan again, after the search. Returns the difference if there is one.
    pub(crate) fn check(&self) -> Result<(), String> {
        match self {
            ScanInput::Split(split, content) => {
                split.check(content).map_err(|error| format!("{}: {error}", split.path()))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the input `path` with `content`, and with another name in rows if there is one.
fn input(path: &Path, name: Option<&str>, content: &Content) -> InputFile {
    let name = name.map(|name| Name::new(name, None));
    InputFile { name, ..InputFile::new(path.to_owned(), content.clone()) }
}
