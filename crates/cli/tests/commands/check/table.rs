//! Tests of the tables that `urlsift check` prints, word for word.

use crate::program::{seen, text, urlsift};

/// Tables after their URLs, which are JSON strings. A line that begins with `#` is a comment.
const TABLES: &str = include_str!("tables.txt");

#[test]
fn tables_are_printed_word_for_word() {
    let tables: Vec<&str> = TABLES.split("\n\n").collect();
    assert!(tables.len() > 20);
    for table in tables {
        let (url, table) = table[table.find('"').unwrap_or(0)..].split_once('\n').expect("a table");
        let url: String = serde_json::from_str(url).expect("a JSON string");
        let output = urlsift(&["check", &url], b"");
        assert_eq!(text(&output.stdout).trim_end(), table.trim_end(), "{url:?}");
        assert_eq!(text(&output.stderr), "", "{url:?}");
        // Standard input gives the same result, for a URL on one line.
        if !url.contains('\n') {
            let lines = urlsift(&["check"], format!("{url}\n").as_bytes());
            assert_eq!(seen(&lines), seen(&output), "{url:?}");
        }
    }
}
