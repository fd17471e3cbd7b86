//! The names of inputs: lists of them (`--files-from`), and globs that leave out files below folders.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use globset::{Glob, GlobSet};
use urlsift_archive::internal::WalkEntry;
use urlsift_archive::internal::{InputOrigin, STDIN_PATH};

use crate::args::scan::ScanCommand;
use crate::console::message;

/// Returns all paths that `args` names: those of the command line, then those of `--files-from`, or standard input.
///
/// # Errors
///
/// If the list cannot be read.
pub(crate) fn paths(args: &ScanCommand) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = args.paths.clone();
    if let Some(list) = &args.files_from {
        let is_stdin = list.as_path() == Path::new(STDIN_PATH);
        ensure!(
            !is_stdin || paths.iter().all(|path| path.as_path() != Path::new(STDIN_PATH)),
            "standard input is either a list of names or searched; remove one `-`"
        );
        let mut names = Vec::new();
        let read = if is_stdin {
            message::waiting("scan");
            io::stdin().lock().read_to_end(&mut names).map(drop)
        } else {
            fs::read(list).map(|bytes| names = bytes)
        };
        read.with_context(|| format!("--files-from {}", list.display()))?;
        let before = paths.len();
        paths.extend(listed(&names, args.print0));
        if paths.len() == before {
            message::say(&format!("--files-from {}: no names", list.display()));
        }
    } else if paths.is_empty() {
        paths.push(PathBuf::from(STDIN_PATH));
    }
    Ok(paths)
}

/// Returns the names in `list`. They end with NUL bytes if `is_nul` or if there is one, otherwise with line ends.
fn listed(list: &[u8], is_nul: bool) -> impl Iterator<Item = PathBuf> {
    let end = if is_nul || list.contains(&0) { 0 } else { b'\n' };
    let line = move |name: &'_ [u8]| {
        let name = if end == 0 { name } else { name.strip_suffix(b"\r").unwrap_or(name) };
        name.to_vec()
    };
    let names = list.split(move |&byte| byte == end).map(line).filter(|name| !name.is_empty());
    // A file may have the name that means standard input elsewhere.
    names.map(
        |name| if name == b"-" { PathBuf::from("./-") } else { PathBuf::from(os_string(name)) },
    )
}

/// Returns `name` as the system has it. Unix has names of any bytes.
#[cfg(unix)]
fn os_string(name: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(name)
}

#[cfg(not(unix))]
fn os_string(name: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&name).into_owned().into()
}

/// The globs of `--include` and `--exclude`.
#[derive(Clone, Debug)]
pub(crate) struct NameGlobs {
    include: Option<Globs>,
    exclude: Option<Globs>,
}

/// Globs that are compared with names, and others that are compared with paths.
#[derive(Clone, Debug)]
struct Globs {
    names: GlobSet,
    paths: GlobSet,
}

impl NameGlobs {
    pub(crate) fn new(args: &ScanCommand) -> anyhow::Result<NameGlobs> {
        let include = Globs::new(&args.include).context("--include")?;
        let exclude = Globs::new(&args.exclude).context("--exclude")?;
        Ok(NameGlobs { include, exclude })
    }

    /// Reports whether `entry` is read: any entry but a file below a folder whose name is left out.
    pub(crate) fn accept(&self, entry: &WalkEntry) -> bool {
        match entry {
            WalkEntry::File(input) if input.origin == InputOrigin::Directory => {
                let path = &input.path;
                self.include.as_ref().is_none_or(|globs| globs.have(path))
                    && !self.exclude.as_ref().is_some_and(|globs| globs.have(path))
            }
            _ => true,
        }
    }
}

impl Globs {
    fn new(globs: &[Glob]) -> anyhow::Result<Option<Globs>> {
        let set = |is_path: bool| {
            let mut set = GlobSet::builder();
            for glob in globs.iter().filter(|glob| glob.glob().contains('/') == is_path) {
                set.add(glob.clone());
            }
            set.build()
        };
        Ok(if globs.is_empty() {
            None
        } else {
            Some(Globs { names: set(false)?, paths: set(true)? })
        })
    }

    fn have(&self, path: &Path) -> bool {
        path.file_name().is_some_and(|name| self.names.is_match(name)) || self.paths.is_match(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_a_name_a_line_or_between_nul_bytes() {
        // (list, whether -0 is given, names)
        let table: [(&[u8], bool, &[&str]); 6] = [
            (b"", false, &[]),
            (b"a\nb c\r\n\n-\n", false, &["a", "b c", "./-"]),
            (b"a\nb\0c", false, &["a\nb", "c"]),
            (b"a\nb", true, &["a\nb"]),
            (b"a\r\0\0", false, &["a\r"]),
            (b"last", false, &["last"]),
        ];
        for (list, is_nul, expected) in table {
            let names: Vec<PathBuf> = listed(list, is_nul).collect();
            assert_eq!(names, expected.iter().map(PathBuf::from).collect::<Vec<_>>(), "{list:?}");
        }
    }
}
