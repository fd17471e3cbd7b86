//! A split of one file: the whole file or a range of its bytes.
//!
//! It owns the messages whose separators begin in its range (A2), so no other part of the file must be known.

use std::fs::File;
use std::ops::Range;

use anyhow::{bail, ensure};
use serde::{Deserialize, Serialize};
use urlsift::archive::Container;

use crate::args::values::InputArg;
use crate::ascii;
use crate::plan::file_access::FileAccess;
use crate::read::codec::Codec;
use crate::read::input::{InputFile, STDIN_PATH};
use crate::read::kind;
use crate::read::stream::Stream;

/// A file, or a range of it.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileSplit {
    pub(crate) path: String,
    /// Always `None`: members of an archive are not split.
    pub(crate) member: Option<String>,
    pub(crate) codec: Option<PlannedCodec>,
    /// The range, in bytes of the file.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// The size of the file in bytes.
    pub(crate) size: u64,
    /// The modification time of the file, as in [`FileVersion`](crate::read::file_version::FileVersion).
    pub(crate) mtime: String,
    /// How the file is read. Its rows depend on it.
    #[serde(default, skip_serializing_if = "InputArg::is_auto")]
    pub(crate) input: InputArg,
}

/// What a plan knows about the compression of a file, if it does not know that there is none.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlannedCodec {
    /// The file was not opened.
    Unknown,
    #[serde(untagged)]
    Known(Codec),
}

/// The part of a file that a split searches.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum SplitPart {
    Whole,
    /// The messages that begin in a range of a container.
    Range(Container, Range<u64>),
    /// Nothing, because the split at byte 0 has the whole file.
    Nothing,
}

impl FileSplit {
    /// Returns an error if this is no split that a plan has.
    pub(crate) fn ensure_valid(&self) -> anyhow::Result<()> {
        ensure!(
            self.member.is_none(),
            "`member` is not null, but members of archives are not split"
        );
        ensure!(
            !matches!(self.codec, Some(PlannedCodec::Known(_))) || self.range() == (0..self.size),
            "`codec` is not null, but a compressed file is one split"
        );
        ensure!(self.path != STDIN_PATH, "standard input cannot be split");
        let (start, end, size) = (self.start, self.end, self.size);
        let is_empty = start == end && size > 0;
        ensure!(
            start <= end && end <= size && !is_empty,
            "the file has {size} bytes, so that it has no range {start}..{end}"
        );
        Ok(())
    }

    pub(crate) fn range(&self) -> Range<u64> {
        self.start..self.end
    }

    /// Returns the file to read, with the version that it must have.
    pub(crate) fn input(&self, access: &FileAccess) -> InputFile {
        access.input(&self.path, self.size, &self.mtime)
    }

    /// Returns the part to search of `input`, which is the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, has changed, or cannot be cut although the plan says so.
    pub(crate) fn open(&self, input: &InputFile) -> anyhow::Result<SplitPart> {
        // Check before opening: if the path is a pipe now, opening it would wait.
        input.check_version()?;
        let file = File::open(&input.path)?;
        let mut stream = Stream::new(file, Some(self.size));
        let (codec, container) = kind::codec_and_container(&mut stream, self.input.into());
        let is_known = self.codec != Some(PlannedCodec::Unknown);
        ensure!(
            !is_known || codec.map(PlannedCodec::Known) == self.codec,
            "compressed with {}, but the plan says {}; make a new plan",
            codec_name(codec.map(PlannedCodec::Known)),
            codec_name(self.codec)
        );
        if self.range() == (0..self.size) {
            return Ok(SplitPart::Whole);
        }
        match container {
            Some(container) => Ok(SplitPart::Range(container, self.range())),
            // Each split of the file decides by the same bytes, so exactly one of them has the file.
            None if !is_known && self.start == 0 => Ok(SplitPart::Whole),
            None if !is_known => Ok(SplitPart::Nothing),
            None => bail!(
                "only an uncompressed mbox, news batch or LISTSERV log can be divided; make a new plan"
            ),
        }
    }
}

/// Returns the name of `codec` for messages.
fn codec_name(codec: Option<PlannedCodec>) -> String {
    codec.map_or_else(|| "nothing".to_owned(), |codec| ascii::json(&codec).replace('"', ""))
}
