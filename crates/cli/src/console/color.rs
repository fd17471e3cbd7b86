//! Decides whether help and messages have colours: from `--color`, from `NO_COLOR`, and if a terminal reads.
//!
//! The choice is global, because messages are printed from everywhere. It is made once, before anything is printed.

use std::env;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::sync::OnceLock;

use clap::ValueEnum;

/// The cases in which help and messages have colours.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum ColorArg {
    /// If a terminal reads and `NO_COLOR` is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

static CHOICE: OnceLock<ColorArg> = OnceLock::new();

/// Makes the choice for the command line `args`. Call this before `args` are parsed: their errors have colours too.
pub(crate) fn choose(args: &[OsString]) {
    // `main` calls this once, so the choice is not set yet.
    let _ = CHOICE.set(of_args(args));
}

/// Returns the last value of `--color`. Without one, or with an unknown one, returns `Auto`.
fn of_args(args: &[OsString]) -> ColorArg {
    let words: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let value = |at: usize| match words[at].strip_prefix("--color") {
        Some("") => words.get(at + 1).map(|word| &**word),
        Some(value) => value.strip_prefix('='),
        None => None,
    };
    let last = (0..end).rev().find_map(value);
    last.and_then(|value| ColorArg::from_str(value, false).ok()).unwrap_or(ColorArg::Auto)
}

/// Returns whether text for `stream` has colours.
pub(crate) fn is_on(stream: &impl IsTerminal) -> bool {
    match CHOICE.get().copied().unwrap_or(ColorArg::Auto) {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => stream.is_terminal() && allows_colors(|name| env::var_os(name)),
    }
}

/// Returns whether the environment allows colours. `NO_COLOR` forbids them if it is not empty (no-color.org).
fn allows_colors(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let terminal = variable("TERM");
    // The old console of Windows, which has neither variable, would print the sequences.
    let is_known =
        if cfg!(windows) { is_set("WT_SESSION") || is_set("TERM") } else { is_set("TERM") };
    !is_set("NO_COLOR") && is_known && terminal.is_none_or(|terminal| terminal != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_choice_counts() {
        let table: [(&[&str], ColorArg); 7] = [
            (&[], ColorArg::Auto),
            (&["--color", "always"], ColorArg::Always),
            (&["--color=never"], ColorArg::Never),
            (&["--color=never", "scan", "--color=always"], ColorArg::Always),
            (&["--color"], ColorArg::Auto),
            (&["--color=sometimes"], ColorArg::Auto),
            (&["scan", "--", "--color=always"], ColorArg::Auto),
        ];
        for (args, choice) in table {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            assert_eq!(of_args(&args), choice, "{args:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_environment() {
        let table: [(&[(&str, &str)], bool); 5] = [
            (&[("TERM", "xterm")], true),
            (&[("TERM", "xterm"), ("NO_COLOR", "1")], false),
            (&[("TERM", "xterm"), ("NO_COLOR", "")], true),
            (&[("TERM", "dumb")], false),
            (&[], false),
        ];
        for (set, expected) in table {
            let variable = |name: &str| {
                set.iter().find(|(it, _)| *it == name).map(|(_, value)| OsString::from(value))
            };
            assert_eq!(allows_colors(variable), expected, "{set:?}");
        }
    }
}
