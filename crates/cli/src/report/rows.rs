//! Reads the rows that `urlsift scan --format jsonl` wrote.
//!
//! A line that is not a row is damage: it is counted, and the first of each file are reported with their numbers.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::report::figures::{Aggregates, RowFacts, RunFacts, UrlFact};
use anyhow::{bail, ensure};
use urlsift_archive::internal::{STDIN_PATH, cause_of};

use crate::console::message;

/// The longest line that is read, in bytes. The texts of a row are bounded by the limits of a wrapper.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// The bytes of a file that are looked at to see whether it has rows.
const PEEKED_BYTES: usize = 1 << 16;

/// The bad lines of a file that are reported one by one.
const MAX_REPORTED_LINES: u64 = 5;

/// Reports whether the first line of `path` is a JSON object with the field `url`. Pipes other than standard input are
/// not looked at, because the bytes could not be read again.
pub(super) fn is_of_rows(path: &Path) -> bool {
    begins(path, begins_with_row)
}

pub(super) fn is_of_csv(path: &Path) -> bool {
    begins(path, |begin| begin.starts_with(b"url,form,source,member,"))
}

/// Reports whether `is_begin` holds for the first bytes of `path`.
fn begins(path: &Path, is_begin: fn(&[u8]) -> bool) -> bool {
    if path == Path::new(STDIN_PATH) {
        // The bytes stay in the buffer of standard input, which every reader shares.
        return io::stdin().lock().fill_buf().is_ok_and(is_begin);
    }
    if !fs::metadata(path).is_ok_and(|it| it.is_file()) {
        return false;
    }
    let mut begin = Vec::new();
    let peek = |file: File| file.take(PEEKED_BYTES as u64).read_to_end(&mut begin);
    File::open(path).and_then(peek).is_ok() && is_begin(&begin)
}

fn begins_with_row(begin: &[u8]) -> bool {
    let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
    if !begin.starts_with(b"{") {
        return false;
    }
    match begin.iter().position(|&byte| byte == b'\n') {
        Some(end) => is_row(&begin[..end]),
        // The line is longer, or the only one.
        None => is_row(begin) || begin.windows(6).any(|word| word == b"\"url\":"),
    }
}

fn is_row(line: &[u8]) -> bool {
    let object = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(line);
    object.is_ok_and(|object| object.get("url").is_some_and(serde_json::Value::is_string))
}

/// Returns whether something could not be read. Rows of `urlsift scan --unique` have counts and are an error.
pub(super) fn read(
    paths: &[PathBuf],
    figures: &mut Aggregates,
    run: &mut RunFacts,
) -> anyhow::Result<bool> {
    let mut counts = RowCounts::default();
    let mut failed = false;
    for path in paths {
        let name = path.to_string_lossy();
        let result = if path == Path::new(STDIN_PATH) {
            read_file(&name, &mut io::stdin().lock(), figures, &mut counts)
        } else {
            match File::open(path) {
                Ok(file) => {
                    let mut file = BufReader::with_capacity(1 << 18, file);
                    read_file(&name, &mut file, figures, &mut counts)
                }
                Err(error) => Ok(Err(error)),
            }
        };
        if let Err(error) = result? {
            message::error_of(&name, cause_of(&error));
            failed = true;
        }
    }
    run.read = vec![
        ("files", vec![("of rows".to_owned(), u64::try_from(paths.len()).unwrap_or(0))]),
        ("rows", vec![("read".to_owned(), counts.rows)]),
        ("bytes", vec![("read".to_owned(), counts.bytes)]),
        ("damage", vec![("lines that are not rows".to_owned(), counts.bad)]),
    ];
    run.notices.push(
        "This page is made of rows. They do not show messages without a URL, skipped parts, and damage."
            .to_owned(),
    );
    Ok(failed || counts.bad > 0)
}

#[derive(Default)]
struct RowCounts {
    rows: u64,
    bytes: u64,
    bad: u64,
}

