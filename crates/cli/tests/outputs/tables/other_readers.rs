//! Tests that `DuckDB`, pandas, polars and pyarrow read the values of the JSON rows.
//!
//! Run these tests with `cargo test --features arrow -- --ignored other_readers`. They install the packages with
//! pip into a virtual environment in the target folder (500 MB, once) and scan a million URLs.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value, json};

use super::{json as lines, scan};
use crate::program::{Folder, text, urlsift};
use crate::repository::root;

/// Returns a Python with all packages.
fn python() -> PathBuf {
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("other-readers");
    let python = venv.join("bin/python");
    let run = |program: &Path, args: &[&str]| {
        let status = Command::new(program).args(args).status();
        status.unwrap_or_else(|error| panic!("{}: {error}", program.display())).success()
    };
    if !python.exists() {
        let venv = venv.display().to_string();
        assert!(run(Path::new("python3"), &["-m", "venv", &venv]), "python3 -m venv failed");
    }
    if !run(&python, &["-c", "import duckdb, pandas, polars, pyarrow, pytz"]) {
        let args =
            ["-m", "pip", "install", "--quiet", "duckdb", "pandas", "polars", "pyarrow", "pytz"];
        assert!(run(&python, &args), "pip cannot install the packages");
    }
    python
}

/// Runs the script and returns its answer to `question` about `files`.
fn ask(question: &str, files: &[&str]) -> Value {
    let script = root().join("crates/cli/tests/outputs/tables/other_readers.py");
    let output = Command::new(python()).arg(script).arg(question).args(files).output();
    let output = output.expect("Python runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the script prints JSON")
}

#[test]
#[ignore = "installs duckdb and pyarrow with pip"]
fn other_readers_read_the_json_rows() {
    let folder = Folder::new("table-other-readers");
    let [parquet, arrow, stream] =
        ["x.parquet", "x.arrow", "x.arrows"].map(|it| folder.file(it, b""));
    scan(&["--format", "parquet", "-o", &parquet, "corpus/archives"], b"");
    scan(&["--format", "arrow", "-o", &arrow, "corpus/archives"], b"");
    std::fs::write(&stream, scan(&["--format", "arrow", "corpus/archives"], b""))
        .expect("the folder is writable");
    let rows = lines(&scan(&["--format", "jsonl", "corpus/archives"], b""));

    let answer = ask("rows", &[&parquet, &arrow, &stream]);
    let readers = answer.as_object().expect("the script prints an object");
    let names: Vec<&String> = readers.keys().collect();
    assert_eq!(
        names,
        ["duckdb arrow", "duckdb parquet", "pyarrow arrow", "pyarrow parquet", "pyarrow stream"]
    );
    for (reader, read) in readers {
        let read = read.as_array().expect("the answer has a list of rows");
        assert_eq!(read.len(), rows.len(), "{reader}");
        for (read, row) in read.iter().zip(&rows) {
            assert_eq!(read, row, "{reader}");
        }
    }

    // All lists are unnested, and all dates are instants.
    let all = |key: &str| rows.iter().flat_map(|row| row[key].as_array().expect("a list")).count();
    let expected = json!({
        "pieces": all("pieces"),
        "readings": all("readings"),
        "doubts": all("doubts"),
        "notes": all("notes"),
        "grammars": all("grammars"),
        "dates": rows.iter().filter(|row| row["date"].is_number()).count(),
    });
    assert_eq!(ask("queries", &[&parquet]), expected);
}

/// Each program loads every format with its defaults: all rows, with all dates. The dates are instants where the format
/// has types, and where the program recognises dates in texts.
#[test]
#[ignore = "installs duckdb, pandas, polars and pyarrow with pip"]
fn other_readers_load_every_format_with_their_defaults() {
    let folder = Folder::new("table-defaults");
    let formats = ["jsonl", "csv", "parquet", "arrow"];
    let files = formats.map(|name| folder.file(&format!("x.{name}"), b""));
    for (format, file) in formats.into_iter().zip(&files) {
        // Without -o, Arrow is a stream, which is the same to all programs.
        if format == "arrow" {
            std::fs::write(file, scan(&["--format", format, "corpus/archives"], b""))
                .expect("the folder is writable");
        } else {
            scan(&["--format", format, "-o", file, "corpus/archives"], b"");
        }
    }
    let rows = lines(&scan(&["--format", "jsonl", "corpus/archives"], b""));
    let dates = rows.iter().filter(|row| row["date"].is_number()).count();
    assert!(rows.len() > 250 && dates > 100, "{dates} dates in {} rows are too few", rows.len());

    let answer = ask("types", &files.each_ref().map(String::as_str));
    let (instants, texts) = (json!([rows.len(), dates, true]), json!([rows.len(), dates, false]));
    let mut expected = json!({});
    for program in ["duckdb", "pandas", "polars"] {
        for format in ["jsonl", "csv", "parquet", "stream"] {
            // DuckDB guesses the types of texts.
            let has_types = program == "duckdb" || ["parquet", "stream"].contains(&format);
            let read = if has_types { &instants } else { &texts };
            expected[format!("{program} {format}")] = read.clone();
        }
    }
    assert_eq!(answer, expected);
}

/// With the types of `help --schema=duckdb`, `DuckDB` loses no value of a column that is null in the first 20,480 rows,
/// from which it would guess types.
#[test]
#[ignore = "installs duckdb with pip"]
fn duckdb_reads_late_values_with_the_types_of_the_schema() {
    let folder = Folder::new("table-late-values");
    let [early, urls, query] = ["x.txt", "urls.jsonl", "urls.sql"].map(|it| folder.file(it, b""));
    std::fs::write(&early, "<http://a.b/>\n".repeat(20_480)).expect("the folder is writable");
    scan(&["--format", "jsonl", "-o", &urls, &early, "corpus/archives"], b"");
    std::fs::write(&query, urlsift(&["help", "--schema=duckdb"], b"").stdout)
        .expect("the folder is writable");
    let written = std::fs::read(&urls).expect("the rows are there");
    let mut expected = Map::new();
    for row in lines(&written) {
        for (name, value) in row.as_object().expect("a row is an object") {
            let count = expected.entry(name.clone()).or_insert_with(|| json!(0));
            *count = json!(count.as_u64().expect("a count") + u64::from(!value.is_null()));
        }
    }
    // Rows have these fields on request.
    expected.extend(["href", "line"].map(|name| (name.to_owned(), json!(0))));
    assert!(expected["subject"].as_u64() > Some(100), "{expected:?}");
    assert_eq!(ask("schema", &[&urls, &query]), Value::Object(expected));
}

/// Row groups have at most a million rows.
#[test]
#[ignore = "installs pyarrow with pip, and takes a minute"]
fn other_readers_see_row_groups() {
    let folder = Folder::new("table-groups");
    let out = folder.file("out", b"");
    let urls = "<http://a.b/>\n".repeat(1_000_001);
    scan(&["--format", "parquet", "-o", &out], urls.as_bytes());
    assert_eq!(ask("groups", &[&out]), json!([1_000_000, 1]));
}
