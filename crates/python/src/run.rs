//! A scan in a thread of its own, which waits until its batches are taken. So the interpreter runs meanwhile, and Ctrl-C
//! ends the wait.

use std::ffi::CString;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use pyo3::exceptions::{PyException, PyOSError, PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use urlsift_archive::files::{ReadCounts, Unread};
use urlsift_archive::mail::DamageKind;
use urlsift_archive::rows::record_batch::{Columns, RowBatches};
use urlsift_archive::{Batch, Stats, UrlHit};

use crate::errors::{DamageError, SplitNotDone};
use crate::options::{OnDamage, ScanOptions};
use crate::python_source::PythonSource;
use crate::scan_input::ScanInput;

/// The batches that may wait until they are taken.
const WAITING_BATCHES: usize = 1;

/// The time between two looks for Ctrl-C.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The shortest time between two calls of `progress`.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The state that a scan and its reader share.
#[derive(Default)]
pub(crate) struct Report {
    /// What could not be read or was skipped.
    pub(crate) damage: Vec<Unread>,
    pub(crate) stats: Stats,
    /// The bytes in all for `progress`, if they are known.
    total: Option<u64>,
    /// The thread that calls `progress`, during the call.
    pub(crate) calling: Option<ThreadId>,
}

/// A reason why a scan ended before all rows were found.
pub(crate) enum Failure {
    /// The split is not as it was planned, or its file cannot be opened.
    NotDone(String),
    /// Something could not be read, and `on_damage` is 'raise'.
    Damage(String),
    /// A row is too large for a batch.
    TooLarge(String),
    /// The file of Python with this name raised an exception.
    Raised(String, PyErr),
}

/// What the thread of a scan sends.
enum Event {
    /// The input is there, and is being searched.
    Started,
    Batch(RecordBatch),
}

/// A scan that is running.
pub(crate) struct Run {
    pub(crate) schema: SchemaRef,
    events: Receiver<Result<Event, Failure>>,
    thread: Option<JoinHandle<()>>,
    pub(crate) report: Arc<Mutex<Report>>,
    on_damage: OnDamage,
    /// Whether a file that cannot be opened ends the scan.
    is_split: bool,
    /// The damage that was warned of.
    warned: usize,
    /// Set to end the run.
    pub(crate) is_closed: Arc<AtomicBool>,
    /// The process that started the scan.
    process: u32,
    progress: Option<Py<PyAny>>,
    /// The time of the last call of `progress`.
    called: Instant,
}

/// Locks `report`, also after a thread that held it has panicked.
pub(crate) fn lock(report: &Mutex<Report>) -> MutexGuard<'_, Report> {
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

    fn take(&mut self, found: Batch<Columns>) -> Result<(), Ended> {
        if let Err(error) = self.batches.add(found.rows) {
            return self.fail(Failure::TooLarge(error.to_string()));
        }
        while let Some(batch) = self.batches.next_batch() {
            self.send(Ok(Event::Batch(batch)))?;
        }
        self.ensure_not_raised()?;
        let mut report = lock(&self.report);
        report.stats.add(found.counts);
        let Some(read) = found.report else { return Ok(()) };
        report.stats.reads += read.reads;
        let is_failure =
            |it: &&Unread| matches!(it.kind, DamageKind::SplitFailed | DamageKind::NotOpened);
        let failed = read.unread.iter().find(is_failure).filter(|_| self.is_split).map(message);
        let first = read.unread.first().map(message);
        report.damage.extend(read.listed().cloned());
        drop(report);
        match (failed, first) {
            (Some(message), _) => self.fail(Failure::NotDone(message)),
            (None, Some(message)) if self.on_damage == OnDamage::Raise => {
                self.fail(Failure::Damage(message))
            }
            _ => Ok(()),
        }
    }

    /// Fails with the exception that a file of Python raised, if one did. The search may have read on without these bytes.
    fn ensure_not_raised(&mut self) -> Result<(), Ended> {
        match self.source.as_ref().and_then(|source| source.take_raised()) {
            Some((name, error)) => self.fail(Failure::Raised(name, error)),
            None => Ok(()),
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
    format!("{}: {}", unread.path(), unread.cause)
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
        let ScanOptions { scan, fields, batch_rows, on_damage, progress } = options;
        let has_progress = progress.is_some();
        let batches = RowBatches::of_rows(&fields, batch_rows);
        let schema = batches.schema();
        let report = Arc::new(Mutex::new(Report::default()));
        let (to, from) = mpsc::sync_channel(WAITING_BATCHES);
        let mut producer =
            Producer { batches, to, report: Arc::clone(&report), on_damage, is_split, source };
        let search = move || {
            if has_progress {
                lock(&producer.report).total = input.size();
            }
            let jobs = match input.jobs(&scan) {
                Ok(jobs) => jobs,
                Err(message) => {
                    let raised = producer.source.as_ref().and_then(|source| source.take_raised());
                    let failure = raised.map_or(Failure::NotDone(message), |(name, error)| {
                        Failure::Raised(name, error)
                    });
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
            let done = scan.batches(jobs, add).try_for_each(|batch| producer.take(batch));
            // After an error the reader is gone.
            let _ = done.and_then(|()| {
                let checked = input.check();
                producer.ensure_not_raised()?;
                match checked {
                    Ok(()) => producer.finish(),
                    Err(message) => producer.fail(Failure::NotDone(message)),
                }
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
            progress,
            called: Instant::now(),
        };
        run.next_event(py)?;
        Ok(run)
    }

    /// Waits for the next batch. Returns `None` at the end.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
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
            self.call_progress(py, matches!(received, Err(RecvTimeoutError::Disconnected)))?;
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

    /// Calls `progress` if it is time, and at the end.
    fn call_progress(&mut self, py: Python<'_>, is_end: bool) -> PyResult<()> {
        let Some(function) = &self.progress else { return Ok(()) };
        if !is_end && self.called.elapsed() < PROGRESS_INTERVAL {
            return Ok(());
        }
        self.called = Instant::now();
        let mut report = lock(&self.report);
        report.calling = Some(thread::current().id());
        let ReadCounts { bytes, unneeded, .. } = report.stats.reads;
        let numbers = (bytes + unneeded, report.total);
        drop(report);
        let called = function.call1(py, numbers);
        lock(&self.report).calling = None;
        called.map(drop)
    }

    /// Returns the exception for `failure`.
    pub(crate) fn error(&self, py: Python<'_>, failure: Failure) -> PyErr {
        match failure {
            Failure::NotDone(message) if self.is_split => SplitNotDone::new_err(message),
            Failure::NotDone(message) => PyOSError::new_err(message),
            Failure::Damage(message) => DamageError::new_err(message),
            Failure::TooLarge(message) => PyValueError::new_err(message),
            // Ctrl-C is passed on, so that no caller searches the split again.
            Failure::Raised(name, error)
                if self.is_split
                    && error.is_instance_of::<PyException>(py)
                    && !error.is_instance_of::<SplitNotDone>(py) =>
            {
                let not_done = SplitNotDone::new_err(format!("{name}: {}", text(py, &error)));
                not_done.set_cause(py, Some(error));
                not_done
            }
            Failure::Raised(_, error) => error,
        }
    }

    /// Warns of new damage, if this was asked for.
    pub(crate) fn warn(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.on_damage != OnDamage::Warn {
            return Ok(());
        }
        let report = lock(&self.report);
        let new = report.damage.iter().skip(self.warned);
        let messages: Vec<String> = new.filter(|it| it.kind.is_error()).map(message).collect();
        self.warned = report.damage.len();
        drop(report);
        for message in messages {
            let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
        }
        Ok(())
    }
}

/// Returns the text of an exception with its class.
pub(crate) fn text(py: Python<'_>, error: &PyErr) -> String {
    let class = error.get_type(py).name().map_or_else(|_| String::new(), |name| name.to_string());
    format!("{class}: {}", error.value(py))
}
