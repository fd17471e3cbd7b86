//! The threads of a run.

use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads of a run: a pool, or only the thread that calls.
#[derive(Clone, Debug)]
pub struct Threads(pub(crate) Option<Arc<ThreadPool>>);

/// A thread for each processor.
impl Default for Threads {
    fn default() -> Threads {
        Threads::start(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Threads {
    /// Starts a pool of `count` threads, or fewer if the system refuses, as with `ulimit -u`. If `count` is 1, or if the
    /// system starts none, the calling thread does everything.
    pub fn start(count: usize) -> Threads {
        let start = |count| ThreadPoolBuilder::new().num_threads(count).build();
        Threads(most_threads(count, start).0.map(Arc::new))
    }

    /// Returns the number of threads that search.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// Runs `work` with rayon's current pool set to these threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(work),
            // Without a pool, rayon would use its global one, which has a thread for each processor.
            None => match ThreadPoolBuilder::new().num_threads(1).build() {
                Ok(pool) => pool.install(work),
                Err(_) => work(),
            },
        }
    }
}

/// Calls `start` with `threads`, and then with fewer until it succeeds. Returns its value, and the number of
/// threads: with one thread nothing is started.
pub(crate) fn most_threads<P, E>(
    threads: usize,
    start: impl Fn(usize) -> Result<P, E>,
) -> (Option<P>, usize) {
    let mut threads = threads;
    while threads > 1 {
        if let Ok(pool) = start(threads) {
            return (Some(pool), threads);
        }
        threads /= 2;
    }
    (None, 1)
}
