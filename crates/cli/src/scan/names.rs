//! The names of inputs: lists of them (`--files-from`), globs that leave out files below folders, and the name of
//! standard input.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use globset::{Glob, GlobSet};
use urlsift_archive::files::InputFile;
use urlsift_archive::internal::{InputOrigin, STDIN_PATH, WalkEntry, walk_entries};
use urlsift_archive::item::Name;

use crate::args::scan::ScanCommand;
use crate::console::message;
use crate::protected_paths::stdout_file;

/// Returns all paths that `args` names: those of the command line, then those of `--files-from`, or standard input.
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

/// Returns the entries that `paths` name, in order, except those that the options of `args` leave out.
pub(crate) fn walk<'p>(
    args: &ScanCommand,
    paths: &'p [PathBuf],
) -> anyhow::Result<impl Iterator<Item = WalkEntry> + use<'p>> {
    let name = args.name.as_ref().map(|name| Name::new(name, None));
    let include = set(&args.include).context("--include")?;
    let exclude = set(&args.exclude).context("--exclude")?;
    let is_named = move |path: &Path| {
        (include.is_empty() || include.is_match(path)) && !exclude.is_match(path)
    };
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
        WalkEntry::File(input) => input.origin != InputOrigin::Directory || is_named(&input.path),
        _ => true,
    };
    Ok(walk_entries(paths).filter(is_read).map(move |entry| match entry {
        WalkEntry::File(input) if input.path.as_os_str() == STDIN_PATH => {
            WalkEntry::File(InputFile { name: name.clone(), ..input })
        }
        entry => entry,
    }))
}

fn set(globs: &[Glob]) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSet::builder();
    for glob in globs {
        set.add(glob.clone());
    }
    set.build()
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
