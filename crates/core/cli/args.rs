//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use urlsift::Grammar;

/// Finds URLs in mail, news and other running text, also those broken over lines.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Scan(Scan),
    Check(Check),
}

/// Prints the URLs of mailboxes, messages and texts
///
/// An mbox is taken apart into its messages and these into their parts; transfer encodings and
/// charsets are undone. What is neither mail nor text is skipped. Rows come in the order of the
/// input.
///
/// Exit status: 0 if a URL was found, 1 if none, 2 if a file could not be read.
#[derive(Debug, clap::Args)]
pub(crate) struct Scan {
    /// Files and directories; `-` or nothing for standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// What a row looks like
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// Put `source:offset:` before each URL
    ///
    /// The offset is that of the wrapper, in bytes. Where the part was decoded it is `P+N`: byte N of
    /// the decoded part that is stored at byte P of the source.
    #[arg(short = 'H', long)]
    pub(crate) with_source: bool,

    /// How many threads search; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Format {
    /// One URL a line
    Text,
    /// One JSON object a line, with everything that is known
    Jsonl,
}

/// Says which grammars URLs satisfy, and where not, at which byte and why
///
/// Exit status: 0 if every URL satisfies the grammar that `--grammar` names, 1 if not.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// The URLs
    #[arg(value_name = "URL", required = true)]
    pub(crate) urls: Vec<String>,

    /// The grammar that the exit status is about: `rfc1738` or `rfc3986`
    #[arg(long, value_name = "GRAMMAR", default_value_t = Grammar::Rfc3986)]
    pub(crate) grammar: Grammar,
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
