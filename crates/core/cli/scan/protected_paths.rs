//! What a run reads, and its output must not take the place of.
//!
//! An output that is an input would be read and then lost, and one that lies below a directory that is
//! walked would be lost too, or be the last run's rows, found once more. The trap is a path with several
//! spellings, so canonical paths are compared.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::read::input::STDIN_PATH;

/// Canonical paths of files and directories, each with the path as it was given.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProtectedPaths(HashMap<PathBuf, PathBuf>);

impl ProtectedPaths {
    /// What is there of `paths`, with all that is below.
    pub(crate) fn of(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> ProtectedPaths {
        let mut protected = ProtectedPaths::default();
        for path in paths {
            protected.add(path.as_ref());
        }
        protected
    }

    /// Keeps `path` too, if it is there.
    pub(crate) fn add(&mut self, path: &Path) {
        if path != Path::new(STDIN_PATH)
            && let Ok(canonical) = fs::canonicalize(path)
        {
            self.0.entry(canonical).or_insert_with(|| path.to_owned());
        }
    }

    /// An error if `file`, the canonical path of one that is there, is protected. Takes time for each of its
    /// folders, however much is protected.
    pub(crate) fn ensure_unprotected(&self, file: &Path) -> anyhow::Result<()> {
        if self.0.contains_key(file) {
            bail!("it is an input too");
        }
        if let Some(folder) = file.ancestors().find_map(|folder| self.0.get(folder)) {
            bail!("it is there already, below {}, which is read", folder.display());
        }
        Ok(())
    }
}
