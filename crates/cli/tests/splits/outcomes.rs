//! Tests of splits that fail, of rows that are not those of the plan, and of several splits in one output.

use std::fs;
use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::program::{Folder, missing_file, text, urlsift};
#[cfg(target_os = "linux")]
use crate::repository::report_skipped;
use crate::splits::merge::Shelf;

/// The rows of several splits are one output with one heading, also if the first of them has none.
#[test]
fn several_splits_to_standard_output_are_one_output() {
    let shelf = Shelf::new("splits-one-output");
    let [mbox, empty] = [&shelf.mbox, &shelf.folder.file("empty", b"")];
    let formats: &[&str] = if cfg!(feature = "arrow") {
        &["text", "jsonl", "csv", "arrow", "parquet"]
    } else {
        &["text", "jsonl", "csv"]
    };
    for paths in [[mbox, empty], [empty, mbox]] {
        let plan = urlsift(&["plan", "--split-bytes", "28", paths[0], paths[1]], b"");
        for format in formats {
            let whole = urlsift(&["scan", "--format", format, paths[0], paths[1]], b"");
            let splits = urlsift(&["scan", "--format", format, "--split", "-"], &plan.stdout);
            assert_eq!((text(&splits.stderr), splits.status.code()), ("", Some(0)), "{format}");
            assert!(splits.stdout == whole.stdout, "{format} {paths:?}");
        }
    }
}

/// Exit status 2 means that all that could be read is there. Status 3 means that a split failed.
#[test]
fn a_split_that_fails_has_an_exit_status_of_its_own() {
    let shelf = Shelf::new("splits-failed");
    let damaged = shelf.folder.file("damaged.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03x");
    let plain = shelf.folder.file("plain", b"http://d/\n");
    let gone = shelf.folder.file("gone", b"http://e/\n");
    let plan = |path: &str| {
        let output = urlsift(&["plan", path], b"");
        text(&output.stdout).trim().to_owned()
    };
    let (damaged, gone_split, plain) = (plan(&damaged), plan(&gone), plan(&plain));
    fs::remove_file(gone).expect("the folder is writable");
    let packed = plain.replace("null,\"start", "\"gzip\",\"start");
    let moved = plain.replace("\"start\":0", "\"start\":1");
    let missing = format!("{}\n", missing_file());
    // Columns: lines of the plan, exit status, the end of the message about the last of them.
    let table: &[(&[&str], i32, &str)] = &[
        (&[&plain], 0, ""),
        (&[&plain, &damaged], 2, "damaged at byte 0: the compressed data ends too early\n"),
        (&[&plain, &gone_split], 3, &missing),
        (&[&damaged, &gone_split], 3, &missing),
        (
            &[&plain, &packed],
            3,
            "compressed with nothing, but the plan says gzip; make a new plan\n",
        ),
        (&[&plain, &moved], 3, "can be divided; make a new plan\n"),
    ];
    for (lines, status, message) in table {
        let plan = lines.join("\n");
        let rows = shelf.path("rows");
        for into in [&[][..], &["--into", &rows]] {
            let said = shelf.says(&[&["scan", "--split", "-"], into].concat(), plan.as_bytes());
            assert_eq!(said.0, *status, "{plan} {said:?}");
            assert!(said.2.ends_with(message), "{plan} {said:?}");
        }
        let _ = fs::remove_dir_all(rows);
    }
}

/// A program that fails leaves an empty file, which must not look like a shelf without URLs.
#[test]
fn empty_plans_and_listings_are_errors() {
    let folder = Folder::new("splits-nothing");
    let [empty, blank] = [folder.file("empty", b""), folder.file("blank", b"\n \n")];
    let at = format!("@{empty}");
    let plan = |name: &str| {
        format!("urlsift: {name}: a plan without splits; see whether `urlsift plan` failed\n")
    };
    let listing = |name: &str| format!("urlsift: {name}: a listing without files\n");
    // Columns: arguments, exit status, message.
    let table = [
        (vec!["scan", "--split", &at], 3, plan(&empty)),
        (vec!["scan", "--split", "-"], 3, plan("-")),
        (vec!["merge", &empty, "rows"], 2, plan(&empty)),
        (vec!["merge", "--left", &blank], 2, plan(&blank)),
        (vec!["plan", "--from", &empty], 2, listing(&empty)),
        (vec!["plan", "--from", &blank], 2, listing(&blank)),
        (vec!["plan", "--from", "-"], 2, listing("-")),
    ];
    for (args, status, message) in table {
        let output = urlsift(&args, b"");
        let said = (output.status.code(), text(&output.stdout), text(&output.stderr));
        assert_eq!(said, (Some(status), "", &*message), "{args:?}");
    }
}

