//! Tests of `--format sqlite`: the database has the values of the JSON rows.

use std::fs;

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};

use crate::outputs::names;
use crate::program::{Folder, KEYS, text, urlsift};

/// Writes a database with the arguments `more` and opens it.
fn database(folder: &Folder, more: &[&str]) -> Connection {
    let path = folder.path().join("urls.sqlite").display().to_string();
    let output = urlsift(&[&["scan", "--format", "sqlite", "-o", &path], more].concat(), b"");
    // Some files of the corpus are damaged.
    assert_eq!(output.status.code(), Some(2), "{more:?}: {}", text(&output.stderr));
    Connection::open(path).expect("the database was written")
}

/// Returns the rows of `query` as JSON objects.
fn rows(database: &Connection, query: &str) -> Vec<Value> {
    let mut statement = database.prepare(query).expect("the table has the columns");
    let names: Vec<String> =
        statement.column_names().iter().map(|name| (*name).to_owned()).collect();
    let object = |row: &rusqlite::Row<'_>| {
        let mut object = Map::new();
        for (at, name) in names.iter().enumerate() {
            let value = match row.get_ref(at)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => number.into(),
                ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned().into(),
                other => panic!("{name} is {other:?}"),
            };
            object.insert(name.clone(), value);
        }
        Ok(Value::Object(object))
    };
    let rows = statement.query_map([], object).expect("the query has no parameters");
    rows.map(|row| row.expect("a row can be read")).collect()
}

/// Returns the JSON rows of a scan with the arguments `more`, as the database has them: flags are 0 or 1, lists are texts.
fn expected(more: &[&str]) -> Vec<Value> {
    let output = urlsift(&[&["scan", "--format", "jsonl"], more].concat(), b"");
    let row = |line| {
        let mut row: Map<String, Value> = serde_json::from_str(line).expect("a row is an object");
        for (name, value) in &mut row {
            *value = match value.take() {
                Value::Bool(flag) => u8::from(flag).into(),
                list @ Value::Array(_) if name == "groups" => list.to_string().into(),
                // The members of parsed objects are sorted.
                Value::Array(list) => json!(list.len()),
                value => value,
            };
        }
        Value::Object(row)
    };
    text(&output.stdout).lines().map(row).collect()
}

#[test]
fn the_database_has_the_values_of_the_json_rows() {
    const LISTS: [&str; 5] = ["pieces", "readings", "doubts", "grammars", "notes"];
    const INPUTS: [&str; 2] = ["corpus/archives", "corpus/joins.txt"];
    let folder = Folder::new("database");
    let database = database(&folder, &INPUTS);
    let columns = rows(&database, "SELECT name, type FROM pragma_table_info('urls')");
    let columns_named: Vec<&str> = columns.iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(columns_named, KEYS);
    // Lists are compared by their length, and dates as SQLite understands them.
    let select = columns_with_lengths(&LISTS);
    let found = rows(&database, &format!("SELECT {select} FROM urls ORDER BY rowid"));
    let mut expected = expected(&INPUTS);
    assert_eq!(found.len(), expected.len());
    assert!(found.len() > 250, "{} rows are too few", found.len());
    for (found, expected) in found.iter().zip(&mut expected) {
        let date = expected["date"].as_str().map(|date| {
            let query = format!("SELECT datetime('{date}') AS date");
            rows(&database, &query)[0]["date"].clone()
        });
        expected["date"] = date.unwrap_or_default();
        assert_eq!(found, expected);
    }
    assert!(found.iter().any(|row| row["date"].is_string() && row["quoted"] == 1));
    assert!(found.iter().any(|row| row["readings"] != 0));
    assert!(found.iter().any(|row| row["groups"] != "[]"));
    let types: Vec<&str> = columns.iter().filter_map(|column| column["type"].as_str()).collect();
    let of = |name: &str| types[KEYS.iter().position(|key| *key == name).expect("it is a field")];
    assert_eq!(
        ["url", "start", "quoted", "date", "pieces"].map(of),
        ["TEXT", "INTEGER", "INTEGER", "TEXT", "TEXT"]
    );
}

/// Returns the columns of a query: all names, with the length of a list in the place of each of `lists`.
fn columns_with_lengths(lists: &[&str]) -> String {
    let column = |name: &&str| {
        if lists.contains(name) {
            format!("json_array_length({name}) AS {name}")
        } else {
            (*name).to_owned()
        }
    };
    KEYS.iter().map(column).collect::<Vec<_>>().join(", ")
}

