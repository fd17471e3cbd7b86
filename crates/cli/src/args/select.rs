//! The options that select URLs, for every command that searches.

use std::sync::Arc;
use std::{fs, io};

use anyhow::{Context, ensure};
use clap::ValueHint;
use regex_automata::meta::{BuildError, Regex};
use regex_automata::util::syntax;
use urlsift_archive::select::{Criterion, MatchExtent, Selection, UrlStrings};

/// The schemes of `--web`. Browsers opened `ftp` until 2021, and hand it to another program since.
const WEB_SCHEMES: [&str; 3] = ["http", "https", "ftp"];

/// The options that select URLs. A value that begins with `!` excludes.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct SelectionArgs {
    /// Only URLs of this scheme
    ///
    /// `!NAME` excludes a scheme. This option and those down to --from may be repeated, and take a list with commas. A
    /// URL is selected if it has one of the values of each option, and none of the excluded ones.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) scheme: Vec<String>,

    /// Only URLs that a browser opens: http, https and ftp
    ///
    /// Short for `--scheme http,https,ftp`. It leaves out `mailto:`, and the `news:` that message-ids are read as.
    #[arg(long, help_heading = "Selection")]
    pub(crate) web: bool,

    /// Only URLs with this host
    ///
    /// `.example.org` is example.org and all hosts below it. `!HOST` excludes.
    #[arg(long, value_name = "HOST", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) host: Vec<String>,

    /// Only URLs of this form
    ///
    /// One of --forms.
    #[arg(long, value_name = "FORM", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) form: Vec<String>,

    /// Only URLs joined with this grade
    ///
    /// The grade of a URL that was joined across a line break: `certain`, `likely` or `possible`.
    #[arg(long, value_name = "GRADE", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) grade: Vec<String>,

    /// Only URLs with a doubt of this kind
    ///
    /// The kinds are `hyphen`, `at`, `gap`, `end`, `join` and `markup`.
    #[arg(long, value_name = "KIND", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) doubt: Vec<String>,

    /// Only URLs with this note
    ///
    /// Such as `host_in_disguise`. `urlsift help rows` lists the notes.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) note: Vec<String>,

    /// Only URLs in this part of messages
    ///
    /// `header`, `body` or `attribute`. `attribute` is an attribute of an HTML page, and `body` all other text that is
    /// not in the header.
    #[arg(long, value_name = "PART", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) part: Vec<String>,

    /// Only messages of this mailing list
    ///
    /// Compared with the text between the angle brackets of `List-Id`, without case.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) list: Vec<String>,

    /// Only messages from this domain
    ///
    /// Compared with the domain of the address in `From`; `.example.org` also has the domains below it.
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',', help_heading = "Selection")]
    pub(crate) from: Vec<String>,

    /// Only URLs that match this regular expression
    ///
    /// `!PATTERN` excludes. The option may be repeated: one of the patterns must match, and none of the excluded ones.
    /// PATTERN has the syntax of the Rust crate regex, and matches any part of the URL as it is printed. `\w` and `(?i)` are
    /// about ASCII.
    #[arg(long, value_name = "PATTERN", value_parser = UrlPattern::parse,
        allow_hyphen_values = true, help_heading = "Selection")]
    pub(crate) regex: Vec<UrlPattern>,

    /// Only messages from this date on
    ///
    /// DATE is a year, month or day on the sender's clock, such as 1998 or 1998-03-01, or an instant such as
    /// 1998-03-01T12:00:00Z. Messages without a readable date are left out.
    #[arg(long, value_name = "DATE", help_heading = "Selection")]
    pub(crate) since: Option<String>,

    /// Only messages until this date
    ///
    /// To its end: `--until 1998` includes all of 1998.
    #[arg(long, value_name = "DATE", help_heading = "Selection")]
    pub(crate) until: Option<String>,

    /// Only URLs with a line of this file
    ///
    /// The case of letters is ignored in the scheme and the host. Empty lines are ignored.
    #[arg(long = "match", value_name = "FILE", value_hint = ValueHint::FilePath,
        value_parser = StringsFile::read, help_heading = "Selection")]
    pub(crate) matching: Vec<StringsFile>,

    /// Leave out URLs with a line of this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
        value_parser = StringsFile::read, help_heading = "Selection")]
    pub(crate) skip: Vec<StringsFile>,

    /// Compare lines with the whole URL
    ///
    /// The lines of --match and --skip.
    #[arg(long, help_heading = "Selection")]
    pub(crate) match_whole: bool,

    /// Compare lines with equivalent URLs too
    ///
    /// Like --match-whole, after the normalization of RFC 3986, sections 6.2.2 and 6.2.3: scheme and host in lower case,
    /// escapes, the default port. The host may be in Punycode or not, and a `/` at the end does not count.
    #[arg(long, conflicts_with = "match_whole", help_heading = "Selection")]
    pub(crate) match_equivalent: bool,

    /// Each URL once in a message
    ///
    /// The first selected one is kept, of all parts and quoted lines. A text that is not a message counts as one. URLs are
    /// compared byte by byte.
    #[arg(long, value_name = "IN", value_parser = ["message"], help_heading = "Selection")]
    pub(crate) once: Option<String>,

    /// Leave out URLs on quoted lines
    ///
    /// Lines that begin with `>`, with `| `, or with up to four letters and `>`.
    #[arg(long, help_heading = "Selection")]
    pub(crate) no_quoted: bool,

    /// Leave out URLs in signatures and footers
    ///
    /// A signature is the text after a line `-- `. A footer is the text after the last rule of a message, if a word such
    /// as `unsubscribe` is below it. `urlsift help selection` has the limits.
    #[arg(long, help_heading = "Selection")]
    pub(crate) no_signature: bool,

    /// Leave out messages marked as deleted
    ///
    /// Thunderbird and others keep deleted messages in the mailbox until it is compacted. They mark them by
    /// `X-Mozilla-Status` or `X-Status`.
    #[arg(long, help_heading = "Selection")]
    pub(crate) no_deleted: bool,
}

