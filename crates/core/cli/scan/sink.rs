//! Where rows go: standard output, or the file of `-o`.
//!
//! The file is written pending, under a name of its own, and renamed when it is whole: whoever looks sees
//! the old file or the new one, never half of one. What is written pending is taken away where the run
//! fails; only a run that is killed leaves it. The trap is a run over a folder that has the output in
//! it: what is written pending must not be read, or it would never end (see [`part_file`]).

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use urlsift::output::Destination;

use crate::read::part_file;
use crate::scan::protected_paths::ProtectedPaths;

/// The path that means standard output.
const STDOUT_PATH: &str = "-";

/// Where rows go.
#[derive(Debug)]
pub(crate) enum Sink {
    Stdout,
    File(PendingFile),
}

/// A file that is written pending the one it will be.
#[derive(Debug)]
pub(crate) struct PendingFile {
    /// The path as it was given, for messages.
    name: PathBuf,
    /// What it will be, with links followed.
    target: PathBuf,
    /// What is written.
    path: PathBuf,
    /// `None` when it is renamed.
    file: Option<BufWriter<File>>,
}

impl Sink {
    /// The sink that `output` names, standard output where it names none.
    ///
    /// # Errors
    ///
    /// If the file is `protected`, is something else than a file, or cannot be written.
    pub(crate) fn open(output: Option<&Path>, protected: &ProtectedPaths) -> anyhow::Result<Sink> {
        let Some(name) = file(output) else { return Ok(Sink::Stdout) };
        PendingFile::create(name, protected)
            .map(Sink::File)
            .with_context(|| cannot_be_written(name))
    }

    /// What [`Sink::open`] says of `output`, before anything is written.
    pub(crate) fn check(output: Option<&Path>, protected: &ProtectedPaths) -> anyhow::Result<()> {
        let Some(name) = file(output) else { return Ok(()) };
        Target::of(name, protected).map(|_| ()).with_context(|| cannot_be_written(name))
    }

    /// Who reads what is written.
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

    /// What else writes there: to where [`Sink::write`] does, which is then left alone until
    /// [`Sink::finish`]. A table is written by a library that wants a writer of its own.
    ///
    /// # Errors
    ///
    /// If the system gives no second handle.
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

    /// What messages call it.
    #[cfg(feature = "arrow")]
    pub(crate) fn name(&self) -> String {
        match self {
            Sink::Stdout => "standard output".to_owned(),
            Sink::File(pending) => pending.name.display().to_string(),
        }
    }

    /// Has what was written seen: who reads a pipe need not wait for the next batch.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        match self {
            Sink::Stdout => io::stdout().flush().context("standard output"),
            Sink::File(_) => Ok(()),
        }
    }

    /// Everything is written: the file takes its place.
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

/// The file that `output` names, `None` for standard output.
fn file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|name| *name != Path::new(STDOUT_PATH))
}

fn cannot_be_written(name: &Path) -> String {
    format!("{} cannot be written", name.display())
}

/// What a file will be.
struct Target {
    /// With links followed.
    path: PathBuf,
    /// Those of what stands there.
    permissions: Option<Permissions>,
}

impl Target {
    fn of(name: &Path, protected: &ProtectedPaths) -> anyhow::Result<Target> {
        let is_there = fs::metadata(name).ok();
        // A device would be replaced by a file, and a pipe's reader would wait for ever.
        if is_there.as_ref().is_some_and(|it| !it.is_file()) {
            bail!("it is not a regular file");
        }
        let path = if is_there.is_some() {
            let path = fs::canonicalize(name)?;
            protected.ensure_unprotected(&path)?;
            path
        } else {
            let file = name.file_name().context("it names no file")?;
            let folder = name.parent().filter(|it| !it.as_os_str().is_empty());
            fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(file)
        };
        Ok(Target { path, permissions: is_there.map(|it| it.permissions()) })
    }
}

impl PendingFile {
    fn create(name: &Path, protected: &ProtectedPaths) -> anyhow::Result<PendingFile> {
        let Target { path: target, permissions } = Target::of(name, protected)?;
        let path =
            target.with_file_name(part_file::name(target.file_name().context("it names no file")?));
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
            // What is renamed before it is on the disk may be empty after a power cut.
            .and_then(|()| file.get_ref().sync_all())
            .and_then(|()| fs::rename(&self.path, &self.target));
        if done.is_err() {
            self.file = Some(file);
        }
        done
    }
}

impl Drop for PendingFile {
    fn drop(&mut self) {
        if self.file.is_some() {
            // The run has failed and has said why; what is left over is told by its name.
            let _ = fs::remove_file(&self.path);
        }
    }
}
