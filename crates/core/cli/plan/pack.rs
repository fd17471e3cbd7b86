//! A pack: several whole files that are one split.
//!
//! A file of rows and a receipt for each small file would cost more than its search.

use anyhow::ensure;
use serde::{Deserialize, Serialize};

use crate::args::values::InputArg;
use crate::plan::file_access::FileAccess;
use crate::read::input::{InputFile, STDIN_PATH};

/// Whole files, in the order of the input.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pack {
    pub(crate) files: Vec<PackedFile>,
    /// How the files are read, as in a file split.
    #[serde(default, skip_serializing_if = "InputArg::is_auto")]
    pub(crate) input: InputArg,
}

/// A file of a pack.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackedFile {
    pub(crate) path: String,
    /// The size of the file in bytes.
    pub(crate) size: u64,
    /// The modification time of the file, as in a file split.
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
    pub(crate) fn inputs<'p>(
        &'p self,
        access: &'p FileAccess,
    ) -> impl Iterator<Item = InputFile> + 'p {
        self.files.iter().map(|file| access.input(&file.path, file.size, &file.mtime))
    }
}
