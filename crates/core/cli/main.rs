//! The `urlsift` program: arguments in, rows and messages out.
//!
//! Everything that finds or judges is the library's; here are I/O, messages and the exit status. One
//! bad file does not stop a run: its error is printed, and the run goes on.

mod args;
mod ascii;
mod check;
mod codec;
// It stands with the other tests of whole archives, and needs what only the program has.
#[cfg(test)]
#[path = "../tests/damage.rs"]
mod damage;
mod decoder;
mod engine;
mod excerpt;
mod file;
mod file_range;
mod input;
mod job;
mod jobs;
mod kept;
mod merge;
mod message;
mod pick;
mod plan;
mod progress;
mod reads;
mod receipt;
mod scan;
mod scan_splits;
mod sink;
mod size;
mod source;
mod split;
mod stats;
mod stream;
mod table;
mod wrap;
mod zip;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

/// How a run ended (A7).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Outcome {
    /// Something was found, or all that was checked satisfies, or all was wrapped.
    Found,
    /// Nothing was found, or something does not satisfy.
    Nothing,
    /// Something could not be opened or read to its end, or cannot be wrapped.
    Failed,
}

impl Outcome {
    /// That of a run of which something could not be done, or all, and which found something, or nothing.
    fn of(failed: bool, found: bool) -> Outcome {
        match (failed, found) {
            (true, _) => Outcome::Failed,
            (false, true) => Outcome::Found,
            (false, false) => Outcome::Nothing,
        }
    }
}

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) if error.use_stderr() => {
            // What was typed stands in the message, and may have come from anywhere.
            message::usage(&error.to_string());
            return ExitCode::from(2);
        }
        Err(help) => help.exit(),
    };
    let outcome = match args.command {
        Command::Scan(args) => scan::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Pick(args) => pick::run(&args),
        Command::Wrap(args) => wrap::run(&args),
    };
    match outcome {
        Ok(Outcome::Found) => ExitCode::from(0),
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Ok(Outcome::Failed) => ExitCode::from(2),
        // Who reads has read enough, as `head` does: that is no error.
        Err(error) if is_closed_pipe(&error) => ExitCode::from(0),
        Err(error) => {
            message::error(&error);
            ExitCode::from(2)
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
