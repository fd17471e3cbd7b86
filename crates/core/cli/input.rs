//! From the paths that were given to the bytes of files.
//!
//! Directories are walked in the order of their names, links in them not followed, so that a run
//! sees every file once. The trap is a file that is not one: a pipe or a device in a directory would
//! keep the run waiting, so there only regular files are read; what is named outright is read
//! whatever it is.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use urlsift::archive::Container;
use urlsift::bulk::Source;
use walkdir::WalkDir;

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
    /// A file that grows or shrinks meanwhile is read as far as it goes.
    pub(crate) fn read(self) -> Result<Option<Source>, Unread> {
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

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    let mut file = File::open(path)?;
    let length = fs::metadata(path).map_or(0, |metadata| metadata.len());
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
