//! Tests of the formats of `scan` other than text.

use std::fs;

use serde_json::Value;

use crate::documents::examples::guide;
use crate::program::{Folder, KEYS, has_keys, objects, scanned, seen, text, urlsift};

/// Parses a CSV output. The first record is the heading.
fn records(output: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(output);
    let record = |record: Result<csv::StringRecord, csv::Error>| {
        record.expect("each record has the heading's cells").iter().map(str::to_owned).collect()
    };
    reader.records().map(record).collect()
}

/// Formats a value of a JSON row as a CSV cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.iter().all(Value::is_string) && !list.is_empty() => {
            let names: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            names.join(" ")
        }
        other => other.to_string(),
    }
}

#[test]
fn csv_has_the_values_of_the_json_row() {
    let scan = |format| {
        let output = urlsift(&["scan", "--format", format, "corpus/archives"], b"");
        // Some of the files are damaged.
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        output.stdout
    };
    let records = records(&scan("csv"));
    let lines = scan("jsonl");
    assert_eq!(records[0], *KEYS);
    assert_eq!(records.len() - 1, text(&lines).lines().count());
    for (record, line) in records[1..].iter().zip(text(&lines).lines()) {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        for (key, found) in KEYS.iter().zip(record) {
            match *key {
                // Parsed here, because this test's JSON parser does not keep the order of keys.
                "pieces" | "readings" | "doubts" => {
                    let list: Value = serde_json::from_str(found).expect("the cell is JSON");
                    assert_eq!(list, row[key], "{line}");
                }
                "groups" | "grammars" | "notes" if row[key] == Value::Array(Vec::new()) => {
                    assert_eq!(found, "", "{key}: {line}");
                }
                _ => assert_eq!(*found, cell(&row[key]), "{key}: {line}"),
            }
        }
    }
}

/// Commas, quotes and line breaks stay in their cell. Without URLs the output is the heading, and the exit status is 1.
#[test]
fn csv_cells_are_quoted() {
    let output = urlsift(&["scan", "--format", "csv"], b"<http://x.example/a,\n  b>");
    assert!(text(&output.stdout).contains("\n\"http://x.example/a,b\",angle,-,"));
    assert!(text(&output.stdout).contains("\"<http://x.example/a,\n  b>\""));
    let output = urlsift(&["scan", "--format", "csv"], b"nothing");
    assert_eq!(records(&output.stdout), std::slice::from_ref(&*KEYS));
    assert_eq!(output.status.code(), Some(1));
}

/// A build without tables reports this, and does not replace the output file.
#[cfg(not(feature = "arrow"))]
#[test]
fn tables_need_the_feature_arrow() {
    let folder = Folder::new("no-tables");
    let out = folder.file("out", b"old");
    for format in ["parquet", "arrow"] {
        let output = urlsift(&["scan", "--format", format, "-o", &out], b"<http://x.example/>");
        let message = format!(
            "urlsift: --format {format}: this urlsift was built without it; install one with \
             `cargo install --locked --path crates/cli --features arrow`\n"
        );
        assert_eq!(seen(&output), (Some(2), "", &*message));
        assert_eq!(fs::read(&out).expect("the file is readable"), b"old");
    }
}

/// Arguments, standard output.
const COUNTS: &[(&[&str], &str)] = &[
    (&["--count", "host"], "3\tx.example\n2\t\n1\ty.example\n"),
    (&["--count", "scheme"], "3\thttp\n1\tftp\n1\tmailto\n1\tnews\n"),
    (&["--count", "form"], "5\tangle\n1\tbare\n"),
    (&["--count", "year"], "3\t1996\n2\t2001\n1\t\n"),
    (&["--count", "host", "--forms", "url"], ""),
    (&["--count", "year", "--sort", "value"], "1\t\n3\t1996\n2\t2001\n"),
    (&["--count", "year,scheme", "--sort", "value", "--top", "2"], "1\t\thttp\n2\t1996\thttp\n"),
];

/// Three messages. The date of the last is invalid.
const DATED: &str = "\
From a Mon
Date: Tue, 31 Dec 1996 23:59:59 -0800

<http://x.example/> <HTTP://X.example/> <news:comp.text>
From b Mon
Date: Tue, 9 Jan 2001 10:00:00 +0100

mailto:a@b.example
<ftp://y.example/a>
From c Mon
Date: yesterday

<http://x.example/>
";

#[test]
fn urls_are_counted_by_host_scheme_form_and_year() {
    let dated = DATED.replace("\nFrom ", "\n\nFrom ");
    for (args, expected) in COUNTS {
        for threads in ["1", "4"] {
            let args = [&["scan", "-j", threads][..], args].concat();
            let output = urlsift(&args, dated.as_bytes());
            let status = i32::from(expected.is_empty());
            assert_eq!(seen(&output), (Some(status), *expected, ""), "{args:?}");
        }
    }
}

/// Counts add up to the number of rows, with any number of threads.
#[test]
fn counts_add_up_to_the_rows() {
    let rows = urlsift(&["scan", "corpus/archives"], b"").stdout;
    for what in ["host", "scheme", "form", "year"] {
        let count = |j| urlsift(&["scan", "--count", what, "-j", j, "corpus/archives"], b"").stdout;
        let one = count("1");
        assert_eq!(count("7"), one);
        let counts = text(&one).lines().map(|line| line.split('\t').next()?.parse().ok());
        let counts: Vec<usize> = counts.map(|count| count.expect("it is a number")).collect();
        assert!(counts.is_sorted_by(|a, b| a >= b), "{what}");
        assert_eq!(counts.iter().sum::<usize>(), text(&rows).lines().count(), "{what}");
    }
}

