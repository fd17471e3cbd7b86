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
use crate::plan::file_split::FileSplit;
use crate::plan::pack::Pack;

/// A line of a plan.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Split {
    /// A file, or a range of it.
    File(FileSplit),
    /// Several whole files.
    Pack(Pack),
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
    /// Reads one line of a plan.
    ///
    /// # Errors
    ///
    /// If it is not a split.
    pub fn read(line: &str) -> Result<Split, BadPlan> {
        let Ok(fields @ Value::Object(_)) = serde_json::from_str(line) else {
            return Err(BadPlan::new("not a JSON object"));
        };
        let split = Split::deserialize(fields)?;
        split.ensure_valid()?;
        Ok(split)
    }

    /// Returns the line of JSON, without the line end.
    pub fn json(&self) -> String {
        ascii_json::json(self)
    }

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

    /// Returns the paths of the files of the split, each with the range that it has of the file, in bytes.
    pub fn ranges(&self) -> Vec<(&str, Range<u64>)> {
        match self {
            Split::File(file) => vec![(&file.path, file.range())],
            Split::Pack(pack) => {
                pack.files.iter().map(|file| (&*file.path, 0..file.size)).collect()
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::codec::Codec;
    use crate::plan::file_split::PlannedCodec;

    fn file(member: &str, start: u64, end: u64, size: u64) -> String {
        format!(
            r#"{{"path":"a","member":{member},"codec":null,"start":{start},"end":{end},"size":{size},"mtime":"1.000000000"}}"#
        )
    }

    #[test]
    fn a_line_that_is_no_split_is_an_error() {
        let packed = r#"{"path":"a","size":3,"mtime":"1.000000000"}"#;
        let pack = |files: &str| format!(r#"{{"files":[{files}]}}"#);
        // (line, error)
        let table = [
            (file("null", 0, 0, 0), None),
            (file("null", 3, 9, 9), None),
            (file("null", 3, 9, 9).replace("null,\"start", "\"unknown\",\"start"), None),
            (pack(packed), None),
            (pack(&[packed, packed].join(",")), None),
            (file("null", 3, 9, 9).replace('}', r#","input":"mail"}"#), None),
            (pack(packed).replace("]}", r#"],"input":"text"}"#), None),
            (file("null", 3, 3, 9), Some("the file has 9 bytes, so that it has no range 3..3")),
            (file("null", 4, 3, 9), Some("the file has 9 bytes, so that it has no range 4..3")),
            (file("null", 3, 10, 9), Some("the file has 9 bytes, so that it has no range 3..10")),
            (
                file("\"b\"", 0, 9, 9),
                Some("`member` is not null, but members of archives are not split"),
            ),
            (pack(""), Some("`files` is empty")),
            (pack(&packed.replace("\"a\"", "\"-\"")), Some("standard input cannot be split")),
            (pack(&packed.replace(",\"size\":3", "")), Some("missing field `size`")),
            ("{}".to_owned(), Some("missing field `path`")),
            ("[]".to_owned(), Some("not a JSON object")),
            ("x".to_owned(), Some("not a JSON object")),
            (r#"{"path":3}"#.to_owned(), Some("invalid type: integer `3`, expected a string")),
        ];
        for (line, expected) in table {
            let read = Split::read(&line);
            assert_eq!(read.as_ref().err().map(ToString::to_string).as_deref(), expected, "{line}");
            if let Ok(split) = read {
                assert_eq!(split.json(), line, "it is written as it was read");
            }
        }
    }

    #[test]
    fn a_line_escapes_characters_beyond_ascii() {
        let split = Split::File(FileSplit {
            path: "b\u{fc}cher\u{202e}".to_owned(),
            member: None,
            codec: Some(PlannedCodec::Known(Codec::Gzip)),
            start: 0,
            end: 1,
            size: 1,
            mtime: "0.000000000".to_owned(),
            input: InputKind::Auto,
        });
        let json = r#"{"path":"b\u00fccher\u202e","member":null,"codec":"gzip","start":0,"end":1,"size":1,"mtime":"0.000000000"}"#;
        assert_eq!(split.json(), json);
        assert_eq!(Split::read(json).expect("it is one"), split);
    }
}
