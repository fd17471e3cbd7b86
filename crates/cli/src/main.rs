//! The `urlsift` program: parses arguments, runs a command, and returns an exit status.
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

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::args::{Args, Command};
use crate::check::wrap;
use crate::console::{color, message};
use crate::help::usage;
use crate::outcome::{Outcome, is_closed_pipe};

/// The allocator of static programs.
// musl's own allocator maps the buffer of each window anew, and all threads share its lock.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().collect();
    color::choose(&args);
    let mut command = usage::for_args(Args::command(), &args);
    let matches = command.try_get_matches_from_mut(&args);
    let outcome = match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => run(args.command),
        Err(error) => usage::report(error, &args, &command),
    };
    match outcome {
        Ok(Outcome::Found) => ExitCode::from(0),
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Ok(Outcome::Failed) => ExitCode::from(2),
        Ok(Outcome::SplitFailed) => ExitCode::from(3),
        // The program that reads the rows has read enough, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::from(0),
        Err(error) => {
            message::error(&error);
            ExitCode::from(2)
        }
    }
}

/// Runs `command`.
fn run(command: Command) -> anyhow::Result<Outcome> {
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
