//! `urlsift wrap`: prints a URL in delimiters, broken over lines, for use in a text (J10).
//!
//! The output must be found again by `urlsift scan`, so a URL that the validator rejects (V2) is an error
//! too.

use std::io::{self, IsTerminal, Write};

use anyhow::Context;
use urlsift::output::{Destination, escape};
use urlsift::verdict::{Standing, Validator};
use urlsift::wrap;

use crate::args::check::Wrap;
use crate::outcome::Outcome;
use crate::report::message;

pub(crate) fn run(args: &Wrap) -> anyhow::Result<Outcome> {
    let validator = Validator::new();
    let mut stdout = io::stdout().lock();
    let destination =
        if stdout.is_terminal() { Destination::Terminal } else { Destination::Program };
    let mut outcome = Outcome::Found;
    for url in &args.urls {
        let wrapped = match wrap(url, args.columns, &args.quote) {
            Ok(wrapped) => wrapped,
            Err(error) => {
                message::error_of_url(url, error);
                outcome = Outcome::Failed;
                continue;
            }
        };
        if let Standing::Rejected(rejection) = validator.validate(url).standing() {
            message::error_of_url(url, rejection);
            outcome = Outcome::Failed;
            continue;
        }
        for line in wrapped.lines() {
            writeln!(stdout, "{}", escape(line, destination)).context("standard output")?;
        }
    }
    Ok(outcome)
}
