//! The bytes of an input: a file, bytes in memory, or a source that the caller opens.

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// Opens sources that are not in the file system, such as objects in a store, on the threads of a search.
pub trait OpenSource: fmt::Debug + Send + Sync {
    /// Opens the source `name` at the byte `at`.
    ///
    /// # Errors
    ///
    /// If the source cannot be opened, or not at this byte.
    fn open(&self, name: &str, at: u64) -> io::Result<Box<dyn Read + '_>>;

    /// Returns the length of the source `name` in bytes, if it is known without reading it.
    ///
    /// # Errors
    ///
    /// If there is no such source.
    fn length(&self, name: &str) -> io::Result<Option<u64>>;
}

/// Where the bytes of an input come from.
#[derive(Clone, Debug, Default)]
pub enum Content {
    /// The file system.
    #[default]
    Path,
    /// Memory.
    Bytes(Arc<[u8]>),
    /// A source of the caller, opened by its name.
    Source(Arc<dyn OpenSource>),
}

impl Content {
    pub(crate) fn length(&self, path: &Path) -> io::Result<Option<u64>> {
        match self {
            Content::Path => File::open(path)?.metadata().map(|it| Some(it.len())),
            Content::Bytes(_) => Ok(self.known_length()),
            Content::Source(source) => source.length(&path.to_string_lossy()),
        }
    }

    pub(crate) fn known_length(&self) -> Option<u64> {
        match self {
            Content::Bytes(bytes) => Some(bytes.len() as u64),
            Content::Path | Content::Source(_) => None,
        }
    }

    pub(crate) fn open(&self, path: &Path, at: u64) -> io::Result<Box<dyn Read + '_>> {
        match self {
            Content::Path => {
                let mut file = File::open(path)?;
                if at > 0 {
                    file.seek(SeekFrom::Start(at))?;
                }
                Ok(Box::new(file))
            }
            Content::Bytes(bytes) => {
                let start = usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
                Ok(Box::new(Cursor::new(&bytes[start..])))
            }
            Content::Source(source) => source.open(&path.to_string_lossy(), at),
        }
    }
}

/// Describes an error of opening a file. If too many files are open, says what the user can do.
pub fn cause_of(error: &io::Error) -> String {
    // The limits of the process (EMFILE) and of the system (ENFILE), with these numbers on every Unix.
    let is_limit = cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24));
    if is_limit {
        return format!("{error}; use fewer threads, or raise the limit (ulimit -n)");
    }
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_open_files() {
        // Other systems have other numbers, and no limit that a user can raise.
        if cfg!(unix) {
            // The system words the error.
            let error = io::Error::from_raw_os_error(24);
            let cause = cause_of(&error);
            assert!(
                cause.starts_with(&error.to_string()) && cause.contains("fewer threads"),
                "{cause}"
            );
        }
        assert_eq!(cause_of(&io::Error::other("no room")), "no room");
    }
}
