//! Tests of the program at the terminal: help, colours, and the messages about waiting and skipped files.
//!
//! Pseudo-terminals need Python. A test that lacks it says that it was skipped.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::program::{Folder, native, seen, text, urlsift, urlsift_in};
use crate::repository::{report_skipped, root};

/// Every command.
pub(crate) static COMMANDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "scan pick show link check wrap report plan help completions man".split(' ').collect()
});

/// Runs the program with a pseudo-terminal as its standard streams, once for each list of columns, typed keys, variables
/// and arguments.
const AT_TERMINAL: &str = r#"
import fcntl, json, os, pty, select, struct, subprocess, sys, termios
def run(columns, typed, variables, args):
    terminal, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    env.update({"TERM": "xterm", "PAGER": ""}, **variables)
    run = subprocess.Popen([program, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True)
    os.close(theirs)
    os.write(terminal, typed.encode())
    seen = b""
    try:
        while select.select([terminal], [], [], 60)[0]:
            seen += os.read(terminal, 65536)
        # Only a program that hangs is silent for so long.
        run.kill()
        sys.exit("it hangs")
    except OSError:
        run.wait()
    os.close(terminal)
    return seen.decode()
program, runs = json.loads(sys.argv[1])
json.dump([run(*it) for it in runs], sys.stdout)
"#;

/// The key for the end of standard input, Ctrl-D.
const END: &str = "\u{4}";

/// `NO_COLOR`, which turns colours off.
const PLAIN: &[(&str, &str)] = &[("NO_COLOR", "1")];

/// Columns, typed keys, variables and arguments.
type TerminalRun<'t> = (usize, &'t str, &'t [(&'t str, &'t str)], &'t [&'t str]);

/// Returns what the program prints at a terminal in each run. Without Python, and on systems other than Unix, where
/// Python has no pseudo-terminals, reports that the test is skipped and returns nothing.
fn at_terminal(runs: &[TerminalRun<'_>]) -> Vec<String> {
    let run = |&(columns, typed, variables, args): &TerminalRun<'_>| {
        json!([columns, typed, variables.iter().copied().collect::<BTreeMap<_, _>>(), args])
    };
    let runs = runs.iter().map(run).collect::<Value>();
    let runs = json!([env!("CARGO_BIN_EXE_urlsift"), runs]).to_string();
    let output =
        Command::new("python3").args(["-c", AT_TERMINAL, &runs]).current_dir(root()).output();
    let Some(output) = output.ok().filter(|_| cfg!(unix)) else {
        report_skipped("no Python with pseudo-terminals");
        return Vec::new();
    };
    assert_eq!(text(&output.stderr), "");
    serde_json::from_slice(&output.stdout).expect("it prints a list of texts")
}

/// Returns the output of the program in a pipe, which is as wide as a terminal of 80 columns.
pub(crate) fn at_80_columns(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(args)
        .env("COLUMNS", "80")
        .stdin(Stdio::null())
        .output()
        .expect("the program was built for this test")
}

/// Returns the help of each command, and of the program, in a form.
fn helps(form: &str) -> Vec<(String, String)> {
    let of = |command: &str| {
        let args: Vec<&str> = [command, form].into_iter().filter(|arg| !arg.is_empty()).collect();
        let output = at_80_columns(&args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(text(&output.stderr), "", "{args:?}");
        (command.to_owned(), text(&output.stdout).to_owned())
    };
    [""].iter().chain(&*COMMANDS).map(|command| of(command)).collect()
}

/// Returns whether the program `name` is there.
pub(crate) fn has(name: &str) -> bool {
    // In QEMU, a program that is missing starts and ends with this status.
    let is_there = |output: Output| output.status.code() != Some(127);
    Command::new(name).arg("--version").stdin(Stdio::null()).output().is_ok_and(is_there)
}

/// Help fits 80 columns. Short help has a line for each option, long help a text for each value.
#[test]
fn help_has_a_text_for_every_option_and_value() {
    let fits = |help: &str| help.lines().all(|line| line.chars().count() <= 80);
    for (command, help) in helps("-h") {
        assert!(fits(&help), "{command}");
        let (_, options) = help.split_once("\nUsage: ").expect("there is a usage");
        let end = ["\nExamples:\n", "\n`urlsift "].iter().find_map(|end| options.split_once(end));
        let (options, _) = end.expect("there are examples, or it says where they are");
        for line in options.lines().skip(1) {
            let is_heading = !line.starts_with(' ') && line.ends_with(':');
            let item = line.trim_start().split_once("  ");
            let is_item =
                line.starts_with("  ") && item.is_some_and(|(_, help)| !help.trim().is_empty());
            assert!(line.is_empty() || is_heading || is_item, "{command}: {line:?}");
        }
        assert!(help.lines().count() <= 50, "{command}");
        if command == "scan" {
            assert!(options.matches("--").count() <= 41, "{options}");
            let headings = help.lines().filter(|it| !it.starts_with(' ') && it.ends_with(':'));
            let expected = "Arguments: Input: Selection: Output: Reports: General:";
            assert_eq!(headings.collect::<Vec<_>>().join(" "), expected);
        }
    }
    for (command, help) in helps("--help") {
        assert!(fits(&help), "{command}");
        for line in help.lines().map(str::trim).filter(|line| line.starts_with("- ")) {
            let is_shell = command == "completions";
            // The commands that `help` knows are described in the list of commands.
            let is_command = COMMANDS.contains(&line.trim_start_matches("- "));
            assert!(line.contains(": ") || is_shell || is_command, "{command}: {line:?}");
        }
    }
}

/// The version has the commit and its date, if they are known.
#[test]
fn the_version_can_be_cited() {
    let output = urlsift(&["--version"], b"");
    let line = text(&output.stdout).trim_end();
    let facts =
        line.strip_prefix(concat!("urlsift ", env!("CARGO_PKG_VERSION"))).expect("it is named");
    assert!(facts.is_empty() || facts.starts_with(" (") && facts.ends_with(')'), "{line}");
}

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    let widths = [60, 100, 200];
    let runs = widths.map(|columns| (columns, "", PLAIN, &["scan", "--help"][..]));
    for (columns, help) in widths.iter().zip(at_terminal(&runs)) {
        // An example is not wrapped between words of a command that is longer.
        let longest = help.lines().map(|line| line.trim_end().chars().count()).max();
        let (longest, most) = (longest.expect("there is help"), *columns.min(&100));
        assert!(longest <= most && longest > most - 12, "{longest}");
    }
}

/// The examples of all commands run in a shell, one after the other, on the files that they name.
#[cfg(unix)]
#[test]
fn examples_in_the_help_work() {
    if !has("bash") {
        report_skipped("bash is missing");
        return;
    }
    let folder = Folder::new("examples");
    let mail = "From a@b.example Mon Jan  1 00:00:00 2001\nA: b\n\n<http://x.example/>\n";
    for name in ["archive", "Maildir", ".zfunc", ".config/fish/completions"] {
        fs::create_dir_all(folder.path().join(name)).expect("the folder can be written");
    }
    for name in ["mail.mbox", "archive/a.mbox", "Maildir/1"] {
        folder.file(name, mail.as_bytes());
    }
    let packed = fs::read(root().join("corpus/archives/few.mbox.gz")).expect("it is in the corpus");
    folder.file("lists.tar.gz", &packed);
    folder.file("message.eml", mail.split_once('\n').expect("it has lines").1.as_bytes());
    folder.file("urls.txt", b"http://x.example/\n");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_urlsift"));
    let path = format!(
        "{}:{}",
        program.parent().expect("it is in a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut count = 0;
    for (command, help) in helps("--help") {
        let (_, examples) = help.split_once("\nExamples:\n").expect("there are examples");
        let is_command = |line: &&str| line.starts_with("      ");
        let examples: Vec<&str> = examples.lines().filter(is_command).map(str::trim).collect();
        assert!((1..=4).contains(&examples.len()), "{command}: {examples:?}");
        for example in examples {
            // Without a terminal to draw on.
            let output = Command::new("bash")
                .args(["-c", example])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("HOME", folder.path())
                .env("TERM", "dumb")
                .stdin(Stdio::null())
                .output()
                .expect("bash runs");
            assert!(matches!(output.status.code(), Some(0 | 1)), "{example}: {output:?}");
            assert_eq!(text(&output.stderr), "", "{example}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn pages_are_shown_with_the_pager_at_a_terminal() {
    let runs = ["sed s/^/P/", "", "no-such-pager 2>/dev/null"]
        .map(|pager| [("PAGER", pager), ("NO_COLOR", "1")]);
    let runs = runs.each_ref().map(|variables| (80, "", &variables[..], &["help", "rows"][..]));
    for (seen, start) in at_terminal(&runs).iter().zip(["P", "", ""]) {
        assert_eq!(seen.lines().next(), Some(&*format!("{start}# The row, field by field")));
        assert_eq!(seen.matches("# The row, field by field").count(), 1);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(["help", "rows"])
        .env("PAGER", "false")
        .output()
        .expect("the program was built for this test");
    assert!(text(&output.stdout).starts_with("# The row"), "another program needs no pager");
}

const ESCAPE: char = '\u{1b}';

#[test]
fn only_a_terminal_gets_colours() {
    // (arguments, what `NO_COLOR` is, whether there are colours)
    let table: &[(&[&str], &str, bool)] = &[
        (&["scan", "-h"], "", true),
        (&["scan", "--help"], "", true),
        (&["help"], "", true),
        (&["help", "rows"], "", true),
        (&["help", "rows"], "1", false),
        (&["scan", "--json"], "", true),
        (&["scan", "gone"], "", true),
        (&["scan", "-h"], "1", false),
        (&["scan", "--json"], "1", false),
        (&["scan", "gone"], "1", false),
        (&["--color", "never", "scan", "-h"], "", false),
        (&["scan", "gone", "--color=never"], "", false),
        (&["scan", "-h", "--color", "always"], "1", true),
    ];
    let colors: [&[_]; 2] = [&[], PLAIN];
    let runs: Vec<_> = table
        .iter()
        .map(|(args, no_color, _)| (80, "", colors[usize::from(!no_color.is_empty())], *args))
        .collect();
    for (seen, (args, no_color, expected)) in at_terminal(&runs).iter().zip(table) {
        assert_eq!(seen.contains(ESCAPE), *expected, "{args:?} {no_color}: {seen:?}");
    }
    for (args, _, _) in table {
        let output = urlsift(args, b"");
        let is_coloured = [&output.stdout, &output.stderr].iter().any(|it| it.contains(&b'\x1B'));
        assert_eq!(is_coloured, args.contains(&"always"), "{args:?}");
    }
}

/// A file name or an argument may come from a hostile archive.
#[test]
fn hostile_names_are_escaped_at_a_terminal() {
    // (arguments, text on the screen)
    let table: &[(&[&str], &str)] = &[
        (&["scan", "gone\u{1b}[2J\u{202e}"], "gone\\u{1b}[2J\\u{202e}: No such file"),
        (&["scan", "--x\u{1b}[31m"], "--x\\u{1b}[31m"),
        (&["scan", "--format", "x\u{1b}[31m\u{9b}1m"], "x\\u{1b}[31m\\u{9b}1m"),
        (&["scan", "--include", "\u{1b}[2J["], "\\u{1b}[2J["),
        (&["gone\u{1b}]0;x\u{7}"], "gone\\u{1b}]0;x\\u{7}"),
    ];
    for variables in [&[], PLAIN] {
        let runs: Vec<_> = table.iter().map(|(args, _)| (200, "", variables, *args)).collect();
        for (seen, (args, expected)) in at_terminal(&runs).iter().zip(table) {
            assert!(seen.contains(expected), "{args:?}: {seen:?}");
            assert!(!seen.contains(['\u{9b}', '\u{202e}', '\u{7}']), "{args:?}: {seen:?}");
            assert!(!seen.contains("\u{1b}[2J") && !seen.contains("\u{1b}]"), "{args:?}: {seen:?}");
        }
    }
}

#[test]
fn a_command_that_waits_for_the_terminal_says_so() {
    let waits = "urlsift: reading standard input, which Ctrl-D ends; `urlsift ";
    // (arguments, whether they wait)
    let table: &[(&[&str], bool)] = &[
        (&["scan"], true),
        (&["scan", "-"], true),
        (&["scan", "README.md", "-"], true),
        (&["check"], true),
        (&["pick"], true),
        (&["pick", "--list", "-"], true),
        (&["show"], true),
        (&["link"], true),
        (&["scan", "README.md"], false),
        (&["check", "http://x.example/"], false),
        (&["pick", "--list", "README.md"], false),
    ];
    let runs: Vec<_> = table.iter().map(|(args, _)| (80, END, PLAIN, *args)).collect();
    for (seen, (args, expected)) in at_terminal(&runs).iter().zip(table) {
        assert_eq!(seen.contains(waits), *expected, "{args:?}: {seen:?}");
    }
    for command in ["scan", "check", "pick", "show"] {
        let output = urlsift(&[command], b"");
        assert!(!text(&output.stderr).contains("reading"), "{command}: a pipe needs no message");
    }
}

/// A user who gets nothing sees the option that helps.
#[test]
fn a_line_at_the_terminal_names_the_option_that_helps() {
    let folder = Folder::new("advice");
    let hosts = folder.file("hosts", b"see example.org\n");
    let nothing = folder.file("nothing", b"see there\n");
    let one = folder.file("one", b"http://a.example/\n");
    let no_url = "urlsift: no URL was found; --forms +host also finds hosts without a scheme";
    // (arguments, the line)
    let table: &[(&[&str], &str)] = &[
        (&["scan", &hosts], no_url),
        (&["scan", &nothing, &hosts], no_url),
        (&["scan", "--count", "host", &hosts], no_url),
        (
            &["scan", "-"],
            "urlsift: standard input was searched as text and has no URL; --files-from - reads",
        ),
        (&["scan", &one], ""),
        (&["scan", "--forms", "-bare", &hosts], ""),
        (&["scan", "--where", "part=body", &hosts], ""),
        (&["scan", &hosts, "gone"], ""),
    ];
    let runs: Vec<_> = table.iter().map(|(args, _)| (80, END, PLAIN, *args)).collect();
    for (seen, (args, expected)) in at_terminal(&runs).iter().zip(table) {
        let is_advice = |line: &&str| line.contains(" --") && !line.contains("lists other inputs");
        let lines: Vec<&str> = seen.lines().filter(is_advice).collect();
        assert_eq!(lines.len(), usize::from(!expected.is_empty()), "{args:?}: {seen:?}");
        assert!(lines.iter().all(|line| line.starts_with(expected)), "{args:?}: {seen:?}");
    }
    // A program that reads standard error gets no such line.
    assert_eq!(text(&urlsift(&["scan", &hosts], b"").stderr), "");
}

#[test]
fn verbose_names_the_files_that_are_skipped() {
    let folder = Folder::new("verbose");
    let shelf = folder.path().join("shelf");
    fs::create_dir(&shelf).expect("the folder can be written");
    folder.file("shelf/binary", b"\x7fELF\0\0\0");
    folder.file("shelf/.rows.12.part", b"http://x.example/");
    folder.file("shelf/text", b"http://x.example/");
    folder.file("shelf/x.gz", b"no URL");
    // On Windows only some users may make symbolic links.
    #[cfg(unix)]
    std::os::unix::fs::symlink("text", shelf.join("link")).expect("a link can be made");
    let on_unix = |text: &'static str| if cfg!(unix) { text } else { "" };
    let link = on_unix("urlsift: shelf/link: skipped: a symbolic link\n");
    let named = native(&format!(
        "shelf/.rows.12.part: skipped: a temporary file of urlsift\n\
        urlsift: shelf/binary: skipped: neither mail nor text\n{link}"
    ));
    let links = on_unix("urlsift: skipped 1 link, pipe or device below folders");
    // This one is searched, so it is named in any case.
    let misnamed = native(
        "urlsift: shelf/x.gz: neither compressed nor an archive, although its name says so\n",
    );
    let counted = |hint: &str| {
        let counted = format!("urlsift: skipped 1 file that is neither mail nor text{hint}\n");
        if links.is_empty() { counted } else { format!("{counted}{links}{hint}\n") }
    };
    for threads in ["1", "3"] {
        for (args, expected) in [
            (&["-v"][..], format!("urlsift: {named}{misnamed}{}", counted(""))),
            (&["--verbose"], format!("urlsift: {named}{misnamed}{}", counted(""))),
            (&[], misnamed.clone() + &counted(" (scan --verbose names them)")),
        ] {
            let args = [&["scan", "-j", threads, "shelf"], args].concat();
            let output = urlsift_in(folder.path(), &args, b"");
            assert_eq!(seen(&output), (Some(0), "http://x.example/\n", &*expected), "{args:?}");
        }
    }
}
