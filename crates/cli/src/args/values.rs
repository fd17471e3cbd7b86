//! The values that arguments take, each with its line in `--help`.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, ValueEnum};
use globset::{Glob, GlobBuilder};
use urlsift::extract::{BadSchemeName, Join, SchemeSet};
use urlsift::found::Form;
use urlsift::link::LinkFormat;
use urlsift::verdict::Grammar;
use urlsift_archive::internal::{ALL_FIELDS, Record};
use urlsift_archive::internal::{MatchExtent, nearest};
use urlsift_archive::item::Relative;
use urlsift_archive::mail::{Headers, InputKind};
use urlsift_archive::rows::{Fields, Row};

use crate::output::field_with;
use crate::size::{BadSize, Size};

/// Returns the name of `value` on the command line.
pub(crate) fn value_name(value: &impl ValueEnum) -> String {
    value.to_possible_value().expect("no value is hidden").get_name().to_owned()
}

/// The format of rows.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum FormatArg {
    /// One URL a line
    Text,
    /// One JSON object a line, with all fields
    Jsonl,
    /// A heading line, then one CSV record for each URL, with all fields
    Csv,
    /// A Parquet table with all fields; needs the build feature `arrow`
    Parquet,
    /// Arrow IPC with all fields: a file with -o, a stream otherwise; needs the build feature `arrow`
    Arrow,
}

impl FormatArg {
    /// Returns the format that the ending of `path` names, or text.
    pub(crate) fn of_path(path: &Path) -> anyhow::Result<FormatArg> {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        match &*ending.to_ascii_lowercase() {
            "ndjson" => Ok(FormatArg::Jsonl),
            "json" => bail!(
                "{}: JSON is written as one object a line; end the name in .jsonl, or give --format jsonl",
                path.display()
            ),
            "bz2" | "gz" | "xz" | "z" | "zip" | "zst" => bail!(
                "{}: the output is not compressed; pipe it, as with `| gzip > FILE`, or give --format",
                path.display()
            ),
            "db" | "htm" | "html" | "md" | "ods" | "pdf" | "sqlite" | "xls" | "xlsx" | "xml"
            | "yaml" => bail!(
                "{}: no format has this ending; end the name in .txt, .csv or .jsonl, or give --format",
                path.display()
            ),
            ending => Ok(FormatArg::from_str(ending, false).unwrap_or(FormatArg::Text)),
        }
    }
}

/// The format of `--stats`.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// A line for each kind of numbers
    Text,
    /// One JSON object
    Json,
}

/// The language of `urlsift help --schema`.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum SchemaFormat {
    /// A JSON Schema (draft 2020-12) of the objects that `urlsift scan --format jsonl` prints, one a line
    Json,
    /// A query that reads these objects from `urls.jsonl`, with the types of all fields
    Duckdb,
}

/// The format of `urlsift check`.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// A table for people, which points at each fault
    Text,
    /// One JSON object a line, with all fields
    Jsonl,
}

pub(crate) fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|path| {
        if path.is_empty() { Err("the path is empty") } else { Ok(PathBuf::from(path)) }
    })
}

