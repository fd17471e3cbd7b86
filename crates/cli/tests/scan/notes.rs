//! Compares the notes of `check`, of `scan` and of the library with `corpus/notes.tsv`. The tests of the picker, of the
//! C ABI and of the packages for Python and JavaScript read the same table.

use serde_json::{Value, json};
use urlsift::extract::{Utf8, link_text_note};
use urlsift::found::FoundNote;
use urlsift::url::url_notes;
use urlsift::{Extractor, Found};

use crate::program::{objects, scanned, urlsift};

/// Returns the lines of the table, divided at tabs. The first texts are not escaped.
fn lines() -> Vec<Vec<String>> {
    let lines = include_str!("../../../../corpus/notes.tsv").lines();
    let unescape = |text| serde_json::from_str(&format!("\"{text}\"")).expect("it is escaped");
    let rows = lines.filter(|line| line.contains('\t'));
    rows.map(|line| line.split('\t').map(unescape).collect()).collect()
}

/// Returns the URLs of the table, and their notes as `severity:name`.
fn table() -> Vec<(String, Vec<String>)> {
    let notes = |notes: &String| notes.split_whitespace().map(str::to_owned).collect();
    lines().iter().map(|line| (line[0].clone(), notes(&line[1]))).collect()
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
    let checked = objects(&output.stdout);
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
    let found = scanned(&["--input", "text"], text.as_bytes());
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

#[test]
fn links_have_the_notes_of_the_table() {
    let lines: Vec<Vec<String>> = lines().into_iter().filter(|line| line.len() == 4).collect();
    assert!(lines.len() >= 20, "{}", lines.len());
    let mut page = String::from("To: a\nContent-Type: text/html; charset=utf-8\n\n");
    for line in &lines {
        let (url, text, severity) = (&line[0], &line[2], &line[3]);
        let note = link_text_note(text, url).map(|note| note.severity().name());
        assert_eq!(note.unwrap_or_default(), severity, "{text} {url}");
        page.extend(["<p><a href=\"", url, "\">", text, "</a>\n"]);
    }
    // A selection by name and by severity; the text is one of the fields on request.
    for (selected, severities) in [
        ("text_names_other_host", &["warning", "danger"][..]),
        ("warning", &["warning"]),
        ("danger", &["danger"]),
    ] {
        let notes = format!("notes={selected}");
        let args = ["--fields", "url,text,notes", "--where", "part=attribute", "--where", &notes];
        let found = scanned(&args, page.as_bytes());
        let expected: Vec<Value> = lines
            .iter()
            .filter(|line| severities.contains(&&*line[3]))
            .map(
                |line| json!({"url": line[0], "text": line[2], "notes": ["text_names_other_host"]}),
            )
            .collect();
        assert_eq!(found, expected, "{selected}");
    }
}
