//! Tests of plans that put small files together, that come from a listing, and whose order is not that of the input.

use std::fs::{self, File};
use std::num::NonZeroU64;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::Value;
use urlsift::archive::InputKind;
use urlsift::scan::plan::{Lengths, PackedFile, Planned, Planner};

use crate::program::{Folder, archive, missing_file, native, text, urlsift};
use crate::splits::merge::{assert_same, by_splits};

fn objects(lines: &[u8]) -> Vec<Value> {
    text(lines).lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// Returns the paths of the files of each split.
fn paths(plan: &[u8]) -> Vec<Vec<String>> {
    let path = |file: &Value| file["path"].as_str().expect("a path").to_owned();
    let of = |split: &Value| match &split["files"] {
        Value::Array(files) => files.iter().map(path).collect(),
        _ => vec![path(split)],
    };
    objects(plan).iter().map(of).collect()
}

/// A folder with many messages, whose plan is a few files of rows and not two for each message.
#[test]
fn small_files_share_a_split_and_a_file_of_rows() {
    let folder = Folder::new("packs-many");
    for at in 0..300 {
        fs::create_dir_all(folder.path().join(format!("in/{}", at % 7))).expect("it is writable");
        folder.file(&format!("in/{}/{at}", at % 7), format!("To: a\n\nhttp://{at}/\n").as_bytes());
    }
    let root = folder.path().join("in").display().to_string();
    let (plan, rows) = (format!("{root}.plan"), format!("{root}.rows"));
    let whole = urlsift(&["scan", "-H", &root], b"");
    // Columns: --pack-bytes, number of splits. Each file counts 4 KiB and its length.
    for (bytes, count) in [("64M", 1), ("1M", 2), ("400K", 4), ("0", 300)] {
        let planned = urlsift(&["plan", "--pack-bytes", bytes, "-o", &plan, &root], b"");
        assert_eq!((text(&planned.stderr), planned.status.code()), ("", Some(0)));
        let scan = ["scan", "-H", "--split", &format!("@{plan}"), "--into", &rows];
        assert_eq!(urlsift(&scan, b"").status.code(), Some(0));
        let files = fs::read_dir(&rows).expect("it was made").count();
        assert_eq!(files, 2 * count, "rows and a receipt for each split, {bytes}");
        assert_same(&urlsift(&["merge", &plan, &rows], b""), &whole, bytes);
        // A second run finds all splits done.
        let again = urlsift(&scan, b"");
        let said = if count == 1 { "1 split" } else { &format!("{count} splits") };
        let said = format!("urlsift: skipped {said} whose rows exist already\n");
        assert_eq!((text(&again.stderr), again.status.code()), (&*said, Some(0)));
        fs::remove_dir_all(&rows).expect("it was made");
    }
}

/// A pack that misses a file is not done, and says which file it was. Other splits are.
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
    let rows_folder = Folder::new("packs-changed-rows");
    let place = rows_folder.path().display().to_string();
    let (plan, rows, damage) =
        (format!("{place}/plan"), format!("{place}/rows"), format!("{place}/damage"));
    let large = rows_folder.file("large", b"http://large/\n".repeat(7000).as_slice());
    urlsift(&["plan", "--pack-bytes", "64K", "-o", &plan, &root, &large], b"");
    let whole = urlsift(&["scan", &root, &large], b"");
    let scan = |into: &[&str]| {
        let plan = format!("@{plan}");
        let output =
            urlsift(&[&["scan", "--split", &plan, "--damage", &damage], into].concat(), b"");
        let damage = objects(&fs::read(&damage).expect("it was written"));
        let sources: Vec<(String, String)> = damage
            .iter()
            .map(|line| {
                let name = line["source"].as_str().expect("a path").replace(&root, "");
                (name, line["kind"].as_str().expect("a kind").to_owned())
            })
            .collect();
        let splits: Vec<Value> = damage.iter().map(|line| line["split"].clone()).collect();
        (output, sources, splits)
    };
    let is = |name: &str, kind: &str| (native(&format!("/{name}")), kind.to_owned());
    let into = ["--into", &*rows];
    // A damaged file gives the rows that can be read. The split is done.
    let (output, sources, splits) = scan(&[]);
    assert_eq!((output.status.code(), &sources), (Some(2), &vec![is("c.gz", "truncated")]));
    assert_same(&output, &whole, "to standard output");
    assert_eq!(splits[0]["files"], 4);
    let id = splits[0]["pack"].as_str().expect("an id").to_owned();
    // Columns: what happens to the file `b`, the end of the message about it.
    let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
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
                file.set_modified(at(1)).expect("it is writable");
            },
            "its mtime is 1.000000000 and was",
        ),
    ];
    for (change, message) in change {
        change();
        for into in [&[][..], &into] {
            let (output, sources, splits) = scan(into);
            let expected = vec![is("b", "split_failed"), is("c.gz", "truncated")];
            assert_eq!((output.status.code(), sources), (Some(3), expected), "{message}");
            let stderr = text(&output.stderr);
            assert!(
                stderr.contains(&format!("{root}{}: ", native("/b"))) && stderr.contains(message),
                "{stderr}"
            );
            assert_eq!(splits[0]["pack"], *id);
        }
        assert!(!Path::new(&format!("{rows}/{id}.text")).exists(), "a failed split has no rows");
        let files = fs::read_dir(&rows).expect("it was made").count();
        assert_eq!(files, 2, "the other split has its rows");
        let merged = urlsift(&["merge", &plan, &rows], b"");
        let a = root.clone() + &native("/a");
        let missing = format!("urlsift: {a}: the first file of a pack of 4: no rows\n");
        assert!(text(&merged.stderr).starts_with(&missing), "{}", text(&merged.stderr));
        assert_eq!((merged.status.code(), merged.stdout), (Some(2), vec![]));
        let left = urlsift(&["merge", "--left", &plan, &rows], b"");
        assert_eq!(
            paths(&left.stdout),
            [["a", "b", "c.gz", "d"].map(|it| root.clone() + &native(&format!("/{it}")))]
        );
    }
    // With a new plan, all is scanned again except the split that was done.
    urlsift(&["plan", "--pack-bytes", "64K", "-o", &plan, &root, &large], b"");
    let (output, ..) = scan(&into);
    let skipped = "urlsift: skipped 1 split whose rows exist already\n";
    assert!(text(&output.stderr).ends_with(skipped) && output.status.code() == Some(2));
    assert_same(&urlsift(&["merge", &plan, &rows], b""), &whole, "after a new plan");
}

