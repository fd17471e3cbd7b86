//! The native halves of `scan`, `scan_split` and `plan`, whose arguments `urlsift/_scan.py` prepares.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use pyo3::exceptions::{PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use urlsift_archive::Threads;
use urlsift_archive::files::{Content, OpenSource};
use urlsift_archive::internal::PackedFile;
use urlsift_archive::internal::Unopened;
use urlsift_archive::mail::{DamageKind, InputKind};
use urlsift_archive::plan::{Lengths, Planned, Planner};

use crate::options::ScanOptions;
use crate::python_source::PythonSource;
use crate::reader::PyReader;
use crate::run::{Run, SIGNAL_INTERVAL};
use crate::scan_input::ScanInput;
use crate::split::PySplit;

/// Starts the scan of files and folders.
#[pyfunction(name = "_scan_paths")]
pub(crate) fn scan_paths(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyReader> {
    let options = ScanOptions::parse(options)?;
    Run::start(py, options, ScanInput::Paths(paths), None).map(PyReader::new)
}

/// Starts the scan of one input: a path, bytes, or an open file.
#[pyfunction(name = "_scan_one")]
#[pyo3(signature = (content, path, name, range, options))]
pub(crate) fn scan_one(
    content: Option<&Bound<'_, PyAny>>,
    path: PathBuf,
    name: Option<String>,
    range: Option<(u64, u64)>,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyReader> {
    let py = options.py();
    let options = ScanOptions::parse(options)?;
    let mut source = None;
    let content = match content {
        None => Content::Path,
        Some(bytes) if bytes.is_instance_of::<PyBytes>() => {
            Content::Bytes(bytes.extract::<&[u8]>()?.into())
        }
        Some(file) => {
            let file = if range.is_some() {
                PythonSource::seekable(file)
            } else {
                PythonSource::stream(file)
            };
            let file = Arc::new(file);
            source = Some(Arc::clone(&file));
            Content::Source(file)
        }
    };
    let input = match range {
        None => ScanInput::One { path, name, content },
        Some((start, end)) => ScanInput::Range { path, name, content, range: start..end },
    };
    Run::start(py, options, input, source).map(PyReader::new)
}

/// Starts the search of a split, whose files `open` opens if it is given.
#[pyfunction(name = "_search_split")]
#[pyo3(signature = (split, open, options))]
pub(crate) fn search_split(
    py: Python<'_>,
    split: &PySplit,
    open: Option<&Bound<'_, PyAny>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyReader> {
    let options = ScanOptions::parse(options)?;
    let source = open.map(|open| Arc::new(PythonSource::opener(open)));
    let content = match &source {
        Some(source) => Content::Source(Arc::clone(source) as Arc<dyn OpenSource>),
        None => Content::Path,
    };
    let input = ScanInput::Split(Box::new(split.0.clone()), content);
    Run::start(py, options, input, source).map(PyReader::new)
}

/// Returns the splits of files and folders, and the entries that are not planned.
#[pyfunction(name = "_plan_paths")]
pub(crate) fn plan_paths(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    split_bytes: u64,
    pack_bytes: u64,
    probe: bool,
) -> PyResult<PyPlanned> {
    let planner = planner(split_bytes, pack_bytes, probe)?;
    let threads = Threads::start(0)?;
    let (to, mut from) = mpsc::channel();
    // The walk may take long. Its thread goes on after Ctrl-C, and its result is dropped.
    thread::spawn(move || to.send(planner.paths(&paths, &threads)));
    loop {
        let waiting = &mut from;
        match py.detach(move || waiting.recv_timeout(SIGNAL_INTERVAL)) {
            Ok(done) => return splits(py, done),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the walk failed; this is a bug of urlsift"));
            }
        }
    }
}

/// Returns the splits of a listing: names, sizes and modification times.
#[pyfunction(name = "_plan_listing")]
pub(crate) fn plan_listing(
    py: Python<'_>,
    files: Vec<(String, u64, String)>,
    split_bytes: u64,
    pack_bytes: u64,
) -> PyResult<PyPlanned> {
    let planner = planner(split_bytes, pack_bytes, false)?;
    let file = |(path, size, mtime): (String, u64, String)| {
        PackedFile::listed(&path, size, &mtime)
            .map_err(|error| Unopened { path: PathBuf::from(path), cause: error.to_string() })
    };
    splits(py, py.detach(|| planner.listing(files.into_iter().map(file))))
}

fn planner(split_bytes: u64, pack_bytes: u64, probe: bool) -> PyResult<Planner> {
    let range = NonZeroU64::new(split_bytes);
    let range = range.ok_or_else(|| PyValueError::new_err("split_bytes must be at least 1"))?;
    let lengths = Lengths { range, pack: pack_bytes };
    Ok(Planner { lengths, input: InputKind::Auto, probe })
}

/// The splits of a plan; and path, kind and reason of each entry that is not planned.
type PyPlanned = (Vec<PySplit>, Vec<(String, &'static str, String)>);

/// Returns the splits and the other entries, and warns of files that are not planned.
fn splits(py: Python<'_>, planned: Planned) -> PyResult<PyPlanned> {
    let mut others = Vec::new();
    for Unopened { path, cause } in planned.unplanned {
        let path = path.display().to_string();
        let message = format!("not planned: {path}: {cause}").replace('\0', "\\0");
        let message = std::ffi::CString::new(message).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
        others.push((path, DamageKind::NotOpened.name(), cause));
    }
    for (entry, path) in planned.skipped {
        let path = path.display().to_string();
        others.push((path, DamageKind::Skipped.name(), entry.reason().to_owned()));
    }
    Ok((planned.lines.into_iter().map(PySplit).collect(), others))
}
