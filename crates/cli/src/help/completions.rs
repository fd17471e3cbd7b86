//! `urlsift completions`: a script that completes arguments, for a shell.

use std::io::{self, Write};

use anyhow::Context;
use clap::Command;

use clap_complete::Shell;

use crate::args::tools::Completions;
use crate::outcome::Outcome;

/// The line of the script for bash that sets the word before the one that is completed.
const BASH_PREVIOUS: &str = "    prev=\"$3\"\n";

/// Sets the previous word to the option in `--option=value`, in which bash takes `=` for a word.
const BASH_OPTION: &str = "    if [[ \"${prev}\" == \"=\" && \"${COMP_CWORD}\" -ge 2 ]]; then
        prev=\"${COMP_WORDS[COMP_CWORD-2]}\"
    fi
";

/// Prints the script. `command` is the definition of the whole program.
pub(crate) fn run(args: &Completions, mut command: Command) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "urlsift", &mut script);
    let mut script = String::from_utf8(script)?;
    if args.shell == Shell::Bash {
        script = script.replace(BASH_PREVIOUS, &[BASH_PREVIOUS, BASH_OPTION].concat());
    }
    io::stdout().write_all(script.as_bytes()).context("standard output")?;
    Ok(Outcome::Found)
}
