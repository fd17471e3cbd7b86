//! Hints for arguments that do not exist: options of other programs, and files instead of commands.

use std::fs;
use std::path::Path;

use crate::output::{Destination, escape};

/// The options of other programs. Columns: spellings, hint.
const OPTIONS: &[(&[&str], &str)] = &[
    (&["--json", "--jsonl", "--ndjson"], "--format jsonl prints JSON, one object a line"),
    (&["--csv"], "--format csv prints CSV"),
    (
        &["--tsv", "--delimiter"],
        "--fields url,date,host prints these fields with tabs; --format csv with commas",
    ),
    (&["--parquet"], "--format parquet -o FILE writes a Parquet table"),
    (&["--arrow"], "--format arrow -o FILE writes an Arrow table"),
    (
        &["-f", "--fmt", "--output-format"],
        "--format FORMAT chooses the output; --match FILE selects URLs by a list",
    ),
    (
        &["--html", "--report", "--to"],
        "urlsift link --to html prints a text with its links; urlsift report -o FILE writes a page with tables",
    ),
    (&["-u", "--uniq", "--dedup", "--dedupe", "--distinct"], "--unique prints each URL once"),
    (&["--markdown"], "urlsift link --to markdown prints a text with its links"),
    (&["--sqlite"], "--format csv -o FILE writes a table that `sqlite3` imports"),
    (
        &["-c", "--counts", "--group-by", "--stat"],
        "--count host counts URLs by host; also scheme, form and year",
    ),
    (
        &["--domain", "--site"],
        "--host .example.org selects hosts below example.org; --count host counts",
    ),
    (&["--domains"], "--count host counts hosts; --count tld counts top-level domains"),
    (&["--columns", "--select"], "--fields url,date,host writes these fields only"),
    (
        &["--after", "--before", "--date", "--year"],
        "--since 1998 selects messages from a date on; --until to a date",
    ),
    (&["--subject"], "--fields url,subject prints the subjects; no option selects by them"),
    (&["--sender", "--author"], "--from example.org selects messages from this domain"),
    (
        &["-e", "-E", "-F", "-P", "-w", "-x", "--filter", "--grep", "--pattern", "--regexp"],
        "--regex PATTERN selects URLs by a regular expression; --match FILE by a list",
    ),
    (
        &["-A", "-B", "-C", "--context"],
        "urlsift scan -H PATH | urlsift show prints each URL with the lines around it",
    ),
    (&["-V", "--version"], "`urlsift --version` prints the version"),
    (
        &["--mbox", "--maildir", "--eml"],
        "the kind of each file is recognized; --input KIND sets it",
    ),
    (&["--width"], "urlsift wrap --columns N and urlsift link --wrap N set the columns of a line"),
    (&["--exclude-dir"], "--exclude 'FOLDER/**' leaves out a folder"),
    (&["--body-only"], "--headers none leaves out header fields"),
    (&["--invert-match"], "--regex '!PATTERN' leaves out URLs; --skip FILE those of a list"),
    (
        &["--exclude-scheme", "--exclude-host", "--no-mailto"],
        "--scheme '!mailto' leaves out a scheme, and --host '!example.org' a host",
    ),
    (&["-i", "--ignore-case"], "--host and --match ignore the case of hosts; no option is needed"),
    (
        &["-m", "--first", "--head", "--limit"],
        "`| head` prints the first rows, and the scan ends with it",
    ),
    (&["-l", "--files-with-matches"], "--count source prints the files with URLs"),
    (&["-t", "--jobs", "--thread"], "-j N sets the number of threads"),
    (
        &["-r", "-R", "--recursive", "--hidden"],
        "folders are read with all files and folders below them; no option is needed",
    ),
    (&["-L", "--follow"], "links below folders are not followed; name a link as PATH to read it"),
    (
        &["-q", "-s", "--quiet", "--silent", "--no-messages"],
        "2>/dev/null drops the messages, and >/dev/null the output",
    ),
    (
        &["-n", "--line-number", "--with-filename"],
        "-H prints the file and byte offset before each URL",
    ),
    (&["--null", "-z"], "-0 ends each line with a NUL byte, for `xargs -0`"),
    (
        &["--hosts", "--www"],
        "--host example.org selects a host; --forms +host also finds hosts without a scheme",
    ),
    (&["--email", "--emails", "--mail"], "--forms +address also finds user@example.org"),
    (&["-a", "--text"], "--input text reads each file as one plain text, also binary files"),
    (&["--no-headers", "--body"], "--headers none searches bodies only"),
    (&["--defang"], "no option changes URLs; `sed s/^http/hxxp/` makes them harmless to click"),
    (&["--offline"], "urlsift never uses the network; no option is needed"),
    (
        &["--config", "--theme"],
        "only `urlsift pick` has a configuration file; `urlsift help pick` describes it",
    ),
    (&["-g", "--glob"], "--include GLOB and --exclude GLOB select files below folders"),
    (&["-T", "--file-list", "--files"], "--files-from FILE reads the files that FILE lists"),
    (&["--colour", "--no-color"], "--color auto|always|never sets when colours are used"),
];

