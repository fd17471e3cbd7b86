//! The paths that a run reads, which its output must not replace.
//!
//! An output that is also an input, or in a directory that the run walks, would be lost. Canonical paths are compared.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use urlsift_archive::internal::STDIN_PATH;

#[derive(Clone, Debug, Default)]
pub(crate) struct ProtectedPaths {
    given: Vec<PathBuf>,
    /// The canonical paths of those that exist, each with the path as given. They are looked up when a file would be
    /// replaced: usually none is, and a plan may have very many inputs.
    canonical: OnceCell<HashMap<PathBuf, PathBuf>>,
}

impl ProtectedPaths {
    /// Protects those of `paths` that exist, with everything below them.
    pub(crate) fn of(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> ProtectedPaths {
        let mut protected = ProtectedPaths::default();
        for path in paths {
            protected.add(path.as_ref());
        }
        protected
    }

    pub(crate) fn add(&mut self, path: &Path) {
        if path != Path::new(STDIN_PATH) {
            self.given.push(path.to_owned());
            self.canonical.take();
        }
    }

    fn canonical(&self) -> &HashMap<PathBuf, PathBuf> {
        self.canonical.get_or_init(|| {
            let mut paths = HashMap::new();
            for path in &self.given {
                if let Ok(canonical) = fs::canonicalize(path) {
                    paths.entry(canonical).or_insert_with(|| path.clone());
                }
            }
            paths
        })
    }

    /// Returns an error if the existing file with the canonical path `file` is protected. Looks up each ancestor once.
    pub(crate) fn ensure_unprotected(&self, file: &Path) -> anyhow::Result<()> {
        let protected = self.canonical();
        if protected.contains_key(file) {
            bail!("it is also an input, which would be replaced; choose another name");
        }
        if let Some(folder) = file.ancestors().find_map(|folder| protected.get(folder)) {
            bail!(
                "it exists already below {}, which is an input; choose another folder",
                folder.display()
            );
        }
        Ok(())
    }

    pub(crate) fn ensure_not_stdout(&self) -> anyhow::Result<()> {
        match stdout_file().and_then(|path| self.canonical().get(&path).cloned()) {
            Some(path) => {
                bail!("{}: standard output is this input; choose another file", path.display())
            }
            None => Ok(()),
        }
    }
}

/// Returns the canonical path of standard output, if it is a file and the system has a name for it.
pub(crate) fn stdout_file() -> Option<PathBuf> {
    fs::canonicalize("/dev/stdout").ok().filter(|path| path.is_file())
}
