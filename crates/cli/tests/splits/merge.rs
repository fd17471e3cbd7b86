//! Tests that `plan`, `scan --split` and `merge` together give the result of a scan of the whole.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Output;

use serde_json::{Map, Value};
use urlsift::archive::Container;

use crate::documents::examples::guide;
use crate::program::{Folder, archive, missing_file, text, urlsift};
use crate::repository::shared;

/// Runs plan, scan and merge with files in `folder`, and returns the output of merge. `planned` has the paths, and
/// options of plan.
pub(crate) fn by_splits(folder: &str, planned: &[&str], options: &[&str]) -> Output {
    let plan = format!("{folder}/plan");
    let rows = format!("{folder}/rows");
    let planned = urlsift(&[&["plan", "-o", &plan], planned].concat(), b"");
    assert_eq!((text(&planned.stderr), planned.status.code()), ("", Some(0)));
    let splits = format!("@{plan}");
    let scan = [&["scan", "--split", &splits, "--into", &rows], options].concat();
    let scanned = urlsift(&scan, b"");
    let merged = urlsift(&["merge", &plan, &rows], b"");
    // A plan may have another order than the input.
    let lines = |output: &Output| {
        let mut lines: Vec<String> = text(&output.stderr).lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(lines(&scanned), lines(&merged));
    assert_eq!(scanned.status, merged.status);
    fs::remove_dir_all(rows).expect("the folder of rows exists");
    merged
}

pub(crate) fn assert_same(merged: &Output, whole: &Output, tried: &str) {
    assert_eq!(text(&merged.stderr), text(&whole.stderr), "{tried}");
    assert_eq!(merged.status, whole.status, "{tried}");
    assert!(merged.stdout == whole.stdout, "{tried}");
}

#[test]
fn a_merge_equals_the_scan_of_the_whole() {
    let folder = Folder::new("splits");
    let shelf = archive("shelf.mbox");
    let root = folder.file("binary", b"\x7fELF\0\0\0<http://x.example/>\0");
    let root = Path::new(&root).parent().expect("the file is in a folder").display().to_string();
    let few = archive("few.mbox.gz");
    folder.file("damaged.gz", &few[..few.len() - 20]);
    folder.file("empty", b"");
    let line = [&vec![b'x'; 400_000][..], b" http://x.example/\n"].concat();
    folder.file("large.mbox", &[&*shelf, b"\n\nFrom a Mon\nA: b\n\n", &*line.repeat(4)].concat());
    // Columns: bytes of a split, options.
    let table: [(&str, &[&str]); 4] = [
        ("300", &["--format", "jsonl"]),
        ("1000", &["-H", "--headers", "all", "--forms", "url,bare", "-j", "3"]),
        ("5K", &["--format", "csv", "--max-message", "1M"]),
        ("1M", &["--format", "jsonl", "--max-message", "2M"]),
    ];
    for (bytes, options) in table {
        let paths = ["corpus/archives", &root];
        let whole = urlsift(&[&["scan"], options, &paths].concat(), b"");
        assert_eq!(whole.status.code(), Some(2), "something is damaged");
        let other = Folder::new("splits-rows");
        let plan = other.file("plan", b"");
        let place =
            Path::new(&plan).parent().expect("the file is in a folder").display().to_string();
        for pack_bytes in ["0", "8K", "64M"] {
            let planned = ["--split-bytes", bytes, "--pack-bytes", pack_bytes, paths[0], paths[1]];
            let merged = by_splits(&place, &planned, options);
            assert_same(&merged, &whole, &format!("{bytes} {pack_bytes} {options:?}"));
        }
    }
    // Without URLs the merged CSV has one heading.
    let other = Folder::new("splits-empty");
    let empty = other.file("empty", b"");
    let place = Path::new(&empty).parent().expect("the file is in a folder").display().to_string();
    let whole = urlsift(&["scan", "--format", "csv", &empty], b"");
    assert_same(&by_splits(&place, &[&empty], &["--format", "csv"]), &whole, "empty");
    assert_eq!(whole.status.code(), Some(1));
}

/// A folder with an mbox, a plan of its three splits, and a path for rows.
pub(crate) struct Shelf {
    pub(crate) folder: Folder,
    pub(crate) mbox: String,
    pub(crate) plan: String,
    pub(crate) rows: String,
}

impl Shelf {
    pub(crate) fn new(name: &str) -> Shelf {
        let folder = Folder::new(name);
        let source = ["a", "b", "c"].map(|it| format!("From {it} Mon\nA: b\n\nhttp://{it}/\n\n"));
        let mbox = folder.file("mbox", source.concat().as_bytes());
        let plan = format!("{mbox}.plan");
        let rows = format!("{mbox}.rows");
        let output = urlsift(&["plan", "--split-bytes", "28", "-o", &plan, &mbox], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        Shelf { folder, mbox, plan, rows }
    }

    /// Returns the lines of the plan.
    pub(crate) fn splits(&self) -> Vec<String> {
        let plan = fs::read_to_string(&self.plan).expect("the plan was made");
        plan.lines().map(str::to_owned).collect()
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.mbox.trim_end_matches("mbox").to_owned() + name
    }

    /// Runs the program and returns exit status, output and messages, without the path of the folder.
    pub(crate) fn says(&self, args: &[&str], stdin: &[u8]) -> (i32, String, String) {
        let output = urlsift(args, stdin);
        let folder = self.path("");
        let said = |bytes| text(bytes).replace(&folder, "");
        let status = output.status.code().expect("no signal ended the program");
        (status, said(&output.stdout), said(&output.stderr))
    }
}

#[test]
fn splits_can_be_given_as_lines_file_or_standard_input() {
    let shelf = Shelf::new("splits-lines");
    let splits = shelf.splits();
    assert_eq!(splits.len(), 3);
    let whole = "http://a/\nhttp://b/\nhttp://c/\n".to_owned();
    let all = format!("@{}", shelf.plan);
    let (none, both) = (String::new(), format!("{}\n\n{}\n", splits[2], splits[0]));
    assert_eq!(shelf.says(&["scan", "--split", &all], b""), (0, whole.clone(), none.clone()));
    let text = splits.join("\n");
    assert_eq!(shelf.says(&["scan", "--split", "-"], text.as_bytes()), (0, whole, none.clone()));
    let one = shelf.says(&["scan", "--split", &splits[1]], b"");
    assert_eq!(one, (0, "http://b/\n".to_owned(), none.clone()));
    // Rows come in the order of the splits that are given.
    let two = shelf.says(&["scan", "--split", &both], b"");
    assert_eq!(two, (0, "http://c/\nhttp://a/\n".to_owned(), none));
}

/// The guide lists each field of a split and of a receipt.
#[test]
fn every_field_of_splits_and_receipts_is_documented() {
    let shelf = Shelf::new("splits-fields");
    let (split, rows) = (&shelf.splits()[0], shelf.path("rows"));
    urlsift(&["scan", "--split", split, "-o", &rows], b"");
    let receipt =
        fs::read_to_string(format!("{rows}.split.json")).expect("the receipt is next to the rows");
    // A pack, and a large file that cannot be cut, which comes first.
    let plan = ["plan", "--split-bytes", "1K", "corpus/archives"];
    let plan = urlsift(&plan, b"").stdout;
    let page = guide("splits.md");
    for line in [split, &*receipt].into_iter().chain(text(&plan).lines()) {
        let mut object: Map<String, Value> =
            serde_json::from_str(line).expect("the line is a JSON object");
        if let Some(files) = object.get("files").cloned() {
            object.extend(files[0].as_object().expect("a file is an object").clone());
        }
        for key in object.keys() {
            assert!(page.contains(&format!("| `{key}` |")), "{key}");
        }
    }
}

#[test]
fn a_stopped_run_can_be_continued() {
    let shelf = Shelf::new("splits-stopped");
    let splits = shelf.splits();
    let (plan, rows) = (&*shelf.plan, &*shelf.rows);
    let all = format!("@{plan}");
    let left = |splits: &[String]| {
        let lines: String = splits.iter().map(|split| shelf.path_free(split)).collect();
        (i32::from(splits.is_empty()), lines, String::new())
    };
    let none = String::new;
    assert_eq!(shelf.says(&["merge", "--left", plan], b""), left(&splits));
    // The folder may have been mistyped, and its splits may be done.
    let (_, lines, _) = left(&splits);
    let gone = "urlsift: gone: no such file or folder\n".to_owned();
    assert_eq!(shelf.says(&["merge", "--left", plan, "gone"], b""), (2, lines, gone));
    let first = shelf.says(&["scan", "--split", &splits[0], "--into", rows], b"");
    assert_eq!(first, (0, none(), none()));
    assert_eq!(shelf.says(&["merge", "--left", plan, rows], b""), left(&splits[1..]));
    let missing = "urlsift: mbox: bytes 28..56: no rows\n\
                   urlsift: mbox: bytes 56..84: no rows\n\
                   urlsift: nothing is merged, because not every split is there exactly once\n";
    assert_eq!(shelf.says(&["merge", plan, rows], b""), (2, none(), missing.to_owned()));
    let again = shelf.says(&["scan", "--split", &all, "--into", rows], b"");
    let stderr = "urlsift: skipped 1 split whose rows exist already\n".to_owned();
    assert_eq!(again, (0, none(), stderr));
    assert_eq!(shelf.says(&["merge", "--left", plan, rows], b""), left(&[]));
    // A split whose rows were cut short is scanned again.
    let file = fs::read_dir(rows).expect("the folder of rows exists").find_map(|entry| {
        let path = entry.expect("the folder is readable").path();
        path.extension().is_some_and(|it| it == "text").then_some(path)
    });
    let file = file.expect("the folder has a file of rows");
    fs::write(&file, "http:").expect("the file can be written");
    let (status, _, stderr) = shelf.says(&["merge", plan, rows], b"");
    let cut = "has 5 bytes, but its receipt says 10; scan the split again\n";
    assert!(status == 2 && stderr.contains(cut), "{stderr}");
    let again = shelf.says(&["scan", "--split", &all, "--into", rows], b"");
    let stderr = "urlsift: skipped 2 splits whose rows exist already\n".to_owned();
    assert_eq!(again, (0, none(), stderr));
    // Rows with different options are not mixed.
    let other = shelf.says(&["scan", "-H", "--split", &all, "--into", rows], b"");
    assert!(
        other.0 == 3
            && other.2.ends_with(
                ": was made with different options (--with-source false and true); use another folder, or the same \
                 options\n"
            ),
        "{other:?}"
    );
    let merged = shelf.says(&["merge", plan, rows], b"");
    assert_eq!(merged, (0, "http://a/\nhttp://b/\nhttp://c/\n".to_owned(), none()));
}

impl Shelf {
    /// Removes the path of the folder from a line of the plan, as [`Shelf::says`] does.
    fn path_free(&self, line: &str) -> String {
        line.replace(&self.path(""), "") + "\n"
    }
}

#[test]
fn missing_and_doubled_splits_are_reported() {
    let shelf = Shelf::new("splits-doubled");
    let splits = shelf.splits();
    let (plan, none) = (&*shelf.plan, String::new);
    let names = ["1", "2", "3", "4"].map(|name| shelf.path(name));
    for (split, name) in splits.iter().chain([&splits[1]]).zip(&names) {
        let done = shelf.says(&["scan", "--split", split, "-o", name], b"");
        assert_eq!(done, (0, none(), none()));
    }
    let [one, two, three, four] = &names;
    let nothing = "urlsift: nothing is merged, because not every split is there exactly once\n";
    let short = shelf.folder.file("short", format!("{}\n{}\n", splits[0], splits[2]).as_bytes());
    let long = shelf.folder.file("long", (splits.join("\n") + "\n" + &splits[1]).as_bytes());
    let other = shelf.folder.file("other", b"http://a/\n");
    let receipt = format!("{one}.split.json");
    let csv = shelf.path("csv");
    shelf.says(&["scan", "--split", &splits[2], "--format", "csv", "-o", &csv], b"");
    // Columns: arguments, messages.
    let table: &[(&[&str], String)] = &[
        (&[plan, one, three], format!("urlsift: mbox: bytes 28..56: no rows\n{nothing}")),
        (
            &[plan, one, two, three, four],
            format!("urlsift: mbox: bytes 28..56: scanned twice, keep one: 2, 4\n{nothing}"),
        ),
        (
            &[&short, one, two, three],
            format!(
                "urlsift: mbox: bytes 28..56 are missing in short\n\
                 urlsift: 2: skipped, because its split is not in this plan\n{nothing}"
            ),
        ),
        (
            &[&long, one, two, three],
            format!("urlsift: mbox: bytes 28..56 are doubled in long\n{nothing}"),
        ),
        (
            &[plan, one, two, three, &other],
            format!(
                "urlsift: other: not the rows of a split, because other.split.json does not exist\n{nothing}"
            ),
        ),
        (
            &[plan, one, two, &csv],
            "urlsift: 1 and csv were made with different options (--format text and csv); scan one of them again\n"
                .to_owned(),
        ),
        (
            &[plan, one, two, three, "-o", two],
            "urlsift: 2 cannot be written: it is also an input, which would be replaced; choose another name\n".to_owned(),
        ),
    ];
    for (args, stderr) in table {
        let said = shelf.says(&[&["merge"], *args].concat(), b"");
        assert_eq!(said, (2, none(), stderr.clone()), "{args:?}");
    }
    // The order does not matter, a file may be named twice, and a receipt may be named instead of its rows.
    let merged = shelf.says(&["merge", plan, three, two, &receipt, one, two], b"");
    assert_eq!(merged, (0, "http://a/\nhttp://b/\nhttp://c/\n".to_owned(), none()));
}

/// If many splits are missing, only the first are listed.
#[test]
fn many_missing_splits_are_counted() {
    let shelf = Shelf::new("splits-many");
    let names: Vec<String> = (0..5).map(|it| shelf.folder.file(&format!("t{it}"), b"")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows = shelf.path("1");
    let nothing = "urlsift: nothing is merged, because not every split is there exactly once\n";
    // Columns: number of splits, the message about the number of missing ones. The first split is done.
    let table = [
        (4, ""),
        (5, "urlsift: 4 splits have no rows; the first 3 are named above, and --left lists all\n"),
    ];
    for (count, counted) in table {
        let args = [&["plan", "--pack-bytes", "0", "-o", &shelf.plan], &names[..count]].concat();
        assert_eq!(shelf.says(&args, b"").0, 0);
        let done = shelf.says(&["scan", "--split", &shelf.splits()[0], "-o", &rows], b"");
        assert_eq!(done, (1, String::new(), String::new()));
        let stderr = [1, 2, 3].map(|it| format!("urlsift: t{it}: bytes 0..0: no rows\n")).concat();
        let said = shelf.says(&["merge", &shelf.plan, &rows], b"");
        assert_eq!(said, (2, String::new(), format!("{stderr}{counted}{nothing}")));
    }
}

#[test]
fn invalid_arguments_of_splits_are_errors() {
    let shelf = Shelf::new("splits-wrong");
    let split = &*shelf.splits()[0];
    let all = format!("@{}", shelf.plan);
    let gone = shelf.path("gone");
    let text = shelf.folder.file("text", b"http://a/\nhttp://b/\n");
    let plan = urlsift(&["plan", &text], b"");
    let cut = self::text(&plan.stdout).replace("\"end\":20", "\"end\":9");
    let missing = format!("urlsift: gone: {}", missing_file());
    // Columns: arguments, first line of standard error.
    let table: &[(&[&str], &str)] = &[
        (
            &["scan", "--split", split, "--unique"],
            "error: the argument '--split <SPLIT>' cannot be used with '--unique[=<BY>]'",
        ),
        (
            &["scan", "--split", split, "--count", "host"],
            "error: the argument '--split <SPLIT>' cannot be used with '--count <FIELDS>'",
        ),
        (
            &["scan", "--split", split, "mbox"],
            "error: the argument '--split <SPLIT>' cannot be used with '[PATH]...'",
        ),
        (
            &["scan", "--split", split, "--into", "x", "-o", "y"],
            "error: the argument '--into <FOLDER>' cannot be used with '--output <FILE>'",
        ),
        (
            &["scan", "--split", "mbox"],
            "urlsift: --split takes a line of `urlsift plan`, @FILE for a file of lines, FILE:NUMBER for one of them, or - for standard input",
        ),
        (
            &["scan", "--split", "{}"],
            "urlsift: --split, line 1: not a line of `urlsift plan`: missing field `path`",
        ),
        (
            &["scan", "--split", &all, "-o", &gone],
            "urlsift: --output takes the rows of one split; use --into FOLDER for several",
        ),
        (
            &["scan", "--split", &cut],
            "urlsift: text: only an uncompressed mbox, news batch or LISTSERV log can be divided; make a new plan",
        ),
        (
            &["scan", "--split", split, "-o", &shelf.mbox],
            "urlsift: mbox cannot be written: it is also an input, which would be replaced; choose another name",
        ),
        (
            &["plan", "--split-bytes", "0", &text],
            "error: invalid value '0' for '--split-bytes <SIZE>': a split needs at least 1 byte",
        ),
        (&["plan", "-"], "urlsift: -: standard input cannot be planned; save it to a file"),
        (&["plan", "/dev/null"], "urlsift: /dev/null: not a regular file, and cannot be planned"),
        (&["plan", &gone], &missing),
        (&["plan", &text, &text], "urlsift: text: named twice; planned once"),
        (&["merge", &gone], &missing),
    ];
    for (args, stderr) in table {
        if !cfg!(unix) && args.contains(&"/dev/null") {
            continue;
        }
        let (status, _, said) = shelf.says(args, b"");
        // Clap refuses arguments with status 2. A scan that cannot begin has the status of a failed split.
        let expected = if args[0] == "scan" && stderr.starts_with("urlsift: ") { 3 } else { 2 };
        assert_eq!((said.lines().next(), status), (Some(*stderr), expected), "{args:?}");
    }
    let plan = urlsift(&["plan", &shelf.path("")], b"");
    assert_eq!(plan.status.code(), Some(0), "a folder is walked");
}

/// Plans, the files of splits, and rows are not overwritten.
#[test]
fn inputs_are_not_overwritten() {
    let shelf = Shelf::new("splits-kept");
    let splits = shelf.splits();
    let (plan, rows) = (&*shelf.plan, &*shelf.rows);
    let one = shelf.folder.file("one", format!("{}\n", splits[0]).as_bytes());
    let named = format!("@{one}");
    let all = format!("@{plan}");
    assert_eq!(shelf.says(&["scan", "--split", &all, "--into", rows], b"").0, 0);
    let (whole, out) = (format!("{rows}/whole"), shelf.path("out"));
    fs::write(&whole, "old").expect("the folder was made");
    let apart = shelf.path("apart");
    assert_eq!(shelf.says(&["scan", "--split", &splits[1], "-o", &apart], b"").0, 0);
    let receipt = format!("{apart}.split.json");
    // The receipt of these rows would overwrite a mailbox.
    let odd = shelf.folder.file("odd.split.json", b"http://a/\n");
    let planned = urlsift(&["plan", &odd], b"");
    let odd_split = text(&planned.stdout);
    let odd_rows = shelf.path("odd");
    let other = &[
        "exists already below mbox.rows, which is an input; choose another folder",
        "is also an input, which would be replaced; choose another name",
    ];
    // Columns: arguments, the file, why it cannot be written.
    let table: &[(&[&str], &str, &str)] = &[
        (&["scan", "--split", &named, "-o", &one], "one", other[1]),
        (&["scan", "--split", &splits[0], "-o", &shelf.mbox], "mbox", other[1]),
        (&["scan", "--split", odd_split, "-o", &odd_rows], "odd.split.json", other[1]),
        (&["merge", plan, rows, "-o", plan], "mbox.plan", other[1]),
        (&["merge", plan, rows, "-o", &whole], "mbox.rows/whole", other[0]),
        (&["merge", plan, &apart, "-o", &receipt], "apart.split.json", other[1]),
        (&["merge", plan, &receipt, "-o", &apart], "apart", other[1]),
        (&["merge", "--left", plan, "-o", plan], "mbox.plan", other[1]),
        (&["merge", "--left", plan, rows, "-o", &whole], "mbox.rows/whole", other[0]),
    ];
    let files = || {
        let mut files = Vec::new();
        for folder in [&shelf.path(""), rows] {
            let entries = fs::read_dir(folder).expect("the folder exists");
            let paths = entries.map(|entry| entry.expect("the folder is readable").path());
            files.extend(paths.filter(|path| path.is_file()).map(|path| {
                let bytes = fs::read(&path).expect("the file is writable");
                (path, bytes)
            }));
        }
        files.sort();
        files
    };
    let before = files();
    for (args, name, cause) in table {
        let stderr = format!("urlsift: {name} cannot be written: it {cause}\n");
        let status = if args[0] == "scan" { 3 } else { 2 };
        assert_eq!(shelf.says(args, b""), (status, String::new(), stderr), "{args:?}");
        assert!(files() == before, "{args:?}");
    }
    // New files may be written next to the rows, and the rows of a split may be replaced.
    let new = format!("{rows}/new");
    for out in [&out, &out, &new] {
        let said = shelf.says(&["merge", plan, rows, "-o", out], b"");
        assert_eq!(said, (0, String::new(), String::new()));
    }
    assert_eq!(shelf.says(&["scan", "--split", &splits[1], "-o", &apart], b"").0, 0);
}

/// A plan is UTF-8, so a file whose name is not UTF-8 cannot be planned.
#[cfg(target_os = "linux")]
#[test]
fn a_file_name_that_is_not_utf8_cannot_be_planned() {
    use std::os::unix::ffi::OsStrExt;
    let shelf = Shelf::new("splits-name");
    let name = std::ffi::OsStr::from_bytes(b"\xE9");
    fs::write(Path::new(&shelf.path("")).join(name), b"http://a/").expect("the folder is writable");
    let (status, lines, stderr) = shelf.says(&["plan", "--pack-bytes", "0", &shelf.path("")], b"");
    assert_eq!(
        stderr,
        "urlsift: \u{FFFD}: its name is not UTF-8, so that a plan cannot hold it; rename it\n"
    );
    assert_eq!((status, lines.lines().count()), (2, 2), "the mbox and its plan");
}

/// Runs on real mailboxes of `../shared`, if present.
#[test]
fn a_merge_of_real_mailboxes_equals_their_scan() {
    let Some(packed) = shared("data/twisted-pipermail.tar.xz") else { return };
    let file = File::open(packed).expect("the pack is readable");
    let folder = Folder::new("splits-real");
    let mut tar = tar::Archive::new(liblzma::read::XzDecoder::new(file));
    let (mut bytes, mut paths) = (0, Vec::new());
    for entry in tar.entries().expect("the pack is a tar file") {
        let mut entry = entry.expect("the tar is whole");
        let mut mbox = Vec::new();
        entry.read_to_end(&mut mbox).expect("the tar is whole");
        if Container::of(&mbox) == Container::Mbox && (10_000..800_000).contains(&mbox.len()) {
            bytes += mbox.len();
            paths.push(folder.file(&paths.len().to_string(), &mbox));
        }
        if bytes > 2_000_000 {
            break;
        }
    }
    assert!(bytes > 1_000_000, "only {bytes} bytes");
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let whole = urlsift(&[&["scan", "--format", "jsonl"], &*paths].concat(), b"");
    let place = format!("{}.splits", paths[0]);
    fs::create_dir(&place).expect("the folder is writable");
    let merged =
        by_splits(&place, &[&["--split-bytes", "4999"], &*paths].concat(), &["--format", "jsonl"]);
    assert_same(&merged, &whole, "real mailboxes");
    assert!(whole.stdout.len() > 100_000);
}
