//! The end of a run by Ctrl-C, SIGHUP or SIGTERM: removes the unfinished files, and says how many URLs were found.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

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

pub(crate) fn set_found(urls: u64) {
    FOUND.store(urls, Ordering::Relaxed);
}

/// Waits for signals in a thread of its own. Without such a thread, a signal ends the run as usual.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::io::{self, IsTerminal, Write};

    let ended_by = [SIGINT, SIGTERM, SIGHUP];
    let ended_by = if ignores_hangup() { &ended_by[..2] } else { &ended_by };
    let Ok(mut signals) = signal_hook::iterator::Signals::new(ended_by) else { return };
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

/// Reports whether the program ignores SIGHUP, as below `nohup`. Without `/proc`, it does if no terminal is open.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    use std::io::{self, IsTerminal};

    let Ok(status) = std::fs::read_to_string("/proc/self/status") else {
        return !io::stdout().is_terminal() && !io::stderr().is_terminal();
    };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // A bit for each signal, the lowest for the signal 1.
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 != 0)
}

/// Does nothing: on this system no signal ends a run.
#[cfg(not(unix))]
pub(crate) fn watch() {}
