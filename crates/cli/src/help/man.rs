//! `urlsift man`: a man page for the program and for each command.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use clap::Command;
use clap::builder::StyledStr;
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::examples::{HEADING, INDENT};
use crate::args::tools::Man;
use crate::args::topics::TOPICS;
use crate::outcome::Outcome;

/// The date of the pages. It is fixed, so that a version of the program always writes the same pages.
const DATE: &str = "2026-11-22";

pub(crate) fn run(args: &Man, mut command: Command) -> anyhow::Result<Outcome> {
    let folder = &args.folder;
    command.build();
    // `urlsift man scan` asks for a page, and not for a folder that is called so.
    let name = folder.to_str().unwrap_or_default();
    ensure!(
        name != "urlsift"
            && command.find_subcommand(name).is_none()
            && TOPICS.iter().all(|topic| topic.name != name),
        "{name}: not a folder but a page; `urlsift help {name}` prints it (./{name} is a folder)"
    );
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let commands: Vec<Command> = command.get_subcommands().cloned().collect();
    let names: Vec<&str> = commands.iter().map(page_name).collect();
    write(&command, &names, folder)?;
    commands.iter().try_for_each(|it| write(it, &[page_name(&command)], folder))?;
    Ok(Outcome::Found)
}

fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn write(command: &Command, others: &[&str], folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(format!("{}.1", page_name(command)));
    let page = page(command, others).context("the page could not be made")?;
    fs::write(&path, page).with_context(|| path.display().to_string())
}

fn page(command: &Command, others: &[&str]) -> anyhow::Result<String> {
    let source = format!("urlsift {}", env!("CARGO_PKG_VERSION"));
    // All options of a command would hide what its synopsis is for.
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).trim().to_owned();
    let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    let (about, statuses) = about.split_once(EXIT_STATUS).unwrap_or((&about, ""));
    let described = command.clone().long_about(about.trim_end().to_owned());
    let page = Page::new(described.override_usage(usage).subcommand_help_heading("COMMANDS"))
        .title(page_name(command).to_uppercase())
        .date(DATE)
        .source(source)
        .manual("User Commands");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    let mut end = Roff::new();
    add_statuses(&mut end, statuses);
    add_examples(&mut end, command.get_after_help());
    end.control("SH", ["SEE ALSO"]);
    for (at, other) in others.iter().enumerate() {
        let comma = if at + 1 < others.len() { "," } else { "" };
        end.text([bold(*other), roman(format!("(1){comma}"))]);
    }
    end.control("PP", []);
    end.text([roman("The guide, which the program prints:")]);
    for topic in TOPICS {
        end.control("TP", []);
        end.text([bold(format!("urlsift help {}", topic.name))]);
        end.text([roman(topic.summary)]);
    }
    end.to_writer(&mut text)?;
    Ok(String::from_utf8(text)?)
}

/// The beginning of the last paragraph of a command's description.
const EXIT_STATUS: &str = "Exit status: ";

/// Adds a section with the exit statuses from `text`, such as `0 if a URL was found, 1 if none was found.`
fn add_statuses(roff: &mut Roff, text: &str) {
    roff.control("SH", ["EXIT STATUS"]);
    let text = text.trim_end().trim_end_matches('.');
    // A clause without a status belongs to the one before it.
    let mut statuses: Vec<String> = Vec::new();
    for clause in text.split(", ") {
        match statuses.last_mut() {
            Some(last) if !clause.starts_with(|c: char| c.is_ascii_digit()) => {
                *last = format!("{last}, {clause}");
            }
            _ => statuses.push(clause.to_owned()),
        }
    }
    for status in statuses {
        let (number, when) = status.split_once(' ').unwrap_or((&status, ""));
        roff.control("TP", []);
        roff.text([bold(number)]);
        roff.text([roman(format!("{when}."))]);
    }
    roff.control("PP", []);
    roff.text([roman("The status is also 2 if the arguments are wrong.")]);
}

/// Adds a section with the examples from `help`, the end of a command's help.
fn add_examples(roff: &mut Roff, help: Option<&StyledStr>) {
    let help = help.map(ToString::to_string).unwrap_or_default();
    let lines = help.lines().skip_while(|line| *line != HEADING).skip(1);
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with(' '));
    roff.control("SH", ["EXAMPLES"]);
    for line in lines.filter(|line| !line.is_empty()) {
        if let Some(command) = line.strip_prefix(INDENT) {
            roff.text([bold(command)]);
        } else {
            roff.control("TP", []);
            roff.text([roman(line.trim_start())]);
        }
    }
}
