//! The arguments of `urlsift show`.

use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::args::examples::examples;
use crate::args::shared::SearchArgs;

/// Show a URL that was found, with the lines around it
///
/// With a URL and paths, shows each place where it is. Prints the head of the message, the lines around the URL with
/// the URL marked, and everything that is known about it: pieces, other readings, doubts, notes, and why it fails by a
/// grammar. Use it to check a row by eye, and for reports of errors. Give --input and --scheme-add the values that the
/// scan had. The form of a row is always searched for.
///
/// Exit status: 0 if each URL was shown, 1 if there is no URL at a place, 2 if a place could not be read or is
/// malformed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Show the URL at a byte of a mailbox:", "urlsift show mail.mbox:48"),
    ("Show the URL of a line that `scan -H` printed:", "urlsift show message.eml:6:http://x.example/"),
    ("Show a URL in a mailbox, and others like it:",
        "urlsift show --equivalent http://x.example mail.mbox"),
    ("Show the URL of the first row:",
        "urlsift scan --format jsonl mail.mbox | head -n 1 | urlsift show"),
], ""))]
pub(crate) struct Show {
    /// SOURCE[:MEMBER]:OFFSET, or URL PATH…; `-` or none: standard input
    ///
    /// After a URL come files and folders, in which it is searched for.
    /// OFFSET is a byte of the URL or of its delimiters. `P+N` is byte N of the decoded part that is stored at byte P.
    /// MEMBER is the name of a member of a tar or zip, or its number, counted from 0. The URL after the offset in a
    /// line of `scan -H` is allowed. Lines of standard input are rows of `scan --format jsonl`, or such
    /// places.
    // Names that are not UTF-8 are given as rows have them.
    #[arg(value_name = "PLACE",
        value_parser = OsStringValueParser::new().map(|place| place.to_string_lossy().into_owned()))]
    pub(crate) places: Vec<String>,

    /// Show equivalent URLs too
    ///
    /// For URL PATH…, as in `urlsift scan`: case of scheme and host, escapes, the default port, Punycode, a `/` at the
    /// end.
    #[arg(long, help_heading = "Selection")]
    pub(crate) equivalent: bool,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
