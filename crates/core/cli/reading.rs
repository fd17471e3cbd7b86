//! What is read, in batches.
//!
//! A batch is a window, or as many small files as make half of one, so that six thousand
//! files of one message keep the cores as busy as one mailbox does. `crew.rs` has them searched while more is
//! read.
//!
//! A thread that reads is never waited for: where nobody wants more rows, it may be waiting for a pipe that says
//! nothing, and the end of the program ends it.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use urlsift::archive::Container;
use urlsift::bulk::{Cutter, Name, Window};

use crate::file::{self, Bounds};
use crate::input::{self, Input, Met, Named, Stdin};
use crate::reads::{Ledger, Reads};
use crate::source::{self, Event, Stopped, Unread};
use crate::stream::Stream;
use crate::stretch::Stretch;

/// What was read, in order: windows, and then what could not be read behind them.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) windows: Vec<Window>,
    pub(crate) unread: Vec<Unread>,
    /// What became of files and members, and how many bytes were read.
    pub(crate) reads: Reads,
    /// What is still to be read, by whoever searches it: then the batch has nothing else.
    pub(crate) stretch: Option<Stretch>,
}

/// What is to be read, and how.
pub(crate) struct Reading {
    read: Box<Read>,
    bounds: Bounds,
    in_stretches: bool,
}

type Read = dyn FnOnce(&mut Batches<'_>) -> Result<(), Stopped> + Send;

/// A batch's way to where it is searched.
type Put<'p> = dyn FnMut(Batch) -> Result<(), Stopped> + 'p;

impl Batch {
    /// How many bytes its windows have, or its stretch, as far as that is known.
    pub(crate) fn bytes(&self) -> usize {
        let stretch = self.stretch.as_ref().map_or(0, Stretch::len);
        stretch + self.windows.iter().map(Window::len).sum::<usize>()
    }
}

impl Reading {
    /// That of what `paths` name.
    pub(crate) fn of(paths: Vec<PathBuf>, stdin: Option<Stdin>, bounds: Bounds) -> Reading {
        Reading::new(bounds, move |batches| {
            input::meet(&paths).try_for_each(|met| match met {
                Met::File(input) => batches.read(&input, stdin.as_ref()),
                Met::Unopened(unopened) => {
                    let name = Name::new(unopened.path.to_string_lossy(), None);
                    batches.fail(Unread::new(&name, &unopened.cause))
                }
                Met::Other(other) => {
                    batches.ledger.pass_over(other);
                    Ok(())
                }
            })
        })
    }

    /// That of one file: of the messages of a `container` that begin in a range of it, or of all of it.
    pub(crate) fn of_split(
        path: PathBuf,
        range: Option<(Container, Range<usize>)>,
        bounds: Bounds,
    ) -> Reading {
        let input = Input { path, named: Named::ByDirectory };
        Reading::new(bounds, move |batches| match range {
            Some((container, range)) => batches.read_range(&input, container, range),
            None => batches.read(&input, None),
        })
    }

    fn new(
        bounds: Bounds,
        read: impl FnOnce(&mut Batches<'_>) -> Result<(), Stopped> + Send + 'static,
    ) -> Reading {
        Reading { read: Box::new(read), bounds, in_stretches: false }
    }

    /// The same with large files in stretches, to be read by those who search them.
    pub(crate) fn in_stretches(self) -> Reading {
        Reading { in_stretches: true, ..self }
    }

    /// How many bytes are read at a time.
    pub(crate) fn window(&self) -> usize {
        self.bounds.limits.window
    }

    /// Reads it all, on this thread, but for stretches, and puts it batch by batch.
    pub(crate) fn run(self, put: &mut Put<'_>) -> Result<(), Stopped> {
        let Reading { read, bounds, in_stretches } = self;
        let ledger = Ledger::default();
        let batch = Batch::default();
        let mut batches = Batches { put, bounds, in_stretches, bytes: 0, ledger, batch };
        read(&mut batches)?;
        batches.send()
    }

    /// Begins to read on a thread of its own, which is a batch ahead.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub(crate) fn start(self) -> io::Result<Receiver<Batch>> {
        // Without a place in it a batch is handed from thread to thread, and a third is not held.
        let (sender, receiver) = sync_channel(0);
        thread::Builder::new().name("reading".to_owned()).spawn(move || {
            // Where nobody takes what was read, there is nobody to tell.
            let _ = self.run(&mut |batch| sender.send(batch).map_err(|_| Stopped));
        })?;
        Ok(receiver)
    }
}

/// A batch that grows.
struct Batches<'p> {
    put: &'p mut Put<'p>,
    bounds: Bounds,
    in_stretches: bool,
    /// How many bytes the windows of `batch` have.
    bytes: usize,
    ledger: Ledger,
    batch: Batch,
}

