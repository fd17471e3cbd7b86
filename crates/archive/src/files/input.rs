//! Walks paths and opens the files. A directory is walked in the order of file names. Symbolic links, pipes and devices
//! in it are skipped: a file is read once, and opening a pipe could wait forever. A path that is given itself is read.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use crate::cut::Name;
use crate::files::content::{Content, cause_of};
use crate::files::file_version::{FileVersion, NotAsPlanned, OpenedVersion};
use crate::files::part_file::is_part_file;

/// The path that means standard input.
pub const STDIN_PATH: &str = "-";

/// A file to read.
#[derive(Debug)]
pub struct InputFile {
    /// The path of the file, or the name by which its content is opened.
    pub path: PathBuf,
    /// Where its bytes come from.
    pub content: Content,
    /// Why it is read.
    pub origin: InputOrigin,
    /// The version that the file must have, if it is in a pack of a plan.
    pub planned: Option<FileVersion>,
    /// The name in rows and messages, if it is not the path.
    pub name: Option<Name>,
}

/// The reason why a file is read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum InputOrigin {
    /// Its path was given.
    Argument,
    /// It is in a directory that was given.
    Directory,
    /// Standard input, given a second time. It reads as empty, and so no two threads read it at once.
    StdinAgain,
}

/// An input that cannot be opened, with the reason.
#[derive(Clone, Debug)]
pub struct Unopened {
    /// The path.
    pub path: PathBuf,
    /// The reason, in English.
    pub cause: String,
}

/// An entry of a directory that is not read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SkippedEntry {
    /// A symbolic link, which is not followed.
    Link,
    /// A pipe, socket or device.
    Special,
    /// A temporary file of a run that writes its output there.
    Temporary,
}

impl SkippedEntry {
    /// Returns why it is skipped.
    pub fn reason(self) -> &'static str {
        match self {
            SkippedEntry::Link => "a symbolic link",
            SkippedEntry::Special => "a pipe, socket or device",
            SkippedEntry::Temporary => "a temporary file of urlsift",
        }
    }
}

/// An entry of a walk.
#[derive(Debug)]
pub enum WalkEntry {
    /// A file to read.
    File(InputFile),
    /// A path that cannot be opened, or a folder that cannot be read.
    Unopened(Unopened),
    /// An entry that is not read.
    Skipped(SkippedEntry, PathBuf),
}

impl WalkEntry {
    /// Returns the file, if the entry is one to read.
    pub fn file(self) -> Option<InputFile> {
        match self {
            WalkEntry::File(input) => Some(input),
            _ => None,
        }
    }
}

/// Returns what `paths` name, in order. A directory that cannot be read is an entry at its place, and the walk goes on.
/// Unfinished outputs of runs are skipped.
pub fn walk_entries(paths: &[PathBuf]) -> impl Iterator<Item = WalkEntry> + Send + use<> {
    let (paths, mut is_stdin_named) = (paths.to_vec(), false);
    paths.into_iter().flat_map(move |path| -> Box<dyn Iterator<Item = WalkEntry> + Send> {
        if path.is_dir() {
            // The entries of a directory differ only in their names, and a name must be found in the path first.
            let by_path =
                |a: &DirEntry, b: &DirEntry| a.path().as_os_str().cmp(b.path().as_os_str());
            let entries = WalkDir::new(&path).sort_by(by_path).into_iter();
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
                    origin: InputOrigin::Directory,
                    ..InputFile::new(entry.into_path(), Content::Path)
                })),
                Err(error) => {
                    let path = error.path().unwrap_or(&path).to_owned();
                    let cause = error.io_error().map_or_else(|| error.to_string(), cause_of);
                    Some(WalkEntry::Unopened(Unopened { path, cause }))
                }
            }))
        } else {
            let is_stdin = path.as_os_str() == STDIN_PATH;
            let origin = if is_stdin && mem::replace(&mut is_stdin_named, true) {
                InputOrigin::StdinAgain
            } else {
                InputOrigin::Argument
            };
            let input = InputFile { origin, ..InputFile::new(path, Content::Path) };
            Box::new(std::iter::once(WalkEntry::File(input)))
        }
    })
}

/// Reports whether `path` is a directory without anything but directories below it. Stops at the first file.
pub fn has_no_files(path: &Path) -> bool {
    let mut entries = WalkDir::new(path).into_iter();
    path.is_dir() && entries.all(|entry| entry.is_ok_and(|entry| entry.file_type().is_dir()))
}

/// The reader of an input, its length if it is known, and the version of a regular file.
pub(crate) type OpenedInput<'i> =
    (Box<dyn Read + 'i>, Option<u64>, Option<OpenedVersion<Arc<File>>>);

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
    /// Returns the input `path` with `content`, as if it was given itself.
    pub fn new(path: PathBuf, content: Content) -> InputFile {
        InputFile { path, content, origin: InputOrigin::Argument, planned: None, name: None }
    }

    /// Returns the name in rows and messages.
    pub fn name(&self) -> Name {
        // `to_string_lossy` takes five times as long.
        let path = || self.path.to_str().map_or_else(|| self.path.to_string_lossy(), Cow::Borrowed);
        self.name.clone().unwrap_or_else(|| Name::new(path(), None))
    }

    /// Compares the file with the plan that has it.
    ///
    /// # Errors
    ///
    /// If the file is not as it was planned.
    pub fn check_version(&self) -> Result<(), NotAsPlanned> {
        let Some(planned) = &self.planned else { return Ok(()) };
        planned.check(&self.path, &self.content)
    }

    /// Returns the length in bytes of a regular file, or of a planned one as in the plan, without opening it.
    pub fn length(&self) -> Option<u64> {
        if let Some(size) = self.planned.as_ref().map(|version| version.size) {
            return Some(size);
        }
        match &self.content {
            Content::Path if self.path.as_os_str() != STDIN_PATH => {
                fs::metadata(&self.path).ok().filter(fs::Metadata::is_file).map(|is| is.len())
            }
            content => content.known_length(),
        }
    }

    pub(crate) fn open(&self) -> io::Result<OpenedInput<'_>> {
        let planned = self.planned.as_ref().map(|version| version.size);
        if !matches!(self.content, Content::Path) {
            // A body that is shorter than its source is damage. If both calls fail, the error of opening counts.
            let length = planned.map_or_else(|| self.content.length(&self.path), |it| Ok(Some(it)));
            return Ok((self.content.open(&self.path, 0)?, length?, None));
        }
        if self.path.as_os_str() != STDIN_PATH {
            let file = Arc::new(File::open(&self.path)?);
            let version = OpenedVersion::of(Arc::clone(&file));
            return Ok((Box::new(file), planned.or(version.size()), Some(version)));
        }
        Ok(if self.origin == InputOrigin::StdinAgain {
            (Box::new(io::empty()), None, None)
        } else {
            (Box::new(UntilEnd { inner: io::stdin(), is_at_end: false }), None, None)
        })
    }
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
}
