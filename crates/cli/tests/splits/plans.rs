//! Tests of plans that put small files together, that come from a listing, and that begin with giants.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Folder, native, objects, seen, text, urlsift};
use crate::splits::{by_splits, sorted};

/// Returns the paths of the files of each split.
fn paths(plan: &[u8]) -> Vec<Vec<String>> {
    let path = |file: &Value| file["path"].as_str().expect("a path").to_owned();
    let of = |split: &Value| match &split["files"] {
        Value::Array(files) => files.iter().map(path).collect(),
        _ => vec![path(split)],
    };
    objects(plan).iter().map(of).collect()
}

/// A folder with many messages has a plan of a few splits, and not one for each message.
#[test]
fn small_files_share_a_split() {
    let folder = Folder::new("packs-many");
    for at in 0..300 {
        fs::create_dir_all(folder.path().join(format!("in/{}", at % 7))).expect("it is writable");
        folder.file(&format!("in/{}/{at}", at % 7), format!("To: a\n\nhttp://{at}/\n").as_bytes());
    }
    let root = folder.path().join("in").display().to_string();
    let place = folder.path().display().to_string();
    let whole = sorted(&urlsift(&["scan", "-H", &root], b""));
    // Columns: --pack-bytes, number of splits. Each file counts 4 KiB and its length.
    for (bytes, count) in [("64M", 1), ("400K", 4), ("0", 300)] {
        let planned = urlsift(&["plan", "--pack-bytes", bytes, &root], b"");
        assert_eq!((text(&planned.stderr), planned.status.code()), ("", Some(0)));
        assert_eq!(objects(&planned.stdout).len(), count, "{bytes}");
    }
    assert!(by_splits(&place, &["--pack-bytes", "400K", &root], &["-H"]) == whole);
}

/// Returns a listing of the files that `plan` has, as JSON Lines or with tabs.
fn listing(plan: &[u8], has_tabs: bool) -> Vec<u8> {
    let mut lines = String::new();
    for split in objects(plan) {
        for file in split["files"].as_array().unwrap_or(&vec![split.clone()]) {
            let line = if has_tabs {
                let field = |name: &str| file[name].as_str().expect("a string").to_owned();
                format!("{}\t{}\t{}0", field("path"), file["size"], field("mtime"))
            } else {
                let [path, size, mtime] = ["path", "size", "mtime"].map(|it| &file[it]);
                format!(r#"{{"version":{mtime},"uri":{path},"size":{size},"owner":"x"}}"#)
            };
            lines += &(line + "\n");
        }
    }
    lines.into_bytes()
}

#[test]
fn a_plan_of_a_listing_gives_the_rows_of_the_folder() {
    let rows = Folder::new("packs-listing");
    let place = rows.path().display().to_string();
    let archives = "corpus/archives";
    let walked = urlsift(&["plan", "--split-bytes", "1G", archives], b"").stdout;
    let jsonl = rows.file("jsonl", &listing(&walked, false));
    let tabs = rows.file("tabs", &listing(&walked, true));
    for list in [&jsonl, &tabs] {
        let planned = urlsift(&["plan", "--split-bytes", "1G", "--from", list], b"");
        assert!(planned.stdout == walked, "the plan is that of the folder");
    }
    // What is not a mailbox is cut too, because nothing is opened.
    let options = ["--format", "jsonl"];
    let whole = sorted(&urlsift(&[&["scan"], &options[..], &[archives]].concat(), b""));
    let planned = ["--split-bytes", "7K", "--pack-bytes", "8K", "--from", &tabs];
    assert!(by_splits(&place, &planned, &options) == whole);
}

/// The files need not exist: nothing is opened.
#[test]
fn a_listing_is_planned_without_its_files() {
    let list = "gone/a.mbox\t3000\t7\n\
        gone/b\t10\t7.25\n\
        \n\
        gone/c\t10\tetag\n\
        gone/d.mbox.GZ\t3000\t7\n\
        gone/b\t10\t7.25\n\
        gone/e\n";
    let args = ["plan", "--split-bytes", "2000", "--from", "-"];
    let output = urlsift(&args, list.as_bytes());
    let range = |start, end| {
        format!(
            r#"{{"path":"gone/a.mbox","member":null,"codec":"unknown","start":{start},"end":{end},"size":3000,"mtime":"7.000000000"}}"#
        )
    };
    let expected = [
        r#"{"path":"gone/d.mbox.GZ","member":null,"codec":"unknown","start":0,"end":3000,"size":3000,"mtime":"7.000000000"}"#,
        &range(0, 2000),
        &range(2000, 3000),
        r#"{"files":[{"path":"gone/b","size":10,"mtime":"7.250000000"},{"path":"gone/c","size":10,"mtime":"etag"}]}"#,
    ];
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), expected);
    let errors = "urlsift: gone/b: listed twice; planned once\n\
        urlsift: -, line 7: neither a JSON object nor a path, a size and a time between tabs\n";
    assert_eq!((text(&output.stderr), output.status.code()), (errors, Some(2)));
}

