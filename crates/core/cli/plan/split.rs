//! A split: a file or a range of its bytes, searched by itself. It is one line of a plan.
//!
//! It owns the messages whose separators begin in its range (A2), so no other part of the file must be known.
//! If the file changes after the plan is made, the ranges fall on other messages, and rows would be missing
//! or doubled. So a split holds the size and modification time of its file and is refused if either differs.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use urlsift::archive::Container;

use crate::ascii;
use crate::read::codec::Codec;
use crate::read::input::STDIN_PATH;
use crate::read::kind;
use crate::read::stream::Stream;

/// A line of a plan, as a file or a range of it.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Split {
    pub(crate) path: String,
    /// Always `None`: members of an archive are not split.
    pub(crate) member: Option<String>,
    pub(crate) codec: Option<Codec>,
    /// The range, in bytes of the file.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// The size of the file in bytes.
    pub(crate) size: u64,
    /// The modification time of the file, as [`mtime`] writes it.
    pub(crate) mtime: String,
}

/// A range of a container. The messages that begin in it are searched.
pub(crate) type ContainerRange = (Container, Range<u64>);

impl Split {
    /// Reads the splits of the plan `text`, in order. Errors cite the plan by `name`.
    ///
    /// # Errors
    ///
    /// If a line is neither blank nor a split.
    pub(crate) fn read_lines(text: &str, name: &str) -> anyhow::Result<Vec<Split>> {
        let numbered = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let split = |(number, line): (usize, &str)| {
            Split::read(line)
                .with_context(|| format!("{name}, line {number}: not a line of `urlsift plan`"))
        };
        numbered.map(split).collect()
    }

    /// Reads the splits of the plan at `path`, which may be standard input.
    pub(crate) fn read_plan(path: &Path) -> anyhow::Result<Vec<Split>> {
        let name = path.display().to_string();
        let mut text = String::new();
        if path == Path::new(STDIN_PATH) {
            io::stdin().read_to_string(&mut text).map(|_| ())
        } else {
            fs::read_to_string(path).map(|read| text = read)
        }
        .with_context(|| name.clone())?;
        Split::read_lines(&text, &name)
    }

    fn read(line: &str) -> anyhow::Result<Split> {
        let split: Split = serde_json::from_str(line).map_err(|error| json_error(&error))?;
        ensure!(
            split.member.is_none(),
            "`member` is not null, but members of archives are not split"
        );
        ensure!(
            split.codec.is_none() || split.range() == (0..split.size),
            "`codec` is not null, but a compressed file is one split"
        );
        ensure!(split.path != STDIN_PATH, "standard input cannot be split");
        let (start, end, size) = (split.start, split.end, split.size);
        let is_empty = start == end && size > 0;
        ensure!(
            start <= end && end <= size && !is_empty,
            "the file has {size} bytes, so that it has no range {start}..{end}"
        );
        Ok(split)
    }

    /// Returns the split as a line of JSON, without the line end.
    pub(crate) fn line(&self) -> String {
        ascii::json(self)
    }

    pub(crate) fn range(&self) -> Range<u64> {
        self.start..self.end
    }

    /// Returns the FNV-1a hash of the line (64 bits), for file names. Two splits may have the same hash, so
    /// callers also compare the splits.
    pub(crate) fn id(&self) -> u64 {
        // For each byte: xor it into the hash, then multiply by the FNV prime. The fold starts with the FNV
        // offset basis.
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.line().bytes().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// Returns the range to search, or `None` for the whole file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, has changed, or cannot be cut.
    pub(crate) fn open(&self) -> anyhow::Result<Option<ContainerRange>> {
        // Check before opening: if the path is a pipe now, opening it would wait.
        self.check()?;
        let file = File::open(&self.path)?;
        let (codec, container) = kind::codec_and_container(&mut Stream::new(file, Some(self.size)));
        ensure!(
            codec == self.codec,
            "compressed with {}, but the plan says {}; make a new plan",
            codec_name(codec),
            codec_name(self.codec)
        );
        if self.range() == (0..self.size) {
            return Ok(None);
        }
        let Some(container) = container else {
            bail!(
                "only an uncompressed mbox, news batch or LISTSERV log can be divided; make a new plan"
            );
        };
        Ok(Some((container, self.range())))
    }

    /// Returns an error if the file is not as it was when the plan was made.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let is = fs::metadata(&self.path)?;
        ensure!(is.is_file(), "not a regular file any more; make a new plan");
        let (size, mtime) = (is.len(), mtime(&is)?);
        ensure!(
            (size, &mtime) == (self.size, &self.mtime),
            "changed since the plan was made; make a new plan (its size is {size} and was {}, its mtime is \
             {mtime} and was {})",
            self.size,
            self.mtime
        );
        Ok(())
    }
}

