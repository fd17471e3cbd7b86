//! The engine of a run: reads and searches jobs on a rayon pool, and takes the results in order.
//!
//! Threads: the calling thread makes the jobs, spawns them on the pool, and takes their results
//! ([`Ordered`]). One pool thread reads each job: it reads, decompresses and cuts the input into windows. It
//! also searches the windows of a short job, while they are in its cache. For a long job it spawns the search
//! of each group of windows, and searches one itself when enough of them wait. With one thread there is no pool:
//! the calling thread does everything.
//!
//! Order: each job has an [`Output`], and each spawned search has a fork of it. `Ordered` gives the
//! results in the order of the outputs.
//!
//! Bounds: [`MAX_OUTPUTS_PER_THREAD`] limits the jobs that are begun, [`MAX_WAITING_WINDOWS_PER_THREAD`] the
//! windows that wait for a search, and [`room_bytes`] the bytes of results, large windows and large pages in memory.
//!
//! The engine never waits for the pool to end. After an error or a panic a job may still wait for a silent
//! pipe; it ends with the program.

use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPool;

use crate::cut::{Stopped, Window};
use crate::files::bounds::Bounds;
use crate::files::source::Unread;
use crate::item::ReserveRoom;
use crate::run::job::{Job, ReadReport, ReadWindows, RoomGuard, WindowSearch};
use crate::run::order::{Ordered, Output};
use crate::threads::Threads;

/// The outputs, forks included, that may be open for each thread. Further jobs wait.
const MAX_OUTPUTS_PER_THREAD: usize = 4;

/// The windows that may wait for a search, for each thread except the one that reads. If more wait, that
/// thread searches one of them.
const MAX_WAITING_WINDOWS_PER_THREAD: usize = 2;

/// A collector pushes its results when they have this many bytes.
const MIN_PUSHED_BYTES: usize = 1 << 20;

/// The settings of a run. By default it has a thread for each processor.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    /// The threads that read and search.
    pub threads: Threads,
    /// The limits for reading.
    pub bounds: Bounds,
}

/// The results of some windows. The last ones of a job or window carry the report of its reading.
#[derive(Debug, Default)]
pub struct Results<T> {
    pub found: T,
    pub report: Option<ReadReport>,
}

type PushResults<'p, T> = &'p mut dyn FnMut(Results<T>, usize) -> Result<(), Stopped>;

/// A reservation function for a single thread, which shares its memory with no other.
#[expect(clippy::unnecessary_wraps, reason = "it has the type of other reservations")]
fn reserve_nothing(_: usize) -> Option<RoomGuard> {
    Some(Box::new(()))
}

/// Collects the results of some windows, and pushes them when they have [`MIN_PUSHED_BYTES`].
pub struct Collector<'p, T> {
    found: T,
    bytes: usize,
    push: PushResults<'p, T>,
    room: &'p ReserveRoom<'p>,
    /// What the search of the windows has to report.
    unread: Vec<Unread>,
    malformed: Vec<(usize, Unread)>,
    state: Result<(), Stopped>,
}

/// Estimates the memory of a malformed message in a report, in bytes.
fn report_bytes((_, malformed): &(usize, Unread)) -> usize {
    let Unread { source, member, cause, .. } = malformed;
    size_of::<Unread>() + source.len() + member.as_ref().map_or(0, String::len) + cause.len()
}

impl<'p, T: Default> Collector<'p, T> {
    /// Returns the function that waits for room for a large page.
    pub fn room(&self) -> &'p ReserveRoom<'p> {
        self.room
    }

    /// Adds a warning, which is reported after all results of these windows.
    pub fn add_unread(&mut self, unread: Unread) {
        self.unread.push(unread);
    }

    /// Adds a malformed message, which is reported with the warnings but is none.
    pub fn add_malformed(&mut self, malformed: Unread) {
        self.malformed.push((self.unread.len(), malformed));
    }

