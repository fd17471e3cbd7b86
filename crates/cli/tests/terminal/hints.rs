//! Tests of the hints for arguments that do not exist, are in the wrong place or have a wrong value.

#[cfg(unix)]
use std::{os::unix::process::CommandExt, process::Command};

use crate::program::{Folder, text, urlsift, urlsift_in};

#[test]
fn arguments_that_do_not_exist_get_one_hint() {
    // (arguments, what the error says)
    let table: &[(&[&str], &str)] = &[
        (&["scn"], "tip: did you mean `urlsift scan`?"),
        (&["pik"], "tip: did you mean `urlsift pick`?"),
        (&["README.md"], "tip: did you mean `urlsift scan README.md`?"),
        (&["-"], "tip: did you mean `urlsift scan -`?"),
        (&["http://x.example/?a&b"], "tip: did you mean `urlsift check 'http://x.example/?a&b'`?"),
        (&["scan", "--format=json"], "tip: did you mean `jsonl`?"),
        (&["scan", "--json"], "tip: did you mean `--format jsonl`?"),
        (&["scan", "--form", "url"], "tip: --where form=VALUE selects by this field"),
        (&["scan", "--no-quoted"], "tip: --where quoted=false selects by this field"),
        (&["scan", "--web"], "tip: --scheme http,https,ftp"),
        (&["scan", "--regex", "x"], "tip: --where url~PATTERN selects by a regular expression"),
        (&["scan", "--to", "bob"], "tip: no option selects by recipient"),
        (&["scan", "--match-hole"], "tip: did you mean `--match`?"),
        (&["scan", "--output-file", "x"], "tip: did you mean `--output`?"),
        (&["scan", "--join", "none"], "tip: did you mean `never`?"),
        (&["scan", "--input", "mbox"], "tip: did you mean `mail`?"),
        (&["plan", "--split", "4"], "tip: did you mean `--split-bytes`?"),
        (&["scan", "--split-bytes", "1M"], "tip: `urlsift plan` has --split-bytes"),
        (&["--verbose", "scan"], "tip: write it after `scan`"),
        (&["scan", "-format", "csv"], "tip: did you mean `--format`?"),
        (&["link", "--headers"], "tip: did you mean `--with-headers`?"),
        (&["show", "--match-equivalent"], "tip: did you mean `--equivalent`?"),
        (&["scan", "--max-unique", "5"], "tip: did you mean `--unique`?"),
        (&["report", "--count", "host"], "tip: `urlsift scan` has --count"),
        (&["link", "--html"], "tip: did you mean `--format html`?"),
        (&["scan", "--foo"], ""),
        (&["scan", "--offline"], ""),
        (&["scan", "--grep", "x"], "tip: --where url~PATTERN"),
        (&["quux"], ""),
        (&["scan", "--format=web"], ""),
    ];
    for (args, expected) in table {
        let output = urlsift(args, b"");
        let error = text(&output.stderr);
        assert!(error.contains(expected), "{args:?}: {error}");
        let tips = usize::from(!expected.is_empty());
        assert_eq!(error.matches("tip:").count(), tips, "{args:?}: {error}");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
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
            "urlsift: URLs are not opened; to check this one: urlsift check http://a.example/\n",
        ),
        (&["scan", "see http://a.example/"], 2, "", "urlsift: see http://a.example/: "),
        (&["scan", "gone"], 2, "", "urlsift: gone: "),
        (&["scan", "--stats", "json"], 2, "", "urlsift: did you mean --stats=json?\n"),
        (
            &["scan", "--unique", "equivalent"],
            2,
            "",
            "urlsift: did you mean --unique=equivalent?\n",
        ),
        (&["scan", "json", "equivalent"], 2, "", "urlsift: json: "),
        (&["help", "DuckDB"], 0, "urlsift help rows: ", ""),
        (
            &["help", "winmail"],
            0,
            "urlsift help containers: Inside a message\n- **`winmail.dat`** (TNEF) of Outlook",
            "",
        ),
        (&["help", "row"], 0, "# The row, field by field\n", ""),
        (
            &["help", "xyzzy"],
            1,
            "",
            "urlsift: no page has `xyzzy`; `urlsift help` lists the pages\n",
        ),
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
        (&["scan", "--json"], "tip: did you mean `--format jsonl`?"),
        (&["report", "--count", "host"], "tip: `urlsift scan` has --count"),
        (&["plan"], "Usage: urlsift plan "),
    ];
    for (args, expected) in table {
        let mut program = Command::new(env!("CARGO_BIN_EXE_urlsift"));
        let output = program.arg0("sift.exe").args(*args).output().expect("it is the program");
        let error = text(&output.stderr);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

#[test]
fn a_file_may_have_the_name_of_a_value() {
    let folder = Folder::new("stats-json");
    folder.file("json", b"http://a.example/\n");
    let output = urlsift_in(folder.path(), &["scan", "--stats", "json"], b"");
    assert_eq!(text(&output.stdout), "http://a.example/\n");
    assert!(!text(&output.stderr).contains("did you mean"), "{}", text(&output.stderr));
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
            "--split takes a line of `urlsift plan`, a file with one, or PLAN:NUMBER for a line of a file",
        ),
        (&["plan", "--split-bytes", "0", "x"], "a split needs at least 1 byte"),
        (&["check", "--grammar", "rfc822"], "draft03, rfc1738, rfc2396, rfc3986, rfc3987]"),
        (&["check", "--format", "x"], "[possible values: text, jsonl]"),
        (&["wrap", "--columns", "19", "x:y"], "and at least 20"),
        (&["scan", "--count", "host", "--top-per", "2"], "--top-per needs two fields"),
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
