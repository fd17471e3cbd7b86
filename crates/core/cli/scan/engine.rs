//! The threads of a run: a pool of rayon's, on which jobs are read and searched side by side.
//!
//! This thread makes the jobs, hands them to the pool, and takes the results in order ([`Ordered`]). Each job is
//! read, decompressed and cut by one thread of the pool. The windows of a short job are searched by the same
//! thread, while they are in its cache. A long one hands its windows on, and searches them itself where no other
//! thread is free.
//!
//! What is held in memory is bounded in three ways: by the number of jobs that are begun ahead of their turn
//! ([`MAX_OUTPUTS_PER_THREAD`]), of windows that wait ([`MAX_WAITING_WINDOWS_PER_THREAD`]), and by the bytes of results and of large windows
//! ([`room_bytes`]).
//!
//! A pool is never waited for. If results are no longer wanted, or a thread panics, a job may be waiting for a pipe
//! that stays silent; the end of the program ends it.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use rayon::ThreadPoolBuilder;
use urlsift::bulk::{Ordered, Output, Stopped, Window};

use crate::read::bounds::Bounds;
use crate::read::input::Stdin;
use crate::scan::job::{Job, ReadReport, ReadWindows, RoomGuard, WindowSearch};

/// The bytes that are read and searched at a time: few enough to stay in a processor's cache. A window is as large
/// as its message. With `--forms url,angle` 1.1 GB took 1.17 s of processor time, 1.33 s with a quarter of it,
/// 1.21 s with two and with four times as much.
pub(crate) const WINDOW_BYTES: usize = 1 << 19;

/// How many outputs, forks included, may wait to be taken for each thread before no more jobs are begun.
const MAX_OUTPUTS_PER_THREAD: usize = 4;

/// How many windows wait for a thread before their reader searches one of them, for each other thread.
const MAX_WAITING_WINDOWS_PER_THREAD: usize = 2;

/// Results are handed over when they have as many bytes.
const MIN_PUSHED_BYTES: usize = 1 << 20;

/// How results of several sources follow one another.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Order {
    /// As the sources do.
    Input,
    /// As they come. Those of one source are in order.
    Any,
}

/// How jobs are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engine {
    pub(crate) threads: usize,
    pub(crate) order: Order,
    pub(crate) bounds: Bounds,
}

/// What was found in some windows, and with the last of it what came up in reading.
#[derive(Debug, Default)]
pub(crate) struct Results<T> {
    pub(crate) found: T,
    pub(crate) report: Option<ReadReport>,
    source: usize,
}

type PushResults<'p, T> = &'p mut dyn FnMut(Results<T>, usize) -> Result<(), Stopped>;

/// Collects what is found in some windows, and pushes it when it has grown.
pub(crate) struct Collector<'p, T> {
    found: T,
    bytes: usize,
    source: usize,
    push: PushResults<'p, T>,
    state: Result<(), Stopped>,
}

impl<T: Default> Collector<'_, T> {
    /// Has `add` add something and return by how many bytes that has grown, roughly. `add` is not called if
    /// results are no longer wanted.
    #[inline]
    pub(crate) fn add(&mut self, add: impl FnOnce(&mut T) -> usize) {
        if self.state.is_ok() {
            self.bytes += add(&mut self.found);
            if self.bytes >= MIN_PUSHED_BYTES {
                self.push(None);
            }
        }
    }

    fn push(&mut self, report: Option<ReadReport>) {
        let found = mem::take(&mut self.found);
        let bytes = mem::take(&mut self.bytes);
        self.state = (self.push)(Results { found, report, source: self.source }, bytes);
    }
}

