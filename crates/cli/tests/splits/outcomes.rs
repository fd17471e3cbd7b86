//! Tests of splits that fail: their exit status is their own, and a file of rows does not appear.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::program::{Folder, archive, missing_file, native, objects, text, urlsift};
#[cfg(target_os = "linux")]
use crate::program::{seen, urlsift_to};
#[cfg(target_os = "linux")]
use crate::repository::report_skipped;
use crate::splits::Shelf;

/// Scans the split `split` to standard output and with `-o`. Returns exit status, rows and messages, which are the same both
/// times. With `-o` the file must appear unless the status is 3.
fn scan(shelf: &Shelf, split: &str) -> (i32, String, String) {
    let printed = shelf.says(&["scan", "--split", split]);
    let rows = shelf.path("rows");
    let (status, nothing, messages) = shelf.says(&["scan", "--split", split, "-o", &rows]);
    assert_eq!((status, &*nothing, &messages), (printed.0, "", &printed.2), "{split}");
    assert_eq!(Path::new(&rows).exists(), status < 3, "{split} {messages}");
    if status < 3 {
        assert_eq!(fs::read_to_string(&rows).expect("it was written"), printed.1, "{split}");
        fs::remove_file(rows).expect("it was written");
    }
    printed
}

/// Exit status 2 means that all that could be read is there. Status 3 means that the split failed.
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
    let missing = format!("urlsift: gone: {}\n", missing_file());
    // Columns: line of the plan, exit status, the end of the message.
    let table: &[(&str, i32, &str)] = &[
        (&plain, 0, ""),
        (&damaged, 2, "damaged at byte 0: the compressed data ends too early\n"),
        (&gone_split, 3, &missing),
        (&packed, 3, "compressed with nothing, but the plan says gzip; make a new plan\n"),
        (&moved, 3, "can be divided; make a new plan\n"),
    ];
    for (line, status, message) in table {
        let said = scan(&shelf, line);
        assert!(said.0 == *status && said.2.ends_with(message), "{line} {said:?}");
    }
    // The list of damage cannot be written.
    let damage = shelf.path("gone/damage");
    let said = shelf.says(&["scan", "--split", &plain, "--damage", &damage]);
    assert_eq!((said.0, &*said.1), (3, ""), "{said:?}");
}

#[test]
fn a_file_that_changed_after_planning_is_an_error() {
    let shelf = Shelf::new("splits-changed");
    let file = File::options().append(true).open(&shelf.mbox).expect("the file is there");
    let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    file.set_modified(at(1)).expect("the file is writable");
    urlsift(&["plan", "--split-bytes", "50", "-o", &shelf.plan, &shelf.mbox], b"");
    // Columns: modification time, length, what the message says.
    let table = [
        (2, 84, "its mtime is 2.000000000 and was 1.000000000"),
        (1, 80, "its size is 80 and was 84"),
        (2, 80, "its size is 80 and was 84, its mtime is 2.000000000 and was 1.000000000"),
    ];
    for (mtime, length, difference) in table {
        file.set_len(length).expect("the file is writable");
        file.set_modified(at(mtime)).expect("the file is writable");
        let line = format!(
            "urlsift: mbox: changed since the plan was made; make a new plan ({difference})\n"
        );
        for split in shelf.splits() {
            assert_eq!(scan(&shelf, &split), (3, String::new(), line.clone()));
        }
    }
}

/// A pack that misses a file has failed, and says which file it was.
#[test]
fn a_pack_with_a_changed_file_fails() {
    let folder = Folder::new("packs-changed");
    let few = archive("few.mbox.gz");
    let url = |name: &str| format!("http://{name}/\n");
    folder.file("a", url("a").as_bytes());
    folder.file("b", url("b").as_bytes());
    folder.file("c.gz", &few[..few.len() - 20]);
    folder.file("d", url("d").as_bytes());
    let root = folder.path().display().to_string();
    let place = Folder::new("packs-changed-rows");
    let place = place.path().display().to_string();
    let (rows, damage) = (format!("{place}/rows"), format!("{place}/damage"));
    let plan = urlsift(&["plan", &root], b"").stdout;
    let whole = urlsift(&["scan", &root], b"");
    let scan = || {
        let plan = text(&plan).trim();
        let output = urlsift(&["scan", "--split", plan, "--damage", &damage, "-o", &rows], b"");
        let lines = objects(&fs::read(&damage).expect("it was written"));
        let name = |line: &Value| {
            let name = line["source"].as_str().expect("a path").replace(&root, "");
            (name, line["kind"].as_str().expect("a kind").to_owned())
        };
        let sources: Vec<(String, String)> = lines.iter().map(name).collect();
        assert!(lines.iter().all(|line| line["split"]["files"] == 4), "{lines:?}");
        (output, sources)
    };
    let is = |name: &str, kind: &str| (native(&format!("/{name}")), kind.to_owned());
    // A damaged file gives the rows that can be read. The split has not failed.
    let (output, sources) = scan();
    assert_eq!((output.status.code(), &sources), (Some(2), &vec![is("c.gz", "truncated")]));
    assert_eq!(fs::read(&rows).expect("it was written"), whole.stdout);
    fs::remove_file(&rows).expect("it was written");
    // Columns: what happens to the file `b`, the end of the message about it.
    let b = format!("{root}/b");
    let change: &[(&dyn Fn(), &str)] = &[
        (&|| fs::remove_file(&b).expect("it is there"), &missing_file()),
        (
            &|| fs::create_dir(&b).expect("it is gone"),
            "not a regular file any more; make a new plan",
        ),
        (
            &|| {
                fs::remove_dir(&b).and_then(|()| fs::write(&b, url("b"))).expect("it is writable");
                let file = File::options().append(true).open(&b).expect("it is there");
                let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
                file.set_modified(at).expect("it is writable");
            },
            "its mtime is 1.000000000 and was",
        ),
    ];
    for (change, message) in change {
        change();
        let (output, sources) = scan();
        let expected = vec![is("b", "split_failed"), is("c.gz", "truncated")];
        assert_eq!((output.status.code(), sources), (Some(3), expected), "{message}");
        let (stderr, name) = (text(&output.stderr), format!("{root}{}: ", native("/b")));
        assert!(stderr.contains(&name) && stderr.contains(message), "{stderr}");
        assert!(!Path::new(&rows).exists(), "a failed split has no rows");
    }
}

