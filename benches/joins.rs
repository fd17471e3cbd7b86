//! Compares the joins of URLs without delimiters (J8) with labels that were made by reading.
//!
//! ```text
//! joins FOLDER LABELS...     prints how many joins of each grade and each ground are right
//! joins --wrong FOLDER LABELS...    also prints each place where a join is wrong or missing
//! joins --list FILES...      prints each join in these files with its lines, for reading
//! ```
//!
//! FOLDER has the archives that the labels name. A label is a line of JSON: `source`, `offset` of the URL in it,
//! `label` (`join` or `stop`), `reason`, and for a join the `url`. `joins/fit.py` fits the weights to the same labels.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use serde::Deserialize;
use urlsift::extract::Join;
use urlsift::found::{DoubtKind, Grade};
use urlsift::{Extractor, Found};
use urlsift_archive::item::Window;
use urlsift_archive::mail::Headers;

/// A place at which a person decided whether a URL goes on.
#[derive(Deserialize)]
struct Label {
    source: String,
    offset: usize,
    #[serde(rename = "label")]
    verdict: String,
    #[serde(default)]
    url: String,
}

/// The counts of one row of a table, by [`Outcome`].
type Counts = [usize; 3];

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let is_verbose = args.first().is_some_and(|arg| arg == "--wrong");
    if is_verbose {
        args.remove(0);
    }
    if args.first().is_some_and(|arg| arg == "--list") {
        args[1..].iter().for_each(|file| list(file));
        return ExitCode::SUCCESS;
    }
    let [folder, files @ ..] = &args[..] else {
        println!("no folder of archives is given, so nothing was compared");
        return ExitCode::SUCCESS;
    };
    let mut tables: BTreeMap<(String, String), Counts> = BTreeMap::new();
    for file in files {
        let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file).expect("a file of labels can be read");
        let labels = text.lines().map(|line| serde_json::from_str(line).expect("a label is JSON"));
        let mut by_source: BTreeMap<String, Vec<Label>> = BTreeMap::new();
        for label in labels.into_iter().collect::<Vec<Label>>() {
            by_source.entry(label.source.clone()).or_default().push(label);
        }
        for (source, labels) in by_source {
            let found = read(folder, &source);
            for label in labels {
                let mut count = |row: String, outcome: Outcome| {
                    for pack in [name.clone(), "all".to_owned()] {
                        tables.entry((pack, row.clone())).or_default()[outcome as usize] += 1;
                    }
                };
                let Some(joined) = found.get(&label.offset) else {
                    count(format!("no such URL, {}", label.verdict), Outcome::None);
                    if is_verbose {
                        println!("none -\t{}\t{source}:{}", label.verdict, label.offset);
                    }
                    continue;
                };
                let outcome = joined.outcome(&label);
                match joined.grade {
                    Some(grade) => {
                        count(format!("{grade}"), outcome);
                        count(format!("  {grade} {}", joined.ground), outcome);
                    }
                    None if label.verdict == "join" => count("missed".to_owned(), Outcome::None),
                    None => count("stop".to_owned(), Outcome::Right),
                }
                let is_missed = joined.grade.is_none() && label.verdict == "join";
                if is_verbose && (outcome == Outcome::Wrong || is_missed) {
                    let grade = joined.grade.map_or("none", Grade::name);
                    println!(
                        "{grade} {}\t{}\t{source}:{}\n    {}\n    {}",
                        joined.ground, label.verdict, label.offset, joined.url, label.url
                    );
                }
            }
        }
    }
    let mut pack = String::new();
    for ((name, row), [right, wrong, none]) in &tables {
        if *name != pack {
            println!("\n{name}");
            pack.clone_from(name);
        }
        println!("  {row:28} {right:5} right {wrong:4} wrong {none:4} none");
    }
    ExitCode::SUCCESS
}

/// What became of a URL.
struct Joined {
    url: String,
    grade: Option<Grade>,
    ground: &'static str,
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Outcome {
    Right,
    Wrong,
    /// A join that was missed, or a label without a URL.
    None,
}

impl Joined {
    fn of(found: &Found<'_>) -> Joined {
        let joins = found.doubts().iter().filter(|doubt| doubt.kind == DoubtKind::Join);
        let ground = joins.map(|doubt| doubt.ground.name()).next().unwrap_or("-");
        Joined { url: found.url().to_owned(), grade: found.joined(), ground }
    }

    /// A join is right if the URL is that of the label, or the beginning of it.
    fn outcome(&self, label: &Label) -> Outcome {
        let is_same = label.url.starts_with(&self.url);
        match (label.verdict.as_str(), self.grade) {
            ("join", Some(_)) if is_same => Outcome::Right,
            (_, Some(_)) => Outcome::Wrong,
            _ => Outcome::None,
        }
    }
}

/// Prints the URLs of `file` that may go on after a line break.
fn list(file: &str) {
    let extractor = Extractor::builder().join(Join::Possible).build();
    let window = Window::whole(file, std::fs::read(file).expect("the file can be read"));
    for item in window.items() {
        item.find(&extractor, Headers::Useful, |location, found| {
            let Some(grade) = found.joined() else { return };
            let (text, outer) = (location.text, found.outer());
            let start =
                text[..outer.start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let ends = (outer.end..text.len()).filter(|&at| text[at] == b'\n');
            let end = ends.take(2).last().unwrap_or(text.len());
            let ground = Joined::of(found).ground;
            let lines = String::from_utf8_lossy(&text[start..end]);
            println!(
                "#{grade} {ground} {file}:{} {}\n{lines}",
                location.range(outer).start,
                found.url()
            );
        });
    }
}

/// Finds the URLs of `source` in `folder`, by their offsets.
fn read(folder: &str, source: &str) -> BTreeMap<usize, Joined> {
    let bytes = std::fs::read(Path::new(folder).join(source)).expect("the archive can be read");
    let extractor = Extractor::builder().join(Join::Possible).build();
    let window = Window::whole(source, bytes);
    let mut all = BTreeMap::new();
    for item in window.items() {
        item.find(&extractor, Headers::Useful, |location, found| {
            if location.is_in_source() {
                all.insert(location.range(found.outer()).start, Joined::of(found));
            }
        });
    }
    all
}
