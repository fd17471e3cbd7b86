//! How the files of a plan are found on this machine, and compared with the plan.
//!
//! Rows, receipts and messages keep the path of the plan: it says where the bytes come from, and the rows of several
//! machines, which have the files in different folders, are those of one scan.

use std::path::{Component, Path, PathBuf};

use crate::scan::bulk::Name;
use crate::scan::files::content::Content;
use crate::scan::files::file_version::{FileVersion, PlannedVersion, VersionCheck};
use crate::scan::files::input::{InputFile, InputOrigin};

/// A folder of a plan, and the folder that has its files on this machine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Root {
    old: PathBuf,
    new: PathBuf,
}

impl Root {
    /// Returns the root for the files below `old`, which are below `new`.
    pub fn new(old: impl Into<PathBuf>, new: impl Into<PathBuf>) -> Root {
        Root { old: old.into(), new: new.into() }
    }

    /// Returns where the file `path` of a plan is, or `None` if it is not below the old folder.
    fn map(&self, path: &Path) -> Option<PathBuf> {
        // Every path begins with no path, but one from the root of a file system is below no relative folder. On Windows
        // `/mail` is such a path and still not absolute, because it names no drive.
        let is_from_root =
            matches!(path.components().next(), Some(Component::Prefix(_) | Component::RootDir));
        let is_below = !(self.old.as_os_str().is_empty() && is_from_root);
        let rest = path.strip_prefix(&self.old).ok().filter(|_| is_below)?;
        Some(if rest.as_os_str().is_empty() { self.new.clone() } else { self.new.join(rest) })
    }
}

/// Where the files of a plan are, and how they are compared with it.
#[derive(Clone, Debug, Default)]
pub struct FileAccess {
    /// The folders that have moved. The first that has a file counts.
    pub roots: Vec<Root>,
    /// How files are compared with the plan.
    pub check: VersionCheck,
    /// How files are opened. [`Content::Bytes`] would be the content of every file.
    pub content: Content,
}

impl FileAccess {
    /// Returns the path at which the file that the plan calls `planned` is opened: by the first root that has it.
    pub fn path(&self, planned: &str) -> PathBuf {
        let mapped = self.roots.iter().find_map(|root| root.map(Path::new(planned)));
        mapped.unwrap_or_else(|| PathBuf::from(planned))
    }

    /// Returns the file that the plan calls `planned`, with the version that it must have.
    pub fn input(&self, planned: &str, size: u64, mtime: &str) -> InputFile {
        let version = FileVersion { size, mtime: mtime.to_owned() };
        InputFile {
            path: self.path(planned),
            content: self.content.clone(),
            origin: InputOrigin::Directory,
            planned: Some(PlannedVersion { version, check: self.check }),
            name: Some(Name::new(planned, None)),
        }
    }
}
