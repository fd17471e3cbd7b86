//! Tests of `urlsift pick` from outside: the list, and a session at a pseudo-terminal.
//!
//! Unit tests cover the keys and the screen. These tests cover the terminal itself, the output, the started program
//! and the exit status. They need Python for pseudo-terminals; without it only the list is tested.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{self, Folder, missing_file};
use crate::repository::{report_skipped, root};

const MESSAGE: &str = "\
From: a@b.example
Content-Type: text/html; charset=utf-8

<a href=http://one.example/>\u{1b}[5n\u{9b}31m\u{202e}here</a>, http://two.example/$(id);'*'
and <a href=http://www.bank.example@three.example/>there</a>, http://b\u{fc}cher.example/
";

const LIST: &str = "\
1  http://one.example/
   found    a link of the page: \"\\u{1b}[5n\\u{9b}31m\\u{202e}here\"
2  http://two.example/$(id);'*'
3  http://www.bank.example@three.example/
   danger   the user looks like a host, and the host comes after it: \"www.bank.example\"
   warning  the scheme allows no user: \"www.bank.example\"
   found    a link of the page: \"there\"
4  http://b\u{fc}cher.example/
   info     the host has characters beyond ASCII: \"b\u{fc}cher.example\"
   opens    http://xn--bcher-kva.example/
";

#[test]
fn the_list_shows_links_and_warnings() {
    let gone = format!("urlsift: gone: {}\n", missing_file());
    program::check_runs(&[
        (&["pick", "--list"], MESSAGE, 0, LIST, ""),
        (&["pick", "--list"], "nothing", 1, "", ""),
        (
            &["pick", "--list", "--headers", "none"],
            "To: a\nX-Url: http://a.example/\n\n",
            1,
            "",
            "",
        ),
        (
            &["pick", "--list", "--forms", "angle"],
            "<news:a.b> http://a.example/",
            0,
            "1  news:a.b\n",
            "",
        ),
        (&["pick", "--list", "gone", "-"], "http://a.example/", 2, "1  http://a.example/\n", &gone),
    ]);
}

/// Runs `urlsift pick` at a terminal of 60 columns and 12 rows, or without a terminal. Returns `None` without Python, and on
/// systems other than Unix, where Python has no pseudo-terminals.
///
/// Each of `steps` is a text to wait for and an action. `pick/terminal.py` describes the input and the result.
fn run(name: &str, args: &[&str], has_terminal: bool, steps: &Value) -> Option<Value> {
    run_on(name, MESSAGE, args, has_terminal, steps)
}

/// Like `run`, on a message.
fn run_on(
    name: &str,
    message: &str,
    args: &[&str],
    has_terminal: bool,
    steps: &Value,
) -> Option<Value> {
    if !cfg!(unix) {
        return None;
    }
    let folder = Folder::new(name);
    let message = folder.file("message", message.as_bytes());
    let args = [&[env!("CARGO_BIN_EXE_urlsift"), "pick"], args].concat();
    let run = json!({
        "args": args,
        "message": message,
        "size": has_terminal.then_some([60, 12]),
        "steps": steps,
    });
    let script = root().join("crates/cli/tests/pick/terminal.py");
    let mut python = Command::new("python3")
        .arg(script)
        .env("XDG_CONFIG_HOME", folder.path())
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = python.stdin.take().expect("the stream is piped");
    input.write_all(run.to_string().as_bytes()).expect("Python reads to the end");
    drop(input);
    let output = python.wait_with_output().expect("Python's answer can be read");
    assert!(output.status.success(), "{args:?}: {}", output.status);
    Some(serde_json::from_slice(&output.stdout).expect("the answer is JSON"))
}

