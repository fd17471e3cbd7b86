//! Tests of `urlsift scan` as users run it: arguments and standard input go in; output, messages and an exit status
//! come out.

use std::fs;
use std::io::Write;

use crate::program::{
    Folder, KEYS, check_runs, has_keys, missing_file, objects, seen, start, text, urlsift,
};
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
    let output = urlsift(&["wrap", &format!("{head}{} b", "a".repeat(9000))], b"");
    let message =
        format!("urlsift: {head}…{tail} b: the wrapper has 9049 bytes; the limit is 8192\n");
    assert_eq!(seen(&output), (Some(2), "", &*message));
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
        &["scan", "--frobnicate"],
        &["scan", "--count", "host", "--unique"],
        &["scan", "--max-memory", "1G"],
        &["scan", ""],
        &["scan", "--forms", "+host,address"],
        &["scan", "--forms", "angle,-bare"],
        &["scan", "--count", "host", "-H"],
        &["scan", "--scheme-add", "URL"],
        &["pick", "--list", "--scheme-add", "a_b"],
        &["pick", "--list", "--open", "x"],
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
    let message = format!("urlsift: {path}: Permission denied (os error 13)\n");
    assert_eq!(seen(&urlsift(&["scan", &path], b"")), (Some(2), "", &*message));
}

/// Rows have these fields in this order. The offset of each message is that of its separator.
#[test]
fn rows_have_their_fields_in_order() {
    let mbox = "corpus/archives/shelf.mbox";
    let output = urlsift(&["scan", "--format", "jsonl", mbox], b"");
    let source = fs::read(root().join(mbox)).expect("the file is readable");
    for (line, row) in text(&output.stdout).lines().zip(objects(&output.stdout)) {
        assert!(has_keys(line, &KEYS), "{line}");
        let at = row["message_offset"].as_u64().and_then(|at| usize::try_from(at).ok());
        assert!(source[at.expect("it is a number")..].starts_with(b"From "), "{line}");
    }
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

/// If the reader of the output is gone, the program ends without a message, although its input is a pipe that stays open.
#[test]
fn a_closed_pipe_is_no_error() {
    let mail = "From a@b.example Mon Jan  1 00:00:00 2001\nA: b\n\n<http://x.example/a>\n\n";
    for threads in ["1", "3"] {
        let mut child = start(&["scan", "-j", threads, "-"]);
        drop(child.stdout.take());
        let mut silent = child.stdin.take().expect("the stream is piped");
        // The program may end before it has read everything.
        let _ = silent.write_all(mail.repeat(20_000).as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        drop(silent);
        assert_eq!(seen(&output), (Some(0), "", ""), "{threads} threads");
    }
}
