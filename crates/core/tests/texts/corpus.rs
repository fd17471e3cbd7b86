//! Tests the labelled texts in `corpus/*.toml` with all line ends and quote prefixes.
//!
//! `corpus/README.md` describes the format. Quotes and line ends are applied before the marks are removed. So a
//! case is written once, and its ranges are right in each variant.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use serde::Deserialize;
use urlsift::extract::{Extra, Join, SchemeSet};
use urlsift::found::{Form, Grade};
use urlsift::{Extractor, Found, Input};

use crate::repository::root;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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
    extras: Option<Vec<String>>,
    profile: Option<String>,
    #[serde(default)]
    ascii_only: bool,
    #[serde(default)]
    as_written: bool,
    join: Option<String>,
    pieces: Option<Vec<Vec<String>>>,
    readings: Option<Vec<Vec<String>>>,
    doubts: Option<Vec<Vec<String>>>,
    joined: Option<Vec<String>>,
    notes: Option<Vec<Vec<String>>>,
    forms: Option<Vec<String>>,
    grammars: Option<Vec<Vec<String>>>,
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

/// The files of the corpus. A missing file fails the test.
const FILES: &[&str] = &[
    "address",
    "angle",
    "appendix",
    "bare",
    "bounds",
    "damaged",
    "ends",
    "gap",
    "host",
    "hyphen",
    "joins",
    "markup",
    "options",
    "order",
    "own",
    "prefix",
    "quote",
    "quoted",
    "regression",
    "schemeless",
    "shape",
    "stops",
    "tail",
    "url",
];

const ENDS: &[&str] = &["\n", "\r\n", "\r"];
const QUOTES: &[&str] = &["", "> ", ">> ", "> > ", "| ", ": ", "% ", "# ", "› ", "JD> "];

/// Returns the labelled texts.
pub(crate) fn texts() -> Vec<String> {
    cases().into_iter().map(|case| case.text).collect()
}

fn cases() -> Vec<Case> {
    let folder = root().join("corpus");
    let mut cases = Vec::new();
    for name in FILES {
        let path = folder.join(format!("{name}.toml"));
        let text = std::fs::read_to_string(&path).expect("the corpus file exists");
        let file: File =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        cases.extend(file.case);
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

/// Adds to `report` what differs from `expected`, if the case has an expectation.
fn differ<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: Option<&Vec<T>>,
    got: &[T],
    report: &mut String,
) {
    if let Some(expected) = expected.filter(|expected| expected[..] != *got) {
        write!(report, "\n  {what}\n    expected {expected:?}\n    got      {got:?}")
            .expect("writing to a string does not fail");
    }
}

impl Case {
    /// Returns an extractor for the forms and the joins of the case. Without any it is the default extractor.
    fn extractor(&self) -> Extractor {
        let mut builder = Extractor::builder();
        if let Some(names) = &self.look_for {
            let form = |name: &String| -> Form {
                name.parse().unwrap_or_else(|error| panic!("{}: {name}: {error}", self.name))
            };
            builder = builder.forms(names.iter().map(form).collect());
        }
        let set = |names: &[String]| {
            let mut schemes = SchemeSet::new();
            for name in names {
                schemes.add(name).unwrap_or_else(|error| panic!("{}: {error}", self.name));
            }
            schemes
        };
        if let Some(names) = &self.schemes {
            builder = builder.own_schemes(set(names));
        }
        if let Some(names) = &self.only_schemes {
            builder = builder.only_schemes(set(names));
        }
        if let Some(names) = &self.extras {
            let extra = |name: &String| -> Extra {
                name.parse().unwrap_or_else(|error| panic!("{}: {name}: {error}", self.name))
            };
            builder = builder.extras(names.iter().map(extra).collect());
        }
        if let Some(name) = &self.profile {
            let profile = name.parse().unwrap_or_else(|error| panic!("{}: {error}", self.name));
            builder = builder.profile(profile);
        }
        builder = builder.ascii_only(self.ascii_only).as_written(self.as_written);
        if let Some(name) = &self.join {
            builder = builder.join(match name.as_str() {
                "certain" => Join::Certain,
                "likely" => Join::Likely,
                "possible" => Join::Possible,
                "never" => Join::Never,
                _ => panic!("{}: {name} is no grade", self.name),
            });
        }
        builder.build()
    }

    fn check(&self, text: &str, ranges: &[Range<usize>], found: &[Found<'_>]) -> String {
        let mut report = String::new();
        let urls: Vec<String> = found.iter().map(|found| found.url().to_owned()).collect();
        differ("urls", Some(&self.urls), &urls, &mut report);
        let outer: Vec<&str> = found.iter().map(|found| &text[found.outer()]).collect();
        let marked: Vec<&str> = ranges.iter().map(|range| &text[range.clone()]).collect();
        differ("marks", Some(&marked), &outer, &mut report);
        let starts: Vec<usize> = found.iter().map(|found| found.outer().start).collect();
        differ("starts", Some(&ranges.iter().map(|r| r.start).collect()), &starts, &mut report);
        let list = |list: &dyn Fn(&Found<'_>) -> Vec<String>| -> Vec<Vec<String>> {
            found.iter().map(list).collect()
        };
        let pieces = list(&|found| {
            let piece = |piece: &urlsift::found::Piece| {
                String::from_utf8_lossy(piece.bytes(text.as_bytes())).into_owned()
            };
            found.pieces().iter().map(piece).collect()
        });
        differ("pieces", self.pieces.as_ref(), &pieces, &mut report);
        for (pieces, url) in pieces.iter().zip(&urls) {
            differ("pieces joined", Some(&vec![url.clone()]), &[pieces.concat()], &mut report);
        }
        let readings = list(&|found| found.readings().iter().map(|r| r.url().to_owned()).collect());
        differ("readings", self.readings.as_ref(), &readings, &mut report);
        let doubts = list(&|found| {
            let doubt = |doubt: &urlsift::found::Doubt| {
                format!("{} {} {}", doubt.kind.name(), doubt.chosen.name(), doubt.ground.name())
            };
            found.doubts().iter().map(doubt).collect()
        });
        differ("doubts", self.doubts.as_ref(), &doubts, &mut report);
        let joined: Vec<String> =
            found.iter().map(|found| found.joined().map_or("", Grade::name).to_owned()).collect();
        differ("joined", self.joined.as_ref(), &joined, &mut report);
        let notes = list(&|found| found.notes().iter().map(ToString::to_string).collect());
        differ("notes", self.notes.as_ref(), &notes, &mut report);
        let forms: Vec<String> = found.iter().map(|found| found.form().to_string()).collect();
        differ("forms", self.forms.as_ref(), &forms, &mut report);
        let grammars = list(&|found| {
            found.verdict().grammars().iter().map(|grammar| grammar.to_string()).collect()
        });
        differ("grammars", self.grammars.as_ref(), &grammars, &mut report);
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
