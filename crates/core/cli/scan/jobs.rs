//! From paths to jobs, in the order of the input.
//!
//! Small files are put together, a large file that can be cut is cut into ranges, and any other file is a job of
//! its own: so compressed files are opened and decompressed side by side. Only large files are opened here.

use std::fs::File;
use std::iter;
use std::path::PathBuf;

use urlsift::bulk::Name;

use crate::plan::split::ContainerRange;
use crate::read::input::{self, InputFile, InputOrigin, Unopened, WalkEntry};
use crate::scan::file_range::{self, FileRange};
use crate::scan::job::{Job, JobInput};

/// Files are put together until they have as many bytes, or are as many.
const MAX_GROUP_BYTES: u64 = 1 << 19;
const MAX_GROUP_FILES: usize = 64;

/// Jobs with more stored bytes hand windows on to other threads.
const MIN_LONG_JOB_BYTES: u64 = 1 << 20;

/// Files from this length on are cut if they can be.
const MIN_CUT_FILE_BYTES: u64 = 4 << 20;

type Jobs<'p> = Box<dyn Iterator<Item = Job> + 'p>;

/// The jobs for what `paths` name. If not `is_cut`, files are read from their beginning to their end.
pub(crate) fn of_paths(paths: &[PathBuf], is_cut: bool) -> Jobs<'_> {
    let groups = groups(input::walk_entries(paths));
    Box::new((0..).zip(groups).flat_map(move |(source, (group, bytes))| {
        let ranges = match &*group {
            [WalkEntry::File(input)] if is_cut && bytes >= MIN_CUT_FILE_BYTES => ranges(input),
            _ => None,
        };
        ranges.map_or_else(
            || Box::new(iter::once(of_group(source, group, bytes))) as Jobs<'_>,
            |ranges| Box::new(ranges.map(move |range| of_range(source, range))),
        )
    }))
}

/// The jobs for a split: the messages of `part` of the file at `path`, or the whole file.
pub(crate) fn of_split(path: PathBuf, part: Option<ContainerRange>, is_cut: bool) -> Jobs<'static> {
    let Some((container, range)) = part else {
        let input = InputFile { path, origin: InputOrigin::Directory };
        let ranges = if is_cut { ranges(&input) } else { None };
        return match ranges {
            Some(ranges) => Box::new(ranges.map(|range| of_range(0, range))),
            None => {
                Box::new(iter::once(of_group(0, vec![WalkEntry::File(input)], MIN_LONG_JOB_BYTES)))
            }
        };
    };
    let name = Name::new(path.to_string_lossy(), None);
    let ranges = File::open(&path)
        .and_then(|file| file_range::ranges_of_split(file, name, container, range, is_cut));
    match ranges {
        Ok(ranges) => Box::new(ranges.map(|range| of_range(0, range))),
        Err(error) => {
            let unopened = WalkEntry::Unopened(Unopened { path, cause: error.to_string() });
            Box::new(iter::once(of_group(0, vec![unopened], 0)))
        }
    }
}

/// What a walk meets, in groups that are worth a job, with their lengths in bytes. A large file is a group of its
/// own.
fn groups(entries: impl Iterator<Item = WalkEntry>) -> impl Iterator<Item = (Vec<WalkEntry>, u64)> {
    let mut entries = entries.map(|entry| (length(&entry), entry)).peekable();
    iter::from_fn(move || {
        let (mut bytes, first) = entries.next()?;
        let mut group = vec![first];
        while group.len() < MAX_GROUP_FILES
            && let Some((length, next)) =
                entries.next_if(|(length, _)| bytes.saturating_add(*length) < MAX_GROUP_BYTES)
        {
            bytes += length;
            group.push(next);
        }
        Some((group, bytes))
    })
}

/// The length of a file in bytes. A pipe is as long as can be.
fn length(entry: &WalkEntry) -> u64 {
    let WalkEntry::File(input) = entry else { return 0 };
    input.length().unwrap_or(u64::MAX)
}

/// The ranges of a file, if it can be cut.
fn ranges(input: &InputFile) -> Option<impl Iterator<Item = FileRange> + use<>> {
    let name = Name::new(input.path.to_string_lossy(), None);
    input.length()?;
    file_range::ranges(File::open(&input.path).ok()?, name)
}

fn of_group(source: usize, group: Vec<WalkEntry>, bytes: u64) -> Job {
    Job { source, input: JobInput::Entries(group), is_long: bytes >= MIN_LONG_JOB_BYTES }
}

fn of_range(source: usize, range: FileRange) -> Job {
    // Most ranges are so short that handing on their windows costs more than it gains.
    let is_long = range.length() > 2 * MIN_LONG_JOB_BYTES;
    Job { source, input: JobInput::Range(range), is_long }
}
