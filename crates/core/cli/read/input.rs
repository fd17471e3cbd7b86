//! Walks the paths of the command line and opens the files.
//!
//! A directory is walked in the order of file names. Symbolic links in it are not followed, so a file is read
//! once. Pipes and devices in a directory are skipped, because opening them could wait forever. A path that
//! is given itself is read, whatever it is.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use urlsift::bulk::Name;
use walkdir::WalkDir;

use crate::console::message;
use crate::read::file_version::PlannedVersion;
use crate::read::part_file::is_part_file;

/// The path that means standard input.
pub(crate) const STDIN_PATH: &str = "-";

/// A file to read.
#[derive(Debug)]
pub(crate) struct InputFile {
    pub(crate) path: PathBuf,
    pub(crate) origin: InputOrigin,
    /// The version that the file must have, if it is in a pack of a plan.
    pub(crate) planned: Option<PlannedVersion>,
    /// The name in rows and messages, if it is not the path.
    pub(crate) name: Option<Name>,
}

/// The reason why a file is read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum InputOrigin {
    /// Its path was given.
    Argument,
    /// It is in a directory that was given.
    Directory,
    /// Standard input, given a second time. It reads as empty, and so no two threads read it at once.
    StdinAgain,
}

/// An input that cannot be opened, with the reason.
#[derive(Debug)]
pub(crate) struct Unopened {
    pub(crate) path: PathBuf,
    pub(crate) cause: String,
}

/// An entry of a directory that is not read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum SkippedEntry {
    Link,
    /// A pipe, socket or device.
    Special,
    /// A temporary file of a run that writes its output there.
    Temporary,
}

impl SkippedEntry {
    /// Returns why it is skipped.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            SkippedEntry::Link => "a symbolic link",
            SkippedEntry::Special => "a pipe, socket or device",
            SkippedEntry::Temporary => "a temporary file of urlsift",
        }
    }
}

/// An entry of a walk.
#[derive(Debug)]
pub(crate) enum WalkEntry {
    File(InputFile),
    Unopened(Unopened),
    Skipped(SkippedEntry, PathBuf),
}

/// The content of standard input, held in memory.
#[derive(Clone, Debug)]
pub(crate) struct Stdin(Arc<Vec<u8>>);

impl AsRef<[u8]> for Stdin {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The limit for standard input that two passes read, in bytes.
const MAX_STDIN_BYTES: usize = 1 << 30;

/// Returns the files that `paths` name, in order. A directory that cannot be read is an error at its place,
/// and the walk goes on. Unfinished outputs of runs are skipped.
pub(crate) fn walk_files(paths: &[PathBuf]) -> impl Iterator<Item = Result<InputFile, Unopened>> {
    walk_entries(paths).filter_map(|entry| match entry {
        WalkEntry::File(input) => Some(Ok(input)),
        WalkEntry::Unopened(unopened) => Some(Err(unopened)),
        WalkEntry::Skipped(..) => None,
    })
}

/// Like [`walk_files`], but also returns the entries that are not read.
pub(crate) fn walk_entries(paths: &[PathBuf]) -> impl Iterator<Item = WalkEntry> {
    let mut is_stdin_named = false;
    paths.iter().flat_map(move |path| -> Box<dyn Iterator<Item = WalkEntry>> {
        if path.is_dir() {
            let entries = WalkDir::new(path).sort_by_file_name().into_iter();
            Box::new(entries.filter_map(move |entry| match entry {
                Ok(entry) if entry.file_type().is_dir() => None,
                Ok(entry) if entry.path_is_symlink() => {
                    Some(WalkEntry::Skipped(SkippedEntry::Link, entry.into_path()))
                }
                Ok(entry) if !entry.file_type().is_file() => {
                    Some(WalkEntry::Skipped(SkippedEntry::Special, entry.into_path()))
                }
                Ok(entry) if is_part_file(entry.file_name()) => {
                    Some(WalkEntry::Skipped(SkippedEntry::Temporary, entry.into_path()))
                }
                Ok(entry) => Some(WalkEntry::File(InputFile {
                    path: entry.into_path(),
                    origin: InputOrigin::Directory,
                    planned: None,
                    name: None,
                })),
                Err(error) => {
                    let path = error.path().unwrap_or(path).to_owned();
                    let cause =
                        error.io_error().map_or_else(|| error.to_string(), message::cause_of);
                    Some(WalkEntry::Unopened(Unopened { path, cause }))
                }
            }))
        } else {
            let is_stdin = path == Path::new(STDIN_PATH);
            let origin = if is_stdin && mem::replace(&mut is_stdin_named, true) {
                InputOrigin::StdinAgain
            } else {
                InputOrigin::Argument
            };
            let input = InputFile { path: path.clone(), origin, planned: None, name: None };
            Box::new(std::iter::once(WalkEntry::File(input)))
        }
    })
}

/// Reports whether `path` is a directory without anything but directories below it. Stops at the first file.
pub(crate) fn has_no_files(path: &Path) -> bool {
    let mut entries = WalkDir::new(path).into_iter();
    path.is_dir() && entries.all(|entry| entry.is_ok_and(|entry| entry.file_type().is_dir()))
}

/// A reader that is not asked again after its end. At a terminal, one Ctrl-D ends a read but not the next one.
struct UntilEnd<R> {
    inner: R,
    is_at_end: bool,
}

impl<R: Read> Read for UntilEnd<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end {
            return Ok(0);
        }
        let count = self.inner.read(into)?;
        self.is_at_end = count == 0 && !into.is_empty();
        Ok(count)
    }
}

