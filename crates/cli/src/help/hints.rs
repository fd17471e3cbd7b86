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
    (&["-f", "--fmt"], "--format FORMAT chooses the output: text, jsonl, csv, parquet or arrow"),
    (
        &["--html", "--report"],
        "urlsift link --to html prints a text with its links; urlsift report -o FILE writes a page with tables",
    ),
    (&["-u", "--uniq", "--dedup", "--dedupe", "--distinct"], "--unique prints each URL once"),
    (&["-c", "--counts"], "--count host counts URLs by host; also scheme, form and year"),
    (&["--domains"], "--count host counts hosts; --count tld counts top-level domains"),
    (&["--columns", "--select"], "--fields url,date,host writes these fields only"),
    (&["--after"], "--since 1998 selects messages from a date on; --until to a date"),
    (&["--subject"], "--fields url,subject prints the subjects; no option selects by them"),
    (&["-e", "--grep", "--regexp"], "--regex PATTERN selects URLs by a regular expression"),
    (&["-i", "--ignore-case"], "--host and --match ignore the case of hosts; no option is needed"),
    (&["-m", "--limit", "--head"], "`| head` prints the first rows, and the scan ends with it"),
    (&["-l", "--files-with-matches"], "--count source prints the files with URLs"),
    (&["-t", "--jobs", "--thread"], "-j N sets the number of threads"),
    (
        &["-r", "-R", "--recursive", "--hidden"],
        "folders are read with all files and folders below them; no option is needed",
    ),
    (&["-L", "--follow"], "links below folders are not followed; name a link as PATH to read it"),
    (
        &["-q", "-s", "--quiet", "--silent", "--no-messages"],
        "messages go to standard error; 2>/dev/null drops them",
    ),
    (
        &["-n", "--line-number", "--with-filename"],
        "-H prints the file and byte offset before each URL",
    ),
    (&["--null", "-z"], "-0 ends each line with a NUL byte, for `xargs -0`"),
    (&["--hosts", "--www"], "--forms +host also finds example.org, a host without a scheme"),
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
    (&["-T", "--file-list"], "--files-from FILE reads the files that FILE lists"),
    (&["--colour", "--no-color"], "--color auto|always|never sets when colours are used"),
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
        "scan"
    } else if is_url(word) {
        "check"
    } else {
        return None;
    };
    Some(format!("did you mean `urlsift {command} {}`?", quoted(word)))
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

/// Reports whether a user who wrote `word` may have meant `name`: they differ in two characters at most, and not in more
/// than half of them, or one begins with the other.
pub(crate) fn is_near(word: &str, name: &str) -> bool {
    let [word, name] = [word, name].map(|name| name.trim_start_matches('-').to_lowercase());
    let least = word.chars().count().min(name.chars().count());
    if least >= 2 && (name.starts_with(&word) || word.starts_with(&name)) {
        return true;
    }
    // The distance of Levenshtein: a row for each character of `word`, and at most 64 of both.
    let name: Vec<char> = name.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (at, c) in word.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (i, other) in name.iter().enumerate() {
            let changed = diagonal + usize::from(c != *other);
            diagonal = row[i + 1];
            row[i + 1] = changed.min(diagonal + 1).min(row[i] + 1);
        }
    }
    row[name.len()] <= 2 && least >= 2 * row[name.len()]
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
        let near = [
            "--uniq --unique",
            "--form --forms",
            "scam scan",
            "--hots --host",
            "json jsonl",
            "--thread --threads",
        ];
        let far =
            ["--offline --join", "--grep --progress", "-u --unique", "--tsv --at", "x xy", "é ô"];
        for (pairs, expected) in [(&near[..], true), (&far, false)] {
            for pair in pairs {
                let (word, name) = pair.split_once(' ').expect("there are two");
                assert_eq!(is_near(word, name), expected, "{pair}");
                assert_eq!(is_near(name, word), expected, "{pair}");
            }
        }
    }

    #[test]
    fn words_instead_of_a_command() {
        let table = [
            ("Cargo.toml", Some("did you mean `urlsift scan Cargo.toml`?")),
            ("-", Some("did you mean `urlsift scan -`?")),
            (
                "http://a.example/?b&c",
                Some("did you mean `urlsift check 'http://a.example/?b&c'`?"),
            ),
            ("no-such-file", None),
        ];
        for (word, hint) in table {
            assert_eq!(of_command(word).as_deref(), hint, "{word}");
        }
    }
}
