//! The arguments of `urlsift scan`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::ensure;
use clap::ValueHint;
use clap::builder::NonEmptyStringValueParser;
use globset::Glob;
use urlsift::Extractor;
use urlsift_archive::item::Relative;

use crate::args::examples::examples;
use crate::args::select::SelectionArgs;
use crate::args::shared::{LimitArgs, MessageArgs, OutputArgs, SearchArgs, ThreadArgs};
use crate::args::values::{FormatArg, StatsFormat, glob, lines, path, relatives};
use crate::output::{CountOrder, UniqueBy};
use crate::size::Size;

/// Print the URLs of mailboxes, messages, texts and archives
///
/// urlsift detects what a file is from its content: an mbox is split into messages, messages into their
/// parts, archives into their members. Compression, transfer encodings and charsets are decoded. Rows come in the
/// order of the input. Warnings go to standard error.
///
/// Exit status: 0 if a URL was found, 1 if none was found, 2 if something could not be read, 3 if a
/// split of --split failed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Print the URLs of a mailbox:", "urlsift scan mail.mbox"),
    ("Write all fields of each URL below a folder to a file:",
        "urlsift scan -o urls.jsonl archive/"),
    ("Print each URL of a Maildir once, with the URLs that have no scheme:",
        "urlsift scan --unique --forms +host Maildir/"),
    ("Count the URLs of each host and year in a compressed tar of mail:",
        "urlsift scan --count host,year lists.tar.gz"),
], ""))]
pub(crate) struct ScanCommand {
    /// Files and folders; `-` or none for standard input
    ///
    /// Below a folder, all regular files are read in the order of their names. Symbolic links are not followed there.
    #[arg(value_name = "PATH", value_parser = path(), value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Also read the files and folders that FILE lists
    ///
    /// One name a line; names end with NUL bytes if FILE has one, as `find -print0` writes it, or with -0. `-` is
    /// standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "split",
        help_heading = "Input")]
    pub(crate) files_from: Option<PathBuf>,

    /// Below folders, only files with such a name
    ///
    /// GLOB has `*`, `?`, `[a-z]` and `{a,b}`. It is compared with the name of a file, or with the end of its path if
    /// it has a `/`; `**` matches folders. Files that are named themselves, and members of archives, are always read.
    #[arg(long, value_name = "GLOB", conflicts_with = "split", value_parser = glob, help_heading = "Input")]
    pub(crate) include: Vec<Glob>,

    /// Below folders, no files with such a name
    #[arg(long, value_name = "GLOB", conflicts_with = "split", value_parser = glob, help_heading = "Input")]
    pub(crate) exclude: Vec<Glob>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Name of standard input in rows and messages
    ///
    /// A program that reads a file itself, or a part of it, and pipes the bytes to urlsift, gets the rows that a
    /// scan of the file would have. URI may be a path or any other text. Files that are named as PATH keep their names.
    #[arg(long, value_name = "URI", value_parser = NonEmptyStringValueParser::new(),
        conflicts_with = "split", hide_short_help = true, help_heading = "Input")]
    pub(crate) name: Option<String>,

    #[command(flatten)]
    pub(crate) select: SelectionArgs,

    /// What to do with relative references
    ///
    /// The base is that of the page (`<base href>`), or else the field `Content-Base` or `Content-Location` of the part
    /// or of the message around it, if it is searched (--headers). The field `base` of a row names it.
    #[arg(long, value_name = "HOW", default_value = "ignore", value_parser = relatives(),
        hide_short_help = true, help_heading = "Selection")]
    pub(crate) relative: Relative,

    /// What to print for each URL
    ///
    /// The default is the ending of the file of -o, such as `.csv`, or `text`. `urlsift help rows` describes all
    /// fields.
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    format: Option<FormatArg>,

    /// Print the file and byte offset before each URL
    ///
    /// For `--format text`. Lines begin with `source:offset:`, or with `source:member:offset:` in an archive. The
    /// offset is the byte at which the wrapper of the URL begins. It is `P+N` if the text had to be decoded: byte N of
    /// the decoded part that is stored at byte P. Control characters in names are written as `\u{a}`.
    #[arg(short = 'H', long, help_heading = "Output")]
    pub(crate) with_source: bool,

    /// Fields to write, separated by commas
    ///
    /// `urlsift help rows` lists them. In text, the values are separated by tabs, and control characters inside them
    /// are written as `\u{9}`. The default is all fields; in text, the URL.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', hide_possible_values = true,
        conflicts_with_all = ["count", "with_source"], help_heading = "Output")]
    pub(crate) fields: Vec<String>,

    /// End each line of text with a NUL byte
    ///
    /// For `xargs -0`. With -H, the name of a file may contain a line break. The names of --files-from end so too.
    #[arg(
        short = '0',
        long,
        conflicts_with_all = ["unique", "count"],
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub(crate) print0: bool,

    /// Print each URL once, in order of first occurrence
    ///
    /// URLs are compared byte by byte, or with `--unique=equivalent` after the normalization of RFC 3986, sections
    /// 6.2.2 and 6.2.3; the commonest spelling is then printed. With `--format jsonl` or `csv`, each row has the
    /// count, the first and last date, and the first place. Nothing is printed before the end of the input.
    #[arg(long, value_name = "BY", num_args = 0..=1, require_equals = true, default_missing_value = "exact",
        group = "table", help_heading = "Output")]
    pub(crate) unique: Option<UniqueBy>,

    /// Print counts by these fields
    ///
    /// Prints how many URLs have each value instead of the URLs. FIELDS are one to three of the fields of a row, or of
    /// `scheme`, `tld`, `year` and `month`. A line is the count and, after tabs, the values. A value is empty for URLs
    /// without one.
    #[arg(
        long,
        value_name = "FIELDS",
        value_delimiter = ',',
        conflicts_with = "with_source",
        group = "table",
        help_heading = "Output"
    )]
    pub(crate) count: Vec<String>,

    /// Memory for the URLs of --unique or the counts of --count
    ///
    /// If they need more, nothing is printed and the exit status is 2. SIZE is as for --max-message.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1G",
        requires = "table",
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub(crate) max_memory: Size,

    /// Order of the counts
    ///
    /// The default is `count`.
    #[arg(
        long,
        value_name = "BY",
        requires = "count",
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub(crate) sort: Option<CountOrder>,

    /// Print only the first N counts
    #[arg(long, value_name = "N", value_parser = lines, requires = "count", help_heading = "Output")]
    pub(crate) top: Option<NonZeroUsize>,

    /// Print the first N counts of each first value
    ///
    /// `--count year,host --top-per 10` prints ten hosts of each year. The values of the first field come in their
    /// order, and the largest counts of each come first. With --top, the first of all these lines are printed.
    #[arg(long, value_name = "N", value_parser = lines, requires = "count", hide_short_help = true,
        help_heading = "Output")]
    pub(crate) top_per: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// Print the URLs of each line that arrives
    ///
    /// For standard input that goes on, such as that of `tail -f`. It is read as one plain text in UTF-8. A URL at the
    /// end of a line is printed after the next line, which may continue it. For `--format text`, without options that
    /// select URLs.
    #[arg(long, conflicts_with_all = ["paths", "files_from", "name", "split", "unique", "count", "fields", "stats",
        "damage", "include", "exclude"], hide_short_help = true, help_heading = "Output")]
    pub(crate) line_buffered: bool,

    /// Scan a split of a plan instead of paths
    ///
    /// SPLIT is a line of `urlsift plan`, or `PLAN:NUMBER` for a line of the file PLAN, counted from 1. The rows are
    /// those that a scan of the whole files would print for this split. Options that need the whole input are refused:
    /// --unique, --count and --stats. If a file cannot be opened or has changed since the plan, the split fails, and
    /// the exit status is 3. With -o, FILE appears only if the split has not failed. See `urlsift help splits`.
    #[arg(long, value_name = "SPLIT", help_heading = "Input",
        conflicts_with_all = ["paths", "unique", "count", "stats"])]
    pub(crate) split: Option<String>,

    /// Write what could not be read to this file
    ///
    /// The file has a JSON object on each line, for each warning about an input: `split`, `source`, `member`,
    /// `offset`, `kind` and `message`. Malformed messages and skipped files that may contain text are listed
    /// too. It is complete when it appears. `urlsift help scanning` describes the fields.
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) damage: Option<PathBuf>,

    /// Print numbers of the run at the end
    ///
    /// Prints on standard error what was read, skipped and found. `--stats=json` prints one JSON object on
    /// the last line.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true,
        default_missing_value = "text", help_heading = "Reports")]
    pub(crate) stats: Option<StatsFormat>,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

