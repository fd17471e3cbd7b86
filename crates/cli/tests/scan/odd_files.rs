//! Tests of unusual and missing files. Each one is reported with its name and the cause, or skipped and counted, and
//! the rest is read (A7).

#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::program::{Folder, os_error, seen, start, text, urlsift};
use crate::repository::report_skipped;

const URL: &[u8] = b"<http://x.example/>";

/// Runs `program`, and returns whether it succeeded. If not, reports that the test is skipped.
fn has_run(program: &str, argument: &OsStr) -> bool {
    let ran = Command::new(program).arg(argument).status().is_ok_and(|status| status.success());
    if !ran {
        report_skipped(&format!("{program} failed or is missing"));
    }
    ran
}

#[test]
fn odd_files_below_a_directory_are_skipped_and_counted() {
    let folder = Folder::new("odd");
    folder.file("1", URL);
    folder.file("2-empty", b"");
    let path = folder.path();
    fs::write(path.join(OsStr::from_bytes(b"3-caf\xE9")), URL).expect("names are bytes");
    fs::create_dir(path.join("4")).expect("the folder is writable");
    symlink(path, path.join("4/loop")).expect("the folder is writable");
    symlink("itself", path.join("itself")).expect("the folder is writable");
    symlink("1", path.join("link")).expect("the folder is writable");
    let mut others = 3;
    others += usize::from(has_run("mkfifo", path.join("pipe").as_os_str()));
    // The name of a socket must be short, and the target folder's may be long.
    let socket = UnixListener::bind(path.join("s"));
    others += usize::from(socket.is_ok());
    let output = urlsift(&["scan", "-H", &path.display().to_string()], b"");
    let path = path.display();
    let rows = format!("{path}/1:0:http://x.example/\n{path}/3-caf\u{FFFD}:0:http://x.example/\n");
    let message = format!(
        "urlsift: skipped {others} links, pipes and devices below folders (scan --verbose names them)\n"
    );
    assert_eq!(seen(&output), (Some(0), &*rows, &*message));
}

/// A line of `-H` is a line, whatever the names of files are.
#[test]
fn line_breaks_in_names_are_escaped() {
    let folder = Folder::new("odd-names");
    let path = folder.file("a\nb\tc", URL);
    let name = path.replace('\n', "\\u{a}").replace('\t', "\\u{9}");
    for args in [&["scan", "-H"][..], &["scan", "-H", "--unique"]] {
        let output = urlsift(&[args, &[&path]].concat(), b"");
        assert_eq!(text(&output.stdout), format!("{name}:0:http://x.example/\n"));
    }
}

#[test]
fn odd_files_that_are_named_are_reported() {
    let folder = Folder::new("odd-named");
    let path = folder.path();
    let named = |name: &str| path.join(name).display().to_string();
    folder.file("file", URL);
    symlink("itself", path.join("itself")).expect("the folder is writable");
    symlink("gone", path.join("dangling")).expect("the folder is writable");
    symlink("file", path.join("link")).expect("the folder is writable");
    fs::create_dir(path.join("empty")).expect("the folder is writable");
    // The system words these errors: glibc and musl differ.
    let looped = os_error(if cfg!(target_os = "linux") { 40 } else { 62 });
    let unreadable = format!("cannot be read at byte 0: {}", os_error(5));
    // Columns: path, message after the path, exit status.
    let mut table = vec![
        (named("itself"), Some(&*looped), 2),
        (named("dangling"), Some("No such file or directory (os error 2)"), 2),
        (named("file/x"), Some("Not a directory (os error 20)"), 2),
        (named("link"), None, 0),
        (named("empty"), Some("no files below it"), 1),
    ];
    let socket = UnixListener::bind(path.join("s"));
    if socket.is_ok() {
        table.push((named("s"), Some("No such device or address (os error 6)"), 2));
    }
    if cfg!(target_os = "linux") {
        // Its length is 0 by `stat`, but it has content.
        table.push(("/proc/self/status".to_owned(), None, 1));
        // It can be opened, but reading at address 0 fails.
        table.push(("/proc/self/mem".to_owned(), Some(&*unreadable), 2));
    }
    for (path, said, status) in table {
        let output = urlsift(&["scan", &path], b"");
        if cfg!(target_os = "linux") {
            let said = said.map_or(String::new(), |said| format!("urlsift: {path}: {said}\n"));
            assert_eq!(text(&output.stderr), said);
        } else {
            assert_eq!(output.stderr.is_empty(), said.is_none(), "{path}");
        }
        assert_eq!(output.status.code(), Some(status), "{path}");
        // The next file is read.
        let next = named("file");
        let output = urlsift(&["scan", &path, &next], b"");
        assert!(output.stdout.ends_with(b"http://x.example/\n"), "{path}");
    }
}

