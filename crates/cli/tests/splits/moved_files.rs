//! Files of a plan that changed or are in another folder, rows that are not whole, and bytes from standard input that
//! have a name.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::program::{Folder, archive, missing_file, native, os_error, text, urlsift};
use crate::repository::root;
use crate::splits::merge::Shelf;

#[test]
fn a_file_that_changed_after_planning_is_an_error() {
    let shelf = Shelf::new("splits-changed");
    let all = format!("@{}", shelf.plan);
    let file = File::options().append(true).open(&shelf.mbox).expect("the file is there");
    let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    file.set_modified(at(1)).expect("the file is writable");
    urlsift(&["plan", "--split-bytes", "50", "-o", &shelf.plan, &shelf.mbox], b"");
    // Columns: modification time, length, what the message says.
    let table = [
        (
            2,
            84,
            ", or use --version-check size for a copy (its mtime is 2.000000000 and was 1.000000000)",
        ),
        (1, 80, " (its size is 80 and was 84)"),
        (2, 80, " (its size is 80 and was 84, its mtime is 2.000000000 and was 1.000000000)"),
    ];
    for (mtime, length, difference) in table {
        file.set_len(length).expect("the file is writable");
        file.set_modified(at(mtime)).expect("the file is writable");
        let said = shelf.says(&["scan", "--split", &all, "--into", &shelf.rows], b"");
        let line = format!(
            "urlsift: mbox: changed since the plan was made; make a new plan{difference}\n"
        );
        assert_eq!(said, (3, String::new(), line.repeat(2)));
    }
    let left = fs::read_dir(&shelf.rows).expect("the folder was made").count();
    assert_eq!(left, 0, "failed splits leave no rows");
    // On Windows the name of a file that is open remains.
    drop(file);
    fs::remove_file(&shelf.mbox).expect("the file is writable");
    let (status, _, stderr) = shelf.says(&["scan", "--split", &shelf.splits()[0]], b"");
    assert_eq!((status, &*stderr), (3, &*format!("urlsift: mbox: {}\n", missing_file())));
}

/// Copies the files of `shelf` to another folder, with another modification time, and removes them.
fn move_away(shelf: &Shelf) -> String {
    let new = shelf.path("new");
    fs::create_dir(&new).expect("the folder is writable");
    fs::copy(&shelf.mbox, format!("{new}/mbox")).expect("the folder is writable");
    let file = File::options().append(true).open(format!("{new}/mbox")).expect("it was copied");
    file.set_modified(SystemTime::UNIX_EPOCH).expect("the file is writable");
    fs::remove_file(&shelf.mbox).expect("the folder is writable");
    new
}

/// A file in another folder gives the rows of the plan's file, so that rows of several machines can be merged.
#[test]
fn files_of_a_plan_may_be_in_another_folder() {
    let shelf = Shelf::new("elsewhere");
    let whole = shelf.says(&["scan", "--format", "jsonl", &shelf.mbox], b"");
    // Packs, too.
    let packed = shelf.path("packed.plan");
    assert_eq!(shelf.says(&["plan", "-o", &packed, &shelf.mbox], b"").0, 0);
    let new = move_away(&shelf);
    let old = shelf.path("").trim_end_matches('/').to_owned();
    for plan in [&shelf.plan, &packed] {
        let (all, rows) = (&*format!("@{plan}"), &*format!("{plan}.rows"));
        let scan = ["scan", "--format", "jsonl", "--split", all, "--into", rows];
        let root = |old: &str, new: &str| format!("--root={old}={new}");
        let [right, gone, other] =
            [root(&old, &new), root(&old, &shelf.path("gone")), root("elsewhere", &new)];
        let says = |more: &[&str]| shelf.says(&[&scan, more].concat(), b"");
        let missing = missing_file();
        // On Windows a missing folder is another error than a missing file.
        let missing_in_gone = os_error(if cfg!(windows) { 3 } else { 2 });
        let in_gone = format!("urlsift: mbox: {}: {missing_in_gone}", native("gone/mbox"));
        let changed = native("urlsift: mbox: new/mbox: changed since the plan was made");
        // Columns: options, exit status, what the first message says.
        let table: [(&[&str], i32, &str); 7] = [
            (&[], 3, &format!("urlsift: mbox: {missing}")),
            (&[&gone], 3, &in_gone),
            (&[&gone, "--version-check", "none"], 3, &in_gone),
            (&[&other], 3, &format!("urlsift: mbox: {missing}")),
            (&[&right], 3, &changed),
            (&[&right, "--version-check", "mtime"], 3, &changed),
            (&[&other, &right, "--version-check", "size"], 0, ""),
        ];
        for (options, status, message) in table {
            let (is, stdout, stderr) = says(options);
            assert_eq!((is, &*stdout), (status, ""), "{options:?} {stderr}");
            assert!(
                stderr.starts_with(message) && stderr.is_empty() == message.is_empty(),
                "{stderr}"
            );
        }
        assert_eq!(shelf.says(&["merge", plan, rows], b""), whole);
    }
    fs::write(format!("{new}/mbox"), "http://x/\n").expect("the folder is writable");
    let root = &format!("--root={old}={new}");
    for (check, status) in [("size", 3), ("none", 0)] {
        let all = format!("@{packed}");
        let said = shelf.says(&["scan", "--split", &all, root, "--version-check", check], b"");
        assert_eq!((said.0, said.1.contains("http://x/")), (status, status == 0), "{said:?}");
    }
}

