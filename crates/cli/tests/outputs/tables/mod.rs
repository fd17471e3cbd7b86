//! Tests that tables in Parquet and Arrow IPC have the values of the JSON rows.

use std::fs::{self, File};
use std::io::Cursor;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use serde_json::{Map, Value};
use urlsift_archive::mail::{Header, Origin};

use crate::program::{Folder, KEYS, missing_file, seen, text, urlsift};

mod other_readers;

/// A table that was read back.
struct ReadTable {
    schema: Schema,
    batches: Vec<RecordBatch>,
}

impl ReadTable {
    fn parquet(path: &str) -> ReadTable {
        let file = File::open(path).expect("the table was written");
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).expect("the file is Parquet");
        for group in builder.metadata().row_groups() {
            for column in group.columns() {
                assert!(matches!(column.compression(), Compression::ZSTD(_)));
            }
        }
        let schema = Schema::clone(builder.schema());
        let batches = builder
            .build()
            .expect("the file is readable")
            .map(|it| it.expect("the batch is complete"));
        ReadTable { schema, batches: batches.collect() }
    }

    fn file(path: &str) -> ReadTable {
        let file = File::open(path).expect("the table was written");
        let reader = FileReader::try_new(file, None).expect("the file is Arrow IPC");
        let schema = Schema::clone(&reader.schema());
        ReadTable { schema, batches: reader.map(|it| it.expect("the batch is complete")).collect() }
    }

    fn stream(bytes: &[u8]) -> ReadTable {
        let reader = StreamReader::try_new(Cursor::new(bytes), None);
        let reader = reader.expect("the output is an Arrow IPC stream");
        let schema = Schema::clone(&reader.schema());
        ReadTable { schema, batches: reader.map(|it| it.expect("the batch is complete")).collect() }
    }

    /// Returns the rows as JSON objects.
    fn rows(&self) -> Vec<Value> {
        let mut rows = Vec::new();
        for batch in &self.batches {
            let schema = batch.schema();
            for row in 0..batch.num_rows() {
                rows.push(object(schema.fields().iter().zip(batch.columns()), row));
            }
        }
        rows
    }
}

fn object<'a, F: AsRef<Field> + 'a>(
    columns: impl Iterator<Item = (&'a F, &'a std::sync::Arc<dyn Array>)>,
    row: usize,
) -> Value {
    let field = |(field, column): (&F, &std::sync::Arc<dyn Array>)| {
        (field.as_ref().name().clone(), value(column, row))
    };
    Value::Object(columns.map(field).collect::<Map<String, Value>>())
}

fn value(column: &dyn Array, row: usize) -> Value {
    if column.is_null(row) {
        return Value::Null;
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into(),
        DataType::Timestamp(TimeUnit::Microsecond, Some(zone)) if &**zone == "UTC" => {
            (column.as_primitive::<TimestampMicrosecondType>().value(row) / 1_000_000).into()
        }
        DataType::Boolean => column.as_boolean().value(row).into(),
        DataType::List(_) => {
            let list = column.as_list::<i32>().value(row);
            (0..list.len()).map(|element| value(&list, element)).collect()
        }
        DataType::Struct(fields) => object(fields.iter().zip(column.as_struct().columns()), row),
        other => panic!("the schema has no {other}"),
    }
}

/// Parses the JSON rows of `lines`. Dates become seconds since 1970, as tables have them.
fn json(lines: &[u8]) -> Vec<Value> {
    let row = |line| {
        let mut row: Value = serde_json::from_str(line).expect("each line is an object");
        if let Some(date) = row["date"].as_str() {
            let header = format!("Date: {date}\n\n");
            let origin = Origin::of(&Header::of(header.as_bytes()));
            row["date"] = origin.rfc_3339().expect("it is a date").second().into();
        }
        row
    };
    text(lines).lines().map(row).collect()
}