    /// Calls `add`, which adds to the results and returns their estimated growth in bytes.
    /// Does nothing if results are no longer wanted.
    #[inline]
    pub fn add(&mut self, add: impl FnOnce(&mut T) -> usize) {
        // After an error of `push` the caller still has items left. Skip them.
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
        self.state = (self.push)(Results { found, report }, bytes);
    }
}

/// Searches `windows` with `find`. Pushes the results, and with the last of them the report.
fn search<T: Default>(
    windows: ReadWindows,
    find: &impl Fn(&Window, &mut Collector<'_, T>),
    push: PushResults<'_, T>,
    room: &ReserveRoom<'_>,
) -> Result<(), Stopped> {
    let ReadWindows { windows, mut report, reserved, .. } = windows;
    let mut collector = Collector {
        found: T::default(),
        bytes: 0,
        push,
        room,
        unread: Vec::new(),
        malformed: Vec::new(),
        state: Ok(()),
    };
    for window in &windows {
        find(window, &mut collector);
    }
    report.unread.splice(..0, mem::take(&mut collector.unread));
    // A mailbox may consist of small malformed messages, so they count like results.
    collector.bytes += collector.malformed.iter().map(report_bytes).sum::<usize>();
    report.malformed = mem::take(&mut collector.malformed);
    // Release the room of the windows first: the push below may wait for room.
    drop((windows, reserved));
    if collector.state.is_ok() {
        collector.push(Some(report));
    }
    collector.state
}

impl Engine {
    /// Runs `jobs`. `find` searches each window, on any thread, and `take` gets the results, in order and on
    /// this thread.
    ///
    /// # Errors
    ///
    /// The first error of `take`.
    ///
    /// # Panics
    ///
    /// If `find` panics, on any thread.
    pub fn run<T: Default + Send + 'static, E>(
        &self,
        jobs: impl Iterator<Item = Job>,
        find: impl Fn(&Window, &mut Collector<'_, T>) + Send + Sync + 'static,
        mut take: impl FnMut(Results<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut take = |mut results: Results<T>| {
            results.report.iter_mut().for_each(ReadReport::settle);
            take(results)
        };
        match &self.threads.0 {
            None => self.run_here(jobs, &find, &mut take),
            Some(pool) => self.run_on_pool(pool, jobs, find, &mut take),
        }
    }

    /// Runs `jobs` on this thread.
    fn run_here<T: Default, E>(
        &self,
        jobs: impl Iterator<Item = Job>,
        find: &impl Fn(&Window, &mut Collector<'_, T>),
        take: &mut dyn FnMut(Results<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut done = Ok(());
        // `Stopped` ends the job early; `done` keeps the error of `take`.
        let mut push = |results, _| {
            done = take(results);
            if done.is_ok() { Ok(()) } else { Err(Stopped) }
        };
        let mut here = SearchHere(|windows| search(windows, find, &mut push, &reserve_nothing));
        for job in jobs {
            if job.run(self.bounds, &mut here).is_err() {
                break;
            }
        }
        done
    }

    /// Runs `jobs` on a pool. This thread alternates between spawning jobs and taking results.
    fn run_on_pool<T: Default + Send + 'static, E>(
        &self,
        pool: &ThreadPool,
        jobs: impl Iterator<Item = Job>,
        find: impl Fn(&Window, &mut Collector<'_, T>) + Send + Sync + 'static,
        take: &mut dyn FnMut(Results<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let bounds = self.bounds;
        let threads = pool.current_num_threads();
        let most_waiting = MAX_WAITING_WINDOWS_PER_THREAD * (threads - 1);
        let pool_state = Arc::new(PoolState { find, waiting: AtomicUsize::new(0), most_waiting });
        let mut ordered = Ordered::new(room_bytes(threads));
        let mut jobs = jobs.peekable();
        loop {
            while ordered.outputs() < MAX_OUTPUTS_PER_THREAD * threads
                && let Some(job) = jobs.next()
            {
                let pool_state = Arc::clone(&pool_state);
                let run = move |output| {
                    let mut on_pool = SearchOnPool { is_long: job.is_long, output, pool_state };
                    // The only error is `Stopped`, and then nothing is left to do.
                    let _ = job.run(bounds, &mut on_pool);
                };
                let output = ordered.output();
                pool.spawn_fifo(move || output.run(run));
            }
            match ordered.next() {
                // An error drops `ordered`, and then each job gets `Stopped` from its next push.
                Some(results) => take(results)?,
                // All outputs are done. The loop goes on if there are more jobs.
                None if jobs.peek().is_none() => return Ok(()),
                None => {}
            }
        }
    }
}

/// Returns how many of `threads` may decompress one of the files `paths`. Files are read side by side, each by one
/// thread, so only a single file has threads left for its codec.
pub fn codec_threads(paths: &[PathBuf], threads: usize) -> u32 {
    match paths {
        [path] if !path.is_dir() => u32::try_from(threads).unwrap_or(1),
        _ => 1,
    }
}

/// Returns the bytes of results, of large windows and of large pages that may be in memory. The results of a compressed
/// file of some megabytes fit, so its thread seldom waits for its turn.
fn room_bytes(threads: usize) -> usize {
    (threads << 24).min(96 << 20)
}

/// Searches windows at once, on the thread that reads them.
struct SearchHere<F>(F);

impl<F: FnMut(ReadWindows) -> Result<(), Stopped>> WindowSearch for SearchHere<F> {
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped> {
        (self.0)(windows)
    }

    fn reserve(&mut self, _: usize) -> Result<RoomGuard, Stopped> {
        Ok(Box::new(()))
    }
}

/// The state that the jobs of a run share.
struct PoolState<F> {
    find: F,
    /// The number of windows that wait for a thread, and its limit.
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// Searches windows on the pool: those of a long job on any thread, others on the thread that reads them.
struct SearchOnPool<T, F> {
    is_long: bool,
    output: Output<Results<T>>,
    pool_state: Arc<PoolState<F>>,
}

/// Waits until `output` has room for `bytes` bytes. Returns `None` if results are no longer wanted.
fn reserve_room<T: Send + 'static>(output: &Output<T>, bytes: usize) -> Option<RoomGuard> {
    output.reserve(bytes).ok().map(|reserved| Box::new(reserved) as RoomGuard)
}

impl<T, F> WindowSearch for SearchOnPool<T, F>
where
    T: Default + Send + 'static,
    F: Fn(&Window, &mut Collector<'_, T>) + Send + Sync + 'static,
{
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped> {
        // Windows of a short job are in this thread's cache. After the last windows of a long job this thread has
        // nothing left to read.
        if !self.is_long || windows.is_last {
            let push = &mut |results, bytes| self.output.push(results, bytes);
            let room = &|bytes| reserve_room(&self.output, bytes);
            return search(windows, &self.pool_state.find, push, room);
        }
        // The fork takes the results of these windows and keeps their place. This thread reads on at once.
        let (output, pool_state) = (self.output.fork(), Arc::clone(&self.pool_state));
        let waiting = pool_state.waiting.fetch_add(1, Ordering::Relaxed) + 1;
        let is_enough = waiting > pool_state.most_waiting;
        rayon::spawn_fifo(move || {
            pool_state.waiting.fetch_sub(1, Ordering::Relaxed);
            output.run(|output| {
                // The only error is `Stopped`, and then nothing is left to do.
                let push = &mut |results, bytes| output.push(results, bytes);
                let room = &|bytes| reserve_room(&output, bytes);
                let _ = search(windows, &pool_state.find, push, room);
            });
        });
        // Runs the oldest search in this thread's own queue. So reading cannot run ahead of searching.
        if is_enough {
            rayon::yield_local();
        }
        // A job that only reads pushes nothing, so it must ask whether results are still wanted.
        if self.output.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    fn reserve(&mut self, bytes: usize) -> Result<RoomGuard, Stopped> {
        Ok(Box::new(self.output.reserve(bytes)?))
    }
}

#[cfg(test)]
mod tests;
