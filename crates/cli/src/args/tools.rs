//! The arguments of the commands about urlsift itself: `help`, `completions` and `man`.

use std::path::PathBuf;

use clap::ValueHint;
use clap_complete::Shell;

use crate::args::examples::examples;
use crate::args::values::SchemaFormat;

/// Print a page of the guide, or the help of a command
///
/// Without a topic, lists the commands and topics. `urlsift COMMAND --help` prints the help of any command,
/// also of those that share their name with a page of the guide.
///
/// Exit status: 0 if the page was printed, 1 if no page has the word, 2 if it could not be printed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Read about the fields of a row:", "urlsift help rows"),
    ("Read about mail clients and the link picker:", "urlsift help pick"),
    ("Print the help of a command:", "urlsift help scan"),
    ("Write the JSON Schema of a row to a file:", "urlsift help --schema > row.schema.json"),
], ""))]
pub(crate) struct Help {
    /// Page of the guide, command, or any word
    ///
    /// For another word, lists the pages of the guide that have it. At a terminal, pages are shown with the program of
    /// the environment variable `PAGER`.
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Option<String>,

    /// Print the JSON Schema of a row instead
    ///
    /// `--schema=duckdb` prints a query that reads rows of JSON, with the types of all fields.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true,
        default_missing_value = "json", conflicts_with = "topic", help_heading = "Output")]
    pub(crate) schema: Option<SchemaFormat>,
}

/// Print a completion script for a shell
///
/// The script is written to standard output. Save it in a folder that the shell searches, or run it when the
/// shell starts, as in the examples. zsh looks in the folders of its `fpath` only: put `fpath=(~/.zfunc $fpath)` before
/// `compinit` in ~/.zshrc.
///
/// Exit status: 0 if the script was printed, 2 if it could not be printed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("bash, in ~/.bashrc:", "source <(urlsift completions bash)"),
    ("zsh:", "urlsift completions zsh > ~/.zfunc/_urlsift"),
    ("fish:", "urlsift completions fish > ~/.config/fish/completions/urlsift.fish"),
], ""))]
pub(crate) struct Completions {
    /// Shell that reads the script
    #[arg(value_name = "SHELL", hide_possible_values = false)]
    pub(crate) shell: Shell,
}

/// Write the man pages to a folder
///
/// Writes urlsift.1 and a page for each command, such as urlsift-scan.1. The folder is created if necessary; existing
/// pages are replaced.
///
/// Exit status: 0 if the pages were written, 2 if one could not be written.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Install the pages for yourself:", "urlsift man ~/.local/share/man/man1"),
    ("Write the pages to a folder:", "urlsift man pages/"),
], ""))]
pub(crate) struct Man {
    /// Folder for the pages
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
}
