//! Hints for names that do not exist, where clap has none: fields, values that another option has, and files or URLs
//! in the place of something else.

use std::fs;
use std::path::Path;

use clap::{Arg, Command};
use urlsift_archive::internal::Criterion;

use crate::args::scan::ScanCommand;
use crate::output::{Destination, escape, quote};

/// Options that users expect under other names. Columns: the expected names, an option that a command must have for the
/// hint, and the hint.
const OPTIONS: [(&[&str], &str, &str); 16] = [
    (
        &["e", "grep", "pattern", "regex", "regexp"],
        "where",
        "--where url~PATTERN selects by a regular expression",
    ),
    (&["from", "sender"], "where", "--where from_domain=example.org selects by sender"),
    (&["web"], "where", "--scheme http,https,ftp selects what a browser opens"),
    (
        &["cc", "recipient", "to"],
        "where",
        "no option selects by recipient; --where list=NAME selects a list",
    ),
    (
        &["invert-match"],
        "where",
        "FIELD!=VALUE and FIELD!~PATTERN leave out URLs, and so does --skip FILE",
    ),
    (&["headers"], "headers", "did you mean `--headers none`?"),
    (&["i", "ignore-case"], "where", "`(?i)` at the beginning of a pattern ignores case"),
    (&["r", "recursive"], "include", "folders are searched with all that is in them"),
    (&["before"], "until", "did you mean `--until`?"),
    (&["after"], "since", "did you mean `--since`?"),
    (&["glob"], "include", "did you mean `--include`?"),
    (&["type"], "input", "did you mean `--input`?"),
    (&["format"], "split-bytes", "a plan is always JSON Lines"),
    (&["format", "html"], "title", "a report is always HTML"),
    (
        &["head", "limit", "max-count", "n"],
        "top",
        "`| head` prints the first rows, and --top N the first counts",
    ),
    (&["o", "output"], "paragraphs", "the text goes to standard output: `> FILE`"),
];

/// Values that users of other programs expect. Columns: words, value.
const VALUES: [(&[&str], &str); 4] = [
    (&["no", "none", "off"], "never"),
    (&["email", "eml", "maildir", "mbox", "news"], "mail"),
    (&["plain", "txt"], "text"),
    (&["json", "ndjson"], "jsonl"),
];

/// Returns a hint about the option `name`, which `command` does not have: the field or the value that it names.
pub(crate) fn of_option(name: &str, command: &Command) -> Option<String> {
    let name = bare(name);
    let (field, is_left_out) = name.strip_prefix("no-").map_or((name, false), |it| (it, true));
    let is_one = |(names, option, _): &&(&[&str], &str, &str)| {
        names.contains(&field) && has(command, option)
    };
    if let Some((_, _, hint)) = OPTIONS.iter().find(is_one) {
        return Some((*hint).to_owned());
    }
    if has(command, "where")
        && let Some(criterion) = Criterion::meant_by(field)
    {
        let condition = match (is_left_out, criterion.values().contains(&"false")) {
            (false, _) => "=VALUE",
            (true, true) => "=false",
            (true, false) => "!=VALUE",
        };
        return Some(format!("--where {}{condition} selects by this field", criterion.name()));
    }
    let value = value_of(name);
    let takes = |arg: &&Arg| arg.get_possible_values().iter().any(|it| it.get_name() == value);
    let arg =
        command.get_arguments().filter(takes).max_by_key(|it| it.get_long() == Some("format"))?;
    let between = if arg.is_require_equals_set() { '=' } else { ' ' };
    Some(format!("did you mean `--{}{between}{value}`?", arg.get_long()?))
}

/// Returns a hint at another command that has the option `name`.
pub(crate) fn of_other_command(name: &str, command: &Command, program: &Command) -> Option<String> {
    let mut others = program.get_subcommands().filter(|_| !has(command, bare(name)));
    let other = others.find(|other| has(other, bare(name)))?;
    let dashes = &name[..name.len() - name.trim_start_matches('-').len()];
    Some(format!("`urlsift {}` has {dashes}{}", other.get_name(), bare(name)))
}