/// Runs `urlsift scan` with the arguments `more` and returns its standard output. It must not print errors.
fn scan(more: &[&str], stdin: &[u8]) -> Vec<u8> {
    let output = urlsift(&[&["scan"], more].concat(), stdin);
    // Some files of the corpus are damaged.
    let is_corpus = more.contains(&"corpus/archives");
    assert!(is_corpus || output.stderr.is_empty(), "{more:?}: {}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(if is_corpus { 2 } else { 0 }), "{more:?}");
    output.stdout
}

#[test]
fn tables_have_the_values_of_the_json_rows() {
    const JOINS: &str = "corpus/joins.txt";
    let folder = Folder::new("tables");
    let [parquet, arrow] = ["parquet", "arrow"].map(|name| folder.file(name, b""));
    let piped =
        folder.file("piped", &scan(&["--format", "parquet", "corpus/archives", JOINS], b""));
    scan(&["--format", "parquet", "-o", &parquet, "corpus/archives", JOINS], b"");
    scan(&["--format", "arrow", "-o", &arrow, "corpus/archives", JOINS], b"");
    let stream = scan(&["--format", "arrow", "corpus/archives", JOINS], b"");

    let expected = json(&scan(&["--format", "jsonl", "corpus/archives", JOINS], b""));
    assert!(expected.iter().any(|row| row["readings"] != Value::Array(Vec::new())));
    assert!(expected.iter().any(|row| row["joined"] == "likely"));
    let tables = [
        ReadTable::parquet(&parquet),
        ReadTable::parquet(&piped),
        ReadTable::file(&arrow),
        ReadTable::stream(&stream),
    ];
    for table in tables {
        let rows = table.rows();
        assert_eq!(rows.len(), expected.len());
        for (row, expected) in rows.iter().zip(&expected) {
            assert_eq!(row, expected);
        }
        let names: Vec<&String> = table.schema.fields().iter().map(|field| field.name()).collect();
        assert_eq!(names, *KEYS);
        for field in table.schema.flattened_fields() {
            assert!(field.is_nullable(), "{field:?}");
        }
    }
}

/// Batches end at the same rows for any number of threads, so the files are equal.
#[test]
fn the_number_of_threads_does_not_change_tables() {
    // Mail, because each message is an item of its own.
    let message = |i: usize| format!("From a Mon\nSubject: {i}\n\n<http://x.example/{i}>\n\n");
    let mail: String = (0..20_000).map(message).collect();
    let folder = Folder::new("table-threads");
    for format in ["parquet", "arrow"] {
        let write = |threads| {
            let out = folder.file(threads, b"");
            scan(&["--format", format, "-j", threads, "-o", &out], mail.as_bytes());
            fs::read(out).expect("the table was written")
        };
        assert!(write("1") == write("7"), "{format}");
    }
    let stream = ReadTable::stream(&scan(&["--format", "arrow"], mail.as_bytes()));
    let rows: Vec<usize> = stream.batches.iter().map(RecordBatch::num_rows).collect();
    assert_eq!(rows, [16_384, 20_000 - 16_384]);
    for (i, row) in stream.rows().iter().enumerate() {
        assert_eq!(row["url"], format!("http://x.example/{i}"));
        assert_eq!(row["subject"], i.to_string());
    }
}

/// Without a result the table has no rows. A missing file is reported, and the table has the rows of the other files.
#[test]
fn there_is_a_table_without_urls_and_without_a_file() {
    let folder = Folder::new("table-nothing");
    let out = folder.file("out", b"old");
    for (format, read) in
        [("parquet", ReadTable::parquet as fn(&str) -> ReadTable), ("arrow", ReadTable::file)]
    {
        let output = urlsift(&["scan", "--format", format, "-o", &out], b"nothing");
        assert_eq!(seen(&output), (Some(1), "", ""));
        let table = read(&out);
        assert_eq!((table.rows(), table.schema.fields().len()), (vec![], KEYS.len()));
    }
    let gone = Path::new(&out).with_file_name("gone").display().to_string();
    let args = ["scan", "--format", "parquet", "-o", &out, &gone, "corpus/archives/notes.txt"];
    let message = format!("urlsift: {gone}: {}\n", missing_file());
    assert_eq!(seen(&urlsift(&args, b"")), (Some(2), "", &*message));
    assert_eq!(ReadTable::parquet(&out).rows().len(), 9);
}

#[test]
fn a_table_of_counts_or_unique_urls_is_refused() {
    let folder = Folder::new("table-misuse");
    let out = folder.file("out", b"old");
    for format in ["parquet", "arrow"] {
        for more in [&["--count", "host"][..], &["--unique"]] {
            let args = [&["scan", "--format", format, "-o", &out], more].concat();
            let output = urlsift(&args, b"<http://x.example/>");
            let expected = format!(
                "urlsift: --format {format} cannot be combined with --count or --unique; use text, jsonl or csv\n"
            );
            assert_eq!(seen(&output), (Some(2), "", &*expected));
            assert_eq!(fs::read(&out).expect("the old file exists"), b"old");
        }
    }
}

/// A full disk is an error. A reader that closes the pipe is not.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_not() {
    use crate::program::urlsift_to;
    for format in ["parquet", "arrow"] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
        let output = urlsift_to(full, &["scan", "--format", format, "corpus/archives"]);
        let expected = "urlsift: standard output: No space left on device (os error 28)\n";
        assert!(text(&output.stderr).ends_with(expected), "{format}");
        assert_eq!(output.status.code(), Some(2), "{format}");

        let (reader, writer) = std::io::pipe().expect("the system has pipes");
        drop(reader);
        let output = urlsift_to(writer, &["scan", "--format", format, "corpus/archives"]);
        assert!(!text(&output.stderr).contains("standard output"), "{format}");
        assert_eq!(output.status.code(), Some(0), "{format}");
    }
}
