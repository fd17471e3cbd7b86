//! Tests of the program at the terminal: help, colours, and the messages about waiting and skipped files.
//!
//! Pseudo-terminals need Python. A test that lacks it says that it was skipped.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::program::{Folder, native, text, urlsift};
use crate::repository::{report_skipped, root};

/// Every command.
pub(crate) const COMMANDS: [&str; 11] = [
    "scan",
    "pick",
    "show",
    "link",
    "check",
    "wrap",
    "report",
    "plan",
    "help",
    "completions",
    "man",
];

/// Every page of the guide.
pub(crate) const TOPICS: [&str; 13] = [
    "scanning",
    "rows",
    "selection",
    "report",
    "splits",
    "containers",
    "check",
    "pick",
    "link",
    "limits",
    "recognition",
    "joins",
    "recipes",
];

/// Runs a program whose standard streams are a pseudo-terminal. Arguments: its columns, the keys that are typed,
/// `NO_COLOR` or nothing, and the program with its arguments.
const AT_TERMINAL: &str = r#"
import fcntl, os, pty, select, struct, subprocess, sys, termios
columns, typed, no_color, *args = sys.argv[1:]
terminal, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(columns), 0, 0))
env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
env["TERM"] = "xterm"
if no_color:
    env["NO_COLOR"] = no_color
run = subprocess.Popen(args, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True)
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
sys.stdout.buffer.write(seen)
"#;

/// The key for the end of standard input, Ctrl-D.
const END: &str = "\u{4}";

/// Returns what the program prints at a terminal. Returns `None` without Python, and on systems other than Unix, where
/// Python has no pseudo-terminals.
fn at_terminal(columns: &str, typed: &str, no_color: &str, args: &[&str]) -> Option<String> {
    at_terminal_with(&[("PAGER", "")], columns, typed, no_color, args)
}

/// Like [`at_terminal`], with variables of the environment.
fn at_terminal_with(
    environment: &[(&str, &str)],
    columns: &str,
    typed: &str,
    no_color: &str,
    args: &[&str],
) -> Option<String> {
    if !cfg!(unix) {
        return None;
    }
    let output = Command::new("python3")
        .args(["-c", AT_TERMINAL, columns, typed, no_color, env!("CARGO_BIN_EXE_urlsift")])
        .args(args)
        .envs(environment.iter().copied())
        .current_dir(root())
        .output()
        .ok()?;
    assert_eq!(text(&output.stderr), "", "{args:?}");
    Some(text(&output.stdout).to_owned())
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
    [""].iter().chain(&COMMANDS).map(|command| of(command)).collect()
}

/// Returns whether the program `name` is there.
pub(crate) fn has(name: &str) -> bool {
    // In QEMU, a program that is missing starts and ends with this status.
    let is_there = |output: Output| output.status.code() != Some(127);
    Command::new(name).arg("--version").stdin(Stdio::null()).output().is_ok_and(is_there)
}

#[test]
fn help_fits_80_columns() {
    for form in ["-h", "--help"] {
        for (command, help) in helps(form) {
            let long = help.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "{command} {form}");
        }
    }
}

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    for columns in [60, 100, 200] {
        let Some(help) = at_terminal(&columns.to_string(), "", "1", &["scan", "--help"]) else {
            report_skipped("no Python with pseudo-terminals");
            return;
        };
        // An example is not wrapped between words of a command that is longer.
        let longest = help.lines().map(|line| line.trim_end().chars().count()).max();
        let longest = longest.expect("there is help");
        assert!(longest <= columns.min(100) && longest > columns.min(100) - 12, "{longest}");
    }
}

/// Also tests that every option and argument has a help text.
#[test]
fn short_help_has_one_line_an_option() {
    for (command, help) in helps("-h") {
        let (_, options) = help.split_once("\nUsage: ").expect("there is a usage");
        let (options, _) = options.split_once("\nExamples:\n").expect("there are examples");
        for line in options.lines().skip(1) {
            let is_heading = !line.starts_with(' ') && line.ends_with(':');
            let item = line.trim_start().split_once("  ");
            let is_item =
                line.starts_with("  ") && item.is_some_and(|(_, help)| !help.trim().is_empty());
            assert!(line.is_empty() || is_heading || is_item, "{command}: {line:?}");
        }
    }
}

/// Every possible value has a help text.
#[test]
fn long_help_describes_every_value() {
    for (command, help) in helps("--help") {
        for line in help.lines().map(str::trim).filter(|line| line.starts_with("- ")) {
            let is_shell = command == "completions";
            // The commands that `help` knows are described in the list of commands.
            let is_command = COMMANDS.contains(&line.trim_start_matches("- "));
            assert!(line.contains(": ") || is_shell || is_command, "{command}: {line:?}");
        }
    }
}

