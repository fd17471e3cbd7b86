//! What `scan` prints in other formats than text, and where to.

use serde_json::Value;

use crate::program::{KEYS, text, urlsift};

/// The records of a CSV output, its heading first.
fn records(output: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(output);
    let record = |record: Result<csv::StringRecord, csv::Error>| {
        record.expect("each record has the heading's cells").iter().map(str::to_owned).collect()
    };
    reader.records().map(record).collect()
}

/// A field of a JSON row as it stands in its cell.
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
fn csv_is_the_json_row() {
    let scan = |format| {
        let output = urlsift(&["scan", "--format", format, "corpus/archives"], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        output.stdout
    };
    let records = records(&scan("csv"));
    let lines = scan("jsonl");
    assert_eq!(records[0], KEYS);
    assert_eq!(records.len() - 1, text(&lines).lines().count());
    for (record, line) in records[1..].iter().zip(text(&lines).lines()) {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        for (key, found) in KEYS.iter().zip(record) {
            match *key {
                // The order of an object's keys is not kept by who reads it here.
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

/// Where nothing is found there is still a heading, and the exit status says so.
#[test]
fn csv_of_nothing_is_a_heading() {
    let output = urlsift(&["scan", "--format", "csv"], b"nothing");
    assert_eq!(records(&output.stdout), [KEYS]);
    assert_eq!(output.status.code(), Some(1));
}

/// Commas, quotes and line breaks are in their cell.
#[test]
fn csv_quotes() {
    let output = urlsift(&["scan", "--format", "csv"], b"<http://x.example/a,\n  b>");
    assert!(text(&output.stdout).contains("\n\"http://x.example/a,b\",angle,-,"));
    assert!(text(&output.stdout).contains("\"<http://x.example/a,\n  b>\""));
}
