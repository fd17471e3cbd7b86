//! The output of a run: standard output, or the file of `-o`.
//!
//! The file is written under a temporary name in the same folder and renamed at the end. Other programs see
//! the old file or the complete new one. A run that fails removes its unfinished file; only a killed run
//! leaves it. A run that walks the output's folder must skip unfinished files, or it would read its own rows
//! without end (see [`part_file`]).

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use urlsift::output::Destination;

use crate::read::part_file;
use crate::scan::protected_paths::ProtectedPaths;

/// The value of `-o` that means standard output.
const STDOUT_PATH: &str = "-";

/// The output of a run.
#[derive(Debug)]
pub(crate) enum Sink {
    Stdout,
    File(PendingFile),
}

/// An output file that is not yet renamed to its final name.
#[derive(Debug)]
pub(crate) struct PendingFile {
    /// The path as the user gave it, for messages.
    name: PathBuf,
    /// The final path, with symbolic links resolved.
    target: PathBuf,
    /// The temporary path.
    path: PathBuf,
    /// The open file; `None` after the rename.
    file: Option<BufWriter<File>>,
}

impl Sink {
    /// Opens the output that `output` names, or standard output if it is `None` or `-`.
    ///
    /// # Errors
    ///
    /// If the file is protected, exists and is not a regular file, or cannot be created.
    pub(crate) fn open(output: Option<&Path>, protected: &ProtectedPaths) -> anyhow::Result<Sink> {
        let Some(name) = file(output) else { return Ok(Sink::Stdout) };
        PendingFile::create(name, protected)
            .map(Sink::File)
            .with_context(|| cannot_be_written(name))
    }

    /// Makes the checks of [`Sink::open`] without creating a file.
    pub(crate) fn check(output: Option<&Path>, protected: &ProtectedPaths) -> anyhow::Result<()> {
        let Some(name) = file(output) else { return Ok(()) };
        Target::of(name, protected).map(|_| ()).with_context(|| cannot_be_written(name))
    }

    /// Returns the kind of reader the output has: a terminal, or a program.
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

    /// Returns a second writer to the same output, for a library that takes ownership of its writer.
    ///
    /// While it is in use, nothing may be written with [`Sink::write`].
    ///
    /// # Errors
    ///
    /// If the system gives no second handle to the file.
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

    /// Returns the name of the output for messages.
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
fn file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|name| *name != Path::new(STDOUT_PATH))
}

fn cannot_be_written(name: &Path) -> String {
    format!("{} cannot be written", name.display())
}

/// The final place of an output file.
struct Target {
    /// With symbolic links resolved.
    path: PathBuf,
    /// The permissions of the existing file, if there is one.
    permissions: Option<Permissions>,
}

impl Target {
    fn of(name: &Path, protected: &ProtectedPaths) -> anyhow::Result<Target> {
        let is_there = fs::metadata(name).ok();
        // A rename would replace a device by a file. Opening a pipe would wait until another program reads
        // it.
        if is_there.as_ref().is_some_and(|it| !it.is_file()) {
            bail!("not a regular file; leave out -o to write to standard output");
        }
        let path = if is_there.is_some() {
            let path = fs::canonicalize(name)?;
            protected.ensure_unprotected(&path)?;
            path
        } else {
            // A file that does not exist has no canonical path, but its folder has.
            let file = name.file_name().context("not the name of a file")?;
            let folder = name.parent().filter(|it| !it.as_os_str().is_empty());
            fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(file)
        };
        Ok(Target { path, permissions: is_there.map(|it| it.permissions()) })
    }
}

impl PendingFile {
    fn create(name: &Path, protected: &ProtectedPaths) -> anyhow::Result<PendingFile> {
        let Target { path: target, permissions } = Target::of(name, protected)?;
        let path = target
            .with_file_name(part_file::name(target.file_name().context("not the name of a file")?));
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        let file = Some(BufWriter::with_capacity(1 << 16, file));
        let pending = PendingFile { name: name.to_owned(), target, path, file };
        if let Some(permissions) = permissions {
            fs::set_permissions(&pending.path, permissions)?;
        }
        Ok(pending)
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
        }
        done
    }
}

impl Drop for PendingFile {
    fn drop(&mut self) {
        if self.file.is_some() {
            // The error is already reported. If this fails too, the file's name shows that it is unfinished.
            let _ = fs::remove_file(&self.path);
        }
    }
}
