//! From the paths that were given to the files that are read.
//!
//! Directories are walked in the order of their names, links in them not followed, so that a run
//! sees every file once. The trap is a file that is not one: a pipe or a device in a directory would
//! keep the run waiting, so there only regular files are read; what is named outright is read
//! whatever it is.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use crate::read::part_file::is_part_file;

/// The path that means standard input.
pub(crate) const STDIN_PATH: &str = "-";

/// A file to read, and whether it was named or met in a directory.
#[derive(Debug)]
pub(crate) struct InputFile {
    pub(crate) path: PathBuf,
    pub(crate) origin: InputOrigin,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum InputOrigin {
    Argument,
    Directory,
    /// Standard input that was named before, so that nothing of it is left. Two threads must not read it.
    StdinAgain,
}

/// An input that cannot even be opened, and why.
#[derive(Debug)]
pub(crate) struct Unopened {
    pub(crate) path: PathBuf,
    pub(crate) cause: String,
}

/// What is below a directory and passed over there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum SkippedEntry {
    Link,
    /// A pipe, a socket, a device.
    Special,
}

/// What a walk comes upon.
#[derive(Debug)]
pub(crate) enum WalkEntry {
    File(InputFile),
    Unopened(Unopened),
    Skipped(SkippedEntry),
}

/// All that standard input held.
#[derive(Clone, Debug)]
pub(crate) struct Stdin(Arc<Vec<u8>>);

impl AsRef<[u8]> for Stdin {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// How much standard input may hold where it is read twice, in bytes.
const MAX_STDIN_BYTES: usize = 1 << 30;

/// The files that `paths` name, each path's in turn. A directory that cannot be read is an error in
/// its place, and the walk goes on. What a run writes beside its output is passed over.
pub(crate) fn walk_files(paths: &[PathBuf]) -> impl Iterator<Item = Result<InputFile, Unopened>> {
    walk_entries(paths).filter_map(|entry| match entry {
        WalkEntry::File(input) => Some(Ok(input)),
        WalkEntry::Unopened(unopened) => Some(Err(unopened)),
        WalkEntry::Skipped(_) => None,
    })
}

/// The same, and what is passed over.
pub(crate) fn walk_entries(paths: &[PathBuf]) -> impl Iterator<Item = WalkEntry> {
    let mut is_stdin_named = false;
    paths.iter().flat_map(move |path| -> Box<dyn Iterator<Item = WalkEntry>> {
        if path.is_dir() {
            let entries = WalkDir::new(path).sort_by_file_name().into_iter();
            Box::new(entries.filter_map(move |entry| match entry {
                Ok(entry) if entry.file_type().is_dir() => None,
                Ok(entry) if entry.path_is_symlink() => {
                    Some(WalkEntry::Skipped(SkippedEntry::Link))
                }
                Ok(entry) if !entry.file_type().is_file() => {
                    Some(WalkEntry::Skipped(SkippedEntry::Special))
                }
                Ok(entry) if is_part_file(entry.file_name()) => None,
                Ok(entry) => Some(WalkEntry::File(InputFile {
                    path: entry.into_path(),
                    origin: InputOrigin::Directory,
                })),
                Err(error) => {
                    let path = error.path().unwrap_or(path).to_owned();
                    let cause =
                        error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
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
            let input = InputFile { path: path.clone(), origin };
            Box::new(std::iter::once(WalkEntry::File(input)))
        }
    })
}

impl InputFile {
    /// The length in bytes, if this is a regular file. To open anything else might wait.
    pub(crate) fn length(&self) -> Option<u64> {
        let is_file = |is: &fs::Metadata| is.is_file() && self.path != Path::new(STDIN_PATH);
        fs::metadata(&self.path).ok().filter(is_file).map(|is| is.len())
    }

    /// A reader of the file, and how long it is, where that can be known. `stdin` is what standard
    /// input held, where it was read before.
    pub(crate) fn open(&self, stdin: Option<&Stdin>) -> io::Result<(Box<dyn Read>, Option<u64>)> {
        if self.path != Path::new(STDIN_PATH) {
            let file = File::open(&self.path)?;
            let length = file.metadata().ok().filter(std::fs::Metadata::is_file);
            return Ok((Box::new(file), length.map(|it| it.len())));
        }
        Ok(match stdin {
            Some(bytes) => (Box::new(Cursor::new(bytes.clone())), None),
            None if self.origin == InputOrigin::StdinAgain => (Box::new(io::empty()), None),
            None => (Box::new(io::stdin()), None),
        })
    }
}

/// An error if one of `paths` names what gives its bytes once, such as a pipe. Standard input is held.
pub(crate) fn ensure_read_twice(paths: &[PathBuf]) -> anyhow::Result<()> {
    let is_once = |path: &&PathBuf| {
        // What is not there is told where it is to be read.
        let is = fs::metadata(path).ok();
        path.as_path() != Path::new(STDIN_PATH)
            && is.is_some_and(|is| !is.is_file() && !is.is_dir())
    };
    match paths.iter().find(is_once) {
        None => Ok(()),
        Some(path) => anyhow::bail!(
            "{}: it is not a regular file, and --second-pass reads it twice",
            path.display()
        ),
    }
}

/// Standard input, to be read in each of two passes; `None` where `paths` do not name it. What cannot
/// be read is told when it is asked for again.
///
/// # Errors
///
/// If it holds more than [`MAX_STDIN_BYTES`].
pub(crate) fn read_stdin(paths: &[PathBuf]) -> anyhow::Result<Option<Stdin>> {
    if !paths.iter().any(|path| path.as_path() == Path::new(STDIN_PATH)) {
        return Ok(None);
    }
    read_twice(io::stdin().lock(), MAX_STDIN_BYTES)
}

fn read_twice(reader: impl Read, most: usize) -> anyhow::Result<Option<Stdin>> {
    let mut bytes = Vec::new();
    let read = reader.take(most as u64 + 1).read_to_end(&mut bytes);
    if bytes.len() > most {
        anyhow::bail!(
            "--second-pass: standard input has more than {most} bytes, and would be held in memory; what \
             is in a file is read twice"
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
            "--second-pass: standard input has more than 5 bytes, and would be held in memory; what is in \
             a file is read twice"
        );
    }
}
