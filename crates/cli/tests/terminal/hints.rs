//! Tests of the hints for arguments that do not exist, are in the wrong place or have a wrong value.

#[cfg(unix)]
use std::{os::unix::process::CommandExt, process::Command};

use crate::program::{Folder, text, urlsift};

#[test]
fn arguments_of_other_programs_get_a_hint() {
    // (arguments, what the error says)
    let table: &[(&[&str], &str)] = &[
        (&["scan", "--json"], "tip: --format jsonl prints JSON, one object a line"),
        (&["scan", "--format=json"], "tip: a similar value exists: 'jsonl'"),
        (&["scan", "-u"], "tip: --unique prints each URL once"),
        (&["scan", "-uH", "x"], "tip: --unique prints each URL once"),
        (&["-u"], "tip: did you mean `urlsift scan --unique`?"),
        (&["scan", "-t", "4"], "tip: -j N sets the number of threads"),
        (&["scan", "--jobs=4"], "tip: -j N"),
        (&["scan", "-r", "."], "tip: folders are read with all files and folders below them"),
        (&["--json"], "--format jsonl prints JSON"),
        (&["README.md"], "tip: did you mean `urlsift scan README.md`?"),
        (&["-"], "tip: did you mean `urlsift scan -`?"),
        (&["http://x.example/?a&b"], "tip: did you mean `urlsift check 'http://x.example/?a&b'`?"),
        (&["scam"], "tip: a similar subcommand exists: 'scan'"),
        (&["scan", "--max-count", "5"], "`| head` prints the first rows"),
        (&["scan", "--subject", "x"], "tip: --fields url,subject"),
        (&["check", "--offline"], "tip: urlsift never uses the network"),
        (&["plan", "--split", "4"], "tip: a similar argument exists: '--split-bytes'"),
        (&["scan", "--version"], "tip: `urlsift --version`"),
        (&["scan", "--output-file", "x"], "tip: a similar argument exists: '--output'"),
        (&["report", "--count", "host"], "tip: `urlsift scan` has --count"),
        (&["link", "--format", "html"], "tip: `urlsift scan` has --format"),
        (&["link", "-o", "x"], "tip: `> FILE` writes standard output to a file"),
        (&["--unique", "x"], "tip: `urlsift scan` has --unique"),
        (&["grep", "x"], "tip: did you mean `urlsift scan`?"),
        (&["unwrap", "x"], "tip: did you mean `urlsift link --to text`?"),
        (&["scan", "--forms", "-header"], "tip: a form is no place: --headers none"),
    ];
    for (args, expected) in table {
        let output = urlsift(args, b"");
        let error = text(&output.stderr);
        assert!(error.contains(expected), "{args:?}: {error}");
        assert_eq!(error.matches("tip:").count(), 1, "{args:?}: {error}");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    // Neither would a name that is not near, nor a way to pass an option as a value.
    for args in
        [&["scan", "--foo"][..], &["show", "--json", "x"], &["quux"], &["scan", "--format=web"]]
    {
        let output = urlsift(args, b"");
        let error = text(&output.stderr);
        assert!(!error.contains("tip") && !error.contains("as a value"), "{args:?}: {error}");
        assert!(!error.contains("--progress"), "{args:?}: {error}");
    }
    // A hint at an option that the command does not have would not help.
    for args in [["check", "-u", "x"], ["plan", "--json", "x"], ["pick", "-t", "x"]] {
        let output = urlsift(&args, b"");
        assert!(!text(&output.stderr).contains("tip: -"), "{args:?}: {}", text(&output.stderr));
    }
}

/// A URL or a text in the place of a path, and a word in the place of a page.
#[test]
fn words_in_the_place_of_a_name_get_a_hint() {
    // (arguments, status, the beginning of the output and of the messages)
    let table: &[(&[&str], i32, &str, &str)] = &[
        (
            &["scan", "http://a.example/"],
            2,
            "",
            "urlsift: URLs are not opened; to check this one: urlsift check http://a.example/; to",
        ),
        (
            &["scan", "see http://a.example/"],
            2,
            "",
            "urlsift: to search a text: printf '%s\\n' 'see http://a.example/' | urlsift scan\n",
        ),
        (&["scan", "gone"], 2, "", "urlsift: gone: "),
        (
            &["help", "DuckDB"],
            0,
            "Pages that have `DuckDB`, with the headings:\n  urlsift help rows        The fields\n  urlsift help recipes     Loading rows\n",
            "",
        ),
        (&["help", "row"], 0, "# The row, field by field\n", ""),
        (&["help", "xyzzy"], 1, "", "urlsift: no page has `xyzzy`; the pages are scanning, rows, "),
    ];
    for (args, status, stdout, stderr) in table {
        let output = urlsift(args, b"");
        for (seen, expected) in [(text(&output.stdout), stdout), (text(&output.stderr), stderr)] {
            assert!(seen.starts_with(expected), "{args:?}: {seen}");
            assert_eq!(seen.is_empty(), expected.is_empty(), "{args:?}: {seen}");
        }
        assert_eq!(output.status.code(), Some(*status), "{args:?}");
    }
}

/// The file of the program has another name on Windows, and users rename it.
#[test]
#[cfg(unix)]
fn hints_do_not_depend_on_the_name_of_the_program() {
    // (arguments, what the error says)
    let table: &[(&[&str], &str)] = &[
        (&["scan", "--json"], "tip: --format jsonl prints JSON"),
        (&["scan", "--json"], "Usage: urlsift scan "),
        (&["check", "-u", "x"], "Usage: urlsift check "),
        (&["--json"], "tip: did you mean `urlsift scan --format`?"),
    ];
    for (args, expected) in table {
        let mut program = Command::new(env!("CARGO_BIN_EXE_urlsift"));
        let output = program.arg0("sift.exe").args(*args).output().expect("it is the program");
        let error = text(&output.stderr);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

/// Some options are used as those of other programs are.
#[test]
fn options_in_wrong_places_name_the_right_one() {
    let gone = "json: no such file; did you mean --stats=json?";
    // (arguments, what the error says)
    let table: &[(&[&str], &str)] = &[
        (&["scan", "--from", "a@b.example"], "--from a@b.example: an address; write its domain"),
        (&["scan", "--count", "host", "--top-per", "2"], "--top-per needs two fields"),
        (
            &["scan", "README.md", "--unique", "host"],
            "host: no such file; did you mean --count=host?",
        ),
        (&["scan", "--stats", "json"], gone),
        (&["scan", "--stats", "json", "README.md"], gone),
        (&["scan", "--stats", "text"], "text: no such file; did you mean --stats=text?"),
    ];
    for (args, expected) in table {
        let output = urlsift(args, b"http://a.example/\n");
        assert!(text(&output.stderr).contains(expected), "{args:?}: {}", text(&output.stderr));
        assert_eq!((text(&output.stdout), output.status.code()), ("", Some(2)), "{args:?}");
    }
    let folder = Folder::new("stats-json");
    let json = folder.file("json", b"http://a.example/\n");
    let output = urlsift(&["scan", "--stats", &json], b"");
    assert_eq!(text(&output.stdout), "http://a.example/\n", "a file may have any name");
}

#[test]
fn wrong_values_name_what_is_allowed() {
    let size = "expected a number of bytes, which may be followed by K, M, G or T, such as 64M";
    // (arguments, what the error says)
    let table: &[(&[&str], &str)] = &[
        (&["scan", "--format", "xml"], "[possible values: text, jsonl, csv, parquet, arrow]"),
        (
            &["scan", "--forms", "url,web"],
            "url, angle, quote, prefix, bare, www, host, address, repaired]",
        ),
        (&["scan", "--headers", "some"], "[possible values: none, useful, all]"),
        (&["scan", "--stats=xml"], "[possible values: text, json]"),
        (&["scan", "--progress", "x"], "[possible values: auto, always, never]"),
        (&["scan", "--max-message", "1.5G"], size),
        (&["scan", "-j", "999"], "expected a number from 0 to 256"),
        (
            &["scan", "--split", "x"],
            "--split takes a line of `urlsift plan`, or PLAN:NUMBER for a line of a file",
        ),
        (&["plan", "--split-bytes", "0", "x"], "a split needs at least 1 byte"),
        (&["check", "--grammar", "rfc822"], "draft03, rfc1738, rfc2396, rfc3986, rfc3987]"),
        (&["check", "--format", "x"], "[possible values: text, jsonl]"),
        (&["wrap", "--columns", "19", "x:y"], "and at least 20"),
        (&["scan", "--count", "host", "--top", "x"], "expected a number of lines, such as 10"),
        (
            &["scan", "--count", "host", "--top-per", "1", "--sort", "value"],
            "--top-per prints the largest counts, with the first values in their order",
        ),
        (&["scan", "--match", "-"], "it has to be a file, and not standard input"),
        (&["wrap", "--columns", "x", "x:y"], "expected a number of columns, such as 72"),
        (&["completions", "x"], "bash, elvish, fish, powershell, zsh]"),
        (&["--color", "x", "scan"], "[possible values: auto, always, never]"),
    ];
    for (args, expected) in table {
        let output = urlsift(args, b"");
        assert!(text(&output.stderr).contains(expected), "{args:?}: {}", text(&output.stderr));
        // A driver must not take 2 for "scanned, with damage" if no split was.
        let status = if args.contains(&"--split") { 3 } else { 2 };
        assert_eq!(output.status.code(), Some(status), "{args:?}");
    }
}
