//! Tests of the progress line at a pseudo-terminal. They need Python.
#![cfg(unix)]

use std::process::Command;

use crate::program::{Folder, text};
use crate::repository::report_skipped;

/// Runs a program whose standard error is a pseudo-terminal of 60 columns, and prints what it writes there. The
/// program's input is slow: one message at a time, for a second.
const RUN: &str = r#"
import os, pty, subprocess, sys, termios, time, struct, fcntl, threading
terminal, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 60, 0, 0))
env = dict(os.environ, TERM=sys.argv[1], NO_COLOR="1")
rows = open(sys.argv[2], "wb")
run = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stdout=rows, stderr=theirs, env=env)
os.close(theirs)
drawn = []
def read():
    try:
        while data := os.read(terminal, 65536):
            drawn.append(data)
    except OSError:
        pass
reader = threading.Thread(target=read)
reader.start()
message = b"From a@b 1\nTo: a\n\nhttp://a.example/\n" + b"text\n" * 40000 + b"\n"
for _ in range(20):
    run.stdin.write(message)
    run.stdin.flush()
    time.sleep(0.06)
run.stdin.close()
run.wait()
reader.join()
sys.stdout.buffer.write(b"".join(drawn))
"#;

/// Returns what `urlsift scan ARGS - gone` writes to a terminal of the type `terminal`, or `None` without Python.
fn drawn(terminal: &str, args: &[&str]) -> Option<String> {
    let folder = Folder::new("progress");
    let rows = folder.file("rows", b"");
    let output = Command::new("python3")
        .args(["-c", RUN, terminal, &rows, env!("CARGO_BIN_EXE_urlsift"), "scan"])
        .args(args)
        .args(["-", "gone"])
        .output()
        .ok()?;
    assert_eq!(text(&output.stderr), "");
    assert_eq!(std::fs::read_to_string(rows).expect("the file of rows exists").lines().count(), 20);
    Some(text(&output.stdout).to_owned())
}

/// The line fits on the terminal, is erased before each update, and is erased at the end.
#[test]
fn the_progress_line_is_shown_and_erased() {
    let message = "urlsift: gone: No such file or directory (os error 2)\r\n";
    let Some(shown) = drawn("xterm", &[]) else {
        report_skipped("python3 is missing");
        return;
    };
    let mut lines: Vec<&str> = shown.split("\r\u{1b}[2K").collect();
    assert_eq!(lines.pop(), Some(message), "{shown:?}");
    assert!((1..20).contains(&lines.len()), "{shown:?}");
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        // On a busy machine less is read by the first line, and slowly.
        let [_, "MiB," | "KiB,", _, "messages,", _, "URLs,", _, "MiB/s" | "KiB/s"] = *words else {
            panic!("{line:?}");
        };
        assert!(line.len() <= 60, "{line:?}");
    }
    assert_eq!(drawn("dumb", &[]).as_deref(), Some(message));
    assert_eq!(drawn("xterm", &["--progress", "never"]).as_deref(), Some(message));
}
