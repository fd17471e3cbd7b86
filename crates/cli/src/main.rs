//! The program `urlsift`: passes its arguments on, and returns the exit status.

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

/// The allocator of static programs.
// musl's own allocator maps the buffer of each window anew, and all threads share its lock.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(urlsift_cli::run(&env::args_os().collect::<Vec<OsString>>()))
}
