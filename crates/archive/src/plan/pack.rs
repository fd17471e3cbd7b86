//! A pack: several whole files that are one split. A run for each small file would cost more than its search.

use serde::{Deserialize, Serialize};

use crate::files::content::Content;
use crate::files::input::{InputFile, STDIN_PATH};
use crate::mail::InputKind;
use crate::plan::bad_plan::BadPlan;
use crate::plan::file_split::planned_input;

/// Whole files, in the order of the input.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// The files.
    pub files: Vec<PackedFile>,
    /// How the files are read, as in a file split.
    #[serde(default, skip_serializing_if = "InputKind::is_auto")]
    pub input: InputKind,
}

/// A file of a pack.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackedFile {
    /// The path of the file, or its name in a store.
    pub path: String,
    /// The size of the file in bytes.
    pub size: u64,
    /// The modification time of the file, as in a file split.
    pub mtime: String,
}

impl Pack {
    pub(crate) fn ensure_valid(&self) -> Result<(), BadPlan> {
        if self.files.is_empty() {
            return Err(BadPlan::new("`files` is empty"));
        }
        if self.files.iter().any(|file| file.path == STDIN_PATH) {
            return Err(BadPlan::new("standard input cannot be split"));
        }
        Ok(())
    }

    /// Returns the files to read, each with the version that it must have.
    pub fn inputs<'p>(&'p self, content: &'p Content) -> impl Iterator<Item = InputFile> + 'p {
        self.files.iter().map(|file| planned_input(content, &file.path, file.size, &file.mtime))
    }
}
