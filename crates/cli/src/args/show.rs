//! The arguments of `urlsift show`.

use crate::args::examples::examples;
use crate::args::shared::SearchArgs;

/// Show a URL that was found, with the lines around it
///
/// Prints the head of the message, the lines around the URL with the URL marked, and everything that is known about it:
/// pieces, other readings, doubts, notes, and why it fails by a grammar. Use it to check a row by eye, and for reports
/// of errors. Give --input and --scheme-add the values that the scan had. The form of a row is always searched for.
///
/// Exit status: 0 if each URL was shown, 1 if there is no URL at a place, 2 if a place could not be read or is malformed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Show the URL at a byte of a mailbox:", "urlsift show mail.mbox:48"),
    ("Show the URL of a line that `scan -H` printed:", "urlsift show message.eml:6:http://x.example/"),
    ("Show the URL of the first row:",
        "urlsift scan --format jsonl mail.mbox | head -n 1 | urlsift show"),
], ""))]
pub(crate) struct Show {
    /// SOURCE[:MEMBER]:OFFSET; `-` or none for lines of standard input
    ///
    /// OFFSET is a byte of the URL or of its delimiters. `P+N` is byte N of the decoded part that is stored at byte P.
    /// MEMBER is the name of a member of a tar or zip, or its number, counted from 0. The URL after the offset in a
    /// line of `scan -H` is allowed. Lines of standard input are rows of `scan --format jsonl`, or such
    /// places.
    #[arg(value_name = "PLACE")]
    pub(crate) places: Vec<String>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
