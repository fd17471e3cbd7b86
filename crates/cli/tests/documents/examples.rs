//! README.md and the guide: their examples, their links and their size.
//!
//! A fenced block `console` shows a command and its output. A block `sh` shows commands that must succeed; they run in
//! a folder with the files that [`Example::new`] makes. A block `sh ignore` is not run.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::urlsift;
#[cfg(unix)]
use crate::program::{Folder, text};
use crate::repository::root;

/// A page of the guide, as text.
pub(crate) fn guide(name: &str) -> String {
    read(&root().join("crates/cli/guide").join(name))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// README.md and the pages of the guide.
fn documents() -> Vec<PathBuf> {
    let pages = fs::read_dir(root().join("crates/cli/guide")).expect("the guide can be read");
    let pages = pages.map(|page| page.expect("the guide can be read").path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut documents: Vec<PathBuf> = pages.filter(is_page).collect();
    documents.sort();
    assert_eq!(documents.len(), 13);
    documents.push(root().join("README.md"));
    documents
}

/// The fenced blocks of `document` with this info string, such as `sh`.
fn blocks<'d>(document: &'d str, info: &str) -> Vec<&'d str> {
    let opening = format!("\n```{info}\n");
    let block = |rest: &'d str| rest.split("\n```").next().unwrap_or(rest);
    document.split(opening.as_str()).skip(1).map(block).collect()
}

#[test]
fn commands_print_what_the_documents_show() {
    // The commands of the pages run in the folder of the repository.
    std::env::set_current_dir(root()).expect("it is a folder");
    trycmd::TestCases::new().case("README.md").case("crates/cli/guide/*.md");
}

/// Runs each shell block in a new folder.
#[cfg(unix)]
#[test]
fn shell_blocks_succeed() {
    let mut count = 0;
    for path in documents() {
        let document = read(&path);
        for block in blocks(&document, "sh") {
            let example = Example::new();
            let output = example.run(block);
            let message = text(&output.stderr);
            assert!(output.status.success(), "{}: {block}\n{message}", path.display());
            count += 1;
        }
    }
    assert!(count >= 5, "{count} shell blocks are too few");
}

/// The folder in which shell blocks run.
#[cfg(unix)]
struct Example(Folder);

#[cfg(unix)]
impl Example {
    /// Makes a folder with `inbox.mbox`, `Maildir`, `lists` with compressed mailboxes, and `corpus`.
    fn new() -> Example {
        let folder = Folder::new("documents");
        let archives = root().join("corpus/archives");
        let mbox = fs::read(archives.join("shelf.mbox")).expect("the archive can be read");
        folder.file("inbox.mbox", &mbox);
        for name in ["Maildir/cur", "Maildir/new", "Maildir/tmp", "lists"] {
            fs::create_dir_all(folder.path().join(name)).expect("the folder is new");
        }
        folder.file("Maildir/cur/1.a:2,S", b"From: a@b.example\nTo: c\n\n<http://a.example/>\n");
        for name in ["few.mbox.gz", "few.mbox.xz"] {
            let compressed = fs::read(archives.join(name)).expect("the archive can be read");
            folder.file(&format!("lists/{name}"), &compressed);
        }
        std::os::unix::fs::symlink(root().join("corpus"), folder.path().join("corpus"))
            .expect("the folder is new");
        Example(folder)
    }

    fn run(&self, commands: &str) -> std::process::Output {
        let program = Path::new(env!("CARGO_BIN_EXE_urlsift"));
        let mut path = program.parent().expect("the program is in a folder").as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut shell = std::process::Command::new("sh");
        shell.args(["-e", "-c", commands]).env("PATH", path).current_dir(self.0.path());
        shell.output().expect("there is a shell")
    }
}