/// Reads the rows of one file. The outer error ends the run, the inner one the file.
fn read_file(
    name: &str,
    file: &mut impl BufRead,
    figures: &mut Aggregates,
    counts: &mut RowCounts,
) -> anyhow::Result<io::Result<()>> {
    let mut line = Vec::new();
    let mut bad = 0;
    for number in 1_u64.. {
        match read_line(file, &mut line) {
            Ok(0) => break,
            Ok(bytes) => counts.bytes += bytes,
            Err(error) => return Ok(Err(error)),
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        if number == 1 {
            check_fields(name, &line)?;
        }
        match serde_json::from_slice::<RowFacts<'_>>(&line) {
            Ok(row) => {
                counts.rows += 1;
                figures.add(&UrlFact::new(&row));
            }
            Err(error) => {
                bad += 1;
                if bad <= MAX_REPORTED_LINES {
                    message::error_of(name, format!("line {number} is not a row: {error}"));
                }
            }
        }
    }
    if bad > MAX_REPORTED_LINES {
        message::error_of(name, format!("{} more lines are not rows", bad - MAX_REPORTED_LINES));
    }
    counts.bad += bad;
    Ok(Ok(()))
}

/// Reads a line with its line feed, and returns its length; 0 at the end of the file. Skips the rest of a line that is
/// too long.
fn read_line(file: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    line.clear();
    let mut bytes = file.take(MAX_LINE_BYTES).read_until(b'\n', line)? as u64;
    if bytes == MAX_LINE_BYTES && line.last() != Some(&b'\n') {
        bytes += file.skip_until(b'\n')? as u64;
    }
    Ok(bytes)
}

/// Returns an error if the first row `line` lacks a field. A page without it would show wrong shares.
fn check_fields(name: &str, line: &[u8]) -> anyhow::Result<()> {
    let object = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(line);
    let Ok(object) = object else { return Ok(()) };
    if object.contains_key("count") {
        bail!(
            "{name}: these are rows of --unique or counts; the report needs the rows of all URLs"
        );
    }
    let missing = RowFacts::missing(|field| object.contains_key(field));
    ensure!(
        missing.is_empty(),
        "{name}: the rows lack fields that the report needs: {}",
        missing.join(", ")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_recognised_by_their_first_line() {
        let table = [
            ("{\"url\":\"http://a/\"}\nx", true),
            ("{\"form\":\"bare\",\"url\":\"http://a/\"}", true),
            ("{\"url\":\"http://a/", true),
            ("{\"url\":1}\n", false),
            ("{\"a\":\"http://a/\"}\n", false),
            ("{\"a\":1}\n{\"url\":\"http://a/\"}\n", false),
            ("From a Mon\n", false),
            ("", false),
        ];
        for (begin, expected) in table {
            assert_eq!(begins_with_row(begin.as_bytes()), expected, "{begin}");
        }
    }

    #[test]
    fn bad_lines_are_counted_and_the_others_read() {
        let whole = r#"{"url":"http://a/","form":"bare","source":"x","member":null,"message_offset":null,"date":null,
            "groups":[],"list":null,"subject":null,"from_domain":null,"part_offset":0,"charset":null,"start":0,
            "quoted":false,"in_signature":false,"offset_in":"source","doubts":[],"joined":null,"grammars":[],"host":"a",
            "host_kind":"other","notes":[],"new":[{}]}"#;
        let whole = whole.replace('\n', "");
        let text = format!(
            "{whole}\n\n{{\"url\":1}}\n{whole}\nrubbish\n{{\"url\":\"http://c/\"}}\n{whole}"
        );
        let mut figures = Aggregates::new();
        let mut counts = RowCounts::default();
        let read = read_file("a", &mut text.as_bytes(), &mut figures, &mut counts);
        read.expect("they have no counts").expect("memory can be read");
        assert_eq!((counts.rows, counts.bad, counts.bytes), (3, 3, text.len() as u64));
        assert_eq!(figures.urls, 3);
        let some = &mut &b"{\"url\":\"http://a/\",\"form\":\"bare\"}\n"[..];
        let read = read_file("a", some, &mut figures, &mut counts);
        let error = read.expect_err("fields are missing").to_string();
        assert!(
            error.contains("the report needs: source, member, message_offset, date,"),
            "{error}"
        );
        let unique = &mut &b"{\"url\":\"http://a/\",\"count\":2}\n"[..];
        let read = read_file("a", unique, &mut figures, &mut counts);
        assert!(read.is_err_and(|error| error.to_string().starts_with("a: these are rows of")));
    }
}
