//! Places of URLs: `SOURCE:OFFSET`, a line of `urlsift scan -H`, or a row of JSON.
//!
//! Names may contain colons, and so do URLs. So a place is cut at the first number between two colons after which a URL
//! may follow and before which an existing file is named.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::output::escape_controls;
use serde::Deserialize;
use urlsift::found::Form;
use urlsift_archive::item::Name;

use urlsift_archive::internal::STDIN_PATH;

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct ShowPlace {
    pub(crate) source: String,
    pub(crate) member: Option<String>,
    pub(crate) member_index: Option<usize>,
    pub(crate) offset: PlaceOffset,
    pub(crate) part: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) form: Option<Form>,
}

/// An offset, and the bytes that it counts in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum PlaceOffset {
    /// A byte of the source.
    Source(usize),
    /// Byte `at` of the decoded part that is stored at byte `part` of the source.
    Part { part: usize, at: usize },
}

#[derive(Deserialize)]
struct PlaceFields {
    source: Option<String>,
    member: Option<String>,
    member_index: Option<usize>,
    start: Option<usize>,
    offset_in: Option<String>,
    part_offset: Option<usize>,
    part: Option<String>,
    url: Option<String>,
    form: Option<String>,
}

/// The number of colons that may end the name of a place. For each, the system is asked if there is such a file.
const MAX_COLONS: usize = 64;

impl Default for PlaceOffset {
    fn default() -> PlaceOffset {
        PlaceOffset::Source(0)
    }
}

impl PlaceOffset {
    /// Parses `N` or `P+N`.
    fn parse(text: &str) -> Option<PlaceOffset> {
        // `parse` would accept a sign.
        let number = |digits: &str| {
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { digits.parse().ok() } else { None }
        };
        match text.split_once('+') {
            Some((part, at)) => Some(PlaceOffset::Part { part: number(part)?, at: number(at)? }),
            None => number(text).map(PlaceOffset::Source),
        }
    }

    /// Returns the byte of the source at which the URL, or its part, is stored.
    pub(crate) fn stored(self) -> usize {
        match self {
            PlaceOffset::Source(at) => at,
            PlaceOffset::Part { part, .. } => part,
        }
    }
}

/// Writes the offset as `urlsift scan -H` does.
impl fmt::Display for PlaceOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceOffset::Source(at) => write!(f, "{at}"),
            PlaceOffset::Part { part, at } => write!(f, "{part}+{at}"),
        }
    }
}

/// Writes the place as `urlsift scan -H` does, without the URL.
impl fmt::Display for ShowPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.source)?;
        if let Some(member) = &self.member {
            write!(f, "{member}:")?;
        }
        self.offset.fmt(f)
    }
}

impl ShowPlace {
    /// Parses `SOURCE:OFFSET` or `SOURCE:MEMBER:OFFSET`, which `:` and a URL may follow.
    pub(crate) fn parse(text: &str) -> Result<ShowPlace, String> {
        ShowPlace::parse_with(text, |path| file_of(path).is_some())
    }

    /// Like [`parse`](ShowPlace::parse); `is_file` reports whether there is a file.
    fn parse_with(text: &str, is_file: impl Fn(&str) -> bool) -> Result<ShowPlace, String> {
        let text = text.trim_end_matches(['\r', '\n']);
        let colons: Vec<usize> =
            text.match_indices(':').map(|(at, _)| at).take(MAX_COLONS).collect();
        let mut first = None;
        for (i, &colon) in colons.iter().enumerate() {
            let end = colons.get(i + 1).copied().unwrap_or(text.len());
            let Some(offset) = PlaceOffset::parse(&text[colon + 1..end]) else { continue };
            let url = text.get(end + 1..);
            // A scheme begins with a letter.
            if url.is_some_and(|url| !url.starts_with(|c: char| c.is_ascii_alphabetic())) {
                continue;
            }
            let name = &text[..colon];
            let place = |source: &str, member: Option<&str>| ShowPlace {
                source: source.to_owned(),
                member: member.map(str::to_owned),
                offset,
                url: url.map(str::to_owned),
                ..ShowPlace::default()
            };
            if is_file(name) {
                return Ok(place(name, None));
            }
            let mut ends = colons[..i].iter().rev();
            if let Some(&end) = ends.find(|&&end| is_file(&name[..end])) {
                return Ok(place(&name[..end], Some(&name[end + 1..])));
            }
            first.get_or_insert_with(|| place(name, None));
        }
        first.ok_or_else(|| "no offset; expected SOURCE:OFFSET, such as mail.mbox:1234".to_owned())
    }

    /// Parses a row of `urlsift scan --format jsonl`.
    pub(crate) fn of_row(row: &str) -> Result<ShowPlace, String> {
        let row: PlaceFields = serde_json::from_str(row)
            .map_err(|error| format!("no row of JSON: {}", cause(&error)))?;
        let missing = |name: &str| {
            format!("the row has no field `{name}`; scan with all fields, or add it to --fields")
        };
        let source = row.source.ok_or_else(|| missing("source"))?;
        let start = row.start.ok_or_else(|| missing("start"))?;
        if source == STDIN_PATH {
            return Err(
                "the row is from standard input; save that to a file and scan it".to_owned()
            );
        }
        let offset = if row.offset_in.as_deref() == Some("part") {
            let part = row.part_offset.ok_or_else(|| missing("part_offset"))?;
            PlaceOffset::Part { part, at: start }
        } else {
            PlaceOffset::Source(start)
        };
        Ok(ShowPlace {
            source,
            member: row.member,
            member_index: row.member_index,
            offset,
            part: row.part,
            url: row.url,
            form: row.form.and_then(|form| form.parse().ok()),
        })
    }

