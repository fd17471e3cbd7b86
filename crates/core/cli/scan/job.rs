//! A job: files, or a range of one, read and cut into windows by the thread that runs the job.
//!
//! Windows are handed to a [`Search`] in order. Small ones are put together first, so that six thousand files of
//! one message each keep the cores as busy as one mailbox does.

use std::mem;
use std::sync::Arc;

use urlsift::bulk::{Name, Stopped, Window};

use crate::read::bounds::Bounds;
use crate::read::file;
use crate::read::input::{Input, Met, Named, Stdin};
use crate::read::source::{Event, Unread};
use crate::read::stream::Stream;
use crate::report::reads::{Ledger, Reads};
use crate::scan::file_range::{Fate, FileRange};

/// What one thread reads. Jobs are numbered by their source: a file, or some small files.
pub(crate) struct Job {
    pub(crate) source: usize,
    pub(crate) input: JobInput,
    /// Whether the job is long enough for other threads to search its windows.
    pub(crate) is_long: bool,
}

pub(crate) enum JobInput {
    /// What a walk met, one after the other.
    Met(Vec<Met>),
    Range(FileRange),
}

/// Some windows and what came up after them in reading.
#[derive(Default)]
pub(crate) struct ReadWindows {
    pub(crate) windows: Vec<Window>,
    pub(crate) report: Report,
    /// Room that was reserved for large windows.
    pub(crate) reserved: Option<Room>,
    /// The job has no more.
    pub(crate) is_last: bool,
}

/// What is to be reported after some windows were searched.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) source: usize,
    pub(crate) unread: Vec<Unread>,
    /// What became of files and members, and how many bytes were read.
    pub(crate) reads: Reads,
    /// How a range of a file ended, until that is settled.
    fate: Option<Fate>,
}

/// Room for a large window. It is free again when this is dropped.
pub(crate) type Room = Box<dyn Send>;

/// Searches the windows of a job.
pub(crate) trait Search {
    /// Searches windows, now or on another thread.
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped>;

    /// Waits until there is room for a window of so many bytes.
    fn reserve(&mut self, bytes: usize) -> Result<Room, Stopped>;
}

impl Report {
    /// Drops what was reported for an earlier range of the file. Reports have to be settled in order.
    pub(crate) fn settle(&mut self) {
        if let Some(fate) = self.fate.take() {
            fate.settle(&mut self.unread, &mut self.reads);
        }
    }
}

impl Job {
    /// Reads all of it and has `search` search the windows. `stdin` is what standard input held, if it was read
    /// before.
    pub(crate) fn run(
        self,
        stdin: Option<&Stdin>,
        bounds: Bounds,
        search: &mut dyn Search,
    ) -> Result<(), Stopped> {
        let mut reading = Reading {
            search,
            bounds,
            ledger: Ledger::default(),
            bytes: 0,
            windows: ReadWindows::default(),
            source: self.source,
        };
        match self.input {
            JobInput::Met(met) => {
                met.iter().try_for_each(|met| reading.read_met(met, stdin))?;
            }
            JobInput::Range(range) => {
                let (reads, fate) = range.read(bounds, &mut |event| reading.note(event))?;
                reading.ledger.close_range(reads);
                reading.windows.report.fate = Some(fate);
            }
        }
        reading.windows.is_last = true;
        reading.send()
    }
}

/// Windows that are put together until they are worth being searched.
struct Reading<'s> {
    search: &'s mut dyn Search,
    bounds: Bounds,
    ledger: Ledger,
    /// The bytes of the windows in `windows`.
    bytes: usize,
    windows: ReadWindows,
    source: usize,
}

impl Reading<'_> {
    fn read_met(&mut self, met: &Met, stdin: Option<&Stdin>) -> Result<(), Stopped> {
        match met {
            Met::File(input) => self.read_file(input, stdin),
            Met::Unopened(unopened) => {
                let name = Name::new(unopened.path.to_string_lossy(), None);
                self.fail(Unread::new(&name, &unopened.cause))
            }
            Met::Other(other) => {
                self.ledger.pass_over(*other);
                Ok(())
            }
        }
    }

    fn read_file(&mut self, input: &Input, stdin: Option<&Stdin>) -> Result<(), Stopped> {
        let name = Arc::new(Name::new(input.path.to_string_lossy(), None));
        let (reader, length) = match input.open(stdin) {
            Ok(opened) => opened,
            Err(error) => return self.fail(Unread::new(&name, &error)),
        };
        let stream = Stream::new(reader, length).counted_in(self.ledger.open());
        file::read(stream, &name.source, self.bounds, &mut |event| match event {
            Event::Binary(binary)
                if input.named != Named::ByDirectory && binary.member.is_none() =>
            {
                self.note(Event::Unread(Unread::new(&name, "neither mail nor text")))
            }
            event => self.note(event),
        })?;
        self.ledger.close(length);
        Ok(())
    }

    /// Notes that a file could not be opened.
    fn fail(&mut self, unread: Unread) -> Result<(), Stopped> {
        self.note(Event::Unread(unread))?;
        self.ledger.close(None);
        Ok(())
    }

    fn note(&mut self, event: Event) -> Result<(), Stopped> {
        self.ledger.note(&event);
        match event {
            Event::Window(window) => {
                // What could not be read is reported at its place.
                if !self.windows.report.unread.is_empty() {
                    self.send()?;
                }
                self.bytes += window.len();
                self.windows.windows.push(window);
                if self.bytes >= self.bounds.limits.window / 2 {
                    return self.send();
                }
            }
            Event::Unread(unread) => self.windows.report.unread.push(unread),
            Event::Grows(bytes) => {
                // What was reserved for less is given back first, so that it cannot be missing here.
                self.windows.reserved = None;
                self.windows.reserved = Some(self.search.reserve(bytes)?);
            }
            Event::Binary(_) | Event::Member => {}
        }
        Ok(())
    }

    fn send(&mut self) -> Result<(), Stopped> {
        self.bytes = 0;
        self.windows.report.reads = self.ledger.take();
        self.windows.report.source = self.source;
        self.search.search(mem::take(&mut self.windows))
    }
}
