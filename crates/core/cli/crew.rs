//! The threads of a run: each of them searches, and one of them reads as well.
//!
//! What was read lies in a queue, in batches. The thread that reads searches too whenever there is enough in
//! the queue for the others, so there are as many threads as were asked for, all of them busy, and what one
//! thread alone read is still near its processor when it searches it. A thread beside the searching ones that
//! did nothing but read had what it read carried from one processor to another: with it, windows of eight
//! megabytes and a wait at the end of each, 1.1 GB took 2.0 s of processor time, and 1.7 s now. What is found
//! comes in order ([`Order`]), and is written by the thread that called. Of a large file what lies in the queue is
//! still to be read (`stretch.rs`).
//!
//! The trap is an end that nobody sees. Where what is found is not wanted any more, or a thread panics, the
//! one that reads may be waiting for a pipe that says nothing; so it is not waited for then. And a window is as
//! large as its message, so it is bytes that are counted ([`Crew::room`]): what is decoded of a page may be
//! ten times as large.

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::slice;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Context;
use urlsift::bulk::{Made, Order, Window};

use crate::reading::{Batch, Reading};
use crate::reads::Reads;
use crate::source::{Stopped, Unread};
use crate::spare;
use crate::stretch::End;

/// What was made of a batch, or a piece of that.
#[derive(Debug, Default)]
pub(crate) struct Piece<T> {
    pub(crate) made: T,
    /// With the last piece, what came up in reading.
    pub(crate) told: Option<Told>,
}

/// What there is to tell of a batch beside its windows.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) unread: Vec<Unread>,
    pub(crate) reads: Reads,
    /// How a stretch ended, until that is told.
    end: Option<End>,
}

impl Told {
    /// Keeps what there is to tell when all before was told.
    fn settle(&mut self) {
        if let Some(end) = self.end.take() {
            end.settle(&mut self.unread, &mut self.reads);
        }
    }
}

/// Reads what `reading` says and has `find` search it, on `threads` threads; `take` is given what that makes,
/// in the order of what was read, on this thread. A panic of another thread is one of this.
///
/// # Errors
///
/// The first of `take`, and if no thread can be started.
pub(crate) fn search<T: Default + Send + 'static>(
    reading: Reading,
    threads: usize,
    find: impl Fn(&[Window], &mut Made<'_, Piece<T>>) + Send + Sync + 'static,
    mut take: impl FnMut(Piece<T>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // One thread has its windows near anyway.
    let reading = if threads > 1 { reading.in_stretches() } else { reading };
    let (sender, receiver) = sync_channel(WAITING);
    let panicked = sender.clone();
    let give = move |piece| match sender.send(Ok(piece)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let crew = Arc::new(Crew {
        queue: Mutex::default(),
        filled: Condvar::new(),
        searched: Condvar::new(),
        room: reading.window() * (QUEUED + 1) * threads + AT_LEAST,
        most: MOST.min(QUEUED * (threads - 1)),
        order: Order::new(threads, give),
        find,
    });
    let spawn = |name: &str, run: Box<dyn FnOnce() + Send>| {
        let panicked = panicked.clone();
        let run = move || {
            if let Err(cause) = panic::catch_unwind(AssertUnwindSafe(run)) {
                // Where nobody takes what is found, there is nobody to tell.
                let _ = panicked.send(Err(cause));
            }
        };
        thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
    };
    let start = || {
        let reader = Arc::clone(&crew);
        spawn("reading", Box::new(move || reader.read(reading)))?;
        for _ in 1..threads {
            let searcher = Arc::clone(&crew);
            spawn("searching", Box::new(move || searcher.work()))?;
        }
        io::Result::Ok(())
    };
    start().context("a thread could not be started")?;
    // What they give ends when the last of them has gone.
    drop((crew, panicked));
    for given in receiver {
        match given {
            Ok(mut piece) => {
                piece.told.iter_mut().for_each(Told::settle);
                take(piece)?;
            }
            Err(cause) => panic::resume_unwind(cause),
        }
    }
    Ok(())
}

/// How many pieces wait to be taken at most. With one, who had made a piece waited for the one before to be written.
const WAITING: usize = 4;

/// How many batches lie in the queue, for each thread that does not read. With one, a thread waited for the
/// next now and then.
const QUEUED: usize = 2;

/// How many lie there at most, for any number of threads.
const MOST: usize = 64;

/// How many bytes may be held whatever the number of threads: two of the messages that are large as mail goes.
const AT_LEAST: usize = 16 << 20;

/// What the threads have in common.
struct Crew<T, F> {
    queue: Mutex<Queue>,
    /// A batch came, or there will be none.
    filled: Condvar,
    /// A batch was searched.
    searched: Condvar,
    /// How many batches the queue holds at most.
    most: usize,
    /// How many bytes the batches may have that are in the queue or searched. One that has more is searched by
    /// itself.
    room: usize,
    order: Order<'static, Piece<T>>,
    find: F,
}

#[derive(Default)]
struct Queue {
    /// With the number that each has.
    batches: VecDeque<(usize, Batch)>,
    /// How many bytes were read and not searched to the end.
    bytes: usize,
    /// All was read.
    is_whole: bool,
    /// How many threads wait for a batch. To wake nobody would ask the system each time.
    waiting: usize,
}

/// Says that all was read, also where reading panics.
struct Whole<'c, T, F>(&'c Crew<T, F>);

impl<T, F> Drop for Whole<'_, T, F> {
    fn drop(&mut self) {
        self.0.lock().is_whole = true;
        self.0.filled.notify_all();
    }
}

