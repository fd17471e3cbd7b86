//! Standard input: its name in rows, and its content if two passes read it.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::console::message;
use crate::protected_paths::stdout_file;
use crate::scan::names::NameGlobs;
use anyhow::Context;
use urlsift::scan::bulk::Name;
use urlsift::scan::files::{Content, InputFile, InputOrigin, STDIN_PATH, WalkEntry, walk_entries};

/// The limit for standard input that two passes read, in bytes.
const MAX_STDIN_BYTES: usize = 1 << 30;

/// How standard input is read, if the paths name it, and which files are left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stdin {
    /// The name in rows, if it is not `-`.
    pub(crate) name: Option<Name>,
    /// The content, if it was read before.
    pub(crate) content: Content,
    /// The globs that leave out files below folders.
    pub(crate) globs: Option<NameGlobs>,
}

impl Stdin {
    /// Reports whether `paths` name standard input.
    pub(crate) fn is_in(paths: &[PathBuf]) -> bool {
        paths.iter().any(|path| path.as_path() == Path::new(STDIN_PATH))
    }

    /// Returns the entries that `paths` name, in order, with standard input as this.
    pub(crate) fn walk<'p>(
        &self,
        paths: &'p [PathBuf],
    ) -> impl Iterator<Item = WalkEntry> + use<'p> {
        let stdin = self.clone();
        let globs = self.globs.clone();
        let is_named = move |entry: &WalkEntry| globs.as_ref().is_none_or(|it| it.accept(entry));
        // `scan folder > folder/urls` would search its own rows.
        let stdout = stdout_file();
        let is_stdout = move |path: &Path| {
            stdout.as_deref().is_some_and(|stdout| {
                path.file_name() == stdout.file_name()
                    && fs::canonicalize(path).is_ok_and(|path| path == stdout)
            })
        };
        let is_read = move |entry: &WalkEntry| match entry {
            WalkEntry::File(input) if is_stdout(&input.path) => {
                message::say(&format!("{}: skipped: standard output", input.path.display()));
                false
            }
            entry => is_named(entry),
        };
        walk_entries(paths).filter(is_read).map(move |entry| match entry {
            WalkEntry::File(input) if input.path == Path::new(STDIN_PATH) => {
                let Stdin { name, content, .. } = stdin.clone();
                // The second mention of standard input is empty, whether its content is held or not.
                let is_again = input.origin == InputOrigin::StdinAgain;
                let content = if is_again { Content::Path } else { content };
                WalkEntry::File(InputFile { name, content, ..input })
            }
            entry => entry,
        })
    }
}

/// Returns an error if one of `paths` can be read only once, such as a pipe. Standard input is allowed,
/// because [`read_stdin`] holds it in memory.
pub(crate) fn ensure_read_twice(paths: &[PathBuf]) -> anyhow::Result<()> {
    let is_once = |path: &&PathBuf| {
        // A file that does not exist is reported when it is read.
        let is = fs::metadata(path).ok();
        path.as_path() != Path::new(STDIN_PATH)
            && is.is_some_and(|is| !is.is_file() && !is.is_dir())
    };
    match paths.iter().find(is_once) {
        None => Ok(()),
        Some(path) => anyhow::bail!(
            "{}: --second-pass reads its input twice, and this is not a regular file; save it to a file first",
            path.display()
        ),
    }
}

/// Reads standard input for two passes, if `paths` name it.
///
/// # Errors
///
/// If it cannot be read, or is too long.
pub(crate) fn read_stdin(paths: &[PathBuf]) -> anyhow::Result<Content> {
    if Stdin::is_in(paths) {
        read_twice(io::stdin().lock(), MAX_STDIN_BYTES)
    } else {
        Ok(Content::Path)
    }
}

fn read_twice(reader: impl Read, most: usize) -> anyhow::Result<Content> {
    let mut bytes = Vec::new();
    // One byte more than allowed shows that the input is too long.
    reader.take(most as u64 + 1).read_to_end(&mut bytes).context("standard input")?;
    if bytes.len() > most {
        anyhow::bail!(
            "--second-pass: standard input has more than {most} bytes, which are not held in memory; save it \
             to a file and scan that"
        );
    }
    Ok(Content::Bytes(bytes.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_input_that_is_held_for_a_second_pass_is_bounded() {
        let read = |bytes: &[u8]| read_twice(bytes, 5);
        let held = read(b"abcde").expect("it is not too much");
        assert!(matches!(held, Content::Bytes(bytes) if *bytes == *b"abcde"));
        let error = read(b"abcdef").expect_err("it is too much").to_string();
        assert_eq!(
            error,
            "--second-pass: standard input has more than 5 bytes, which are not held in memory; save it to a \
             file and scan that"
        );
    }
}