/// Other files than listings have thousands of such lines.
#[test]
fn few_malformed_lines_of_a_listing_are_reported() {
    let bad = |lines: std::ops::RangeInclusive<usize>| -> String {
        let cause = "neither a JSON object nor a path, a size and a time between tabs";
        let messages = lines.map(|line| format!("urlsift: -, line {line}: {cause}\n"));
        messages.collect::<Vec<_>>().concat()
    };
    let more = |lines: &str| bad(1..=5) + &format!("urlsift: -: {lines} no files\n");
    // Columns: malformed lines before a file, messages.
    let table = [
        (0, String::new()),
        (5, bad(1..=5)),
        (6, more("1 more line that is")),
        (1000, more("995 more lines that are")),
    ];
    for (count, messages) in table {
        let listing = "x\n".repeat(count) + "a\t3\t1\n";
        let output = urlsift(&["plan", "--from", "-"], listing.as_bytes());
        assert_eq!(text(&output.stderr), messages);
        assert_eq!(text(&output.stdout).lines().count(), 1, "the file is planned");
        assert_eq!(output.status.code(), Some(if count > 0 { 2 } else { 0 }));
    }
}

/// A file that cannot be opened may be readable later or on another machine, so its split is not done.
#[cfg(target_os = "linux")]
#[test]
fn a_split_with_a_file_that_cannot_be_opened_has_failed() {
    // Permissions do not bind root. The kernel refuses also root to read this file.
    let closed = "/proc/sys/vm/drop_caches";
    if !fs::metadata(closed).is_ok_and(|it| it.is_file()) || fs::File::open(closed).is_ok() {
        report_skipped("no file that nobody can read");
        return;
    }
    let shelf = Shelf::new("splits-closed");
    let plain = shelf.folder.file("plain", b"http://d/\n");
    let file = |path: &str| format!(r#""path":"{path}","size":0,"mtime":"0.000000000""#);
    let pack = format!(r#"{{"files":[{{{}}},{{{}}}]}}"#, file(closed), file(&plain));
    let own = format!(r#"{{{},"member":null,"codec":null,"start":0,"end":0}}"#, file(closed));
    let (rows, damage) = (shelf.path("rows"), shelf.path("damage"));
    for line in [&pack, &own] {
        let args = ["scan", "--split", line, "--version-check", "none", "--damage", &damage];
        for into in [&[][..], &["--into", &rows]] {
            let said = shelf.says(&[&args[..], into].concat(), b"");
            assert_eq!(
                (said.0, &*said.2),
                (3, "urlsift: /proc/sys/vm/drop_caches: Permission denied (os error 13)\n"),
                "{line}"
            );
            let list = fs::read_to_string(&damage).expect("it was written");
            assert!(list.contains(r#""kind":"split_failed""#), "{list}");
        }
        let files = fs::read_dir(&rows).expect("it was made").count();
        assert_eq!(files, 0, "a failed split has no rows: {line}");
    }
}

/// Status 2 would mean that all splits were scanned.
#[test]
fn splits_that_are_not_begun_have_failed() {
    let shelf = Shelf::new("splits-begun");
    let plan = format!("@{}", shelf.plan);
    let gone = format!("@{}", shelf.path("gone"));
    let malformed = shelf.folder.file("malformed", b"{}\n");
    let (malformed, below_file) = (format!("@{malformed}"), format!("{}/rows", shelf.mbox));
    let (damage, rows) = (shelf.path("gone/damage"), shelf.path("rows"));
    // Columns: arguments, the beginning of the message.
    let table: &[(&[&str], &str)] = &[
        (&["--split", &gone], &format!("gone: {}", missing_file())),
        (&["--split", &malformed], "malformed, line 1: not a line of `urlsift plan`"),
        (&["--split", "x"], "--split takes a line of `urlsift plan`, @FILE"),
        (&["--split", &plan, "-o", &rows], "--output takes the rows of one split"),
        (&["--split", &plan, "--into", &below_file], "mbox/rows: "),
        (&["--split", &plan, "--into", &rows, "--damage", &damage], "gone"),
    ];
    for (args, message) in table {
        let said = shelf.says(&[&["scan"], *args].concat(), b"");
        assert!(said.2.starts_with(&format!("urlsift: {message}")), "{args:?}: {said:?}");
        assert_eq!((said.0, &*said.1), (3, ""), "{args:?}");
    }
    // Wrong arguments are another matter.
    assert_eq!(shelf.says(&["scan", "--split", &plan, "--unique"], b"").0, 2);
}

/// Rows that cannot be written are missing too.
#[cfg(target_os = "linux")]
#[test]
fn a_split_whose_rows_cannot_be_written_has_failed() {
    let shelf = Shelf::new("splits-full");
    let full = fs::File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(["scan", "--split", &format!("@{}", shelf.plan)])
        .stdout(full)
        .output()
        .expect("the program was built for this test");
    let expected = "urlsift: standard output: No space left on device (os error 28)\n";
    assert_eq!((text(&output.stderr), output.status.code()), (expected, Some(3)));
}

/// A reader of the stream need not look at the exit status.
#[cfg(feature = "arrow")]
#[test]
fn a_table_without_the_rows_of_a_split_is_incomplete() {
    let shelf = Shelf::new("splits-incomplete");
    let mut plan = fs::read_to_string(&shelf.plan).expect("the plan was made");
    let scan = |plan: &str, format| {
        let output = urlsift(&["scan", "--split", "-", "--format", format], plan.as_bytes());
        (output.status.code(), output.stdout)
    };
    let is_read = |stream: &[u8]| {
        let mut batches =
            arrow_ipc::reader::StreamReader::try_new(stream, None).expect("it begins");
        batches.all(|batch| batch.is_ok())
    };
    let (status, stream) = scan(&plan, "arrow");
    assert!(status == Some(0) && is_read(&stream));
    plan += &plan.lines().next().expect("it has lines").replace("mbox", "gone");
    let (status, stream) = scan(&plan, "arrow");
    assert!(status == Some(3) && !is_read(&stream));
    let (status, file) = scan(&plan, "parquet");
    assert!(status == Some(3) && file.len() <= 4);
}

#[test]
fn rows_that_changed_at_the_same_length_are_not_merged() {
    let shelf = Shelf::new("splits-digest");
    let (plan, rows, all) = (&*shelf.plan, shelf.path("1"), &format!("@{}", shelf.plan));
    let mut names = vec![];
    for (at, split) in shelf.splits().iter().enumerate() {
        names.push(shelf.path(&at.to_string()));
        assert_eq!(shelf.says(&["scan", "--split", split, "-o", &names[at]], b"").0, 0);
    }
    let receipt = fs::read_to_string(format!("{rows}.split.json")).expect("it was written");
    let receipt: Map<String, Value> = serde_json::from_str(&receipt).expect("it is an object");
    assert_eq!((&receipt["bytes"], &receipt["rows"]), (&10.into(), &1.into()), "{receipt:?}");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(shelf.says(&[&["merge", plan], &*names].concat(), b"").0, 0);
    fs::write(&rows, "http://x/\n").expect("the file is writable");
    let (status, merged, stderr) = shelf.says(&[&["merge", plan], &*names].concat(), b"");
    assert_eq!((status, &*merged), (2, ""), "{stderr}");
    let changed = "urlsift: 1: changed after its receipt was written; scan the split again\n";
    assert!(stderr.starts_with(changed), "{stderr}");
    // A folder is scanned again where it is damaged.
    let folder = &*shelf.rows;
    assert_eq!(shelf.says(&["scan", "--split", all, "--into", folder], b"").0, 0);
    for entry in fs::read_dir(folder).expect("it was made") {
        let path = entry.expect("it is readable").path();
        if path.extension().is_some_and(|it| it == "text") {
            fs::write(path, "http://x/\n").expect("the file is writable");
        }
    }
    assert_eq!(
        shelf.says(&["scan", "--split", all, "--into", folder], b""),
        (0, String::new(), String::new())
    );
    assert_eq!(shelf.says(&["merge", plan, folder], b"").1, "http://a/\nhttp://b/\nhttp://c/\n");
}

/// Rows whose receipt has another range or compression than the plan are not those of the plan.
#[test]
fn rows_of_another_range_or_codec_are_not_merged() {
    let shelf = Shelf::new("splits-hostile");
    let (plan, folder, all) = (&*shelf.plan, &*shelf.rows, format!("@{}", shelf.plan));
    assert_eq!(shelf.says(&["scan", "--split", &all, "--into", folder], b"").0, 0);
    let receipts: Vec<PathBuf> = fs::read_dir(folder)
        .expect("it was made")
        .map(|entry| entry.expect("it is readable").path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    let line = fs::read_to_string(&receipts[0]).expect("it was written");
    let end = if line.contains("\"end\":84") { "\"end\":83" } else { "\"end\":84" };
    let old_end = line.split(',').find(|field| field.starts_with("\"end\"")).expect("it has one");
    for (from, to) in [("\"codec\":null", "\"codec\":\"gzip\""), (old_end, end)] {
        fs::write(&receipts[0], line.replace(from, to)).expect("it is writable");
        let (status, merged, stderr) = shelf.says(&["merge", plan, folder], b"");
        assert_eq!((status, &*merged), (2, ""), "{stderr}");
        assert!(stderr.contains("its split is not in this plan"), "{stderr}");
    }
}
