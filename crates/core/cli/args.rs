//! What can be said on the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use urlsift::archive::Headers;
use urlsift::output::CountBy;
use urlsift::wrap::WrapError;
use urlsift::{Form, Forms, Grammar, wrap};

use crate::scan::engine::Order;
use crate::size::Size;

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
    Plan(Plan),
    Merge(Merge),
    Check(Check),
    Pick(Pick),
    Wrap(Wrap),
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
    pub(crate) format: FormatArg,

    /// Print how many URLs there are of each value instead of the URLs, the commonest first
    ///
    /// A line is the count, a tab, and the value, which is empty for a URL that has none. Memory grows
    /// with the number of distinct values.
    #[arg(long, value_name = "WHAT", conflicts_with = "with_source")]
    pub(crate) count: Option<CountArg>,

    /// Print each URL once, as it is spelled, in the order in which they first occur
    ///
    /// With `--format jsonl` or `csv` with its count, first and last date, and first place.
    #[arg(long, conflicts_with = "count")]
    pub(crate) unique: bool,

    /// Write to this file; `-` or nothing for standard output
    ///
    /// It is written beside and renamed when it is whole; what stood there is kept until then. What is
    /// read is not replaced: a file that is named, or that is there already below a directory.
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Put `source:offset:` before each URL
    ///
    /// The offset is that of the wrapper, in bytes. Where a charset was undone it is `P+N`: byte N of
    /// the decoded part that is stored at byte P of the source.
    #[arg(short = 'H', long)]
    pub(crate) with_source: bool,

    /// The forms to look for, by commas: url, angle, quote, prefix, bare; not by default: host, address
    #[arg(long, value_name = "FORMS", value_delimiter = ',', hide_default_value = true,
        default_values_t = Forms::default().iter())]
    pub(crate) forms: Vec<Form>,

    /// The header fields to look in
    #[arg(long, value_name = "WHICH", default_value = "useful")]
    pub(crate) headers: HeadersArg,

    /// Read everything twice, and let a URL that stands whole anywhere decide a doubt
    ///
    /// Without it, what stands whole in the same part decides. Standard input is held in memory for it, up to
    /// 1 GiB; a pipe or a device that is named is refused.
    #[arg(long)]
    pub(crate) second_pass: bool,

    /// Search splits of a plan: a line of it, or @FILE for all lines of a file, or `-` for those of
    /// standard input
    ///
    /// The rows are those that a run over the whole would print for them, so what looks at the whole,
    /// --second-pass, --unique, --count and --stats, is refused. A file whose size or mtime is not that of the plan
    /// any more is an error. With -o, which takes one split, a receipt is written beside the rows, as
    /// FILE.split.json; `urlsift merge` wants it.
    #[arg(long, value_name = "SPLIT",
        conflicts_with_all = ["paths", "second_pass", "unique", "count", "stats"])]
    pub(crate) split: Option<String>,

    /// Write the rows of each split to a file of its own in this folder, with its receipt
    ///
    /// The folder is made where there is none. Splits that it has the rows of are passed over, so that a
    /// run that was stopped goes on with those that are left.
    #[arg(long, value_name = "FOLDER", requires = "split", conflicts_with = "output")]
    pub(crate) into: Option<PathBuf>,

    /// How large a message or a text may be: a number of bytes, or one with K, M, G or T behind it
    ///
    /// Skip larger ones, with a warning. Messages of more than a megabyte share a bounded room in memory, and one
    /// that finds none is searched alone.
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) max_message: Size,

    /// How large a compressed file or a member of an archive may be expanded: a size as above
    #[arg(long, value_name = "SIZE", default_value = "64G")]
    pub(crate) max_member: Size,

    /// How much memory `--unique` may take: a size as above
    ///
    /// Where it is not enough nothing is printed, and the exit status is 2.
    #[arg(long, value_name = "SIZE", default_value = "1G", requires = "unique")]
    pub(crate) max_unique: Size,

    /// At the end, print on standard error what was read, skipped and found, in numbers
    ///
    /// As lines, or with `--stats=json` as one JSON object, which is the last line there.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true,
        default_missing_value = "text")]
    pub(crate) stats: Option<StatsFormat>,

    /// Whether a line on standard error tells how far the run has come
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) progress: ProgressArg,

    /// How the rows of several files follow one another
    ///
    /// With `any`, rows are printed as they are found. Rows of one file still come in order. Use it for a shelf of
    /// a few huge compressed files, which are then decompressed side by side to their ends.
    #[arg(long, value_name = "ORDER", default_value = "input")]
    pub(crate) order: OrderArg,

    /// How many threads read and search, at most 256; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0,
        value_parser = clap::value_parser!(u16).range(..=256))]
    pub(crate) threads: u16,
}