/// Opening a pipe would wait for a writer.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_in_a_pack_is_not_opened() {
    let shelf = Shelf::new("packs-pipe");
    let other = shelf.folder.file("other", b"http://o/\n");
    let plan = urlsift(&["plan", &shelf.mbox, &other], b"").stdout;
    fs::remove_file(&other).expect("it is there");
    let made = std::process::Command::new("mkfifo").arg(&other).status();
    assert!(made.is_ok_and(|status| status.success()));
    let (status, rows, stderr) = scan(&shelf, text(&plan).trim());
    assert_eq!(stderr, "urlsift: other: not a regular file any more; make a new plan\n");
    assert_eq!((status, &*rows), (3, "http://a/\nhttp://b/\nhttp://c/\n"));
}

/// A file that cannot be opened may be readable later or on another machine, so its split is not done.
#[cfg(target_os = "linux")]
#[test]
fn a_split_with_a_file_that_cannot_be_opened_has_failed() {
    // Permissions do not bind root. The kernel refuses also root to read this file.
    let closed = "/proc/sys/vm/drop_caches";
    let Ok(is) = fs::metadata(closed) else {
        return report_skipped("no file that nobody can read");
    };
    if !is.is_file() || File::open(closed).is_ok() {
        return report_skipped("no file that nobody can read");
    }
    let shelf = Shelf::new("splits-closed");
    let plain = shelf.folder.file("plain", b"http://d/\n");
    let since = is.modified().expect("it has a time").duration_since(SystemTime::UNIX_EPOCH);
    let since = since.expect("it is later than 1970");
    let mtime = format!("{}.{:09}", since.as_secs(), since.subsec_nanos());
    let file = format!(r#""path":"{closed}","size":0,"mtime":"{mtime}""#);
    let plain = text(&urlsift(&["plan", &plain, &plain], b"").stdout).trim().to_owned();
    let other = plain.split(",\"member\"").next().expect("it has a path").trim_start_matches('{');
    let fields = format!("{other},\"size\":10,{}", plain.split("\"size\":10,").nth(1).expect("it"));
    let pack = format!(r#"{{"files":[{{{file}}},{{{}}}]}}"#, fields.trim_end_matches('}'));
    let own = format!(r#"{{{file},"member":null,"codec":null,"start":0,"end":0}}"#);
    for (line, rows) in [(&pack, "http://d/\n"), (&own, "")] {
        let said = scan(&shelf, line);
        let message = format!("urlsift: {closed}: Permission denied (os error 13)\n");
        assert_eq!(said, (3, rows.to_owned(), message), "{line}");
    }
}

/// Rows that cannot be written are missing too.
#[cfg(target_os = "linux")]
#[test]
fn a_split_whose_rows_cannot_be_written_has_failed() {
    let shelf = Shelf::new("splits-full");
    let full = File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
    let output = urlsift_to(full, &["scan", "--split", &shelf.splits()[0]]);
    let expected = "urlsift: standard output: No space left on device (os error 28)\n";
    assert_eq!(seen(&output), (Some(3), "", expected));
}

/// A reader of the stream need not look at the exit status.
#[cfg(feature = "arrow")]
#[test]
fn a_table_of_a_failed_split_is_incomplete() {
    let shelf = Shelf::new("splits-incomplete");
    let scan = |split: &str, format| {
        let output = urlsift(&["scan", "--split", split, "--format", format], b"");
        (output.status.code(), output.stdout)
    };
    let is_read = |stream: &[u8]| {
        arrow_ipc::reader::StreamReader::try_new(stream, None)
            .is_ok_and(|mut batches| batches.all(|batch| batch.is_ok()))
    };
    let split = &shelf.splits()[0];
    let (status, stream) = scan(split, "arrow");
    assert!(status == Some(0) && is_read(&stream));
    let gone = split.replace("mbox", "gone");
    let (status, stream) = scan(&gone, "arrow");
    assert!(status == Some(3) && !is_read(&stream));
    let (status, file) = scan(&gone, "parquet");
    assert!(status == Some(3) && file.len() <= 4);
}
