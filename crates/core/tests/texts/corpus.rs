//! Tests the labelled texts in `corpus/*.toml` with all line ends and quote prefixes.
//!
//! `corpus/README.md` describes the format. Quotes and line ends are applied before the marks are removed. So a
//! case is written once, and its ranges are right in each variant.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};
use std::ops::Range;
use std::str::FromStr;

use serde::Deserialize;
use serde_json::Value;
use urlsift::extract::SchemeSet;
use urlsift::found::{Doubt, Grade, Piece};
use urlsift::{Extractor, Found, Input};

use crate::repository::{files, root};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    rules: Vec<String>,
    #[allow(dead_code)] // It is there for readers of the file.
    source: Option<String>,
    text: String,
    urls: Vec<String>,
    #[serde(default)]
    variants: Variants,
    look_for: Option<Vec<String>>,
    schemes: Option<Vec<String>>,
    only_schemes: Option<Vec<String>>,
    #[serde(default)]
    extras: Vec<String>,
    profile: Option<String>,
    #[serde(default)]
    ascii_only: bool,
    #[serde(default)]
    as_written: bool,
    join: Option<String>,
    /// What else is expected of the URLs: for each name, a list with a value for each URL.
    #[serde(flatten)]
    expected: BTreeMap<String, Value>,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Variants {
    #[default]
    All,
    Ends,
    Lf,
    None,
}

const ENDS: &[&str] = &["\n", "\r\n", "\r"];
const QUOTES: &[&str] = &["", "> ", ">> ", "> > ", "| ", ": ", "% ", "# ", "› ", "JD> "];

/// Returns the labelled texts.
pub(crate) fn texts() -> Vec<String> {
    cases().into_iter().map(|case| case.text).collect()
}

/// Returns the URLs that the cases expect.
pub(crate) fn urls() -> BTreeSet<String> {
    cases().into_iter().flat_map(|case| case.urls).collect()
}

/// Returns the rows of the table `name`, whose values are escaped as in JSON and have tabs between them.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let table = std::fs::read_to_string(root().join("corpus").join(name)).expect("a table");
    let value = |value| serde_json::from_str(&format!("\"{value}\"")).expect("it is escaped");
    let rows = table.lines().filter(|line| line.contains('\t'));
    let rows: Vec<Vec<String>> = rows.map(|line| line.split('\t').map(value).collect()).collect();
    assert!(rows.len() > 15, "{name} has {} rows", rows.len());
    rows
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for path in files(&root().join("corpus")) {
        let is_table = path.extension().is_some_and(|extension| extension == "toml");
        // These are the URLs in the documents, without texts.
        if is_table && !path.ends_with("documents.toml") {
            let text = std::fs::read_to_string(&path).expect("the corpus file is readable");
            let file: File =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            cases.extend(file.case);
        }
    }
    cases
}

impl Variants {
    fn ends(self) -> &'static [&'static str] {
        match self {
            Variants::All | Variants::Ends => ENDS,
            Variants::Lf => &ENDS[..2],
            Variants::None => &ENDS[..1],
        }
    }

    fn quotes(self) -> &'static [&'static str] {
        if self == Variants::All { QUOTES } else { &QUOTES[..1] }
    }
}

/// Applies a quote prefix and a line end to each line of `text`.
fn variant(text: &str, quote: &str, end: &str) -> String {
    let mut variant = String::new();
    for line in text.split_inclusive('\n') {
        variant += quote;
        match line.strip_suffix('\n') {
            Some(line) => variant.extend([line, end]),
            None => variant += line,
        }
    }
    variant
}

/// Removes the marks of `text`, and returns the ranges between them.
fn unmark(text: &str) -> (String, Vec<Range<usize>>) {
    let mut plain = String::new();
    let mut ranges = Vec::new();
    let mut start = 0;
    for c in text.chars() {
        match c {
            '«' => start = plain.len(),
            '»' => ranges.push(start..plain.len()),
            c => plain.push(c),
        }
    }
    (plain, ranges)
}

/// Returns a list of what `value` makes of each of `items`.
fn list<T>(items: impl IntoIterator<Item = T>, value: impl Fn(T) -> String) -> Value {
    items.into_iter().map(|item| Value::String(value(item))).collect()
}

impl Case {
    /// Returns the values that `names` have.
    fn parsed<T: FromStr<Err: Display>, C: FromIterator<T>>(&self, names: &[String]) -> C {
        let parse = |name: &String| {
            name.parse().unwrap_or_else(|error| panic!("{}: {name}: {error}", self.name))
        };
        names.iter().map(parse).collect()
    }

