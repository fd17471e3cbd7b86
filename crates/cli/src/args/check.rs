//! The arguments of `urlsift check` and `urlsift wrap`.

use std::ffi::OsString;

use urlsift::url::WrapError;
use urlsift::verdict::Grammar;
use urlsift::wrap;

use crate::args::examples::examples;
use crate::args::values::{CheckFormat, columns, grammars};

/// Say which grammars a URL satisfies, and where and why it fails
///
/// Each line of standard input is a URL; blank lines are skipped. The grammars are those of RFC 1738 and its
/// draft, RFC 2396, RFC 3986 and RFC 3987. Delimiters around a URL, `<URL:...>`, `<...>` and `URL:`, are removed before
/// it is checked; the line `form` says so.
///
/// Exit status: 0 if every URL satisfies the grammar of --grammar, 1 if one does not, 2 if one could not be read.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Check one URL:", "urlsift check http://www.example.org/~jim/"),
    ("Check each URL of a file against RFC 1738:", "urlsift check --grammar rfc1738 < urls.txt"),
    ("Print everything that is known about the URLs of a mailbox:",
        "urlsift scan mail.mbox | urlsift check --format jsonl"),
], ""))]
pub(crate) struct Check {
    /// URLs; `-` or none for the lines of standard input
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    /// Grammar for the exit status
    ///
    /// All grammars are checked; this one decides the exit status, and how the URL would be escaped.
    #[arg(long, value_name = "GRAMMAR", default_value_t = Grammar::Rfc3986, value_parser = grammars(),
        help_heading = "Selection")]
    pub(crate) grammar: Grammar,

    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: CheckFormat,
}

/// Print URLs as `<URL:...>`, broken across lines for mail
///
/// urlsift and other programs that follow the Appendix of RFC 1738 put such a URL together again. A line is broken
/// after one of `/ ? & ; ,` if possible, and never after a hyphen or `=`. A line that cannot be broken is longer
/// than --columns.
///
/// Characters beyond ASCII, spaces and other unsafe characters are written with escapes, and a host beyond ASCII in
/// Punycode. Delimiters that the URL has already are removed.
///
/// Exit status: 0 if every URL was wrapped, 2 if one cannot be wrapped.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Wrap a URL at 72 columns:", "urlsift wrap http://www.example.org/papers/wrappers.ps.Z"),
    ("Wrap a URL within a quoted reply:", "urlsift wrap --columns 40 --quote '> ' http://www.example.org/a/b"),
    ("Wrap a URL for the source of a page:", "urlsift wrap --html 'http://www.example.org/find?a=b&c=d'"),
], ""))]
pub(crate) struct Wrap {
    /// URLs to wrap
    #[arg(value_name = "URL", required = true)]
    pub(crate) urls: Vec<String>,

    /// Width of a line, the quote prefix included
    #[arg(long, value_name = "N", default_value_t = 72, value_parser = columns, help_heading = "Output")]
    pub(crate) columns: usize,

    /// Text before each line, such as '> '
    ///
    /// Only quote marks and spaces are allowed, because they are removed again when the text is read.
    #[arg(long, value_name = "PREFIX", default_value = "", hide_default_value = true, value_parser = quote,
        help_heading = "Output")]
    pub(crate) quote: String,

    /// Write `&lt;URL:...&gt;` for the source of an HTML page
    ///
    /// The page shows the URL in its delimiters. Lines have the width of --columns where they are shown.
    #[arg(long, help_heading = "Output")]
    pub(crate) html: bool,
}

/// Returns `prefix` if a reader of the text removes it again.
fn quote(prefix: &str) -> Result<String, WrapError> {
    // Nothing but the prefix can be wrong with this URL.
    wrap("x:y", 72, prefix).map(|_| prefix.to_owned())
}
