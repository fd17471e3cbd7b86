//! Tests of `urlsift check --format jsonl`, field by field.

use serde_json::Value;

use crate::documents::examples::guide;
use crate::program::{has_keys, text, urlsift};

const KEYS: &str = "url form given grammar satisfies standing grammars production failures encoded rejection parts \
                    scheme_part host_kind port_or_default notes";

/// The guide lists every field of a row.
#[test]
fn every_field_is_documented() {
    let page = guide("check.md");
    let (_, section) = page.split_once("## Rows of `check").expect("the page has the section");
    for key in KEYS.split(' ') {
        assert!(section.contains(&format!("\n- `{key}`: ")), "{key}");
    }
}

/// URLs, with JSON pointers into the row and the expected values.
const ROWS: &str = include_str!("rows.txt");

#[test]
fn rows_have_the_expected_values() {
    let mut count = 0;
    for lines in ROWS.split("\n\n") {
        let (url, expected) = lines.split_once('\n').expect("a URL and its values");
        let output = urlsift(&["check", "--format", "jsonl", url], b"");
        let line = text(&output.stdout);
        assert!(has_keys(line, &KEYS.split(' ').collect::<Vec<_>>()), "{url}");
        let row: Value = serde_json::from_str(line).expect("the line is a JSON object");
        for (pointer, value) in expected.lines().filter_map(|line| line.split_once(' ')) {
            let found = row.pointer(pointer).unwrap_or(&Value::Null);
            let value: Value = serde_json::from_str(value).expect("the table has JSON");
            assert_eq!(*found, value, "{url} {pointer}");
        }
        // Each part has the text of its range.
        let url = row["url"].as_str().expect("the field is a string");
        for part in row["parts"].as_object().expect("the line is a JSON object").values() {
            let Some(part) = part.as_object() else { continue };
            let offset = |name: &str| {
                usize::try_from(part[name].as_u64().expect("the field is a number"))
                    .expect("the number is small")
            };
            assert_eq!(part["text"], url[offset("start")..offset("end")], "{url}");
            count += 1;
        }
    }
    assert!(count > 30, "only {count} parts");
}
