//! Helpers that run the program, for all tests of it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

use crate::repository::root;

/// Starts the program with `args` in the root of the repository, with piped streams.
pub(crate) fn start(args: &[&str]) -> Child {
    start_in(root(), args)
}

fn start_in(folder: &Path, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_urlsift"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test")
}

/// Runs the program with `args` and `stdin` in the root of the repository.
pub(crate) fn urlsift(args: &[&str], stdin: &[u8]) -> Output {
    urlsift_in(root(), args, stdin)
}

/// Runs the program with `args` and `stdin` in `folder`.
pub(crate) fn urlsift_in(folder: &Path, args: &[&str], stdin: &[u8]) -> Output {
    let mut child = start_in(folder, args);
    let mut input = child.stdin.take().expect("the stream is piped");
    // A program that fails early does not read its input. The test checks its status instead.
    let _ = input.write_all(stdin);
    drop(input);
    child.wait_with_output().expect("the program ends")
}

/// Runs the program with `args` in the root of the repository. Its standard output is `stdout`.
#[cfg(target_os = "linux")]
pub(crate) fn urlsift_to(stdout: impl Into<Stdio>, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlsift"));
    let output =
        command.args(args).current_dir(root()).stdin(Stdio::null()).stdout(stdout).output();
    output.expect("the program was built for this test")
}

/// Returns the bytes of the file `name` of `corpus/archives`.
pub(crate) fn archive(name: &str) -> Vec<u8> {
    fs::read(root().join("corpus/archives").join(name)).expect("the archive is readable")
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}

/// Returns the exit status, the output and the messages of a run.
pub(crate) fn seen(output: &Output) -> (Option<i32>, &str, &str) {
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Returns the objects on the lines of `output`.
pub(crate) fn objects(output: &[u8]) -> Vec<Value> {
    let object = |line| serde_json::from_str(line).expect("each line is an object");
    text(output).lines().map(object).collect()
}

/// Returns the rows of `urlsift scan` with `args`.
pub(crate) fn scanned(args: &[&str], stdin: &[u8]) -> Vec<Value> {
    objects(&urlsift(&[&["scan", "--format", "jsonl"], args].concat(), stdin).stdout)
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
}

pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let level = flate2::Compression::default();
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
}

/// Makes a tar of names and contents. A name that ends in a slash is a directory.
pub(crate) fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        if name.ends_with('/') {
            header.set_entry_type(tar::EntryType::Directory);
        }
        tar.append_data(&mut header, name, *bytes).expect("memory takes everything");
    }
    tar.into_inner().expect("memory takes everything")
}

/// Returns a member of a zip without its entry in the directory.
pub(crate) fn zip_member(name: &str, content: &[u8], is_deflated: bool) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    let data = if is_deflated { deflate(content) } else { content.to_vec() };
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("it is short").to_le_bytes();
    let method = [if is_deflated { 8 } else { 0 }, 0];
    let before = [&b"PK\x03\x04\x14\0\0\0"[..], &method, &[0; 4]].concat();
    let sizes = [crc.sum().to_le_bytes(), length(&data), length(content)].concat();
    let name = name.as_bytes();
    [&before[..], &sizes, &length(name)[..2], &[0, 0], name, &data].concat()
}

/// Makes a zip of names and contents, whose directory has no entries.
pub(crate) fn zip(members: &[(&str, &[u8])], is_deflated: bool) -> Vec<u8> {
    let member = |(name, content): &(&str, &[u8])| zip_member(name, content, is_deflated);
    let end = *b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    members.iter().flat_map(member).chain(end).collect()
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
        assert_eq!(seen(&output), (Some(*status), *stdout, *stderr), "{args:?}");
    }
}

/// The fields of a row, in order.
pub(crate) static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "url form source member member_index message_offset message_id date date_offset date_text groups list subject \
     from_domain part part_offset charset encoding element attribute base start end quoted in_signature copies \
     offset_in raw pieces readings doubts joined grammars host host_kind notes"
        .split(' ')
        .collect()
});

/// Reports whether a line is an object with these keys, in order.
pub(crate) fn has_keys(line: &str, keys: &[&str]) -> bool {
    let places: Vec<_> = keys.iter().map(|key| line.find(&format!("\"{key}\":"))).collect();
    let count = objects(line.as_bytes())[0].as_object().map(serde_json::Map::len);
    places.is_sorted() && !places.contains(&None) && count == Some(keys.len())
}
