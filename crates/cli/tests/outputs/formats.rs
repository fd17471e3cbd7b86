//! Tests of the formats of `scan` other than text, and of output files.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::documents::examples::guide;
use crate::program::{Folder, KEYS, archive, line_keys, missing_file, text, urlsift};

/// Parses a CSV output. The first record is the heading.
fn records(output: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(output);
    let record = |record: Result<csv::StringRecord, csv::Error>| {
        record.expect("each record has the heading's cells").iter().map(str::to_owned).collect()
    };
    reader.records().map(record).collect()
}

/// Formats a value of a JSON row as a CSV cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.iter().all(Value::is_string) && !list.is_empty() => {
            let names: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            names.join(" ")
        }
        other => other.to_string(),
    }
}

#[test]
fn csv_has_the_values_of_the_json_row() {
    let scan = |format| {
        let output = urlsift(&["scan", "--format", format, "corpus/archives"], b"");
        // Some of the files are damaged.
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        output.stdout
    };
    let records = records(&scan("csv"));
    let lines = scan("jsonl");
    assert_eq!(records[0], KEYS);
    assert_eq!(records.len() - 1, text(&lines).lines().count());
    for (record, line) in records[1..].iter().zip(text(&lines).lines()) {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        for (key, found) in KEYS.iter().zip(record) {
            match *key {
                // Parsed here, because this test's JSON parser does not keep the order of keys.
                "pieces" | "readings" | "doubts" => {
                    let list: Value = serde_json::from_str(found).expect("the cell is JSON");
                    assert_eq!(list, row[key], "{line}");
                }
                "groups" | "grammars" | "notes" if row[key] == Value::Array(Vec::new()) => {
                    assert_eq!(found, "", "{key}: {line}");
                }
                _ => assert_eq!(*found, cell(&row[key]), "{key}: {line}"),
            }
        }
    }
}

/// Without URLs the output is the heading, and the exit status is 1.
#[test]
fn csv_without_urls_is_a_heading() {
    let output = urlsift(&["scan", "--format", "csv"], b"nothing");
    assert_eq!(records(&output.stdout), [KEYS]);
    assert_eq!(output.status.code(), Some(1));
}

/// Commas, quotes and line breaks stay in their cell.
#[test]
fn csv_cells_are_quoted() {
    let output = urlsift(&["scan", "--format", "csv"], b"<http://x.example/a,\n  b>");
    assert!(text(&output.stdout).contains("\n\"http://x.example/a,b\",angle,-,"));
    assert!(text(&output.stdout).contains("\"<http://x.example/a,\n  b>\""));
}

/// A build without tables reports this, and does not replace the output file.
#[cfg(not(feature = "arrow"))]
#[test]
fn tables_need_the_feature_arrow() {
    let folder = Folder::new("no-tables");
    let out = folder.file("out", b"old");
    for format in ["parquet", "arrow"] {
        let output = urlsift(&["scan", "--format", format, "-o", &out], b"<http://x.example/>");
        let message = format!(
            "urlsift: --format {format}: this urlsift was built without it; install one with \
             `cargo install --path crates/cli --features arrow`\n"
        );
        assert_eq!(text(&output.stderr), message);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read(&out).expect("the file is readable"), b"old");
    }
}

