//! The `urlsift` program: arguments in, rows and messages out.
//!
//! Everything that finds or judges is the library's; here are I/O, messages and the exit status. One
//! bad file does not stop a run: its error is printed, and the run goes on.

mod args;
mod ascii;
mod check;
mod excerpt;
mod outcome;
mod pick;
mod plan;
mod read;
mod report;
mod scan;
mod size;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::check::wrap;
use crate::outcome::Outcome;
use crate::plan::merge;
use crate::report::message;

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
        Command::Scan(args) => scan::command::run(&args),
        Command::Plan(args) => plan::command::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Check(args) => check::command::run(&args),
        Command::Pick(args) => pick::command::run(&args),
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
