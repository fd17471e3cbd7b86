//! Real wrappers with proof, where they are there: a folder beside the repository that is no part of
//! it. Where it is not, the test says so and asks for nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use iri_string::types::{IriStr, UriStr};
use serde::Deserialize;
use serde_json::Value;
use urlsift::{Extractor, Grammar, Validator};

fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name); // if it exists
    let there = path.exists();
    if !there {
        eprintln!("not tested: there is no {name} beside the repository");
    }
    there.then_some(path)
}

/// A wrapper from a real archive; where an unbroken copy proves what it says, `resolved` tells which.
#[derive(Deserialize)]
struct Wrapped {
    context: String,
    raw: String,
    joined: Option<String>,
    joined_kept: Option<String>,
    joined_dropped: Option<String>,
    resolved: Option<String>,
}

impl Wrapped {
    fn proved(&self) -> Option<&str> {
        match self.resolved.as_deref()? {
            "joined" => self.joined.as_deref(),
            "kept" => self.joined_kept.as_deref(),
            "dropped" => self.joined_dropped.as_deref(),
            _ => None,
        }
    }
}

/// Every proved wrapper gives the proved URL first.
#[test]
fn proved_wrappers_give_the_proved_url_first() {
    let Some(path) = shared("data/wrapped.jsonl") else { return };
    let text = fs::read_to_string(path).expect("the file is text");
    let extractor = Extractor::new();
    let mut proved = 0;
    let mut failed = Vec::new();
    for line in text.lines() {
        let row: Wrapped = serde_json::from_str(line).expect("each line is an object");
        let Some(url) = row.proved() else { continue };
        proved += 1;
        if !extractor.find_iter(&row.context).any(|found| found.url() == url) {
            let got: Vec<_> =
                extractor.find_iter(&row.context).map(|found| found.url().to_owned()).collect();
            failed.push(format!("{:?}\n  wants {url}\n  got {got:?}", row.raw));
        }
    }
    assert!(proved >= 884, "{proved} proved wrappers are too few");
    assert!(failed.is_empty(), "{} of {proved}:\n{}", failed.len(), failed.join("\n"));
}

/// Whatever stands in the labelled rows, whole values and their words, is to RFC 3986 and RFC 3987 what
/// it is to iri-string, found in it or not.
#[test]
fn verdicts_on_real_text_are_those_of_iri_string() {
    let (validator, extractor) = (Validator::new(), Extractor::new());
    let mut judged = 0;
    let mut judge = |text: &str| {
        let verdict = validator.validate(text);
        judged += 1;
        assert_eq!(verdict.satisfies(Grammar::Rfc3986), UriStr::new(text).is_ok(), "{text}");
        assert_eq!(verdict.satisfies(Grammar::Rfc3987), IriStr::new(text).is_ok(), "{text}");
    };
    for name in ["data/wrapped.jsonl", "data/bare-joins.jsonl", "data/bare-hyphen.jsonl"] {
        let Some(path) = shared(name) else { return };
        let text = fs::read_to_string(path).expect("the file is text");
        for line in text.lines() {
            let row: BTreeMap<String, Value> =
                serde_json::from_str(line).expect("each line is an object");
            for value in row.values().filter_map(Value::as_str) {
                judge(value);
                value.split_ascii_whitespace().for_each(&mut judge);
                extractor.find_iter(value).for_each(|found| judge(found.url()));
            }
        }
    }
    assert!(judged > 100_000, "{judged} are too few");
}
