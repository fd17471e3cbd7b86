//! Prints the help and the errors of the command line.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};

use crate::output::{Destination, escape};
use anyhow::Context;
use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use crate::console::{color, message};
use crate::help::hints;
use crate::outcome::Outcome;

/// Returns `command` for parsing `args`. If they ask for `-h`, the values of options are left out of the help, so that an
/// option has one line.
pub(crate) fn for_args(command: Command, args: &[OsString]) -> Command {
    let is_short = args.iter().any(|arg| is_short_help(arg));
    if is_short { without_values(command) } else { command }
}

/// Returns whether `arg` is `-h`, alone or after other options of one letter, such as `-Hh`.
fn is_short_help(arg: &OsStr) -> bool {
    let letters = arg.to_str().and_then(|arg| arg.strip_prefix('-')).unwrap_or_default();
    letters.ends_with('h') && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn without_values(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let takes_values = arg.get_action().takes_values();
        if takes_values { arg.hide_possible_values(true) } else { arg }
    });
    let names: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    names.iter().fold(command, |command, name| command.mut_subcommand(name, without_values))
}

/// Prints `error`, which may be help that was asked for. `command` is the definition of the whole program.
///
/// # Errors
///
/// If help cannot be written.
pub(crate) fn report(mut error: Error, command: &mut Command) -> anyhow::Result<Outcome> {
    if !error.use_stderr() {
        let text = text(&error.render(), color::is_on(&io::stdout()));
        let mut out = io::stdout();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.context("standard output")?;
        return Ok(Outcome::Found);
    }
    let is_colored = color::is_on(&io::stderr());
    let is_far = is_far_off(&mut error);
    let has_tip = !is_far && error.get(ContextKind::SuggestedArg).is_some();
    // A similar name of this command is better than the same name of another one.
    let hint =
        hint(&error, command).or_else(|| other_command(&error, command).filter(|_| !has_tip));
    let is_hinted = is_far || hint.is_some();
    if is_hinted
        && error.kind() == ErrorKind::UnknownArgument
        && let Some(usage) = plain_usage(&error, command)
    {
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    make_harmless(&mut error);
    let text = text(&error.render(), is_colored);
    // The status shows the error, even if standard error cannot be written.
    let text = if is_hinted { with_hint(&text, hint.as_deref(), is_colored) } else { text };
    let _ = message::print(&text);
    Ok(Outcome::Failed)
}

/// Returns `text` with its styles, or without.
pub(crate) fn text(text: &StyledStr, is_colored: bool) -> String {
    if is_colored { text.ansi().to_string() } else { text.to_string() }
}

/// Returns a hint at the argument that the user may have meant.
fn hint(error: &Error, program: &Command) -> Option<String> {
    let word = |kind: ContextKind| word(error, kind);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            option_hint(word(ContextKind::InvalidArg)?, command_of(error, program), program)
        }
        ErrorKind::InvalidValue if word(ContextKind::InvalidValue) == Some("header") => Some(
            "a form is no place: --headers none or --part '!header' leaves out header fields"
                .to_owned(),
        ),
        ErrorKind::MissingRequiredArgument if has(error, "--count <FIELDS>") => Some(
            "--max-count, --sort, --top and --top-per are for --count; `| head` prints the first rows"
                .to_owned(),
        ),
        ErrorKind::InvalidSubcommand => hints::of_command(word(ContextKind::InvalidSubcommand)?),
        _ => None,
    }
}

/// Returns the word of `error` of this kind.
fn word(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word),
        _ => None,
    }
}

/// Returns a hint about the option `name` of another program. Without `command`, it stands before the command.
fn option_hint(name: &str, command: Option<&Command>, program: &Command) -> Option<String> {
    let hint = hints::of_option(name)?;
    // Most hints begin with an option of `scan`.
    let option = hint.split(' ').next().filter(|word| word.starts_with('-'));
    let is_missing = |command: &Command| {
        option.is_some_and(|option| !has_option(program, option) && !has_option(command, option))
    };
    match (command, option) {
        // A hint at an option that the command does not have would not help.
        (Some(command), _) if is_missing(command) => None,
        (None, Some(option)) if is_missing(program) => {
            Some(format!("did you mean `urlsift scan {option}`? {hint}"))
        }
        _ => Some(hint.to_owned()),
    }
}

