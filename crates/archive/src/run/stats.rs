//! The statistics of a run, as lines or as one JSON object. Each item is counted by the thread that searches it, so the
//! sums are exact, and the same for any number of threads.

use std::sync::LazyLock;

use serde::Serialize;
use urlsift::Found;
use urlsift::found::Form;
use urlsift::verdict::Grammar;

use crate::files::file_outcomes::{FileOutcomes, ReadCounts};
use crate::mail::mime::tally::Extent;
use crate::mail::{Names, Tally};

/// The counts of some items.
#[derive(Debug, Default)]
pub struct ItemStats {
    count: u64,
    urls: u64,
    /// The counts from here on are made only for `--stats`. The tally is boxed because each group of results
    /// has one.
    tally: Option<Box<Tally>>,
    forms: [u64; Form::ALL.len()],
    valid: u64,
    grammars: [u64; Grammar::ALL.len()],
}

impl ItemStats {
    pub(crate) fn add(&mut self, found: &Found<'_>, is_full: bool) {
        self.urls += 1;
        if !is_full {
            return;
        }
        let verdict = found.verdict();
        for (form, count) in Form::ALL.iter().zip(&mut self.forms) {
            *count += u64::from(*form == found.form());
        }
        self.valid += u64::from(verdict.grammars().iter().next().is_some());
        for (grammar, count) in Grammar::ALL.iter().zip(&mut self.grammars) {
            *count += u64::from(verdict.satisfies(*grammar));
        }
    }

    pub(crate) fn add_item(&mut self, tally: Option<Box<Tally>>) {
        self.count += 1;
        self.add_tally(tally);
    }

    fn add_tally(&mut self, tally: Option<Box<Tally>>) {
        match (&mut self.tally, tally) {
            (Some(mine), Some(its)) => mine.merge(*its),
            (mine, its) => *mine = mine.take().or(its),
        }
    }

    fn merge(&mut self, other: ItemStats) {
        self.count += other.count;
        self.urls += other.urls;
        self.add_tally(other.tally);
        let add = |mine: &mut [u64], its: &[u64]| {
            mine.iter_mut().zip(its).for_each(|(mine, its)| *mine += its);
        };
        add(&mut self.forms, &other.forms);
        self.valid += other.valid;
        add(&mut self.grammars, &other.grammars);
    }
}

/// The statistics of a run.
#[derive(Debug, Default)]
pub struct Stats {
    /// The files and bytes that were read.
    pub reads: ReadCounts,
    items: ItemStats,
}

static EMPTY_TALLY: LazyLock<Tally> = LazyLock::new(Tally::default);

impl Stats {
    /// Adds the counts of some items.
    pub fn add(&mut self, items: ItemStats) {
        self.items.merge(items);
    }

    /// Returns the number of messages and texts that were searched.
    pub fn items(&self) -> u64 {
        self.items.count
    }

    /// Returns the number of URLs that were found and selected.
    pub fn urls(&self) -> u64 {
        self.items.urls
    }

    /// Returns the statistics as a JSON object, with the names that the guide's chapter on scanning explains.
    pub fn json(&self) -> String {
        // All keys are strings, so this does not fail.
        serde_json::to_string(&self.report()).unwrap_or_default()
    }

    /// Returns the statistics as lines for people. Each ends with a line feed.
    pub fn lines(&self) -> String {
        let line = |(heading, counts)| format!("{heading:<10}{}\n", in_a_row(counts));
        self.table().into_iter().map(line).collect()
    }

