//! A job: files, or a range of one, read and cut into windows by the thread that runs the job.
//!
//! Windows are handed to a [`WindowSearch`] in order. Small ones are put together first, so that six thousand files of
//! one message each keep the cores as busy as one mailbox does.

use std::mem;
use std::sync::Arc;

use urlsift::bulk::{Name, Stopped, Window};

use crate::read::bounds::Bounds;
use crate::read::file;
use crate::read::input::{InputFile, InputOrigin, Stdin, WalkEntry};
use crate::read::source::{SourceEvent, Unread};
use crate::read::stream::Stream;
use crate::report::file_outcomes::{ReadCounter, ReadCounts};
use crate::scan::file_range::{FileRange, RangeEnd};

/// What one thread reads. Jobs are numbered by their source: a file, or some small files.
pub(crate) struct Job {
    pub(crate) source: usize,
    pub(crate) input: JobInput,
    /// Whether the job is long enough for other threads to search its windows.
    pub(crate) is_long: bool,
}

pub(crate) enum JobInput {
    /// What a walk met, one after the other.
    Entries(Vec<WalkEntry>),
    Range(FileRange),
}

/// Some windows and what came up after them in reader.
#[derive(Default)]
pub(crate) struct ReadWindows {
    pub(crate) windows: Vec<Window>,
    pub(crate) report: ReadReport,
    /// RoomGuard that was reserved for large windows.
    pub(crate) reserved: Option<RoomGuard>,
    /// The job has no more.
    pub(crate) is_last: bool,
}

/// What is to be reported after some windows were searched.
#[derive(Debug, Default)]
pub(crate) struct ReadReport {
    pub(crate) source: usize,
    pub(crate) unread: Vec<Unread>,
    /// What became of files and members, and how many bytes were read.
    pub(crate) reads: ReadCounts,
    /// How a range of a file ended, until that is settled.
    range_end: Option<RangeEnd>,
}

/// RoomGuard for a large window. It is free again when this is dropped.
pub(crate) type RoomGuard = Box<dyn Send>;

/// Searches the windows of a job.
pub(crate) trait WindowSearch {
    /// Searches windows, now or on another thread.
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped>;

    /// Waits until there is room for a window of so many bytes.
    fn reserve(&mut self, bytes: usize) -> Result<RoomGuard, Stopped>;
}

impl ReadReport {
    /// Drops what was reported for an earlier range of the file. Reports have to be settled in order.
    pub(crate) fn settle(&mut self) {
        if let Some(range_end) = self.range_end.take() {
            range_end.settle(&mut self.unread, &mut self.reads);
        }
    }
}

impl Job {
    /// ReadCounts all of it and has `search` search the windows. `stdin` is what standard input held, if it was read
    /// before.
    pub(crate) fn run(
        self,
        stdin: Option<&Stdin>,
        bounds: Bounds,
        search: &mut dyn WindowSearch,
    ) -> Result<(), Stopped> {
        let mut reader = JobReader {
            search,
            bounds,
            counter: ReadCounter::default(),
            bytes: 0,
            windows: ReadWindows::default(),
            source: self.source,
        };
        match self.input {
            JobInput::Entries(entries) => {
                entries.iter().try_for_each(|entry| reader.read_entry(entry, stdin))?;
            }
            JobInput::Range(range) => {
                let (reads, range_end) = range.read(bounds, &mut |event| reader.note(event))?;
                reader.counter.close_range(reads);
                reader.windows.report.range_end = Some(range_end);
            }
        }
        reader.windows.is_last = true;
        reader.send()
    }
}

/// Windows that are put together until they are worth being searched.
struct JobReader<'s> {
    search: &'s mut dyn WindowSearch,
    bounds: Bounds,
    counter: ReadCounter,
    /// The bytes of the windows in `windows`.
    bytes: usize,
    windows: ReadWindows,
    source: usize,
}

impl JobReader<'_> {
    fn read_entry(&mut self, entry: &WalkEntry, stdin: Option<&Stdin>) -> Result<(), Stopped> {
        match entry {
            WalkEntry::File(input) => self.read_file(input, stdin),
            WalkEntry::Unopened(unopened) => {
                let name = Name::new(unopened.path.to_string_lossy(), None);
                self.fail(Unread::new(&name, &unopened.cause))
            }
            WalkEntry::Skipped(skipped) => {
                self.counter.pass_over(*skipped);
                Ok(())
            }
        }
    }

    fn read_file(&mut self, input: &InputFile, stdin: Option<&Stdin>) -> Result<(), Stopped> {
        let name = Arc::new(Name::new(input.path.to_string_lossy(), None));
        let (reader, length) = match input.open(stdin) {
            Ok(opened) => opened,
            Err(error) => return self.fail(Unread::new(&name, &error)),
        };
        let stream = Stream::new(reader, length).counted_in(self.counter.open());
        file::read(stream, &name.source, self.bounds, &mut |event| match event {
            SourceEvent::Binary(binary)
                if input.origin != InputOrigin::Directory && binary.member.is_none() =>
            {
                self.note(SourceEvent::Unread(Unread::new(&name, "neither mail nor text")))
            }
            event => self.note(event),
        })?;
        self.counter.close(length);
        Ok(())
    }

    /// Notes that a file could not be opened.
    fn fail(&mut self, unread: Unread) -> Result<(), Stopped> {
        self.note(SourceEvent::Unread(unread))?;
        self.counter.close(None);
        Ok(())
    }

    fn note(&mut self, event: SourceEvent) -> Result<(), Stopped> {
        self.counter.note(&event);
        match event {
            SourceEvent::Window(window) => {
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
            SourceEvent::Unread(unread) => self.windows.report.unread.push(unread),
            SourceEvent::Grows(bytes) => {
                // What was reserved for less is given back first, so that it cannot be missing here.
                self.windows.reserved = None;
                self.windows.reserved = Some(self.search.reserve(bytes)?);
            }
            SourceEvent::Binary(_) | SourceEvent::Member => {}
        }
        Ok(())
    }

    fn send(&mut self) -> Result<(), Stopped> {
        self.bytes = 0;
        self.windows.report.reads = self.counter.take();
        self.windows.report.source = self.source;
        self.search.search(mem::take(&mut self.windows))
    }
}
