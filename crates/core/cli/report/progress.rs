//! Shows how far a run has come: one line on the terminal, drawn over and over, and gone at the end.
//!
//! The thread that writes rows and messages draws it, between two batches and a few times a second at most, so
//! nothing is drawn while something else is written. The line is wiped before anything else is written, and when
//! it is dropped (only a run that is killed, as by Ctrl-C, leaves it).
//!
//! `urlsift scan x | less` has a terminal to draw on, but `less` draws there. So the line is shown only if rows go
//! to a file, or if there are none before the end.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::args::{ProgressArg, Scan};
use crate::read::input::{self, InputFile, InputOrigin};
use crate::scan::sink::Sink;

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProgressCounts {
    /// Bytes of files.
    pub(crate) bytes: u64,
    /// Messages and texts.
    pub(crate) items: u64,
    pub(crate) urls: u64,
}

/// A line that shows how far a run has come, or nothing if nobody looks.
#[derive(Debug)]
pub(crate) struct Progress(Option<ProgressLine>);

#[derive(Debug)]
struct ProgressLine {
    /// When it is drawn next.
    due: Instant,
    total: Total,
    bar: ProgressBar,
    /// Has `bar` alone: unlike a bar, it can be wiped and drawn again.
    drawn: MultiProgress,
}

/// How many bytes there are to read: empty until it is known, and for ever if it cannot be.
type Total = Arc<OnceLock<u64>>;

/// A run that is over sooner shows no line.
const DELAY_BEFORE_FIRST_DRAW: Duration = Duration::from_millis(500);
const DRAW_INTERVAL: Duration = Duration::from_millis(200);

const TEMPLATE_WITHOUT_TOTAL: &str = "{binary_bytes}, {msg}, {binary_bytes_per_sec}";
const TEMPLATE_WITH_TOTAL: &str =
    "{binary_bytes} of {binary_total_bytes}, {msg}, {binary_bytes_per_sec}, {eta_precise} left";

impl Progress {
    /// The line of a run over `paths`.
    pub(crate) fn new(args: &Scan, sink: &Sink, paths: &[PathBuf]) -> Progress {
        let is_alone = match sink {
            Sink::File(_) => true,
            // Counts and the like are printed when the line is gone.
            Sink::Stdout if io::stdout().is_terminal() => args.count.is_some() || args.unique,
            Sink::Stdout => args.progress == ProgressArg::Always || !is_read_by_another(),
        };
        let is_shown =
            is_alone && args.progress != ProgressArg::Never && io::stderr().is_terminal();
        Progress(is_shown.then(|| {
            let drawn = MultiProgress::new();
            let bar = drawn.add(ProgressBar::no_length().with_style(style(TEMPLATE_WITHOUT_TOTAL)));
            let due = Instant::now() + DELAY_BEFORE_FIRST_DRAW;
            ProgressLine { due, total: find_total(paths.to_vec()), bar, drawn }
        }))
    }

    /// The line of a run that shows none.
    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    /// Draws the line anew, if it is time.
    pub(crate) fn show(&mut self, counts: ProgressCounts) {
        let Some(line) = &mut self.0 else { return };
        let now = Instant::now();
        if now < line.due {
            return;
        }
        line.due = now + DRAW_INTERVAL;
        // Unlike `set_message` and `set_position`, these do not draw.
        let message = format!("{} messages, {} URLs", counts.items, counts.urls);
        let bar = line.bar.clone().with_message(message).with_position(counts.bytes);
        match line.total.get() {
            Some(&total) if bar.length().is_none() => {
                bar.set_style(style(TEMPLATE_WITH_TOTAL));
                bar.set_length(total);
            }
            _ => bar.tick(),
        }
    }

    /// Wipes the line, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if let Some(line) = &self.0 {
            // If it cannot be wiped, the run goes on all the same.
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

/// Whether another program reads standard output and may draw on the terminal too.
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

/// Has the lengths of all files added up in a thread of its own, for a large folder takes a while.
fn find_total(paths: Vec<PathBuf>) -> Total {
    let total = Total::default();
    let found = Arc::clone(&total);
    // Without the thread nobody knows the total.
    let _ = thread::Builder::new().name("sizes".to_owned()).spawn(move || {
        let mut inputs = input::walk_files(&paths).filter_map(Result::ok);
        let sum = inputs.try_fold(0, |sum: u64, input| Some(sum + length(&input)?));
        if let Some(sum) = sum {
            let _ = found.set(sum);
        }
    });
    total
}

/// How long a file is; `None` where that cannot be known. A file that is gone is told when it is to be
/// read.
fn length(input: &InputFile) -> Option<u64> {
    match fs::metadata(&input.path) {
        Ok(it) if it.is_file() => Some(it.len()),
        Ok(_) => None,
        Err(_)
            if input.origin == InputOrigin::Argument
                && input.path == Path::new(input::STDIN_PATH) =>
        {
            None
        }
        Err(_) => Some(0),
    }
}
