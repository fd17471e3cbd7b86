//! Runs the program `urlsift` in Python's process.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program with the command line `args`, whose first entry is its name, and returns its exit status.
///
/// Output that the program wrote to standard output is flushed.
#[pyfunction(name = "_run_program")]
pub(crate) fn run_program(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(move || {
        let status = urlsift_cli::run(&args);
        // Nothing flushes Rust's buffer at the end of Python. A closed pipe has been judged by the program.
        let _ = std::io::Write::flush(&mut std::io::stdout());
        status
    })
}
