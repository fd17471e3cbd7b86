//! The options that select URLs, for every command that searches.

use std::sync::Arc;
use std::{fs, io};

use anyhow::{Context, bail, ensure};
use clap::ValueHint;
use regex_automata::meta::{BuildError, Regex};
use regex_automata::util::syntax;
use urlsift_archive::internal::{MatchExtent, UrlStrings};
use urlsift_archive::select::{Criterion, Selection};

use crate::args::values::extents;
use crate::nearest::{self, nearest};

/// The options that select URLs.
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
    #[arg(id = "where", long, value_name = "FIELD=VALUE", value_parser = Condition::parse,
        help_heading = "Selection")]
    conditions: Vec<Condition>,

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

/// A value of `--where`.
#[derive(Clone, Debug)]
struct Condition {
    /// As it was given.
    text: String,
    criterion: Criterion,
    is_wanted: bool,
    test: Test,
}

/// What a value of a field must be.
#[derive(Clone, Debug)]
enum Test {
    OneOf(Vec<String>),
    Match(Regex),
}

/// The bounds of a pattern in bytes: of its program, and of the tables that a thread makes while it searches.
const MAX_PATTERN_BYTES: usize = 1 << 20;
const MAX_CACHE_BYTES: usize = 1 << 20;

impl Condition {
    fn parse(text: &str) -> Result<Condition, String> {
        let malformed = "write FIELD=VALUE, FIELD!=VALUE or FIELD~PATTERN";
        let at = text.find(['=', '~']).ok_or(malformed)?;
        let (field, value) = (&text[..at], &text[at + 1..]);
        let (field, is_wanted) = match field.strip_suffix('!') {
            Some(field) => (field, false),
            None => (field, true),
        };
        let criterion = field.parse().map_err(|_| {
            let names = Criterion::ALL.iter().map(|criterion| criterion.name());
            match field {
                "date" => "--since and --until select by date".to_owned(),
                _ => format!("no field `{field}`; {}", nearest::hint(field, names, "selection")),
            }
        })?;
        let test = if text[at..].starts_with('~') {
            Test::Match(regex(value)?)
        } else if matches!(criterion, Criterion::Url | Criterion::Subject) {
            // A comma may be a part of them.
            Test::OneOf(vec![value.to_owned()])
        } else {
            Test::OneOf(value.split(',').map(|value| value.trim().to_owned()).collect())
        };
        Ok(Condition { text: text.to_owned(), criterion, is_wanted, test })
    }
}

/// Compiles the pattern of a condition.
fn regex(pattern: &str) -> Result<Regex, String> {
    if pattern.is_empty() {
        return Err("the pattern is empty".to_owned());
    }
    let config = Regex::config()
        .utf8_empty(false)
        .nfa_size_limit(Some(MAX_PATTERN_BYTES))
        .hybrid_cache_capacity(MAX_CACHE_BYTES);
    // Classes of ASCII need no tables of Unicode.
    let syntax = syntax::Config::new().unicode(false).utf8(false);
    let cause = |error: BuildError| match (error.syntax_error(), error.size_limit()) {
        // The last line names the cause. The lines before it mark the place.
        (Some(error), _) => {
            let text = error.to_string();
            text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
        (None, Some(limit)) => format!("the pattern needs more than {limit} bytes"),
        (None, None) => error.to_string(),
    };
    Regex::builder().configure(config).syntax(syntax).build(pattern).map_err(cause)
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

    /// Reports whether the file has no string.
    fn is_blank(&self) -> bool {
        self.lines.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.lines).trim_ascii().is_empty()
    }
}

impl SelectionArgs {
    /// Makes the selection.
    ///
    /// # Errors
    ///
    /// If a value is not possible.
    pub(crate) fn selection(&self) -> anyhow::Result<Selection> {
        let mut selection = Selection::new();
        let options =
            [("scheme", Criterion::Scheme, &self.scheme), ("host", Criterion::Host, &self.host)];
        for (name, criterion, terms) in options {
            for term in terms.iter().map(|term| term.trim()) {
                selection.add(criterion, term).with_context(|| format!("--{name} {term}"))?;
            }
        }
        for condition in &self.conditions {
            condition.add(&mut selection)?;
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
        let conditions = self.conditions.iter().map(|condition| &condition.text);
        settings.extend(conditions.map(|text| format!("--where={text}")));
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

/// The most values that a message lists.
const MAX_LISTED_VALUES: usize = 10;

impl Condition {
    /// Adds the condition to `selection`.
    fn add(&self, selection: &mut Selection) -> anyhow::Result<()> {
        let Condition { ref text, criterion, is_wanted, .. } = *self;
        match &self.test {
            Test::Match(regex) => {
                let regex = regex.clone();
                selection.add_pattern(criterion, is_wanted, move |value| regex.is_match(value));
            }
            Test::OneOf(values) => {
                for value in values {
                    ensure!(
                        !is_wanted || !value.starts_with('!'),
                        "--where {text}: write {}!=VALUE to leave out a value",
                        criterion.name()
                    );
                    let names = criterion.values();
                    let is_known = names.iter().any(|it| it.eq_ignore_ascii_case(value));
                    let is_long = names.len() > MAX_LISTED_VALUES;
                    match nearest(value, names) {
                        Some(name) if !is_known => {
                            bail!("--where {text}: no `{value}`; did you mean `{name}`?")
                        }
                        None if is_long => {
                            bail!("--where {text}: no `{value}`; `urlsift help rows` lists them")
                        }
                        _ => {}
                    }
                    let term = if is_wanted { value.clone() } else { format!("!{value}") };
                    selection.add(criterion, &term).with_context(|| format!("--where {text}"))?;
                }
            }
        }
        Ok(())
    }
}