/// Returns the names in `folder`, sorted.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("the folder is readable").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn an_output_file_is_replaced_when_it_is_complete() {
    let folder = Folder::new("output");
    let one = folder.file("one", b"<http://x.example/>");
    let letter = b"From a@b.example Mon Jan  9 10:12:10 1995\nSubject: c\n\nhttp://x.example/\n";
    let mail = folder.file("mail", letter);
    let root = Path::new(&one).parent().expect("the file is in a folder").display().to_string();
    let gone = format!("{root}/gone");
    let (out, nowhere) = (format!("{root}/out"), format!("{root}/nowhere/out"));
    // Columns: arguments, exit status, content of the file afterwards, standard error.
    let table: &[(&[&str], i32, &str, &str)] = &[
        (&["scan", "-o", &out, &one], 0, "http://x.example/\n", ""),
        // A file is replaced, not appended to.
        (&["scan", "-o", &out, &one], 0, "http://x.example/\n", ""),
        (
            &["scan", "-o", &out, &one, &gone],
            2,
            "http://x.example/\n",
            &format!("urlsift: {gone}: {}\n", missing_file()),
        ),
        (
            &["scan", "-o", &out, &one, &out],
            2,
            "http://x.example/\n",
            &format!(
                "urlsift: {out} cannot be written: it is also an input, which would be replaced; choose another name\n"
            ),
        ),
        // `-o` without a value, as grep has it, and the mailbox as its value.
        (
            &["scan", "-o", &mail],
            2,
            "http://x.example/\n",
            &format!(
                "urlsift: {mail} cannot be written: it exists and is mail or compressed, and would be replaced; choose another name\n"
            ),
        ),
        (
            &["scan", "-o", &root, &one],
            2,
            "http://x.example/\n",
            &format!(
                "urlsift: {root} cannot be written: not a regular file; leave out -o to write to standard output\n"
            ),
        ),
        (
            &["scan", "-o", &nowhere, &one],
            2,
            "http://x.example/\n",
            &format!("urlsift: {nowhere} cannot be written: {}\n", missing_file()),
        ),
        // A scan without URLs writes an empty file.
        (&["scan", "-o", &out, "--forms", "url", &one], 1, "", ""),
    ];
    for (args, status, written, stderr) in table {
        let output = urlsift(args, b"");
        assert_eq!(text(&output.stderr), *stderr, "{args:?}");
        assert_eq!(output.status.code(), Some(*status), "{args:?}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
        assert_eq!(fs::read_to_string(&out).expect("the file is readable"), *written, "{args:?}");
        assert_eq!(names(&root), ["mail", "one", "out"], "{args:?}");
    }
    assert_eq!(fs::read(&mail).expect("the file is readable"), letter);
    let names = ["few.mbox.gz", "few.mbox.xz", "pack.zip", "few.tar"];
    for content in names.map(archive).into_iter().chain([b"\x1F\x9D\x90".to_vec()]) {
        let packed = folder.file("packed", &content);
        let output = urlsift(&["scan", "-o", &packed], b"");
        assert!(text(&output.stderr).contains("it exists and is mail or compressed"));
        assert_eq!(fs::read(&packed).expect("the file is readable"), content);
    }
}

/// `scan mail >> mail` would put the URLs after the mail.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_no_input() {
    let folder = Folder::new("output-stdout");
    let mail = folder.file("mail", b"http://x.example/\n");
    let root = folder.path().display().to_string();
    // (input, exit status, message)
    let table = [
        (&mail, 2, "standard output is this input; choose another file"),
        (&root, 1, "skipped: standard output"),
    ];
    for (input, status, message) in table {
        let end = fs::File::options().append(true).open(&mail).expect("the file is writable");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_urlsift"))
            .args(["scan", input])
            .stdout(end)
            .output()
            .expect("the program was built for this test");
        let message = format!("urlsift: {mail}: {message}\n");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(status), &*message));
        assert_eq!(fs::read(&mail).expect("the file is readable"), b"http://x.example/\n");
    }
}

