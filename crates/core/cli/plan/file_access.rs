//! How the files of a plan are found on this machine, and compared with the plan.
//!
//! Rows, receipts and messages keep the path of the plan: it says where the bytes come from, and the rows of several
//! machines, which have the files in different folders, are those of one scan.

use std::path::{Path, PathBuf};

use urlsift::bulk::Name;

use crate::args::scan::Scan;
use crate::args::values::{RootArg, VersionCheckArg};
use crate::read::file_version::{FileVersion, PlannedVersion};
use crate::read::input::{InputFile, InputOrigin};

/// The options for files of a plan.
#[derive(Clone, Debug)]
pub(crate) struct FileAccess {
    roots: Vec<RootArg>,
    check: VersionCheckArg,
}

impl FileAccess {
    pub(crate) fn of(args: &Scan) -> FileAccess {
        FileAccess { roots: args.root.clone(), check: args.version_check }
    }

    /// Returns the path at which the file that the plan calls `planned` is opened: by the first `--root` that has it.
    pub(crate) fn path(&self, planned: &str) -> PathBuf {
        let mapped = self.roots.iter().find_map(|root| root.map(Path::new(planned)));
        mapped.unwrap_or_else(|| PathBuf::from(planned))
    }

    /// Returns the file that the plan calls `planned`, with the version that it must have.
    pub(crate) fn input(&self, planned: &str, size: u64, mtime: &str) -> InputFile {
        let version = FileVersion { size, mtime: mtime.to_owned() };
        InputFile {
            path: self.path(planned),
            origin: InputOrigin::Directory,
            planned: Some(PlannedVersion { version, check: self.check }),
            name: Some(Name::new(planned, None)),
        }
    }
}
