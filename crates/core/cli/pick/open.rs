//! Starts the program that opens the chosen URL.
//!
//! The program is started directly, without a shell, with the URL as its only argument. So quotes and
//! wildcards in the URL have no effect, and it cannot be taken for an option, because it begins with a
//! letter.

use std::ffi::OsStr;
use std::fs::File;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

/// Starts `command` with `href`, and waits for its end.
///
/// # Errors
///
/// If the program cannot be started, or if its exit status reports a failure.
pub(crate) fn open(command: &OsStr, href: &str) -> anyhow::Result<()> {
    let name = command.to_string_lossy();
    // Standard input was the message, read to its end. A browser in the terminal needs keys instead.
    let stdin = File::open("/dev/tty").map_or_else(|_| Stdio::null(), Stdio::from);
    let status = Command::new(command).arg(href).stdin(stdin).status();
    let status = status.with_context(|| format!("{name}: cannot be started"))?;
    if !status.success() {
        bail!("{name}: {status}");
    }
    Ok(())
}
