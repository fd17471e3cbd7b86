//! The receipt of a file of rows, stored beside it as `FILE.split.json`.
//!
//! It says which split the rows are from, which options made them, and what could not be read. With it,
//! `urlsift merge` can put together the rows of many runs and machines. A receipt is written after its rows
//! are complete; a file without a receipt is unfinished. It is removed before its rows are replaced, and
//! holds their length and digest, so that it never describes other rows.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::output::write_csv_heading;
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use urlsift::extract::Forms;
use urlsift::scan::ascii_json;
use urlsift::scan::files::Unread;
use urlsift::scan::plan::Split;
use urlsift::scan::row::ALL_FIELDS;

use crate::args::scan::Scan;
use crate::args::select::StringsFile;
use crate::args::values::{FormatArg, row_fields, value_name};
use crate::plan::digest::Digested;
use crate::protected_paths::ProtectedPaths;
use crate::sink::Sink;

/// The end of a receipt's file name.
const RECEIPT_SUFFIX: &str = ".split.json";

/// The receipt of a file of rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Receipt {
    pub(crate) split: Split,
    pub(crate) options: ScanOptions,
    /// The length of the file of rows in bytes.
    pub(crate) bytes: u64,
    /// The number of rows.
    pub(crate) rows: u64,
    /// The digest of the file of rows, as [`Digested`] writes it.
    pub(crate) digest: String,
    /// The number of files and members that are neither mail nor text.
    pub(crate) skipped: u64,
    /// What could not be read or was skipped, as the list of damage has it.
    pub(crate) unread: Vec<Unread>,
}

/// The options that the rows depend on. Rows with different options cannot be merged.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub(crate) struct ScanOptions {
    /// The version of the program.
    version: String,
    pub(crate) format: String,
    with_source: bool,
    input: String,
    fields: Vec<String>,
    print0: bool,
    #[serde(default)]
    compact: bool,
    /// The options that select URLs.
    selection: Vec<String>,
    forms: Vec<String>,
    scheme_add: Vec<String>,
    headers: String,
    join: String,
    max_message: u64,
    max_member: u64,
}

impl ScanOptions {
    /// Returns the options of `args`.
    pub(crate) fn of(args: &Scan) -> ScanOptions {
        let forms = args.search.forms(Forms::default());
        let mut forms: Vec<String> = forms.iter().map(|form| form.to_string()).collect();
        forms.sort_unstable();
        let mut scheme_add = args.search.scheme_add.clone();
        scheme_add.sort_unstable();
        scheme_add.dedup();
        let mut selection = args.select.settings(StringsFile::digest);
        selection.extend(args.limits.attachments.then(|| "--attachments".to_owned()));
        ScanOptions {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            format: value_name(&args.format),
            with_source: args.with_source,
            input: args.search.input.name().to_owned(),
            fields: args.fields.clone(),
            print0: args.print0,
            compact: args.compact,
            selection,
            forms,
            scheme_add,
            headers: args.search.headers.name().to_owned(),
            join: args.search.join.name().to_owned(),
            max_message: args.limits.max_message.number(),
            max_member: args.limits.max_member.number(),
        }
    }

    /// Returns the options that `other` has with other values, with both values, for messages.
    pub(crate) fn differences(&self, other: &ScanOptions) -> String {
        let fields = |options: &ScanOptions| match serde_json::to_value(options) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        let shown = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Array(list) => {
                list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
            }
            value => value.to_string(),
        };
        let (mine, others) = (fields(self), fields(other));
        let differing = mine.iter().filter(|(name, value)| others.get(*name) != Some(value));
        let difference = |(name, value): (&String, &Value)| {
            let other = others.get(name).map_or_else(String::new, shown);
            let none = |text: String| if text.is_empty() { "none".to_owned() } else { text };
            let option = if name == "version" {
                "urlsift ".to_owned()
            } else if name == "selection" {
                return format!("selected with {} and {}", none(shown(value)), none(other));
            } else {
                format!("--{} ", name.replace('_', "-"))
            };
            format!("{option}{} and {other}", shown(value))
        };
        differing.map(difference).collect::<Vec<_>>().join(", ")
    }

    /// Reports whether the rows have the format `format`.
    pub(crate) fn has_format(&self, format: FormatArg) -> bool {
        self.format == value_name(&format)
    }

    /// Returns the heading before all rows; it is empty for most formats.
    pub(crate) fn heading(&self) -> Vec<u8> {
        let mut heading = Vec::new();
        if self.has_format(FormatArg::Csv) {
            // The receipt was written by a scan that accepted the fields.
            let fields = row_fields(&self.fields).unwrap_or_else(|_| ALL_FIELDS.clone());
            write_csv_heading(&fields, &mut heading);
        }
        heading
    }
}

impl Receipt {
    /// Returns the path of the receipt for `rows`.
    pub(crate) fn path(rows: &Path) -> PathBuf {
        let mut path = OsString::from(rows);
        path.push(RECEIPT_SUFFIX);
        path.into()
    }

    /// Returns the file of rows for the receipt at `path`, or `None` if that is not the name of a receipt.
    pub(crate) fn rows(path: &Path) -> Option<PathBuf> {
        let name = path.file_name()?.to_str()?.strip_suffix(RECEIPT_SUFFIX)?;
        (!name.is_empty()).then(|| path.with_file_name(name))
    }

    /// Reads the receipt of `rows`. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// If the receipt cannot be read, or the rows are not those that it describes.
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
        let recorded = receipt.bytes;
        let ensure_length = |bytes: u64| {
            ensure!(
                bytes == recorded,
                "{}: has {bytes} bytes, but its receipt says {recorded}; scan the split again",
                name()
            );
            Ok(())
        };
        ensure!(
            rows.try_exists().with_context(name)?,
            "{}: no such file, but its receipt {} is there; scan the split again",
            name(),
            path.display()
        );
        // Look at the length first: rows of another length need not be read.
        ensure_length(fs::metadata(rows).with_context(name)?.len())?;
        let Digested { bytes, digest } = Digested::of(rows).with_context(name)?;
        ensure_length(bytes)?;
        ensure!(
            digest == receipt.digest,
            "{}: changed after its receipt was written; scan the split again",
            name()
        );
        Ok(Some(receipt))
    }

    /// Returns what could not be read.
    pub(crate) fn damage(&self) -> impl Iterator<Item = &Unread> {
        self.unread.iter().filter(|unread| unread.kind.is_error())
    }

    /// Reports whether there are rows.
    pub(crate) fn has_rows(&self) -> bool {
        self.rows > 0
    }

    /// Writes the receipt beside `rows`, unless the path is `protected`.
    pub(crate) fn write(&self, rows: &Path, protected: &ProtectedPaths) -> anyhow::Result<()> {
        let mut sink = Sink::open(Some(&Receipt::path(rows)), protected)?;
        sink.write((ascii_json::json(self) + "\n").as_bytes())?;
        sink.finish()
    }

    /// Removes the receipt of `rows`, if there is one.
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
