//! Rows as Parquet and as Arrow IPC: what is read back is the JSON row.

use std::fs::{self, File};
use std::io::Cursor;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use serde_json::{Map, Value};

use crate::program::{Folder, KEYS, text, urlsift};

mod peers;

/// A table as it is read back.
struct Read {
    schema: Schema,
    batches: Vec<RecordBatch>,
}

impl Read {
    fn parquet(path: &str) -> Read {
        let file = File::open(path).expect("it was written");
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).expect("it is Parquet");
        for group in builder.metadata().row_groups() {
            for column in group.columns() {
                assert!(matches!(column.compression(), Compression::ZSTD(_)));
            }
        }
        let schema = Schema::clone(builder.schema());
        let batches = builder.build().expect("it can be read").map(|it| it.expect("it is whole"));
        Read { schema, batches: batches.collect() }
    }

    fn file(path: &str) -> Read {
        let file = File::open(path).expect("it was written");
        let reader = FileReader::try_new(file, None).expect("it is an Arrow IPC file");
        let schema = Schema::clone(&reader.schema());
        Read { schema, batches: reader.map(|it| it.expect("it is whole")).collect() }
    }

    fn stream(bytes: &[u8]) -> Read {
        let reader = StreamReader::try_new(Cursor::new(bytes), None);
        let reader = reader.expect("it is an Arrow IPC stream");
        let schema = Schema::clone(&reader.schema());
        Read { schema, batches: reader.map(|it| it.expect("it is whole")).collect() }
    }

    /// The rows as objects of JSON.
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
        DataType::Boolean => column.as_boolean().value(row).into(),
        DataType::List(_) => {
            let list = column.as_list::<i32>().value(row);
            (0..list.len()).map(|element| value(&list, element)).collect()
        }
        DataType::Struct(fields) => object(fields.iter().zip(column.as_struct().columns()), row),
        other => panic!("the schema has no {other}"),
    }
}

/// The JSON rows of `lines`.
fn json(lines: &[u8]) -> Vec<Value> {
    let row = |line| serde_json::from_str(line).expect("each line is an object");
    text(lines).lines().map(row).collect()
}

/// What `urlsift scan` with `more` gives on standard output; nothing is told on standard error.
fn scan(more: &[&str], stdin: &[u8]) -> Vec<u8> {
    let output = urlsift(&[&["scan"], more].concat(), stdin);
    assert_eq!(text(&output.stderr), "", "{more:?}");
    assert_eq!(output.status.code(), Some(0), "{more:?}");
    output.stdout
}

#[test]
fn tables_are_the_json_rows() {
    let folder = Folder::new("tables");
    let [parquet, arrow] = ["parquet", "arrow"].map(|name| folder.file(name, b""));
    let piped = folder.file("piped", &scan(&["--format", "parquet", "corpus/archives"], b""));
    scan(&["--format", "parquet", "-o", &parquet, "corpus/archives"], b"");
    scan(&["--format", "arrow", "-o", &arrow, "corpus/archives"], b"");
    let stream = scan(&["--format", "arrow", "corpus/archives"], b"");

    let expected = json(&scan(&["--format", "jsonl", "corpus/archives"], b""));
    assert!(expected.iter().any(|row| row["readings"] != Value::Array(Vec::new())));
    let tables =
        [Read::parquet(&parquet), Read::parquet(&piped), Read::file(&arrow), Read::stream(&stream)];
    for table in tables {
        let rows = table.rows();
        assert_eq!(rows.len(), expected.len());
        for (row, expected) in rows.iter().zip(&expected) {
            assert_eq!(row, expected);
        }
        let names: Vec<&String> = table.schema.fields().iter().map(|field| field.name()).collect();
        assert_eq!(names, KEYS);
        for field in table.schema.flattened_fields() {
            assert!(field.is_nullable(), "{field:?}");
        }
    }
}

