//! The options that select URLs, for every command that searches.

use std::sync::Arc;
use std::{fs, io};

use anyhow::{Context, ensure};
use clap::ValueHint;
use urlsift_archive::internal::{MatchExtent, UrlStrings};
use urlsift_archive::select::Selection;

use crate::args::values::extents;

#[derive(Debug, clap::Args)]
pub(crate) struct SelectionArgs {
    /// Only URLs of these schemes; `!NAME`: of others
    ///
    /// This option, --host and --where may be repeated, and take a list with commas. A URL is selected if it has one
    /// of the values for each field, and none of the excluded ones. Browsers open `http,https,ftp`.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Selection")]
    scheme: Vec<String>,

    /// Only URLs with these hosts; `.HOST`: and below
    ///
    /// `.example.org` is example.org and all hosts below it. `!HOST` excludes.
    #[arg(long, value_name = "HOST", value_delimiter = ',', help_heading = "Selection")]
    host: Vec<String>,

    /// Only URLs with these values, as in rows
    ///
    /// `FIELD=VALUE[,VALUE]` selects URLs with one of the values, and `FIELD!=VALUE` leaves them out. Commas do not
    /// separate values of `url` and `subject`. `FIELD~PATTERN` selects by a regular expression, and `FIELD!~PATTERN`
    /// leaves out. FIELD is `url`, `scheme`, `host`, `form`, `joined`, `doubts`, `notes`, `part` (`header`, `body` or
    /// `attribute`), `quoted`, `in_signature` or `deleted` (`true` or `false`), `list`, `groups`, `from_domain` or
    /// `subject`. PATTERN has the syntax of the Rust crate regex, and matches any part of the value; `\w` and `(?i)`
    /// are about ASCII. `urlsift help selection` describes the fields.
    #[arg(id = "where", long, value_name = "FIELD=VALUE", help_heading = "Selection")]
    conditions: Vec<String>,

    /// Only messages from this date on
    ///
    /// DATE is a year, month or day on the sender's clock, such as 1998 or 1998-03-01, or an instant such as
    /// 1998-03-01T12:00:00Z. Messages without a readable date are left out.
    #[arg(long, value_name = "DATE", help_heading = "Selection")]
    since: Option<String>,

    /// Only messages until this date
    ///
    /// To its end: `--until 1998` includes all of 1998.
    #[arg(long, value_name = "DATE", help_heading = "Selection")]
    until: Option<String>,

    /// Only URLs with a line of this file
    ///
    /// The case of letters is ignored in the scheme and the host. Empty lines are ignored.
    #[arg(long = "match", value_name = "FILE", value_hint = ValueHint::FilePath,
        value_parser = StringsFile::read, help_heading = "Selection")]
    matching: Vec<StringsFile>,

    /// Leave out URLs with a line of this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
        value_parser = StringsFile::read, help_heading = "Selection")]
    skip: Vec<StringsFile>,

    /// How much of a URL a line of --match or --skip is
    #[arg(long, value_name = "EXTENT", default_value = "part", value_parser = extents(), hide_short_help = true,
        help_heading = "Selection")]
    match_by: MatchExtent,

    /// Each URL once in a message
    ///
    /// The first selected one is kept, of all parts and quoted lines. A text that is not a message counts as one. URLs
    /// are compared byte by byte.
    #[arg(long, help_heading = "Selection")]
    pub(crate) once: bool,
}

/// A file of strings. It is read once, because it may be a pipe.
#[derive(Clone, Debug)]
pub(crate) struct StringsFile {
    path: String,
    lines: Arc<[u8]>,
}

impl StringsFile {
    fn read(path: &str) -> io::Result<StringsFile> {
        if path == "-" {
            return Err(io::Error::other("it has to be a file, and not standard input"));
        }
        Ok(StringsFile { path: path.to_owned(), lines: fs::read(path)?.into() })
    }

    fn is_blank(&self) -> bool {
        self.lines.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.lines).trim_ascii().is_empty()
    }
}

impl SelectionArgs {
    /// Makes the selection.
    pub(crate) fn selection(&self) -> anyhow::Result<Selection> {
        let mut selection = Selection::new();
        for scheme in self.scheme.iter().map(|scheme| scheme.trim()) {
            selection.scheme(scheme).with_context(|| format!("--scheme {scheme}"))?;
        }
        for host in self.host.iter().map(|host| host.trim()) {
            selection.host(host).with_context(|| format!("--host {host}"))?;
        }
        for condition in &self.conditions {
            selection.add(condition).with_context(|| format!("--where {condition}"))?;
        }
        if let Some(date) = &self.since {
            selection.since(date).context("--since")?;
        }
        if let Some(date) = &self.until {
            selection.until(date).context("--until")?;
        }
        let has_lists = !self.matching.is_empty() || !self.skip.is_empty();
        ensure!(
            has_lists || self.match_by == MatchExtent::Part,
            "--match-by is for the lines of --match or --skip"
        );
        let strings = |file: &StringsFile| UrlStrings::new(Arc::clone(&file.lines), self.match_by);
        for file in &self.matching {
            ensure!(
                !file.is_blank(),
                "--match {}: the file has no lines, so no URL has one",
                file.path
            );
            selection.matching(strings(file));
        }
        for file in &self.skip {
            selection.skip(strings(file));
        }
        Ok(selection)
    }

    /// Returns the options that are set, as on the command line.
    pub(crate) fn settings(&self) -> Vec<String> {
        let mut settings = Vec::new();
        for (name, terms) in [("scheme", &self.scheme), ("host", &self.host)] {
            let mut terms: Vec<&str> = terms.iter().map(|term| term.trim()).collect();
            terms.sort_unstable();
            terms.dedup();
            settings.extend(terms.iter().map(|term| format!("--{name}={term}")));
        }
        settings.extend(self.conditions.iter().map(|condition| format!("--where={condition}")));
        settings.extend(self.since.iter().map(|date| format!("--since={date}")));
        settings.extend(self.until.iter().map(|date| format!("--until={date}")));
        for (name, files) in [("match", &self.matching), ("skip", &self.skip)] {
            settings.extend(files.iter().map(|file| format!("--{name}={}", file.path)));
        }
        if self.match_by != MatchExtent::Part {
            settings.push(format!("--match-by={}", self.match_by.name()));
        }
        settings.extend(self.once.then(|| "--once".to_owned()));
        settings
    }
}