    fn schemes(&self, names: &[String]) -> SchemeSet {
        let mut schemes = SchemeSet::new();
        for name in names {
            schemes.add(name).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        }
        schemes
    }

    /// Returns an extractor with the options of the case. Without any it is the default extractor.
    fn extractor(&self) -> Extractor {
        let mut builder =
            Extractor::builder().ascii_only(self.ascii_only).as_written(self.as_written);
        builder = builder.extras(self.parsed(&self.extras));
        if let Some(names) = &self.look_for {
            builder = builder.forms(self.parsed(names));
        }
        if let Some(names) = &self.schemes {
            builder = builder.own_schemes(self.schemes(names));
        }
        if let Some(names) = &self.only_schemes {
            builder = builder.only_schemes(self.schemes(names));
        }
        if let Some(name) = &self.profile {
            builder = builder.profile(name.parse().expect("a profile"));
        }
        if let Some(name) = &self.join {
            builder = builder.join(name.parse().expect("a grade"));
        }
        builder.build()
    }

    /// Describes what of `found`, the URLs of `text`, differs from the case, whose marks are at `ranges`.
    fn check(&self, text: &str, ranges: &[Range<usize>], found: &[Found<'_>]) -> String {
        let each =
            |value: &dyn Fn(&Found<'_>) -> Value| Value::Array(found.iter().map(value).collect());
        let piece =
            |piece: &Piece| String::from_utf8_lossy(piece.bytes(text.as_bytes())).into_owned();
        let doubt = |it: &Doubt| format!("{} {} {}", it.kind, it.chosen, it.ground);
        let got = [
            ("urls", each(&|it| it.url().into())),
            ("marks", each(&|it| format!("{:?}", it.outer()).into())),
            ("pieces", each(&|it| list(it.pieces(), piece))),
            ("pieces joined", each(&|it| it.pieces().iter().map(piece).collect::<String>().into())),
            ("readings", each(&|it| list(it.readings(), |it| it.url().to_owned()))),
            ("doubts", each(&|it| list(it.doubts(), doubt))),
            ("joined", each(&|it| it.joined().map_or("", Grade::name).into())),
            ("notes", each(&|it| list(it.notes(), |note| note.to_string()))),
            ("forms", each(&|it| it.form().to_string().into())),
            ("grammars", each(&|it| list(it.verdict().grammars().iter(), |it| it.to_string()))),
        ];
        let urls = list(&self.urls, Clone::clone);
        let marks = list(ranges, |range| format!("{range:?}"));
        let always = [("urls", urls.clone()), ("marks", marks), ("pieces joined", urls)];
        let mut report = String::new();
        let expected = self.expected.iter().map(|(name, value)| (&**name, value));
        for (name, expected) in always.iter().map(|(name, value)| (*name, value)).chain(expected) {
            let got = got.iter().find(|(known, _)| *known == name);
            let (_, got) = got.unwrap_or_else(|| panic!("{}: {name} is unknown", self.name));
            if got != expected {
                let _ = write!(report, "\n  {name}\n    expected {expected}\n    got      {got}");
            }
        }
        report
    }
}

#[test]
fn every_case_passes_in_every_variant() {
    let mut failures = Vec::new();
    let mut runs = 0;
    for case in cases() {
        let extractor = case.extractor();
        for quote in case.variants.quotes() {
            for end in case.variants.ends() {
                let (text, ranges) = unmark(&variant(&case.text, quote, end));
                let found: Vec<_> = extractor.find_iter(&text).collect();
                let report = case.check(&text, &ranges, &found);
                runs += 1;
                if !report.is_empty() {
                    let Case { name, rules, .. } = &case;
                    failures.push(format!("{name} {rules:?}, {quote:?}, {end:?}{report}\n"));
                    break;
                }
                let as_bytes = extractor.find_iter(Input::new(text.as_bytes()));
                assert!(as_bytes.map(|f| f.outer()).eq(found.iter().map(Found::outer)));
            }
        }
    }
    assert!(runs > 1000, "only {runs} runs: was the corpus found?");
    assert!(failures.is_empty(), "{} of {runs}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn names_are_unique_and_marks_are_pairs() {
    let mut names = BTreeSet::new();
    for case in cases() {
        assert!(names.insert(case.name.clone()), "{} is used twice", case.name);
        let marks: String = case.text.chars().filter(|c| "«»".contains(*c)).collect();
        assert_eq!(marks, "«»".repeat(case.urls.len()), "{}", case.name);
        assert!(!case.rules.is_empty(), "{} cites no rule", case.name);
    }
}
