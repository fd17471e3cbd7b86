//! Starts the threads of a run, and warns if the system starts fewer.

use std::sync::Once;

use urlsift_archive::Threads;

use crate::console::message;

/// Returns the number of threads that `--threads` asks for. 0 means one for each processor.
pub(crate) fn count(asked: u16) -> usize {
    match usize::from(asked) {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Starts the threads that `--threads` asks for.
pub(crate) fn start(asked: u16) -> Threads {
    static WARNED: Once = Once::new();
    let wanted = count(asked);
    let threads = Threads::start(wanted);
    let started = threads.count();
    if started < wanted {
        // Each split starts threads, but one warning is enough.
        WARNED.call_once(|| {
            message::say(&format!(
                "only {started} of {wanted} threads are used, because the system starts no more (see ulimit -u)"
            ));
        });
    }
    threads
}