/// Opening a pipe would wait for a writer.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_in_a_pack_is_not_opened() {
    let shelf = crate::splits::merge::Shelf::new("packs-pipe");
    let other = shelf.folder.file("other", b"http://o/\n");
    let plan = urlsift(&["plan", &shelf.mbox, &other], b"");
    fs::remove_file(&other).expect("it is there");
    let made = std::process::Command::new("mkfifo").arg(&other).status();
    assert!(made.is_ok_and(|status| status.success()));
    let (status, rows, stderr) = shelf.says(&["scan", "--split", "-"], &plan.stdout);
    assert_eq!(stderr, "urlsift: other: not a regular file any more; make a new plan\n");
    assert_eq!((status, &*rows), (3, "http://a/\nhttp://b/\nhttp://c/\n"));
}

/// Large files that cannot be cut come first in the plan, and at their place in the merged rows.
#[test]
fn giants_come_first_and_rows_stay_in_order() {
    let folder = Folder::new("packs-giants");
    let text_of = |name: &str, lines| format!("http://{name}/\n").repeat(lines);
    let message = |name: &str| format!("From {name} Mon\nA: b\n\nhttp://{name}/\n\n");
    folder.file("a", b"http://a/\n");
    folder.file("b", text_of("b", 200).as_bytes());
    folder.file("c", message("c").repeat(90).as_bytes());
    folder.file("d", b"http://d/\n");
    folder.file("e", text_of("e", 300).as_bytes());
    folder.file("f", b"http://f/\n");
    let root = folder.path().display().to_string();
    let rows = Folder::new("packs-giants-rows");
    let place = rows.path().display().to_string();
    let plan = urlsift(&["plan", "--split-bytes", "1K", &root], b"").stdout;
    let is: Vec<(String, Value)> = objects(&plan)
        .iter()
        .zip(paths(&plan))
        .map(|(line, paths)| (paths.concat().replace(&root, ""), line["order"].clone()))
        .collect();
    let name = |name: &str, order: u64| (native(name), Value::from(order));
    let expected = [
        name("/e", 6),
        name("/b", 1),
        name("/a", 0),
        name("/c", 2),
        name("/c", 3),
        name("/c", 4),
        name("/d", 5),
        name("/f", 7),
    ];
    assert_eq!(is, expected);
    let whole = urlsift(&["scan", "--format", "csv", &root], b"");
    let merged = by_splits(&place, &["--split-bytes", "1K", &root], &["--format", "csv"]);
    assert_same(&merged, &whole, "giants");
    // The places of two plans do not show the order of both.
    let both = rows.file("both", &[&*plan, &*plan].concat());
    let output = urlsift(&["merge", &both], b"");
    assert!(text(&output.stderr).contains("has lines of several plans"));
    assert_eq!(output.status.code(), Some(2));
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
    for has_tabs in [false, true] {
        let list = rows.file("list", &listing(&walked, has_tabs));
        let planned = urlsift(&["plan", "--split-bytes", "1G", "--from", &list], b"");
        assert!(planned.stdout == walked, "the plan is that of the folder");
        // Columns: bytes of a split, bytes of a pack. What is no mailbox is cut too, because nothing is opened.
        for (bytes, pack_bytes) in [("1G", "64M"), ("700", "8K"), ("700", "0"), ("50", "0")] {
            let options = ["--format", "jsonl"];
            let whole = urlsift(&[&["scan"], &options[..], &[archives]].concat(), b"");
            let planned = ["--split-bytes", bytes, "--pack-bytes", pack_bytes, "--from", &list];
            let merged = by_splits(&place, &planned, &options);
            assert_same(&merged, &whole, &format!("{bytes} {pack_bytes}"));
        }
    }
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
            r#"{{"path":"gone/a.mbox","member":null,"codec":"unknown","start":{start},"end":{end},"size":3000,"mtime":"7.000000000","order":{}}}"#,
            start / 2000
        )
    };
    let expected = [
        r#"{"path":"gone/d.mbox.GZ","member":null,"codec":"unknown","start":0,"end":3000,"size":3000,"mtime":"7.000000000","order":3}"#,
        &range(0, 2000),
        &range(2000, 3000),
        r#"{"files":[{"path":"gone/b","size":10,"mtime":"7.250000000"},{"path":"gone/c","size":10,"mtime":"etag"}],"order":2}"#,
    ];
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), expected);
    let errors = "urlsift: gone/b: listed twice; planned once\n\
        urlsift: -, line 7: neither a JSON object nor a path, a size and a time between tabs\n";
    assert_eq!((text(&output.stderr), output.status.code()), (errors, Some(2)));
}

