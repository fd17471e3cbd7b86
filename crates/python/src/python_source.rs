//! Files of Python as sources: an open binary file, or a function that opens objects by their names.

use std::fmt;
use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyStopIteration, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use urlsift_archive::files::OpenSource;

/// The bytes that a file is asked for at a time.
const READ_BYTES: usize = 1 << 18;

/// Whether the interpreter ends. Threads that want its lock then would be killed, and with them the process.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// The number of calls of [`attach`] that are running.
static ATTACHED: AtomicUsize = AtomicUsize::new(0);

/// How long the end of the interpreter waits for a file that is being read.
const MAX_WAIT_AT_END: Duration = Duration::from_secs(2);

/// Runs `work` with the lock of the interpreter. Returns `None` if the interpreter ends.
fn attach<T>(work: impl FnOnce(Python<'_>) -> T) -> Option<T> {
    // The order matters: `end` sets the flag first and then reads the count.
    ATTACHED.fetch_add(1, Ordering::SeqCst);
    let done = if IS_ENDING.load(Ordering::SeqCst) { None } else { Python::try_attach(work) };
    ATTACHED.fetch_sub(1, Ordering::SeqCst);
    done
}

/// Waits until no thread of a scan uses the interpreter, and keeps them from it. Called at its end.
#[pyfunction(name = "_end")]
pub(crate) fn end(py: Python<'_>) {
    IS_ENDING.store(true, Ordering::SeqCst);
    py.detach(|| {
        let start = Instant::now();
        while ATTACHED.load(Ordering::SeqCst) > 0 && start.elapsed() < MAX_WAIT_AT_END {
            thread::sleep(Duration::from_millis(1));
        }
    });
}

/// Where files come from.
enum Origin {
    /// An open file, which is read from its position on.
    Stream(Py<PyAny>),
    /// An open file with a position that can be set.
    Seekable(Py<PyAny>),
    /// A function that takes a name and returns a seekable file.
    Opener(Py<PyAny>),
}

/// The files of Python that a search reads.
pub(crate) struct PythonSource {
    origin: Origin,
    /// A file that was opened and is not being read. A range of a file is opened three times: for its length, for its
    /// first bytes, and at its start. Files in stores are slow to open.
    idle: Mutex<Option<(String, Py<PyAny>)>>,
    /// The first exception that a file raised, with the name of the file.
    raised: Mutex<Option<(String, PyErr)>>,
    /// Held from setting the position of an open file to reading from there: several threads may read from it.
    position: Mutex<()>,
}

impl PythonSource {
    fn new(origin: Origin) -> PythonSource {
        PythonSource {
            origin,
            idle: Mutex::new(None),
            raised: Mutex::new(None),
            position: Mutex::new(()),
        }
    }

    /// Returns the source for an open file, which is read from its position on.
    pub(crate) fn stream(file: &Bound<'_, PyAny>) -> PythonSource {
        PythonSource::new(Origin::Stream(file.clone().unbind()))
    }

    /// Returns the source for an open file, which is read from any offset.
    pub(crate) fn seekable(file: &Bound<'_, PyAny>) -> PythonSource {
        PythonSource::new(Origin::Seekable(file.clone().unbind()))
    }

    /// Returns the sources that the function `open` opens by their names.
    pub(crate) fn opener(open: &Bound<'_, PyAny>) -> PythonSource {
        PythonSource::new(Origin::Opener(open.clone().unbind()))
    }

    /// Takes the first exception that a file raised, and the name of the file, if one did.
    pub(crate) fn take_raised(&self) -> Option<(String, PyErr)> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Runs `work` on the file `name` with the lock of the interpreter. An exception becomes an error with its text, and
    /// is kept.
    fn attach<T>(&self, name: &str, work: impl FnOnce(Python<'_>) -> PyResult<T>) -> io::Result<T> {
        let done = attach(|py| {
            work(py).map_err(|error| {
                // It would end the loop over the rows in silence, as in a generator (PEP 479).
                let error = if error.is_instance_of::<PyStopIteration>(py) {
                    let new = PyRuntimeError::new_err("a file raised StopIteration");
                    new.set_cause(py, Some(error));
                    new
                } else {
                    error
                };
                let text = io::Error::other(error.value(py).to_string());
                let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
                raised.get_or_insert_with(|| (name.to_owned(), error));
                text
            })
        });
        done.unwrap_or_else(|| Err(io::Error::other("the interpreter has ended")))
    }

    /// Returns the file `name`, open at any position.
    fn file<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match &self.origin {
            Origin::Stream(file) | Origin::Seekable(file) => Ok(file.bind(py).clone()),
            Origin::Opener(open) => {
                let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((_, file)) = idle.take_if(|(idle, _)| idle == name) {
                    return Ok(file.into_bound(py));
                }
                drop(idle);
                open.bind(py).call1((name,))
            }
        }
    }

    /// Keeps the file `name` open for its next use, and closes the one that was kept before.
    fn keep(&self, py: Python<'_>, name: &str, file: Bound<'_, PyAny>) {
        if matches!(self.origin, Origin::Opener(_)) {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let before = idle.replace((name.to_owned(), file.unbind()));
            drop(idle);
            close(py, before);
        }
    }
}

/// Closes a file. It was read to its end, or reading it failed, so an error says nothing new.
fn close(py: Python<'_>, file: Option<(String, Py<PyAny>)>) {
    if let Some((_, file)) = file {
        let _ = file.bind(py).call_method0(intern!(py, "close"));
    }
}

/// Returns the bytes of `file` from `at` on, `count` at most, or from its position.
fn read<'py>(
    file: &Bound<'py, PyAny>,
    at: Option<u64>,
    count: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = file.py();
    if let Some(at) = at {
        file.call_method1(intern!(py, "seek"), (at,))?;
    }
    let read = file.call_method1(intern!(py, "read"), (count,))?;
    if read.is_none() {
        return Err(PyOSError::new_err("the file has no bytes ready, and does not wait"));
    }
    read.cast_into::<PyBytes>().map_err(|error| {
        let class = error.into_inner().get_type();
        PyTypeError::new_err(format!("read() returned {class}, not bytes"))
    })
}

