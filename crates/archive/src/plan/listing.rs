//! Listings: files with their sizes and modification times. The files are not opened.

use serde::Deserialize;

use crate::files::codec::{PACKED_SUFFIXES, has_suffix};
use crate::files::input::STDIN_PATH;
use crate::mail::InputKind;
use crate::plan::bad_plan::BadPlan;
use crate::plan::file_split::PlannedCodec;
use crate::plan::pack::PackedFile;
use crate::plan::packing::Divisibility;

const MTIME_DECIMALS: usize = 9;

/// A line that is a JSON object. Other fields are ignored.
#[derive(Deserialize)]
struct ListedFile {
    path: Option<String>,
    /// Read if there is no `path`.
    uri: Option<String>,
    size: u64,
    mtime: Option<ListedTime>,
    /// Read if there is no `mtime`.
    version: Option<ListedTime>,
}

/// A number with decimals would be rounded, so it must be a string.
#[derive(Deserialize)]
#[serde(untagged)]
enum ListedTime {
    Seconds(i64),
    Decimal(f64),
    Text(String),
}

/// Returns how a listed file is divided. It is not opened, so its name decides; `scan --split` mends a wrong guess.
pub(crate) fn divisibility(file: &PackedFile, input: InputKind) -> Divisibility {
    let is_cut = !input.is_one_text() && !has_suffix(&file.path, PACKED_SUFFIXES);
    Divisibility { codec: Some(PlannedCodec::Unknown), is_cut }
}

impl PackedFile {
    /// Reads a line of a listing: a JSON object, or path, size and modification time between tabs.
    ///
    /// # Errors
    ///
    /// If the line is neither.
    pub fn of_line(line: &[u8]) -> Result<PackedFile, BadPlan> {
        let line = std::str::from_utf8(line).map_err(|_| BadPlan::new("not UTF-8"))?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        // The last two fields have no tabs, so a path may have some. It may also begin with a brace.
        let mut fields = line.rsplitn(3, '\t');
        let fields = match (fields.next(), fields.next(), fields.next()) {
            (Some(mtime), Some(size), Some(path)) => Some((path, size.parse(), mtime)),
            _ => None,
        };
        match fields {
            Some((path, Ok(size), mtime)) => PackedFile::listed(path, size, mtime),
            _ if line.trim_start().starts_with('{') => PackedFile::of_json(line),
            Some(_) => Err(BadPlan::new("its size is not a number of bytes")),
            None => Err(BadPlan::new(
                "neither a JSON object nor a path, a size and a time between tabs",
            )),
        }
    }

    fn of_json(line: &str) -> Result<PackedFile, BadPlan> {
        let ListedFile { path, uri, size, mtime, version } = serde_json::from_str(line)?;
        let path = path.or(uri).ok_or_else(|| BadPlan::new("it has neither `path` nor `uri`"))?;
        let time = mtime.or(version);
        let time = time.ok_or_else(|| BadPlan::new("it has neither `mtime` nor `version`"))?;
        let mtime = match time {
            ListedTime::Seconds(seconds) => seconds.to_string(),
            ListedTime::Text(text) => text,
            ListedTime::Decimal(time) => {
                return Err(BadPlan::new(format!(
                    "its time has decimals and must be a string, such as \"{time}\""
                )));
            }
        };
        PackedFile::listed(&path, size, &mtime)
    }

    /// Returns the file `path` of `size` bytes. `mtime` is its modification time in seconds since 1970, or another text
    /// that changes with its content.
    ///
    /// # Errors
    ///
    /// If `path` is empty or `-`.
    pub fn listed(path: &str, size: u64, mtime: &str) -> Result<PackedFile, BadPlan> {
        if path.is_empty() {
            return Err(BadPlan::new("its path is empty"));
        }
        if path == STDIN_PATH {
            return Err(BadPlan::new("standard input cannot be planned; save it to a file"));
        }
        Ok(PackedFile { path: path.to_owned(), size, mtime: normalized(mtime.to_owned()) })
    }
}

fn normalized(mtime: String) -> String {
    let (seconds, decimals) = mtime.split_once('.').unwrap_or((&mtime, ""));
    let digits = seconds.strip_prefix('-').unwrap_or(seconds);
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    // Further decimals that are not 0 make it another time.
    let (kept, rest) = decimals.split_at_checked(MTIME_DECIMALS).unwrap_or((decimals, ""));
    if digits.is_empty()
        || !is_number(digits)
        || !is_number(kept)
        || rest.bytes().any(|it| it != b'0')
    {
        return mtime;
    }
    format!("{seconds}.{kept:0<MTIME_DECIMALS$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_listing_are_read() {
        let file = |line: &[u8]| match PackedFile::of_line(line) {
            Ok(PackedFile { path, size, mtime }) => format!("{path} {size} {mtime}"),
            Err(error) => error.to_string(),
        };
        // (line, path, size and time, or the error)
        let table: &[(&[u8], &str)] = &[
            (b"a\t3\t1", "a 3 1.000000000"),
            (b"a b\tc\t3\t1.5\r", "a b\tc 3 1.500000000"),
            (b"a\t0\t1700000000.1234567890", "a 0 1700000000.123456789"),
            (b"a\t0\t-1.25", "a 0 -1.250000000"),
            // Versions of other stores are kept.
            (b"a\t0\t1700000000.1234567891", "a 0 1700000000.1234567891"),
            (b"a\t0\tW/\"5e-1\"", "a 0 W/\"5e-1\""),
            (b"a\t0\t-", "a 0 -"),
            (b"a\t0\t", "a 0 "),
            (br#"{"path":"a","size":3,"mtime":"1.5"}"#, "a 3 1.500000000"),
            (br#" {"uri":"a\u00fc","size":3,"version":7,"owner":"b"}"#, "a\u{fc} 3 7.000000000"),
            // One of two names is enough, and of both the first counts.
            (br#"{"path":"a","uri":"b","size":3,"mtime":1,"version":"c"}"#, "a 3 1.000000000"),
            (br#"{"size":3,"mtime":1}"#, "it has neither `path` nor `uri`"),
            (br#"{"path":"a","size":3}"#, "it has neither `mtime` nor `version`"),
            (
                br#"{"path":"a","size":3,"mtime":1700000000.25}"#,
                "its time has decimals and must be a string, such as \"1700000000.25\"",
            ),
            (b"{\"path\":\"a\",\t\"size\":3,\t\"mtime\":1}", "a 3 1.000000000"),
            (b"{6F9619FF}.eml\t3\t1", "{6F9619FF}.eml 3 1.000000000"),
            (b"a\t3", "neither a JSON object nor a path, a size and a time between tabs"),
            (b"a\tb\t3", "its size is not a number of bytes"),
            (b"a\t-3\t1", "its size is not a number of bytes"),
            (b"\t3\t1", "its path is empty"),
            (b"-\t3\t1", "standard input cannot be planned; save it to a file"),
            (b"\xFF\t3\t1", "not UTF-8"),
            (br#"{"path":"a","mtime":"1"}"#, "missing field `size` at line 1 column 24"),
        ];
        for (line, expected) in table {
            assert_eq!(file(line), *expected, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn names_of_compressed_files_and_archives_are_not_cut() {
        for (path, is_cut) in
            [("a", true), ("a.mbox", true), ("a.MBOX.GZ", false), ("a.tgz", false)]
        {
            let file = PackedFile { path: path.to_owned(), size: 0, mtime: String::new() };
            assert_eq!(divisibility(&file, InputKind::Auto).is_cut, is_cut, "{path}");
            assert!(!divisibility(&file, InputKind::Text).is_cut, "{path}");
        }
    }
}
