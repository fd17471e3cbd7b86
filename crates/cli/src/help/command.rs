//! `urlsift help`: pages of the guide, and the help of a command.

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::process::{self, Stdio};

use crate::output::{duckdb_query, row_schema};
use anyhow::{Context, ensure};
use clap::Command;
use terminal_size::{Width, terminal_size};
use urlsift_archive::internal::nearest::nearest;

use crate::args::tools::Help;
use crate::args::topics::{TOPICS, Topic};
use crate::args::values::SchemaFormat;
use crate::console::{color, message};
use crate::help::markdown::{self, PageBlock};
use crate::help::usage;
use crate::outcome::Outcome;

/// The least and the most columns of a page.
const MIN_COLUMNS: usize = 40;
const MAX_COLUMNS: usize = 100;

/// Prints the page or the help that `args` names. `command` is the definition of the whole program.
pub(crate) fn run(args: &Help, mut command: Command) -> anyhow::Result<Outcome> {
    command.build();
    let is_named =
        |topic: &&Topic, name: &str| topic.name == name || topic.singular() == Some(name);
    let name = args.topic.as_deref().map(str::to_lowercase);
    let name = name.as_deref();
    ensure!(name != Some(""), "the topic is empty; `urlsift help` lists the pages");
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

/// Prints the paragraphs that have `word` in their text, without case: the first one under each heading of a page.
fn search(word: &str) -> anyhow::Result<Outcome> {
    let lower = word.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&lower);
    let mut found = String::new();
    for topic in TOPICS {
        let (mut heading, mut is_listed) = ("", false);
        for mut block in markdown::blocks(topic.page) {
            let is_found = match &mut block {
                PageBlock::Heading(text) => {
                    (heading, is_listed) = (*text, false);
                    has(text)
                }
                PageBlock::Text(text) => has(text),
                PageBlock::Code(lines) | PageBlock::Table(lines) => {
                    lines.retain(|line| has(line));
                    !lines.is_empty()
                }
            };
            if is_found && !is_listed {
                is_listed = true;
                let _ = writeln!(found, "\nurlsift help {}: {heading}", topic.name);
                if !matches!(block, PageBlock::Heading(_)) {
                    markdown::push(&block, columns(), color::is_on(&io::stdout()), &mut found);
                }
            }
        }
    }
    if found.is_empty() {
        let hint = match nearest(word, TOPICS.iter().map(|topic| topic.name)) {
            Some(name) => format!("did you mean `urlsift help {name}`?"),
            None => "`urlsift help` lists the pages".to_owned(),
        };
        message::say(&format!("no page has `{word}`; {hint}"));
        return Ok(Outcome::Nothing);
    }
    print(found.trim_start())
}

fn columns() -> usize {
    let terminal = terminal_size().map_or(MAX_COLUMNS, |(Width(columns), _)| usize::from(columns));
    terminal.clamp(MIN_COLUMNS, MAX_COLUMNS)
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

/// Returns the page of `topic`, and before it how to see the options, if a command has the same name. Without colours
/// it is Markdown.
fn page(topic: &Topic, command: &Command) -> String {
    let page = if color::is_on(&io::stdout()) {
        markdown::render(topic.page, columns())
    } else {
        topic.page.to_owned()
    };
    match command.find_subcommand(topic.name) {
        Some(_) => format!("The options of the command: urlsift {} --help\n\n{page}", topic.name),
        None => page,
    }
}
