//! The program `urlsift`, for `main.rs` and for the Python package, whose wheel brings the program. It is not an
//! interface for other crates.
//!
//! The program does the I/O and prints messages; the library finds and judges URLs. A file that cannot be
//! read does not stop a run: an error is printed, and the run continues.

mod args;
mod check;
mod console;
mod context;
mod excerpt;
mod help;
mod interrupt;
mod link;
mod outcome;
mod output;
#[cfg(feature = "pick")]
mod pick;
mod plan;
mod protected_paths;
mod report;
mod scan;
mod show;
mod sink;
mod size;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches};

use crate::args::{Args, Command};
use crate::check::wrap;
use crate::console::{color, message};
use crate::help::usage;
use crate::outcome::{Outcome, is_closed_pipe};

/// Runs the program with the command line `args`, whose first entry is its name, and returns its exit status.
pub fn run(args: &[OsString]) -> u8 {
    color::choose(args);
    let mut command = usage::for_args(Args::command(), args);
    let matches = command.try_get_matches_from_mut(args);
    let outcome = match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => run_command(args.command),
        Err(error) => usage::report(error, args, &command),
    };
    match outcome {
        Ok(Outcome::Found) => 0,
        Ok(Outcome::Nothing) => 1,
        Ok(Outcome::Failed) => 2,
        Ok(Outcome::SplitFailed) => 3,
        // The program that reads the rows has read enough, as `head` does.
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) => {
            message::error(&error);
            2
        }
    }
}

fn run_command(command: Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Scan(args) => scan::command::run(&args),
        #[cfg(feature = "pick")]
        Command::Pick(args) => pick::command::run(&args),
        Command::Show(args) => show::command::run(&args),
        Command::Link(args) => link::command::run(&args),
        Command::Check(args) => check::command::run(&args),
        Command::Wrap(args) => wrap::run(&args),
        Command::Report(args) => report::command::run(&args),
        Command::Plan(args) => plan::command::run(&args),
        Command::Help(args) => help::command::run(&args, Args::command()),
        Command::Completions(args) => help::completions::run(&args, Args::command()),
        Command::Man(args) => help::man::run(&args, Args::command()),
    }
}
