//! `Reader`: the rows of a scan, as dicts or as a stream of Arrow batches.
//!
//! A scan runs in a thread of its own, which waits until its batches are taken. So the interpreter runs meanwhile, and
//! Ctrl-C ends the wait.

use std::ffi::CString;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use pyo3::exceptions::{
    PyException, PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyUserWarning, PyValueError,
};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyCapsule, PyDict, PyList};
use urlsift::archive::DamageKind;
use urlsift::files::{FileOutcomes, ReadCounts, Unread};
use urlsift::record_batch::{Columns, RowBatches};
use urlsift::scan::{Searched, Stats, UrlHit};

use crate::errors::{DamageError, SplitNotDone, for_python};
use crate::options::{OnDamage, ScanOptions};
use crate::python_source::PythonSource;
use crate::scan_input::ScanInput;
use crate::{schema, values};

/// The batches that may wait until they are taken.
const WAITING_BATCHES: usize = 1;

/// The time between two looks for Ctrl-C.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The state that a scan and its reader share.
#[derive(Default)]
struct Report {
    damage: Vec<Unread>,
    stats: Stats,
}

/// A reason why a scan ended before all rows were found.
enum Failure {
    /// The split is not as it was planned, or its file cannot be opened.
    NotDone(String),
    /// Something could not be read, and `on_damage` is 'raise'.
    Damage(String),
    /// A row is too large for a batch.
    TooLarge(String),
    /// A file of Python raised an exception.
    Raised(PyErr),
}

/// What the thread of a scan sends.
enum Event {
    /// The input is there, and is being searched.
    Started,
    Batch(RecordBatch),
}

/// A scan that is running.
pub(crate) struct Run {
    schema: SchemaRef,
    events: Receiver<Result<Event, Failure>>,
    thread: Option<JoinHandle<()>>,
    report: Arc<Mutex<Report>>,
    on_damage: OnDamage,
    /// Whether a file that cannot be opened ends the scan.
    is_split: bool,
    /// The damage that was warned of.
    warned: usize,
    /// Set to end the run.
    is_closed: Arc<AtomicBool>,
    /// The process that started the scan.
    process: u32,
}

fn lock(report: &Mutex<Report>) -> MutexGuard<'_, Report> {
    report.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state of the thread of a scan.
struct Producer {
    batches: RowBatches,
    to: SyncSender<Result<Event, Failure>>,
    report: Arc<Mutex<Report>>,
    on_damage: OnDamage,
    is_split: bool,
    source: Option<Arc<PythonSource>>,
}

/// The scan ends: the reader is gone, or it got a failure.
struct Ended;

impl Producer {
    fn send(&self, event: Result<Event, Failure>) -> Result<(), Ended> {
        self.to.send(event).map_err(|_| Ended)
    }

    /// Sends the rows that were found before, and then the failure.
    fn fail(&mut self, failure: Failure) -> Result<(), Ended> {
        self.finish()?;
        self.send(Err(failure))?;
        Err(Ended)
    }

    fn take(&mut self, searched: Searched<Columns>) -> Result<(), Ended> {
        if let Err(error) = self.batches.add(searched.batch) {
            return self.fail(Failure::TooLarge(error.to_string()));
        }
        while let Some(batch) = self.batches.next_batch() {
            self.send(Ok(Event::Batch(batch)))?;
        }
        if let Some(error) = self.source.as_ref().and_then(|source| source.take_raised()) {
            return self.fail(Failure::Raised(error));
        }
        let mut report = lock(&self.report);
        report.stats.add(searched.counts);
        let Some(read) = searched.report else { return Ok(()) };
        report.stats.reads += read.reads;
        let is_failure =
            |it: &&Unread| matches!(it.kind, DamageKind::SplitFailed | DamageKind::NotOpened);
        let failed = read.unread.iter().find(is_failure).filter(|_| self.is_split).map(message);
        let first = read.unread.first().map(message);
        report.damage.extend(read.unread);
        drop(report);
        match (failed, first) {
            (Some(message), _) => self.fail(Failure::NotDone(message)),
            (None, Some(message)) if self.on_damage == OnDamage::Raise => {
                self.fail(Failure::Damage(message))
            }
            _ => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<(), Ended> {
        while let Some(batch) = self.batches.finish() {
            self.send(Ok(Event::Batch(batch)))?;
        }
        Ok(())
    }
}

/// Returns `path: cause`.
fn message(unread: &Unread) -> String {
    format!("{}: {}", unread.path(), for_python(&unread.cause))
}

impl Run {
    /// Starts the scan of `input`. Exceptions of `source`, if there is one, are raised.
    ///
    /// # Errors
    ///
    /// `SplitNotDone` if the input is a split whose file is not as planned.
    pub(crate) fn start(
        py: Python<'_>,
        options: ScanOptions,
        input: ScanInput,
        source: Option<Arc<PythonSource>>,
    ) -> PyResult<Run> {
        let is_split = input.is_split();
        let ScanOptions { searcher, fields, batch_rows, on_damage } = options;
        let batches = RowBatches::of_rows(&fields, batch_rows);
        let schema = batches.schema();
        let report = Arc::new(Mutex::new(Report::default()));
        let (to, from) = mpsc::sync_channel(WAITING_BATCHES);
        let mut producer =
            Producer { batches, to, report: Arc::clone(&report), on_damage, is_split, source };
        let search = move || {
            let jobs = match input.jobs(&searcher) {
                Ok(jobs) => jobs,
                Err(message) => {
                    let raised = producer.source.as_ref().and_then(|source| source.take_raised());
                    let failure = raised.map_or(Failure::NotDone(message), Failure::Raised);
                    // An error means that the reader is gone.
                    let _ = producer.fail(failure);
                    return;
                }
            };
            if producer.send(Ok(Event::Started)).is_err() {
                return;
            }
            let add = move |hit: &UrlHit<'_>, columns: &mut Columns| {
                let row = hit.row(&fields);
                columns.push(&row, &fields);
                row.bytes()
            };
            let done = searcher.run(jobs, add, |searched| producer.take(searched));
            // After an error the reader is gone.
            let _ = done.and_then(|()| match input.check() {
                Ok(()) => producer.finish(),
                Err(message) => producer.fail(Failure::NotDone(message)),
            });
        };
        let thread = thread::Builder::new().name("urlsift".to_owned()).spawn(search);
        let thread = Some(thread.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
        let mut run = Run {
            schema,
            events: from,
            thread,
            report,
            on_damage,
            is_split,
            warned: 0,
            is_closed: Arc::default(),
            process: process::id(),
        };
        run.next_event(py)?;
        Ok(run)
    }

    /// Waits for the next batch. Returns `None` at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        loop {
            let event = self.next_event(py)?;
            self.warn(py)?;
            match event {
                Some(Event::Batch(batch)) => return Ok(Some(batch)),
                Some(Event::Started) => {}
                None => return Ok(None),
            }
        }
    }

