//! The definition of the command line: help, man pages, completions and parsing all come from it.
//!
//! The doc comment of a field is its help text. Its first paragraph is all of `-h`, which has one line an
//! option at 80 columns; `--help` and the man pages print every paragraph.

pub(crate) mod check;
pub(crate) mod examples;
pub(crate) mod link;
#[cfg(feature = "pick")]
pub(crate) mod pick;
pub(crate) mod plan;
pub(crate) mod report;
pub(crate) mod scan;
pub(crate) mod select;
pub(crate) mod shared;
pub(crate) mod show;
pub(crate) mod tools;
pub(crate) mod topics;
pub(crate) mod values;

use clap::{ArgAction, Parser, Subcommand};

use crate::args::check::{Check, Wrap};
use crate::args::examples::examples;
use crate::args::link::LinkCommand;
#[cfg(feature = "pick")]
use crate::args::pick::Pick;
use crate::args::plan::Plan;
use crate::args::report::Report;
use crate::args::scan::ScanCommand;
use crate::args::show::Show;
use crate::args::tools::{Completions, Help, Man};
use crate::console::color::ColorArg;

/// Find URLs in mail, news and other text, even if they are broken across lines
///
/// Exit status: 0 if something was found or all is in order, 1 if nothing was found or a URL is wrong, 2 if something
/// failed, 3 if a split of `urlsift scan --split` failed.
#[derive(Debug, Parser)]
#[command(
    name = "urlsift",
    version = env!("URLSIFT_VERSION"),
    // Also if the file of the program has another name, such as `urlsift.exe`.
    bin_name = "urlsift",
    max_term_width = 100,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    after_help = examples(&[
        ("Print the URLs of a mailbox:", "urlsift scan mail.mbox"),
        ("Choose a link of a message:", "urlsift pick message.eml"),
        ("Check one URL:", "urlsift check http://www.example.org/"),
        ("Read about the fields of a row:", "urlsift help rows"),
    ], &topics::list())
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours in help and messages [default: auto]
    ///
    /// The environment variable `NO_COLOR` turns `auto` into `never`. Rows are never coloured.
    // Without a default for clap: a default would win over the value before the command.
    #[arg(long, value_name = "WHEN", global = true, help_heading = "General")]
    pub(crate) color: Option<ColorArg>,

    /// Print help: -h a summary, --help everything
    #[arg(short, long, action = ArgAction::Help, global = true, help_heading = "General")]
    help: Option<bool>,

    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = "General")]
    version: Option<bool>,
}

/// The commands in the order of the help.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Scan(Box<ScanCommand>),
    #[cfg(feature = "pick")]
    Pick(Pick),
    Show(Show),
    Link(LinkCommand),
    Check(Check),
    Wrap(Wrap),
    Report(Box<Report>),
    Plan(Plan),
    Help(Help),
    Completions(Completions),
    Man(Man),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Args::command().debug_assert();
    }
}
