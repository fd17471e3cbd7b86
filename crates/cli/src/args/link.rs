//! The arguments of `urlsift link`.

use std::path::PathBuf;

use clap::ValueHint;
use urlsift::link::LinkFormat;

use crate::args::examples::examples;
use crate::args::shared::FindArgs;
use crate::args::values::{columns, link_formats, path};

/// Print a text with its URLs live or whole
///
/// Reads a message, a mailbox or a text, and prints its text with each URL as a link, even one that is broken across
/// lines. A message is decoded, and its parts are those that a mail reader shows: plain text, or the text of a page if
/// there is no plain one. The output is plain text, not a message: encoding and attachments are dropped. It is a
/// filter for mail clients and pagers; `urlsift help link` has their settings.
///
/// Exit status: 0 if a text was printed or nothing was skipped, 1 if there was no text, 2 if a file could not be read.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Show a message with live links:", "urlsift link --with-headers message.eml"),
    ("Write a page of it:", "urlsift link --format html message.eml > message.html"),
    ("Join the lines of broken URLs:", "urlsift link --format text < message.eml"),
    ("Break long URLs so that readers join them again:", "urlsift link --columns 72 < message.eml"),
], ""))]
pub(crate) struct LinkCommand {
    /// Files and folders; `-` or none for standard input
    #[arg(value_name = "PATH", value_parser = path(), value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) find: FindArgs,

    /// What to print
    ///
    /// The default is `terminal` if standard output is a terminal, else `text`. A URL with a danger is not a link. In
    /// `terminal` control and invisible characters are escaped, so that a text does nothing to the terminal.
    #[arg(long, value_name = "FORMAT", value_parser = link_formats(), help_heading = "Output")]
    pub(crate) format: Option<LinkFormat>,

    /// Write paragraphs of HTML instead of lines
    ///
    /// Empty lines end a paragraph. Implies `--format html`.
    #[arg(long, help_heading = "Output")]
    pub(crate) paragraphs: bool,

    /// Break URLs as `<URL:...>` or `<...>` at N columns
    ///
    /// Applies to URLs that were broken, and to those that end after column N. Readers join such a URL again. Implies
    /// `--format text`.
    #[arg(long, value_name = "N", value_parser = columns, conflicts_with = "paragraphs", help_heading = "Output")]
    pub(crate) columns: Option<usize>,

    /// Number the links of a page, and list them after it
    ///
    /// For terminals without hyperlinks. `--format text` always does so.
    #[arg(long, help_heading = "Output")]
    pub(crate) links: bool,

    /// Print From, To, Cc, Subject and Date first
    ///
    /// Before each message.
    #[arg(long, help_heading = "Output")]
    pub(crate) with_headers: bool,
}
