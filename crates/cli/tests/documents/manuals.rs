//! Tests of the guide pages, completions and man pages that the program makes.
//!
//! Completions and man pages need the programs that read them. A test that lacks one says that it was skipped.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::program::{Folder, text, urlsift};
use crate::repository::{report_skipped, root};
use crate::terminal::help::{COMMANDS, at_80_columns, has};

/// Every page of the guide.
static TOPICS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "scanning rows selection report splits containers check pick link limits recognition joins recipes"
        .split(' ')
        .collect()
});

#[test]
fn help_prints_guide_pages_and_the_help_of_commands() {
    for topic in TOPICS.iter() {
        let output = at_80_columns(&["help", topic]);
        let page = text(&output.stdout);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{topic}");
        // The page of a command's name begins with a line that leads to the options.
        let options = format!("The options of the command: urlsift {topic} --help\n\n");
        let has_help = page.starts_with(&options);
        assert!(page.trim_start_matches(&options).starts_with("# "), "{topic}: {page:?}");
        assert!(has_help || !COMMANDS.contains(topic), "{topic} is a command too");
    }
    for &command in COMMANDS.iter().filter(|command| !TOPICS.contains(command)) {
        let (help, long) = (at_80_columns(&["help", command]), at_80_columns(&[command, "--help"]));
        assert_eq!(text(&help.stdout), text(&long.stdout), "{command}");
    }
    let (help, long) = (at_80_columns(&["help"]), at_80_columns(&["--help"]));
    assert_eq!(text(&help.stdout), text(&long.stdout));
    for topic in TOPICS.iter() {
        assert!(text(&help.stdout).contains(&format!("\n  {topic} ")), "{topic}");
    }
    // A page has one more name: without the `s` of the plural.
    let [one, many] = ["row", "rows"].map(|name| at_80_columns(&["help", name]));
    assert_eq!((one.status.code(), &one.stdout), (Some(0), &many.stdout));
    assert_eq!(at_80_columns(&["help", "picks"]).status.code(), Some(1), "`pick` has no plural");
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
    let zsh_script = script("zsh", "_urlsift");
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
        format!("source '{fish}'; complete -C \"urlsift $argv\" | string replace -r '\\t.*' ''");
    // A shell in a pseudo-terminal completes the word when Tab is typed; then its line is printed.
    let ask_zsh = format!(
        "zmodload zsh/zpty; zpty z \"PS1= zsh -f -i\"; \
         zpty -w z \"fpath=('{in_folder}' \\$fpath); autoload -Uz compinit; compinit -u -D; urlsift() {{ print \\\"[\\$*]\\\"; exit }}\"; \
         zpty -w -n z \"urlsift scan $1\"$'\\t\\n'; \
         while zpty -r z line; do [[ $line = '['*']'* ]] && print -- ${{${{line#\\[}}%%\\]*}}; done; exit 0"
    );
    // (program, options, the words that are typed, what it prints)
    let bash = &["--norc", "-c", &ask_bash, "-"][..];
    let (zsh, fish) = (&["-f", "-c", &ask_zsh, "-"][..], &["--no-config", "-c", &ask_fish][..]);
    let table: &[(&str, &[&str], &[&str], &str)] = &[
        ("bash", bash, &["1", "urlsift", "sc"], "scan\n"),
        (
            "bash",
            bash,
            &["2", "urlsift", "scan", "--max-me"],
            "--max-message --max-member --max-memory\n",
        ),
        ("bash", bash, &["3", "urlsift", "scan", "--format", "js"], "jsonl\n"),
        // Bash takes the `=` of `--format=js` for a word.
        ("bash", bash, &["4", "urlsift", "scan", "--format", "=", "js"], "jsonl\n"),
        ("bash", bash, &["2", "urlsift", "help", "ro"], "rows\n"),
        // After a comma, the next value of a list is completed.
        (
            "bash",
            bash,
            &["3", "urlsift", "scan", "--fields", "url,mess"],
            "url,message_offset url,message_id\n",
        ),
        ("bash", bash, &["3", "urlsift", "scan", "--count", "yea"], "year\n"),
        ("zsh", &["-f", "-n", &zsh_script], &[], ""),
        ("zsh", zsh, &["--fields url,hre"], "scan --fields url,href\n"),
        ("zsh", zsh, &["--where joined=ce"], "scan --where joined=certain\n"),
        ("zsh", &["-f", "-c", &load_zsh], &[], "_urlsift\n"),
        ("fish", fish, &["sc"], "scan\n"),
        ("fish", fish, &["scan --where part=h"], "part=header\n"),
        ("fish", fish, &["help rec"], "recipes\nrecognition\n"),
        ("fish", fish, &["scan --count year,hos"], "year,host\nyear,host_kind\n"),
    ];
    let mut missing = BTreeSet::new();
    for (shell, options, typed, expected) in table {
        let args = [*options, *typed].concat();
        if !has(shell) {
            missing.insert(*shell);
            continue;
        }
        let output = Command::new(shell)
            .args(&args)
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

/// `urlsift man scan` asks for a page. It must not make a folder.
#[test]
fn names_of_pages_are_no_folders_for_man_pages() {
    for name in ["scan", "man", "containers", "urlsift"] {
        let output = urlsift(&["man", name], b"");
        let message = format!(
            "urlsift: {name}: not a folder but a page; `urlsift help {name}` prints it (./{name} is a folder)\n"
        );
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), &*message));
        assert!(!root().join(name).exists(), "{name}");
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
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "GENERAL", "EXIT STATUS", "EXAMPLES"] {
            // A heading of two words is in quotation marks.
            let page = page.replace('"', "");
            assert!(page.contains(&format!(".SH {section}\n")), "{name}: {section}");
        }
        let description = page.split(".SH ").find(|section| section.starts_with("DESCRIPTION"));
        let description = description.expect("it is a section");
        assert!(!description.contains("Exit status"), "{name}: it has a section of its own");
    }
    let scan = fs::read_to_string(pages.join("urlsift-scan.1")).expect("the page is text");
    for word in ["\\-\\-line\\-buffered", "\\-j", "jsonl", "urlsift scan mail.mbox"] {
        assert!(scan.contains(word), "{word}");
    }
    let statuses = scan.split(".SH ").find(|section| section.starts_with("\"EXIT STATUS\"\n"));
    let statuses: Vec<&str> = statuses.expect("it is a section").lines().collect();
    let numbers = ["\\fB0\\fR", "\\fB1\\fR", "\\fB2\\fR", "\\fB3\\fR"];
    let found: Vec<_> =
        statuses.windows(2).filter(|two| two[0] == ".TP").map(|two| two[1]).collect();
    assert_eq!(found, numbers, "{statuses:?}");
    assert!(statuses.contains(&"if a URL was found."), "{statuses:?}");
    // (a program that reads pages, its arguments)
    let table: [(&str, &[&str]); 2] = [
        ("mandoc", &["-T", "lint", "-W", "error"]),
        ("man", &["--warnings", "-E", "UTF-8", "-l", "-Tutf8"]),
    ];
    let mut is_checked = false;
    for (reader, args) in table {
        for name in &names {
            let mut run = Command::new(reader);
            run.args(args).arg(pages.join(name)).stdin(Stdio::null());
            let Ok(output) = run.output() else { break };
            // `man` prints the page; `mandoc` prints only its errors.
            let said = if reader == "man" { &output.stderr } else { &output.stdout };
            assert_eq!(String::from_utf8_lossy(said), "", "{reader} {name}");
            is_checked = true;
        }
    }
    if !is_checked {
        report_skipped("neither mandoc nor man is there");
    }
}