/// Returns the option `name` without its dashes and its value.
fn bare(name: &str) -> &str {
    name.trim_start_matches('-').split('=').next().unwrap_or_default()
}

/// Reports whether `command` has the option `name`, a word or a letter.
fn has(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|arg| {
        let short = arg.get_short();
        arg.get_long() == Some(name) || short.is_some_and(|short| name == short.to_string())
    })
}

/// Returns the value that is meant by `word`.
pub(crate) fn value_of(word: &str) -> &str {
    VALUES.iter().find(|(words, _)| words.contains(&word)).map_or(word, |(_, value)| value)
}

/// Returns a hint about `word`, which was given instead of a command.
pub(crate) fn of_command(word: &str) -> Option<String> {
    let command = if Path::new(word).exists() || word == "-" {
        "scan"
    } else if is_url(word) {
        "check"
    } else {
        return None;
    };
    Some(format!("did you mean `urlsift {command} {}`?", quoted(word)))
}

/// Returns a hint about `word`, which was given to be checked, if it is a file.
pub(crate) fn of_url(word: &str) -> Option<String> {
    Path::new(word).is_file().then(|| {
        let file = quoted(word);
        format!(
            "{file} was checked as a URL; to check the lines of the file: urlsift check < {file}"
        )
    })
}

/// Returns a hint about `path`, which was given to a search and does not exist, if it is a URL or the value of one of
/// the options `given`.
pub(crate) fn of_path(path: &Path, given: &ScanCommand) -> Option<String> {
    let word = path.to_str().filter(|word| fs::symlink_metadata(word).is_err())?;
    match word {
        "json" if given.stats.is_some() => return Some("did you mean --stats=json?".to_owned()),
        "equivalent" if given.unique.is_some() => {
            return Some("did you mean --unique=equivalent?".to_owned());
        }
        _ => {}
    }
    let hint = || format!("URLs are not opened; to check this one: urlsift check {}", quoted(word));
    is_url(word).then(hint)
}

/// Reports whether `word` begins like a URL.
pub(crate) fn is_url(word: &str) -> bool {
    !word.contains(char::is_whitespace)
        && (word.split_once("://").is_some_and(|(scheme, _)| !scheme.contains([':', '/']))
            || word.starts_with("mailto:")
            || word.starts_with("news:"))
}

/// Returns `word` quoted for a shell, with its control characters escaped.
fn quoted(word: &str) -> String {
    quote(&escape(word, Destination::Terminal)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::CommandFactory;

    #[test]
    fn options_that_do_not_exist_get_a_hint_at_those_that_do() {
        let program = Args::command();
        // (command, option, hint)
        let table = [
            ("scan", "--note", "--where notes=VALUE selects by this field"),
            ("scan", "--no-quoted", "--where quoted=false selects by this field"),
            ("scan", "--no-signature", "--where in_signature=false selects by this field"),
            ("scan", "--no-lists", "--where list!=VALUE selects by this field"),
            ("scan", "--from=a.example", "--where from_domain=example.org selects by sender"),
            ("scan", "--to", "no option selects by recipient; --where list=NAME selects a list"),
            ("scan", "--equivalent", "did you mean `--unique=equivalent`?"),
            ("scan", "--max-count", "`| head` prints the first rows, and --top N the first counts"),
            ("scan", "--json", "did you mean `--format jsonl`?"),
            ("link", "--html", "did you mean `--format html`?"),
            ("scan", "--columns", "`urlsift link` has --columns"),
            ("pick", "--format=jsonl", "`urlsift scan` has --format"),
            ("plan", "--format", "a plan is always JSON Lines"),
            ("scan", "--no-headers", "did you mean `--headers none`?"),
            ("link", "-o", "the text goes to standard output: `> FILE`"),
            ("check", "-o", "`urlsift scan` has -o"),
            ("check", "--note", ""),
        ];
        for (name, option, expected) in table {
            let command = program.find_subcommand(name).expect("it is a command");
            let hint =
                of_option(option, command).or_else(|| of_other_command(option, command, &program));
            assert_eq!(hint.unwrap_or_default(), expected, "{name} {option}");
        }
    }
}
