//! Starts the threads of a run, and warns if the system starts fewer.

use anyhow::Context;
use urlsift_archive::Threads;

use crate::console::message;

/// Starts the threads that `--threads` asks for. 0 means one for each processor.
pub(crate) fn start(asked: u16) -> anyhow::Result<Threads> {
    let wanted = match usize::from(asked) {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let threads = Threads::start(wanted).context("the system starts no thread (see ulimit -u)")?;
    let started = threads.count();
    if started < wanted {
        message::say(&format!(
            "only {started} of {wanted} threads are used, because the system starts no more (see ulimit -u)"
        ));
    }
    Ok(threads)
}
