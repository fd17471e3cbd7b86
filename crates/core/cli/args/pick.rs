//! The arguments of `urlsift pick`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueHint;
use urlsift::{Form, Forms};

use crate::args::values::{HeadersArg, InputArg, JoinArg, forms, scheme_name};
use crate::help::examples::examples;

/// Show the links of a message and print or open the chosen one
///
/// Reads a message from standard input, as mail clients pipe it, and draws on the terminal: one line for each
/// link, and below them a description of the chosen one with the other ways to read it. Up and Down move,
/// Left and Right scroll the description, typing filters, Enter chooses, Esc leaves; `q` leaves too if nothing
/// was typed. Links of the text come first, then those of header fields, then what a page loads. Links that
/// open the same URL are shown once. Without a terminal the list is printed.
///
/// Exit status: 0 if a link was chosen or the list was printed, 1 if none was chosen or there is none, 2 if a file
/// could not be read or the command failed.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("Choose a link of a message and open it:", "urlsift pick --open xdg-open message.eml"),
    ("List the links of a message:", "urlsift pick --list message.eml"),
    ("Print the chosen link, from a mail client that pipes the message:", "urlsift pick < message.eml"),
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

    /// Open the chosen link with this program
    ///
    /// COMMAND is one program without arguments; for more, write a script. It is started without a shell, and
    /// the URL is its only argument, in ASCII and escaped if
    /// necessary. A dangerous link is opened only after a second Enter.
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandName, help_heading = "Output")]
    pub(crate) open: Option<OsString>,

    /// Print the list instead of drawing on the terminal
    #[arg(long, conflicts_with = "open", help_heading = "Output")]
    pub(crate) list: bool,
}
