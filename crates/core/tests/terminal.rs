//! Tests of the program at the terminal: help, hints, colours, guide pages, completions, man pages, and the messages about
//! waiting and skipped files.
//!
//! Pseudo-terminals need Python, and completions and man pages the programs that read them. A test that lacks one says
//! that it was skipped.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output, Stdio};

use crate::program::{Folder, text, urlsift};
use crate::shared::report_skipped;

/// Every command.
const COMMANDS: [&str; 9] =
    ["scan", "pick", "check", "wrap", "plan", "merge", "help", "completions", "man"];

/// Every page of the guide.
const TOPICS: [&str; 8] =
    ["scanning", "rows", "splits", "containers", "check", "pick", "limits", "recognition"];

/// Runs a program whose standard streams are a pseudo-terminal. Arguments: its columns, what is typed, `NO_COLOR` or
/// nothing, and the program with its arguments.
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

/// Returns what the program prints at a terminal, or `None` without Python.
fn at_terminal(columns: &str, typed: &str, no_color: &str, args: &[&str]) -> Option<String> {
    let output = Command::new("python3")
        .args(["-c", AT_TERMINAL, columns, typed, no_color, env!("CARGO_BIN_EXE_urlsift")])
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()?;
    assert_eq!(text(&output.stderr), "", "{args:?}");
    Some(text(&output.stdout).to_owned())
}

