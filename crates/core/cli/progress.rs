//! How far a run has come: one line on the terminal, drawn over and over, and gone at the end.
//!
//! The thread that writes rows and messages draws it, between two batches and a few times a second at
//! most, so nothing is drawn while something else is written, and there is no lock. What is drawn is
//! wiped before anything else is said, and when it is dropped, so that no part of it stays, however the
//! run ends (only a run that is killed, as by Ctrl-C, leaves it).
//!
//! The trap is a pipe: `urlsift scan x | less` has a terminal to draw on, and somebody else
//! draws there. So it is shown where rows go to a file, or where there are none before the end.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::args::{ProgressArg, Scan};
use crate::input::{self, Input, Named};
use crate::sink::Sink;

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Done {
    /// Bytes of files.
    pub(crate) bytes: u64,
    /// Messages and texts.
    pub(crate) items: u64,
    pub(crate) urls: u64,
}

/// A line that tells of a run, or nothing where nobody looks.
#[derive(Debug)]
pub(crate) struct Progress(Option<Line>);

#[derive(Debug)]
struct Line {
    begun: Instant,
    /// When it is drawn next.
    due: Instant,
    total: Total,
    /// How many columns of it stand there now.
    columns: usize,
}

/// How many bytes there are to read: empty until it is known, and for ever where it cannot be.
type Total = Arc<OnceLock<u64>>;

/// What is over so soon needs no line.
const PATIENCE: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(200);

/// As wide as a terminal that does not say.
const COLUMNS: usize = 80;

impl Progress {
    /// That of a run over `paths`.
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
            let begun = Instant::now();
            let total = find_total(paths.to_vec());
            Line { begun, due: begun + PATIENCE, total, columns: 0 }
        }))
    }

    /// That of a run that shows none.
    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    /// Draws the line anew, if it is time.
    pub(crate) fn show(&mut self, done: Done) {
        let Some(line) = &mut self.0 else { return };
        let now = Instant::now();
        if now < line.due {
            return;
        }
        line.due = now + INTERVAL;
        let width = terminal_size::terminal_size_of(io::stderr());
        let width = width.map_or(COLUMNS, |(width, _)| width.0.into());
        let mut text = text(done, line.total.get().copied(), now - line.begun);
        // In the last column some terminals go on to the next line.
        text.truncate(width.saturating_sub(1));
        line.draw(&text);
    }

    /// Wipes the line, so that something else can be said.
    pub(crate) fn clear(&mut self) {
        if let Some(line) = &mut self.0
            && line.columns > 0
        {
            line.draw("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Line {
    fn draw(&mut self, text: &str) {
        let drawn = over(self.columns, text);
        // Where it cannot be drawn, the run goes on all the same.
        let mut stderr = io::stderr();
        let _ = stderr.write_all(drawn.as_bytes()).and_then(|()| stderr.flush());
        self.columns = text.len();
    }
}

/// What draws `text` over a line of `columns`, where the cursor is at its end: with blanks over what is left
/// of it, which every terminal understands.
fn over(columns: usize, text: &str) -> String {
    let blanks = columns.saturating_sub(text.len());
    let back = if text.is_empty() { "\r" } else { "" };
    format!("\r{text}{:blanks$}{back}", "")
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
        let mut inputs = input::walk(&paths).filter_map(Result::ok);
        let sum = inputs.try_fold(0, |sum: u64, input| Some(sum + length(&input)?));
        if let Some(sum) = sum {
            let _ = found.set(sum);
        }
    });
    total
}

/// How long a file is; `None` where that cannot be known. A file that is gone is told when it is to be
/// read.
fn length(input: &Input) -> Option<u64> {
    match fs::metadata(&input.path) {
        Ok(it) if it.is_file() => Some(it.len()),
        Ok(_) => None,
        Err(_) if input.named == Named::Outright && input.path == Path::new(input::STDIN) => None,
        Err(_) => Some(0),
    }
}

/// The line: all of it ASCII.
fn text(done: Done, total: Option<u64>, elapsed: Duration) -> String {
    let Done { bytes, items, urls } = done;
    let millis = elapsed.as_millis().max(1);
    let rate = u64::try_from(u128::from(bytes) * 1000 / millis).unwrap_or(u64::MAX);
    let of = total.map_or(String::new(), |total| format!(" of {}", size(total)));
    let left = total.filter(|_| bytes > 0).map_or(String::new(), |total| {
        let rest = u128::from(total.saturating_sub(bytes));
        let seconds = (rest * millis / u128::from(bytes)).div_ceil(1000);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        match hours {
            0 => format!(", {minutes}:{seconds:02} left"),
            _ => format!(", {hours}:{minutes:02}:{seconds:02} left"),
        }
    });
    let (bytes, rate) = (size(bytes), size(rate));
    format!("{bytes}{of}, {items} messages, {urls} URLs, {rate}/s{left}")
}

/// A number of bytes for people: `12 B`, `3.4 GiB`.
fn size(bytes: u64) -> String {
    let Some((shift, unit)) = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")]
        .into_iter()
        .find(|(shift, _)| bytes >> shift > 0)
    else {
        return format!("{bytes} B");
    };
    let tenths = (u128::from(bytes) * 10) >> shift;
    format!("{}.{} {unit}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal of one line, with its cursor.
    fn show(line: &mut Vec<char>, at: &mut usize, drawn: &str) {
        for c in drawn.chars() {
            if c == '\r' {
                *at = 0;
                continue;
            }
            line.resize(line.len().max(*at + 1), ' ');
            line[*at] = c;
            *at += 1;
        }
    }

    #[test]
    fn nothing_is_left_over() {
        let (mut line, mut at, mut columns) = (Vec::new(), 0, 0);
        for text in ["a long line", "short", "a longer line yet", "", "again", ""] {
            show(&mut line, &mut at, &over(columns, text));
            columns = text.len();
            let shown: String = line.iter().collect();
            assert_eq!(shown.trim_end(), text);
            if text.is_empty() {
                assert_eq!(at, 0, "what is said next stands where the line did");
            }
        }
    }

    #[test]
    fn lines() {
        let done = |bytes| Done { bytes, items: 12, urls: 34 };
        let table = [
            (done(0), None, 0, "0 B, 12 messages, 34 URLs, 0 B/s"),
            (done(0), Some(10), 500, "0 B of 10 B, 12 messages, 34 URLs, 0 B/s"),
            (
                done(3 << 29),
                Some(3 << 30),
                3000,
                "1.5 GiB of 3.0 GiB, 12 messages, 34 URLs, 512.0 MiB/s, 0:03 left",
            ),
            (
                done(1 << 20),
                Some(1 << 32),
                1000,
                "1.0 MiB of 4.0 GiB, 12 messages, 34 URLs, 1.0 MiB/s, 1:08:15 left",
            ),
            (done(2047), None, 1000, "1.9 KiB, 12 messages, 34 URLs, 1.9 KiB/s"),
            (done(9), Some(3), 1000, "9 B of 3 B, 12 messages, 34 URLs, 9 B/s, 0:00 left"),
            (
                done(u64::MAX),
                Some(u64::MAX),
                0,
                "16777215.9 TiB of 16777215.9 TiB, 12 messages, 34 URLs, 16777215.9 TiB/s, 0:00 left",
            ),
        ];
        for (done, total, millis, expected) in table {
            assert_eq!(text(done, total, Duration::from_millis(millis)), expected);
        }
    }
}