    /// Waits for the next event, without the lock of the interpreter. Returns `None` at the end, and if the run was
    /// closed.
    fn next_event(&mut self, py: Python<'_>) -> PyResult<Option<Event>> {
        if self.process != process::id() {
            let message = "the scan runs in another process; start it in this one";
            return Err(PyRuntimeError::new_err(message));
        }
        loop {
            if self.is_closed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let events = &mut self.events;
            let received = py.detach(move || events.recv_timeout(SIGNAL_INTERVAL));
            match received {
                Ok(Ok(event)) => return Ok(Some(event)),
                Ok(Err(failure)) => return Err(self.error(py, failure)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let thread = self.thread.take();
        if thread.is_some_and(|thread| py.detach(|| thread.join()).is_err()) {
            return Err(PyRuntimeError::new_err("the search failed; this is a bug of urlsift"));
        }
        Ok(None)
    }

    /// Returns the exception for `failure`.
    fn error(&self, py: Python<'_>, failure: Failure) -> PyErr {
        match failure {
            Failure::NotDone(message) if self.is_split => {
                SplitNotDone::new_err(for_python(&message))
            }
            Failure::NotDone(message) => PyOSError::new_err(message),
            Failure::Damage(message) => DamageError::new_err(message),
            Failure::TooLarge(message) => PyValueError::new_err(message),
            // Ctrl-C is passed on, so that no caller searches the split again.
            Failure::Raised(error) if self.is_split && error.is_instance_of::<PyException>(py) => {
                let not_done = SplitNotDone::new_err(text(py, &error));
                not_done.set_cause(py, Some(error));
                not_done
            }
            Failure::Raised(error) => error,
        }
    }

    /// Warns of new damage, if this was asked for.
    fn warn(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.on_damage != OnDamage::Warn {
            return Ok(());
        }
        let messages: Vec<String> =
            lock(&self.report).damage.iter().skip(self.warned).map(message).collect();
        self.warned += messages.len();
        for message in messages {
            let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
        }
        Ok(())
    }
}

/// Returns the text of an exception with its class.
fn text(py: Python<'_>, error: &PyErr) -> String {
    let class = error.get_type(py).name().map_or_else(|_| String::new(), |name| name.to_string());
    format!("{class}: {}", error.value(py))
}

/// Copies a part of a batch. pyarrow before 21 writes wrong lists of arrays that do not begin at their first value.
fn compact(batch: &RecordBatch) -> RecordBatch {
    let copied = concat_batches(batch.schema_ref(), [batch, &batch.slice(0, 0)]);
    copied.unwrap_or_else(|_| batch.clone())
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

    fn rows(&self, py: Python<'_>) -> MutexGuard<'_, Rows> {
        // Another thread may hold it while it waits for the lock of the interpreter.
        self.rows.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyReader {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let mut rows = self.rows(py);
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
        let mut rows = self.rows(py);
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

    /// The inputs that could not be read so far: a list of dicts with the names of `urlsift scan --damage`.
    ///
    /// Each has `source`, `member`, `offset` in bytes, `kind` and `message`. The list is complete when all rows are read.
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
            dict.set_item("message", for_python(&unread.cause))?;
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
