//! `Reader`: the rows of a scan, as dicts or as a stream of Arrow batches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyCapsule, PyDict, PyList};
use urlsift_archive::files::ReadCounts;
use urlsift_archive::internal::FileOutcomes;
use urlsift_archive::internal::concat;

use crate::run::{Report, Run, lock, text};
use crate::{schema, values};

/// Copies a part of a batch. pyarrow before 21 writes wrong lists of arrays that do not begin at their first value.
fn compact(batch: &RecordBatch) -> RecordBatch {
    concat(batch.schema_ref(), std::slice::from_ref(batch)).unwrap_or_else(|_| batch.clone())
}

/// The batches of a run, for the C interface.
struct BatchStream {
    run: Run,
    /// The rest of the batch whose first rows were read as dicts.
    first: Option<RecordBatch>,
}

impl Iterator for BatchStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(first) = self.first.take() {
            return Some(Ok(first));
        }
        // The consumer may hold the lock of the interpreter. `next` releases it while it waits, because files of Python
        // need it.
        let next = Python::try_attach(|py| {
            self.run.next(py).map_err(|error| {
                if error.is_instance_of::<PyKeyboardInterrupt>(py) {
                    // The interface has only texts, so the consumer would raise another exception alone.
                    let main = py.import("_thread");
                    let _ = main.and_then(|main| main.call_method0("interrupt_main"));
                }
                let text = text(py, &error);
                ArrowError::IoError(text.clone(), std::io::Error::other(text))
            })
        });
        next.and_then(Result::transpose)
    }
}

impl RecordBatchReader for BatchStream {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.run.schema)
    }
}

/// The rows of a scan, in order. They are read once: as dicts, or as Arrow batches.
///
/// Iterating gives a dict for each row. `pyarrow.table`, `polars.DataFrame`, DuckDB and others read the rows as Arrow
/// batches, without copies. The search runs in threads of its own, and waits until its rows are taken. Close a reader
/// that is not read to its end, or use it in a `with` statement.
///
/// >>> rows = urlsift.scan(b"see http://example.org/", columns=["url", "start"])
/// >>> next(rows)
/// {'url': 'http://example.org/', 'start': 4}
/// >>> list(rows)
/// []
/// >>> rows
/// Reader(state='ended', urls=1, damage=0, columns=['url', 'start'])
#[pyclass(module = "urlsift", name = "Reader", frozen)]
pub(crate) struct PyReader {
    rows: Mutex<Rows>,
    report: Arc<Mutex<Report>>,
    /// Set to end the run, also while another thread waits for its rows.
    is_closed: Arc<AtomicBool>,
    schema: SchemaRef,
}

/// The rows that are not read yet.
enum Rows {
    /// The run, the batch whose rows are taken, and the index of its next row.
    Left(Box<Run>, Option<RecordBatch>, usize),
    /// Read to the end, or closed.
    Ended,
    /// Given to a reader of Arrow batches.
    Given,
}

impl PyReader {
    pub(crate) fn new(run: Run) -> PyReader {
        let (report, is_closed) = (Arc::clone(&run.report), Arc::clone(&run.is_closed));
        let schema = SchemaRef::clone(&run.schema);
        PyReader { rows: Mutex::new(Rows::Left(Box::new(run), None, 0)), report, is_closed, schema }
    }