/// An existing file below a scanned directory is not overwritten, however its path is spelled. A new file may be
/// written there, and is not read.
#[test]
fn inputs_are_not_overwritten() {
    let folder = Folder::new("output-kept");
    let one = folder.file("one", b"<http://x.example/>");
    let root = Path::new(&one).parent().expect("the file is in a folder").display().to_string();
    let (sub, beside) = (format!("{root}/sub"), format!("{root}/sub-beside"));
    fs::create_dir(&sub).expect("the folder is writable");
    fs::create_dir(&beside).expect("the folder is writable");
    let mbox = folder.file("sub/mbox", b"<http://y.example/>");
    let (new, dotted) = (format!("{root}/sub/new"), format!("{root}/sub/../sub/mbox"));
    let outside = folder.file("sub-beside/out", b"");
    let refused = |name: &str, folder: &str| {
        format!(
            "urlsift: {name} cannot be written: it exists already below {folder}, which is an input; choose another folder\n"
        )
    };
    // Columns: arguments, standard error. An empty error means success.
    let table: &[(&[&str], String)] = &[
        (&["scan", "-o", &new, &root], String::new()),
        // A second run would find the URLs of the first.
        (&["scan", "-o", &new, &root], refused(&new, &root)),
        (&["scan", "-o", &mbox, &one, &sub], refused(&mbox, &sub)),
        (&["scan", "-o", &dotted, &sub], refused(&dotted, &sub)),
        (&["scan", "--second-pass", "-o", &mbox, &root], refused(&mbox, &root)),
        (&["scan", "--count", "host", "-o", &mbox, &sub], refused(&mbox, &sub)),
        (&["plan", "-o", &mbox, &sub], refused(&mbox, &sub)),
        // The directory's name is only a prefix of this file's folder.
        (&["scan", "-o", &outside, &sub], String::new()),
    ];
    for (args, stderr) in table {
        let output = urlsift(args, b"");
        assert_eq!(text(&output.stderr), *stderr, "{args:?}");
        let status = if stderr.is_empty() { 0 } else { 2 };
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert_eq!(
            fs::read(&mbox).expect("the file is readable"),
            b"<http://y.example/>",
            "{args:?}"
        );
        assert_eq!(names(&sub), ["mbox", "new"], "{args:?}");
    }
    let written = "http://x.example/\nhttp://y.example/\n";
    assert_eq!(fs::read_to_string(&new).expect("the file is readable"), written);
    #[cfg(unix)]
    {
        let link = format!("{root}/link");
        std::os::unix::fs::symlink(&mbox, &link).expect("the folder is writable");
        let output = urlsift(&["scan", "-o", &link, &sub], b"");
        assert_eq!(text(&output.stderr), refused(&link, &sub));
    }
}

