//! `--stats`: what a run came upon, in numbers, as lines or as one JSON object.
//!
//! Everything is counted where it is met, item by item, and added up in any order, so that the numbers
//! are exact and the same for any number of threads. They go to standard error, behind all messages,
//! for standard output has the rows.

use std::sync::LazyLock;

use serde::Serialize;
use urlsift::archive::{Names, Reason, Tally};
use urlsift::{Form, Found, Grammar};

use crate::args::StatsFormat;
use crate::progress::Done;
use crate::reads::{Fates, Reads};

/// What was met in items.
#[derive(Debug, Default)]
pub(crate) struct Met {
    /// How many items.
    items: u64,
    urls: u64,
    /// The rest is counted where it is asked for. Boxed, for there is one for each message.
    tally: Option<Box<Tally>>,
    forms: [u64; Form::ALL.len()],
    valid: u64,
    grammars: [u64; Grammar::ALL.len()],
}

/// What is counted of each item.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Counting {
    /// As much as progress shows.
    Little,
    Everything,
}

impl Met {
    pub(crate) fn add(&mut self, found: &Found<'_>, counting: Counting) {
        self.urls += 1;
        if counting == Counting::Little {
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

    /// Adds the item that it is of, with its tally where everything is counted.
    pub(crate) fn add_item(&mut self, tally: Option<Tally>) {
        self.items += 1;
        self.add_tally(tally.map(Box::new));
    }

    fn add_tally(&mut self, tally: Option<Box<Tally>>) {
        match (&mut self.tally, tally) {
            (Some(mine), Some(its)) => mine.merge(*its),
            (mine, its) => *mine = mine.take().or(its),
        }
    }

    fn merge(&mut self, other: Met) {
        self.items += other.items;
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

/// The numbers of a run.
#[derive(Debug, Default)]
pub(crate) struct Stats {
    pub(crate) reads: Reads,
    met: Met,
}

/// That of a run without items.
static NOTHING: LazyLock<Tally> = LazyLock::new(Tally::default);

/// Numbers by name, in the order in which they are said.
struct Named(Vec<(String, u64)>);

impl Stats {
    pub(crate) fn add(&mut self, met: Met) {
        self.met.merge(met);
    }

    /// How far the run has come.
    pub(crate) fn done(&self) -> Done {
        let Reads { bytes, unneeded, .. } = self.reads;
        Done { bytes: bytes + unneeded, items: self.met.items, urls: self.met.urls }
    }

    /// All of it, each line with its end.
    pub(crate) fn write(&self, format: StatsFormat) -> String {
        match format {
            StatsFormat::Text => self.lines(),
            StatsFormat::Json => {
                serde_json::to_string(&self.report()).expect("all keys are strings") + "\n"
            }
        }
    }

    fn lines(&self) -> String {
        let Report { files, members, messages, texts, bytes, skipped, .. } = self.report();
        let fates = |fates: Fates| {
            [
                ("read", fates.read),
                ("neither mail nor text", fates.binary),
                ("not read to their end", fates.unread),
            ]
        };
        let others =
            [("links not followed", files.links), ("neither files nor directories", files.special)];
        let tally = self.met.tally.as_deref().unwrap_or(&NOTHING);
        let skipped_bytes = skipped.0.iter().map(|(name, extent)| (*name, extent.bytes));
        let table: [(&str, Named); 12] = [
            ("files", fates(files.fates).into_iter().chain(others).collect()),
            ("members", fates(members).into_iter().collect()),
            (
                "messages",
                [("searched", messages.searched), ("too large", messages.too_large)]
                    .into_iter()
                    .collect(),
            ),
            ("texts", [("searched", texts)].into_iter().collect()),
            (
                "bytes",
                [("read", bytes.read), ("header", bytes.header), ("text", bytes.text)]
                    .into_iter()
                    .chain(skipped_bytes)
                    .collect(),
            ),
            ("types", Named::sorted(&tally.types)),
            ("charsets", Named::sorted(&tally.charsets)),
            ("encodings", Named::sorted(&tally.encodings)),
            ("damage", Named::sorted(&tally.damage)),
            ("URLs", [("", self.met.urls)].into_iter().collect()),
            ("forms", self.forms().collect()),
            ("standing", self.standing().into_iter().chain(self.grammars()).collect()),
        ];
        let line = |(heading, named): &(&str, Named)| format!("{heading:<10}{}\n", named.line());
        table.iter().map(line).collect::<Vec<_>>().concat()
    }

    fn forms(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Form::ALL.iter().map(|form| form.name()).zip(self.met.forms)
    }

    fn standing(&self) -> [(&'static str, u64); 2] {
        [("valid", self.met.valid), ("loose", self.met.urls - self.met.valid)]
    }

    fn grammars(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Grammar::ALL.iter().map(|grammar| grammar.name()).zip(self.met.grammars)
    }

    fn report(&self) -> Report<'_> {
        let reads = &self.reads;
        let tally = self.met.tally.as_deref().unwrap_or(&NOTHING);
        let extent = |reason: Reason| {
            let extent = tally.skipped.of(reason);
            (reason.name(), Extent { count: extent.count, bytes: extent.bytes })
        };
        Report {
            files: Files { fates: reads.files, links: reads.links, special: reads.special },
            members: reads.members,
            messages: Messages { searched: tally.messages, too_large: reads.too_large },
            texts: tally.texts,
            bytes: Bytes {
                read: reads.bytes,
                header: tally.header_bytes,
                text: tally.text_bytes,
                skipped: tally.bytes() - tally.header_bytes - tally.text_bytes,
            },
            skipped: Object(Reason::ALL.into_iter().map(extent).collect()),
            types: &tally.types,
            charsets: &tally.charsets,
            encodings: &tally.encodings,
            damage: &tally.damage,
            urls: self.met.urls,
            forms: Object(self.forms().collect()),
            standing: Object(self.standing().into()),
            grammars: Object(self.grammars().collect()),
        }
    }
}

impl<'n> FromIterator<(&'n str, u64)> for Named {
    fn from_iter<I: IntoIterator<Item = (&'n str, u64)>>(pairs: I) -> Named {
        Named(pairs.into_iter().map(|(name, count)| (name.to_owned(), count)).collect())
    }
}

impl Named {
    /// The commonest first, of equals the lesser name.
    fn sorted(names: &Names) -> Named {
        let mut all: Vec<_> = names.iter().map(|(name, &count)| (name.clone(), count)).collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Named(all)
    }

    /// What there is of it, by commas.
    fn line(&self) -> String {
        let some = self.0.iter().filter(|(_, count)| *count > 0);
        let some: Vec<String> =
            some.map(|(name, count)| format!("{count} {name}").trim_end().to_owned()).collect();
        if some.is_empty() { "none".to_owned() } else { some.join(", ") }
    }
}

/// What is said as JSON. README.md has the fields in a table.
#[derive(Serialize)]
struct Report<'s> {
    files: Files,
    members: Fates,
    messages: Messages,
    texts: u64,
    bytes: Bytes,
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

#[derive(Serialize)]
struct Files {
    #[serde(flatten)]
    fates: Fates,
    links: u64,
    special: u64,
}

#[derive(Serialize)]
struct Messages {
    searched: u64,
    too_large: u64,
}

#[derive(Serialize)]
struct Bytes {
    read: u64,
    header: u64,
    text: u64,
    skipped: u64,
}

#[derive(Clone, Copy, Serialize)]
struct Extent {
    count: u64,
    bytes: u64,
}

/// An object whose keys come in this order.
struct Object<V>(Vec<(&'static str, V)>);

impl<V: Serialize> Serialize for Object<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