/// Batches end where they do whatever the number of threads, so the files are the same.
#[test]
fn threads_change_nothing() {
    // In mail, so that there are many items.
    let message = |i: usize| format!("From a Mon\nSubject: {i}\n\n<http://x.example/{i}>\n\n");
    let mail: String = (0..20_000).map(message).collect();
    let folder = Folder::new("table-threads");
    for format in ["parquet", "arrow"] {
        let write = |threads| {
            let out = folder.file(threads, b"");
            scan(&["--format", format, "-j", threads, "-o", &out], mail.as_bytes());
            fs::read(out).expect("it was written")
        };
        assert!(write("1") == write("7"), "{format}");
    }
    let stream = Read::stream(&scan(&["--format", "arrow"], mail.as_bytes()));
    let rows: Vec<usize> = stream.batches.iter().map(RecordBatch::num_rows).collect();
    assert_eq!(rows, [16_384, 20_000 - 16_384]);
    for (i, row) in stream.rows().iter().enumerate() {
        assert_eq!(row["url"], format!("http://x.example/{i}"));
        assert_eq!(row["subject"], i.to_string());
    }
}

/// Where nothing is found there is still a table, and the exit status says so.
#[test]
fn a_table_of_nothing() {
    let folder = Folder::new("table-nothing");
    let out = folder.file("out", b"old");
    for (format, read) in [("parquet", Read::parquet as fn(&str) -> Read), ("arrow", Read::file)] {
        let output = urlsift(&["scan", "--format", format, "-o", &out], b"nothing");
        assert_eq!(text(&output.stderr), "");
        assert_eq!(output.status.code(), Some(1));
        let table = read(&out);
        assert_eq!(table.rows(), Vec::<Value>::new());
        assert_eq!(table.schema.fields().len(), KEYS.len());
    }
}

/// What cannot be read is told; what was found in the rest is a whole table.
#[test]
fn a_table_of_what_can_be_read() {
    let folder = Folder::new("table-unread");
    let out = folder.file("out", b"");
    let gone = Path::new(&out).with_file_name("gone").display().to_string();
    let args = ["scan", "--format", "parquet", "-o", &out, &gone, "corpus/archives/notes.txt"];
    let output = urlsift(&args, b"");
    let told = format!("urlsift: {gone}: No such file or directory (os error 2)\n");
    assert_eq!(text(&output.stderr), told);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(Read::parquet(&out).rows().len(), 9);
}

#[test]
fn what_is_no_table() {
    let folder = Folder::new("table-misuse");
    let out = folder.file("out", b"old");
    for format in ["parquet", "arrow"] {
        for more in [&["--count", "host"][..], &["--unique"]] {
            let args = [&["scan", "--format", format, "-o", &out], more].concat();
            let output = urlsift(&args, b"<http://x.example/>");
            let told = format!(
                "urlsift: --format {format} is for rows alone, not for --count or --unique\n"
            );
            assert_eq!(text(&output.stderr), told);
            assert_eq!(output.status.code(), Some(2));
            assert_eq!(fs::read(&out).expect("it is there"), b"old");
        }
    }
}

/// A disk that is full is told, and who reads a pipe no further is not.
#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_written() {
    use std::process::{Command, Stdio};
    let run = |format, stdout: Stdio| {
        Command::new(env!("CARGO_BIN_EXE_urlsift"))
            .args(["scan", "--format", format, "corpus/archives"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(stdout)
            .output()
            .expect("the program was built for this test")
    };
    for format in ["parquet", "arrow"] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = run(format, full.into());
        let told = "urlsift: standard output: No space left on device (os error 28)\n";
        assert_eq!(text(&output.stderr), told, "{format}");
        assert_eq!(output.status.code(), Some(2), "{format}");

        let (reader, writer) = std::io::pipe().expect("the system has pipes");
        drop(reader);
        let output = run(format, writer.into());
        assert_eq!(text(&output.stderr), "", "{format}");
        assert_eq!(output.status.code(), Some(0), "{format}");
    }
}
