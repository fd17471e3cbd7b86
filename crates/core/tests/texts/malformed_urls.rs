//! Tests where malformed URLs fail (V3), and the verdicts on the URLs in the documents themselves (V7).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use urlsift::url::Url;
use urlsift::verdict::{Grammar, Validator};

use crate::repository::root;

/// The mark before the byte at which a URL fails.
const MARK: char = '‸';

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Malformed {
    grammar: String,
    /// URLs with their marks, and the kinds of failure.
    urls: Vec<(String, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Documents {
    url: Vec<DocumentUrl>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DocumentUrl {
    url: String,
    document: String,
    section: String,
    /// The rule of the document's own BNF that the URL violates. `at` is the offset.
    breaks: Option<String>,
    at: Option<usize>,
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> T {
    let text = fs::read_to_string(path).expect("the corpus is readable");
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns `url` with the mark where it fails, and the kind of failure.
fn judged(grammar: Grammar, url: &str) -> Option<(String, String)> {
    let url = Validator::new().url(url);
    let failure = url.failure(grammar)?;
    let (before, after) = url.as_str().split_at(failure.at());
    Some((format!("{before}{MARK}{after}"), failure.kind().name().replace('_', " ")))
}

fn named(name: &str) -> Grammar {
    let known = Grammar::ALL.iter().copied().find(|grammar| grammar.name() == name);
    known.expect("the grammar is known")
}

#[test]
fn malformed_urls_fail_at_the_marked_place() {
    let folder = root().join("corpus/malformed");
    let mut report = Vec::new();
    let mut rows_of = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the corpus exists") {
        let path = entry.expect("the corpus is readable").path();
        let file: Malformed = read(&path);
        let grammar = named(&file.grammar);
        for row in &file.urls {
            let got = judged(grammar, &row.0.replace(MARK, ""));
            if got.as_ref() != Some(row) {
                report.push(format!("{row:?} by {grammar}: {got:?}"));
            }
        }
        let name = path.file_stem().expect("the file has a name").to_string_lossy().into_owned();
        rows_of.insert((file.grammar, name), file.urls.len());
    }
    assert!(report.is_empty(), "{}:\n{}", report.len(), report.join("\n"));
    // At least forty rows for every scheme. Schemes of both documents share a file under the draft.
    for grammar in [Grammar::Rfc1738, Grammar::Draft03] {
        for scheme in grammar.schemes() {
            let own = rows_of.get(&(grammar.to_string(), String::from(*scheme)));
            let shared = rows_of.get(&(grammar.to_string(), String::from("draft03-old")));
            assert!(own.or(shared).is_some_and(|rows| *rows >= 40), "{grammar} {scheme}");
        }
    }
}

#[test]
fn urls_of_the_documents_have_the_intended_verdict() {
    let path = root().join("corpus/documents.toml");
    let documents: Documents = read(&path);
    assert!(documents.url.len() > 40);
    for DocumentUrl { url, document, section, breaks, at } in &documents.url {
        let grammar = named(document);
        let judged: Url<'_> = Validator::new().url(url);
        match (judged.failure(grammar), breaks) {
            (None, None) => {}
            (Some(failure), Some(_)) => assert_eq!(Some(failure.at()), *at, "{url}: {failure}"),
            (Some(failure), None) => panic!("{document}, {section}: {url}: {failure}"),
            (None, Some(rule)) => panic!("{document}, {section}: {url} does not break: {rule}"),
        }
    }
}
