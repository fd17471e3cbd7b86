//! The arguments of `urlsift report`.

use std::path::PathBuf;

use clap::ValueHint;
use urlsift::{Form, Forms};

use crate::args::select::SelectionArgs;
use crate::args::values::{
    HeadersArg, InputArg, JoinArg, ProgressArg, forms, scheme_name, threads,
};
use crate::help::examples::examples;
use crate::size::Size;

/// Write a page with charts and tables of all URLs
///
/// The page is one HTML file that needs no network. It shows URLs by year, scheme, form and grammar, the commonest
/// hosts, joins, charsets, the longest-lived URLs, warnings, and samples. It is made of mailboxes, texts and archives
/// as `urlsift scan` reads them, or of rows that `urlsift scan --format jsonl` wrote. `urlsift help report` describes
/// it.
///
/// Exit status: 0 if there is a URL, 1 if there is none, 2 if something could not be read. A page is written in all
/// cases, unless the command failed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Write a page about an archive:", "urlsift report -o report.html archive/"),
    ("Write a page about rows:", "urlsift report -o report.html urls.jsonl"),
    ("Leave out quoted lines and signatures:",
        "urlsift report --no-quoted --no-signature -o report.html mail.mbox"),
], ""))]
pub(crate) struct Report {
    /// Files and folders, or files of rows; `-` or none for standard input
    ///
    /// A file is one of rows if its first line is a JSON object with the field `url`. All paths must be of the same
    /// kind, and a folder is never one of rows.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to read each file
    ///
    /// As for `urlsift scan`. With a value other than `auto`, no file is one of rows.
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Input")]
    pub(crate) input: InputArg,

    /// Skip messages larger than this
    ///
    /// A warning is printed for each. SIZE is a number of bytes, which may be followed by K, M, G or T (powers of
    /// 1024).
    #[arg(long, value_name = "SIZE", default_value = "64M", help_heading = "Input")]
    pub(crate) max_message: Size,

    /// Most bytes to read once expanded
    ///
    /// Applies to each compressed file and each member of an archive. SIZE is as for --max-message.
    #[arg(long, value_name = "SIZE", default_value = "64G", help_heading = "Input")]
    pub(crate) max_member: Size,

    /// Forms of URLs to search for, separated by commas
    ///
    /// The default is all forms except `host`, `address` and `repaired`. `urlsift help recognition` describes each
    /// form.
    #[arg(long, value_name = "FORMS", value_delimiter = ',', hide_default_value = true,
        default_values_t = Forms::default().iter(), value_parser = forms(), help_heading = "Selection")]
    pub(crate) forms: Vec<Form>,

    /// Find URLs of this scheme too
    ///
    /// The option may be repeated up to 32 times.
    #[arg(long, value_name = "NAME", value_parser = scheme_name, help_heading = "Selection")]
    pub(crate) scheme_add: Vec<String>,

    #[command(flatten)]
    pub(crate) select: SelectionArgs,

    /// Header fields to search
    #[arg(long, value_name = "WHICH", default_value = "useful", help_heading = "Selection")]
    pub(crate) headers: HeadersArg,

    /// Join bare URLs cut by a line break
    ///
    /// `urlsift help joins` explains the grades.
    #[arg(long, value_name = "GRADE", default_value = "likely", help_heading = "Selection")]
    pub(crate) join: JoinArg,

    /// Write to this file instead of standard output
    ///
    /// The page is written to a temporary file in the same folder, which is renamed when it is complete. FILE must not
    /// be an input, nor an existing file below a folder that is an input. `-` is standard output, which must not be a
    /// terminal.
    #[arg(short = 'o', long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Name the files that are skipped, and why
    #[arg(short = 'v', long, help_heading = "Reports")]
    pub(crate) verbose: bool,

    /// When to show a progress line
    ///
    /// The line is on standard error and shows bytes, messages, URLs and the time that is left.
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Reports")]
    pub(crate) progress: ProgressArg,

    /// Number of threads, at most 256; 0: one a core
    ///
    /// The page does not depend on the number of threads.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0,
        value_parser = threads, help_heading = "Performance")]
    pub(crate) threads: u16,
}
