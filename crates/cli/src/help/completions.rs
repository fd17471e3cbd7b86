//! `urlsift completions`: a script that completes arguments, for a shell.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anyhow::Context;
use clap::Command;
use clap::builder::PossibleValuesParser;

use clap_complete::Shell;
use urlsift_archive::internal::{Criterion, Record};
use urlsift_archive::rows::Row;

use crate::args::tools::Completions;
use crate::args::topics::TOPICS;
use crate::outcome::Outcome;
use crate::output::countable_names;

/// The line of the script for bash that sets the word before the one that is completed.
const BASH_PREVIOUS: &str = "    prev=\"$3\"\n";

/// Sets the previous word to the option in `--option=value`, in which bash takes `=` for a word.
const BASH_OPTION: &str = "    if [[ \"${prev}\" == \"=\" && \"${COMP_CWORD}\" -ge 2 ]]; then
        prev=\"${COMP_WORDS[COMP_CWORD-2]}\"
    fi
";

/// Sets the items before the last comma of the current word.
const BASH_LIST: &str = "    local list=\"\"
    [[ \"${cur}\" != *,* ]] || list=\"${cur%,*},\"
";

/// Returns the options that take a list with commas, with the names of their arguments, and the values of each.
fn lists() -> Vec<(&'static str, Vec<&'static str>)> {
    vec![
        ("forms", Criterion::Form.values()),
        ("fields", Row::FIELDS.iter().map(|field| field.name).collect()),
        ("count", countable_names().collect()),
    ]
}

/// Returns the values of `--where` for fields with a list of values.
fn conditions() -> Vec<&'static str> {
    let mut all = Vec::new();
    for criterion in Criterion::ALL {
        for value in criterion.values() {
            // Names of values are static, and the process ends soon.
            all.push(&*format!("{}={value}", criterion.name()).leak());
        }
    }
    all
}

/// Prints the script. `command` is the definition of the whole program.
pub(crate) fn run(args: &Completions, command: Command) -> anyhow::Result<Outcome> {
    let lists = lists();
    let commands = command.get_subcommands().map(|it| &*it.get_name().to_owned().leak());
    // Some pages have the name of a command.
    let topics: BTreeSet<&str> = TOPICS.iter().map(|topic| topic.name).chain(commands).collect();
    let others = [("where", conditions()), ("topic", topics.into_iter().collect())];
    let known = [&lists[..], &others].concat();
    let mut command = command.mut_subcommands(|command| {
        command.mut_args(|arg| match known.iter().find(|(name, _)| arg.get_id() == *name) {
            Some((_, values)) => arg.value_parser(PossibleValuesParser::new(values)),
            None => arg,
        })
    });
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "urlsift", &mut script);
    let mut script = String::from_utf8(script)?;
    if args.shell == Shell::Bash {
        script = script.replace(BASH_PREVIOUS, &[BASH_PREVIOUS, BASH_OPTION, BASH_LIST].concat());
    }
    if args.shell == Shell::Fish {
        // For fish, clap completes options only.
        let when = "complete -c urlsift -n \"__fish_urlsift_using_subcommand help\" -f -a";
        for topic in TOPICS {
            script.extend([when, " ", topic.name, " -d '", topic.summary, "'\n"]);
        }
    }
    for (_, values) in lists {
        let words = values.join(" ");
        // What clap writes for one value, and what completes the value after the last comma.
        let (one, after_comma) = match args.shell {
            Shell::Bash => (
                format!("compgen -W \"{words}\" -- \"${{cur}}\""),
                format!("compgen -P \"${{list}}\" -W \"{words}\" -- \"${{cur##*,}}\""),
            ),
            Shell::Zsh => (format!(":({words})"), format!(":_sequence compadd - {words}")),
            Shell::Fish => (
                format!("-a \"{}\\t''\"", values.join("\\t''\n")),
                format!("-a '(__fish_complete_list , \"string split , {}\")'", values.join(",")),
            ),
            _ => continue,
        };
        script = script.replace(&one, &after_comma);
    }
    io::stdout().write_all(script.as_bytes()).context("standard output")?;
    Ok(Outcome::Found)
}
