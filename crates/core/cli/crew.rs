//! The threads of a run: each of them searches, and one of them reads as well.
//!
//! What was read lies in a queue, in batches. The thread that reads searches too whenever there is enough in
//! the queue for the others, so there are as many threads as were asked for, all of them busy, and what one
//! thread alone read is still near its processor when it searches it. A thread beside the searching ones that
//! did nothing but read had what it read carried from one processor to another: with it, windows of eight
//! megabytes and a wait at the end of each, 1.1 GB took 2.0 s of processor time, and 1.7 s now. What is found comes in order ([`Order`]), and is written by the thread that called.
//!
//! The trap is an end that nobody sees. Where what is found is not wanted any more, the threads end by
//! themselves, but for the one that reads, which may be waiting for a pipe that says nothing; so it is not
//! waited for then. Where one of them panics, the others are not to wait for it, and the run is to panic too.

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::panic;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use anyhow::Context;
use urlsift::bulk::{Made, Order, Window};

use crate::reading::{Batch, Reading};
use crate::reads::Reads;
use crate::source::{Stopped, Unread};
use crate::spare;

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
}

/// Reads what `reading` says and has `find` search it, on `threads` threads; `take` is given what that makes,
/// in the order of what was read, on this thread.
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
    let (sender, receiver) = sync_channel(1);
    let give = move |piece| match sender.send(piece) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let crew = Arc::new(Crew {
        queue: Mutex::default(),
        filled: Condvar::new(),
        most: MOST.min(QUEUED * (threads - 1)),
        order: Order::new(threads, give),
        find,
    });
    let start = || {
        let mut started = vec![{
            let crew = Arc::clone(&crew);
            spawn("reading", move || crew.read(reading))?
        }];
        for _ in 1..threads {
            let crew = Arc::clone(&crew);
            started.push(spawn("searching", move || crew.work())?);
        }
        io::Result::Ok(started)
    };
    let started = start().context("a thread could not be started")?;
    // What they give ends when the last of them has gone.
    drop(crew);
    receiver.into_iter().try_for_each(&mut take)?;
    for thread in started {
        if let Err(cause) = thread.join() {
            panic::resume_unwind(cause);
        }
    }
    Ok(())
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(run)
}

/// How many batches lie in the queue, for each thread that does not read. With one, a thread waited for the
/// next now and then.
const QUEUED: usize = 2;

/// How many lie there at most, for any number of threads.
const MOST: usize = 64;

/// What the threads have in common.
struct Crew<T, F> {
    queue: Mutex<Queue>,
    /// A batch came, or there will be none.
    filled: Condvar,
    /// How many batches the queue holds at most.
    most: usize,
    order: Order<'static, Piece<T>>,
    find: F,
}

#[derive(Default)]
struct Queue {
    /// With the number that each has.
    batches: VecDeque<(usize, Batch)>,
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
        if self.order.is_stopped() {
            return Err(Stopped);
        }
        let mut queue = self.lock();
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
        let Batch { windows, unread, reads } = batch;
        let found = self.order.make(number, |made| {
            (self.find)(&windows, made);
            made.add(|piece| {
                piece.told = Some(Told { unread, reads });
                0
            });
        });
        windows.into_iter().map(Window::into_bytes).for_each(spare::give_back);
        found
    }
}