/// Prints splits: pieces of files that can be searched apart, on many machines
///
/// A line is a JSON object. An mbox, a batch of news and a LISTSERV log are cut without being read where they
/// are stored as they are; a split has the messages that begin in its range. Anything else is one split a file. `urlsift
/// scan --split` searches splits, and `urlsift merge` puts their rows together.
///
/// Exit status: 0 if there is a split, 1 if none, 2 if a file could not be planned.
#[derive(Debug, clap::Args)]
pub(crate) struct Plan {
    /// Files and directories
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// How long a split may be: a number of bytes, or one with K, M, G or T behind it
    #[arg(long, value_name = "SIZE", default_value = "128M")]
    pub(crate) split_bytes: Size,

    /// Write to this file; `-` or nothing for standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Puts the rows of all splits of a plan together, in its order
///
/// Splits that are missing or doubled are told, and then nothing is written. Otherwise what is written and
/// said is what `urlsift scan` over the whole would have written and said.
///
/// Exit status: 0 if there are rows, 1 if none, 2 if a split is missing or doubled or could not be read to
/// its end.
#[derive(Debug, clap::Args)]
pub(crate) struct Merge {
    /// The plan; `-` for standard input
    #[arg(value_name = "PLAN")]
    pub(crate) plan: PathBuf,

    /// Files that `urlsift scan --split` wrote, or folders of them
    #[arg(value_name = "ROWS")]
    pub(crate) rows: Vec<PathBuf>,

    /// Print the lines of the plan whose rows are missing, and merge nothing
    ///
    /// Exit status: 0 if there are some, 1 if none.
    #[arg(long)]
    pub(crate) left: bool,

