//! The progress line: one line on the terminal, redrawn while a run goes on and removed at its end.
//!
//! The thread that writes rows and messages draws the line, between two batches and at most a few times a
//! second. It clears the line before it writes anything else. Only a killed run leaves the line on the
//! terminal.
//!
//! A pager that reads the rows, as in `urlsift scan x | less`, draws on the same terminal. So the line is
//! shown only if rows go to a file, or if there are none before the end.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use urlsift_archive::Stats;
use urlsift_archive::files::InputFile;
use urlsift_archive::internal::{InputOrigin, STDIN_PATH, WalkEntry, walk_entries};

use crate::sink::Sink;

/// The cases in which the progress line is shown.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum ProgressArg {
    /// If standard error is a terminal, and rows go to a file or are counted
    Auto,
    /// If standard error is a terminal; a program that reads the rows must not draw on it
    Always,
    /// Never
    Never,
}

/// The progress line, or nothing if it is not shown.
#[derive(Debug, Default)]
pub(crate) struct Progress(Option<ProgressLine>);

#[derive(Debug)]
struct ProgressLine {
    due: Instant,
    total: Total,
    bar: ProgressBar,
    /// A container that has only `bar`. Unlike a single bar, it can be cleared and drawn again.
    drawn: MultiProgress,
}

/// The number of bytes to read. It is empty until the sum is known, and stays empty if it cannot be known.
type Total = Arc<OnceLock<u64>>;

/// Runs that are shorter than this show no line.
const DELAY_BEFORE_FIRST_DRAW: Duration = Duration::from_millis(500);
// The shortest time between two drawings.
const DRAW_INTERVAL: Duration = Duration::from_millis(200);

const TEMPLATE_WITHOUT_TOTAL: &str = "{binary_bytes}, {msg}, {binary_bytes_per_sec}";
const TEMPLATE_WITH_TOTAL: &str =
    "{binary_bytes} of {binary_total_bytes}, {msg}, {binary_bytes_per_sec}, {eta_precise} left";

impl Progress {
    /// Returns the progress line of a run over `paths`. `writes_at_end` says that nothing is written to `sink` before
    /// the line is cleared.
    pub(crate) fn new(
        when: ProgressArg,
        writes_at_end: bool,
        sink: &Sink,
        paths: &[PathBuf],
    ) -> Progress {
        let is_alone = match sink {
            Sink::File(_) => true,
            Sink::Stdout if io::stdout().is_terminal() => writes_at_end,
            Sink::Stdout => when == ProgressArg::Always || !is_read_by_another(),
        };
        let is_shown = is_alone && when != ProgressArg::Never && io::stderr().is_terminal();
        Progress(is_shown.then(|| {
            let drawn = MultiProgress::new();
            let bar = drawn.add(ProgressBar::no_length().with_style(style(TEMPLATE_WITHOUT_TOTAL)));
            let due = Instant::now() + DELAY_BEFORE_FIRST_DRAW;
            ProgressLine { due, total: find_total(paths.to_vec()), bar, drawn }
        }))
    }

    pub(crate) fn show(&mut self, stats: &Stats) {
        let Some(line) = &mut self.0 else { return };
        let now = Instant::now();
        if now < line.due {
            return;
        }
        line.due = now + DRAW_INTERVAL;
        // Unlike `set_message` and `set_position`, these methods do not draw.
        let message = format!("{} messages, {} URLs", stats.items(), stats.urls());
        let bytes = stats.reads.bytes + stats.reads.unneeded;
        let bar = line.bar.clone().with_message(message).with_position(bytes);
        match line.total.get() {
            Some(&total) if bar.length().is_none() => {
                bar.set_style(style(TEMPLATE_WITH_TOTAL));
                bar.set_length(total);
            }
            _ => bar.tick(),
        }
    }

    /// Clears the line, before something else is written.
    pub(crate) fn clear(&mut self) {
        if let Some(line) = &self.0 {
            // If the terminal is gone, the run goes on without the line.
            let _ = line.drawn.clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Reports whether another program reads standard output, and may draw on the terminal too.
#[cfg(unix)]
fn is_read_by_another() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let stdout = io::stdout().as_fd().try_clone_to_owned().map(fs::File::from);
    let kind = stdout.and_then(|stdout| stdout.metadata()).map(|it| it.file_type());
    kind.map_or(true, |kind| kind.is_fifo() || kind.is_socket())
}

#[cfg(not(unix))]
fn is_read_by_another() -> bool {
    true
}

/// Adds up the lengths of all files, in a thread of its own because a large directory takes a while.
fn find_total(paths: Vec<PathBuf>) -> Total {
    let total = Total::default();
    let found = Arc::clone(&total);
    // If the thread cannot be started, the line shows no total.
    let _ = thread::Builder::new().name("sizes".to_owned()).spawn(move || {
        let mut inputs = walk_entries(&paths).filter_map(WalkEntry::file);
        let sum = inputs.try_fold(0, |sum: u64, input| Some(sum + length(&input)?));
        if let Some(sum) = sum {
            let _ = found.set(sum);
        }
    });
    total
}

/// Returns the length of a file in bytes, or `None` if it cannot be known. A missing file counts 0 bytes; the
/// run reports it later.
fn length(input: &InputFile) -> Option<u64> {
    match fs::metadata(&input.path) {
        Ok(it) if it.is_file() => Some(it.len()),
        Ok(_) => None,
        Err(_) if input.origin == InputOrigin::Argument && input.path == Path::new(STDIN_PATH) => {
            None
        }
        Err(_) => Some(0),
    }
}
