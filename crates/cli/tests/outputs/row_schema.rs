//! Tests that the JSON Schema of a row agrees with rows and with the guide.

use serde_json::{Value, json};

use crate::documents::examples::guide;
use crate::program::{KEYS, scanned, seen, urlsift};

/// Returns the schema as text and parsed.
fn schema() -> (String, Value) {
    let text = help("--schema");
    assert_eq!(help("--schema=json"), text);
    let schema = serde_json::from_str(&text).expect("the schema is JSON");
    (text, schema)
}

/// Returns what `urlsift help` prints with `option`.
fn help(option: &str) -> String {
    let output = urlsift(&["help", option], b"");
    let (status, shown, said) = seen(&output);
    assert_eq!((status, said), (Some(0), ""));
    shown.to_owned()
}

/// Checks `value` by the keywords that the schema uses. Any other keyword fails the test.
fn check(value: &Value, schema: &Value, path: &str) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        let fail = |what: &str| Err(format!("{path}: {value} is not of {what} {rule}"));
        match &**keyword {
            "$schema" | "title" | "description" => {}
            "type" => {
                let names = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                if !names.iter().any(|name| is_of_type(value, name.as_str().expect("a name"))) {
                    return fail("type");
                }
            }
            "enum" => {
                if !rule.as_array().expect("a list").contains(value) {
                    return fail("enum");
                }
            }
            "format" => {
                assert_eq!(rule, "date-time");
                if value.as_str().is_some_and(|date| !is_date_time(date)) {
                    return fail("format");
                }
            }
            "required" => {
                for name in rule.as_array().expect("a list") {
                    if value.get(name.as_str().expect("a name")).is_none() {
                        return Err(format!("{path}: no {name}"));
                    }
                }
            }
            "properties" => {
                for (name, schema) in rule.as_object().expect("properties are an object") {
                    if let Some(value) = value.get(name) {
                        check(value, schema, &format!("{path}/{name}"))?;
                    }
                }
            }
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(item, rule, &format!("{path}/{at}"))?;
                }
            }
            other => panic!("the schema has the keyword {other}, which the test does not know"),
        }
    }
    Ok(())
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the test does not know the type {other}"),
    }
}

/// Reports whether `text` has the form of RFC 3339.
fn is_date_time(text: &str) -> bool {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    ["0000-00-00T00:00:00+00:00", "0000-00-00T00:00:00-00:00"].contains(&&*shape)
}

/// The rows of the corpus, of every form.
fn rows() -> Vec<Value> {
    let forms = "--forms=url,angle,quote,prefix,bare,host,address,repaired";
    scanned(&["--headers", "all", forms, "corpus/archives", "corpus/joins.txt"], b"")
}

/// The fields that rows have only on request.
const ON_REQUEST: &[&str] = &["href", "line", "deleted", "text"];

#[test]
fn rows_satisfy_the_schema() {
    let (_, schema) = schema();
    let rows = rows();
    assert!(rows.len() > 300, "{} rows are too few", rows.len());
    for row in &rows {
        assert_eq!(check(row, &schema, ""), Ok(()), "{row}");
    }
    // Each closed set of values is used, and null is allowed only where a row has it.
    for (name, property) in schema["properties"].as_object().expect("properties are an object") {
        // Rows have a field on request, and it is never null.
        let has_null = name != "deleted" && rows.iter().any(|row| row[name].is_null());
        let allows_null = is_nullable(property);
        assert!(allows_null || !has_null, "{name}");
        // `copies` is null only in the library.
        assert!(!allows_null || has_null || name == "copies", "{name} is never null");
    }
}

/// The schema refuses what no row has.
#[test]
fn wrong_rows_do_not_satisfy_the_schema() {
    let (_, schema) = schema();
    let row =
        rows().into_iter().find(|row| row["doubts"].as_array().is_some_and(|all| !all.is_empty()));
    let row = row.expect("a row has a doubt");
    assert_eq!(check(&row, &schema, ""), Ok(()));
    // Columns: pointer, value.
    let table = [
        ("/url", Value::Null),
        ("/form", json!("brackets")),
        ("/start", json!("7")),
        ("/start", json!(1.5)),
        ("/date", json!("Mon, 1 Jan 2001")),
        ("/joined", json!("surely")),
        ("/host_kind", json!("")),
        ("/quoted", json!(0)),
        ("/grammars", json!(["rfc9999"])),
        ("/grammars", json!("rfc1738")),
        ("/pieces/0/start", Value::Null),
        ("/doubts/0/kind", json!("x")),
        ("/doubts/0", json!({})),
    ];
    for (pointer, value) in table {
        let mut wrong = row.clone();
        *wrong.pointer_mut(pointer).expect("the row has it") = value;
        assert!(check(&wrong, &schema, "").is_err(), "{pointer}");
    }
    let mut short = row;
    short.as_object_mut().expect("a row is an object").remove("url");
    assert!(check(&short, &schema, "").is_err());
}

fn is_nullable(property: &Value) -> bool {
    property["type"].as_array().is_some_and(|names| names.contains(&json!("null")))
}

/// `guide/row.md` lists the fields of the schema, in order.
#[test]
fn the_guide_lists_the_fields_of_the_schema() {
    let (shown, schema) = schema();
    let properties = schema["properties"].as_object().expect("properties are an object");
    // A parsed object has no order, so the text is searched for the names.
    let order: Vec<&str> = shown
        .lines()
        .filter_map(|line| line.strip_prefix("    \"")?.strip_suffix("\": {"))
        .collect();
    // Rows have the last three only on request.
    let all = [&KEYS[..], ON_REQUEST].concat();
    assert_eq!(order, all);
    assert_eq!(schema["required"], json!(*KEYS));
    let page = guide("row.md");
    let (_, section) = page.split_once("\n## The fields\n").expect("the section");
    let (section, _) = section.split_once("\n### ").expect("the next section");
    let listed = section.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("`: "));
    for (name, content) in listed.clone() {
        let description = properties[name]["description"].as_str().unwrap_or_default();
        assert!(!content.is_empty() && description.len() > 10, "{name}");
    }
    assert_eq!(listed.map(|(name, _)| name).collect::<Vec<_>>(), all);
}

/// The query for `DuckDB` has a column for each property of the schema, in order, and a type for each kind of value.
#[test]
fn the_query_for_duckdb_has_the_types_of_the_schema() {
    let query = help("--schema=duckdb");
    let columns = query
        .strip_prefix(
            "SELECT * FROM read_json('urls.jsonl', format = 'newline_delimited', columns = {\n",
        )
        .and_then(|rest| rest.strip_suffix("\n});\n"))
        .expect("the query reads the file");
    let columns: Vec<(&str, &str)> = columns
        .split(",\n")
        .map(|line| line.trim().split_once(": ").expect("a column has a type"))
        .map(|(name, kind)| (name.trim_matches('\''), kind.trim_matches('\'')))
        .collect();
    let names: Vec<&str> = columns.iter().map(|column| column.0).collect();
    assert_eq!(names, [&KEYS[..], ON_REQUEST].concat());
    let types = [
        ("url", "VARCHAR"),
        ("start", "BIGINT"),
        ("quoted", "BOOLEAN"),
        ("date", "TIMESTAMPTZ"),
        ("notes", "VARCHAR[]"),
        ("readings", "STRUCT(\"url\" VARCHAR, \"why\" VARCHAR)[]"),
    ];
    for column in types {
        assert!(columns.contains(&column), "{column:?} is not in {columns:?}");
    }
}
