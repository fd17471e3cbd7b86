//! The version of a file: its size and modification time, which a plan records. If a file changed, the ranges of a plan
//! would fall on other messages. A source that the caller opens has no time, and is compared by its size.

use std::borrow::Borrow;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::files::content::{Content, cause_of};
use crate::mail::{Damage, DamageKind};

text_error! {
    /// The error for a file that is not as it was planned, or that cannot be opened.
    NotAsPlanned, pub(crate) new
}

impl From<io::Error> for NotAsPlanned {
    fn from(error: io::Error) -> NotAsPlanned {
        NotAsPlanned::new(cause_of(&error))
    }
}

/// The size of a file in bytes, and its modification time.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct FileVersion {
    /// The size in bytes.
    pub size: u64,
    /// The modification time in seconds since 1970, with nine decimals.
    pub mtime: String,
}

impl FileVersion {
    /// Returns the version of the file with `metadata`.
    ///
    /// # Errors
    ///
    /// If the system does not record modification times.
    pub fn of(metadata: &Metadata) -> io::Result<FileVersion> {
        Ok(FileVersion { size: metadata.len(), mtime: mtime(metadata)? })
    }

    pub(crate) fn check(&self, path: &Path, content: &Content) -> Result<(), NotAsPlanned> {
        let (size, mtime) = match content {
            Content::Path => {
                let metadata = fs::metadata(path)?;
                if !metadata.is_file() {
                    return Err(NotAsPlanned::new("not a regular file any more; make a new plan"));
                }
                let FileVersion { size, mtime } = FileVersion::of(&metadata)?;
                (Some(size), Some(mtime))
            }
            Content::Bytes(bytes) => (Some(bytes.len() as u64), None),
            Content::Source(source) => (source.length(&path.to_string_lossy())?, None),
        };
        let mut differences = Vec::new();
        if let Some(size) = size.filter(|size| *size != self.size) {
            differences.push(format!("its size is {size} and was {}", self.size));
        }
        if let Some(mtime) = mtime.filter(|mtime| *mtime != self.mtime) {
            differences.push(format!("its mtime is {mtime} and was {}", self.mtime));
        }
        if differences.is_empty() {
            return Ok(());
        }
        let differences = differences.join(", ");
        Err(NotAsPlanned::new(format!(
            "changed since the plan was made; make a new plan ({differences})"
        )))
    }
}

#[derive(Debug)]
pub(crate) struct OpenedVersion<F> {
    file: F,
    size: Option<u64>,
    mtime: Option<SystemTime>,
}

impl<F: Borrow<File>> OpenedVersion<F> {
    pub(crate) fn of(file: F) -> OpenedVersion<F> {
        let is = file.borrow().metadata().ok().filter(Metadata::is_file);
        let mtime = is.as_ref().and_then(|is| is.modified().ok());
        OpenedVersion { file, size: is.map(|is| is.len()), mtime }
    }

    pub(crate) fn file(&self) -> &File {
        self.file.borrow()
    }

    pub(crate) fn size(&self) -> Option<u64> {
        self.size
    }

    /// Returns the damage of a file that was written since it was opened. A file that took its place does not matter.
    pub(crate) fn change(&self) -> Option<Damage> {
        let (size, is) = (self.size?, self.file().metadata().ok()?);
        let is_same = is.len() == size && is.modified().ok() == self.mtime;
        let damage = || Damage::new(DamageKind::Changed, None, DamageKind::Changed.description());
        (!is_same).then(damage)
    }
}

/// Returns seconds since 1970 with nine decimals. It is a string, because many JSON parsers would round the number.
fn mtime(metadata: &Metadata) -> io::Result<String> {
    let time = metadata.modified()?;
    let (sign, since) = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => ("", since),
        Err(before) => ("-", before.duration()),
    };
    Ok(format!("{sign}{}.{:09}", since.as_secs(), since.subsec_nanos()))
}