impl InputFile {
    /// Returns the name in rows and messages.
    pub(crate) fn name(&self) -> Name {
        self.name.clone().unwrap_or_else(|| Name::new(self.path.to_string_lossy(), None))
    }

    /// Returns an error if the file is not as it was planned.
    pub(crate) fn check_version(&self) -> anyhow::Result<()> {
        let Some(planned) = &self.planned else { return Ok(()) };
        // Messages about the file have its name. If it is elsewhere, they need the path too.
        let is_elsewhere = self.name().source != self.path.to_string_lossy();
        planned.check(&self.path).map_err(|error| {
            if is_elsewhere { error.context(self.path.display().to_string()) } else { error }
        })
    }

    /// Returns the length in bytes of a regular file. Returns `None` for anything else, without opening it. The length
    /// of a planned file is that of the plan.
    pub(crate) fn length(&self) -> Option<u64> {
        if let Some(size) = self.planned.as_ref().and_then(PlannedVersion::size) {
            return Some(size);
        }
        let is_file = |is: &fs::Metadata| is.is_file() && self.path != Path::new(STDIN_PATH);
        fs::metadata(&self.path).ok().filter(is_file).map(|is| is.len())
    }

    /// Opens the file, and returns its length if it is a regular file. `stdin` is the content of standard
    /// input, if it was read before.
    pub(crate) fn open(&self, stdin: Option<&Stdin>) -> io::Result<(Box<dyn Read>, Option<u64>)> {
        if self.path != Path::new(STDIN_PATH) {
            let file = File::open(&self.path)?;
            if let Some(size) = self.planned.as_ref().and_then(PlannedVersion::size) {
                return Ok((Box::new(file), Some(size)));
            }
            let length = file.metadata().ok().filter(std::fs::Metadata::is_file);
            return Ok((Box::new(file), length.map(|it| it.len())));
        }
        Ok(match stdin {
            Some(bytes) => (Box::new(Cursor::new(bytes.clone())), None),
            None if self.origin == InputOrigin::StdinAgain => (Box::new(io::empty()), None),
            None => (Box::new(UntilEnd { inner: io::stdin(), is_at_end: false }), None),
        })
    }
}

/// Returns an error if one of `paths` can be read only once, such as a pipe. Standard input is allowed,
/// because [`read_stdin`] holds it in memory.
pub(crate) fn ensure_read_twice(paths: &[PathBuf]) -> anyhow::Result<()> {
    let is_once = |path: &&PathBuf| {
        // A file that does not exist is reported when it is read.
        let is = fs::metadata(path).ok();
        path.as_path() != Path::new(STDIN_PATH)
            && is.is_some_and(|is| !is.is_file() && !is.is_dir())
    };
    match paths.iter().find(is_once) {
        None => Ok(()),
        Some(path) => anyhow::bail!(
            "{}: --second-pass reads its input twice, and this is not a regular file; save it to a file first",
            path.display()
        ),
    }
}

/// Reads standard input for two passes, if `paths` name it. Returns `None` after a read error, which the
/// second read reports.
pub(crate) fn read_stdin(paths: &[PathBuf]) -> anyhow::Result<Option<Stdin>> {
    if !paths.iter().any(|path| path.as_path() == Path::new(STDIN_PATH)) {
        return Ok(None);
    }
    read_twice(io::stdin().lock(), MAX_STDIN_BYTES)
}

fn read_twice(reader: impl Read, most: usize) -> anyhow::Result<Option<Stdin>> {
    let mut bytes = Vec::new();
    // One byte more than allowed shows that the input is too long.
    let read = reader.take(most as u64 + 1).read_to_end(&mut bytes);
    if bytes.len() > most {
        anyhow::bail!(
            "--second-pass: standard input has more than {most} bytes, which are not held in memory; save it \
             to a file and scan that"
        );
    }
    Ok(read.is_ok().then(|| Stdin(Arc::new(bytes))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_mention_of_standard_input_is_empty() {
        let met = walk_entries(&[STDIN_PATH, "x", STDIN_PATH].map(PathBuf::from))
            .map(|entry| match entry {
                WalkEntry::File(input) => input.origin,
                entry => panic!("{entry:?} is no file"),
            })
            .collect::<Vec<_>>();
        assert_eq!(met, [InputOrigin::Argument, InputOrigin::Argument, InputOrigin::StdinAgain]);
    }

    #[test]
    fn standard_input_that_is_held_for_a_second_pass_is_bounded() {
        let read = |bytes: &[u8]| read_twice(bytes, 5);
        let held = read(b"abcde").expect("it is not too much").expect("it can be read");
        assert_eq!(held.as_ref(), b"abcde");
        let error = read(b"abcdef").expect_err("it is too much").to_string();
        assert_eq!(
            error,
            "--second-pass: standard input has more than 5 bytes, which are not held in memory; save it to a \
             file and scan that"
        );
    }
}
