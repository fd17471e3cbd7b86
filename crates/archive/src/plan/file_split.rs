//! A split of one file: it owns the messages whose separators begin in its range (A2).

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::ascii_json;
use crate::cut::Name;
use crate::files::codec::{Codec, CodecChoice};
use crate::files::content::Content;
use crate::files::file_version::{FileVersion, NotAsPlanned};
use crate::files::first_bytes;
use crate::files::input::{InputFile, InputOrigin, STDIN_PATH};
use crate::files::stream::Stream;
use crate::mail::{Container, InputKind};
use crate::plan::bad_plan::BadPlan;

/// A file, or a range of it.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileSplit {
    /// The path of the file, or its name in a store.
    pub path: String,
    /// Always `None`: members of an archive are not split.
    pub member: Option<String>,
    /// The compression; `None` if the file is stored uncompressed.
    pub codec: Option<PlannedCodec>,
    /// The start of the range, in bytes of the file.
    pub start: u64,
    /// The end of the range.
    pub end: u64,
    /// The size of the file in bytes.
    pub size: u64,
    /// The modification time of the file, as in [`FileVersion`](crate::files::file_version::FileVersion).
    pub mtime: String,
    /// How the file is read. Its rows depend on it.
    #[serde(default, skip_serializing_if = "InputKind::is_auto")]
    pub input: InputKind,
}

/// What a plan knows about the compression of a file, if it does not know that there is none.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlannedCodec {
    /// The file was not opened.
    Unknown,
    #[serde(untagged)]
    /// The codec of the file, which was opened.
    Known(Codec),
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum SplitPart {
    Whole,
    /// The messages that begin in a range of a container.
    Range(Container, Range<u64>),
    /// Nothing, because the split at byte 0 has the whole file.
    Nothing,
}

impl FileSplit {
    pub(crate) fn ensure_valid(&self) -> Result<(), BadPlan> {
        let fail = |cause: &str| Err(BadPlan::new(cause));
        if self.member.is_some() {
            return fail("`member` is not null, but members of archives are not split");
        }
        let is_compressed = matches!(self.codec, Some(PlannedCodec::Known(_)));
        if is_compressed && self.range() != (0..self.size) {
            return fail("`codec` is not null, but a compressed file is one split");
        }
        if self.path == STDIN_PATH {
            return fail("standard input cannot be split");
        }
        let (start, end, size) = (self.start, self.end, self.size);
        let is_empty = start == end && size > 0;
        if start > end || end > size || is_empty {
            return fail(&format!(
                "the file has {size} bytes, so that it has no range {start}..{end}"
            ));
        }
        Ok(())
    }

    /// Returns the range, in bytes of the file.
    pub fn range(&self) -> Range<u64> {
        self.start..self.end
    }

    /// Returns the file to read, with the version that it must have.
    pub fn input(&self, content: &Content) -> InputFile {
        planned_input(content, &self.path, self.size, &self.mtime)
    }

    /// Returns the part to search of `input`, which is the file, and which is compressed by `choice`. It is an error if
    /// the file cannot be opened, has changed, or cannot be cut although the plan says so.
    pub(crate) fn open(
        &self,
        input: &InputFile,
        choice: CodecChoice,
    ) -> Result<SplitPart, NotAsPlanned> {
        // Check before opening: if the path is a pipe now, opening it would wait.
        input.check_version()?;
        let mut stream = Stream::new(input.content.open(&input.path, 0)?, Some(self.size));
        let (codec, container) =
            match first_bytes::codec_and_container(&mut stream, self.input, choice) {
                // The search of the whole file reports the error, after the rows before it.
                Err(_) if self.range() == (0..self.size) => return Ok(SplitPart::Whole),
                found => found?,
            };
        let is_known = self.codec != Some(PlannedCodec::Unknown);
        let is_declared = matches!(choice, CodecChoice::Only(_));
        if is_known && codec.map(PlannedCodec::Known) != self.codec {
            return Err(NotAsPlanned::new(format!(
                "compressed with {}, but the plan says {}; make a new plan",
                codec_name(codec.map(PlannedCodec::Known)),
                codec_name(self.codec)
            )));
        }
        if self.range() == (0..self.size) {
            return Ok(SplitPart::Whole);
        }
        match container {
            Some(container) => Ok(SplitPart::Range(container, self.range())),
            // Each split of the file decides by the same bytes, so exactly one of them has the file.
            None if (!is_known || is_declared) && self.start == 0 => Ok(SplitPart::Whole),
            None if !is_known || is_declared => Ok(SplitPart::Nothing),
            None => Err(NotAsPlanned::new(
                "only an uncompressed mbox, news batch or LISTSERV log can be divided; make a new plan",
            )),
        }
    }
}

pub(crate) fn planned_input(content: &Content, path: &str, size: u64, mtime: &str) -> InputFile {
    InputFile {
        path: path.into(),
        content: content.clone(),
        origin: InputOrigin::Directory,
        planned: Some(FileVersion { size, mtime: mtime.to_owned() }),
        name: Some(Name::new(path, None)),
    }
}

fn codec_name(codec: Option<PlannedCodec>) -> String {
    codec.map_or_else(|| "nothing".to_owned(), |codec| ascii_json::json(&codec).replace('"', ""))
}
