//! Tests of `plan` and `scan --split`: the rows of all splits are those of a scan of the whole.

mod outcomes;
mod plans;

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::documents::examples::guide;
use crate::program::{Folder, archive, missing_file, objects, scanned, seen, text, urlsift};

/// The rows of a scan or of several, sorted, and the exit status.
type Rows = (Vec<String>, i32);

/// Returns the rows of `output`, sorted, and its exit status.
pub(crate) fn sorted(output: &Output) -> Rows {
    let mut rows: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    rows.sort_unstable();
    (rows, output.status.code().expect("no signal ended the program"))
}

/// Plans files, and scans each split by the number of its line. `folder` takes the plan, and `planned` has the paths and
/// options of `plan`. Returns the rows of all splits and the exit status of a scan of the whole.
pub(crate) fn by_splits(folder: &str, planned: &[&str], options: &[&str]) -> Rows {
    let plan = format!("{folder}/plan");
    let made = urlsift(&[&["plan", "-o", &plan], planned].concat(), b"");
    assert_eq!((text(&made.stderr), made.status.code()), ("", Some(0)));
    let count = fs::read_to_string(&plan).expect("the plan was made").lines().count();
    let (mut all, mut statuses) = (Vec::new(), Vec::new());
    for number in 1..=count {
        let split = format!("{plan}:{number}");
        let (rows, status) =
            sorted(&urlsift(&[&["scan", "--split", &split], options].concat(), b""));
        all.extend(rows);
        statuses.push(status);
    }
    all.sort_unstable();
    let most = statuses.iter().copied().filter(|status| *status > 1).max();
    (all, most.or_else(|| statuses.into_iter().min()).unwrap_or(1))
}

#[test]
fn the_rows_of_all_splits_are_those_of_a_scan() {
    let folder = Folder::new("splits");
    let shelf = archive("shelf.mbox");
    folder.file("binary", b"\x7fELF\0\0\0<http://x.example/>\0");
    let few = archive("few.mbox.gz");
    folder.file("damaged.gz", &few[..few.len() - 20]);
    folder.file("empty", b"");
    let line = [&vec![b'x'; 300_000][..], b" http://x.example/\n"].concat();
    folder.file("large.mbox", &[&*shelf, b"\n\nFrom a Mon\nA: b\n\n", &*line.repeat(4)].concat());
    let root = folder.path().display().to_string();
    let place = Folder::new("splits-plan");
    let place = place.path().display().to_string();
    // Columns: bytes of a split, bytes of a pack, options.
    let table: [(&str, &str, &[&str]); 2] = [
        ("60K", "0", &["-H", "--headers", "all", "--forms", "url,bare", "-j", "3"]),
        ("100K", "64M", &["--format", "jsonl", "--max-message", "1M"]),
    ];
    for (bytes, pack_bytes, options) in table {
        let paths = ["corpus/archives", &root];
        let whole = sorted(&urlsift(&[&["scan"], options, &paths].concat(), b""));
        assert_eq!(whole.1, 2, "something is damaged");
        let planned = ["--split-bytes", bytes, "--pack-bytes", pack_bytes, paths[0], paths[1]];
        assert!(by_splits(&place, &planned, options) == whole, "{bytes} {pack_bytes} {options:?}");
    }
    let empty = folder.path().join("empty").display().to_string();
    assert_eq!(by_splits(&place, &[&empty], &[]), (Vec::new(), 1));
}

/// A folder with an mbox, and a plan of its three splits.
pub(crate) struct Shelf {
    pub(crate) folder: Folder,
    pub(crate) mbox: String,
    pub(crate) plan: String,
}

