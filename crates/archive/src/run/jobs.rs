//! Divides the inputs into jobs, in the order of the input. Only large files are opened here, to see whether they can
//! be cut.
//!
//! - Small files, and those of a pack, are grouped: up to 512 KiB or 64 files are one job.
//! - A large file that is stored uncompressed and has separators is cut into ranges, and so is a zip whose
//!   members state their length. Each range is a job.
//! - Any other file is a job of its own. So compressed files are decompressed side by side.

use std::ops::Range;
use std::path::PathBuf;
use std::{fmt, io, iter};

use crate::files::bounds::Bounds;
use crate::files::content::Content;
use crate::files::content::cause_of;
use crate::files::file_version::NotAsPlanned;
use crate::files::first_bytes;
use crate::files::input::{InputFile, Unopened, WalkEntry};
use crate::files::stream::Stream;
use crate::mail::Container;
use crate::plan::file_split::SplitPart;
use crate::plan::split::Split;
use crate::run::file_range::{self, FileRange};
use crate::run::job::{Job, JobInput};

/// A group of small files ends before it reaches this many bytes, or at this many files.
const MAX_GROUP_BYTES: u64 = 1 << 19;
const MAX_GROUP_FILES: usize = 64;

/// Jobs of this many stored bytes or more hand their windows to other threads.
const MIN_LONG_JOB_BYTES: u64 = 1 << 20;

/// Files of this many bytes or more are cut, if they can be.
const MIN_CUT_FILE_BYTES: u64 = 4 << 20;

/// The inputs of a [scan](crate::Scan), divided among threads, in order. They are divided when they are needed.
pub struct Jobs<'p>(pub(crate) JobIter<'p>);

pub(crate) type JobIter<'p> = Box<dyn Iterator<Item = Job> + Send + 'p>;

impl fmt::Debug for Jobs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Jobs")
    }
}

impl<'p> Jobs<'p> {
    fn new(jobs: impl Iterator<Item = Job> + Send + 'p) -> Jobs<'p> {
        Jobs(Box::new(jobs))
    }
}

/// Makes the jobs for the entries of a walk, which are read within `bounds`. If `is_cut` is false, no file is cut.
pub(crate) fn of_entries<'p>(
    entries: impl Iterator<Item = WalkEntry> + Send + 'p,
    bounds: Bounds,
    is_cut: bool,
) -> Jobs<'p> {
    Jobs::new(groups(entries).flat_map(move |(group, bytes)| {
        let ranges = match &*group {
            [WalkEntry::File(input)] if is_cut && bytes >= MIN_CUT_FILE_BYTES => {
                file_range::ranges(input, bounds)
            }
            _ => None,
        };
        match ranges {
            Some(ranges) => Box::new(ranges.map(of_file_range)) as JobIter<'_>,
            None => Box::new(iter::once(of_group(group, bytes))),
        }
    }))
}

pub(crate) fn of_split<'p>(
    split: &'p Split,
    content: &'p Content,
    bounds: Bounds,
    is_cut: bool,
) -> Result<Jobs<'p>, NotAsPlanned> {
    let file = match split {
        Split::File(file) => file,
        Split::Pack(pack) => {
            let groups = groups(pack.inputs(content).map(WalkEntry::File));
            return Ok(Jobs::new(groups.map(|(group, bytes)| of_group(group, bytes))));
        }
    };
    let input = file.input(content);
    let range = match file.open(&input, bounds.codec)? {
        SplitPart::Whole => None,
        SplitPart::Range(container, range) => Some((container, range)),
        SplitPart::Nothing => return Ok(Jobs::new(iter::empty())),
    };
    // The version is compared for all ranges together.
    let bounds = Bounds { input: file.input, ..bounds };
    Ok(of_part(InputFile { planned: None, ..input }, range, bounds, is_cut))
}

/// Makes the jobs for the messages of `input` that begin in `range`, in bytes. If the input cannot be cut, a range from
/// byte 0 has all of it, and other ranges have nothing.
pub(crate) fn of_range(
    input: InputFile,
    range: Range<u64>,
    bounds: Bounds,
    is_cut: bool,
) -> io::Result<Jobs<'static>> {
    let known_length = input.content.length(&input.path)?;
    let length = known_length.unwrap_or(u64::MAX);
    let range = range.start..range.end.min(length);
    let container = if range == (0..length) {
        None
    } else {
        let mut stream = Stream::new(input.content.open(&input.path, 0)?, known_length);
        first_bytes::codec_and_container(&mut stream, bounds.input, bounds.codec)?.1
    };
    if range.is_empty() || (container.is_none() && range.start > 0) {
        return Ok(Jobs::new(iter::empty()));
    }
    Ok(of_part(input, container.map(|container| (container, range)), bounds, is_cut))
}

/// Makes the jobs for a part of the file `input`: the messages that begin in `range`, or the whole file if
/// `range` is `None`.
fn of_part(
    input: InputFile,
    range: Option<(Container, Range<u64>)>,
    bounds: Bounds,
    is_cut: bool,
) -> Jobs<'static> {
    let Some((container, range)) = range else {
        let ranges = if is_cut { file_range::ranges(&input, bounds) } else { None };
        return match ranges {
            Some(ranges) => Jobs::new(ranges.map(of_file_range)),
            // The size of the file is not asked for. As a long job it shares its windows with all threads.
            None => {
                Jobs::new(iter::once(of_group(vec![WalkEntry::File(input)], MIN_LONG_JOB_BYTES)))
            }
        };
    };
    match file_range::ranges_of_split(&input, container, range, is_cut) {
        Ok(ranges) => Jobs::new(ranges.map(of_file_range)),
        Err(error) => {
            let path = PathBuf::from(input.name().source);
            let unopened = WalkEntry::Unopened(Unopened { path, cause: cause_of(&error) });
            Jobs::new(iter::once(of_group(vec![unopened], 0)))
        }
    }
}

/// Groups the entries of a walk, in order, and adds up the bytes of each group. A large file is a group of
/// its own.
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

/// Returns the length of an entry in bytes. A pipe has the maximum, so it is a group of its own. An entry that
/// could not be opened has 0.
fn length(entry: &WalkEntry) -> u64 {
    let WalkEntry::File(input) = entry else { return 0 };
    input.length().unwrap_or(u64::MAX)
}

fn of_group(group: Vec<WalkEntry>, bytes: u64) -> Job {
    Job { input: JobInput::Entries(group), is_long: bytes >= MIN_LONG_JOB_BYTES }
}

fn of_file_range(range: FileRange) -> Job {
    // Handing on a window wakes a thread. For the usual range of two windows that costs more than it gains.
    let is_long = range.length() > 2 * MIN_LONG_JOB_BYTES;
    Job { input: JobInput::Range(range), is_long }
}