/// Removes the sequences that move the cursor, erase and set attributes. Others fail the test.
fn without_sequences(drawn: &str) -> String {
    let mut text = String::new();
    let mut rest = drawn;
    while let Some(at) = rest.find("\u{1b}[") {
        text.push_str(&rest[..at]);
        let is_end = |c: char| ('@'..='~').contains(&c);
        let end = rest[at + 2..].find(is_end).expect("each sequence has an end") + at + 3;
        let sequence = &rest[at..end];
        let is_ours = ["H", "K", "J", "m", "h", "l"].iter().any(|end| sequence.ends_with(end));
        assert!(is_ours, "{sequence:?}");
        rest = &rest[end..];
    }
    text + rest
}

#[test]
fn links_are_picked_at_a_terminal() {
    let first = "> 1    http://one.example/";
    let two = "http://two.example/$(id);'*'\n";
    // Columns: arguments, steps, exit status, standard output, text on the screen.
    let table = [
        (&[][..], json!([[first, "\r"]]), 0, "http://one.example/\n", "4 links"),
        (&[], json!([[first, "\u{1b}[B\u{1b}OB\u{1b}[A\r"]]), 0, two, "bücher"),
        (&[], json!([[first, "q"]]), 1, "", "q leaves"),
        (&[], json!([[first, "\u{3}"]]), 1, "", "q leaves"),
        (
            &[],
            json!([[first, [24, 4]], ["> 1    http://one.examp>", "q"]]),
            1,
            "",
            "4 links   Enter prints >",
        ),
        // What could not be read is shown before the list is left.
        (
            &["-", "gone"],
            json!([["4 links, 1 read error", "e"], ["gone: No such file", "e"], [first, "q"]]),
            2,
            "",
            "e shows it",
        ),
        // A signal that ends the run restores the terminal.
        (&[], json!([[first, 15]]), -15, "", "q leaves"),
        // A line break in pasted text does not choose a link.
        (&[], json!([[first, "\u{1b}[200~two\r\u{1b}[201~"], ["/two_", "\u{3}"]]), 1, "", "1 of 4"),
        // The program is started without a shell.
        (&["--open", "echo"], json!([[first, "/two"], ["/two_", "\r"]]), 0, two, "opens"),
        (
            &["--open", "echo"],
            json!([
                [first, "/bank"],
                ["/bank_", "\r"],
                ["danger, Enter opens it", null],
                ["danger", "\r"]
            ]),
            0,
            "http://www.bank.example@three.example/\n",
            "the user looks like a host",
        ),
        // An Enter that was typed before the warning appeared does not confirm it.
        (
            &["--open", "echo"],
            json!([[first, "/bank"], ["/bank_", "\r\r"], ["danger, Enter opens it", "\u{3}"]]),
            1,
            "",
            "the user looks like a host",
        ),
        (&["--open", "false"], json!([[first, "\r"]]), 2, "", "urlsift: false: exit status: 1"),
        // A failure counts, even if the list stays.
        (
            &["--stay", "--open", "false"],
            json!([[first, "\r"], ["the link was not opened: false", "q"]]),
            2,
            "",
            "the link was not opened: false: exit status: 1",
        ),
        // With --stay the list is shown again, until it is left.
        (
            &["--stay", "--open", "echo 'a b' %u --"],
            json!([[first, "\r"], ["opened the link", "\u{1b}[B\r"], ["opened the link", "q"]]),
            0,
            "a b http://one.example/ --\na b http://two.example/$(id);'*' --\n",
            "opened the link",
        ),
        // Marked links are opened in the order of marking.
        (
            &["--open", "echo"],
            json!([[first, " "], ["1 marked", " "], ["2 marked", "\r"]]),
            0,
            "http://one.example/\nhttp://two.example/$(id);'*'\n",
            "opens them with echo",
        ),
        // The clipboard of the terminal gets the link in base64.
        (&[], json!([[first, "y"], ["copied", "q"]]), 0, "", "52;c;aHR0cDovL29uZS5leGFtcGxlLw=="),
        // A program that is not there is reported before the list is shown.
        (
            &["--open", "/no/such %u"],
            json!([]),
            2,
            "",
            "urlsift: --open: the program \"/no/such\" is not installed",
        ),
    ];
    check_runs("pick", &table);
}