    /// Write to this file; `-` or nothing for standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum HeadersArg {
    /// None
    None,
    /// Those in which people and lists write URLs
    Useful,
    /// All, those too that software writes for software: Message-ID, Received, DKIM-Signature
    All,
}

impl From<HeadersArg> for Headers {
    fn from(headers: HeadersArg) -> Headers {
        match headers {
            HeadersArg::None => Headers::None,
            HeadersArg::Useful => Headers::Useful,
            HeadersArg::All => Headers::All,
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum CountArg {
    /// The host, in small letters
    Host,
    /// The scheme, in small letters
    Scheme,
    /// The form, as in `--forms`
    Form,
    /// The year of the message's date
    Year,
}

impl From<CountArg> for CountBy {
    fn from(count: CountArg) -> CountBy {
        match count {
            CountArg::Host => CountBy::Host,
            CountArg::Scheme => CountBy::Scheme,
            CountArg::Form => CountBy::Form,
            CountArg::Year => CountBy::Year,
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum FormatArg {
    /// One URL a line
    Text,
    /// One JSON object a line, with everything that is known
    Jsonl,
    /// The same as CSV: a heading line, then one record a URL
    Csv,
    /// The same as Parquet, if the program was built with the feature `arrow`
    Parquet,
    /// The same as Arrow IPC, with that feature: a file with `-o`, a stream on standard output
    Arrow,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum OrderArg {
    /// As the files do
    Input,
    /// As they are found
    Any,
}

impl From<OrderArg> for Order {
    fn from(order: OrderArg) -> Order {
        match order {
            OrderArg::Input => Order::Input,
            OrderArg::Any => Order::Any,
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// A line for each kind of numbers
    Text,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum ProgressArg {
    /// Where that is a terminal, and rows go to a file or are counted
    Auto,
    /// Where that is a terminal, also while another program reads the rows, which then must not draw on it
    Always,
    /// Never
    Never,
}

/// Says which grammars URLs satisfy, and where not, at which byte and why
///
/// From standard input each line is a URL; empty lines are skipped.
///
/// Exit status: 0 if every URL satisfies the grammar that `--grammar` names, 1 if not, 2 if one could
/// not be read.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// The URLs; `-` or nothing for the lines of standard input
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    /// The grammar that the exit status is about: draft03, rfc1738, rfc2396, rfc3986, rfc3987
    #[arg(long, value_name = "GRAMMAR", default_value_t = Grammar::Rfc3986)]
    pub(crate) grammar: Grammar,

    /// What is said of a URL
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: CheckFormat,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// A table for people, with what is wrong pointed at
    Text,
    /// One JSON object a line, with everything that is known
    Jsonl,
}

/// Shows the links of a message, and prints or opens the one that is chosen
///
/// It reads a message on standard input, as mail clients pipe it, and draws on the terminal: a line for each
/// link, what is to be known of it below, and the other ways to read it. Up and Down go from one to the
/// next, Left and Right through what is said of it; what is typed is a filter, Enter chooses, Esc leaves, and
/// so does `q` where no filter was begun. Links of the text come first, then those of header fields, then
/// what a page loads; those that open the same are one. Without a terminal the list is printed.
///
/// Exit status: 0 if a link was chosen, or the list printed; 1 if none was chosen or there is none; 2 if a file
/// could not be read or the command failed.
#[derive(Debug, clap::Args)]
pub(crate) struct Pick {
    /// Files and directories; `-` or nothing for standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Open the chosen link with this program instead of printing it
    ///
    /// It is started without a shell, with the URL as its one argument, in ASCII and escaped where that is
    /// needed. What is dangerous is opened by a second Enter.
    #[arg(long, value_name = "COMMAND", value_hint = clap::ValueHint::CommandName)]
    pub(crate) open: Option<OsString>,

    /// Print the list, also where there is a terminal
    #[arg(long, conflicts_with = "open")]
    pub(crate) list: bool,

    /// The forms to look for, as those of `scan`; not by default: address
    #[arg(long, value_name = "FORMS", value_delimiter = ',', hide_default_value = true,
        default_values_t = Forms::default().with(Form::Host).iter())]
    pub(crate) forms: Vec<Form>,

    /// The header fields to look in
    #[arg(long, value_name = "WHICH", default_value = "useful")]
    pub(crate) headers: HeadersArg,
}

/// Prints URLs as `<URL:…>`, broken over lines so that they are read back
///
/// A line ends after one of `/ ? & ; = ,` where one is in reach, otherwise where it may, but never
/// after a hyphen. Where it may end nowhere it is longer than `--columns`.
///
/// Exit status: 0 if every URL was wrapped, 2 if one cannot be.
#[derive(Debug, clap::Args)]
pub(crate) struct Wrap {
    /// The URLs
    #[arg(value_name = "URL", required = true)]
    pub(crate) urls: Vec<String>,

    /// How many columns a line has, its quote marks included
    #[arg(long, value_name = "N", default_value_t = 72)]
    pub(crate) columns: usize,

    /// What to put before each line: quote marks and blanks, such as `> `
    #[arg(long, value_name = "PREFIX", default_value = "", hide_default_value = true)]
    #[arg(value_parser = quote)]
    pub(crate) quote: String,
}

/// `prefix`, if it is one that is taken off again when what it stands before is read.
fn quote(prefix: &str) -> Result<String, WrapError> {
    // Of this URL nothing but the prefix can be wrong.
    wrap("x:y", 72, prefix).map(|_| prefix.to_owned())
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
