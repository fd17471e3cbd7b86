//! The batches of a scan: jobs are read and searched on a rayon pool, and their results are taken in order.
//!
//! Threads: the thread that takes the batches makes the jobs and spawns them on the pool ([`Ordered`]). One pool thread
//! reads each job: it reads, decompresses and cuts the input into windows. It also searches the windows of a short job,
//! while they are in its cache. For a long job it spawns the search of each group of windows, and searches one itself
//! when enough of them wait. A pool of one thread searches what it reads.
//!
//! Order: each job has an [`Output`], and each spawned search has a fork of it. `Ordered` gives the results in the order
//! of the outputs.
//!
//! Bounds: [`MAX_OUTPUTS_PER_THREAD`] limits the jobs that are begun, [`MAX_WAITING_WINDOWS_PER_THREAD`] the windows that
//! wait for a search, and [`room_bytes`] the bytes of results, large windows and large pages in memory.
//!
//! Nothing waits for the pool to end. After an error or a panic a job may still wait for a silent pipe; it ends with the
//! program.

use std::iter::Peekable;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fmt, mem};

use crate::cut::{Stopped, Window};
use crate::files::bounds::Bounds;
use crate::files::source::Unread;
use crate::item::ReserveRoom;
use crate::run::job::{ReadReport, ReadWindows, RoomGuard, WindowSearch};
use crate::run::jobs::{JobIter, Jobs};
use crate::run::order::{Ordered, Output};
use crate::run::stats::ItemStats;
use crate::threads::LentPool;

/// The outputs, forks included, that may be open for each thread. Further jobs wait.
const MAX_OUTPUTS_PER_THREAD: usize = 4;

/// The windows that may wait for a search, for each thread except the one that reads. If more wait, that
/// thread searches one of them.
const MAX_WAITING_WINDOWS_PER_THREAD: usize = 2;

/// A collector pushes its batch when that has this many bytes.
const MIN_PUSHED_BYTES: usize = 1 << 20;

/// The number of malformed messages that the reports of a scan list at most. A caller may keep them all, and a hostile
/// mailbox has one in 40 bytes.
const MAX_LISTED_MALFORMED: usize = 1 << 16;

/// Returns the bytes of results, of large windows and of large pages that may be in memory. The results of a compressed
/// file of some megabytes fit, so its thread seldom waits for its turn.
fn room_bytes(threads: usize) -> usize {
    (threads << 24).min(96 << 20)
}

/// The results of some windows.
#[derive(Debug, Default)]
pub struct Batch<T> {
    /// What was made of the URLs that were found and selected.
    pub rows: T,
    /// The counts of these windows.
    pub counts: ItemStats,
    /// The report on reading, with the last windows of a file or a range of one.
    pub report: Option<ReadReport>,
}

/// The batches of a [scan](crate::Scan), in the order of its jobs. Reading begins with the first call of `next`, and goes
/// on ahead of the iterator until the memory for results is used. When the iterator is dropped, the threads stop after
/// the windows that they are reading.
///
/// An iterator uses the threads of its scan until it and its last job have ended. Others of the scan that begin meanwhile
/// start as many threads for themselves, so they may be advanced in any order.
///
/// # Panics
///
/// `next` panics if the search panics, on any thread. It returns `None` after that.
pub struct Batches<'j, T> {
    jobs: Peekable<JobIter<'j>>,
    /// Whether no job has begun.
    is_new: bool,
    threads: usize,
    /// Dropping it gives each job [`Stopped`] from its next push.
    ordered: Ordered<Batch<T>>,
    shared: Arc<PoolState<T>>,
    malformed_left: usize,
}

type FindInWindow<T> = dyn Fn(&Window, &mut Collector<'_, T>) + Send + Sync;

struct PoolState<T> {
    /// It is not free before the last job has ended.
    pool: LentPool,
    find: Box<FindInWindow<T>>,
    bounds: Bounds,
    /// The number of windows that wait for a thread, and its limit.
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl<T> fmt::Debug for Batches<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl<'j, T: Default + Send + 'static> Batches<'j, T> {
    /// Returns the results of `find` for each window of `jobs`, which are read within `bounds`.
    pub(crate) fn new(
        jobs: Jobs<'j>,
        pool: LentPool,
        bounds: Bounds,
        find: Box<FindInWindow<T>>,
    ) -> Batches<'j, T> {
        let threads = pool.pool().current_num_threads();
        let most_waiting = MAX_WAITING_WINDOWS_PER_THREAD * (threads - 1);
        Batches {
            jobs: jobs.0.peekable(),
            is_new: true,
            threads,
            ordered: Ordered::new(room_bytes(threads)),
            shared: Arc::new(PoolState {
                pool,
                find,
                bounds,
                waiting: AtomicUsize::new(0),
                most_waiting,
            }),
            malformed_left: MAX_LISTED_MALFORMED,
        }
    }
}

impl<T: Default + Send + 'static> Iterator for Batches<'_, T> {
    type Item = Batch<T>;