impl ScanCommand {
    /// Checks what the parser does not: options that need others, and values that were written as paths.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let is_text = self.format()? == FormatArg::Text;
        ensure!(is_text || !self.print0, "--print0 is for --format text");
        ensure!(
            is_text || !self.with_source,
            "-H is for --format text; the other formats have the place in fields"
        );
        // `requires` is waived if the option that is needed conflicts with one that was given.
        ensure!(
            !self.count.is_empty()
                || (self.sort.is_none() && self.top.is_none() && self.top_per.is_none()),
            "--sort, --top and --top-per are for --count"
        );
        ensure!(
            self.top_per.is_none() || self.sort != Some(CountOrder::Value),
            "--top-per prints the largest counts, with the first values in their order; remove --sort value"
        );
        ensure!(
            self.top_per.is_none() || self.count.len() > 1,
            "--top-per needs two fields; --top N prints the first N counts of one"
        );
        ensure!(
            self.unique.is_none() || self.fields.is_empty(),
            "--unique has fields of its own; `--unique --format csv`, without --fields, prints them"
        );
        Ok(())
    }

    /// Returns the extractor that the options ask for.
    pub(crate) fn extractor(&self) -> anyhow::Result<Extractor> {
        Ok(self.search.extractor()?.build())
    }

    /// Returns the format of the output.
    pub(crate) fn format(&self) -> anyhow::Result<FormatArg> {
        match (self.format, self.output.path()) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => FormatArg::of_path(path),
            (None, None) => Ok(FormatArg::Text),
        }
    }
}
