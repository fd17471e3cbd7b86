//! The arguments of `urlsift report`.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::NonEmptyStringValueParser;

use crate::args::examples::examples;
use crate::args::select::SelectionArgs;
use crate::args::shared::{LimitArgs, MessageArgs, OutputArgs, SearchArgs, ThreadArgs};
use crate::args::values::path;

/// Write a page with tables of all URLs
///
/// The page is one HTML file that needs no network. It shows the most cited URLs and hosts, footers, quotations,
/// likely dead URLs, warnings, years, lists, files and senders, each with its first messages. A switch leaves out
/// quoted and repeated URLs. The page is made of mailboxes, texts and archives as `urlsift scan` reads them, or of
/// rows that `urlsift scan --format jsonl` wrote. It is not printed to a terminal. `urlsift help report` describes it.
///
/// Exit status: 0 if there is a URL, 1 if there is none, 2 if something could not be read. A page is written in all
/// cases, unless the command failed, or something could not be read and no URL was found in the rest.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Write a page about an archive:", "urlsift report -o report.html archive/"),
    ("Write a page about rows:", "urlsift report -o report.html urls.jsonl"),
    ("Choose the title:",
        "urlsift report --title 'Links of our list' -o report.html mail.mbox"),
], ""))]
pub(crate) struct Report {
    /// Files and folders, or files of rows; `-` or none for standard input
    ///
    /// A file is one of rows if its first line is a JSON object with the field `url`, and --input is `auto`. All paths
    /// must be of the same kind, and a folder is never one of rows.
    #[arg(value_name = "PATH", value_parser = path(), value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) select: SelectionArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// Title of the page
    ///
    /// The default names the inputs.
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new(), help_heading = "Output")]
    pub(crate) title: Option<String>,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}