#[test]
fn relative_paths_of_a_plan_may_be_below_another_folder() {
    let shelf = Shelf::new("elsewhere-relative");
    let lines = shelf.splits().join("\n");
    let scan = |path: &str, root: &str| {
        let plan = lines.replace(&shelf.mbox, path);
        let output = urlsift(&["scan", "-H", "--split", "-", "--root", root], plan.as_bytes());
        (output.status.code(), text(&output.stdout).replace('\n', " "))
    };
    let (all, here) = (
        |path| format!("{path}:17:http://a/ {path}:45:http://b/ {path}:73:http://c/ "),
        shelf.path(""),
    );
    // Columns: path of the plan, `--root`, whether it is found.
    let table = [
        ("mbox", format!("={here}"), true),
        ("a/b/mbox", format!("a/b={here}"), true),
        ("a/b/mbox", format!("a/b/mbox={}", shelf.mbox), true),
        ("a/bc/mbox", format!("a/b={here}"), false),
        ("/mbox", format!("={here}"), false),
        ("/mbox", format!("/={here}"), true),
    ];
    for (path, root, is_found) in table {
        let expected = if is_found { (Some(0), all(path)) } else { (Some(3), String::new()) };
        assert_eq!(scan(path, &root), expected, "{path} {root}");
    }
}

#[test]
fn options_for_plans_and_standard_input_are_checked() {
    let folder = Folder::new("elsewhere-wrong");
    let text_file = folder.file("text", b"http://a/\n");
    // Columns: arguments, what the error says.
    let table: [(&[&str], &str); 9] = [
        (
            &["--root", "a=b", &text_file],
            "--root and --version-check are for files of a plan, and need --split",
        ),
        (&["--version-check", "none", &text_file], "need --split"),
        (&["--version-check", "date", "--split", "-"], "[possible values: none, size, mtime]"),
        (&["--root", "a", "--split", "-"], "expected OLD=NEW, such as lists=/mnt/lists"),
        (&["--root", "a=", "--split", "-"], "no folder after `=`; use `.` for the current one"),
        (&["--name", "x", "--split", "-"], "'--name <URI>' cannot be used with '--split <SPLIT>'"),
        (
            &["--name", "x", &text_file],
            "--name is the name of standard input, which is not read; add - to the paths",
        ),
        (&["--at", "3"], "--name <URI>"),
        (&["--name", ""], "a value is required for '--name <URI>'"),
    ];
    for (args, error) in table {
        let output = urlsift(&[&["scan"], args].concat(), b"");
        assert!(text(&output.stderr).contains(error), "{args:?}: {}", text(&output.stderr));
        assert_eq!((text(&output.stdout), output.status.code()), ("", Some(2)), "{args:?}");
    }
}

/// The rows of the pieces of a file, each piped with its name and offset, are those of the file.
#[test]
fn named_bytes_of_standard_input_have_the_rows_of_the_file() {
    for path in [
        "corpus/archives/shelf.mbox",
        "corpus/archives/seven-bits.mbox",
        "corpus/archives/pages.mbox",
    ] {
        let bytes = fs::read(root().join(path)).expect("the archive is there");
        let whole = urlsift(&["scan", "--format", "jsonl", path], b"").stdout;
        let rows = text(&whole).lines().map(|line| serde_json::from_str(line).expect("a row"));
        let mut cuts: Vec<usize> = rows
            .filter_map(|row: Value| row["message_offset"].as_u64())
            .map(|at| usize::try_from(at).expect("it is short"))
            .collect();
        cuts.dedup();
        cuts.push(bytes.len());
        cuts[0] = 0;
        let mut pieces = Vec::new();
        for cut in cuts.windows(2) {
            let at = cut[0].to_string();
            let scan = ["scan", "--format", "jsonl", "--name", path, "--at", &at];
            let output = urlsift(&scan, &bytes[cut[0]..cut[1]]);
            assert_eq!(text(&output.stderr), "", "{path}");
            pieces.extend(output.stdout);
        }
        assert!(pieces == whole, "{path}: {}", text(&pieces));
    }
}

