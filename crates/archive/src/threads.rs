//! The threads of a scan.

use std::io;
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The pool of threads that read and search.
#[derive(Clone, Debug)]
pub struct Threads(pub(crate) Arc<ThreadPool>);

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
        let start = |count| ThreadPoolBuilder::new().num_threads(count).build();
        let pool = most_threads(count, start).map_err(io::Error::other)?;
        Ok(Threads(Arc::new(pool)))
    }

    /// Returns the number of threads that search.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs `work` with rayon's current pool set to these threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }
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