/// Returns a parser of the names of `all`, with a line of help for each.
fn names<T>(
    all: &'static [T],
    name: fn(T) -> &'static str,
    help: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync,
{
    let values = all.iter().map(|&value| PossibleValue::new(name(value)).help(help(value)));
    let find = move |given: String| all.iter().copied().find(|&value| name(value) == given);
    PossibleValuesParser::new(values).map(move |given| find(given).expect("clap knows the names"))
}

pub(crate) fn inputs() -> impl TypedValueParser<Value = InputKind> {
    names(InputKind::ALL, InputKind::name, |input| match input {
        InputKind::Auto => "As its content shows: mail, news, a page or text",
        InputKind::Text => "As one plain text, even if it looks like mail or HTML",
        InputKind::Html => "As one HTML page",
        InputKind::Mail => "As a mailbox, a news batch, a log or a message",
        _ => "",
    })
}

pub(crate) fn headers() -> impl TypedValueParser<Value = Headers> {
    names(Headers::ALL, Headers::name, |headers| match headers {
        Headers::None => "No header fields",
        Headers::Useful => "All fields except those that software writes for software",
        Headers::All => "All fields, also Message-ID, Received, DKIM-Signature and the like",
    })
}

pub(crate) fn link_formats() -> impl TypedValueParser<Value = LinkFormat> {
    names(LinkFormat::ALL, LinkFormat::name, |format| match format {
        LinkFormat::Terminal => "Text with hyperlinks, as terminals show them (OSC 8)",
        LinkFormat::Html => "A page",
        LinkFormat::Markdown => "Markdown, as CommonMark defines it",
        LinkFormat::Text => "The text, with its URLs whole",
        _ => "",
    })
}

pub(crate) fn joins() -> impl TypedValueParser<Value = Join> {
    names(Join::ALL, Join::name, |join| match join {
        Join::Certain => "Joins of this grade: 199 of 200 are right",
        Join::Likely => "Also these joins: of all, 97 of 100 are right",
        Join::Possible => "Also these joins: of all, 8 of 10 are right",
        Join::Never => "Never: a URL without delimiters ends at the end of its line",
    })
}

pub(crate) fn extents() -> impl TypedValueParser<Value = MatchExtent> {
    names(MatchExtent::ALL, MatchExtent::name, |extent| match extent {
        MatchExtent::Part => "Any part of it",
        MatchExtent::Whole => "The whole URL",
        MatchExtent::Equivalent => {
            "The whole of it or of an equivalent URL (RFC 3986, section 6.2), with a host in Punycode or not, and a `/` at the end or not"
        }
        _ => "",
    })
}

pub(crate) fn relatives() -> impl TypedValueParser<Value = Relative> {
    names(Relative::ALL, Relative::name, |relative| match relative {
        Relative::Ignore => "They are no URLs",
        Relative::Resolve => "Resolve them, if the page or the message has a base",
    })
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum FormChange {
    /// `FORM`: one of the forms, instead of the default.
    Set(Form),
    /// `+FORM`
    Add(Form),
    /// `-FORM`
    Remove(Form),
}

#[derive(Clone)]
pub(crate) struct FormChanges;

impl TypedValueParser for FormChanges {
    type Value = FormChange;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<FormChange, clap::Error> {
        let text = value.to_string_lossy();
        let (change, name): (fn(Form) -> FormChange, &str) = match text.split_at_checked(1) {
            Some(("+", name)) => (FormChange::Add, name),
            Some(("-", name)) => (FormChange::Remove, name),
            _ => (FormChange::Set, &text),
        };
        forms().parse_ref(command, arg, OsStr::new(name)).map(change)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        forms()
            .possible_values()
            .map(|values| Box::new(values.collect::<Vec<_>>().into_iter()) as _)
    }
}

fn forms() -> impl TypedValueParser<Value = Form> {
    names(Form::ALL, Form::name, |form| match form {
        Form::Url => "<URL:http://example.org/>",
        Form::Angle => "<http://example.org/>",
        Form::Quote => "\"http://example.org/\"",
        Form::Prefix => "URL:http://example.org/",
        Form::Bare => "http://example.org/ without delimiters",
        Form::Www => "www.example.org, a host that begins with www.",
        Form::Host => "example.org, another host without a scheme",
        Form::Address => "user@example.org, an address without a scheme",
        Form::Repaired => "http:/www.example.org, a URL with a damaged ://",
        _ => "",
    })
}

pub(crate) fn grammars() -> impl TypedValueParser<Value = Grammar> {
    names(Grammar::ALL, Grammar::name, |grammar| match grammar {
        Grammar::Draft03 => "draft-ietf-uri-url-03, the draft of RFC 1738",
        Grammar::Rfc1738 => "RFC 1738, Uniform Resource Locators (1994)",
        Grammar::Rfc2396 => "RFC 2396, URI Generic Syntax (1998)",
        Grammar::Rfc3986 => "RFC 3986, URI Generic Syntax (2005)",
        Grammar::Rfc3987 => "RFC 3987, Internationalized Resource Identifiers (2005)",
        _ => "",
    })
}

/// Parses the length of a split, which must not be 0.
pub(crate) fn split_size(text: &str) -> Result<Size, String> {
    let size: Size = text.parse().map_err(|error: BadSize| error.to_string())?;
    if size.number() == 0 {
        return Err("a split needs at least 1 byte".to_owned());
    }
    Ok(size)
}

const MAX_THREADS: u16 = 256;

pub(crate) fn threads(text: &str) -> Result<u16, String> {
    let threads = text.parse().ok().filter(|threads| *threads <= MAX_THREADS);
    threads.ok_or_else(|| format!("expected a number from 0 to {MAX_THREADS}"))
}

pub(crate) fn columns(text: &str) -> Result<usize, String> {
    let columns = text.parse().ok().filter(|columns| *columns >= MIN_COLUMNS);
    columns.ok_or_else(|| {
        format!("expected a number of columns, such as 72, and at least {MIN_COLUMNS}")
    })
}

/// The fewest columns of a line with a URL: more than the scheme and the delimiters take.
const MIN_COLUMNS: usize = 20;

pub(crate) fn lines(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number of lines, such as 10".to_owned())
}

/// Parses a glob of `--include` or `--exclude`, which is compared with the end of a path. A `/` matches only itself.
pub(crate) fn glob(text: &str) -> Result<Glob, String> {
    let is_whole = text.starts_with('/');
    let glob = if is_whole { text.to_owned() } else { format!("{{,**/}}{text}") };
    let built = GlobBuilder::new(&glob).literal_separator(true).empty_alternates(true).build();
    // Without the glob, which the parser of arguments quotes.
    built.map_err(|error| error.kind().to_string())
}

/// Parses the name of a scheme for `--scheme-add`, and returns it in lower case.
pub(crate) fn scheme_name(name: &str) -> Result<String, BadSchemeName> {
    SchemeSet::new().add(name).map(|()| name.to_ascii_lowercase())
}

/// Returns the set of the schemes `names`.
pub(crate) fn own_schemes(names: &[String]) -> anyhow::Result<SchemeSet> {
    let mut schemes = SchemeSet::new();
    for name in names {
        schemes.add(name).with_context(|| format!("--scheme-add {name}"))?;
    }
    Ok(schemes)
}

/// Returns the fields of rows that `names` lists, or all fields if it is empty.
pub(crate) fn row_fields(names: &[String]) -> anyhow::Result<Fields> {
    if names.is_empty() {
        return Ok(ALL_FIELDS.clone());
    }
    for name in names.iter().map(|name| name.trim()) {
        if let Some(field) = field_with(name) {
            bail!("--fields: no field `{name}`; `{field}` has it, and --count {name} counts it");
        }
        let known = Row::FIELDS.iter().map(|field| field.name);
        ensure!(
            known.clone().any(|field| field == name),
            "--fields: no field `{name}`; {}",
            nearest::hint(name, known, "rows")
        );
    }
    Row::fields(names).context("--fields")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_file_is_its_format() {
        use FormatArg::{Arrow, Csv, Jsonl, Parquet, Text};
        let json = "JSON is written as one object a line";
        let packed = "the output is not compressed";
        // (path, format or the beginning of the error after the path)
        let table = [
            ("x.jsonl", Ok(Jsonl)),
            ("x.NDJSON", Ok(Jsonl)),
            ("x.csv", Ok(Csv)),
            ("a.csv/x.Parquet", Ok(Parquet)),
            ("x.arrow", Ok(Arrow)),
            ("x.txt", Ok(Text)),
            ("csv", Ok(Text)),
            (".csv", Ok(Text)),
            ("-", Ok(Text)),
            ("x.json", Err(json)),
            ("x.txt.gz", Err(packed)),
            ("x.html", Err("no format has this ending")),
            ("x.csv.ZST", Err(packed)),
            ("x.jsonl.xz", Err(packed)),
            ("x.bz2", Err(packed)),
        ];
        for (path, expected) in table {
            match (FormatArg::of_path(Path::new(path)), expected) {
                (Ok(format), expected) => assert_eq!(Ok(format), expected, "{path}"),
                (Err(error), Err(cause)) => {
                    let error = error.to_string();
                    assert!(error.starts_with(&format!("{path}: {cause}")), "{error}");
                }
                (Err(error), _) => panic!("{error}"),
            }
        }
    }
}
