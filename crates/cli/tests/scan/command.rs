//! Tests of `urlsift scan` as users run it: arguments and standard input go in; output, messages and an exit status
//! come out.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{Folder, KEYS, check_runs, line_keys, missing_file, text, urlsift};
use crate::repository::root;

#[test]
fn exit_status_and_output() {
    let folder = Folder::new("exit");
    let empty = folder.file("empty", b"");
    let binary = folder.file("binary", b"\x7fELF\0\0\0<http://x.example/>\0");
    let one = folder.file("one", b"<http://x.example/>");
    let none = folder.file("none.txt", b"nothing here");
    let gone = folder.path().join("gone").display().to_string();
    // Columns: arguments, standard input, exit status, standard output, standard error.
    let table: &[(&[&str], &str, i32, &str, &str)] = &[
        (&["scan"], "<http://x.example/>", 0, "http://x.example/\n", ""),
        (&["scan", "-"], "<http://x.example/>", 0, "http://x.example/\n", ""),
        (&["scan", "-H"], "a <http://x.example/>", 0, "-:2:http://x.example/\n", ""),
        (&["scan"], "", 1, "", ""),
        (&["scan"], "nothing", 1, "", ""),
        (&["scan", &empty], "", 1, "", ""),
        (&["scan", &none], "", 1, "", ""),
        (&["scan", &one, &none, &one], "", 0, "http://x.example/\nhttp://x.example/\n", ""),
        (
            &["scan", &gone, &one],
            "",
            2,
            "http://x.example/\n",
            &format!("urlsift: {gone}: {}\n", missing_file()),
        ),
        (&["scan", &binary], "", 2, "", &format!("urlsift: {binary}: neither mail nor text\n")),
        (
            &["scan", &folder.path().display().to_string()],
            "",
            0,
            "http://x.example/\n",
            "urlsift: skipped 1 file that is neither mail nor text (scan --verbose names them)\n",
        ),
        (
            &["scan", "--scheme-add", "x-ticket", "--scheme-add", "MEMO"],
            "x-ticket:1 <memo:a> paper:a\n",
            0,
            "x-ticket:1\nmemo:a\n",
            "",
        ),
    ];
    check_runs(table);
}

/// Messages shorten a long URL in the middle.
#[test]
fn a_long_url_is_shortened_in_messages() {
    let (head, tail) = (format!("http://x.example/{}", "a".repeat(22)), "a".repeat(36));
    let long = format!("{head}{}", "a".repeat(9000));
    let shown = format!("urlsift: {head}…{tail}");
    // Columns: command, end of the URL, message after the shortened URL.
    let table = [
        ("wrap", "aa", "aa: the wrapper has 9047 bytes; the limit is 8192"),
        ("wrap", " b", " b: the wrapper has 9049 bytes; the limit is 8192"),
    ];
    for (command, end, message) in table {
        let output = urlsift(&[command, &format!("{long}{end}")], b"");
        assert_eq!(text(&output.stderr), format!("{shown}{message}\n"));
        assert_eq!(output.status.code(), Some(2), "{message}");
    }
}

#[test]
fn headers_selects_the_fields_to_search() {
    let message =
        "Message-ID: <news:a@b.example>\nX-URL: http://x.example/\nTo: a\n\n<http://y.example/>\n";
    // Columns: arguments, standard output.
    let table: &[(&[&str], &str)] = &[
        (&["scan"], "http://x.example/\nhttp://y.example/\n"),
        (&["scan", "--headers", "useful"], "http://x.example/\nhttp://y.example/\n"),
        (&["scan", "--headers", "none"], "http://y.example/\n"),
        (&["scan", "--headers", "all"], "news:a@b.example\nhttp://x.example/\nhttp://y.example/\n"),
    ];
    for (args, stdout) in table {
        let output = urlsift(args, message.as_bytes());
        assert_eq!(text(&output.stdout), *stdout, "{args:?}");
    }
}

