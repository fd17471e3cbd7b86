//! A program is given what was chosen.
//!
//! It is started as it is, without a shell, and the URL is its one argument: nothing in it is a quote, a
//! wildcard or an option to anybody, for it begins with a letter.

use std::ffi::OsStr;
use std::fs::File;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

/// Has `command` open `href`, and waits for it.
///
/// # Errors
///
/// If it cannot be started, or says that it failed.
pub(crate) fn open(command: &OsStr, href: &str) -> anyhow::Result<()> {
    let name = command.to_string_lossy();
    // Standard input is the message, which is read to its end; a browser in a terminal reads keys.
    let stdin = File::open("/dev/tty").map_or_else(|_| Stdio::null(), Stdio::from);
    let status = Command::new(command).arg(href).stdin(stdin).status();
    let status = status.with_context(|| format!("{name}: cannot be started"))?;
    if !status.success() {
        bail!("{name}: {status}");
    }
    Ok(())
}
