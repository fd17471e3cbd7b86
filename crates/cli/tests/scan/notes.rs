//! Compares the notes of `check`, of `scan` and of the library with `corpus/notes.tsv`. The tests of the picker, of the
//! C ABI and of the packages for Python and JavaScript read the same table.

use serde_json::Value;
use urlsift::extract::Utf8;
use urlsift::found::FoundNote;
use urlsift::url::url_notes;
use urlsift::{Extractor, Found};

use crate::program::urlsift;

/// Returns the URLs of the table, and their notes as `severity:name`.
fn table() -> Vec<(String, Vec<&'static str>)> {
    let lines = include_str!("../../../../corpus/notes.tsv").lines();
    let rows = lines.filter_map(|line| line.split_once('\t'));
    let unescape = |url| serde_json::from_str(&format!("\"{url}\"")).expect("it is escaped");
    rows.map(|(url, notes)| (unescape(url), notes.split_whitespace().collect())).collect()
}

/// Returns the objects on the lines of `output`.
fn rows(output: &[u8]) -> Vec<Value> {
    let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("a line is JSON")).collect()
}

fn names(notes: &[FoundNote]) -> Vec<String> {
    notes.iter().map(|note| format!("{}:{}", note.severity(), note.name())).collect()
}

#[test]
fn the_library_and_check_have_the_notes_of_the_table() {
    let table = table();
    assert!(table.len() >= 55, "{}", table.len());
    let urls: String = table.iter().flat_map(|(url, _)| [&**url, "\n"]).collect();
    let output = urlsift(&["check", "--format", "jsonl"], urls.as_bytes());
    let checked = rows(&output.stdout);
    assert_eq!(checked.len(), table.len());
    for ((url, notes), row) in table.iter().zip(checked) {
        assert_eq!(names(&url_notes(url)), *notes, "{url}");
        let whole = Extractor::new().find_whole::<Utf8>(url);
        // Browsers open some strings that are no URLs.
        if let Some(found) = whole.as_ref().filter(|found| found.url() == url) {
            assert_eq!(names(&Found::notes(found)), *notes, "{url}");
        }
        let in_row = row["notes"].as_array().expect("a list").iter().map(|note| {
            let text = |field: &str| note[field].as_str().expect("a string").to_owned();
            [text("severity"), text("name")].join(":")
        });
        assert_eq!(in_row.collect::<Vec<_>>(), *notes, "{url}");
    }
}

#[test]
fn scan_has_the_notes_of_the_table() {
    let table = table();
    let text: String = table.iter().flat_map(|(url, _)| ["<URL:", url, ">\n\n"]).collect();
    let output = urlsift(&["scan", "--format", "jsonl", "--input", "text"], text.as_bytes());
    let found = rows(&output.stdout);
    for ((url, notes), row) in table.iter().zip(&found) {
        assert_eq!(row["url"].as_str(), Some(&**url));
        // A row has the name of each kind once.
        let mut names: Vec<&str> =
            notes.iter().filter_map(|note| Some(note.split_once(':')?.1)).collect();
        names.dedup();
        assert_eq!(row["notes"], Value::from(names), "{url}");
    }
    assert_eq!(found.len(), table.len());
}
