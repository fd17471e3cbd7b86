//! The arguments of `urlsift pick`.

use std::path::PathBuf;

use clap::ValueHint;
use urlsift::{Form, Forms};

use crate::args::values::{HeadersArg, InputArg, JoinArg, forms, scheme_name};
use crate::help::examples::examples;

/// Show the links of a message and open the chosen ones
///
/// Reads a message from standard input, as mail clients pipe it, and draws on the terminal: a list of the links, a
/// description of the selected link with its warnings, and the text around it. `j` and `k` or the arrows move, Enter
/// opens the link, Space marks several, `/` filters, `y` copies, `?` shows all keys, `q` leaves. Links that open the
/// same URL are shown once. Without a terminal the list is printed. `urlsift help pick` describes keys, colours and
/// the configuration file.
///
/// Exit status: 0 if a link was opened or copied or something was printed, 1 if nothing was, 2 if a file could not be
/// read or a program failed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Choose a link of a message and open it:", "urlsift pick message.eml"),
    ("Open links in tabs of Firefox, and keep the list:", "urlsift pick --stay --open 'firefox --new-tab %u'"),
    ("Print the chosen links:", "urlsift pick --print message.eml"),
    ("List the links of a message:", "urlsift pick --list message.eml"),
], ""))]
pub(crate) struct Pick {
    /// Files and folders; `-` or none for standard input
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to read each file
    ///
    /// Also applies to each member of an archive. A value other than `auto` is for files that are not recognised, or
    /// recognised wrongly. Files are decompressed and archives are opened as always; binary data is searched
    /// too. `urlsift help containers` describes the values.
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Input")]
    pub(crate) input: InputArg,

    /// Forms of URLs to list, separated by commas
    ///
    /// The default is all forms except `address` and `repaired`. `urlsift help recognition` describes each form.
    #[arg(long, value_name = "FORMS", value_delimiter = ',', hide_default_value = true,
        default_values_t = Forms::default().with(Form::Host).iter(), value_parser = forms(),
        help_heading = "Selection")]
    pub(crate) forms: Vec<Form>,

    /// Find URLs of this scheme too
    ///
    /// The scheme is found like the known ones, without delimiters and in them, with any text after its colon. A
    /// known scheme changes nothing. The option may be repeated up to 32 times.
    #[arg(long, value_name = "NAME", value_parser = scheme_name, help_heading = "Selection")]
    pub(crate) scheme_add: Vec<String>,

    /// Header fields to search
    #[arg(long, value_name = "WHICH", default_value = "useful", help_heading = "Selection")]
    pub(crate) headers: HeadersArg,

    /// Join bare URLs cut by a line break
    ///
    /// The URL that ends at the line break is listed below the joined one, after `or`. `urlsift help joins` explains
    /// the grades.
    #[arg(long, value_name = "GRADE", default_value = "likely", help_heading = "Selection")]
    pub(crate) join: JoinArg,

    /// Open links with this command
    ///
    /// COMMAND is split into words as a shell does it, but no shell runs it. The URL takes the place of each `%u`, or
    /// else comes last; it is ASCII. A dangerous link is opened only after a second Enter. The default is the command
    /// of the configuration file, else a program of `$BROWSER`, else `xdg-open` (`open` on macOS).
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString, help_heading = "Output")]
    pub(crate) open: Option<String>,

    /// Keep the list after links were opened
    #[arg(long, help_heading = "Output")]
    pub(crate) stay: bool,

    /// Print the chosen links instead of opening them
    ///
    /// This is the default if standard output is not a terminal.
    #[arg(long, conflicts_with = "open", help_heading = "Output")]
    pub(crate) print: bool,

    /// Print the list instead of drawing on the terminal
    #[arg(long, conflicts_with_all = ["open", "print", "stay"], help_heading = "Output")]
    pub(crate) list: bool,
}
