//! Files of the repository and beside it, for the tests of the library and of the program.
//!
//! The data beside the repository is in `../shared`. Tests that need it print that they are skipped without it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

/// Returns the folder of the repository.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("packages are two folders below the root")
}

/// Returns the path of `name` in `../shared`. If there is no such file, reports that the test is skipped.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(name);
    if !path.exists() {
        report_skipped(&format!("../shared/{name} is missing"));
        return None;
    }
    Some(path)
}

/// Prints that the current test, or a part of it, is skipped.
///
/// Cargo hides what a passing test prints with `eprintln!`, so this writes to standard error directly.
pub(crate) fn report_skipped(reason: &str) {
    // libtest names the thread of a test after the test.
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = writeln!(io::stderr(), "skipped: {test}: {reason}");
}

/// Returns the files in `folder`, in order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let mut files: Vec<_> =
        entries.map(|entry| entry.expect("the file is readable").path()).collect();
    files.sort();
    files
}
