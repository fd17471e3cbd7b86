//! Files that are odd, gone, or no files: each is told by name and cause or is passed over and counted, and
//! what could be read is printed (A7).

#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};

use crate::program::{Folder, text, urlsift};

const URL: &[u8] = b"<http://x.example/>";

/// Runs `program`, which must succeed; `false` where there is none, which is said.
fn has_run(program: &str, argument: &OsStr) -> bool {
    let ran = Command::new(program).arg(argument).status().is_ok_and(|status| status.success());
    if !ran {
        eprintln!("not tested: {program} cannot be run here");
    }
    ran
}

#[test]
fn below_a_directory() {
    let folder = Folder::new("odd");
    folder.file("1", URL);
    folder.file("2-empty", b"");
    let path = folder.path();
    fs::write(path.join(OsStr::from_bytes(b"3-caf\xE9")), URL).expect("names are bytes");
    fs::create_dir(path.join("4")).expect("it can be made");
    symlink(path, path.join("4/loop")).expect("it can be made");
    symlink("itself", path.join("itself")).expect("it can be made");
    symlink("1", path.join("link")).expect("it can be made");
    let mut others = 3;
    others += usize::from(has_run("mkfifo", path.join("pipe").as_os_str()));
    // A socket's name must be short, which a target folder's may not be.
    let socket = UnixListener::bind(path.join("s"));
    others += usize::from(socket.is_ok());
    let output = urlsift(&["scan", "-H", &path.display().to_string()], b"");
    let path = path.display();
    assert_eq!(
        text(&output.stdout),
        format!("{path}/1:0:http://x.example/\n{path}/3-caf\u{FFFD}:0:http://x.example/\n")
    );
    assert_eq!(
        text(&output.stderr),
        format!("urlsift: links, pipes and the like below directories passed over: {others}\n")
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn named_outright() {
    let folder = Folder::new("odd-named");
    let path = folder.path();
    let named = |name: &str| path.join(name).display().to_string();
    folder.file("file", URL);
    symlink("itself", path.join("itself")).expect("it can be made");
    symlink("gone", path.join("dangling")).expect("it can be made");
    symlink("file", path.join("link")).expect("it can be made");
    fs::create_dir(path.join("empty")).expect("it can be made");
    // Path, what is said of it after its name, status.
    let mut table = vec![
        (named("itself"), Some("Too many levels of symbolic links (os error 40)"), 2),
        (named("dangling"), Some("No such file or directory (os error 2)"), 2),
        (named("file/x"), Some("Not a directory (os error 20)"), 2),
        (named("link"), None, 0),
        (named("empty"), None, 1),
    ];
    let socket = UnixListener::bind(path.join("s"));
    if socket.is_ok() {
        table.push((named("s"), Some("No such device or address (os error 6)"), 2));
    }
    if cfg!(target_os = "linux") {
        // Its length is told as 0, and yet there is something.
        table.push(("/proc/self/status".to_owned(), None, 1));
        // It can be opened, but not be read where nothing is mapped.
        let cause = "byte 0: Input/output error (os error 5)";
        table.push(("/proc/self/mem".to_owned(), Some(cause), 2));
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
        // What comes behind it is read all the same.
        let behind = named("file");
        let output = urlsift(&["scan", &path, &behind], b"");
        assert!(output.stdout.ends_with(b"http://x.example/\n"), "{path}");
    }
}

/// A pipe that is named is read, as it is written.
#[test]
fn a_named_pipe() {
    let folder = Folder::new("odd-pipe");
    let path = folder.path().join("pipe");
    if !has_run("mkfifo", path.as_os_str()) {
        return;
    }
    let child = Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .arg("scan")
        .arg(&path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let mut pipe = OpenOptions::new().write(true).open(&path).expect("the program reads it");
    pipe.write_all(URL).expect("the program reads it");
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(text(&output.stdout), "http://x.example/\n");
    assert_eq!(output.status.code(), Some(0));
}

/// What gives its bytes once is refused before anything is opened or written.
#[test]
fn what_cannot_be_read_twice() {
    let folder = Folder::new("odd-twice");
    let path = folder.path();
    let (file, out) = (folder.file("file", URL), folder.file("out", b"old"));
    let mut table = Vec::new();
    if has_run("mkfifo", path.join("pipe").as_os_str()) {
        table.push(path.join("pipe").display().to_string());
    }
    if cfg!(target_os = "linux") {
        // It is a pipe here.
        table.push("/dev/stdin".to_owned());
    }
    for once in table {
        let output = urlsift(&["scan", "--second-pass", "-o", &out, &file, &once], URL);
        let cause = "it is not a regular file, and --second-pass reads it twice";
        assert_eq!(text(&output.stderr), format!("urlsift: {once}: {cause}\n"));
        assert_eq!(output.status.code(), Some(2), "{once}");
        assert_eq!(fs::read(&out).expect("it is there"), b"old", "{once}");
    }
    // Files, directories and `-` are read twice, and what is gone is told in its place.
    let sub = path.join("sub");
    fs::create_dir(&sub).expect("it can be made");
    fs::write(sub.join("file"), URL).expect("it can be written");
    let (sub, gone) = (sub.display().to_string(), path.join("gone").display().to_string());
    let output = urlsift(&["scan", "--second-pass", &gone, &file, &sub, "-"], URL);
    assert_eq!(text(&output.stdout), "http://x.example/\n".repeat(3));
    let told = format!("urlsift: {gone}: No such file or directory (os error 2)\n");
    assert_eq!(text(&output.stderr), told);
}

/// A message may quote a damaged file, but not word for word: what it holds stays on one line.
#[test]
fn damage_is_quoted_with_escapes() {
    let folder = Folder::new("odd-quoted");
    // What stands in a tar's header where the length should, what is said of it.
    let table: &[(&[u8; 12], &str)] = &[
        (b"\x1b[31mx\r\n1234", "was not a number: \\u{1b}[31mx\\u{d}\\u{a}1234"),
        (b"1\x1b[2J\x07\xEF45678", "did not have utf-8 text: 1\\u{1b}[2J\\u{7}\u{FFFD}45678"),
        (
            "1\u{202e}\u{9b}234567".as_bytes().try_into().expect("there are twelve"),
            "was not a number: 1\\u{202e}\\u{9b}234567",
        ),
    ];
    for (length, said) in table {
        let mut tar = vec![0; 1024];
        tar[..5].copy_from_slice(b"a.txt");
        tar[124..136].copy_from_slice(*length);
        tar[148..156].fill(b' ');
        let sum: u32 = tar.iter().map(|&byte| u32::from(byte)).sum();
        tar[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let path = folder.file("a.tar", &tar);
        let output = urlsift(&["scan", &path], b"");
        let told = text(&output.stderr);
        assert_eq!(
            told,
            format!(
                "urlsift: {path}: byte 512: numeric field {said} when getting size for a.txt\n"
            )
        );
        assert_eq!(output.status.code(), Some(2), "{length:?}");
    }
    // A plan may be damaged too.
    let plan = folder.file("plan", b"{\"\\u001b[2J\":0}");
    let output = urlsift(&["merge", &plan], b"");
    let told = text(&output.stderr);
    assert!(told.contains("unknown field `\\u{1b}[2J`"), "{told}");
    assert_eq!(output.status.code(), Some(2));
}

/// A file that shrinks while it is read. The program is held up by its rows, which nobody takes, and has
/// read three windows by then at most.
#[test]
fn a_file_that_shrinks() {
    const MESSAGES: usize = 48;
    const CUT: u64 = 40 << 20;
    let mut mbox = b"From a Mon\nSubject: 0\n\n".to_vec();
    (0..500).for_each(|i| mbox.extend_from_slice(format!("<http://x.example/{i}>\n").as_bytes()));
    for _ in 0..MESSAGES {
        // A picture is passed over, so that this takes no time.
        mbox.extend_from_slice(b"\n\nFrom a Mon\nContent-Type: image/gif\n\n");
        mbox.extend_from_slice(&vec![b'G'; 1 << 20]);
    }
    let folder = Folder::new("shrinks");
    let path = folder.file("mbox", &mbox);
    let mut child = Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(["scan", "-j", "1", "--format", "jsonl", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let mut rows = vec![0];
    let mut stdout = child.stdout.take().expect("it is piped");
    stdout.read_exact(&mut rows).expect("there are rows");
    let file = OpenOptions::new().write(true).open(&path).expect("it is ours");
    file.set_len(CUT).expect("it is ours");
    stdout.read_to_end(&mut rows).expect("the program ends");
    let output = child.wait_with_output().expect("the program ends");
    let length = mbox.len();
    assert_eq!(
        text(&output.stderr),
        format!("urlsift: {path}: byte {CUT}: it ends here and not at byte {length}\n")
    );
    assert_eq!(text(&rows).lines().count(), 500);
    assert_eq!(output.status.code(), Some(2));
}
