//! From the paths that were given to the bytes of files.
//!
//! Directories are walked in the order of their names, links in them not followed, so that a run
//! sees every file once. The trap is a file that is not one: a pipe or a device in a directory would
//! keep the run waiting, so there only regular files are read; what is named outright is read
//! whatever it is.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use urlsift::archive::Container;
use urlsift::bulk::Source;
use walkdir::WalkDir;

/// The path that means standard input.
pub(crate) const STDIN: &str = "-";

/// A file to read, and whether it was named or met in a directory.
#[derive(Debug)]
pub(crate) struct Input {
    path: PathBuf,
    named: Named,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Named {
    Outright,
    ByDirectory,
}

/// Why an input gives nothing to search.
#[derive(Debug)]
pub(crate) struct Unread {
    pub(crate) path: PathBuf,
    pub(crate) cause: String,
}

/// The files that `paths` name, each path's in turn. A directory that cannot be read is an error in
/// its place, and the walk goes on.
pub(crate) fn walk(paths: &[PathBuf]) -> impl Iterator<Item = Result<Input, Unread>> + '_ {
    paths.iter().flat_map(|path| -> Box<dyn Iterator<Item = Result<Input, Unread>>> {
        if path.is_dir() {
            let entries = WalkDir::new(path).sort_by_file_name().into_iter();
            Box::new(entries.filter_map(|entry| match entry {
                Ok(entry) if !entry.file_type().is_file() => None,
                Ok(entry) => Some(Ok(Input { path: entry.into_path(), named: Named::ByDirectory })),
                Err(error) => {
                    let path = error.path().unwrap_or(path).to_owned();
                    let cause =
                        error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    Some(Err(Unread { path, cause }))
                }
            }))
        } else {
            let input = Input { path: path.clone(), named: Named::Outright };
            Box::new(std::iter::once(Ok(input)))
        }
    })
}

impl Input {
    /// All bytes of the file; `None` where it was met in a directory and is neither mail nor text.
    ///
    /// A file that grows or shrinks meanwhile is read as far as it goes. `stdin` is what standard
    /// input held, where it was read before.
    pub(crate) fn read(self, stdin: Option<&Source>) -> Result<Option<Source>, Unread> {
        if let Some(source) = stdin.filter(|_| self.path == Path::new(STDIN)) {
            return Ok(Some(source.clone()));
        }
        let bytes = match read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) => return Err(Unread { path: self.path, cause: error.to_string() }),
        };
        if Container::of(&bytes) == Container::Binary {
            return match self.named {
                Named::ByDirectory => Ok(None),
                Named::Outright => {
                    let cause = "neither mail nor text".to_owned();
                    Err(Unread { path: self.path, cause })
                }
            };
        }
        Ok(Some(Source { name: self.path.to_string_lossy().into_owned(), bytes }))
    }
}

/// Standard input, to be read in each of two passes; `None` where `paths` do not name it. What cannot
/// be read is told when it is asked for again.
pub(crate) fn read_stdin(paths: &[PathBuf]) -> Option<Source> {
    let is_stdin = |path: &PathBuf| path.as_path() == Path::new(STDIN);
    let bytes = paths.iter().any(is_stdin).then(|| read(Path::new(STDIN)))?.ok()?;
    Some(Source { name: STDIN.to_owned(), bytes })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new(STDIN) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    // It asks for the memory before it reads, so that a file too large is an error of its own.
    fs::read(path)
}
