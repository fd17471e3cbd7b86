//! `urlsift wrap`: prints a URL in delimiters, broken across lines, for use in a text (J10).
//!
//! `urlsift scan` must find the output again, so a URL that the validator rejects (V2) is an error. With `--html` the
//! lines are for the source of a page.

use std::io::{self, IsTerminal, Write};

use crate::output::{Destination, escape};
use anyhow::Context;
use urlsift::found::Form;
use urlsift::url::{peel, written_url};
use urlsift::verdict::{RejectionKind, Standing, Validator};
use urlsift::wrap;

use crate::args::check::Wrap;
use crate::console::message;
use crate::outcome::Outcome;

pub(crate) fn run(args: &Wrap) -> anyhow::Result<Outcome> {
    let mut stdout = io::stdout().lock();
    let destination =
        if stdout.is_terminal() { Destination::Terminal } else { Destination::Program };
    let mut outcome = Outcome::Found;
    for url in &args.urls {
        let wrapped = match wrapped(url, args) {
            Ok(wrapped) => wrapped,
            Err(cause) => {
                // Nothing may be left to name without the delimiters.
                let name = [peel(url).url(), url, "\"\""].into_iter().find(|name| !name.is_empty());
                message::error_of_url(name.unwrap_or_default(), cause);
                outcome = Outcome::Failed;
                continue;
            }
        };
        if peel(url).form() != Form::Bare {
            message::note_on_url(url, "wrapped without its delimiters");
        }
        for line in wrapped.lines() {
            let line = if args.html { in_html(line) } else { line.to_owned() };
            writeln!(stdout, "{}", escape(&line, destination)).context("standard output")?;
        }
    }
    Ok(outcome)
}

/// Returns `url` in delimiters, or why it cannot be written so that it is found again.
fn wrapped(url: &str, args: &Wrap) -> Result<String, String> {
    let wrapped = wrap(url, args.columns, &args.quote).map_err(|error| error.to_string())?;
    let written = written_url(url).map_err(|error| error.to_string())?;
    let rejection = |url: &str| match Validator::new().validate(url).standing() {
        Standing::Rejected(rejection) => Some(rejection),
        _ => None,
    };
    // Other rejections of the URL that was given are characters, which are escaped now.
    let missing_host = rejection(peel(url).url())
        .filter(|rejection| rejection.kind() == RejectionKind::MissingHost);
    match rejection(&written).or(missing_host) {
        Some(rejection) => Err(rejection.to_string()),
        None => Ok(wrapped),
    }
}

fn in_html(line: &str) -> String {
    // The ampersand first: the others insert ampersands.
    line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
