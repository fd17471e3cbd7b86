//! `urlsift help`: pages of the guide, and the help of a command.

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::process::{self, Stdio};

use crate::output::{Destination, duckdb_query, escape, row_schema};
use anyhow::Context;
use clap::Command;

use crate::args::tools::Help;
use crate::args::topics::{TOPICS, Topic};
use crate::args::values::SchemaFormat;
use crate::console::{color, message};
use crate::help::usage;
use crate::outcome::Outcome;

/// Prints the page or the help that `args` names. `command` is the definition of the whole program.
pub(crate) fn run(args: &Help, mut command: Command) -> anyhow::Result<Outcome> {
    command.build();
    let is_named =
        |topic: &&Topic, name: &str| topic.name == name || topic.singular() == Some(name);
    let name = args.topic.as_deref();
    let text = if let Some(format) = args.schema {
        match format {
            SchemaFormat::Json => row_schema(),
            SchemaFormat::Duckdb => duckdb_query(),
        }
    } else if let Some(topic) = name.and_then(|name| TOPICS.iter().find(|it| is_named(it, name))) {
        page(topic, &command)
    } else {
        let help = match name {
            None => command.render_long_help(),
            Some(name) => match command.find_subcommand_mut(name) {
                Some(command) => command.render_long_help(),
                None => return search(name),
            },
        };
        usage::text(&help, color::is_on(&io::stdout()))
    };
    if io::stdout().is_terminal() && is_paged(&text) {
        return Ok(Outcome::Found);
    }
    print(&text)
}

fn print(text: &str) -> anyhow::Result<Outcome> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).context("standard output")?;
    Ok(Outcome::Found)
}

/// Prints the pages and headings that have `word` in their text, without case.
fn search(word: &str) -> anyhow::Result<Outcome> {
    let lower = word.to_lowercase();
    let mut lines = String::new();
    for topic in TOPICS {
        let mut heading = "";
        let mut last = None;
        for line in topic.page.lines() {
            if let Some((marks, text)) = line.split_once(' ')
                && marks.chars().all(|c| c == '#')
            {
                heading = text;
            }
            if last != Some(heading) && line.to_lowercase().contains(&lower) {
                last = Some(heading);
                let command = format!("urlsift help {}", topic.name);
                let _ = writeln!(lines, "  {command:<25}{heading}");
            }
        }
    }
    if lines.is_empty() {
        let topics = TOPICS.map(|topic| topic.name).join(", ");
        message::say(&format!("no page has `{word}`; the pages are {topics}"));
        return Ok(Outcome::Nothing);
    }
    print(&format!(
        "Pages that have `{}`, with the headings:\n{lines}",
        escape(word, Destination::Terminal)
    ))
}

/// Shows `text` with the program of `PAGER`, if it is set. Returns whether it was shown.
fn is_paged(text: &str) -> bool {
    let Some(pager) = env::var_os("PAGER").filter(|pager| !pager.is_empty()) else { return false };
    let mut shell = process::Command::new("sh");
    shell.arg("-c").arg(pager).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Less then shows colours, and ends at once if the text fits on the screen.
        shell.env("LESS", "FRX");
    }
    let Ok(mut child) = shell.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // The user may leave the pager before the end.
        let _ = input.write_all(text.as_bytes());
    }
    // The shell has this status if there is no such program.
    child.wait().is_ok_and(|status| status.code() != Some(127))
}

/// Returns the page of `topic` as it is stored, in Markdown, and before it how to see the options, if a command has the same name.
fn page(topic: &Topic, command: &Command) -> String {
    match command.find_subcommand(topic.name) {
        Some(_) => {
            format!("The options of the command: urlsift {} --help\n\n{}", topic.name, topic.page)
        }
        None => topic.page.to_owned(),
    }
}