/// Returns a hint at the command that has the unknown option of `error`.
fn other_command(error: &Error, program: &Command) -> Option<String> {
    let name = word(error, ContextKind::InvalidArg)
        .filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    if matches!(name, "-o" | "--output") && command_of(error, program).is_some() {
        return Some("`> FILE` writes standard output to a file".to_owned());
    }
    let other = program.get_subcommands().find(|command| has_option(command, name))?;
    Some(format!("`urlsift {}` has {name}", other.get_name()))
}

/// Reports whether `command` has the option `name`, such as `-o` or `--output`.
fn has_option(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|arg| {
        arg.get_long().is_some_and(|long| name == format!("--{long}"))
            || arg.get_short().is_some_and(|short| name == format!("-{short}"))
    })
}

/// Reports whether `error` lists `option` among the arguments that are missing.
fn has(error: &Error, option: &str) -> bool {
    matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::Strings(all)) if all.iter().any(|it| it == option))
}

/// Reports whether clap's tip names something that the user cannot have meant, and removes its other tips: ways to pass
/// an option as a value.
fn is_far_off(error: &mut Error) -> bool {
    if error.kind() == ErrorKind::UnknownArgument {
        error.insert(ContextKind::Suggested, ContextValue::None);
    }
    let tips = [
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ];
    tips.into_iter().any(|(wrong, tip)| match (error.get(wrong), error.get(tip)) {
        (Some(ContextValue::String(word)), Some(ContextValue::String(name))) => {
            !hints::is_near(word, name)
        }
        (Some(ContextValue::String(word)), Some(ContextValue::Strings(names))) => {
            !names.iter().any(|name| hints::is_near(word, name))
        }
        _ => false,
    })
}

/// Returns the usage of the command that `error` is about, without the option that clap takes for the one that was meant.
fn plain_usage(error: &Error, command: &mut Command) -> Option<StyledStr> {
    let name = command_of(error, command).map(|command| command.get_name().to_owned());
    let command = match name {
        Some(name) => command.find_subcommand_mut(name)?,
        None => command,
    };
    Some(command.render_usage())
}

/// Returns the command that `error` is about, if it is not about the arguments before the command.
fn command_of<'a>(error: &Error, program: &'a Command) -> Option<&'a Command> {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else { return None };
    let usage = usage.to_string();
    program.find_subcommand(usage.split_whitespace().nth(2)?)
}

/// Puts `hint` before the usage, instead of the tips of clap's, which knows only similar names.
fn with_hint(text: &str, hint: Option<&str>, is_colored: bool) -> String {
    let styles = Styles::styled();
    let style = styles.get_valid();
    let tip = if is_colored { format!("{style}tip:{style:#}") } else { "tip:".to_owned() };
    let tip = hint.map(|hint| format!("  {tip} {hint}"));
    let begins = |paragraph: &str, word: &str| {
        paragraph.trim_start_matches(|c| c == ' ' || is_style(c)).starts_with(word)
    };
    let all = text.trim_end().split("\n\n").filter(|paragraph| !begins(paragraph, "tip:"));
    let (before, after): (Vec<&str>, Vec<&str>) =
        all.partition(|paragraph| !begins(paragraph, "Usage:") && !begins(paragraph, "For more"));
    let paragraphs: Vec<&str> = before.into_iter().chain(tip.as_deref()).chain(after).collect();
    paragraphs.join("\n\n") + "\n"
}

/// Returns whether `c` may occur in the sequences that set a style.
fn is_style(c: char) -> bool {
    c == '\u{1b}' || c == '[' || c == 'm' || c == ';' || c.is_ascii_digit()
}

/// Escapes the arguments that `error` quotes. They may come from hostile file names. Clap prints escape sequences if it
/// prints colours, and removes them otherwise.
fn make_harmless(error: &mut Error) {
    let mut is_hostile = false;
    let mut harmless = |text: &String| {
        let escaped = escape(text, Destination::Terminal).into_owned();
        is_hostile |= escaped != *text;
        escaped
    };
    let context: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| {
            let value = match value {
                ContextValue::String(text) => ContextValue::String(harmless(text)),
                ContextValue::Strings(all) => {
                    ContextValue::Strings(all.iter().map(&mut harmless).collect())
                }
                _ => return None,
            };
            Some((kind, value))
        })
        .collect();
    for (kind, value) in context {
        error.insert(kind, value);
    }
    if is_hostile {
        // This text quotes the argument between styles, and styles look like escape sequences of the argument.
        error.insert(ContextKind::Suggested, ContextValue::None);
    }
}
