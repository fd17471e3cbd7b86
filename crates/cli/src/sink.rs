//! The output of a run: standard output, or the file of `-o`.
//!
//! The file is written under a temporary name in the same folder and renamed at the end, so other programs see the old
//! file or the complete new one. Only a killed run leaves its unfinished file. A run that walks the output's folder
//! must skip such files, or it would read its own rows without end (see [`part_file_names`]).

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use crate::output::Destination;
use anyhow::{Context, bail, ensure};
use urlsift_archive::internal::{ForeignFormat, is_packed, part_file_names};
use urlsift_archive::mail::Container;

use crate::interrupt;
use crate::protected_paths::ProtectedPaths;

const STDOUT_PATH: &str = "-";

#[derive(Debug)]
pub(crate) enum Sink {
    Stdout,
    File(PendingFile),
}

/// An output file that is not yet renamed to its final name.
#[derive(Debug)]
pub(crate) struct PendingFile {
    name: PathBuf,
    /// The final path, with symbolic links resolved.
    target: PathBuf,
    path: PathBuf,
    /// The open file; `None` after the rename.
    file: Option<BufWriter<File>>,
}

impl Sink {
    /// Opens the output that `output` names, or standard output if it is `None` or `-`. A protected file, and one that
    /// is not a regular file, is an error.
    pub(crate) fn open(output: Option<&Path>, protected: &ProtectedPaths) -> anyhow::Result<Sink> {
        let Some(name) = file(output) else {
            protected.ensure_not_stdout()?;
            return Ok(Sink::Stdout);
        };
        PendingFile::create(name, protected)
            .map(Sink::File)
            .with_context(|| cannot_be_written(name))
    }

    pub(crate) fn destination(&self) -> Destination {
        match self {
            Sink::Stdout if io::stdout().is_terminal() => Destination::Terminal,
            _ => Destination::Program,
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Sink::Stdout => io::stdout().write_all(bytes).context("standard output"),
            Sink::File(pending) => {
                let file = pending.file.as_mut().expect("it is renamed at the end alone");
                file.write_all(bytes).with_context(|| pending.name.display().to_string())
            }
        }
    }

    /// Returns a second writer to the same output, for a library that takes ownership of its writer. While it is in
    /// use, nothing may be written with [`Sink::write`].
    #[cfg(feature = "arrow")]
    pub(crate) fn writer(&self) -> anyhow::Result<Box<dyn Write + Send>> {
        Ok(match self {
            Sink::Stdout => Box::new(io::stdout()),
            Sink::File(pending) => {
                let file = pending.file.as_ref().expect("it is renamed at the end alone");
                Box::new(file.get_ref().try_clone().with_context(|| self.name())?)
            }
        })
    }

    #[cfg(feature = "arrow")]
    pub(crate) fn name(&self) -> String {
        match self {
            Sink::Stdout => "standard output".to_owned(),
            Sink::File(pending) => pending.name.display().to_string(),
        }
    }

    /// Flushes standard output, so that the reader of a pipe does not wait for the next batch.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        match self {
            Sink::Stdout => io::stdout().flush().context("standard output"),
            Sink::File(_) => Ok(()),
        }
    }

    /// Flushes the output and gives the file its final name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        match self {
            Sink::Stdout => Ok(()),
            Sink::File(pending) => {
                let name = pending.name.display().to_string();
                pending.rename().context(name)
            }
        }
    }
}

/// Returns the file that `output` names, or `None` for standard output.
pub(crate) fn file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|name| *name != Path::new(STDOUT_PATH))
}

/// Reports whether `name` and `other` lead to the same file, which need not exist.
pub(crate) fn is_same_file(name: &Path, other: &Path) -> bool {
    let path = |name| Target::of(name, &ProtectedPaths::default()).map(|target| target.path);
    name == other
        || path(name).is_ok_and(|path_of_name| path(other).is_ok_and(|it| it == path_of_name))
}

fn cannot_be_written(name: &Path) -> String {
    format!("{} cannot be written", name.display())
}

struct Target {
    /// With symbolic links resolved.
    path: PathBuf,
    existing: Option<Metadata>,
}

/// The symbolic links that are followed to a file that does not exist. Linux follows as many.
const MAX_LINKS: usize = 40;

impl Target {
    fn of(name: &Path, protected: &ProtectedPaths) -> anyhow::Result<Target> {
        let is_there = fs::metadata(name).ok();
        // A rename would replace a device by a file. Opening a pipe would wait until another program reads it.
        if is_there.as_ref().is_some_and(|it| !it.is_file()) {
            bail!("not a regular file");
        }
        let is_open = is_there.as_ref().is_some_and(is_open);
        ensure!(!is_open, "this program has it open, as standard output or another stream");
        let path = if is_there.is_some() {
            let path = fs::canonicalize(name)?;
            protected.ensure_unprotected(&path)?;
            ensure_no_mail(&path)?;
            path
        } else {
            new_path(name)?
        };
        Ok(Target { path, existing: is_there })
    }
}