#[test]
fn all_commands_say_what_they_skip() {
    let folder = Folder::new("odd-skipped");
    for name in ["shelf", "none"] {
        fs::create_dir(folder.path().join(name)).expect("the folder is writable");
    }
    folder.file("shelf/binary.mbox", b"\0\x01\x02");
    folder.file("shelf/page.zip", b"an error");
    folder.file("shelf/text", b"no link");
    let [shelf, none] =
        ["shelf", "none"].map(|name| folder.path().join(name).display().to_string());
    let skipped = format!(
        "urlsift: {shelf}/page.zip: neither compressed nor an archive, although its name says so\n\
         urlsift: skipped 1 file that is neither mail nor text (scan --verbose names them)\n"
    );
    // (command, its exit status for the folder)
    for (command, status) in [(&["scan"][..], 1), (&["pick", "--list"], 1), (&["link"], 0)] {
        let output = urlsift(&[command, &[&shelf]].concat(), b"");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(status), &*skipped));
        let output = urlsift(&[command, &[&none]].concat(), b"");
        let said = format!("urlsift: {none}: no files below it\n");
        assert_eq!(seen(&output), (Some(1), "", &*said));
    }
}

/// A named pipe that is passed as an argument is read.
#[test]
fn a_named_pipe_is_read() {
    let folder = Folder::new("odd-pipe");
    let path = folder.path().join("pipe");
    if !has_run("mkfifo", path.as_os_str()) {
        return;
    }
    let child = start(&["scan", &path.display().to_string()]);
    let mut pipe = OpenOptions::new().write(true).open(&path).expect("the program reads it");
    pipe.write_all(URL).expect("the program reads it");
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(seen(&output), (Some(0), "http://x.example/\n", ""));
}

/// Messages escape control characters in text from damaged files.
#[test]
fn messages_escape_text_from_damaged_files() {
    let folder = Folder::new("odd-quoted");
    let plan = folder.file("plan", b"{\"\\u001b[2J\":0}");
    let output = urlsift(&["scan", "--split", &format!("{plan}:1")], b"");
    assert!(text(&output.stderr).contains("unknown field `\\u{1b}[2J`"));
    assert_eq!(output.status.code(), Some(3));
}

/// A file that shrinks during a scan is reported. The scan blocks because nothing reads its rows, and has read at most
/// three windows by then.
#[test]
fn a_file_that_shrinks_during_a_scan_is_reported() {
    const MESSAGES: usize = 48;
    const CUT: u64 = 40 << 20;
    let mut mbox = b"From a Mon\nSubject: 0\n\n".to_vec();
    (0..500).for_each(|i| mbox.extend_from_slice(format!("<http://x.example/{i}>\n").as_bytes()));
    for _ in 0..MESSAGES {
        // Images are skipped, so they take no time to search.
        mbox.extend_from_slice(b"\n\nFrom a Mon\nContent-Type: image/gif\n\n");
        mbox.extend_from_slice(&vec![b'G'; 1 << 20]);
    }
    let folder = Folder::new("shrinks");
    let path = folder.file("mbox", &mbox);
    let mut child = start(&["scan", "-j", "1", "--format", "jsonl", &path]);
    let mut rows = vec![0];
    let mut stdout = child.stdout.take().expect("the stream is piped");
    stdout.read_exact(&mut rows).expect("the file of rows exists");
    let file = OpenOptions::new().write(true).open(&path).expect("the file is writable");
    file.set_len(CUT).expect("the file is writable");
    stdout.read_to_end(&mut rows).expect("the program ends");
    let output = child.wait_with_output().expect("the program ends");
    let cause = format!("truncated at byte {CUT}: {} bytes were expected", mbox.len());
    assert_eq!(seen(&output), (Some(2), "", &*format!("urlsift: {path}: {cause}\n")));
    assert_eq!(text(&rows).lines().count(), 500);
}