/// Every option is in one of these groups.
#[test]
fn options_are_grouped() {
    let (_, help) = &helps("-h")[1];
    let headings: Vec<&str> =
        help.lines().filter(|line| !line.starts_with(' ') && line.ends_with(':')).collect();
    assert_eq!(
        headings,
        [
            "Arguments:",
            "Input:",
            "Selection:",
            "Output:",
            "Splits:",
            "Reports:",
            "Performance:",
            "General:",
            "Examples:"
        ]
    );
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
    // (value of PAGER, the first line of the page)
    let table = [
        ("sed s/^/P/", "P# The row, field by field"),
        ("", "# The row, field by field"),
        ("no-such-pager 2>/dev/null", "# The row, field by field"),
    ];
    for (pager, expected) in table {
        let environment = [("PAGER", pager)];
        let Some(seen) = at_terminal_with(&environment, "80", "", "1", &["help", "rows"]) else {
            report_skipped("no Python with pseudo-terminals");
            return;
        };
        assert_eq!(seen.lines().next(), Some(expected), "{pager}");
        assert_eq!(seen.matches("# The row, field by field").count(), 1, "{pager}");
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
        (&["help", "rows"], "", false),
        (&["scan", "--json"], "", true),
        (&["scan", "gone"], "", true),
        (&["scan", "-h"], "1", false),
        (&["scan", "--json"], "1", false),
        (&["scan", "gone"], "1", false),
        (&["--color", "never", "scan", "-h"], "", false),
        (&["scan", "gone", "--color=never"], "", false),
        (&["scan", "-h", "--color", "always"], "1", true),
    ];
    for (args, no_color, expected) in table {
        let Some(seen) = at_terminal("80", "", no_color, args) else {
            report_skipped("no Python with pseudo-terminals");
            break;
        };
        assert_eq!(seen.contains(ESCAPE), *expected, "{args:?} {no_color}: {seen:?}");
    }
    for (args, _, _) in table {
        let output = urlsift(args, b"");
        let is_coloured =
            [&output.stdout, &output.stderr].iter().any(|out| text(out).contains(ESCAPE));
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
        (&["scan", "--include", "\u{1b}[2J["], "parsing glob '\\u{1b}[2J['"),
        (&["gone\u{1b}]0;x\u{7}"], "gone\\u{1b}]0;x\\u{7}"),
    ];
    for (args, expected) in table {
        for no_color in ["", "1"] {
            let Some(seen) = at_terminal("200", "", no_color, args) else {
                report_skipped("no Python with pseudo-terminals");
                return;
            };
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
    for (args, expected) in table {
        let Some(seen) = at_terminal("80", END, "1", args) else {
            report_skipped("no Python with pseudo-terminals");
            break;
        };
        assert_eq!(seen.contains(waits), *expected, "{args:?}: {seen:?}");
    }
    for command in ["scan", "check", "pick", "show"] {
        let output = urlsift(&[command], b"");
        assert!(!text(&output.stderr).contains("reading"), "{command}: a pipe needs no message");
    }
}

/// A user who gets nothing, or nothing of use, sees the option that helps.
#[test]
fn a_line_at_the_terminal_names_the_option_that_helps() {
    let folder = Folder::new("advice");
    let hosts = folder.file("hosts", b"see example.org\n");
    let nothing = folder.file("nothing", b"see there\n");
    let mail = folder.file("mail.eml", b"From: a\nTo: <mailto:b@c.example>\n\nhello\n");
    let more = folder.file("more.eml", b"From: a\nTo: <mailto:b@c.example>\n\nhttp://a.example/\n");
    let only_hosts = "urlsift: there are only hosts without a scheme; --forms +host finds them";
    let only_headers =
        "urlsift: all URLs are mailto: in header fields; --headers none leaves them out";
    // (arguments, the line)
    let table: &[(&[&str], &str)] = &[
        (&["scan", &hosts], only_hosts),
        (&["scan", &nothing, &hosts], only_hosts),
        (&["scan", "--count", "host", &hosts], only_hosts),
        (&["scan", &mail, &mail], only_headers),
        (
            &["scan", "-"],
            "urlsift: standard input was searched as text and has no URL; --files-from - reads",
        ),
        (&["scan", &nothing], ""),
        (&["scan", &more], ""),
        (&["scan", "--forms", "-bare", &hosts], ""),
        (&["scan", "--part", "body", &hosts], ""),
        (&["scan", &hosts, "gone"], ""),
    ];
    for (args, expected) in table {
        let Some(seen) = at_terminal("80", END, "1", args) else {
            report_skipped("no Python with pseudo-terminals");
            return;
        };
        let lines: Vec<&str> = seen.lines().filter(|line| line.contains(" --")).collect();
        let lines: Vec<&str> =
            lines.into_iter().filter(|line| !line.contains("lists other inputs")).collect();
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
            let output = Command::new(env!("CARGO_BIN_EXE_urlsift"))
                .args(["scan", "-j", threads, "shelf"])
                .args(args)
                .current_dir(folder.path())
                .output()
                .expect("the program was built for this test");
            assert_eq!(text(&output.stderr), expected, "{args:?}");
            assert_eq!(text(&output.stdout), "http://x.example/\n");
            assert_eq!(output.status.code(), Some(0));
        }
    }
}