    fn next(&mut self) -> Option<Batch<T>> {
        loop {
            while self.ordered.outputs()? < MAX_OUTPUTS_PER_THREAD * self.threads
                && let Some(job) = self.jobs.next()
            {
                let (shared, mut bounds) = (Arc::clone(&self.shared), self.shared.bounds);
                // Files are read side by side, each by one thread. Only a single one has threads left for its codec.
                let is_first = mem::take(&mut self.is_new);
                if is_first && job.is_one_file() && self.jobs.peek().is_none() {
                    bounds.codec_threads = u32::try_from(self.threads).unwrap_or(1);
                }
                let read = move |output| {
                    let mut search = SearchOnPool { is_long: job.is_long, shared, output };
                    // The only error is `Stopped`, and then nothing is left to do.
                    let _ = job.read(bounds, &mut search);
                };
                let output = self.ordered.output();
                self.shared.pool.pool().spawn_fifo(move || output.run(read));
            }
            if let Some(mut batch) = self.ordered.next() {
                if let Some(report) = &mut batch.report {
                    report.settle();
                    report.limit_malformed(&mut self.malformed_left);
                }
                return Some(batch);
            }
            // All outputs are done. The loop goes on if there are more jobs.
            self.jobs.peek()?;
        }
    }
}

/// Pushes a batch of so many bytes.
type PushBatch<'p, T> = &'p mut dyn FnMut(Batch<T>, usize) -> Result<(), Stopped>;

/// Collects the results of some windows, and pushes them when they have [`MIN_PUSHED_BYTES`].
pub(crate) struct Collector<'p, T> {
    /// The current batch. Its counts have a fixed size, so they add no bytes to it.
    pub(crate) batch: Batch<T>,
    bytes: usize,
    push: PushBatch<'p, T>,
    pub(crate) room: &'p ReserveRoom<'p>,
    /// The warnings of the search, which come after all results of these windows.
    pub(crate) unread: Vec<Unread>,
    malformed: Vec<(usize, Unread)>,
    state: Result<(), Stopped>,
}

fn report_bytes((_, malformed): &(usize, Unread)) -> usize {
    let Unread { source, member, cause, .. } = malformed;
    size_of::<Unread>() + source.len() + member.as_ref().map_or(0, String::len) + cause.len()
}

impl<T: Default> Collector<'_, T> {
    /// Adds a malformed message, which is listed between the warnings but is not one.
    pub(crate) fn add_malformed(&mut self, malformed: Unread) {
        self.malformed.push((self.unread.len(), malformed));
    }

    /// Calls `add`, which adds to the results and returns their estimated growth in bytes.
    /// Does nothing if results are no longer wanted.
    #[inline]
    pub(crate) fn add(&mut self, add: impl FnOnce(&mut Batch<T>) -> usize) {
        // After an error of `push` the caller still has items left. Skip them.
        if self.state.is_ok() {
            self.bytes += add(&mut self.batch);
            if self.bytes >= MIN_PUSHED_BYTES {
                self.push();
            }
        }
    }

    fn push(&mut self) {
        self.state = (self.push)(mem::take(&mut self.batch), mem::take(&mut self.bytes));
    }
}

/// Searches `windows` with `find`. Pushes the results, and with the last of them the report.
fn search<T: Default>(
    windows: ReadWindows,
    find: &FindInWindow<T>,
    push: PushBatch<'_, T>,
    room: &ReserveRoom<'_>,
) -> Result<(), Stopped> {
    let ReadWindows { windows, mut report, reserved, .. } = windows;
    let mut collector = Collector {
        batch: Batch::default(),
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
        collector.batch.report = Some(report);
        collector.push();
    }
    collector.state
}

/// Searches windows on the pool: those of a long job on any thread, others on the thread that reads them.
struct SearchOnPool<T> {
    is_long: bool,
    /// It is dropped before the output: the pool is free when the last result is taken.
    shared: Arc<PoolState<T>>,
    output: Output<Batch<T>>,
}

fn search_here<T: Default + Send + 'static>(
    windows: ReadWindows,
    output: &Output<Batch<T>>,
    shared: &PoolState<T>,
) -> Result<(), Stopped> {
    // Without room, results are no longer wanted.
    let room = |bytes| output.reserve(bytes).ok().map(|room| Box::new(room) as RoomGuard);
    search(windows, &*shared.find, &mut |batch, bytes| output.push(batch, bytes), &room)
}

impl<T: Default + Send + 'static> WindowSearch for SearchOnPool<T> {
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped> {
        // Windows of a short job are in this thread's cache. After the last windows of a long job this thread has
        // nothing left to read.
        if !self.is_long || windows.is_last || self.shared.most_waiting == 0 {
            return search_here(windows, &self.output, &self.shared);
        }
        // The fork takes the results of these windows and keeps their place. This thread reads on at once.
        let (output, shared) = (self.output.fork(), Arc::clone(&self.shared));
        let waiting = shared.waiting.fetch_add(1, Ordering::Relaxed) + 1;
        let is_enough = waiting > shared.most_waiting;
        rayon::spawn_fifo(move || {
            shared.waiting.fetch_sub(1, Ordering::Relaxed);
            // The only error is `Stopped`, and then nothing is left to do.
            output.run(|output| {
                let _ = search_here(windows, &output, &shared);
                drop(shared);
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