/// Reads on after `file` returned no bytes at the offset `at`, or at its position. The body of an object may break off
/// without an exception, so the end is compared with the length. A file that is read from its
/// position may have none: its first end is taken.
///
/// # Errors
///
/// If bytes are missing still.
fn read_at_end<'py>(
    file: &Bound<'py, PyAny>,
    at: Option<u64>,
    count: usize,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let py = file.py();
    let is_seekable = || file.call_method0(intern!(py, "seekable"))?.is_truthy();
    let position_and_length = || -> PyResult<(u64, u64)> {
        let at = file.call_method0(intern!(py, "tell"))?.extract()?;
        Ok((at, length(file)?))
    };
    let (at, length) = match at {
        Some(at) => (at, length(file)?),
        None if is_seekable().unwrap_or(false) => {
            match position_and_length() {
                Ok(asked) => asked,
                // A stream of fsspec says that it is seekable, and is not. The class of `io.UnsupportedOperation` is
                // one of these. An error of the store is another `OSError`.
                Err(error) if error.is_instance_of::<PyValueError>(py) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        None => return Ok(None),
    };
    if at >= length {
        return Ok(None);
    }
    // A file may have grown meanwhile.
    let bytes = read(file, Some(at), count)?;
    if bytes.as_bytes().is_empty() {
        let message = format!("the file ended at byte {at}, and has {length} bytes");
        return Err(PyOSError::new_err(message));
    }
    Ok(Some(bytes))
}

/// Returns the length of `file` in bytes. A file of fsspec knows it; others are asked for their end.
fn length(file: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = file.py();
    if let Ok(size) = file.getattr(intern!(py, "size"))
        && let Ok(size) = size.extract()
    {
        return Ok(size);
    }
    file.call_method1(intern!(py, "seek"), (0, 2))?;
    file.call_method0(intern!(py, "tell"))?.extract()
}

impl OpenSource for PythonSource {
    fn open(&self, name: &str, at: u64) -> io::Result<Box<dyn Read + '_>> {
        let file = self.attach(name, |py| self.file(py, name).map(Bound::unbind))?;
        let at = (!matches!(self.origin, Origin::Stream(_))).then_some(at);
        let reader = PythonReader { source: self, name: name.to_owned(), file: Some(file), at };
        Ok(Box::new(BufReader::with_capacity(READ_BYTES, reader)))
    }

    fn length(&self, name: &str) -> io::Result<Option<u64>> {
        if matches!(self.origin, Origin::Stream(_)) {
            return Ok(None);
        }
        self.attach(name, |py| {
            let file = self.file(py, name)?;
            let length = length(&file)?;
            self.keep(py, name, file);
            Ok(Some(length))
        })
    }
}

impl Drop for PythonSource {
    fn drop(&mut self) {
        let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        // At the end of the interpreter the file is closed with it.
        attach(|py| close(py, idle));
    }
}

impl fmt::Debug for PythonSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PythonSource").finish_non_exhaustive()
    }
}

/// An open file that is being read.
struct PythonReader<'s> {
    source: &'s PythonSource,
    name: String,
    /// `None` after the reader was dropped.
    file: Option<Py<PyAny>>,
    /// The offset of the next byte; `None` for a file that is read on from its position.
    at: Option<u64>,
}

impl Read for PythonReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Some(file) = &self.file else { return Ok(0) };
        let (source, at) = (self.source, &mut self.at);
        source.attach(&self.name, |py| {
            // Waits without the lock of the interpreter, which the thread that reads may need.
            let is_shared = matches!(source.origin, Origin::Seekable(_));
            let _position = is_shared.then(|| source.position.lock_py_attached(py));
            let file = file.bind(py);
            let mut bytes = read(file, *at, into.len())?;
            if bytes.as_bytes().is_empty() && !into.is_empty() {
                let Some(more) = read_at_end(file, *at, into.len())? else { return Ok(0) };
                bytes = more;
            }
            let bytes = bytes.as_bytes();
            let room = into.get_mut(..bytes.len());
            let room = room.ok_or_else(|| PyOSError::new_err("read() returned too many bytes"))?;
            room.copy_from_slice(bytes);
            if let Some(at) = at {
                *at += bytes.len() as u64;
            }
            Ok(bytes.len())
        })
    }
}

impl Drop for PythonReader<'_> {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            attach(|py| self.source.keep(py, &self.name, file.into_bound(py)));
        }
    }
}
