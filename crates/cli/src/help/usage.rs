//! Prints the help and the errors of the command line.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};

use crate::output::{Destination, escape};
use anyhow::Context;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use urlsift_archive::internal::nearest::nearest;

use crate::console::{color, message};
use crate::help::hints;
use crate::outcome::Outcome;

/// Returns `command` for parsing `args`. If they ask for `-h`, the help is made short.
pub(crate) fn for_args(command: Command, args: &[OsString]) -> Command {
    // So an error about `-1` names the option whose value it is.
    let command = with_negative_values(command);
    let is_short = args.iter().any(|arg| is_short_help(arg));
    if is_short { shortened(command) } else { command }
}

fn with_negative_values(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let is_option = !arg.is_positional() && arg.get_action().takes_values();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    });
    command.mut_subcommands(with_negative_values)
}

/// Returns whether `arg` is `-h`, alone or after other options of one letter, such as `-Hh`.
fn is_short_help(arg: &OsStr) -> bool {
    let letters = arg.to_str().and_then(|arg| arg.strip_prefix('-')).unwrap_or_default();
    letters.ends_with('h') && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Leaves the values of options out of the help, so that an option has one line, and the examples of a command with
/// many options.
fn shortened(mut command: Command) -> Command {
    if command.get_arguments().any(Arg::is_hide_short_help_set) {
        let more =
            format!("`urlsift {} --help` has more options, and examples.", command.get_name());
        command = command.after_help(more);
    }
    let command = command.mut_args(|arg| {
        let takes_values = arg.get_action().takes_values();
        if takes_values { arg.hide_possible_values(true) } else { arg }
    });
    command.mut_subcommands(shortened)
}

/// Prints `error` of the command line `args`, which may be help that was asked for. `command` is the definition of the
/// whole program.
pub(crate) fn report(
    mut error: Error,
    args: &[OsString],
    command: &Command,
) -> anyhow::Result<Outcome> {
    if !error.use_stderr() {
        let text = text(&error.render(), color::is_on(&io::stdout()));
        let mut out = io::stdout();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.context("standard output")?;
        return Ok(Outcome::Found);
    }
    advise(&mut error, args, command);
    make_harmless(&mut error);
    // The status shows the error, even if standard error cannot be written.
    let _ = message::print(&text(&error.render(), color::is_on(&io::stderr())));
    Ok(Outcome::Failed)
}

/// Returns `text` with its styles, or without.
pub(crate) fn text(text: &StyledStr, is_colored: bool) -> String {
    if is_colored { text.ansi().to_string() } else { text.to_string() }
}

/// Puts a hint at what may have been meant into `error`, in the place of those of clap, which suggests names that are
/// less similar, and ways to pass an option as a value.
fn advise(error: &mut Error, args: &[OsString], program: &Command) {
    let word = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };
    let (tip, hint) = match error.kind() {
        ErrorKind::UnknownArgument => {
            let word = word(ContextKind::InvalidArg);
            let mut commands = args.iter().skip(1).filter_map(|arg| program.find_subcommand(arg));
            let command = commands.next().unwrap_or(program);
            let longs = || command.get_arguments().filter_map(Arg::get_long);
            let is_single = |name: &&str| args.iter().any(|arg| *arg == *format!("-{name}"));
            let near = longs().find(is_single).or_else(|| nearest(&word, longs()));
            let bare = word.trim_start_matches('-');
            let is_part = near.is_some_and(|name| name.split('-').any(|part| part == bare));
            let near = near.map(|name| {
                if bare == name {
                    format!("write it after `{}`", command.get_name())
                } else {
                    format!("did you mean `--{name}`?")
                }
            });
            // The same name in another command is more likely than a similar one here, but not than one with this word.
            let other =
                if is_part { None } else { hints::of_other_command(&word, command, program) };
            (ContextKind::SuggestedArg, hints::of_option(&word, command).or(other).or(near))
        }
        ErrorKind::InvalidSubcommand => {
            let word = word(ContextKind::InvalidSubcommand);
            let near = nearest(&word, program.get_subcommands().map(Command::get_name));
            let near = near.map(|name| format!("did you mean `urlsift {name}`?"));
            (ContextKind::SuggestedSubcommand, hints::of_command(&word).or(near))
        }
        ErrorKind::InvalidValue => {
            let word = word(ContextKind::InvalidValue);
            let names = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(names)) => names.as_slice(),
                _ => &[],
            };
            let near = nearest(hints::value_of(&word), names.iter().map(String::as_str));
            (ContextKind::SuggestedValue, near.map(|name| format!("did you mean `{name}`?")))
        }
        ErrorKind::ArgumentConflict => {
            // Clap's usage line has the argument that was refused.
            error.remove(ContextKind::Usage);
            return;
        }
        _ => return,
    };
    error.remove(tip);
    error.remove(ContextKind::Suggested);
    // Clap's usage line has the option that clap suggests.
    error.remove(ContextKind::Usage);
    if let Some(hint) = hint {
        let hints = ContextValue::StyledStrs(vec![StyledStr::from(hint)]);
        error.insert(ContextKind::Suggested, hints);
    }
}

/// Escapes the arguments that `error` quotes. They may come from hostile file names. Clap prints escape sequences if it
/// prints colours, and removes them otherwise.
fn make_harmless(error: &mut Error) {
    let harmless = |text: &String| escape(text, Destination::Terminal).into_owned();
    let context: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| {
            let value = match value {
                ContextValue::String(text) => ContextValue::String(harmless(text)),
                ContextValue::Strings(all) => {
                    ContextValue::Strings(all.iter().map(harmless).collect())
                }
                _ => return None,
            };
            Some((kind, value))
        })
        .collect();
    for (kind, value) in context {
        error.insert(kind, value);
    }
}