/// A temporary file of a killed run is not read below a directory, but it is read if it is named.
#[test]
fn temporary_files_of_killed_runs_are_not_read() {
    let folder = Folder::new("output-left");
    folder.file("one", b"<http://x.example/>");
    folder.file(".one.part", b"<http://y.example/>");
    let left = folder.file(".out.4711.part", b"http://z.example/\n");
    let root = folder.path().display().to_string();
    // Columns: paths, standard output.
    let table: &[(&[&str], &str)] =
        &[(&[&root], "http://y.example/\nhttp://x.example/\n"), (&[&left], "http://z.example/\n")];
    for (paths, stdout) in table {
        let output = urlsift(&[&["scan"], *paths].concat(), b"");
        assert_eq!((text(&output.stdout), text(&output.stderr)), (*stdout, ""), "{paths:?}");
    }
    let planned = urlsift(&["plan", "--pack-bytes", "0", &root], b"");
    assert_eq!(text(&planned.stdout).lines().count(), 2, "{}", text(&planned.stdout));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_not_overwritten() {
    let output = urlsift(&["scan", "-o", "/dev/full"], b"<http://x.example/>");
    let expected = "urlsift: /dev/full cannot be written: not a regular file; leave out -o to write to standard output\n";
    assert_eq!(text(&output.stderr), expected);
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn symbolic_links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("link");
    let old = folder.file("old", b"old");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).expect("the file is writable");
    let link = Path::new(&old).with_file_name("link");
    symlink(&old, &link).expect("the folder is writable");
    let link = link.display().to_string();
    let output = urlsift(&["scan", "-o", &link], b"<http://x.example/>");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(fs::read_to_string(&old).expect("the file is readable"), "http://x.example/\n");
    assert!(fs::symlink_metadata(&link).expect("the file is readable").is_symlink());
    let mode = fs::metadata(&old).expect("the file is readable").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

/// Arguments, standard output.
const COUNTS: &[(&[&str], &str)] = &[
    (&["--count", "host"], "3\tx.example\n2\t\n1\ty.example\n"),
    (&["--count", "scheme"], "3\thttp\n1\tftp\n1\tmailto\n1\tnews\n"),
    (&["--count", "form"], "5\tangle\n1\tbare\n"),
    (&["--count", "year"], "3\t1996\n2\t2001\n1\t\n"),
    (&["--count", "host", "--forms", "url"], ""),
    (&["--count", "year", "--sort", "value"], "1\t\n3\t1996\n2\t2001\n"),
    (&["--count", "year,scheme", "--sort", "value", "--top", "2"], "1\t\thttp\n2\t1996\thttp\n"),
    (&["--count", "form", "--format", "csv"], "form,count\nangle,5\nbare,1\n"),
    (
        &["--count", "host", "--format", "jsonl"],
        "{\"host\":\"x.example\",\"count\":3}\n{\"host\":null,\"count\":2}\n\
         {\"host\":\"y.example\",\"count\":1}\n",
    ),
];

/// Three messages. The date of the last is invalid.
const DATED: &str = "\
From a Mon
Date: Tue, 31 Dec 1996 23:59:59 -0800

<http://x.example/> <HTTP://X.example/> <news:comp.text>
From b Mon
Date: Tue, 9 Jan 2001 10:00:00 +0100

mailto:a@b.example
<ftp://y.example/a>
From c Mon
Date: yesterday

<http://x.example/>
";

#[test]
fn urls_are_counted_by_host_scheme_form_and_year() {
    let dated = DATED.replace("\nFrom ", "\n\nFrom ");
    for (args, expected) in COUNTS {
        for threads in ["1", "4"] {
            let args = [&["scan", "-j", threads][..], args].concat();
            let output = urlsift(&args, dated.as_bytes());
            assert_eq!(text(&output.stderr), "", "{args:?}");
            assert_eq!(text(&output.stdout), *expected, "{args:?}");
            assert_eq!(output.status.code(), Some(i32::from(expected.is_empty())), "{args:?}");
        }
    }
}

/// Counts add up to the number of rows, with any number of threads.
#[test]
fn counts_add_up_to_the_rows() {
    let rows = urlsift(&["scan", "corpus/archives"], b"").stdout;
    for what in ["host", "scheme", "form", "year"] {
        let count = |threads| {
            urlsift(&["scan", "--count", what, "-j", threads, "corpus/archives"], b"").stdout
        };
        let one = count("1");
        assert_eq!(count("7"), one);
        let number = |line: &str| {
            let (count, _) = line.split_once('\t').expect("a tab follows the count");
            count.parse::<usize>().expect("the field is a number")
        };
        let counts: Vec<usize> = text(&one).lines().map(number).collect();
        assert!(counts.is_sorted_by(|a, b| a >= b), "{what}");
        assert_eq!(counts.iter().sum::<usize>(), text(&rows).lines().count(), "{what}");
    }
}

const UNIQUE_KEYS: &[&str] = &[
    "url",
    "count",
    "first_date",
    "last_date",
    "source",
    "member",
    "member_index",
    "message_offset",
    "part",
    "part_offset",
    "start",
    "end",
    "offset_in",
];

/// Four messages. The third is the earliest by UTC, although its local time is later.
const TWICE: &str = "\
From a Mon
Date: Wed, 1 Jan 1997 00:30:00 +0000

<http://x.example/> <http://X.example/> and <http://x.example/>

From b Mon
Date: yesterday

http://x.example/ http://y.example/

From c Mon
Date: Wed, 1 Jan 1997 01:00:00 +0100

<http://x.example/>

From d Mon
Date: Tue, 31 Dec 1996 23:00:00 -0800

<http://x.example/>
";

#[test]
fn unique_urls_are_listed_with_their_first_place() {
    // Columns: arguments, standard output.
    let table: &[(&[&str], &str)] = &[
        (&[], "http://x.example/\nhttp://X.example/\nhttp://y.example/\n"),
        (&["-H"], "-:49:http://x.example/\n-:69:http://X.example/\n-:160:http://y.example/\n"),
        (
            &["--format", "csv"],
            "url,count,first_date,last_date,source,member,member_index,message_offset,part,part_offset,\
             start,end,offset_in\n\
             http://x.example/,5,1997-01-01T01:00:00+01:00,1996-12-31T23:00:00-08:00,-,,,0,body:1,49,49,68,\
             source\n\
             http://X.example/,1,1997-01-01T00:30:00+00:00,1997-01-01T00:30:00+00:00,-,,,0,body:1,49,69,88,\
             source\n\
             http://y.example/,1,,,-,,,114,body:1,142,160,177,source\n",
        ),
        (&["--forms", "url"], ""),
    ];
    for (args, expected) in table {
        for threads in ["1", "4"] {
            let args = [&["scan", "--unique", "-j", threads][..], args].concat();
            let output = urlsift(&args, TWICE.as_bytes());
            assert_eq!(text(&output.stderr), "", "{args:?}");
            assert_eq!(text(&output.stdout), *expected, "{args:?}");
            assert_eq!(output.status.code(), Some(i32::from(expected.is_empty())), "{args:?}");
        }
    }
}

/// The place of each unique URL is its first row, and the counts add up.
#[test]
fn unique_urls_agree_with_the_rows() {
    let scan = |more: &[&str]| {
        let args = [&["scan", "--format", "jsonl", "corpus/archives"], more].concat();
        let output = urlsift(&args, b"");
        let line = |line: &str| serde_json::from_str(line).expect("each line is an object");
        for line in text(&output.stdout).lines().filter(|_| more.contains(&"--unique")) {
            assert_eq!(line_keys(line), UNIQUE_KEYS);
        }
        text(&output.stdout).lines().map(line).collect::<Vec<Value>>()
    };
    let mut rows = scan(&[]);
    let unique = scan(&["--unique"]);
    assert_eq!(scan(&["--unique", "-j", "7"]), unique);
    assert!(unique.len() < rows.len());
    for one in &unique {
        let first = &rows[0];
        for key in UNIQUE_KEYS.iter().filter(|key| KEYS.contains(key)) {
            assert_eq!(one[key], first[key], "{one}");
        }
        let before = rows.len();
        rows.retain(|row| row["url"] != one["url"]);
        assert_eq!(one["count"], before - rows.len(), "{one}");
    }
    assert!(rows.is_empty(), "each URL is in the unique list");
}

/// If the URLs exceed the memory limit, nothing incomplete is printed and an output file is not replaced.
#[test]
fn the_memory_of_unique_is_limited() {
    let urls: Vec<String> = (0..1000).map(|i| format!("<http://x.example/{i}>")).collect();
    let folder = Folder::new("unique");
    let out = folder.file("out", b"old");
    let args = ["scan", "--unique", "--max-unique", "64K", "-o", &out];
    let output = urlsift(&args, urls.join("\n").as_bytes());
    let stderr = text(&output.stderr);
    assert!(
        stderr.starts_with("urlsift: more distinct URLs than 65536 bytes of memory hold: "),
        "{stderr}"
    );
    assert_eq!(text(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&out).expect("the file is readable"), "old");
    // Repeated URLs take no more memory.
    let same = "<http://x.example/>\n".repeat(10_000);
    let output = urlsift(&["scan", "--unique", "--max-unique", "1K"], same.as_bytes());
    assert_eq!(text(&output.stdout), "http://x.example/\n");
    assert_eq!(output.status.code(), Some(0));
}

/// The same holds for the values of `--count`, with any number of threads.
#[test]
fn the_memory_of_count_is_limited() {
    let urls: Vec<String> = (0..1000).map(|i| format!("<http://x{i}.example/>")).collect();
    let folder = Folder::new("count");
    let out = folder.file("out", b"old");
    for more in [&["-j", "1"][..], &["-j", "4"], &["--once", "message"]] {
        let args = [&["scan", "--count", "host", "--max-count", "64K", "-o", &out], more].concat();
        let output = urlsift(&args, urls.join("\n").as_bytes());
        let stderr = text(&output.stderr);
        let expected = "urlsift: more distinct values than 65536 bytes of memory hold: ";
        assert!(stderr.starts_with(expected) && stderr.contains("raise --max-count"), "{stderr}");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read_to_string(&out).expect("the file is readable"), "old");
    }
    let same = "<http://x.example/>\n".repeat(10_000);
    let output = urlsift(&["scan", "--count", "host", "--max-count", "1K"], same.as_bytes());
    assert_eq!(text(&output.stdout), "10000\tx.example\n");
}

/// The guide lists every field of a row of `--unique`.
#[test]
fn every_field_of_unique_is_documented() {
    let page = guide("row.md");
    let (_, section) = page.split_once("## Rows of `--unique`").expect("the page has the section");
    for key in UNIQUE_KEYS {
        assert!(section.contains(&format!("`{key}`")), "{key}");
    }
}
