//! `urlsift check`: what the validator says of a URL, for a person to read.

use std::io::{self, IsTerminal, Write};

use anyhow::Context;
use urlsift::output::{Reader, escape};
use urlsift::{Grammar, Standing, Validator, Verdict};

use crate::Outcome;
use crate::args::Check;

pub(crate) fn run(args: &Check) -> anyhow::Result<Outcome> {
    let validator = Validator::new();
    let mut stdout = io::stdout().lock();
    let reader = if stdout.is_terminal() { Reader::Terminal } else { Reader::Program };
    let mut outcome = Outcome::Found;
    for url in &args.urls {
        let verdict = validator.validate(url);
        if !verdict.satisfies(args.grammar) {
            outcome = Outcome::Nothing;
        }
        print(url, &verdict, reader, &mut stdout).context("standard output")?;
    }
    Ok(outcome)
}

fn print(url: &str, verdict: &Verdict, reader: Reader, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", escape(url, reader))?;
    for &grammar in Grammar::ALL {
        match verdict.failure(grammar) {
            None => writeln!(out, "  {:<9}yes", grammar.name())?,
            Some(failure) => {
                let failure = failure.to_string();
                writeln!(out, "  {:<9}no: {}", grammar.name(), escape(&failure, reader))?;
            }
        }
    }
    match verdict.standing() {
        Standing::Valid => {}
        Standing::Loose => writeln!(out, "  loose    yes: browsers open it")?,
        Standing::Rejected(rejection) => {
            let rejection = rejection.to_string();
            writeln!(out, "  loose    no: {}", escape(&rejection, reader))?;
        }
    }
    if let (Some(host), Some(kind)) = (verdict.parts().host, verdict.host_kind()) {
        writeln!(out, "  host     {} ({})", escape(&url[host.range()], reader), kind.name())?;
    }
    Ok(())
}
