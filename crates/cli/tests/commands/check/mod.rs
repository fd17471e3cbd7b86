//! Tests of `urlsift check` as users run it: its input and its exit status. `table.rs` and `row.rs` test its output.

mod row;
mod table;

use std::io::{BufRead, BufReader, Write};
use std::process::Command;

use serde_json::json;
use urlsift::verdict::Grammar;

use crate::program::{objects, seen, start, text, urlsift};

/// `--grammar` selects the grammar of the exit status and of `encoded`.
#[test]
fn each_grammar_can_be_selected() {
    // Columns: URL, grammars that it satisfies, encoded form for the others.
    let table: &[(&str, &[&str], &str)] = &[
        ("http://host.dom/a", &["draft03", "rfc1738", "rfc2396", "rfc3986", "rfc3987"], ""),
        ("http://host.dom/é", &["rfc3987"], "http://host.dom/%C3%A9"),
        ("http://host.dom/\"", &["draft03"], "http://host.dom/%22"),
        ("wais://host.dom:8o/db", &["rfc2396"], "cannot be, without becoming another URL"),
        ("http://host.dom/a b", &[], "http://host.dom/a%20b"),
    ];
    for (url, satisfied, encoded) in table {
        for grammar in Grammar::ALL.iter().map(|grammar| grammar.name()) {
            let is_satisfied = satisfied.contains(&grammar);
            let check = |format| {
                let output =
                    urlsift(&["check", "--format", format, "--grammar", grammar, url], b"");
                let status = Some(i32::from(!is_satisfied));
                assert_eq!(output.status.code(), status, "{grammar} {url}");
                output.stdout
            };
            let table = check("text");
            let row = text(&table).lines().find_map(|line| line.strip_prefix("  encoded    "));
            assert_eq!(row, (!is_satisfied).then_some(*encoded), "{grammar} {url}");
            let row = &objects(&check("jsonl"))[0];
            let found = [&row["grammar"], &row["satisfies"], &row["grammars"]];
            assert_eq!(found, [&json!(grammar), &json!(is_satisfied), &json!(satisfied)], "{url}");
        }
    }
}

/// Arguments, standard input, exit status, checked URLs, standard error.
type Run = (&'static [&'static str], &'static [u8], i32, &'static [&'static str], &'static str);

#[test]
fn urls_come_from_arguments_and_standard_input() {
    let table: &[Run] = &[
        (&[], b"", 0, &[], ""),
        (&[], b"x:1\r\n\r\nx:2\n\nx:3", 0, &["x:1", "x:2", "x:3"], ""),
        (&["-"], b"x:1", 0, &["x:1"], ""),
        (&["x:0", "-", "x:9"], b"x:1\nx:2\n", 0, &["x:0", "x:1", "x:2", "x:9"], ""),
        // Standard input is read once.
        (&["-", "x:9", "-"], b"x:1\n", 0, &["x:1", "x:9"], ""),
        (&["x:0"], b"x:1\n", 0, &["x:0"], ""),
        (&["--", "-x"], b"", 1, &["-x"], ""),
        (&[""], b"", 1, &[""], ""),
        (&[], b"x:1\nx y\nx:2\n", 1, &["x:1", "x y", "x:2"], ""),
        (
            &[],
            b"x:1\n\nx:\xE9\nx:2\nhttp://h/\xE2\x82",
            2,
            &["x:1", "x:2"],
            "urlsift: -: line 3: 0xE9 at byte 2 is not UTF-8\n\
             urlsift: -: line 5: 0xE2 at byte 9 is not UTF-8\n",
        ),
        // An unreadable line takes precedence over an invalid URL.
        (&[], b"x y\n\xFF\n", 2, &["x y"], "urlsift: -: line 2: 0xFF at byte 0 is not UTF-8\n"),
    ];
    for (args, stdin, status, urls, stderr) in table {
        let args = [&["check", "--format", "jsonl"], *args].concat();
        let output = urlsift(&args, stdin);
        let rows = objects(&output.stdout);
        assert!(rows.iter().map(|row| &row["url"]).eq(*urls), "{args:?} {stdin:?}");
        assert_eq!(text(&output.stderr), *stderr, "{args:?} {stdin:?}");
        assert_eq!(output.status.code(), Some(*status), "{args:?} {stdin:?}");
    }
}