/// Returns the output of the program in a pipe, which is as wide as a terminal of 80 columns.
fn at_80_columns(args: &[&str]) -> Output {
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
fn has(name: &str) -> bool {
    Command::new(name).arg("--version").stdin(Stdio::null()).output().is_ok()
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
            report_skipped("python3 is missing");
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

/// The examples of all commands run one after the other, on the files that they name.
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
    for name in ["mail.mbox", "lists.tar.gz", "archive/a.mbox", "Maildir/1"] {
        folder.file(name, mail.as_bytes());
    }
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
fn arguments_of_other_programs_get_a_hint() {
    // (arguments, what the error says)
    let table: &[(&[&str], &str)] = &[
        (&["scan", "--json"], "tip: --format jsonl prints JSON, one object a line"),
        (&["scan", "--jsonl", "x"], "tip: --format jsonl"),
        (&["scan", "--csv"], "tip: --format csv"),
        (&["scan", "--format=json"], "tip: a similar value exists: 'jsonl'"),
        (&["scan", "-u"], "tip: --unique prints each URL once"),
        (&["scan", "-t", "4"], "tip: -j N sets the number of threads"),
        (&["scan", "--thread", "4"], "tip: -j N"),
        (&["scan", "--jobs=4"], "tip: -j N"),
        (&["scan", "-r", "."], "tip: folders are read with all folders below them"),
        (&["scan", "--recursive", "."], "no option is needed"),
        (&["scan", "-q"], "2>/dev/null"),
        (&["--json"], "--format jsonl prints JSON"),
        (&["README.md"], "tip: did you mean `urlsift scan README.md`?"),
        (&["corpus"], "tip: did you mean `urlsift scan corpus`?"),
        (&["-"], "tip: did you mean `urlsift scan -`?"),
        (&["http://x.example/?a&b"], "tip: did you mean `urlsift check 'http://x.example/?a&b'`?"),
        (&["scam"], "tip: a similar subcommand exists: 'scan'"),
    ];
    for (args, expected) in table {
        let output = urlsift(args, b"");
        let error = text(&output.stderr);
        assert!(error.contains(expected), "{args:?}: {error}");
        assert_eq!(error.matches("tip:").count(), 1, "{args:?}: {error}");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn wrong_values_name_what_is_allowed() {
    let size = "expected a number of bytes, which may be followed by K, M, G or T, such as 64M";
    // (arguments, what the error says)
    let table: &[(&[&str], &str)] = &[
        (&["scan", "--format", "xml"], "[possible values: text, jsonl, csv, parquet, arrow]"),
        (&["scan", "--forms", "url,www"], "url, angle, quote, prefix, bare, host, address]"),
        (&["scan", "--headers", "some"], "[possible values: none, useful, all]"),
        (&["scan", "--count", "path"], "[possible values: host, scheme, form, year]"),
        (&["scan", "--stats=xml"], "[possible values: text, json]"),
        (&["scan", "--progress", "x"], "[possible values: auto, always, never]"),
        (&["scan", "--order", "x"], "[possible values: input, any]"),
        (&["scan", "--max-message", "1.5G"], size),
        (&["scan", "--max-member", "x"], size),
        (&["scan", "-j", "999"], "expected a number from 0 to 256"),
        (&["scan", "-j", "x"], "expected a number from 0 to 256"),
        (&["scan", "--split", "x"], "a line of `urlsift plan`, @FILE for a file of lines, or -"),
        (&["plan", "--split-bytes", "0", "x"], "a split needs at least 1 byte"),
        (&["check", "--grammar", "rfc822"], "draft03, rfc1738, rfc2396, rfc3986, rfc3987]"),
        (&["check", "--format", "x"], "[possible values: text, jsonl]"),
        (&["wrap", "--columns", "x", "x:y"], "expected a number of columns, such as 72"),
        (
            &["help", "x"],
            "scanning, rows, splits, containers, check, pick, limits, recognition, scan",
        ),
        (&["completions", "x"], "bash, elvish, fish, powershell, zsh]"),
        (&["--color", "x", "scan"], "[possible values: auto, always, never]"),
    ];
    for (args, expected) in table {
        let output = urlsift(args, b"");
        assert!(text(&output.stderr).contains(expected), "{args:?}: {}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
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
        (&["scan", "--json"], "", true),
        (&["scan", "gone"], "", true),
        (&["scan", "-h"], "1", false),
        (&["help", "rows"], "1", false),
        (&["scan", "--json"], "1", false),
        (&["scan", "gone"], "1", false),
        (&["--color", "never", "scan", "-h"], "", false),
        (&["scan", "gone", "--color=never"], "", false),
        (&["scan", "-h", "--color", "always"], "1", true),
    ];
    for (args, no_color, expected) in table {
        let Some(seen) = at_terminal("80", "", no_color, args) else {
            report_skipped("python3 is missing");
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
    // (arguments, what is seen)
    let table: &[(&[&str], &str)] = &[
        (&["scan", "gone\u{1b}[2J\u{202e}"], "gone\\u{1b}[2J\\u{202e}: No such file"),
        (&["scan", "--x\u{1b}[31m"], "--x\\u{1b}[31m"),
        (&["scan", "--format", "x\u{1b}[31m\u{9b}1m"], "x\\u{1b}[31m\\u{9b}1m"),
        (&["gone\u{1b}]0;x\u{7}"], "gone\\u{1b}]0;x\\u{7}"),
    ];
    for (args, expected) in table {
        for no_color in ["", "1"] {
            let Some(seen) = at_terminal("200", "", no_color, args) else {
                report_skipped("python3 is missing");
                return;
            };
            assert!(seen.contains(expected), "{args:?}: {seen:?}");
            assert!(!seen.contains(['\u{9b}', '\u{202e}', '\u{7}']), "{args:?}: {seen:?}");
            assert!(!seen.contains("\u{1b}[2J") && !seen.contains("\u{1b}]"), "{args:?}: {seen:?}");
        }
    }
}

#[test]
fn help_prints_guide_pages_and_the_help_of_commands() {
    for topic in TOPICS {
        let output = at_80_columns(&["help", topic]);
        let page = text(&output.stdout);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{topic}");
        // The page of a command's name begins with a line that leads to the options.
        let options = format!("The options of the command: urlsift {topic} --help\n\n");
        let has_help = page.starts_with(&options);
        assert!(page.trim_start_matches(&options).starts_with("# "), "{topic}: {page:?}");
        assert!(has_help || !COMMANDS.contains(&topic), "{topic} is a command too");
    }
    for command in COMMANDS.into_iter().filter(|command| !TOPICS.contains(command)) {
        let (help, long) = (at_80_columns(&["help", command]), at_80_columns(&[command, "--help"]));
        assert_eq!(text(&help.stdout), text(&long.stdout), "{command}");
    }
    let (help, long) = (at_80_columns(&["help"]), at_80_columns(&["--help"]));
    assert_eq!(text(&help.stdout), text(&long.stdout));
    for topic in TOPICS {
        assert!(text(&help.stdout).contains(&format!("\n  {topic} ")), "{topic}");
    }
}

#[test]
fn shells_load_their_completions() {
    let folder = Folder::new("completions");
    let script = |shell: &str, name: &str| {
        let output = urlsift(&["completions", shell], b"");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{shell}");
        folder.file(name, &output.stdout)
    };
    let bash = script("bash", "urlsift.bash");
    let zsh = script("zsh", "_urlsift");
    let fish = script("fish", "urlsift.fish");
    for shell in ["elvish", "powershell"] {
        script(shell, shell);
    }
    let ask_bash = format!(
        "set -e; source '{bash}'; complete -p urlsift >/dev/null; COMP_CWORD=$1; shift; \
         COMP_WORDS=(\"$@\"); _urlsift urlsift \"${{@: -1}}\" \"${{@: -2:1}}\"; echo ${{COMPREPLY[*]}}"
    );
    let in_folder = folder.path().display();
    let load_zsh = format!(
        "fpath=('{in_folder}' $fpath); autoload -Uz compinit; compinit -u -D; print $_comps[urlsift]"
    );
    let ask_fish =
        format!("source '{fish}'; complete -C 'urlsift sc' | string replace -r '\\t.*' ''");
    // (program, arguments, what it prints)
    let table: &[(&str, &[&str], &str)] = &[
        ("bash", &["--norc", "-c", &ask_bash, "-", "1", "urlsift", "sc"], "scan\n"),
        (
            "bash",
            &["--norc", "-c", &ask_bash, "-", "2", "urlsift", "scan", "--max-me"],
            "--max-message --max-member\n",
        ),
        (
            "bash",
            &["--norc", "-c", &ask_bash, "-", "3", "urlsift", "scan", "--format", "js"],
            "jsonl\n",
        ),
        ("bash", &["--norc", "-c", &ask_bash, "-", "2", "urlsift", "help", "ro"], "rows\n"),
        ("zsh", &["-f", "-n", &zsh], ""),
        ("zsh", &["-f", "-c", &load_zsh], "_urlsift\n"),
        ("fish", &["--no-config", "-c", &ask_fish], "scan\n"),
    ];
    let mut missing = BTreeSet::new();
    for (shell, args, expected) in table {
        if !has(shell) {
            missing.insert(*shell);
            continue;
        }
        let output = Command::new(shell)
            .args(*args)
            .env("HOME", folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("the shell runs");
        assert_eq!(text(&output.stderr), "", "{shell} {args:?}");
        assert_eq!(text(&output.stdout), *expected, "{shell} {args:?}");
    }
    for shell in missing {
        report_skipped(&format!("{shell} is missing"));
    }
}

#[test]
fn man_pages_are_complete_and_well_formed() {
    let folder = Folder::new("man");
    let pages = folder.path().join("new/man1");
    let output = urlsift(&["man", pages.to_str().expect("the path is UTF-8")], b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let mut names: Vec<String> = fs::read_dir(&pages)
        .expect("the folder was made")
        .map(|entry| entry.expect("it can be read").file_name().into_string().expect("it is UTF-8"))
        .collect();
    names.sort_unstable();
    let mut expected: Vec<String> =
        COMMANDS.iter().map(|command| format!("urlsift-{command}.1")).collect();
    expected.push("urlsift.1".to_owned());
    expected.sort_unstable();
    assert_eq!(names, expected);
    for name in &names {
        let page = fs::read_to_string(pages.join(name)).expect("the page is text");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES"] {
            assert!(page.contains(&format!(".SH {section}\n")), "{name}: {section}");
        }
    }
    let scan = fs::read_to_string(pages.join("urlsift-scan.1")).expect("the page is text");
    for word in ["\\-\\-second\\-pass", "\\-j", "jsonl", "Performance", "urlsift scan mail.mbox"] {
        assert!(scan.contains(word), "{word}");
    }
    // (a program that reads pages, its arguments)
    let table: [(&str, &[&str]); 2] =
        [("mandoc", &["-T", "lint"]), ("man", &["--warnings", "-E", "UTF-8", "-l", "-Tutf8"])];
    let mut is_checked = false;
    for (reader, args) in table {
        for name in &names {
            let mut run = Command::new(reader);
            run.args(args).arg(pages.join(name)).stdin(Stdio::null());
            let Ok(output) = run.output() else { break };
            // `man` prints the page; `mandoc` only what is wrong with it.
            let said = if reader == "man" { &output.stderr } else { &output.stdout };
            assert_eq!(String::from_utf8_lossy(said), "", "{reader} {name}");
            is_checked = true;
        }
    }
    if !is_checked {
        report_skipped("neither mandoc nor man is there");
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
        (&["scan", "--split", "-"], true),
        (&["check"], true),
        (&["pick"], true),
        (&["pick", "--list", "-"], true),
        (&["merge", "-", "x"], true),
        (&["scan", "README.md"], false),
        (&["check", "http://x.example/"], false),
        (&["pick", "--list", "README.md"], false),
    ];
    for (args, expected) in table {
        let Some(seen) = at_terminal("80", END, "1", args) else {
            report_skipped("python3 is missing");
            break;
        };
        assert_eq!(seen.contains(waits), *expected, "{args:?}: {seen:?}");
    }
    for command in ["scan", "check", "pick"] {
        let output = urlsift(&[command], b"");
        assert!(!text(&output.stderr).contains("reading"), "{command}: a pipe needs no message");
    }
}

#[cfg(unix)]
#[test]
fn verbose_names_the_files_that_are_skipped() {
    let folder = Folder::new("verbose");
    let shelf = folder.path().join("shelf");
    fs::create_dir(&shelf).expect("the folder can be written");
    folder.file("shelf/binary", b"\x7fELF\0\0\0");
    folder.file("shelf/.rows.12.part", b"http://x.example/");
    folder.file("shelf/text", b"http://x.example/");
    std::os::unix::fs::symlink("text", shelf.join("link")).expect("a link can be made");
    let named = "shelf/.rows.12.part: skipped: a temporary file of urlsift\n\
        urlsift: shelf/binary: skipped: neither mail nor text\n\
        urlsift: shelf/link: skipped: a symbolic link\n";
    let counted = |hint: &str| {
        format!(
            "urlsift: skipped 1 file that is neither mail nor text{hint}\n\
             urlsift: skipped 1 link, pipe or device below folders{hint}\n"
        )
    };
    for threads in ["1", "3"] {
        for (args, expected) in [
            (&["-v"][..], format!("urlsift: {named}{}", counted(""))),
            (&["--verbose"], format!("urlsift: {named}{}", counted(""))),
            (&[], counted(" (scan --verbose names them)")),
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