#[test]
fn nothing_that_was_typed_ahead_is_left_for_the_next_program() {
    let first = "> 1    http://one.example/";
    // Columns as above. Linux types at most 2,048 bytes at once, and crossterm reads 1,024.
    let table = [
        (&[][..], json!([[first, "q".to_owned() + &"rm -r x\r".repeat(250)]]), 1, "", "q leaves"),
        (
            &[],
            json!([[first, "\r".to_owned() + &"\u{1b}[B".repeat(400)]]),
            0,
            "http://one.example/\n",
            first,
        ),
    ];
    check_runs("pick-ahead", &table);
}

/// Runs the rows of a table in a folder `name`: arguments, steps, exit status, standard output, text on the screen.
fn check_runs(name: &str, table: &[(&[&str], Value, i32, &str, &str)]) {
    for (args, steps, status, stdout, seen) in table {
        let Some(done) = run(name, args, true, steps) else {
            report_skipped("no Python with pseudo-terminals");
            return;
        };
        assert_eq!(done["stdout"], *stdout, "{steps}");
        assert_eq!(done["status"], *status, "{steps}");
        assert_eq!(done["restored"], true, "{steps}");
        assert_eq!(done["unread"], 0, "{steps}");
        check_screens(&done, args, steps, seen);
    }
}

/// Checks what a run with `args` and `steps` has drawn: `seen` is among it, and nothing harms a terminal.
fn check_screens(done: &Value, args: &[&str], steps: &Value, seen: &str) {
    let drawn = done["seen"].as_str().expect("the field is a string");
    let screens = done["screens"].as_array().expect("the field is a list");
    let is_seen = |screen: &Value| screen.as_str().is_some_and(|screen| screen.contains(seen));
    assert!(drawn.contains(seen) || screens.iter().any(is_seen), "{steps}: {screens:#?}");
    let count = |sequence: &str| drawn.matches(sequence).count();
    let shown = usize::from(!steps.as_array().is_none_or(Vec::is_empty));
    // Each program gets the terminal as it was before.
    let is_kept = args.contains(&"--stay");
    let times = if is_kept { steps.as_array().map_or(0, Vec::len) } else { shown };
    for sequence in ["?1049h", "?1049l", "?25h", "?7h", "?2004l"] {
        assert_eq!(count(sequence), times, "{steps}: {sequence}");
    }
    // The mouse is left to the terminal.
    assert_eq!(count("?100"), 0, "{steps}");
    let copied = "\u{1b}]52;c;aHR0cDovL29uZS5leGFtcGxlLw==\u{7}";
    let text = without_sequences(&drawn.replace(copied, ""));
    let is_bad = |c: char| (c.is_control() && !"\r\n".contains(c)) || urlsift::url::is_hidden(c);
    assert!(!text.contains(is_bad), "{steps}: {text:?}");
}

/// A URL may have any number of characters that take no column. The terminal gets a few for each of its cells.
#[test]
fn a_terminal_gets_few_characters_of_a_url_with_many_marks() {
    let message = format!("see http://a.example/e{} for more\n", "\u{301}".repeat(300_000));
    let steps = json!([["http://a.example/", "\u{1b}[C"], ["http://a.example/", "q"]]);
    let Some(done) = run_on("pick-marks", &message, &[], true, &steps) else {
        report_skipped("no Python with pseudo-terminals");
        return;
    };
    let drawn = done["seen"].as_str().expect("the field is a string");
    assert!(drawn.len() < 60 * 12 * 64, "{} bytes", drawn.len());
    assert_eq!(done["status"], 1, "nothing was chosen");
}

#[test]
fn without_a_terminal_the_list_is_printed() {
    for args in [&[][..], &["--open", "echo"]] {
        let Some(done) = run("pick-none", args, false, &json!([])) else {
            report_skipped("no Python with pseudo-terminals");
            return;
        };
        assert_eq!(
            [&done["stdout"], &done["stderr"], &done["status"]],
            [&json!(LIST), &json!(""), &json!(0)]
        );
    }
}