/// Arguments are bytes on Unix, and units of UTF-16 on Windows, where one surrogate may be alone.
#[test]
fn an_argument_that_is_not_utf8_is_an_error() {
    #[cfg(unix)]
    let (odd, byte) = (std::os::unix::ffi::OsStringExt::from_vec(b"x:\xE9".to_vec()), "0xE9");
    #[cfg(windows)]
    let (odd, byte) = {
        let units = [u16::from(b'x'), u16::from(b':'), 0xD800];
        (std::os::windows::ffi::OsStringExt::from_wide(&units), "0xED")
    };
    let odd: std::ffi::OsString = odd;
    let output = Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(["check", "--format", "jsonl", "x:1"])
        .arg(odd)
        .arg("x:2")
        .output()
        .expect("the program was built for this test");
    assert_eq!(text(&output.stdout).lines().count(), 2);
    let expected = format!("urlsift: x:\u{fffd}: {byte} at byte 2 is not UTF-8\n");
    assert_eq!(text(&output.stderr), expected);
    assert_eq!(output.status.code(), Some(2));
}

/// Only on Unix is a folder a file that can be opened and not read.
#[cfg(unix)]
#[test]
fn an_unreadable_input_is_an_error() {
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).expect("the folder exists");
    let output = Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(["check", "x:1", "-", "x:2"])
        .stdin(folder)
        .output()
        .expect("the program was built for this test");
    assert_eq!(text(&output.stderr), "urlsift: -: Is a directory (os error 21)\n");
    assert!(text(&output.stdout).contains("x:2\n"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_long_line_can_be_checked() {
    let url = format!("http://host.dom/{}|", "%0D路".repeat(20_000));
    assert!(url.len() > 120_000);
    let output = urlsift(&["check"], format!("{url}\nx:1\n").as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let table = text(&output.stdout);
    // Rows are short, except the URL that users may copy.
    let long: Vec<&str> = table.lines().filter(|line| line.len() > 200).collect();
    assert!(long.len() == 1 && long[0].starts_with("  encoded "), "{}", long.len());
    assert!(table.contains(", first of 20000: an escape hides"));
    let output = urlsift(&["check", "--format", "jsonl"], url.as_bytes());
    let row = &objects(&output.stdout)[0];
    assert_eq!(row["url"], url);
    assert_eq!(row["notes"].as_array().map(Vec::len), Some(20_000));
    assert_eq!(row["failures"]["rfc3987"]["at"], url.len() - 1);
}

/// Each line is answered at once, without waiting for another line or for the end of the input.
#[test]
fn each_line_is_answered_at_once() {
    let mut child = start(&["check", "--format", "jsonl"]);
    let mut input = child.stdin.take().expect("the stream is piped");
    let mut rows = BufReader::new(child.stdout.take().expect("the stream is piped"));
    for url in ["x:1", "x:2", "x y"] {
        // An empty line does not delay the answer.
        write!(input, "{url}\n\r\n").expect("the program reads");
        let mut row = String::new();
        rows.read_line(&mut row).expect("the program writes");
        assert!(row.starts_with(&format!("{{\"url\":\"{url}\",")), "{row}");
    }
    drop(input);
    assert_eq!(child.wait().expect("the program ends").code(), Some(1));
}

/// A closed output pipe is not an error, and no message is printed.
#[test]
fn a_closed_pipe_is_no_error() {
    let lines = "http://host.dom/~a\n".repeat(50_000);
    for format in ["text", "jsonl"] {
        let mut child = start(&["check", "--format", format]);
        drop(child.stdout.take());
        // The program may end before it has read everything.
        let _ = child.stdin.take().expect("the stream is piped").write_all(lines.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(seen(&output), (Some(0), "", ""), "{format}");
    }
}
