//! The arguments of `urlsift pick`.

use std::path::PathBuf;

use clap::ValueHint;

use crate::args::examples::examples;
use crate::args::shared::SearchArgs;
use crate::args::values::path;

/// Show the links of a message and open the chosen ones
///
/// Reads a message from standard input, as mail clients pipe it, and draws on the terminal: a list of the links, a
/// description of the selected link with its warnings, and the text around it. `j` and `k` or the arrows move, Enter
/// opens the link, Space marks several, `/` filters, `y` copies, `?` shows all keys, `q` leaves. Links that open the
/// same URL are shown once. Without a terminal the list is printed. `urlsift help pick` describes keys, colours and
/// the configuration file.
///
/// Exit status: 0 if a link was opened or copied or something was printed, 1 if nothing was, 2 if a file could not be
/// read or a program failed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Choose a link of a message and open it:", "urlsift pick message.eml"),
    ("Open links in tabs of Firefox, and keep the list:", "urlsift pick --stay --open 'firefox --new-tab %u'"),
    ("Print the chosen links:", "urlsift pick --print message.eml"),
    ("List the links of a message:", "urlsift pick --list message.eml"),
], ""))]
pub(crate) struct Pick {
    /// Files and folders; `-` or none for standard input
    #[arg(value_name = "PATH", value_parser = path(), value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Open links with this command
    ///
    /// COMMAND is split into words as a shell does it, but no shell runs it. The URL takes the place of each `%u`, or
    /// else comes last; it is ASCII. A dangerous link is opened only after a second Enter. The default is the command
    /// of the configuration file, else a program of `$BROWSER`, else `xdg-open` (`open` on macOS).
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString, help_heading = "Output")]
    pub(crate) open: Option<String>,

    /// Keep the list after links were opened
    #[arg(long, help_heading = "Output")]
    pub(crate) stay: bool,

    /// Print the chosen links instead of opening them
    ///
    /// This is the default if standard output is not a terminal.
    #[arg(long, conflicts_with = "open", help_heading = "Output")]
    pub(crate) print: bool,

    /// Print the list instead of drawing on the terminal
    #[arg(long, conflicts_with_all = ["open", "print", "stay"], help_heading = "Output")]
    pub(crate) list: bool,
}