const UNIQUE_KEYS: &str = "url count first_date last_date source member member_index message_offset part part_offset start end offset_in";

/// Four messages. The third is the earliest by UTC, although its local time is later.
const TWICE: &str = "\
From a Mon
Date: Wed, 1 Jan 1997 00:30:00 +0000

<http://x.example/> <http://X.example/> and <http://x.example/>

From b Mon
Date: yesterday

http://x.example/ http://y.example/

From c Mon
Date: Wed, 1 Jan 1997 01:00:00 +0100

<http://x.example/>

From d Mon
Date: Tue, 31 Dec 1996 23:00:00 -0800

<http://x.example/>
";

#[test]
fn unique_urls_are_listed_with_their_first_place() {
    // Columns: arguments, standard output.
    let table: &[(&[&str], &str)] = &[
        (&[], "http://x.example/\nhttp://X.example/\nhttp://y.example/\n"),
        (&["-H"], "-:49:http://x.example/\n-:69:http://X.example/\n-:160:http://y.example/\n"),
        (
            &["--format", "csv"],
            "http://x.example/,5,1997-01-01T01:00:00+01:00,1996-12-31T23:00:00-08:00,-,,,0,body:1,49,49,68,source\n\
             http://X.example/,1,1997-01-01T00:30:00+00:00,1997-01-01T00:30:00+00:00,-,,,0,body:1,49,69,88,source\n\
             http://y.example/,1,,,-,,,114,body:1,142,160,177,source\n",
        ),
        (&["--forms", "url"], ""),
    ];
    for (args, expected) in table {
        for threads in ["1", "4"] {
            let args = [&["scan", "--unique", "-j", threads][..], args].concat();
            let output = urlsift(&args, TWICE.as_bytes());
            let heading = UNIQUE_KEYS.replace(' ', ",") + "\n";
            let stdout = if args.contains(&"csv") { &(heading + expected) } else { *expected };
            let status = i32::from(expected.is_empty());
            assert_eq!(seen(&output), (Some(status), stdout, ""), "{args:?}");
        }
    }
}

/// The place of each unique URL is its first row, and the counts add up.
#[test]
fn unique_urls_agree_with_the_rows() {
    let mut rows = scanned(&["corpus/archives"], b"");
    let unique = urlsift(&["scan", "--format", "jsonl", "--unique", "corpus/archives"], b"").stdout;
    let keys: Vec<&str> = UNIQUE_KEYS.split(' ').collect();
    assert!(text(&unique).lines().all(|line| has_keys(line, &keys)));
    let unique = objects(&unique);
    assert_eq!(scanned(&["--unique", "-j", "7", "corpus/archives"], b""), unique);
    assert!(unique.len() < rows.len());
    for one in &unique {
        let first = &rows[0];
        for key in keys.iter().filter(|key| KEYS.contains(key)) {
            assert_eq!(one[key], first[key], "{one}");
        }
        let before = rows.len();
        rows.retain(|row| row["url"] != one["url"]);
        assert_eq!(one["count"], before - rows.len(), "{one}");
    }
    assert!(rows.is_empty(), "each URL is in the unique list");
}

/// If distinct URLs or values need more memory than the limit, nothing incomplete is printed and an output file is not
/// replaced.
#[test]
fn the_memory_of_unique_and_count_is_limited() {
    let urls: Vec<_> = (0..1000).map(|i| format!("<http://x{i}.example/{i}>\n")).collect();
    let urls = urls.concat();
    let same = "<http://x.example/>\n".repeat(10_000);
    let folder = Folder::new("memory");
    let out = folder.file("out", b"old");
    let count = ["--count", "host", "--max-memory"];
    let values = "distinct values take more than 65536 bytes of memory; raise --max-memory\n";
    // Columns: options, part of the message.
    let table: [(&[&str], &str); 4] = [
        (
            &["--unique", "--max-memory"],
            "urlsift: more distinct URLs than 65536 bytes of memory hold: ",
        ),
        (&count, values),
        (&["-j", "4", "--count", "host", "--max-memory"], values),
        (&["--once", "--count", "host", "--max-memory"], values),
    ];
    for (options, message) in table {
        let args = [&["scan", "-o", &out], options, &["64K"]].concat();
        let output = urlsift(&args, urls.as_bytes());
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
        assert_eq!(fs::read_to_string(&out).expect("the file is readable"), "old");
    }
    // Repeated URLs take no more memory.
    let output = urlsift(&["scan", "--unique", "--max-memory", "1K"], same.as_bytes());
    assert_eq!(seen(&output), (Some(0), "http://x.example/\n", ""));
    let output = urlsift(&[&["scan"], &count[..], &["1K"]].concat(), same.as_bytes());
    assert_eq!(text(&output.stdout), "10000\tx.example\n");
}

/// The guide lists every field of a row of `--unique`.
#[test]
fn every_field_of_unique_is_documented() {
    let page = guide("row.md");
    let (_, section) = page.split_once("## Rows of `--unique`").expect("the page has the section");
    for key in UNIQUE_KEYS.split(' ') {
        assert!(section.contains(&format!("`{key}`")), "{key}");
    }
}
