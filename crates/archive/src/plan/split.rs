//! A split, which is searched by itself: a file, a range of its bytes, or a pack of files.

use std::fmt;
use std::ops::Range;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

use crate::ascii_json;
use crate::files::content::Content;
use crate::files::file_version::NotAsPlanned;
use crate::mail::InputKind;
use crate::plan::bad_plan::BadPlan;
use crate::plan::file_split::{FileSplit, PlannedCodec};
use crate::plan::pack::{Pack, PackedFile};

/// A line of a plan.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Split {
    /// A file, or a range of it.
    File(FileSplit),
    /// Several whole files.
    Pack(Pack),
}

/// A range that a split has of a file, with what the plan knows about the file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PlannedRange<'s> {
    /// The path of the file.
    pub path: &'s str,
    /// The range, in bytes of the file.
    pub range: Range<u64>,
    /// The size of the file in bytes.
    pub size: u64,
    /// The modification time of the file.
    pub mtime: &'s str,
    /// The compression of the file, as far as the plan knows it.
    pub codec: Option<PlannedCodec>,
}

impl<'s> PlannedRange<'s> {
    fn of_packed(file: &'s PackedFile) -> PlannedRange<'s> {
        let PackedFile { path, size, mtime } = file;
        let codec = Some(PlannedCodec::Unknown);
        PlannedRange { path, range: 0..*size, size: *size, mtime, codec }
    }
}

/// A split in the list of damage. A pack has its id there, because all its files would make each line long.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum BriefSplit<'s> {
    /// The split of a file.
    File(&'s FileSplit),
    /// A pack.
    Pack {
        /// The [id](Split::id) in hexadecimal digits.
        pack: String,
        /// The number of files.
        files: usize,
    },
}

/// Fields that show what a split is are looked at first. An untagged enum would not say which field is wrong.
impl<'de> Deserialize<'de> for Split {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Split, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let split = if value.get("files").is_some() {
            serde_json::from_value(value).map(Split::Pack)
        } else {
            serde_json::from_value(value).map(Split::File)
        };
        split.map_err(D::Error::custom)
    }
}

impl Split {
    pub(crate) fn ensure_valid(&self) -> Result<(), BadPlan> {
        match self {
            Split::File(file) => file.ensure_valid(),
            Split::Pack(pack) => pack.ensure_valid(),
        }
    }

    /// Returns the FNV-1a hash of the split as JSON (64 bits), for file names. Two splits may have the same hash.
    pub fn id(&self) -> u64 {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        ascii_json::json(self).bytes().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// Returns the path of the file, or of the first file.
    pub fn path(&self) -> &str {
        match self {
            Split::File(file) => &file.path,
            Split::Pack(pack) => pack.files.first().map_or("", |file| &file.path),
        }
    }

    /// Returns how the files of the split are read.
    pub fn input(&self) -> InputKind {
        match self {
            Split::File(file) => file.input,
            Split::Pack(pack) => pack.input,
        }
    }

    /// Returns the ranges of files that the split has.
    pub fn ranges(&self) -> Vec<PlannedRange<'_>> {
        match self {
            Split::File(file) => vec![PlannedRange {
                path: &file.path,
                range: file.range(),
                size: file.size,
                mtime: &file.mtime,
                codec: file.codec,
            }],
            Split::Pack(pack) => pack.files.iter().map(PlannedRange::of_packed).collect(),
        }
    }

    /// Compares the file of a split with the plan again, after the split was searched. The files of a pack are compared
    /// when they are read, before and after.
    ///
    /// # Errors
    ///
    /// If the file is not as planned. Its rows may be from the old or the new content.
    pub fn check(&self, content: &Content) -> Result<(), NotAsPlanned> {
        match self {
            Split::File(file) => file.input(content).check_version(),
            Split::Pack(_) => Ok(()),
        }
    }

    /// Returns the split as the list of damage has it.
    pub fn brief(&self) -> BriefSplit<'_> {
        match self {
            Split::File(file) => BriefSplit::File(file),
            Split::Pack(pack) => {
                BriefSplit::Pack { pack: format!("{:016x}", self.id()), files: pack.files.len() }
            }
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Split::File(file) => write!(f, "bytes {}..{}", file.start, file.end),
            Split::Pack(pack) => write!(f, "the first file of a pack of {}", pack.files.len()),
        }
    }
}
