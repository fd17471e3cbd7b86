//! `urlsift check`: prints the validator's findings on URLs, as tables or as JSON rows.
//!
//! URLs come from the arguments, or line by line from standard input. The results of all lines so far are flushed
//! before the run waits for another line, because another program may wait for them.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};

use crate::output::Destination;
use anyhow::Context;
use urlsift::internal::unfold;
use urlsift::verdict::{Checked, Grammar};
use urlsift_archive::internal::STDIN_PATH;

use crate::args::check::Check;
use crate::args::values::CheckFormat;
use crate::check::lines::{InputLines, utf8};
use crate::check::{row, table};
use crate::console::message;
use crate::help::hints;
use crate::outcome::Outcome;

pub(crate) fn run(args: &Check) -> anyhow::Result<Outcome> {
    let stdout = io::stdout().lock();
    let destination =
        if stdout.is_terminal() { Destination::Terminal } else { Destination::Program };
    let mut run = CheckRun {
        grammar: args.grammar,
        format: args.format,
        destination,
        out: BufWriter::new(stdout),
        satisfied: true,
        failed: false,
    };
    let stdin = [OsString::from(STDIN_PATH)];
    let urls = if args.urls.is_empty() { &stdin[..] } else { &args.urls[..] };
    for url in urls {
        if url == STDIN_PATH {
            message::waiting("check");
            run.check_lines()?;
            continue;
        }
        match utf8(url.as_encoded_bytes()) {
            Ok(text) => {
                run.check(text)?;
                if let Some(hint) = hints::of_url(text) {
                    run.flush()?;
                    message::say(&hint);
                }
            }
            Err(cause) => {
                run.fail()?;
                message::error_of_url(&url.to_string_lossy(), cause);
            }
        }
    }
    run.flush()?;
    Ok(Outcome::of(run.failed, run.satisfied))
}

struct CheckRun<W: Write> {
    grammar: Grammar,
    format: CheckFormat,
    destination: Destination,
    out: BufWriter<W>,
    /// Whether all URLs so far satisfy the requested grammar.
    satisfied: bool,
    failed: bool,
}

impl<W: Write> CheckRun<W> {
    fn check(&mut self, text: &str) -> anyhow::Result<()> {
        let unfolded = unfold(text);
        let checked = Checked::new(&unfolded).with_given(text);
        self.satisfied &= checked.url().verdict().satisfies(self.grammar);
        let (grammar, out) = (self.grammar, &mut self.out);
        match self.format {
            CheckFormat::Text => table::write(&checked, grammar, out),
            CheckFormat::Jsonl => row::write(&checked, grammar, self.destination, out),
        }
        .context("standard output")
    }

    /// Checks the lines of standard input. Prints the error if it cannot be read further.
    fn check_lines(&mut self) -> anyhow::Result<()> {
        let mut lines = InputLines::new(io::stdin().lock());
        loop {
            if !lines.has_whole_line() {
                self.flush()?;
            }
            match lines.next_line() {
                Ok(None) => return Ok(()),
                // Blank lines are skipped only here, after the results before them were flushed.
                Ok(Some(Ok(blank))) if blank.trim().is_empty() => {}
                Ok(Some(Ok(url))) => self.check(url)?,
                Ok(Some(Err(cause))) => {
                    self.fail()?;
                    message::error_of(STDIN_PATH, cause);
                }
                Err(error) => {
                    self.fail()?;
                    message::error_of(STDIN_PATH, error);
                    return Ok(());
                }
            }
        }
    }

    /// Notes that something cannot be read. Flushes first, so that the message comes after earlier results on a
    /// terminal.
    fn fail(&mut self) -> anyhow::Result<()> {
        self.failed = true;
        self.flush()
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.out.flush().context("standard output")
    }
}