/// The form for messages.
impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes {}..{}", self.start, self.end)
    }
}

/// Returns the name of `codec` for messages.
fn codec_name(codec: Option<Codec>) -> String {
    codec.map_or_else(|| "nothing".to_owned(), |codec| ascii::json(&codec).replace('"', ""))
}

/// Returns what is wrong with a line that is not a split, without a position in JSON, which no user looks for.
fn json_error(error: &serde_json::Error) -> anyhow::Error {
    if !error.is_data() {
        return anyhow::anyhow!("not a JSON object");
    }
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    anyhow::anyhow!("{}", text.strip_suffix(&place).unwrap_or(&text))
}

/// Returns the modification time, in seconds since 1970 with nine decimals. It is a string, because many JSON
/// parsers would round the number.
pub(crate) fn mtime(metadata: &Metadata) -> io::Result<String> {
    let time = metadata.modified()?;
    let (sign, since) = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => ("", since),
        Err(before) => ("-", before.duration()),
    };
    Ok(format!("{sign}{}.{:09}", since.as_secs(), since.subsec_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_split_is_an_error() {
        let line = |member, start, end, size| {
            format!(
                r#"{{"path":"a","member":{member},"codec":null,"start":{start},"end":{end},"size":{size},"mtime":"1.000000000"}}"#
            )
        };
        // (line, error)
        let table = [
            (line("null", 0, 0, 0), None),
            (line("null", 3, 9, 9), None),
            (line("null", 3, 3, 9), Some("the file has 9 bytes, so that it has no range 3..3")),
            (line("null", 4, 3, 9), Some("the file has 9 bytes, so that it has no range 4..3")),
            (line("null", 3, 10, 9), Some("the file has 9 bytes, so that it has no range 3..10")),
            (
                line("\"b\"", 0, 9, 9),
                Some("`member` is not null, but members of archives are not split"),
            ),
            ("{}".to_owned(), Some("missing field `path`")),
            ("x".to_owned(), Some("not a JSON object")),
            (r#"{"path":3}"#.to_owned(), Some("invalid type: integer `3`, expected a string")),
        ];
        for (line, expected) in table {
            let read = Split::read_lines(&format!("\n{line}\r\n"), "plan");
            let expected = expected
                .map(|cause| format!("plan, line 2: not a line of `urlsift plan`: {cause}"));
            assert_eq!(read.as_ref().err().map(|error| format!("{error:#}")), expected, "{line}");
            if let Ok(splits) = read {
                assert_eq!(splits[0].line(), line, "it is written as it was read");
            }
        }
    }

    #[test]
    fn a_line_escapes_characters_beyond_ascii() {
        let split = Split {
            path: "b\u{fc}cher\u{202e}".to_owned(),
            member: None,
            codec: Some(Codec::Gzip),
            start: 0,
            end: 1,
            size: 1,
            mtime: "0.000000000".to_owned(),
        };
        let line = r#"{"path":"b\u00fccher\u202e","member":null,"codec":"gzip","start":0,"end":1,"size":1,"mtime":"0.000000000"}"#;
        assert_eq!(split.line(), line);
        assert_eq!(Split::read(line).expect("it is one"), split);
    }
}
