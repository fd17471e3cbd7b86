//! Tests on data outside the repository: real wrappers with proof, and test cases of other programs.
//!
//! The data is in `../shared`, a folder next to the repository. Without it these tests print that they are skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use iri_string::types::{IriStr, UriStr};
use serde::Deserialize;
use serde_json::Value;
use urlsift::extract::Forms;
use urlsift::found::Form;
use urlsift::verdict::{Grammar, Validator};
use urlsift::{Extractor, Found};

use crate::repository::shared;

/// Returns the URL of `row`, a wrapper from a real archive, if an unbroken copy proves one reading.
fn proved(row: &Value) -> Option<&str> {
    let reading = match row["resolved"].as_str()? {
        "joined" => "joined",
        "kept" => "joined_kept",
        "dropped" => "joined_dropped",
        _ => return None,
    };
    row[reading].as_str()
}

/// The first reading of each proved wrapper is the proved URL.
#[test]
fn proved_wrappers_give_the_proved_url_first() {
    let Some(path) = shared("data/wrapped.jsonl") else { return };
    let text = fs::read_to_string(path).expect("the file is text");
    let extractor = Extractor::new();
    let mut count = 0;
    let mut failed = Vec::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        let Some(url) = proved(&row) else { continue };
        let context = row["context"].as_str().expect("a row has a context");
        count += 1;
        let got = extractor.find_iter(context).map(|found| found.url().to_owned());
        let got: Vec<_> = got.collect();
        if !got.iter().any(|it| it == url) {
            failed.push(format!("{:?}\n  wants {url}\n  got {got:?}", row["raw"]));
        }
    }
    assert!(count >= 884, "only {count} proved wrappers");
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n"));
}

/// On all values of the labelled rows and on all their words, verdicts by RFC 3986 and RFC 3987 equal those of the
/// crate iri-string.
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
    assert!(judged > 100_000, "only {judged} strings");
}

/// A text with the URLs that the tests of another program expect.
#[derive(Deserialize)]
struct Case {
    text: Option<String>,
    expect: Vec<String>,
    #[serde(default)]
    requires: Vec<String>,
    #[serde(default = "all")]
    r#match: String,
}

fn all() -> String {
    "all".to_owned()
}

fn cases() -> Option<Vec<Case>> {
    let text = fs::read_to_string(shared("cases/open.jsonl")?).expect("the file is text");
    let case = |line| serde_json::from_str(line).expect("each line is a case");
    let cases: Vec<Case> = text.lines().map(case).collect();
    assert!(cases.len() > 1000, "only {} cases", cases.len());
    Some(cases)
}

/// Cases that expect hosts or addresses without a scheme are searched with these forms. Most expect the URL as spelled in
/// the text, a few with the scheme.
#[test]
fn shared_cases_pass_with_hosts_and_addresses() {
    let Some(cases) = cases() else { return };
    let extractor = |case: &Case| {
        let wants = |name: &str| case.requires.iter().any(|wanted| wanted.starts_with(name));
        let host = Some(Form::Host).filter(|_| wants("schemeless"));
        let address = Some(Form::Address).filter(|_| wants("email"));
        Extractor::builder()
            .forms(Forms::default().iter().chain(host).chain(address).collect())
            .build()
    };
    let spelled = |found: &Found<'_>, text: &str| -> String {
        let is_whole = !matches!(found.form(), Form::Www | Form::Host | Form::Address);
        if is_whole {
            return found.url().to_owned();
        }
        found.pieces().iter().map(|piece| &text[piece.range()]).collect()
    };
    for (wanted, least) in [("schemeless", 149), ("email-raw", 76), ("email", 17)] {
        let (mut passed, mut count, mut failed) = (0, 0, Vec::new());
        for case in cases.iter().filter(|case| case.requires.iter().any(|name| name == wanted)) {
            let Some(text) = case.text.as_deref() else { continue };
            let extractor = extractor(case);
            let found: Vec<Found<'_>> = extractor.find_iter(text).collect();
            let urls: Vec<String> = found.iter().map(|found| found.url().to_owned()).collect();
            let spelled: Vec<String> = found.iter().map(|found| spelled(found, text)).collect();
            let is_met = |got: &[String]| match &*case.r#match {
                "first" if case.expect.is_empty() => got.is_empty(),
                "first" => got.starts_with(&case.expect),
                "set" => got.iter().collect::<BTreeSet<_>>() == case.expect.iter().collect(),
                "contains" => case.expect.iter().all(|url| got.contains(url)),
                _ => got == case.expect,
            };
            count += 1;
            if is_met(&urls) || is_met(&spelled) {
                passed += 1;
            } else {
                failed.push(format!("{text:?} wants {:?}, got {spelled:?}", case.expect));
            }
        }
        println!("{wanted}: {passed} of {count}");
        assert!(passed >= least, "{wanted}: {passed} of {count}:\n{}", failed.join("\n"));
    }
}
