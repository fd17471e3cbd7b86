//! Helpers that run the program, for all tests of it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::repository::root;

/// Starts the program with `args` in the root of the repository, with piped streams.
pub(crate) fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(args)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test")
}

/// Runs the program with `args` and `stdin` in the root of the repository.
pub(crate) fn urlsift(args: &[&str], stdin: &[u8]) -> Output {
    let mut child = start(args);
    let mut input = child.stdin.take().expect("the stream is piped");
    // A program that fails early does not read its input. The test checks its status instead.
    let _ = input.write_all(stdin);
    drop(input);
    child.wait_with_output().expect("the program ends")
}

/// Returns the bytes of the file `name` of `corpus/archives`.
pub(crate) fn archive(name: &str) -> Vec<u8> {
    fs::read(root().join("corpus/archives").join(name)).expect("the archive is readable")
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}

/// Returns `path` with the separators that the system puts between the names of a path.
pub(crate) fn native(path: &str) -> String {
    path.replace('/', std::path::MAIN_SEPARATOR_STR)
}

/// Returns the error of the system for a missing file, as messages end with it.
pub(crate) fn missing_file() -> String {
    os_error(2)
}

/// Returns the text of the error of the system with this number. Unix has it in English, other systems in the language
/// of the user.
pub(crate) fn os_error(number: i32) -> String {
    io::Error::from_raw_os_error(number).to_string()
}

/// A folder for one test. It is empty at first and removed at the end. Its path and those of its files have slashes on
/// Windows too, where the program prints them as they are given.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let target = env!("CARGO_TARGET_TMPDIR");
        let target = if cfg!(windows) { &target.replace('\\', "/") } else { target };
        let folder = PathBuf::from(format!("{target}/{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the target folder is writable");
        Folder(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = format!("{}/{name}", self.0.display());
        fs::write(&path, bytes).expect("the target folder is writable");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Arguments, standard input, exit status, standard output, standard error.
pub(crate) type ExpectedRun<'t> = (&'t [&'t str], &'t str, i32, &'t str, &'t str);

pub(crate) fn check_runs(table: &[ExpectedRun<'_>]) {
    for (args, stdin, status, stdout, stderr) in table {
        let output = urlsift(args, stdin.as_bytes());
        assert_eq!(text(&output.stdout), *stdout, "{args:?}");
        assert_eq!(text(&output.stderr), *stderr, "{args:?}");
        assert_eq!(output.status.code(), Some(*status), "{args:?}");
    }
}

pub(crate) const KEYS: &[&str] = &[
    "url",
    "form",
    "source",
    "member",
    "member_index",
    "message_offset",
    "message_id",
    "date",
    "date_offset",
    "date_text",
    "groups",
    "list",
    "subject",
    "from_domain",
    "part",
    "part_offset",
    "charset",
    "encoding",
    "element",
    "attribute",
    "base",
    "start",
    "end",
    "quoted",
    "in_signature",
    "copies",
    "offset_in",
    "raw",
    "pieces",
    "readings",
    "doubts",
    "joined",
    "grammars",
    "host",
    "host_kind",
    "notes",
];

/// Returns the keys on the top level of a JSON object, in order.
pub(crate) fn line_keys(line: &str) -> Vec<&str> {
    let mut keys = Vec::new();
    let (mut depth, mut at, bytes) = (0, 0, line.as_bytes());
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b'"' => {
                let start = at + 1;
                at = start;
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if depth == 1 && bytes.get(at + 1) == Some(&b':') {
                    keys.push(&line[start..at]);
                }
            }
            _ => {}
        }
        at += 1;
    }
    keys
}
