//! A receipt: what a file of rows is, beside it as `FILE.split.json`.
//!
//! It says which split the rows are of, with which options they were made, and what could not be read, so
//! that the files of many runs on many machines are one whole again. It is written when the rows are
//! whole: a file without one is not done. The trap is a receipt that outlives its rows, so it is taken
//! away before they are replaced, and knows how long they are.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use urlsift::output::write_csv_heading;

use crate::args::scan::Scan;
use crate::args::values::FormatArg;
use crate::ascii;
use crate::plan::split::Split;
use crate::read::source::Unread;
use crate::scan::protected_paths::ProtectedPaths;
use crate::scan::sink::Sink;

/// What the name of a receipt ends in.
const RECEIPT_SUFFIX: &str = ".split.json";

/// What a file of rows is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Receipt {
    pub(crate) split: Split,
    pub(crate) options: ScanOptions,
    /// How long the file of rows is.
    pub(crate) bytes: u64,
    /// How many files and members are neither mail nor text.
    pub(crate) skipped: u64,
    pub(crate) unread: Vec<Unread>,
}

/// All that the rows of a file depend on beside the file.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub(crate) struct ScanOptions {
    /// That of the program.
    version: String,
    pub(crate) format: String,
    with_source: bool,
    forms: Vec<String>,
    headers: String,
    max_message: u64,
    max_member: u64,
}

impl ScanOptions {
    pub(crate) fn of(args: &Scan) -> ScanOptions {
        let mut forms: Vec<String> = args.forms.iter().map(ToString::to_string).collect();
        forms.sort_unstable();
        forms.dedup();
        ScanOptions {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            format: name(&args.format),
            with_source: args.with_source,
            forms,
            headers: name(&args.headers),
            max_message: args.max_message.number(),
            max_member: args.max_member.number(),
        }
    }

    /// Whether they are for rows of `format`.
    pub(crate) fn has_format(&self, format: FormatArg) -> bool {
        self.format == name(&format)
    }

    /// What stands before all rows.
    pub(crate) fn heading(&self) -> Vec<u8> {
        let mut heading = Vec::new();
        if self.has_format(FormatArg::Csv) {
            write_csv_heading(&mut heading);
        }
        heading
    }
}

/// What is said on the command line for `value`.
fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().expect("no value is hidden").get_name().to_owned()
}

impl Receipt {
    /// Where the receipt of `rows` is.
    pub(crate) fn path(rows: &Path) -> PathBuf {
        let mut path = OsString::from(rows);
        path.push(RECEIPT_SUFFIX);
        path.into()
    }

    /// The rows that the receipt at `path` is of; `None` if that is no receipt's name.
    pub(crate) fn rows(path: &Path) -> Option<PathBuf> {
        let name = path.file_name()?.to_str()?.strip_suffix(RECEIPT_SUFFIX)?;
        (!name.is_empty()).then(|| path.with_file_name(name))
    }

    /// The receipt of `rows`, `None` where there is none.
    ///
    /// # Errors
    ///
    /// If the receipt cannot be read, or the rows are not as it says.
    pub(crate) fn find(rows: &Path) -> anyhow::Result<Option<Receipt>> {
        let path = Receipt::path(rows);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| path.display().to_string())?,
        };
        let receipt: Receipt = serde_json::from_str(&text).with_context(|| {
            format!("{}: not a receipt of `urlsift scan --split`", path.display())
        })?;
        let name = || rows.display().to_string();
        let bytes = fs::metadata(rows).with_context(name)?.len();
        let told = receipt.bytes;
        ensure!(
            bytes == told,
            "{}: has {bytes} bytes, but its receipt says {told}; scan the split again",
            name()
        );
        Ok(Some(receipt))
    }

    /// Whether there are rows, and not a heading alone.
    pub(crate) fn has_rows(&self) -> bool {
        self.bytes > self.options.heading().len() as u64
    }

    /// Writes it beside `rows`, if what stands there is not `protected`.
    pub(crate) fn write(&self, rows: &Path, protected: &ProtectedPaths) -> anyhow::Result<()> {
        let mut sink = Sink::open(Some(&Receipt::path(rows)), protected)?;
        sink.write((ascii::json(self) + "\n").as_bytes())?;
        sink.finish()
    }

    /// Takes the receipt of `rows` away, if there is one.
    pub(crate) fn remove(rows: &Path) -> anyhow::Result<()> {
        let path = Receipt::path(rows);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| path.display().to_string())
            }
            _ => Ok(()),
        }
    }
}
