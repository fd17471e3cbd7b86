//! The end of a run by Ctrl-C or SIGTERM: removes the unfinished files, and says how many URLs were found.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The unfinished files of this run.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The URLs that were found so far.
static FOUND: AtomicU64 = AtomicU64::new(0);

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds the unfinished file `path`, before it is created.
pub(crate) fn add_file(path: &Path) {
    unfinished().push(path.to_owned());
}

/// Forgets the unfinished file `path`, after it was renamed or removed.
pub(crate) fn forget_file(path: &Path) {
    unfinished().retain(|it| it != path);
}

/// Sets the number of URLs that were found.
pub(crate) fn set_found(urls: u64) {
    FOUND.store(urls, Ordering::Relaxed);
}

/// Waits for signals in a thread of its own. Without such a thread, a signal ends the run as usual.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use std::io::{self, IsTerminal, Write};

    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    let wait = move || {
        let Some(signal) = signals.forever().next() else { return };
        // The lock is kept, so that the run begins no other file.
        let files = unfinished();
        let is_removed = files.iter().filter(|path| std::fs::remove_file(path).is_ok()).count() > 0;
        let urls = FOUND.load(Ordering::Relaxed);
        // At a terminal, the cursor is after `^C` or the progress line.
        let start = if io::stderr().is_terminal() { "\n" } else { "" };
        let end = if is_removed { "; the unfinished output was removed" } else { "" };
        // If standard error is closed, the run ends all the same.
        let _ = writeln!(io::stderr(), "{start}urlsift: stopped after {urls} URLs were found{end}");
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

/// Does nothing: on this system no signal ends a run.
#[cfg(not(unix))]
pub(crate) fn watch() {}