/// A pattern of `--regex`.
#[derive(Clone, Debug)]
pub(crate) struct UrlPattern {
    /// As it was given. It excludes if it begins with `!`.
    text: String,
    regex: Regex,
}

/// The bounds of a pattern in bytes: of its program, and of the tables that a thread makes while it searches.
const MAX_PATTERN_BYTES: usize = 1 << 20;
const MAX_CACHE_BYTES: usize = 1 << 20;

impl UrlPattern {
    fn parse(text: &str) -> Result<UrlPattern, String> {
        let pattern = text.strip_prefix('!').unwrap_or(text);
        if pattern.is_empty() {
            return Err("the pattern is empty".to_owned());
        }
        let config = Regex::config()
            .utf8_empty(false)
            .nfa_size_limit(Some(MAX_PATTERN_BYTES))
            .hybrid_cache_capacity(MAX_CACHE_BYTES);
        // Classes of ASCII need no tables of Unicode.
        let syntax = syntax::Config::new().unicode(false).utf8(false);
        let regex = Regex::builder().configure(config).syntax(syntax).build(pattern);
        let cause = |error: BuildError| match (error.syntax_error(), error.size_limit()) {
            // The last line names the cause. The lines before it mark the place.
            (Some(error), _) => error.to_string().lines().last().unwrap_or_default().to_owned(),
            (None, Some(limit)) => format!("the pattern needs more than {limit} bytes"),
            (None, None) => error.to_string(),
        };
        Ok(UrlPattern { text: text.to_owned(), regex: regex.map_err(cause)? })
    }
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
    /// Returns the lists of terms, with the names of the options.
    fn terms(&self) -> [(&'static str, Criterion, &[String]); 9] {
        [
            ("scheme", Criterion::Scheme, &self.scheme),
            ("host", Criterion::Host, &self.host),
            ("form", Criterion::Form, &self.form),
            ("grade", Criterion::Grade, &self.grade),
            ("doubt", Criterion::Doubt, &self.doubt),
            ("note", Criterion::Note, &self.note),
            ("part", Criterion::Part, &self.part),
            ("list", Criterion::List, &self.list),
            ("from", Criterion::From, &self.from),
        ]
    }

    /// Makes the selection.
    ///
    /// # Errors
    ///
    /// If a value is not possible.
    pub(crate) fn selection(&self) -> anyhow::Result<Selection> {
        let mut selection = Selection::new();
        for (name, criterion, terms) in self.terms() {
            for term in terms {
                let term = term.trim();
                ensure!(
                    criterion != Criterion::From || term.find('@').is_none_or(|at| at == 0),
                    "--from {term}: an address; write its domain"
                );
                selection.add(criterion, term).with_context(|| format!("--{name} {term}"))?;
            }
        }
        for scheme in WEB_SCHEMES.iter().filter(|_| self.web) {
            selection.add(Criterion::Scheme, scheme).context("--web")?;
        }
        if let Some(date) = &self.since {
            selection.since(date).context("--since")?;
        }
        if let Some(date) = &self.until {
            selection.until(date).context("--until")?;
        }
        let (excluded, wanted): (Vec<_>, Vec<_>) =
            self.regex.iter().cloned().partition(|pattern| pattern.text.starts_with('!'));
        if !wanted.is_empty() {
            selection.filter(move |url| wanted.iter().any(|pattern| pattern.regex.is_match(url)));
        }
        if !excluded.is_empty() {
            selection
                .filter(move |url| !excluded.iter().any(|pattern| pattern.regex.is_match(url)));
        }
        let extent = match (self.match_whole, self.match_equivalent) {
            (_, true) => MatchExtent::Equivalent,
            (true, _) => MatchExtent::Whole,
            _ => MatchExtent::Part,
        };
        let has_lists = !self.matching.is_empty() || !self.skip.is_empty();
        ensure!(
            has_lists || extent == MatchExtent::Part,
            "--match-whole and --match-equivalent are for the lines of --match or --skip"
        );
        let strings = |file: &StringsFile| UrlStrings::new(Arc::clone(&file.lines), extent);
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
        if self.no_quoted {
            selection.drop_quoted();
        }
        if self.no_signature {
            selection.drop_signatures();
        }
        if self.no_deleted {
            selection.drop_deleted();
        }
        Ok(selection)
    }

    /// Returns the options that are set, as on the command line.
    pub(crate) fn settings(&self) -> Vec<String> {
        let mut settings = Vec::new();
        for (name, _, terms) in self.terms() {
            let mut terms: Vec<&str> = terms.iter().map(|term| term.trim()).collect();
            terms.sort_unstable();
            terms.dedup();
            settings.extend(terms.iter().map(|term| format!("--{name}={term}")));
        }
        settings.extend(self.regex.iter().map(|pattern| format!("--regex={}", pattern.text)));
        settings.extend(self.since.iter().map(|date| format!("--since={date}")));
        settings.extend(self.until.iter().map(|date| format!("--until={date}")));
        for (name, files) in [("match", &self.matching), ("skip", &self.skip)] {
            settings.extend(files.iter().map(|file| format!("--{name}={}", file.path)));
        }
        let flags = [
            (self.web, "--web"),
            (self.match_whole, "--match-whole"),
            (self.match_equivalent, "--match-equivalent"),
            (self.no_quoted, "--no-quoted"),
            (self.no_signature, "--no-signature"),
            (self.no_deleted, "--no-deleted"),
            (self.once.is_some(), "--once=message"),
        ];
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag);
        settings.extend(flags.map(str::to_owned));
        settings
    }
}