    pub(crate) fn is_in(&self, name: &Name) -> bool {
        match (&self.member, self.member_index) {
            (_, Some(index)) => name.member_index == Some(index),
            (None, None) => name.member.is_none(),
            (Some(member), None) => {
                name.member.as_ref() == Some(member)
                    || name.member_index.is_some_and(|index| index.to_string() == *member)
            }
        }
    }
}

/// Returns the path of the file that rows and lines of `urlsift scan -H` call `name`. They have U+FFFD for bytes of a
/// name that are not UTF-8, and lines have `\u{a}` for a line feed, so such a name is looked up in its folder. Returns
/// `None` if there is no such file, or if several have the name.
pub(crate) fn file_of(name: &str) -> Option<PathBuf> {
    if name == STDIN_PATH || fs::metadata(name).is_ok() {
        return Some(name.into());
    }
    if !name.contains(['\u{FFFD}', '\\']) {
        return None;
    }
    let mut found = PathBuf::new();
    for part in Path::new(name).components() {
        let next = found.join(part);
        if fs::symlink_metadata(&next).is_ok() {
            found = next;
            continue;
        }
        let is_here = found.as_os_str().is_empty();
        let entries = fs::read_dir(if is_here { Path::new(".") } else { &found }).ok()?;
        let names = entries.flatten().map(|entry| entry.file_name());
        let shown = part.as_os_str().to_str()?;
        let mut same = names.filter(|name| {
            let name = name.to_string_lossy();
            name == shown || escape_controls(&name) == shown
        });
        match (same.next(), same.next()) {
            (Some(name), None) => found.push(name),
            _ => return None,
        }
    }
    Some(found)
}

/// The line and the column are left out: a row has one line.
fn cause(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(cause, _)| cause.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns: text, source, member, offset, URL.
    #[test]
    fn places_are_cut_at_the_offset() {
        let files = ["mail.mbox", "a.zip", "cur/1.a:2,S", "n:12", "-"];
        let table = [
            ("mail.mbox:12", "mail.mbox", None, "12", None),
            ("mail.mbox:12\n", "mail.mbox", None, "12", None),
            ("mail.mbox:130+12", "mail.mbox", None, "130+12", None),
            ("mail.mbox:12:http://a:80/", "mail.mbox", None, "12", Some("http://a:80/")),
            ("mail.mbox:12:http://a:80", "mail.mbox", None, "12", Some("http://a:80")),
            ("mail.mbox:1+2:news:34", "mail.mbox", None, "1+2", Some("news:34")),
            ("a.zip:few.mbox:12:http://a/", "a.zip", Some("few.mbox"), "12", Some("http://a/")),
            ("a.zip:1:12:http://a/", "a.zip", Some("1"), "12", Some("http://a/")),
            ("a.zip:b:c:3:12", "a.zip", Some("b:c:3"), "12", None),
            ("cur/1.a:2,S:7", "cur/1.a:2,S", None, "7", None),
            ("n:12:7", "n:12", None, "7", None),
            ("-:7:http://a/", "-", None, "7", Some("http://a/")),
            // Without such a file, opening it fails later.
            ("gone:7:http://a/", "gone", None, "7", Some("http://a/")),
            ("gone:x:7:8", "gone:x:7", None, "8", None),
        ];
        for (text, source, member, offset, url) in table {
            let place = ShowPlace::parse_with(text, |path| files.contains(&path));
            let place = place.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((&*place.source, place.member.as_deref()), (source, member), "{text}");
            assert_eq!((&*place.offset.to_string(), place.url.as_deref()), (offset, url), "{text}");
        }
        let wrong = "mail.mbox mail.mbox: mail.mbox:x mail.mbox:-1 mail.mbox:+1 mail.mbox:1+ 12 \
                     mail.mbox:99999999999999999999999 http://a.example/";
        for text in wrong.split(' ').chain([""]) {
            // `+1` and `1+` lack a number, which is empty.
            assert!(ShowPlace::parse_with(text, |_| true).is_err(), "{text}");
        }
    }

    /// Columns: row, place or error.
    #[test]
    fn rows_name_their_place() {
        let table = [
            (r#"{"source":"a","start":7}"#, Ok("a:7")),
            (r#"{"source":"a","start":7,"offset_in":"source","part_offset":3}"#, Ok("a:7")),
            (
                r#"{"source":"a","member":"b","start":7,"offset_in":"part","part_offset":3}"#,
                Ok("a:b:3+7"),
            ),
            (r#"{"source":"a","member":null,"start":7}"#, Ok("a:7")),
            (r#"{"url":"a"}"#, Err("the row has no field `source`")),
            (r#"{"source":"a"}"#, Err("the row has no field `start`")),
            (
                r#"{"source":"a","start":7,"offset_in":"part"}"#,
                Err("the row has no field `part_offset`"),
            ),
            (r#"{"source":"-","start":7}"#, Err("the row is from standard input")),
            (r#"{"source":"a","start":-7}"#, Err("no row of JSON: invalid value")),
            (r#"{"source":"a","start":7"#, Err("no row of JSON: EOF")),
            ("http://a/", Err("no row of JSON: expected value")),
            ("7", Err("no row of JSON: invalid type")),
        ];
        for (row, expected) in table {
            match (ShowPlace::of_row(row), expected) {
                (Ok(place), Ok(expected)) => assert_eq!(place.to_string(), expected, "{row}"),
                (Err(error), Err(expected)) => {
                    assert!(error.starts_with(expected), "{row}: {error}");
                }
                (place, _) => panic!("{row}: {place:?}"),
            }
        }
    }
}