/// Searches `windows` and pushes what is found, and the report after it.
fn search<T: Default>(
    windows: ReadWindows,
    find: &impl Fn(&Window, &mut Collector<'_, T>),
    push: PushResults<'_, T>,
) -> Result<(), Stopped> {
    let ReadWindows { windows, report, reserved, .. } = windows;
    let source = report.source;
    let mut collector = Collector { found: T::default(), bytes: 0, source, push, state: Ok(()) };
    for window in &windows {
        find(window, &mut collector);
    }
    drop((windows, reserved));
    if collector.state.is_ok() {
        collector.push(Some(report));
    }
    collector.state
}

impl Engine {
    /// Runs `jobs` and has `find` search their windows. `take` is given what that finds, in order, on this thread.
    /// `stdin` is what standard input held, if it was read before.
    ///
    /// # Errors
    ///
    /// The first of `take`, and if no thread can be started.
    ///
    /// # Panics
    ///
    /// If `find` panics, on any thread.
    pub(crate) fn run<T: Default + Send + 'static>(
        self,
        jobs: impl Iterator<Item = Job>,
        stdin: Option<&Stdin>,
        find: impl Fn(&Window, &mut Collector<'_, T>) + Send + Sync + 'static,
        mut take: impl FnMut(Results<T>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut take = |mut results: Results<T>| {
            results.report.iter_mut().for_each(ReadReport::settle);
            take(results)
        };
        if self.threads == 1 {
            return self.run_here(jobs, stdin, &find, &mut take);
        }
        self.run_on_pool(jobs, stdin, find, &mut take)
    }

    /// Runs `jobs` on this thread, which takes what it finds.
    fn run_here<T: Default>(
        self,
        jobs: impl Iterator<Item = Job>,
        stdin: Option<&Stdin>,
        find: &impl Fn(&Window, &mut Collector<'_, T>),
        take: &mut dyn FnMut(Results<T>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut done = Ok(());
        let mut push = |results, _| {
            done = take(results);
            if done.is_ok() { Ok(()) } else { Err(Stopped) }
        };
        let mut here = SearchHere(|windows| search(windows, find, &mut push));
        for job in jobs {
            if job.run(stdin, self.bounds, &mut here).is_err() {
                break;
            }
        }
        done
    }

    fn run_on_pool<T: Default + Send + 'static>(
        self,
        jobs: impl Iterator<Item = Job>,
        stdin: Option<&Stdin>,
        find: impl Fn(&Window, &mut Collector<'_, T>) + Send + Sync + 'static,
        take: &mut dyn FnMut(Results<T>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Engine { threads, order, bounds } = self;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.context("a thread could not be started")?;
        let most_waiting = MAX_WAITING_WINDOWS_PER_THREAD * (threads - 1);
        let pool_state = Arc::new(PoolState { find, waiting: AtomicUsize::new(0), most_waiting });
        let mut ordered = Ordered::new(room_bytes(threads));
        let mut late = LateWarnings::default();
        let mut jobs = jobs.peekable();
        loop {
            while ordered.outputs() < MAX_OUTPUTS_PER_THREAD * threads
                && let Some(job) = jobs.next()
            {
                let source = if order == Order::Any { job.source } else { 0 };
                let (pool_state, stdin) = (Arc::clone(&pool_state), stdin.cloned());
                let run = move |output| {
                    let mut on_pool = SearchOnPool { is_long: job.is_long, output, pool_state };
                    // If results are no longer wanted, no one asks how far the job has come.
                    let _ = job.run(stdin.as_ref(), bounds, &mut on_pool);
                };
                let output = ordered.output(source);
                pool.spawn_fifo(move || output.run(run));
            }
            match ordered.next() {
                Some(mut results) => {
                    if order == Order::Any {
                        late.keep(&mut results);
                    }
                    take(results)?;
                    late.give(ordered.first_source(), take)?;
                }
                None if jobs.peek().is_none() => return late.give(None, take),
                None => {}
            }
        }
    }
}

/// Warnings that wait for those of earlier sources, so that they have the order of the input whatever order the results
/// have.
#[derive(Default)]
struct LateWarnings(BTreeMap<usize, Vec<ReadReport>>);

impl LateWarnings {
    /// Keeps the report of `results` if it has a warning.
    fn keep<T>(&mut self, results: &mut Results<T>) {
        if let Some(mut report) = results.report.take_if(|report| !report.unread.is_empty()) {
            report.settle();
            self.0.entry(results.source).or_default().push(report);
        }
    }

    /// Gives `take` the reports of the sources up to `first`, the first one that is not done, or all.
    fn give<T: Default>(
        &mut self,
        first: Option<usize>,
        take: &mut dyn FnMut(Results<T>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        while let Some(reports) = self.0.first_entry()
            && first.is_none_or(|first| *reports.key() <= first)
        {
            let (source, reports) = reports.remove_entry();
            for report in reports {
                take(Results { found: T::default(), report: Some(report), source })?;
            }
        }
        Ok(())
    }
}

/// Returns the number of threads of a run. `--threads 0` asks for one per processor.
pub(crate) fn thread_count(asked: u16) -> usize {
    match usize::from(asked) {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// How many bytes of results and of large windows are held for `threads` threads. The results of a compressed file
/// of some megabytes fit, so that the thread that reads it need not wait for its turn.
fn room_bytes(threads: usize) -> usize {
    (threads << 24).min(96 << 20)
}

/// Searches on the thread that reads, which takes the results too.
struct SearchHere<F>(F);

impl<F: FnMut(ReadWindows) -> Result<(), Stopped>> WindowSearch for SearchHere<F> {
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped> {
        (self.0)(windows)
    }

    fn reserve(&mut self, _: usize) -> Result<RoomGuard, Stopped> {
        Ok(Box::new(()))
    }
}

/// What the jobs of a run have in common.
struct PoolState<F> {
    find: F,
    /// How many windows wait for a thread, and at most should.
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// Searches on the threads of the pool.
struct SearchOnPool<T, F> {
    is_long: bool,
    output: Output<Results<T>>,
    pool_state: Arc<PoolState<F>>,
}

impl<T, F> WindowSearch for SearchOnPool<T, F>
where
    T: Default + Send + 'static,
    F: Fn(&Window, &mut Collector<'_, T>) + Send + Sync + 'static,
{
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped> {
        if !self.is_long || windows.is_last {
            let push = &mut |results, bytes| self.output.push(results, bytes);
            return search(windows, &self.pool_state.find, push);
        }
        let (output, pool_state) = (self.output.fork(), Arc::clone(&self.pool_state));
        let waiting = pool_state.waiting.fetch_add(1, Ordering::Relaxed) + 1;
        let is_enough = waiting > pool_state.most_waiting;
        rayon::spawn_fifo(move || {
            pool_state.waiting.fetch_sub(1, Ordering::Relaxed);
            output.run(|output| {
                // If results are no longer wanted, no one asks how far the search has come.
                let _ = search(windows, &pool_state.find, &mut |results, bytes| {
                    output.push(results, bytes)
                });
            });
        });
        if is_enough {
            rayon::yield_local();
        }
        // A job that only reads has to see that results are no longer wanted.
        if self.output.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    fn reserve(&mut self, bytes: usize) -> Result<RoomGuard, Stopped> {
        Ok(Box::new(self.output.reserve(bytes)?))
    }
}

#[cfg(test)]
mod tests;