#[test]
fn misuse_is_an_error() {
    let table: &[&[&str]] = &[
        &[],
        &["scan", "--format", "xml"],
        &["scan", "--frobnicate"],
        &["scan", "--max-message", "1.5G"],
        &["scan", "--count", "path"],
        &["scan", "--stats=xml"],
        &["scan", "--progress", "sometimes"],
        &["scan", "--count", "host", "--unique"],
        &["scan", "--max-unique", "1G"],
        &["scan", "--max-count", "1G"],
        &["scan", "--count", "host", "-H"],
        &["scan", "--scheme-add", "URL"],
        &["pick", "--list", "--scheme-add", "a_b"],
        &["check", "--format", "table", "x:y"],
        &["check", "--grammar", "rfc822", "x:y"],
        &["wrap"],
        &["wrap", "--columns", "-1", "x:y"],
        &["wrap", "--quote", "- ", "x:y"],
    ];
    for args in table {
        let output = urlsift(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
}

/// Help and error messages describe sizes in the same way.
#[test]
fn help_and_errors_describe_sizes_alike() {
    for (command, option) in [("scan", "--max-message"), ("plan", "--split-bytes")] {
        let help = urlsift(&[command, "--help"], b"");
        let error = urlsift(&[command, option, "1.5G", "x"], b"");
        for said in [&help.stdout, &error.stderr] {
            let words: Vec<&str> = text(said).split_whitespace().collect();
            assert!(words.join(" ").contains("followed by K, M, G or T"), "{}", text(said));
        }
    }
}

/// A file without read permission is an error. Windows has no permissions that a mode of Unix sets. Users whom permissions do not bind, such as root, skip this test.
#[cfg(unix)]
#[test]
fn a_file_without_read_permission_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("permission");
    let path = folder.file("secret", b"<http://x.example/>");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("the file is writable");
    if fs::read(&path).is_ok() {
        crate::repository::report_skipped("permissions do not bind this user");
        return;
    }
    let output = urlsift(&["scan", &path], b"");
    assert_eq!(text(&output.stderr), format!("urlsift: {path}: Permission denied (os error 13)\n"));
    assert_eq!(output.status.code(), Some(2));
}

/// Rows have these fields in this order, with the offsets that the guide describes.
#[test]
fn rows_have_their_fields_in_order() {
    let mbox = "corpus/archives/shelf.mbox";
    let output = urlsift(&["scan", "--format", "jsonl", mbox], b"");
    let source = fs::read(root().join(mbox)).expect("the file is readable");
    let mut in_parts = 0;
    let mut with_readings = 0;
    for line in text(&output.stdout).lines() {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        let keys: Vec<&str> = line_keys(line);
        assert_eq!(keys, KEYS, "{line}");
        let number = |name: &str| {
            usize::try_from(row[name].as_u64().expect("the field is a number"))
                .expect("the number is small")
        };
        let message = number("message_offset");
        assert!(source[message..].starts_with(b"From "), "{line}");
        assert!(row["message_id"].is_string() && row["date"].is_string(), "{line}");
        let pieces = row["pieces"].as_array().expect("the field is a list");
        let joined: String = pieces
            .iter()
            .map(|piece| piece["text"].as_str().expect("the field is a string"))
            .collect();
        assert_eq!(joined, row["url"].as_str().expect("the field is a string"));
        if row["offset_in"] == "part" {
            in_parts += 1;
            assert!(number("part_offset") > message);
            continue;
        }
        let raw = String::from_utf8_lossy(&source[number("start")..number("end")]);
        if raw.is_ascii() {
            // Quoted-printable and HTML need more bytes in the source than in the text.
            let shown = row["raw"].as_str().expect("the field is a string");
            assert!(raw == shown || raw.len() > shown.len(), "{line}");
        }
        for doubt in row["doubts"].as_array().expect("the field is a list") {
            let at = usize::try_from(doubt["at"].as_u64().expect("the field is a number"))
                .expect("small");
            let expected: &[u8] = match doubt["kind"].as_str() {
                Some("hyphen") => b"-",
                // The URL may end before a mark, or before words after whitespace (W5).
                Some("end") => b">.,;:!?)]}'* \n",
                Some("join") => b"\n",
                // A seam between words may be a space, too.
                Some("gap") => b" \n",
                _ => b" ",
            };
            assert!(expected.contains(&source[at]), "{line}");
        }
        with_readings += usize::from(!row["readings"].as_array().expect("a list").is_empty());
    }
    assert!(in_parts > 0 && with_readings > 3, "the shelf has decoded parts and doubts");
}

#[test]
fn the_order_does_not_depend_on_threads() {
    let args = |threads| ["scan", "--format", "jsonl", "-j", threads, "corpus/archives"];
    let one = urlsift(&args("1"), b"");
    assert!(!one.stdout.is_empty());
    for threads in ["2", "7"] {
        assert_eq!(urlsift(&args(threads), b"").stdout, one.stdout);
    }
}

/// Windows with different amounts of work: most messages are short, some long, and one is larger than a window.
#[test]
fn the_order_does_not_depend_on_windows() {
    let message = |at: usize| {
        let urls = match at {
            7 => 60_000,
            _ if at.is_multiple_of(50) => 2000,
            _ => at % 3,
        };
        let urls = (0..urls).map(|url| format!("<http://x.example/{at}/{url}>\n"));
        let text = "nothing\n".repeat(if at.is_multiple_of(7) { 10_000 } else { 100 });
        let head = format!("From a@b.example Mon Jan  1 00:00:00 2001\nSubject: {at}\n\n");
        head + &text + &urls.collect::<String>() + "\n"
    };
    let mail: String = (0..500).map(message).collect();
    let folder = Folder::new("windows");
    let path = folder.file("long.mbox", mail.as_bytes());
    let expected: String = mail
        .lines()
        .filter_map(|line| line.strip_prefix('<'))
        .fold(String::new(), |urls, line| urls + line.trim_end_matches('>') + "\n");
    for threads in ["1", "2", "3", "8"] {
        let found = urlsift(&["scan", "-j", threads, &path], b"");
        assert!(text(&found.stdout) == expected, "{threads} threads");
    }
}

/// If the reader of the output is gone, the program ends, although its input is a pipe that stays open.
#[test]
fn an_open_input_pipe_does_not_keep_the_program_running() {
    let text = "From a@b.example Mon Jan  1 00:00:00 2001\nA: b\n\n<http://x.example/a>\n\n";
    for threads in ["1", "3"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_urlsift"))
            .args(["scan", "-j", threads, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        drop(child.stdout.take());
        let mut silent = child.stdin.take().expect("the stream is piped");
        // The program may end before it has read everything.
        let _ = silent.write_all(text.repeat(100_000).as_bytes());
        let status = child.wait().expect("the program ends");
        drop(silent);
        assert_eq!(status.code(), Some(0), "{threads} threads");
    }
}

/// A closed output pipe is not an error, and no message is printed.
#[test]
fn a_closed_pipe_is_no_error() {
    let text = "<http://x.example/a>\n".repeat(200_000);
    let folder = Folder::new("pipe");
    let path = folder.file("long.txt", text.as_bytes());
    let mut child = Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(["scan", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(self::text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