/// Reports whether the program has a file open since its start, as `> FILE` and `/dev/stdout` do. Other programs that
/// have it open would write on into the old file.
#[cfg(unix)]
fn is_open(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |file: &Metadata| (file.dev(), file.ino());
    let opened = (0..10).filter_map(|number| fs::metadata(format!("/dev/fd/{number}")).ok());
    opened.into_iter().any(|opened| id(&opened) == id(file))
}

#[cfg(not(unix))]
fn is_open(_: &Metadata) -> bool {
    false
}

/// Returns an error if the file at `path` is mail, or may hold some. In `scan -o mbox` somebody took `-o` for an option
/// without a value, as `grep` has it, and the mailbox would be lost.
fn ensure_no_mail(path: &Path) -> anyhow::Result<()> {
    let mut head = Vec::new();
    File::open(path)?.take(Container::DETECTION_BYTES as u64).read_to_end(&mut head)?;
    match Container::of(&head) {
        Container::Text | Container::Binary
            if !is_packed(&head) && ForeignFormat::of(&head).is_none() =>
        {
            Ok(())
        }
        _ => {
            bail!("it exists and is mail or compressed, and would be replaced; choose another name")
        }
    }
}

/// Returns the canonical path of `name`, which does not exist, or to which it leads as a symbolic link.
fn new_path(name: &Path) -> anyhow::Result<PathBuf> {
    let mut path = name.to_owned();
    for _ in 0..MAX_LINKS {
        // A file that does not exist has no canonical path, but its folder has.
        let file = path.file_name().context("not the name of a file")?;
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        path = fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(file);
        match fs::read_link(&path) {
            // `join` takes an absolute link as it is.
            Ok(link) => path = path.with_file_name("").join(link),
            Err(_) => return Ok(path),
        }
    }
    bail!("too many symbolic links")
}

impl PendingFile {
    fn create(name: &Path, protected: &ProtectedPaths) -> anyhow::Result<PendingFile> {
        let Target { path: target, existing } = Target::of(name, protected)?;
        let (path, file) = PendingFile::create_part(&target)?;
        let file = Some(BufWriter::with_capacity(1 << 16, file));
        let pending = PendingFile { name: name.to_owned(), target, path, file };
        if let Some(existing) = existing {
            // The order matters: a change of the owner may clear bits of the permissions.
            keep_owner(&pending.path, &existing);
            fs::set_permissions(&pending.path, existing.permissions())?;
        }
        Ok(pending)
    }

    /// Creates the temporary file for `target`, under the first name that is free.
    fn create_part(target: &Path) -> anyhow::Result<(PathBuf, File)> {
        let mut taken = None;
        for name in part_file_names(target.file_name().context("not the name of a file")?) {
            let path = target.with_file_name(name);
            interrupt::add_file(&path);
            let created = OpenOptions::new().write(true).create_new(true).open(&path);
            if created.is_err() {
                interrupt::forget_file(&path);
            }
            match created {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = Some(path),
                Err(error) => {
                    let message = format!("cannot create the temporary file {}", path.display());
                    return Err(error).context(message);
                }
            }
        }
        let last = taken.unwrap_or_default();
        bail!("too many temporary files of killed runs, such as {}; delete them", last.display())
    }

    fn rename(mut self) -> io::Result<()> {
        let mut file = self.file.take().expect("it is renamed once");
        let done = file
            .flush()
            // Without the sync, the renamed file may be empty after a power failure.
            .and_then(|()| file.get_ref().sync_all())
            .and_then(|()| fs::rename(&self.path, &self.target));
        if done.is_err() {
            // `drop` removes the temporary file if there is a handle.
            self.file = Some(file);
        } else {
            interrupt::forget_file(&self.path);
        }
        done
    }
}

/// Gives the file at `path` the owner and the group of `existing`, which it will replace.
#[cfg(unix)]
fn keep_owner(path: &Path, existing: &Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let (user, group) = (existing.uid(), existing.gid());
    let is_kept = |it: &Metadata| (it.uid(), it.gid()) == (user, group);
    if fs::metadata(path).is_ok_and(|it| !is_kept(&it))
        && chown(path, Some(user), Some(group)).is_err()
    {
        // Only root may give a file away. Others may at least keep a group in which they are.
        let _ = chown(path, None, Some(group));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &Metadata) {}

impl Drop for PendingFile {
    fn drop(&mut self) {
        if self.file.is_some() {
            // The error is already reported. If this fails too, the file's name shows that it is unfinished.
            let _ = fs::remove_file(&self.path);
            interrupt::forget_file(&self.path);
        }
    }
}
