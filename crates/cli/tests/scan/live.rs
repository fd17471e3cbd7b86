//! `urlsift scan` while it runs: text that goes on, and runs that a signal ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::program::{Folder, archive, check_runs, start, text, urlsift};

/// Returns the lines that `child` prints, as they come.
fn lines_of(child: &mut Child) -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel();
    let output = BufReader::new(child.stdout.take().expect("it is piped"));
    thread::spawn(move || {
        let mut lines = output.lines().map_while(Result::ok);
        lines.try_for_each(|line| send.send(line))
    });
    receive
}

/// Long enough for a slow machine. Only a program that hangs needs it all.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn rows_of_text_that_goes_on_are_printed_when_they_are_complete() {
    let mut child = start(&["scan", "--line-buffered", "-H"]);
    let lines = lines_of(&mut child);
    let mut input = child.stdin.take().expect("it is piped");
    // (text, line that is then printed)
    let table = [
        ("1 http://a.example/1 done\n2 more\n", "-:2:http://a.example/1"),
        ("3 <http://b.exam", ""),
        ("ple/2> and\n4 more\n", "-:35:http://b.example/2"),
        ("See http://c.example/archives/wrappers/1998/november/messages/the-list/\n", ""),
        (
            "msg00042.html for it.\n",
            "-:71:http://c.example/archives/wrappers/1998/november/messages/the-list/msg00042.html",
        ),
    ];
    for (text, line) in table {
        input.write_all(text.as_bytes()).expect("the program reads");
        if !line.is_empty() {
            assert_eq!(lines.recv_timeout(PATIENCE).as_deref(), Ok(line), "{text}");
        }
    }
    input.write_all(b"http://d.example/last").expect("the program reads");
    drop(input);
    assert_eq!(lines.recv_timeout(PATIENCE).as_deref(), Ok("-:161:http://d.example/last"));
    assert!(child.wait().expect("the program ends").success());
}

/// It prints what a scan of the same text prints, whatever the text.
#[test]
fn rows_of_text_that_goes_on_are_those_of_a_scan() {
    let input = archive("shelf.mbox");
    for args in [&["-H"][..], &["-0", "--forms", "+host", "--join", "never"]] {
        let [whole, live] = [&["--input", "text"][..], &["--line-buffered"]]
            .map(|more| urlsift(&[&["scan"], args, more].concat(), &input).stdout);
        assert!(!whole.is_empty());
        assert_eq!(text(&live), text(&whole), "{args:?}");
    }
}

/// No byte of a long line is left out, and no URL before many blank lines.
#[test]
fn rows_of_long_lines_that_go_on_are_those_of_a_scan() {
    let (words, blanks) = ("x ".repeat(150_000), "\n".repeat(300_000));
    let url = |i| format!("http://a.example/{i} {}", "x ".repeat(500));
    let urls = (0..300).map(url).collect::<Vec<_>>().concat();
    let table = [
        (format!("http://a.example/{blanks}http://b.example/"), 2),
        (format!("{words}<http://a.example/{}> {words}http://b.example/", "a".repeat(5_000)), 2),
        (format!("q\n{urls}\n<http://b.example/\nx>\n{words}\n{urls}"), 601),
    ];
    for (input, count) in table {
        let [whole, live] = [&["--input", "text"][..], &["--line-buffered"]]
            .map(|more| urlsift(&[&["scan", "-H"][..], more].concat(), input.as_bytes()).stdout);
        assert_eq!(text(&whole).lines().count(), count);
        assert!(live == whole, "{count} rows, {:.60}", text(&live));
    }
}

#[test]
fn options_for_rows_are_refused() {
    let rows =
        "urlsift: --line-buffered reads text and prints text; use --input text and --format text\n";
    let terms = "urlsift: --line-buffered takes no options that select URLs; use `| grep --line-buffered`\n";
    check_runs(&[
        (&["scan", "--line-buffered", "-o", "x.csv"], "http://a.example/", 2, "", rows),
        (&["scan", "--line-buffered", "--input", "mail"], "http://a.example/", 2, "", rows),
        (&["scan", "--line-buffered", "--once"], "http://a.example/", 2, "", terms),
        (&["scan", "--line-buffered"], "nothing", 1, "", ""),
    ]);
}

/// Ctrl-C and SIGTERM remove the unfinished file, and leave the one that it would have replaced.
#[cfg(unix)]
#[test]
fn a_run_that_a_signal_ends_removes_its_file() {
    use std::os::unix::process::ExitStatusExt;
    let folder = Folder::new("interrupted");
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        for args in [&["--line-buffered"][..], &["--format", "csv"]] {
            let out = folder.file("out", b"before");
            let mut child = start(&[&["scan", "-o", &out], args].concat());
            let mut input = child.stdin.take().expect("it is piped");
            input.write_all(b"http://a.example/\n\nnext\n").expect("the program reads");
            let names = || {
                let names = std::fs::read_dir(folder.path()).expect("it is there");
                names.map(|name| name.expect("it is there").file_name()).collect::<Vec<_>>()
            };
            // The unfinished file shows that the run waits for signals.
            for _ in 0..6_000 {
                if names().len() == 2 {
                    break;
                }
                thread::sleep(Duration::from_millis(10));
            }
            assert_eq!(names().len(), 2);
            let id = child.id().to_string();
            let killed = Command::new("kill").args(["-s", signal, &id]).status();
            assert!(killed.expect("there is kill").success());
            let status = child.wait().expect("the program ends");
            assert_eq!(status.signal(), Some(number), "{signal} {args:?}");
            assert_eq!(names(), ["out"], "{signal} {args:?}");
            assert_eq!(std::fs::read(&out).expect("it is there"), b"before");
            let mut message = String::new();
            let errors = child.stderr.take().expect("it is piped");
            BufReader::new(errors).read_to_string(&mut message).expect("it is UTF-8");
            assert!(message.starts_with("urlsift: stopped after "), "{message}");
            assert!(message.ends_with(" found; the unfinished output was removed\n"), "{message}");
        }
    }
}

/// The message has the number of URLs.
#[cfg(unix)]
#[test]
fn a_run_that_a_signal_ends_says_how_many_urls_were_found() {
    let mut child = start(&["scan", "--line-buffered"]);
    let lines = lines_of(&mut child);
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(b"http://a.example/ http://b.example/ .\n\nnext\n").expect("the program reads");
    for host in ["a", "b"] {
        let expected = format!("http://{host}.example/");
        assert_eq!(lines.recv_timeout(PATIENCE), Ok(expected));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(&id).status().expect("there is kill").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(text(&output.stderr), "urlsift: stopped after 2 URLs were found\n");
}
