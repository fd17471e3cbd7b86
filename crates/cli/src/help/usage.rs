//! Prints the help and the errors of the command line.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use crate::output::{Destination, escape};
use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use crate::console::{color, message};
use crate::help::hints;

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

/// Prints `error`, which may be help that was asked for. Returns the exit status.
pub(crate) fn report(mut error: Error) -> ExitCode {
    if !error.use_stderr() {
        let text = text(&error.render(), color::is_on(&io::stdout()));
        // If standard output is closed, the help has no reader.
        let _ = io::stdout().write_all(text.as_bytes());
        return ExitCode::SUCCESS;
    }
    let is_colored = color::is_on(&io::stderr());
    let hint = hint(&error);
    make_harmless(&mut error);
    let text = text(&error.render(), is_colored);
    // The status shows the error, even if standard error cannot be written.
    let _ = message::print(&hint.map_or(text.clone(), |hint| with_hint(&text, &hint, is_colored)));
    ExitCode::from(2)
}

/// Returns `text` with its styles, or without.
pub(crate) fn text(text: &StyledStr, is_colored: bool) -> String {
    if is_colored { text.ansi().to_string() } else { text.to_string() }
}

/// Returns a hint at the argument that the user may have meant.
fn hint(error: &Error) -> Option<String> {
    let word = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let hint = hints::of_option(word(ContextKind::InvalidArg)?)?;
            let usage = match error.get(ContextKind::Usage) {
                Some(ContextValue::StyledStr(usage)) => usage.to_string(),
                _ => String::new(),
            };
            let is_before_command = usage.contains("<COMMAND>");
            let is_of_scan = is_before_command || usage.contains("urlsift scan");
            if !is_of_scan && hint.starts_with('-') && !hint.starts_with("--color") {
                // Another command does not have the option of the hint.
                return None;
            }
            // An option before the command is one of `scan`, except `--color`, which any command has.
            let option =
                hint.split(' ').next().filter(|word| word.starts_with('-') && *word != "--color");
            Some(match option.filter(|_| is_before_command) {
                Some(option) => format!("did you mean `urlsift scan {option}`? {hint}"),
                None => hint.to_owned(),
            })
        }
        ErrorKind::InvalidSubcommand => hints::of_command(word(ContextKind::InvalidSubcommand)?),
        _ => None,
    }
}

/// Puts `hint` before the usage, instead of a tip of clap's, which knows only similar names.
fn with_hint(text: &str, hint: &str, is_colored: bool) -> String {
    let styles = Styles::styled();
    let style = styles.get_valid();
    let tip = if is_colored { format!("{style}tip:{style:#}") } else { "tip:".to_owned() };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let is_tip = |line: &str| line.trim_start().trim_start_matches(is_style).starts_with("tip:");
    let rest: Vec<&str> = lines.skip_while(|line| line.is_empty() || is_tip(line)).collect();
    format!("{first}\n\n  {tip} {hint}\n\n{}\n", rest.join("\n"))
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
