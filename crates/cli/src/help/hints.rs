//! Hints for arguments that do not exist: options of other programs, and files instead of commands.

use std::path::Path;

use crate::output::{Destination, escape};

/// The options of other programs. Columns: spellings, hint.
const OPTIONS: [(&[&str], &str); 20] = [
    (&["--json", "--jsonl", "--ndjson"], "--format jsonl prints JSON, one object a line"),
    (&["--csv"], "--format csv prints CSV"),
    (&["--parquet"], "--format parquet -o FILE writes a Parquet table"),
    (&["--arrow"], "--format arrow -o FILE writes an Arrow table"),
    (&["-f", "--fmt"], "--format FORMAT chooses the output: text, jsonl, csv, parquet or arrow"),
    (&["--html", "--report"], "urlsift report -o FILE writes a page with tables"),
    (&["-u", "--uniq", "--dedup", "--dedupe", "--distinct"], "--unique prints each URL once"),
    (&["-c", "--counts"], "--count host counts URLs by host; also scheme, form and year"),
    (&["--columns", "--select"], "--fields url,date,host writes these fields only"),
    (&["--from", "--after"], "--since 1998 selects messages from a date on; --until to a date"),
    (&["--include", "--exclude"], "--host and --scheme select; a value after ! excludes"),
    (&["-t", "-T", "--jobs", "--thread"], "-j N sets the number of threads"),
    (
        &["-r", "-R", "--recursive"],
        "folders are read with all folders below them; no option is needed",
    ),
    (&["-q", "--quiet", "--silent"], "messages go to standard error; 2>/dev/null drops them"),
    (&["-n", "--line-number"], "-H prints the file and byte offset before each URL"),
    (&["--hosts", "--www"], "--forms +host also finds example.org, a host without a scheme"),
    (&["--email", "--emails", "--mail"], "--forms +address also finds user@example.org"),
    (&["-a", "--text"], "--input text reads each file as one plain text, also binary files"),
    (&["--no-headers", "--body"], "--headers none searches bodies only"),
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
    } else if word.contains("://") || word.starts_with("mailto:") || word.starts_with("news:") {
        "check"
    } else {
        return None;
    };
    Some(format!("did you mean `urlsift {command} {}`?", quoted(word)))
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
        let command = Args::command();
        let scan = command.find_subcommand("scan").expect("it is a command");
        let has = |name: &str| {
            scan.get_arguments().any(|arg| {
                arg.get_long().is_some_and(|long| name == format!("--{long}"))
                    || arg.get_short().is_some_and(|short| name == format!("-{short}"))
            })
        };
        for (names, hint) in OPTIONS {
            for name in names {
                assert!(!has(name), "{name}");
            }
            let option = hint.split_whitespace().find(|word| word.starts_with('-'));
            let is_global = option == Some("--color");
            assert!(is_global || option.is_none_or(has), "{hint}");
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