/// A wrong size of one file must not take all memory.
#[test]
fn a_listed_file_with_too_many_ranges_is_refused() {
    // Columns: size, the number of splits in the message, or none if it is planned.
    for (size, count) in
        [(u64::MAX, Some(1u64 << 54)), ((1 << 30) + 1, Some((1 << 20) + 1)), (1 << 20, None)]
    {
        let list = format!("gone\t{size}\t7\n");
        let args = ["plan", "--split-bytes", "1K", "--from", "-"];
        let output = urlsift(&args, list.as_bytes());
        let message = count.map_or(String::new(), |count| {
            format!(
                "urlsift: gone: would be {count} splits; use a larger --split-bytes or correct its size\n"
            )
        });
        let status = if count.is_some() { 2 } else { 0 };
        assert_eq!(
            (text(&output.stderr), output.status.code()),
            (&*message, Some(status)),
            "{size}"
        );
        assert_eq!(output.stdout.is_empty(), count.is_some(), "{size}");
    }
}

/// Each split has the path of its file, so a long path takes memory as often as there are splits.
#[test]
fn a_listed_file_with_a_long_path_and_many_ranges_is_refused() {
    // Columns: bytes of the path, number of splits, whether it is planned.
    for (length, count, is_planned) in
        [(1 << 20, 16, true), (1 << 20, 300, false), (1 << 24, 1, true), (1 << 10, 300_000, false)]
    {
        let listed = PackedFile::listed(&"a".repeat(length), count << 10, "7").expect("a file");
        let lengths = Lengths { range: NonZeroU64::new(1 << 10).expect("not 0"), pack: 0 };
        let planner = Planner { lengths, input: InputKind::Auto, probe: false };
        let Planned { lines, unplanned, .. } = planner.listing([Ok(listed)]);
        let expected = if is_planned { (count, 0) } else { (0, 1) };
        assert_eq!((lines.len() as u64, unplanned.len()), expected, "{length} {count}");
    }
}