    /// Returns the lines of the statistics: a heading, and counts with their names.
    pub fn table(&self) -> Vec<(&'static str, Vec<(String, u64)>)> {
        let report = self.report();
        // Replace the sum of skipped bytes by the bytes for each reason.
        let mut bytes = report.bytes.0;
        bytes.retain(|(name, _)| *name != "skipped");
        bytes.extend(report.skipped.0.iter().map(|(reason, extent)| (*reason, extent.bytes)));
        let table = [
            ("files", in_words(report.files)),
            ("members", in_words(report.members)),
            ("messages", in_words(report.messages)),
            ("texts", vec![("searched", report.texts)]),
            ("bytes", bytes),
            ("types", commonest_first(report.types)),
            ("charsets", commonest_first(report.charsets)),
            ("encodings", commonest_first(report.encodings)),
            ("damage", commonest_first(report.damage)),
            ("URLs", vec![("", report.urls)]),
            ("forms", report.forms.0),
            ("standing", [report.standing.0, report.grammars.0].concat()),
        ];
        let owned = |counts: Vec<(&str, u64)>| {
            counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
        };
        table.into_iter().map(|(heading, counts)| (heading, owned(counts))).collect()
    }

    fn report(&self) -> StatsReport<'_> {
        let Stats { reads, items } = self;
        let tally = items.tally.as_deref().unwrap_or(&EMPTY_TALLY);
        let outcomes = |outcomes: FileOutcomes| {
            vec![("read", outcomes.read), ("binary", outcomes.binary), ("unread", outcomes.unread)]
        };
        let others = vec![("links", reads.links), ("special", reads.special)];
        let skipped_bytes = tally.bytes() - tally.header_bytes - tally.text_bytes;
        let forms = Form::ALL.iter().map(|form| form.name());
        let grammars = Grammar::ALL.iter().map(|grammar| grammar.name());
        StatsReport {
            files: Object([outcomes(reads.files), others].concat()),
            members: Object(outcomes(reads.members)),
            messages: Object(vec![("searched", tally.messages), ("too_large", reads.too_large)]),
            texts: tally.texts,
            bytes: Object(vec![
                ("read", reads.bytes),
                ("header", tally.header_bytes),
                ("text", tally.text_bytes),
                ("skipped", skipped_bytes),
            ]),
            skipped: Object(tally.skipped.iter().map(|(it, extent)| (it.name(), extent)).collect()),
            types: &tally.types,
            charsets: &tally.charsets,
            encodings: &tally.encodings,
            damage: &tally.damage,
            urls: items.urls,
            forms: Object(forms.zip(items.forms).collect()),
            standing: Object(vec![("valid", items.valid), ("loose", items.urls - items.valid)]),
            grammars: Object(grammars.zip(items.grammars).collect()),
        }
    }
}

/// Replaces the JSON names of some counts by words for the lines.
fn in_words(counts: Object<u64>) -> Vec<(&'static str, u64)> {
    let word = |name| match name {
        "binary" => "neither mail nor text",
        "unread" => "damaged or not opened",
        "links" => "links not followed",
        "special" => "neither files nor directories",
        "too_large" => "too large",
        name => name,
    };
    counts.0.into_iter().map(|(name, count)| (word(name), count)).collect()
}

/// Returns the counts in descending order. Equal counts are in the order of their names.
fn commonest_first(names: &Names) -> Vec<(&str, u64)> {
    let mut all: Vec<_> = names.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

fn in_a_row(mut counts: Vec<(String, u64)>) -> String {
    counts.retain(|(_, count)| *count > 0);
    if counts.is_empty() {
        return "none".to_owned();
    }
    let said = |(name, count): (String, u64)| format!("{count} {name}").trim_end().to_owned();
    counts.into_iter().map(said).collect::<Vec<_>>().join(", ")
}

/// The JSON object of `--stats`. The guide's chapter on scanning explains the fields.
#[derive(Serialize)]
struct StatsReport<'s> {
    files: Object<u64>,
    members: Object<u64>,
    messages: Object<u64>,
    texts: u64,
    bytes: Object<u64>,
    skipped: Object<Extent>,
    types: &'s Names,
    charsets: &'s Names,
    encodings: &'s Names,
    damage: &'s Names,
    urls: u64,
    forms: Object<u64>,
    standing: Object<u64>,
    grammars: Object<u64>,
}

/// A JSON object whose keys come in this order.
struct Object<V>(Vec<(&'static str, V)>);

impl<V: Serialize> Serialize for Object<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
