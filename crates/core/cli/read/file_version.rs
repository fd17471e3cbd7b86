//! The version of a file: its size and modification time, which a plan records.
//!
//! If a file changes after it was planned, the ranges of a plan fall on other messages, and rows would be missing
//! or doubled. So a split is refused if the version of a file differs, as far as
//! `--version-check` asks for it.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::ensure;

use crate::args::values::VersionCheckArg;

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
}

/// The version that a plan has of a file, and how much of it is compared.
#[derive(Clone, Debug)]
pub(crate) struct PlannedVersion {
    pub(crate) version: FileVersion,
    pub(crate) check: VersionCheckArg,
}

impl PlannedVersion {
    /// Returns the size, if the file must have it.
    pub(crate) fn size(&self) -> Option<u64> {
        (self.check != VersionCheckArg::None).then_some(self.version.size)
    }

    /// Returns an error if there is no file at `path`, or one of another version.
    pub(crate) fn check(&self, path: &Path) -> anyhow::Result<()> {
        let metadata = fs::metadata(path)?;
        ensure!(metadata.is_file(), "not a regular file any more; make a new plan");
        if self.check == VersionCheckArg::None {
            return Ok(());
        }
        let (is, was) = (FileVersion::of(&metadata)?, &self.version);
        let mut differences = Vec::new();
        if is.size != was.size {
            differences.push(format!("its size is {} and was {}", is.size, was.size));
        }
        let is_touched = self.check == VersionCheckArg::Mtime && is.mtime != was.mtime;
        if is_touched {
            differences.push(format!("its mtime is {} and was {}", is.mtime, was.mtime));
        }
        let copy =
            if is.size == was.size { ", or use --version-check size for a copy" } else { "" };
        let differences = differences.join(", ");
        ensure!(
            differences.is_empty(),
            "changed since the plan was made; make a new plan{copy} ({differences})"
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
