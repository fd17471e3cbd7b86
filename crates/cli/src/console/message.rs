//! Messages on standard error: `urlsift: PATH: cause`, or `urlsift: URL: cause`.
//!
//! Names and causes may come from hostile archives. In a path, control characters are escaped if a terminal reads. A
//! cause may quote bytes of a damaged file, so it is always escaped, and is one line.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use crate::output::{Destination, escape};
use anyhow::Context;
use clap::builder::styling::{AnsiColor, Style};
use urlsift_archive::ReadReport;
use urlsift_archive::files::{ReadCounts, Unread};
use urlsift_archive::internal::{ForeignFormat, STDIN_PATH, has_no_files};

use crate::console::color;
use crate::excerpt::{Excerpt, MAX_LINE_COLUMNS};

const ERROR: Style = AnsiColor::Red.on_default().bold();

const NOTICE: Style = Style::new().bold();

pub(crate) fn error_of(path: &str, cause: impl Display) {
    write(ERROR, &format!("{path}: {}", quoting(&cause)));
}

pub(crate) fn unread(unread: &Unread) {
    error_of(&unread.path(), &unread.cause);
}

/// Returns why something could not be read, and the option that lifts the limit if there is one, for the commands that
/// have `--max-member`.
pub(crate) fn cause_and_option(unread: &Unread) -> String {
    let advice = unread.limit.map_or("", |_| " (raise --max-member)");
    format!("{}{advice}", unread.cause)
}

/// A long URL is cut in its middle to fit on a line.
pub(crate) fn error_of_url(url: &str, cause: impl Display) {
    error_of(&Excerpt::new(url, &[], MAX_LINE_COLUMNS).line, cause);
}

pub(crate) fn note_on_url(url: &str, note: &str) {
    say(&format!("{}: {note}", Excerpt::new(url, &[], MAX_LINE_COLUMNS).line));
}

pub(crate) fn error(error: &anyhow::Error) {
    write(ERROR, &chain(error));
}

/// `error` with its causes. A cause that the one before it quotes is left out.
fn chain(error: &anyhow::Error) -> String {
    let mut text = quoting(error);
    let mut last = text.clone();
    for cause in error.chain().skip(1).map(quoting) {
        if !last.ends_with(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
        last = cause;
    }
    text
}

fn quoting(cause: impl Display) -> String {
    escape(&cause.to_string(), Destination::Terminal).into_owned()
}

#[derive(Debug, Default)]
pub(crate) struct SkippedInputs {
    /// Whether each is named (`--verbose`), and not only the files that are not what their names say.
    pub(crate) are_named: bool,
    /// The files that are neither mail nor text.
    pub(crate) binary: u64,
    /// Those of formats that another program converts.
    pub(crate) foreign: BTreeMap<ForeignFormat, u64>,
    /// The links, pipes and devices below folders.
    pub(crate) others: u64,
}

impl SkippedInputs {
    /// Adds what `report` skipped, and names it.
    pub(crate) fn add(&mut self, report: &mut ReadReport) {
        let ReadCounts { files, members, links, special, .. } = report.reads;
        self.binary += files.binary + members.binary;
        self.others += links + special;
        for skipped in &mut report.skipped {
            if let Some(format) = skipped.foreign.take() {
                *self.foreign.entry(format).or_default() += 1;
            }
            if self.are_named || skipped.is_misnamed() {
                let how = if skipped.is_misnamed() { "" } else { "skipped: " };
                say(&format!("{}: {how}{}", skipped.unread.path(), skipped.unread.cause));
            }
        }
    }

    pub(crate) fn say(&self) {
        let hint = if self.are_named { "" } else { " (scan --verbose names them)" };
        for (format, &count) in &self.foreign {
            let were = if count == 1 { "was" } else { "were" };
            say(&format!("{} {were} not read{hint}; {}", format.counted(count), format.advice()));
        }
        let binary = self.binary.saturating_sub(self.foreign.values().sum());
        if binary > 0 {
            let files = if binary == 1 { "file that is" } else { "files that are" };
            say(&format!("skipped {binary} {files} neither mail nor text{hint}"));
        }
        if self.others > 0 {
            let files = match self.others {
                1 => "link, pipe or device",
                _ => "links, pipes and devices",
            };
            say(&format!("skipped {} {files} below folders{hint}", self.others));
        }
    }
}

/// Returns `paths`, or standard input if there are none. Says that `command` waits for standard input if it reads it.
pub(crate) fn or_stdin(paths: &[PathBuf], command: &str) -> Vec<PathBuf> {
    let stdin = PathBuf::from(STDIN_PATH);
    let paths = if paths.is_empty() { vec![stdin.clone()] } else { paths.to_vec() };
    if paths.contains(&stdin) {
        waiting(command);
    }
    paths
}

/// Returns whether one of `paths` is a folder without files.
pub(crate) fn report_empty_folders(paths: &[PathBuf]) -> bool {
    let empty: Vec<_> = paths.iter().filter(|path| has_no_files(path)).collect();
    for path in &empty {
        error_of(&path.to_string_lossy(), "no files below it");
    }
    !empty.is_empty()
}

pub(crate) fn waiting(command: &str) {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        say(&format!(
            "reading standard input, which {end} ends; `urlsift {command} --help` lists other inputs"
        ));
    }
}

pub(crate) fn say(message: &str) {
    write(NOTICE, message);
}

fn write(style: Style, message: &str) {
    let stderr = io::stderr();
    let destination =
        if stderr.is_terminal() { Destination::Terminal } else { Destination::Program };
    let style = if color::is_on(&stderr) { style } else { Style::new() };
    // If standard error is closed, the run goes on.
    let _ = writeln!(stderr.lock(), "{style}urlsift:{style:#} {}", escape(message, destination));
}

/// Prints `text` without escaping anything. Fails if standard error cannot be written.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    io::stderr().write_all(text.as_bytes()).context("standard error")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn a_cause_is_printed_once() {
        let again = || Err::<(), _>(io::Error::other("no room")).context("no room");
        let table = [
            (anyhow!("a"), "a"),
            (anyhow!("b").context("a"), "a: b"),
            (again().context("a").unwrap_err(), "a: no room"),
            (anyhow!("line\nend\u{1b}").context("a"), "a: line\\u{a}end\\u{1b}"),
        ];
        for (error, expected) in table {
            assert_eq!(chain(&error), expected);
        }
    }
}