/// A wrong size of one file must not take all memory.
#[test]
fn a_file_with_too_many_ranges_is_refused() {
    let args = ["plan", "--split-bytes", "1K", "--from", "-"];
    for (size, count) in [(u64::MAX, 1_u64 << 54), ((1 << 30) + 1, (1 << 20) + 1)] {
        let output = urlsift(&args, format!("gone\t{size}\t7\n").as_bytes());
        let message = format!(
            "urlsift: gone: would be {count} splits; raise the bytes of a split, or correct its size\n"
        );
        assert_eq!(seen(&output), (Some(2), "", &*message));
    }
    // A sparse file takes no room on the disk.
    let folder = Folder::new("packs-sparse");
    let path = folder.file("mbox", b"From a@b.example Mon Jan  1 00:00:00 2001\nSubject: a\n\n");
    let file = fs::File::options().write(true).open(&path).expect("it is writable");
    file.set_len((1 << 30) + 1).expect("it may have a hole");
    let output = urlsift(&["plan", "--split-bytes", "1K", &path], b"");
    let message = format!(
        "urlsift: {path}: would be 1048577 splits; raise the bytes of a split, or correct its size\n"
    );
    assert_eq!(seen(&output), (Some(2), "", &*message));
}

/// A folder and a file in it, or two spellings of a path. A second hard link is another file.
#[test]
fn a_file_that_is_named_twice_is_planned_once() {
    let folder = Folder::new("packs-twice");
    let a = folder.file("a", b"http://a/\n");
    let root = folder.path().display().to_string();
    fs::hard_link(&a, format!("{root}/b")).expect("it is writable");
    let (odd, link) = (format!("{root}/./a"), format!("{root}/b"));
    let output = urlsift(&["plan", &root, &a, &odd, &link], b"");
    let doubled =
        [&a, &odd, &link].map(|path| format!("urlsift: {path}: named twice; planned once\n"));
    assert_eq!((text(&output.stderr), output.status.code()), (&*doubled.concat(), Some(2)));
    assert_eq!(paths(&output.stdout), [["/a", "/b"].map(|it| root.clone() + &native(it))]);
}

/// A command that fails leaves an empty file, which must not look like a shelf without files.
#[test]
fn empty_listings_are_errors() {
    let folder = Folder::new("splits-nothing");
    let [empty, blank] = [folder.file("empty", b""), folder.file("blank", b"\n \n")];
    for name in [&*empty, &blank, "-"] {
        let output = urlsift(&["plan", "--from", name], b"");
        let message = format!("urlsift: {name}: a listing without files\n");
        assert_eq!(seen(&output), (Some(2), "", &*message));
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

/// The recipes of the guide scan packs, whose lines are too long for an argument.
#[cfg(target_os = "linux")]
#[test]
fn the_recipes_for_several_processes_scan_packs() {
    let folder = Folder::new("plan-recipes");
    let long = "x".repeat(200);
    fs::create_dir_all(folder.path().join("lists").join(&long)).expect("it is writable");
    for number in 0..700 {
        let url = format!("http://{number}.example/\n");
        folder.file(&format!("lists/{long}/{number}"), url.as_bytes());
    }
    folder.file("inbox.mbox", b"From a Mon\nA: b\n\nhttp://a.example/\n\n");
    let page = crate::documents::examples::guide("splits.md");
    let begins = |start: &str| {
        let blocks = page.split("```").find(|block| block.starts_with(start));
        blocks.expect("it has the recipe").split_once('\n').expect("it has lines").1.to_owned()
    };
    let recipe = page.split("## Recipes").nth(1).expect("it has recipes");
    let shell = recipe.split("```").nth(1).expect("it has a block").trim_start_matches("sh\n");
    folder.file("Makefile", begins("make\n").as_bytes());
    let program = Path::new(env!("CARGO_BIN_EXE_urlsift")).parent().expect("it is in a folder");
    let run = |script: &str| {
        let output = std::process::Command::new("sh")
            .args(["-e", "-c", script])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{}", program.display(), env!("PATH")))
            .output()
            .expect("there is a shell");
        assert!(output.status.success(), "{script}: {}", text(&output.stderr));
    };
    run(shell);
    let longest = fs::read_to_string(folder.path().join("plan.jsonl")).expect("it was written");
    assert!(longest.lines().any(|line| line.len() > 1 << 17), "an argument has at most 128 KiB");
    let count = || {
        let rows = fs::read_to_string(folder.path().join("rows.jsonl")).expect("it was written");
        rows.lines().count()
    };
    assert_eq!(count(), 701);
    // Make does the splits whose rows are missing, and no other.
    run("rm rows/* rows.jsonl; make --silent -j 2");
    assert_eq!(count(), 701);
    run("echo http://x.example/ >> rows/1; rm rows.jsonl; make --silent -j 2");
    assert_eq!(count(), 702);
}