impl Shelf {
    pub(crate) fn new(name: &str) -> Shelf {
        let folder = Folder::new(name);
        let source = ["a", "b", "c"].map(|it| format!("From {it} Mon\nA: b\n\nhttp://{it}/\n\n"));
        let mbox = folder.file("mbox", source.concat().as_bytes());
        let plan = format!("{mbox}.plan");
        let output = urlsift(&["plan", "--split-bytes", "28", "-o", &plan, &mbox], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        Shelf { folder, mbox, plan }
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
    pub(crate) fn says(&self, args: &[&str]) -> (i32, String, String) {
        let output = urlsift(args, b"");
        let folder = self.path("");
        let said = |bytes| text(bytes).replace(&folder, "");
        let status = output.status.code().expect("no signal ended the program");
        (status, said(&output.stdout), said(&output.stderr))
    }
}

/// A split is its line, or the line's number in the plan.
#[test]
fn a_split_is_given_as_its_line_or_by_its_number() {
    let folder = Folder::new("plan-numbers");
    let first = folder.file("1", b"http://a/\n");
    let second = folder.file("2", b"http://b/\n");
    let lines = urlsift(&["plan", "--pack-bytes", "0", &first, &second], b"").stdout;
    let plan = folder.file("plan:x", &[b"\n".as_slice(), &lines].concat());
    let [plan, missing] = [plan, format!("{}\n", missing_file())];
    let of = |suffix: &str| format!("{plan}{suffix}");
    let one = folder.file("one", text(&lines).lines().nth(1).expect("it has two").as_bytes());
    // (split, status, rows, end of the message)
    let table = [
        (of(":2"), 0, "http://a/\n", ""),
        (of(":3"), 0, "http://b/\n", ""),
        (text(&lines).lines().nth(1).expect("it has two").to_owned(), 0, "http://b/\n", ""),
        (of(":4"), 3, "", "plan:x, line 4: the plan has fewer lines\n"),
        (of(":1"), 3, "", "plan:x, line 1: not a line of `urlsift plan`: not a JSON object\n"),
        (of(":99999999999999999999"), 3, "", "or PLAN:NUMBER for a line of a file\n"),
        (of(":0"), 3, "", "or PLAN:NUMBER for a line of a file\n"),
        (of(""), 3, "", "plan:x: a plan of several splits; "),
        (one, 0, "http://b/\n", ""),
        (of("y:1"), 3, "", &missing),
        ("{}".to_owned(), 3, "", "--split: not a line of `urlsift plan`: missing field `path`\n"),
    ];
    for (split, status, rows, message) in table {
        let output = urlsift(&["scan", "--split", &split], b"");
        let (code, found, said) = seen(&output);
        assert_eq!((code, found), (Some(status), rows), "{split}: {said}");
        assert!(said.contains(message), "{split}: {said}");
    }
}

/// The guide lists each field of a split.
#[test]
fn every_field_of_a_split_is_documented() {
    let plan = urlsift(&["plan", "--split-bytes", "1K", "--input", "mail", "corpus/archives"], b"");
    let page = guide("splits.md");
    for split in objects(&plan.stdout) {
        let of_file = split["files"][0].as_object().into_iter().flatten();
        for (key, _) in split.as_object().into_iter().flatten().chain(of_file) {
            assert!(page.contains(&format!("| `{key}` |")), "{key}");
        }
    }
}

#[test]
fn invalid_arguments_of_splits_are_errors() {
    let shelf = Shelf::new("splits-wrong");
    let split = &*shelf.splits()[0];
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
            &["scan", "--split", split, "--name", "x"],
            "error: the argument '--split <SPLIT>' cannot be used with '--name <URI>'",
        ),
        (
            &["scan", "--split", split, "mbox"],
            "error: the argument '--split <SPLIT>' cannot be used with '[PATH]...'",
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
            &["scan", "--split", &format!("{}:1", shelf.plan), "-o", &shelf.plan],
            "urlsift: mbox.plan cannot be written: it is also an input, which would be replaced; choose another name",
        ),
        (&["plan", "-"], "urlsift: -: standard input cannot be planned; save it to a file"),
        (&["plan", "/dev/null"], "urlsift: /dev/null: not a regular file, and cannot be planned"),
        (&["plan", &gone], &missing),
        (&["plan", &text, &text], "urlsift: text: named twice; planned once"),
    ];
    for (args, stderr) in table {
        if !cfg!(unix) && args.contains(&"/dev/null") {
            continue;
        }
        let (status, _, said) = shelf.says(args);
        // Clap refuses arguments with status 2. A scan that cannot begin has the status of a failed split.
        let expected = if args[0] == "scan" && stderr.starts_with("urlsift: ") { 3 } else { 2 };
        assert_eq!((said.lines().next(), status), (Some(*stderr), expected), "{args:?}");
    }
    let plan = urlsift(&["plan", &shelf.path("")], b"");
    assert_eq!(plan.status.code(), Some(0), "a folder is walked");
}

/// A plan is UTF-8, so a file whose name is not UTF-8 cannot be planned.
#[cfg(target_os = "linux")]
#[test]
fn a_file_name_that_is_not_utf8_cannot_be_planned() {
    use std::os::unix::ffi::OsStrExt;
    let shelf = Shelf::new("splits-name");
    let name = std::ffi::OsStr::from_bytes(b"\xE9");
    fs::write(Path::new(&shelf.path("")).join(name), b"http://a/").expect("the folder is writable");
    let (status, lines, stderr) = shelf.says(&["plan", "--pack-bytes", "0", &shelf.path("")]);
    assert_eq!(
        stderr,
        "urlsift: \u{FFFD}: its name is not UTF-8, so that a plan cannot hold it; rename it\n"
    );
    assert_eq!((status, lines.lines().count()), (2, 2), "the mbox and its plan");
}

/// `--name` gives standard input the name of a file: in rows and in damage.
#[test]
fn standard_input_has_the_name_of_a_file() {
    let output = urlsift(&["scan", "-H", "--name", "s3://b/x"], &archive("few.tar"));
    let named = text(&output.stdout).lines().filter(|line| line.starts_with("s3://b/x:"));
    assert_eq!((named.count(), output.status.code()), (9, Some(0)));
    // The newsgroup of an article comes from the name, as from a path.
    let article = b"Path: a!b\nMessage-ID: <1@a>\n\nhttp://a.example/\n";
    let rows = scanned(&["--name", "comp/lang/cobol/1234"], article);
    assert_eq!(rows[0]["groups"].to_string(), "[\"comp.lang.cobol\"]");
    let file = Folder::new("named");
    let file = file.file("text", b"http://a/\n");
    // Columns: arguments, what the error says.
    let table: [(&[&str], &str); 2] = [
        (
            &["--name", "x", &file],
            "--name is the name of standard input, which is not read; add - to the paths",
        ),
        (&["--name", ""], "a value is required for '--name <URI>'"),
    ];
    for (args, error) in table {
        let output = urlsift(&[&["scan"], args].concat(), b"");
        assert!(text(&output.stderr).contains(error), "{args:?}: {}", text(&output.stderr));
        assert_eq!((text(&output.stdout), output.status.code()), ("", Some(2)), "{args:?}");
    }
}
