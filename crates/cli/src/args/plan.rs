//! The arguments of `urlsift plan`.

use std::path::PathBuf;

use clap::ValueHint;
use urlsift_archive::mail::InputKind;

use crate::args::examples::examples;
use crate::args::shared::{OutputArgs, ThreadArgs};
use crate::args::values::{inputs, path, split_size};
use crate::size::Size;

/// Divide files into splits that can be scanned separately
///
/// Prints one split a line, as a JSON object. An uncompressed mailbox, news batch or LISTSERV log is divided
/// into byte ranges without being read; a split owns the messages that begin in its range. Small files share
/// a split. Every other file is one split. `urlsift scan --split` scans one, on any machine.
///
/// Exit status: 0 if there is a split, 1 if there is none, 2 if a file could not be planned.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Plan a folder of mailboxes:", "urlsift plan -o shelf.plan archive/"),
    ("Plan the files that another program lists, in the order of its lines:",
        r"find archive/ -type f -printf '%p\t%s\t%T@\n' | urlsift plan --from -"),
    ("Scan the first split:", "urlsift scan --split shelf.plan:1 --format jsonl -o urls.1.jsonl"),
], ""))]
pub(crate) struct Plan {
    /// Files and folders
    #[arg(value_name = "PATH", value_parser = path(), value_hint = ValueHint::AnyPath,
        required_unless_present = "from")]
    pub(crate) paths: Vec<PathBuf>,

    /// Plan the files of a listing without opening them
    ///
    /// LIST is a file, or `-` for standard input. A line of it is a path, a size in bytes and a modification time in
    /// seconds since 1970, with tabs between them, or a JSON object with the fields `path`, `size` and `mtime`. The
    /// fields may also be called `uri` and `version`. The order of the lines is that of the splits.
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath, conflicts_with = "paths",
        help_heading = "Input")]
    pub(crate) from: Option<PathBuf>,

    /// How the files will be read
    ///
    /// Give the scan of the splits the same value. A file that is read as `text` or `html` is one split.
    #[arg(long, value_name = "KIND", default_value = "auto", value_parser = inputs(),
        help_heading = "Input")]
    pub(crate) input: InputKind,

    /// Length of a split
    ///
    /// SIZE is a number of bytes, which may be followed by K, M, G or T (powers of 1024).
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = split_size, help_heading = "Splits")]
    pub(crate) split_bytes: Size,

    /// Length of a pack of small files
    ///
    /// A pack is a split of several files. They follow each other in the order of the input, and each counts 4K more
    /// than its size. Files larger than --split-bytes are not packed. With 0, each file has a split of its own.
    /// SIZE is as for --split-bytes.
    #[arg(long, value_name = "SIZE", default_value = "64M", help_heading = "Splits")]
    pub(crate) pack_bytes: Size,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}