impl Batches<'_> {
    fn read(&mut self, input: &Input, stdin: Option<&Stdin>) -> Result<(), Stopped> {
        if self.in_stretches
            && let Some(stretches) = Stretch::all_of(input, self.bounds.limits)
        {
            self.send()?;
            return stretches
                .map(Some)
                .try_for_each(|stretch| (self.put)(Batch { stretch, ..Batch::default() }));
        }
        let name = Arc::new(Name::new(input.path.to_string_lossy(), None));
        let (reader, length) = match input.open(stdin) {
            Ok(opened) => opened,
            Err(error) => return self.fail(Unread::new(&name, &error)),
        };
        let (stream, bounds) = (Stream::new(reader, length), self.bounds);
        let stream = stream.counted_in(self.ledger.open());
        file::read(stream, &name.source, bounds, &mut |event| {
            let event = match event {
                Event::Binary(binary)
                    if input.named == Named::Outright && binary.member.is_none() =>
                {
                    Event::Unread(Unread::new(&name, "neither mail nor text"))
                }
                event => event,
            };
            self.ledger.note(&event);
            self.add(event)
        })?;
        self.ledger.close(length);
        Ok(())
    }

    /// Of a file that could not be opened.
    fn fail(&mut self, unread: Unread) -> Result<(), Stopped> {
        let event = Event::Unread(unread);
        self.ledger.note(&event);
        self.ledger.close(None);
        self.add(event)
    }

    fn read_range(
        &mut self,
        input: &Input,
        container: Container,
        range: Range<usize>,
    ) -> Result<(), Stopped> {
        let name = Arc::new(Name::new(input.path.to_string_lossy(), None));
        let limits = self.bounds.limits;
        let cutter = Cutter::of_range(Arc::clone(&name), limits, container, range);
        let at = cutter.start() as u64;
        let opened = File::open(&input.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(at))?;
            let length = file.metadata()?.len();
            Ok((file, length))
        });
        let (reader, length) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.fail(Unread::new(&name, &error)),
        };
        let stream = Stream::new(reader, Some(length)).starting_at(at);
        let stream = stream.counted_in(self.ledger.open());
        source::read_with(cutter, stream, &name, limits, &mut |event| {
            self.ledger.note(&event);
            self.add(event)
        })?;
        self.ledger.close(None);
        Ok(())
    }

    fn add(&mut self, event: Event) -> Result<(), Stopped> {
        match event {
            Event::Window(window) => {
                // What could not be read is told where it stands.
                if !self.batch.unread.is_empty() {
                    self.send()?;
                }
                self.bytes += window.len();
                self.batch.windows.push(window);
                if self.bytes >= self.bounds.limits.window / 2 {
                    return self.send();
                }
            }
            Event::Unread(unread) => self.batch.unread.push(unread),
            Event::Binary(_) | Event::Member => {}
        }
        Ok(())
    }

    fn send(&mut self) -> Result<(), Stopped> {
        self.bytes = 0;
        self.batch.reads = self.ledger.take();
        (self.put)(std::mem::take(&mut self.batch))
    }
}