/// A sparse file takes no room on the disk, but its size asks for very many splits.
#[test]
fn a_sparse_file_with_too_many_ranges_is_refused() {
    let folder = Folder::new("packs-sparse");
    let path = folder.file("mbox", b"From a@b.example Mon Jan  1 00:00:00 2001\nSubject: a\n\n");
    let file = fs::File::options().write(true).open(&path).expect("it is writable");
    file.set_len((1 << 30) + 1).expect("it may have a hole");
    let output = urlsift(&["plan", "--split-bytes", "1K", &path], b"");
    let message = format!(
        "urlsift: {path}: would be 1048577 splits; use a larger --split-bytes or correct its size\n"
    );
    assert_eq!((text(&output.stderr), output.status.code()), (&*message, Some(2)));
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

/// The commands of the guide list the files in the order of a scan, also if a name begins with another.
#[cfg(target_os = "linux")]
#[test]
fn the_recipe_for_a_listing_has_the_order_of_a_scan() {
    let folder = Folder::new("packs-recipe");
    for name in ["a/1", "a-b/1", "a.b", "a/b/1", "a/b-c", "a b"] {
        let path = folder.path().join("lists").join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it is writable");
        folder.file(&format!("lists/{name}"), b"http://a/\n");
    }
    let whole = urlsift(&["plan", &folder.path().join("lists").display().to_string()], b"");
    let root = format!("{}/", folder.path().display());
    let expected = text(&whole.stdout).replace(&root, "");
    let page = crate::documents::examples::guide("splits.md");
    let line = page.lines().find(|line| line.starts_with("find ")).expect("it has the recipe");
    let recipe = line.split(" > ").next().unwrap_or(line);
    let listed = std::process::Command::new("sh")
        .args(["-e", "-c", recipe])
        .current_dir(folder.path())
        .output()
        .expect("there is a shell");
    let planned = urlsift(&["plan", "--from", "-"], &listed.stdout);
    assert_eq!(text(&planned.stdout), expected, "{recipe}");
}

/// A line of the plan is named by its number.
#[test]
fn a_line_of_a_plan_is_named_by_its_number() {
    let folder = Folder::new("plan-numbers");
    let first = folder.file("1", b"http://a/\n");
    let second = folder.file("2", b"http://b/\n");
    let lines = urlsift(&["plan", "--pack-bytes", "0", &first, &second], b"").stdout;
    let plan = folder.file("plan:x", &[b"\n".as_slice(), &lines].concat());
    let missing = format!("{}\n", missing_file());
    // (suffix, status, rows, end of the message)
    let table = [
        (":2", 0, "http://a/\n", ""),
        (":3", 0, "http://b/\n", ""),
        (":4", 3, "", "plan:x, line 4: the plan has fewer lines\n"),
        (":1", 3, "", "plan:x, line 1: not a line of `urlsift plan`: not a JSON object\n"),
        (":99999999999999999999", 3, "", "FILE:NUMBER for one of them, or - for standard input\n"),
        (":0", 3, "", "FILE:NUMBER for one of them, or - for standard input\n"),
        ("y:1", 3, "", &missing),
    ];
    for (suffix, status, rows, message) in table {
        let output = urlsift(&["scan", "--split", &format!("{plan}{suffix}")], b"");
        let seen = (output.status.code(), text(&output.stdout));
        assert_eq!(seen, (Some(status), rows), "{suffix}: {}", text(&output.stderr));
        assert!(text(&output.stderr).ends_with(message), "{suffix}: {}", text(&output.stderr));
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
    let page = crate::documents::examples::guide("size.md");
    let begins = |start: &str| {
        let blocks = page.split("```").find(|block| block.starts_with(start));
        blocks.expect("it has the recipe").split_once('\n').expect("it has lines").1.to_owned()
    };
    let [plan, all @ ..] =
        &*begins("sh\nurlsift plan").lines().map(str::to_owned).collect::<Vec<_>>()
    else {
        panic!("it has lines");
    };
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
    run(plan);
    let longest = fs::read_to_string(folder.path().join("plan.jsonl")).expect("it was written");
    assert!(longest.lines().any(|line| line.len() > 1 << 17), "an argument has at most 128 KiB");
    for script in [all.join("\n"), "make --silent -j 2".to_owned()] {
        run(&script);
        let rows = fs::read_to_string(folder.path().join("rows.jsonl")).expect("it was written");
        assert_eq!(rows.lines().count(), 701, "{script}");
        run("rm -r rows rows.jsonl");
    }
}
