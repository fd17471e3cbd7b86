//! Lists the files that paths name, with the metadata of each, on all threads.
//!
//! A listing says which entries are folders, so a file costs one system call, for its metadata. Folders are read level
//! by level, because they may be nested deeper than a thread's stack allows.

use std::ffi::OsString;
use std::fs::{self, FileType, Metadata};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::vec;

use rayon::prelude::*;

use crate::files::content::cause_of;
use crate::files::input::{STDIN_PATH, SkippedEntry, Unopened};
use crate::files::part_file::is_part_file;

pub(crate) enum Unplanned {
    Unopened(Unopened),
    Skipped(SkippedEntry, PathBuf),
}

enum FolderEntry {
    File(PathBuf),
    /// A folder, and its index in the order in which folders are read.
    Folder(PathBuf, usize),
    Other(Unplanned),
}

/// Calls `examine` with the files that `paths` name, on the threads of the current pool, in order.
pub(crate) fn walk<T: Send>(
    paths: &[PathBuf],
    examine: impl Fn(&Path, &Metadata) -> Result<T, String> + Sync,
) -> Vec<Result<T, Unplanned>> {
    let examine = |listed: Result<PathBuf, Unplanned>| {
        let path = listed?;
        let metadata = fs::metadata(&path).map_err(|error| cause_of(&error));
        let examined = metadata.and_then(|it| examine(&path, &it));
        examined.map_err(|cause| Unplanned::Unopened(Unopened { path, cause }))
    };
    list(paths).into_par_iter().map(examine).collect()
}

fn list(paths: &[PathBuf]) -> Vec<Result<PathBuf, Unplanned>> {
    // The paths are the entries of the first level. A link to a folder is followed here alone.
    let root = |path: &PathBuf| {
        if path == Path::new(STDIN_PATH) {
            let cause = "standard input cannot be planned; save it to a file".to_owned();
            FolderEntry::Other(Unplanned::Unopened(Unopened { path: path.clone(), cause }))
        } else if path.is_dir() {
            FolderEntry::Folder(path.clone(), 0)
        } else {
            FolderEntry::File(path.clone())
        }
    };
    let mut level: Vec<Vec<FolderEntry>> = vec![paths.iter().map(root).collect()];
    let mut folders: Vec<Vec<FolderEntry>> = Vec::new();
    while !level.is_empty() {
        // The folders in this level follow those that are read already.
        let first = folders.len() + level.len();
        let mut next = Vec::new();
        for entry in level.iter_mut().flatten() {
            if let FolderEntry::Folder(path, index) = entry {
                *index = first + next.len();
                next.push(mem::take(path));
            }
        }
        folders.append(&mut level);
        level = next.par_iter().map(|folder| read_folder(folder)).collect();
    }
    flatten(folders)
}

/// Returns the files of all `folders`. The first folder contains the others.
fn flatten(mut folders: Vec<Vec<FolderEntry>>) -> Vec<Result<PathBuf, Unplanned>> {
    let mut listed = Vec::new();
    let mut entries_of = |index: usize| -> vec::IntoIter<FolderEntry> {
        folders.get_mut(index).map(mem::take).unwrap_or_default().into_iter()
    };
    let mut open = vec![entries_of(0)];
    while let Some(entries) = open.last_mut() {
        match entries.next() {
            Some(FolderEntry::File(path)) => listed.push(Ok(path)),
            Some(FolderEntry::Other(entry)) => listed.push(Err(entry)),
            Some(FolderEntry::Folder(_, index)) => open.push(entries_of(index)),
            None => drop(open.pop()),
        }
    }
    listed
}

/// Unfinished outputs of runs are left out.
fn read_folder(folder: &Path) -> Vec<FolderEntry> {
    let unread = |error: &io::Error| {
        let unopened = Unopened { path: folder.to_owned(), cause: cause_of(error) };
        FolderEntry::Other(Unplanned::Unopened(unopened))
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return vec![unread(&error)],
    };
    let mut found = Vec::new();
    let mut errors = Vec::new();
    for entry in entries {
        // An entry keeps the folder open, so only name and type are kept.
        match entry.and_then(|entry| Ok((entry.file_type()?, entry.file_name()))) {
            Ok((kind, name)) if kind.is_file() && is_part_file(&name) => {}
            Ok((kind, name)) => found.push((name, kind)),
            Err(error) => errors.push(unread(&error)),
        }
    }
    found.sort_unstable_by(|(name, _), (other, _)| name.cmp(other));
    let entry = |(name, kind): (OsString, FileType)| {
        let path = folder.join(name);
        match kind {
            kind if kind.is_dir() => FolderEntry::Folder(path, 0),
            kind if kind.is_file() => FolderEntry::File(path),
            kind if kind.is_symlink() => {
                FolderEntry::Other(Unplanned::Skipped(SkippedEntry::Link, path))
            }
            _ => FolderEntry::Other(Unplanned::Skipped(SkippedEntry::Special, path)),
        }
    };
    errors.into_iter().chain(found.into_iter().map(entry)).collect()
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;
    use crate::files::input::{self, WalkEntry};

    /// The walk of a scan reads one folder after the other.
    #[test]
    fn the_order_is_that_of_a_scan() {
        let root = env::temp_dir().join(format!("urlsift-walk-{}", process::id()));
        // A name that begins with another name sorts differently as a path.
        for name in ["a/b/c", "a/b.c", "a.b/c", "a/b/d/e/f", "a-b", "b/.x.1.part", "b/c", ".d/e"] {
            let path = root.join(name);
            let parent = path.parent().expect("it is in a folder");
            fs::create_dir_all(parent).and_then(|()| fs::write(&path, name)).expect("it is new");
        }
        fs::create_dir(root.join("empty")).expect("it is new");
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.join("a"), root.join("link")).expect("it is new");
        let paths = [root.join("a-b"), root.clone(), root.join("gone"), root.join("a")];
        let name = |found: Result<PathBuf, Unplanned>| match found {
            Ok(path) | Err(Unplanned::Skipped(_, path)) => path,
            Err(Unplanned::Unopened(unopened)) => unopened.path,
        };
        let path = |entry: WalkEntry| match entry {
            WalkEntry::File(input) => Some(input.path),
            WalkEntry::Unopened(unopened) => Some(unopened.path),
            WalkEntry::Skipped(SkippedEntry::Temporary, _) => None,
            WalkEntry::Skipped(_, path) => Some(path),
        };
        let expected: Vec<PathBuf> = input::walk_entries(&paths).filter_map(path).collect();
        let walked = walk(&paths, |path, metadata| {
            assert_eq!(
                metadata.len(),
                path.strip_prefix(&root).expect("it is below").as_os_str().len() as u64
            );
            Ok(path.to_owned())
        });
        // One path does not exist, and one entry is a link.
        let errors = walked.iter().filter(|it| it.is_err()).count();
        assert_eq!(errors, 1 + usize::from(cfg!(unix)));
        assert_eq!(walked.into_iter().map(name).collect::<Vec<_>>(), expected);
        assert_eq!(expected.len(), 12 + usize::from(cfg!(unix)));
        fs::remove_dir_all(root).expect("it was made");
    }
}