/// Words of other programs for what a command does. Columns: words, command.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["count", "extract", "find", "grep", "list", "search", "unique"], "scan"),
    (&["browse", "open", "view"], "pick"),
    (&["context", "where"], "show"),
    (&["convert", "html", "render"], "link --to html"),
    (&["fix", "join", "rejoin", "unwrap"], "link --to text"),
    (&["lint", "parse", "validate"], "check"),
];

/// Returns a hint about the option `name`, if other programs have it for something that urlsift can do.
pub(crate) fn of_option(name: &str) -> Option<&'static str> {
    // `--json=x` and `-u5` are the options without their values.
    let name = name.split('=').next().unwrap_or(name);
    OPTIONS.iter().find(|(names, _)| names.contains(&name)).map(|(_, hint)| *hint)
}

/// Returns a hint about `word`, which was given instead of a command.
pub(crate) fn of_command(word: &str) -> Option<String> {
    let command = if Path::new(word).exists() || word == "-" {
        format!("scan {}", quoted(word))
    } else if is_url(word) {
        format!("check {}", quoted(word))
    } else {
        COMMANDS.iter().find(|(words, _)| words.contains(&word))?.1.to_owned()
    };
    Some(format!("did you mean `urlsift {command}`?"))
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

/// Returns a hint about `path`, which was given to a search and does not exist, if it is a URL or a text.
pub(crate) fn of_path(path: &Path) -> Option<String> {
    let word = path.to_str().filter(|_| fs::symlink_metadata(path).is_err())?;
    let word = quoted(word);
    let text = format!("to search a text: printf '%s\\n' {word} | urlsift scan");
    if is_url(path.to_str()?) {
        return Some(format!(
            "URLs are not opened; to check this one: urlsift check {word}; {text}"
        ));
    }
    word.contains(' ').then_some(text)
}

/// Reports whether `word` begins like a URL.
pub(crate) fn is_url(word: &str) -> bool {
    !word.contains(char::is_whitespace)
        && (word.split_once("://").is_some_and(|(scheme, _)| !scheme.contains([':', '/']))
            || word.starts_with("mailto:")
            || word.starts_with("news:"))
}

/// Reports whether `word` may be a slip for `name`: an abbreviation of it, `name` with `-` and more after it, or at most one
/// edit for every four characters, with the first one unchanged.
pub(crate) fn is_near(word: &str, name: &str) -> bool {
    let [word, name] = [word, name].map(|name| name.trim_start_matches('-').to_lowercase());
    let least = word.chars().count().min(name.chars().count());
    // `--output-file` is `--output`.
    let rest = word.strip_prefix(&name);
    least >= 3 && (name.starts_with(&word) || rest.is_some_and(|rest| rest.starts_with('-')))
        || word.chars().next() == name.chars().next()
            && 4 * strsim::osa_distance(&word, &name) <= least
}

/// Returns `word` quoted for a shell, with its control characters escaped.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    if word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", escape(word, Destination::Terminal).replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::CommandFactory;

    #[test]
    fn hints_name_what_does_not_exist_and_recommend_what_does() {
        let program = Args::command();
        let has = |command: &str, name: &str| {
            let command = program.find_subcommand(command).expect("it is a command");
            command.get_arguments().any(|arg| {
                arg.get_long().is_some_and(|long| name == format!("--{long}"))
                    || arg.get_short().is_some_and(|short| name == format!("-{short}"))
            })
        };
        for (names, hint) in OPTIONS {
            for name in *names {
                assert!(!has("scan", name), "{name}");
            }
            let mut command = "scan";
            let mut words = hint.split_whitespace().map(|word| word.trim_matches([',', ';', '`']));
            while let Some(word) = words.next() {
                if word == "urlsift" {
                    command = words.next().filter(|word| *word != "never").unwrap_or("scan");
                }
                let is_option = word.starts_with('-') && word != "--color";
                assert!(!is_option || has(command, word), "{hint}");
            }
        }
    }

    #[test]
    fn names_are_near_if_a_slip_explains_them() {
        let near = "--uniq --unique, --form --forms, scam scan, --hots --host, json jsonl, --threads --thread, \
                    --macth-whole --match-whole, --sort-by --sort";
        let far = "--offline --join, --grep --progress, -u --unique, --to --top, --first --list, --port --sort, \
                   --files --fields, --format --form, x xy, é ô";
        for (pairs, expected) in [(near, true), (far, false)] {
            for pair in pairs.split(", ") {
                let (word, name) = pair.split_once(' ').expect("there are two");
                assert_eq!(is_near(word, name), expected, "{pair}");
            }
        }
    }
}
