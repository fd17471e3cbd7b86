//! `urlsift completions`: a script that completes arguments, for a shell.

use std::io::{self, Write};

use anyhow::Context;
use clap::Command;

use crate::args::tools::Completions;
use crate::outcome::Outcome;

/// Prints the script. `command` is the definition of the whole program.
pub(crate) fn run(args: &Completions, mut command: Command) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "urlsift", &mut script);
    io::stdout().write_all(&script).context("standard output")?;
    Ok(Outcome::Found)
}
