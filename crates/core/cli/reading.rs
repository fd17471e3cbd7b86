//! Reading goes on in a thread of its own while what was read before is searched (A6).
//!
//! What is handed over is a batch: a window, or as many small files as make one, so that six thousand
//! files of one message keep the cores as busy as one mailbox does. A batch that is full waits until
//! the one before it was searched, so there are two of them at any time.
//!
//! The thread is never joined: where nobody wants more rows, it may be waiting for a pipe that says
//! nothing, and the end of the program ends it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use urlsift::bulk::{Name, Window};

use crate::file::{self, Bounds};

use crate::input::{self, Input, Named, Stdin};
use crate::source::{Event, Stopped, Unread};
use crate::stream::Stream;

/// What was read, in order: windows, and then what could not be read behind them.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) windows: Vec<Window>,
    pub(crate) unread: Vec<Unread>,
    /// Files and members that are neither mail nor text.
    pub(crate) skipped: usize,
}

/// Begins to read what `paths` name, but not `skip`, which the run itself writes.
///
/// # Errors
///
/// If the thread cannot be started.
pub(crate) fn start(
    paths: Vec<PathBuf>,
    skip: Option<PathBuf>,
    stdin: Option<Stdin>,
    bounds: Bounds,
) -> io::Result<Receiver<Batch>> {
    // Without a place in it a batch is handed from thread to thread, and a third is not held.
    let (sender, receiver) = sync_channel(0);
    thread::Builder::new().name("reading".to_owned()).spawn(move || {
        let mut batches = Batches { sender, bounds, bytes: 0, batch: Batch::default() };
        let all = input::walk(&paths, skip.as_deref()).try_for_each(|input| match input {
            Ok(input) => batches.read(&input, stdin.as_ref()),
            Err(unopened) => {
                let source = unopened.path.to_string_lossy().into_owned();
                batches.add(Event::Unread(Unread { source, cause: unopened.cause }))
            }
        });
        // Where nobody takes what was read, there is nobody to tell.
        let _ = all.and_then(|()| batches.send());
    })?;
    Ok(receiver)
}

struct Batches {
    sender: SyncSender<Batch>,
    bounds: Bounds,
    /// How many bytes the windows of `batch` have.
    bytes: usize,
    batch: Batch,
}

impl Batches {
    fn read(&mut self, input: &Input, stdin: Option<&Stdin>) -> Result<(), Stopped> {
        let name = Arc::new(Name::new(input.path.to_string_lossy(), None));
        let (reader, length) = match input.open(stdin) {
            Ok(opened) => opened,
            Err(error) => return self.add(Event::Unread(Unread::new(&name, &error))),
        };
        let (stream, bounds) = (Stream::new(reader, length), self.bounds);
        file::read(stream, &name.source, bounds, &mut |event| match event {
            Event::Binary(binary) if input.named == Named::Outright && binary.member.is_none() => {
                self.add(Event::Unread(Unread::new(&name, "neither mail nor text")))
            }
            event => self.add(event),
        })
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
            Event::Binary(_) => self.batch.skipped += 1,
        }
        Ok(())
    }

    fn send(&mut self) -> Result<(), Stopped> {
        self.bytes = 0;
        self.sender.send(std::mem::take(&mut self.batch)).map_err(|_| Stopped)
    }
}