#[test]
fn the_example_of_a_row_is_real() {
    let page = guide("row.md");
    let shown: Value = serde_json::from_str(blocks(&page, "json")[0]).expect("it is an object");
    let output = urlsift(&["scan", "--format", "jsonl", "corpus/archives/notes.txt"], b"");
    let rows = String::from_utf8(output.stdout).expect("rows are UTF-8");
    let row: Value = serde_json::from_str(rows.lines().nth(4).expect("there are nine rows"))
        .expect("a row is an object");
    assert_eq!(shown, row);
}

/// The guide's rows of joined URLs show some fields of the second and the third row of `corpus/joins.txt`.
#[test]
fn the_examples_of_joined_rows_are_real() {
    let page = guide("joins.md");
    let output = urlsift(&["scan", "--format", "jsonl", "corpus/joins.txt"], b"");
    let rows = String::from_utf8(output.stdout).expect("rows are UTF-8");
    let examples = blocks(&page, "json");
    assert_eq!(examples.len(), 2);
    for (example, row) in examples.iter().zip(rows.lines().skip(1)) {
        let shown: Value = serde_json::from_str(example).expect("it is an object");
        let row: Value = serde_json::from_str(row).expect("a row is an object");
        for (field, value) in shown.as_object().expect("it is an object") {
            assert_eq!(*value, row[field], "{field}");
        }
    }
}

/// The guide shows the text of `corpus/joins.txt`.
#[test]
fn the_text_of_the_joins_is_the_corpus() {
    let corpus = read(&root().join("corpus/joins.txt"));
    assert_eq!(blocks(&guide("joins.md"), "text")[0].trim_end(), corpus.trim_end());
}

/// The picture of the picker in README.md has the lines of the recording's last screen.
#[test]
fn the_picture_of_the_picker_is_the_recorded_screen() {
    let picture = guide("pick.svg");
    let plain = |line: &str| {
        let marks = [("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")];
        marks.iter().fold(String::from(line), |line, (mark, plain)| line.replace(mark, plain))
    };
    let texts = picture.lines().filter_map(|line| line.strip_suffix("</text>")?.split_once("\">"));
    let drawn: Vec<String> = texts.map(|(_, text)| plain(text)).collect();
    let screen = guide("pick.txt");
    let recorded: Vec<&str> = screen.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(drawn, recorded);
}

#[test]
fn documents_keep_their_size() {
    for path in documents() {
        let document = read(&path);
        let name = path.display();
        let is_readme = path.ends_with("README.md");
        assert!(!is_readme || document.lines().count() <= 200, "{name} has more than 200 lines");
        for line in document.lines() {
            let columns = line.chars().count();
            let is_table = line.starts_with('|');
            assert!(!is_table || columns <= 300, "{name}: a table line is too long: {line}");
            assert!(!is_readme || is_table || columns <= 120, "{name}: a line is too long: {line}");
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let others = [
        "crates/README.md",
        "crates/DESIGN.md",
        "crates/RULES.md",
        "crates/core/EMBEDDING.md",
        "crates/python/README.md",
        "crates/spark/README.md",
        "crates/js/README.md",
        "crates/cli/packaging/README.md",
        "corpus/README.md",
        "benches/README.md",
        "benches/RECORD.md",
    ];
    for path in documents().into_iter().chain(others.map(|page| root().join(page))) {
        let document = read(&path);
        for link in document.split("](").skip(1) {
            let link = link.split(')').next().unwrap_or_default();
            if link.starts_with("http") || link.contains(|c: char| c == '$' || c.is_whitespace()) {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            assert!(target.exists(), "{}: {link} leads nowhere", path.display());
            if anchor.is_empty() {
                continue;
            }
            let page = read(&target);
            let anchors: Vec<String> = headings(&page).map(slug).collect();
            let is_there = anchors.iter().any(|slug| slug == anchor);
            assert!(is_there, "{}: {link} is not one of {anchors:?}", path.display());
        }
    }
}

fn headings(page: &str) -> impl Iterator<Item = &str> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings.filter_map(|line| line.trim_start_matches('#').strip_prefix(' '))
}

/// The anchor of a heading: lower-case letters, digits and hyphens, with a hyphen for each space.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}
