//! `urlsift help`: pages of the guide, and the help of a command.

use std::io::{self, Write};

use crate::output::row_schema;
use anyhow::Context;
use clap::Command;

use crate::args::tools::Help;
use crate::args::topics::{TOPICS, Topic};
use crate::console::color;
use crate::help::usage;
use crate::outcome::Outcome;

/// Prints the page or the help that `args` names. `command` is the definition of the whole program.
pub(crate) fn run(args: &Help, mut command: Command) -> anyhow::Result<Outcome> {
    let name = args.topic.as_deref();
    let is_named = |topic: &&Topic| {
        name.is_some_and(|name| topic.name == name || topic.singular() == Some(name))
    };
    let text = if args.schema {
        row_schema()
    } else if let Some(topic) = TOPICS.iter().find(is_named) {
        page(topic, &command)
    } else {
        command.build();
        let help = match name.and_then(|name| command.find_subcommand_mut(name)) {
            Some(command) => command.render_long_help(),
            None => command.render_long_help(),
        };
        usage::text(&help, color::is_on(&io::stdout()))
    };
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).context("standard output")?;
    Ok(Outcome::Found)
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
