//! Standard input: its name in rows.

use std::fs;
use std::path::{Path, PathBuf};

use crate::console::message;
use crate::protected_paths::stdout_file;
use crate::scan::names::NameGlobs;
use urlsift_archive::files::InputFile;
use urlsift_archive::internal::STDIN_PATH;
use urlsift_archive::internal::{WalkEntry, walk_entries};
use urlsift_archive::item::Name;

/// How standard input is read, if the paths name it, and which files are left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stdin {
    /// The name in rows, if it is not `-`.
    pub(crate) name: Option<Name>,
    /// The globs that leave out files below folders.
    pub(crate) globs: Option<NameGlobs>,
}

impl Stdin {
    /// Reports whether `paths` name standard input.
    pub(crate) fn is_in(paths: &[PathBuf]) -> bool {
        paths.iter().any(|path| path.as_os_str() == STDIN_PATH)
    }

    /// Returns the entries that `paths` name, in order, with standard input as this.
    pub(crate) fn walk<'p>(
        &self,
        paths: &'p [PathBuf],
    ) -> impl Iterator<Item = WalkEntry> + use<'p> {
        let Stdin { name, globs } = self.clone();
        let is_named = move |entry: &WalkEntry| globs.as_ref().is_none_or(|it| it.accept(entry));
        // `scan folder > folder/urls` would search its own rows.
        let stdout = stdout_file();
        let is_stdout = move |path: &Path| {
            stdout.as_deref().is_some_and(|stdout| {
                path.file_name() == stdout.file_name()
                    && fs::canonicalize(path).is_ok_and(|path| path == stdout)
            })
        };
        let is_read = move |entry: &WalkEntry| match entry {
            WalkEntry::File(input) if is_stdout(&input.path) => {
                message::say(&format!("{}: skipped: standard output", input.path.display()));
                false
            }
            entry => is_named(entry),
        };
        walk_entries(paths).filter(is_read).map(move |entry| match entry {
            WalkEntry::File(input) if input.path.as_os_str() == STDIN_PATH => {
                WalkEntry::File(InputFile { name: name.clone(), ..input })
            }
            entry => entry,
        })
    }
}