    /// Locks the rows. Fails below a call of `progress`, because this thread holds the lock then.
    fn rows(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Rows>> {
        if lock(&self.report).calling == Some(thread::current().id()) {
            return Err(PyRuntimeError::new_err("progress cannot read the rows of its scan"));
        }
        // Another thread may hold it while it waits for the lock of the interpreter.
        Ok(self.rows.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl PyReader {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let mut rows = self.rows(py)?;
        let (run, batch, at) = match &mut *rows {
            Rows::Left(run, batch, at) => (run, batch, at),
            Rows::Ended => return Ok(None),
            Rows::Given => return Err(given()),
        };
        while batch.as_ref().is_none_or(|batch| *at == batch.num_rows()) {
            *at = 0;
            match run.next(py) {
                Ok(Some(next)) => *batch = Some(next),
                end => {
                    *rows = Rows::Ended;
                    return end.map(|_| None);
                }
            }
        }
        let Some(batch) = batch else { return Ok(None) };
        *at += 1;
        values::row(py, batch, *at - 1).map(Some)
    }

    /// Returns the columns as an Arrow C schema. Some packages ask for it before they read the rows.
    ///
    /// >>> reader = urlsift.scan(b"http://example.org/")
    /// >>> type(reader.__arrow_c_schema__()).__name__
    /// 'PyCapsule'
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema::capsule(py, &self.schema)
    }

    /// Returns the rows that are not read yet as an Arrow C stream, for packages that read Arrow.
    ///
    /// `requested_schema` is ignored. Raises ValueError if the rows were read to the end, given before, or closed. An
    /// exception of the scan becomes that of the other package, mostly OSError, and its text begins with the name of the
    /// class.
    ///
    /// >>> reader = urlsift.scan(b"http://example.org/")
    /// >>> type(reader.__arrow_c_stream__()).__name__
    /// 'PyCapsule'
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let mut rows = self.rows(py)?;
        match std::mem::replace(&mut *rows, Rows::Given) {
            Rows::Left(run, batch, at) => {
                let first = batch.map(|batch| batch.slice(at, batch.num_rows() - at));
                let first = first.filter(|batch| batch.num_rows() > 0).map(|batch| compact(&batch));
                let stream = BatchStream { run: *run, first };
                let stream = FFI_ArrowArrayStream::new(Box::new(stream));
                PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
            }
            other => {
                *rows = other;
                Err(given())
            }
        }
    }

    /// Returns the next batch as an Arrow C stream, or None at the end. polars cannot read a stream batch by batch.
    fn _next_batch<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyCapsule>>> {
        let mut rows = self.rows(py)?;
        let Rows::Left(run, ..) = &mut *rows else { return Ok(None) };
        let next = run.next(py);
        let Ok(Some(batch)) = next else {
            *rows = Rows::Ended;
            return next.map(|_| None);
        };
        let schema = batch.schema();
        let stream = RecordBatchIterator::new([Ok(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(stream));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream").map(Some)
    }

    /// The inputs that could not be read so far: a list of dicts with the names of `urlsift scan --damage`.
    ///
    /// Each has `source`, `member`, `offset` in bytes, `kind` and `message`. Two kinds are no errors. `skipped` is a link, a
    /// pipe or a device in a folder, or a file that is not what its name says. The kinds of malformed messages, such as
    /// `bad_base64`, have the offset of the message. Offsets count like those of rows: after decompression, in the member if
    /// there is one. The list is complete when all rows are read.
    ///
    /// >>> reader = urlsift.scan(b"\x1f\x8b\x08 no gzip")
    /// >>> list(reader), reader.damage[0]["kind"]
    /// ([], 'damaged')
    #[getter]
    fn damage<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let damage = lock(&self.report).damage.clone();
        let list = PyList::empty(py);
        for unread in damage {
            let dict = PyDict::new(py);
            dict.set_item("source", unread.source)?;
            dict.set_item("member", unread.member)?;
            dict.set_item("offset", unread.offset)?;
            dict.set_item("kind", unread.kind.name())?;
            dict.set_item("message", &unread.cause)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// The counts so far: a dict with `files`, `members`, `bytes`, `items` and `urls`.
    ///
    /// `files` and `members` are dicts with `read`, `binary` and `unread`. `bytes` counts what was read, before
    /// decompression. `items` counts messages and texts that were searched, `urls` the rows. The counts are complete when
    /// all rows are read.
    ///
    /// >>> reader = urlsift.scan(b"http://example.org/")
    /// >>> len(list(reader)), reader.stats["urls"]
    /// (1, 1)
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let report = lock(&self.report);
        let ReadCounts { files, members, bytes, .. } = report.stats.reads;
        let (items, urls) = (report.stats.items(), report.stats.urls());
        drop(report);
        let outcomes = |outcomes: FileOutcomes| -> PyResult<Bound<'py, PyDict>> {
            let dict = PyDict::new(py);
            dict.set_item("read", outcomes.read)?;
            dict.set_item("binary", outcomes.binary)?;
            dict.set_item("unread", outcomes.unread)?;
            Ok(dict)
        };
        let stats = PyDict::new(py);
        stats.set_item("files", outcomes(files)?)?;
        stats.set_item("members", outcomes(members)?)?;
        stats.set_item("bytes", bytes)?;
        stats.set_item("items", items)?;
        stats.set_item("urls", urls)?;
        Ok(stats)
    }

    /// Ends the search. No more rows come. Threads may finish one more read of an open file.
    ///
    /// >>> reader = urlsift.scan(b"http://example.org/")
    /// >>> reader.close()
    /// >>> list(reader)
    /// []
    fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        // If the rows are in use, by another thread or below a signal handler, their reader sees the flag.
        match self.rows.try_lock() {
            Ok(mut rows) => *rows = Rows::Ended,
            Err(TryLockError::Poisoned(rows)) => *rows.into_inner() = Rows::Ended,
            Err(TryLockError::WouldBlock) => {}
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let state = match self.rows.try_lock().as_deref() {
            Ok(Rows::Ended) => "ended",
            Ok(Rows::Given) => "given",
            // Another thread that has the rows waits for them.
            _ => "open",
        };
        let (urls, damage) = {
            let report = lock(&self.report);
            (report.stats.urls(), report.damage.len())
        };
        let columns = schema::names(&self.schema).into_pyobject(py)?.repr()?;
        Ok(format!("Reader(state='{state}', urls={urls}, damage={damage}, columns={columns})"))
    }

    fn __enter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }
}

/// Returns the exception for rows that are gone.
fn given() -> PyErr {
    PyValueError::new_err("the rows were read or closed already; a reader is read once")
}
