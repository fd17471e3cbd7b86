//! The options that several commands have.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueHint;
use urlsift::Extractor;
use urlsift::extract::{ExtractorBuilder, Forms, Join};
use urlsift_archive::files::Bounds;
use urlsift_archive::files::Limits;
use urlsift_archive::internal::{MIN_PIECE_BYTES, WINDOW_BYTES};
use urlsift_archive::mail::{Headers, InputKind};

use crate::args::values::{
    FormChange, FormChanges, headers, inputs, joins, own_schemes, scheme_name, threads,
};
use crate::console::progress::ProgressArg;
use crate::size::Size;

/// How inputs are read, and which URLs are searched for in which header fields.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    find: FindArgs,

    /// Header fields to search
    #[arg(long, value_name = "WHICH", default_value = "useful", value_parser = headers(),
        help_heading = "Selection")]
    pub(crate) headers: Headers,
}

// All commands but one have all of the options, and need not know that they are in two structs.
impl Deref for SearchArgs {
    type Target = FindArgs;

    fn deref(&self) -> &FindArgs {
        &self.find
    }
}

/// How inputs are read, and which URLs are searched for.
#[derive(Debug, clap::Args)]
pub(crate) struct FindArgs {
    /// How to read each file
    ///
    /// Also applies to each member of an archive. A value other than `auto` is for files that are not recognised, or
    /// recognised wrongly. Files are decompressed and archives are opened as always; binary data is searched
    /// too. `urlsift help containers` describes the values.
    #[arg(long, value_name = "KIND", default_value = "auto", value_parser = inputs(),
        help_heading = "Input")]
    pub(crate) input: InputKind,

    /// Forms of URLs to search for, separated by commas
    ///
    /// `+FORM` and `-FORM`, if all have a sign, change the default, which is all forms except `host`, `address` and
    /// `repaired`. `urlsift help recognition` describes each form.
    #[arg(long, value_name = "FORMS", value_delimiter = ',', value_parser = FormChanges,
        allow_hyphen_values = true, help_heading = "Selection")]
    forms: Vec<FormChange>,

    /// Find URLs of this scheme too
    ///
    /// The scheme is found like the known ones, without delimiters and in them, with any text after its colon. A
    /// known scheme changes nothing. The option may be repeated up to 32 times.
    #[arg(long, value_name = "NAME", value_parser = scheme_name, hide_short_help = true,
        help_heading = "Selection")]
    pub(crate) scheme_add: Vec<String>,

    /// Join bare URLs at line breaks
    ///
    /// Mail programs cut long URLs at line ends. A joined URL has the cut one as another reading; a URL that is left
    /// cut has the joined one. `urlsift help joins` explains the grades.
    #[arg(long, value_name = "GRADE", default_value = "likely", value_parser = joins(),
        help_heading = "Selection")]
    pub(crate) join: Join,
}

impl FindArgs {
    /// Returns the forms that are given, or `default` with the changes that are given.
    pub(crate) fn forms(&self, default: Forms) -> anyhow::Result<Forms> {
        let are_set = matches!(self.forms[..], [FormChange::Set(_), ..]);
        let mut forms = if are_set { Forms::none() } else { default };
        for change in &self.forms {
            forms = match *change {
                FormChange::Set(form) if are_set => forms.with(form),
                FormChange::Add(form) if !are_set => forms.with(form),
                FormChange::Remove(form) if !are_set => forms.without(form),
                _ => bail!(
                    "--forms: write a sign before each form, to change the default, or before none"
                ),
            };
        }
        Ok(forms)
    }

    /// Returns a builder of the extractor, with the default forms.
    pub(crate) fn extractor(&self) -> anyhow::Result<ExtractorBuilder> {
        let builder = Extractor::builder().forms(self.forms(Forms::default())?);
        Ok(builder.join(self.join).own_schemes(own_schemes(&self.scheme_add)?))
    }
}

/// How much of the inputs is read.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Most bytes of a message to hold
    ///
    /// Larger messages are searched in pieces, and so are larger files of text. If a text in them is larger,
    /// `--damage` lists them as `in_pieces`. SIZE is a number of bytes, which may be followed by K, M, G or T (powers
    /// of 1024); less than 1M is 1M. Messages of more than 1M share a bounded amount of memory; a message that does
    /// not fit is searched alone.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64M",
        hide_short_help = true,
        help_heading = "Input"
    )]
    pub(crate) max_message: Size,

    /// Most bytes to read once expanded
    ///
    /// Applies to each compressed file and each member of an archive. Its first SIZE bytes are searched, and a
    /// warning is printed. SIZE is as for --max-message.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64G",
        hide_short_help = true,
        help_heading = "Input"
    )]
    pub(crate) max_member: Size,

    /// Also search archives in attachments
    ///
    /// Opens zip, tar and compressed files that are attached to messages. Without this option, `--damage` lists such
    /// messages. All archives of a message may expand to --max-message together. A zip or tar in such an archive is not
    /// opened.
    #[arg(long, help_heading = "Input")]
    pub(crate) attachments: bool,
}

impl LimitArgs {
    /// Returns the bounds of reading, for inputs that are read as `input`.
    pub(crate) fn bounds(&self, input: InputKind) -> Bounds {
        let message = self.max_message.bytes().max(MIN_PIECE_BYTES);
        Bounds {
            limits: Limits { window: WINDOW_BYTES, message },
            member: self.max_member.number(),
            input,
            attachments: self.attachments,
            ..Bounds::default()
        }
    }
}

/// Where a command writes.
#[derive(Debug, clap::Args)]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output
    ///
    /// The output is written to a temporary file in the same folder, which is renamed when it is complete. An existing
    /// FILE is kept until then. FILE must not be an input, nor an existing file below a folder that is an input. `-` is
    /// standard output.
    #[arg(short = 'o', long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    output: Option<PathBuf>,
}

impl OutputArgs {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

/// What a command says while it runs.
#[derive(Debug, clap::Args)]
pub(crate) struct MessageArgs {
    /// Name the files that are skipped, and why
    ///
    /// Prints a line on standard error for each file and member that is neither mail nor text, and for each
    /// symbolic link, pipe and device that is not read.
    #[arg(short = 'v', long, help_heading = "Reports")]
    pub(crate) verbose: bool,

    /// When to show a progress line
    ///
    /// The line is on standard error and shows bytes, messages, URLs and the time that is left.
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_short_help = true,
        help_heading = "Reports"
    )]
    pub(crate) progress: ProgressArg,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads, at most 256; 0: one a core
    ///
    /// The output does not depend on it.
    #[arg(short = 'j', long = "threads", value_name = "N", default_value_t = 0,
        value_parser = threads, help_heading = "General")]
    pub(crate) number: u16,
}