impl<T, F> Crew<T, F> {
    /// What is locked stays whole: nothing that may panic is done in the meantime.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T, F> Crew<T, F>
where
    T: Default + Send,
    F: Fn(&[Window], &mut Made<'_, Piece<T>>),
{
    /// Reads it all, and then searches what is left.
    fn read(&self, reading: Reading) {
        let whole = Whole(self);
        let mut number = 0;
        // Where nobody takes what is found, there is nobody to tell.
        let _ = reading.run(&mut |batch| {
            number += 1;
            self.put(number - 1, batch)
        });
        drop(whole);
        self.work();
    }

    /// Leaves a batch to the others, or searches it, where they have enough.
    fn put(&self, number: usize, batch: Batch) -> Result<(), Stopped> {
        let bytes = batch.bytes();
        let mut queue = self.lock();
        // Only what the others search makes room, and where there is none of them, nothing is held.
        while queue.bytes > 0 && queue.bytes + bytes > self.room && !self.order.is_stopped() {
            queue = self.searched.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        if self.order.is_stopped() {
            return Err(Stopped);
        }
        queue.bytes += bytes;
        if queue.batches.len() < self.most {
            queue.batches.push_back((number, batch));
            if queue.waiting > 0 {
                self.filled.notify_one();
            }
            return Ok(());
        }
        drop(queue);
        match self.search(number, batch) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }

    /// Searches what is in the queue, until there is nothing more to come.
    fn work(&self) {
        while let Some((number, batch)) = self.next() {
            if self.search(number, batch).is_break() {
                // The one that reads is to see it.
                self.searched.notify_all();
                return;
            }
        }
    }

    fn next(&self) -> Option<(usize, Batch)> {
        let mut queue = self.lock();
        loop {
            if let Some(batch) = queue.batches.pop_front() {
                return Some(batch);
            }
            if queue.is_whole {
                return None;
            }
            queue.waiting += 1;
            queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
        }
    }

    fn search(&self, number: usize, batch: Batch) -> ControlFlow<()> {
        let bytes = batch.bytes();
        let Batch { windows, mut unread, mut reads, stretch } = batch;
        let found = self.order.make(number, |made| {
            (self.find)(&windows, made);
            let end = stretch.map(|stretch| {
                let wait = || match self.order.wait_for_turn(number) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(Stopped),
                };
                let end;
                (unread, reads, end) = stretch.read(&wait, &mut |window| {
                    (self.find)(slice::from_ref(&window), made);
                    spare::give_back(window.into_bytes());
                });
                end
            });
            made.add(|piece| {
                piece.told = Some(Told { unread, reads, end });
                0
            });
        });
        windows.into_iter().map(Window::into_bytes).for_each(spare::give_back);
        self.lock().bytes -= bytes;
        self.searched.notify_one();
        found
    }
}
