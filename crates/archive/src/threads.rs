//! The threads of a scan.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads that read and search. Clones share them. While one of them uses the threads, others start as many for
/// themselves.
#[derive(Clone, Debug)]
pub struct Threads {
    count: usize,
    free: Arc<FreePool>,
}

/// The pool, while nothing uses it. It is only moved under the lock, so a poisoned one has it too.
type FreePool = Mutex<Option<ThreadPool>>;

/// A pool with one user. The threads of a pool may all wait until its user takes results, so a second user might wait
/// for ever.
#[derive(Debug)]
pub(crate) struct LentPool {
    pool: Option<ThreadPool>,
    free: Arc<FreePool>,
}

impl Threads {
    /// Starts a pool of `count` threads, or fewer if the system refuses, as with `ulimit -u`. With 0 it has a thread for
    /// each processor.
    ///
    /// # Errors
    ///
    /// If the system starts no thread.
    pub fn start(count: usize) -> io::Result<Threads> {
        let count = match count {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            count => count,
        };
        let pool = start_pool(count)?;
        let count = pool.current_num_threads();
        Ok(Threads { count, free: Arc::new(Mutex::new(Some(pool))) })
    }

    /// Returns the number of threads that search.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Runs `work` with rayon's current pool set to these threads.
    ///
    /// # Panics
    ///
    /// If the threads are in use, and the system starts no other one.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.lend().pool().install(work)
    }

    /// Returns the pool if it is free, and otherwise a new one.
    ///
    /// # Panics
    ///
    /// If the system starts no thread.
    pub(crate) fn lend(&self) -> LentPool {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).take();
        let pool = free.unwrap_or_else(|| start_pool(self.count).expect("a thread starts"));
        LentPool { pool: Some(pool), free: Arc::clone(&self.free) }
    }
}

impl LentPool {
    pub(crate) fn pool(&self) -> &ThreadPool {
        self.pool.as_ref().expect("it is not dropped")
    }
}

impl Drop for LentPool {
    fn drop(&mut self) {
        // One that was free already ends.
        let replace = |pool| self.free.lock().unwrap_or_else(PoisonError::into_inner).replace(pool);
        let _ended = self.pool.take().and_then(replace);
    }
}

fn start_pool(count: usize) -> io::Result<ThreadPool> {
    let start = |count| ThreadPoolBuilder::new().num_threads(count).build();
    most_threads(count, start).map_err(io::Error::other)
}

/// Calls `start` with `threads`, and then with fewer until it succeeds.
pub(crate) fn most_threads<P, E>(
    threads: usize,
    start: impl Fn(usize) -> Result<P, E>,
) -> Result<P, E> {
    let mut threads = threads;
    loop {
        match start(threads) {
            Err(_) if threads > 1 => threads /= 2,
            started => return started,
        }
    }
}
