//! Messages on standard error: `urlsift: PATH: cause`, or `urlsift: URL: cause`.
//!
//! A path may come from an archive of hostile names, so what a terminal must not get is escaped here
//! too. A cause may quote the bytes of a damaged file, line ends among them, so in it that is escaped whoever
//! reads; a path is one for programs too, and stays as it is for them.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use urlsift::output::{Destination, escape};

use crate::excerpt::{Excerpt, MAX_LINE_COLUMNS};

/// Says what is wrong with `path`.
pub(crate) fn error_of(path: &str, cause: impl Display) {
    say(&format!("{path}: {}", quoting(&cause)));
}

/// Says what is wrong with `url`, of which as much is shown as is on a line.
pub(crate) fn error_of_url(url: &str, cause: impl Display) {
    error_of(&Excerpt::new(url, &[], MAX_LINE_COLUMNS).line, cause);
}

/// Says what went wrong with the run as a whole, with its causes.
pub(crate) fn error(error: &anyhow::Error) {
    let mut said = error.to_string();
    for cause in error.chain().skip(1) {
        said.push_str(": ");
        said.push_str(&quoting(cause));
    }
    say(&said);
}

/// `cause`, on one line.
fn quoting(cause: &(impl Display + ?Sized)) -> String {
    escape(&cause.to_string(), Destination::Terminal).into_owned()
}

/// Says what is wrong with the arguments, in several lines.
pub(crate) fn usage(message: &str) {
    for line in message.lines() {
        // Where nobody can be told, the exit status still tells.
        let _ = writeln!(io::stderr(), "{}", escape(line, reader()));
    }
}

/// Says how many files were skipped, if some were.
pub(crate) fn skipped(count: u64) {
    if count > 0 {
        say(&format!("files skipped that are neither mail nor text: {count}"));
    }
}

/// Says something about the run.
pub(crate) fn say(message: &str) {
    // Where nobody can be told, the run goes on all the same.
    let _ = writeln!(io::stderr(), "urlsift: {}", escape(message, reader()));
}

/// Prints `lines`, which hold nothing that a terminal must not get, as they are.
pub(crate) fn print(lines: &str) {
    // As above.
    let _ = io::stderr().write_all(lines.as_bytes());
}

fn reader() -> Destination {
    if io::stderr().is_terminal() { Destination::Terminal } else { Destination::Program }
}
