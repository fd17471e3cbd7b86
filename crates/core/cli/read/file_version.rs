//! The version of a file: its size and modification time, which a plan records.
//!
//! If a file changes after it was planned, the ranges of a plan fall on other messages, and rows would be missing
//! or doubled. So a split is refused if the version of a file differs.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::ensure;

/// The size of a file in bytes, and its modification time as [`mtime`] writes it.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct FileVersion {
    pub(crate) size: u64,
    pub(crate) mtime: String,
}

impl FileVersion {
    pub(crate) fn of(metadata: &Metadata) -> io::Result<FileVersion> {
        Ok(FileVersion { size: metadata.len(), mtime: mtime(metadata)? })
    }

    /// Returns an error if the file at `path` has another version.
    pub(crate) fn check(&self, path: &Path) -> anyhow::Result<()> {
        let metadata = fs::metadata(path)?;
        ensure!(metadata.is_file(), "not a regular file any more; make a new plan");
        let is = FileVersion::of(&metadata)?;
        ensure!(
            is == *self,
            "changed since the plan was made; make a new plan (its size is {} and was {}, its mtime is {} and \
             was {})",
            is.size,
            self.size,
            is.mtime,
            self.mtime
        );
        Ok(())
    }
}

/// Returns the modification time, in seconds since 1970 with nine decimals. It is a string, because many JSON
/// parsers would round the number.
fn mtime(metadata: &Metadata) -> io::Result<String> {
    let time = metadata.modified()?;
    let (sign, since) = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => ("", since),
        Err(before) => ("-", before.duration()),
    };
    Ok(format!("{sign}{}.{:09}", since.as_secs(), since.subsec_nanos()))
}
