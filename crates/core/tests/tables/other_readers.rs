//! Tests that `DuckDB` and pyarrow read the values of the JSON rows.
//!
//! Run these tests with `cargo test --features arrow -- --ignored other_readers`. They install both packages with pip
//! into a virtual environment in the target folder (200 MB, once) and scan a million URLs.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::{json as lines, scan};
use crate::program::{Folder, text};

/// Returns a Python with both packages.
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
    if !run(&python, &["-c", "import duckdb, pyarrow"]) {
        let args = ["-m", "pip", "install", "--quiet", "duckdb", "pyarrow"];
        assert!(run(&python, &args), "pip cannot install duckdb and pyarrow");
    }
    python
}

/// Runs the script and returns its answer to `question` about `files`.
fn ask(question: &str, files: &[&str]) -> Value {
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/tests/tables/other_readers.py");
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
