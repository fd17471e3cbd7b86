//! A pack: several whole files that are one split.
//!
//! A file of rows and a receipt for each small file would cost more than its search.

use std::path::PathBuf;

use anyhow::ensure;
use serde::{Deserialize, Serialize};

use crate::read::file_version::FileVersion;
use crate::read::input::{InputFile, InputOrigin, STDIN_PATH};

/// Whole files, in the order of the input.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pack {
    pub(crate) files: Vec<PackedFile>,
}

/// A file of a pack.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackedFile {
    pub(crate) path: String,
    /// The size of the file in bytes.
    pub(crate) size: u64,
    /// The modification time of the file, as in [`FileVersion`].
    pub(crate) mtime: String,
}

impl Pack {
    /// Returns an error if this is no pack that a plan has.
    pub(crate) fn ensure_valid(&self) -> anyhow::Result<()> {
        ensure!(!self.files.is_empty(), "`files` is empty");
        let is_stdin = self.files.iter().any(|file| file.path == STDIN_PATH);
        ensure!(!is_stdin, "standard input cannot be split");
        Ok(())
    }

    /// Returns the files to read, each with the version that it must have.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = InputFile> {
        self.files.iter().map(|file| InputFile {
            path: PathBuf::from(&file.path),
            origin: InputOrigin::Directory,
            planned: Some(FileVersion { size: file.size, mtime: file.mtime.clone() }),
        })
    }
}