#[test]
fn damage_of_named_bytes_has_their_name_and_offset() {
    let folder = Folder::new("elsewhere-damage");
    let list = folder.path().join("damage").display().to_string();
    let packed = archive("few.mbox.gz");
    let tar = archive("few.tar");
    let archive = "compressed or an archive, whose offsets do not begin at --at; leave --at out";
    // Columns: bytes, offset, exit status, offset of the damage, its message.
    let table: [(&[u8], &str, Option<u64>, &str); 2] =
        [(&packed, "7", None, archive), (&tar, "7", None, archive)];
    for (bytes, at, offset, message) in table {
        let options = ["--damage", &list];
        let scan = [&["scan", "--name", "s3://b/x", "--at", at], &options[..]].concat();
        let output = urlsift(&scan, bytes);
        assert_eq!(text(&output.stderr), format!("urlsift: s3://b/x: {message}\n"));
        assert_eq!(output.status.code(), Some(2));
        let line = fs::read_to_string(&list).expect("it was written");
        let line: Value = serde_json::from_str(&line).expect("it is one line");
        assert_eq!((&line["source"], line["offset"].as_u64()), (&"s3://b/x".into(), offset));
    }
    // Without an offset, archives and compressed files have a name too.
    for (bytes, count) in [(packed, 4), (tar, 9)] {
        let output = urlsift(&["scan", "-H", "--name", "s3://b/x"], &bytes);
        let named = text(&output.stdout).lines().filter(|line| line.starts_with("s3://b/x:"));
        assert_eq!((named.count(), output.status.code()), (count, Some(0)));
    }
}

/// The newsgroup of an article comes from the name, as from a path.
#[test]
fn a_name_is_a_path_in_a_spool() {
    let article = b"Path: a!b\nMessage-ID: <1@a>\n\nhttp://a.example/\n";
    for (name, at, groups) in [
        ("comp/lang/cobol/1234", "0", "[\"comp.lang.cobol\"]"),
        ("comp/lang/cobol/1234", "9", "[]"),
        ("x", "0", "[]"),
    ] {
        let scan = ["scan", "--format", "jsonl", "--name", name, "--at", at];
        let row: Value = serde_json::from_slice(&urlsift(&scan, article).stdout).expect("a row");
        assert_eq!(row["groups"].to_string(), groups, "{name} {at}");
    }
}

/// A message names the file that is missing.
#[test]
fn rows_and_receipts_that_are_missing_are_named() {
    let shelf = Shelf::new("elsewhere-receipts");
    let (plan, rows, all) = (&*shelf.plan, &*shelf.rows, format!("@{}", shelf.plan));
    let nothing = "urlsift: nothing is merged, because not every split is there exactly once\n";
    let scan = || assert_eq!(shelf.says(&["scan", "--split", &all, "--into", rows], b"").0, 0);
    let first = |extension: &str| {
        let entries = fs::read_dir(rows).expect("it was made");
        let mut paths: Vec<_> =
            entries.map(|entry| entry.expect("it is readable").path()).collect();
        paths.sort();
        paths
            .into_iter()
            .find(|path| path.extension().is_some_and(|it| it == extension))
            .expect("one")
    };
    scan();
    let file = first("text");
    let name =
        format!("{}{}", native("mbox.rows/"), file.file_name().expect("it has one").display());
    fs::remove_file(&file).expect("it is writable");
    let (status, _, stderr) = shelf.says(&["merge", plan, rows], b"");
    let gone = format!(
        "urlsift: {name}: no such file, but its receipt {name}.split.json is there; scan the split again\n"
    );
    assert!(status == 2 && stderr.starts_with(&gone) && stderr.ends_with(nothing), "{stderr}");
    scan();
    fs::remove_file(format!("{}.split.json", file.display())).expect("it is writable");
    let (status, _, stderr) = shelf.says(&["merge", plan, rows], b"");
    let gone = format!("{name} has no receipt {name}.split.json; scan the split again\n");
    assert!(status == 2 && stderr.contains(&gone) && stderr.ends_with(nothing), "{stderr}");
    let (status, _, stderr) = shelf.says(&["merge", plan, &shelf.path("gone")], b"");
    assert!(
        status == 2 && stderr.starts_with("urlsift: gone: no such file or folder\n"),
        "{stderr}"
    );
}

/// Every option that the rows depend on is named if it differs.
#[test]
fn options_that_differ_are_named() {
    let shelf = Shelf::new("elsewhere-options");
    let splits = shelf.splits();
    let [one, two, three] = ["1", "2", "3"].map(|name| shelf.path(name));
    for (split, rows) in [(&splits[0], &one), (&splits[1], &two)] {
        assert_eq!(shelf.says(&["scan", "--split", split, "-o", rows], b"").0, 0);
    }
    // Columns: options of the third split, what the message says.
    let table: [(&[&str], &str); 6] = [
        (&["--format", "jsonl"], "--format text and jsonl"),
        (&["-H"], "--with-source false and true"),
        (&["--forms", "url,bare"], "--forms angle,bare,prefix,quote,url,www and bare,url"),
        (&["--headers", "all"], "--headers useful and all"),
        (&["--max-message", "1K"], "--max-message 67108864 and 1024"),
        (
            &["--max-member", "1M", "-H"],
            "--max-member 68719476736 and 1048576, --with-source false and true",
        ),
    ];
    for (options, difference) in table {
        let scan = ["scan", "--split", &splits[2], "-o", &three];
        assert_eq!(shelf.says(&[&scan, options].concat(), b"").0, 0, "{options:?}");
        let (status, _, stderr) = shelf.says(&["merge", &shelf.plan, &one, &two, &three], b"");
        let expected = format!(
            "urlsift: 1 and 3 were made with different options ({difference}); scan one of them again\n"
        );
        assert_eq!((status, stderr), (2, expected));
    }
}