/// Indices and the view are made of the columns that there are.
#[test]
fn the_view_counts_by_host_and_year() {
    let folder = Folder::new("database-view");
    let objects = "SELECT type, name FROM sqlite_schema WHERE type != 'table' ORDER BY name";
    let named = |rows: Vec<Value>| -> Vec<String> {
        rows.iter().map(|row| format!("{} {}", row["type"], row["name"]).replace('"', "")).collect()
    };
    // Columns: fields, indices and views.
    let table: [(&str, &[&str]); 4] = [
        (
            "url,date,host,date_offset",
            &["view counts", "index urls_date", "index urls_host", "index urls_url"],
        ),
        ("host,date", &["view counts", "index urls_date", "index urls_host"]),
        ("form,url", &["index urls_url"]),
        ("form", &[]),
    ];
    for (fields, expected) in table {
        let database = database(&folder, &["--fields", fields, "corpus/archives"]);
        assert_eq!(named(rows(&database, objects)), expected, "{fields}");
        let columns = rows(&database, "SELECT name FROM pragma_table_info('urls')");
        let columns: Vec<&str> = columns.iter().filter_map(|row| row["name"].as_str()).collect();
        assert_eq!(columns.join(","), fields);
    }
    let counted = database(&folder, &["corpus/archives"]);
    let counts = rows(&counted, "SELECT * FROM counts ORDER BY urls DESC, host, year");
    let output =
        urlsift(&["scan", "--count", "host,year", "--format", "jsonl", "corpus/archives"], b"");
    let lines = text(&output.stdout).lines();
    let mut expected: Vec<Value> = lines
        .map(|line| {
            let row: Value = serde_json::from_str(line).expect("a count is an object");
            let year =
                row["year"].as_str().map(|year| year.parse::<i64>().expect("it is a number"));
            json!({"host": row["host"], "year": year, "urls": row["count"]})
        })
        .collect();
    assert!(expected.iter().any(|row| row["year"].is_number()));
    let mut counts = counts;
    // SQLite's `lower` is for ASCII only; the corpus has a few other hosts.
    let key = |row: &Value| row.to_string().to_lowercase();
    counts.sort_by_key(key);
    expected.sort_by_key(key);
    assert_eq!(counts, expected);
}

#[test]
fn a_run_that_fails_leaves_no_file() {
    let folder = Folder::new("database-fails");
    let old = folder.file("old", b"old");
    let input = folder.file("in", b"http://x.example/");
    let new = folder.path().join("new").display().to_string();
    let needs_file = "urlsift: --format sqlite is written to a file; add -o FILE\n";
    let alone = "urlsift: --format sqlite cannot be combined with --count or --unique; use text, jsonl or csv\n";
    let no_split = "urlsift: --format sqlite cannot be combined with --split; scan the splits as jsonl or csv, merge \
        these, and import them\n";
    let print0 = "urlsift: --print0 is for text; remove --format\n";
    // Columns: arguments, standard error.
    let table: &[(&[&str], &str)] = &[
        (&[&input], needs_file),
        (&["-o", "-", &input], needs_file),
        (&["-o", &old, "--unique", &input], alone),
        (&["-o", &old, "--count", "host", &input], alone),
        (&["-o", &old, "-0", &input], print0),
        (&["-o", &new, "--split", "x"], no_split),
        (&["--into", &new, "--split", "x"], no_split),
    ];
    for (args, expected) in table {
        let output = urlsift(&[&["scan", "--format", "sqlite"], *args].concat(), b"");
        assert_eq!((text(&output.stderr), output.status.code()), (*expected, Some(2)), "{args:?}");
        assert_eq!(output.stdout, b"", "{args:?}");
    }
    assert_eq!(names(&folder.path().display().to_string()), ["in", "old"]);
    assert_eq!(fs::read(&old).expect("it is readable"), b"old");
    // A file that exists is replaced as a whole. Without a URL, the table is empty, and the exit status is 1.
    let output = urlsift(&["scan", "--format", "sqlite", "-o", &old], b"nothing");
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(1)));
    let database = Connection::open(&old).expect("it is a database");
    assert_eq!(rows(&database, "SELECT count(*) AS n FROM urls"), [json!({"n": 0})]);
    drop(database);
    // With --once source, rows are dropped after they were made.
    let urls = "http://x.example/a http://x.example/b http://x.example/a";
    let output =
        urlsift(&["scan", "--format", "sqlite", "--once", "source", "-o", &old], urls.as_bytes());
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
    let database = Connection::open(&old).expect("it is a database");
    let found = rows(&database, "SELECT url, start FROM urls");
    let expected = [
        json!({"url": "http://x.example/a", "start": 0}),
        json!({"url": "http://x.example/b", "start": 19}),
    ];
    assert_eq!(found, expected);
    drop(database);
    assert_eq!(names(&folder.path().display().to_string()), ["in", "old"]);
}
