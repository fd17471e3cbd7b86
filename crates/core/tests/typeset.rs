//! Measures the joins of URLs in text that is typeset with hyphens (J3, ground `typeset`). The prose of the licence is set
//! in columns, with words hyphenated by the `hyphenation` crate, and with URLs broken as a typesetter breaks them.

use std::collections::BTreeMap;

use hyphenation::{Hyphenator, Language, Load, Standard};
use urlsift::Extractor;
use urlsift::extract::Join;
use urlsift::reading::{Choice, DoubtKind, Ground};

use crate::repository::root;

/// The least and the greatest width of the columns, in characters.
const COLUMNS: [usize; 2] = [40, 72];

/// The number of words from one URL to the next.
const WORDS_PER_URL: usize = 25;

/// The hyphen before a line break in a URL.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Hyphen {
    /// The typesetter added it.
    Inserted,
    /// It belongs to the URL.
    Own,
}

/// Text in columns.
#[derive(Default)]
struct Page {
    text: String,
    /// The offset of the start of the last line.
    line: usize,
    /// The offset of each URL.
    urls: BTreeMap<usize, String>,
    /// The offset of each hyphen before a line break in a URL.
    hyphens: BTreeMap<usize, Hyphen>,
}

/// Returns the words of the licence, with their punctuation. This prose does not change.
fn prose() -> Vec<String> {
    let path = root().join("LICENSE-APACHE");
    let text = std::fs::read_to_string(path).expect("the licence can be read");
    let is_word = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.trim_end_matches([',', '.', ';']).chars().all(|c| c.is_ascii_alphabetic())
    };
    text.split_whitespace().filter(is_word).map(str::to_owned).collect()
}

/// Makes a URL of words of the prose.
fn url_of(words: &[String], i: usize) -> String {
    let word =
        |n: usize| words[(i * 7 + n) % words.len()].trim_matches([',', '.', ';']).to_lowercase();
    let [host, folder, name, more] = [1, 2, 3, 4].map(word);
    match i % 5 {
        0 => format!("http://www.{host}.example/{folder}/{name}{more}.html"),
        1 => format!("http://{host}.example/{folder}-{name}/{more}.html"),
        2 => format!("http://www.{host}{folder}.example/{name}/{more}/"),
        3 => format!("http://www.{host}.example/{folder}/{name}-{more}-{i}.html"),
        _ => format!("http://{host}.example/~{folder}/{name}_{more}.php?{host}={i}"),
    }
}

/// Returns the places where a typesetter may break `token`, and whether each gets a hyphen.
fn breaks(token: &str, hyphens: Option<&Standard>) -> Vec<(usize, bool)> {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let from = token.find("://").map_or(0, |colon| colon + 3);
    let mut all = Vec::new();
    if from > 0 {
        let ends = token[from..].match_indices(['/', '.', '-']);
        all.extend(ends.map(|(at, _)| (from + at + 1, false)));
    }
    let mut at = from;
    for word in token[from..].split_inclusive(|c| !is_letter(c)) {
        let letters = word.trim_end_matches(|c| !is_letter(c));
        let places = hyphens.map(|hyphens| hyphens.hyphenate(letters).breaks).unwrap_or_default();
        all.extend(places.into_iter().map(|place| (at + place, true)));
        at += word.len();
    }
    all.retain(|&(at, _)| at < token.len());
    all.sort_unstable();
    all
}

impl Page {
    /// Sets `words`, and URLs between them, in lines of `columns` characters.
    fn set(words: &[String], columns: usize, hyphens: Option<&Standard>) -> Page {
        let mut page = Page::default();
        for (i, word) in words.iter().enumerate() {
            page.add(word, columns, hyphens);
            if i % WORDS_PER_URL == WORDS_PER_URL - 1 {
                page.add(&url_of(words, i / WORDS_PER_URL + columns), columns, hyphens);
            }
        }
        page
    }

    /// Adds a word or a URL, and breaks it if it does not fit on the line.
    fn add(&mut self, token: &str, columns: usize, hyphens: Option<&Standard>) {
        let is_url = token.contains("://");
        let places = breaks(token, hyphens);
        let mut from = 0;
        while from < token.len() {
            let width = self.text.len() - self.line;
            let space = usize::from(width > 0 && from == 0);
            let room = columns.saturating_sub(width + space);
            let fits = |&&(at, is_hyphen): &&(usize, bool)| {
                at > from && at - from + usize::from(is_hyphen) <= room
            };
            let (to, is_hyphen) = match places.iter().rev().find(fits) {
                _ if token.len() - from <= room => (token.len(), false),
                Some(&place) => place,
                None if width > 0 => {
                    self.end_line();
                    continue;
                }
                None => (token.len(), false),
            };
            self.text.push_str(&" "[..space]);
            if is_url && from == 0 {
                self.urls.insert(self.text.len(), token.to_owned());
            }
            self.text.push_str(&token[from..to]);
            if is_hyphen {
                self.text.push('-');
            }
            if is_url && to < token.len() && self.text.ends_with('-') {
                let hyphen = if is_hyphen { Hyphen::Inserted } else { Hyphen::Own };
                self.hyphens.insert(self.text.len() - 1, hyphen);
            }
            if to < token.len() {
                self.end_line();
            }
            from = to;
        }
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
    }
}

/// What became of the hyphens before a line break.
#[derive(Debug, Default)]
struct Counts {
    /// By kind: the hyphens, those whose line break was joined, and those dropped.
    inserted: [usize; 3],
    own: [usize; 3],
    /// Those dropped for the ground `typeset`.
    typeset: usize,
    /// The URLs, and those that were found whole.
    urls: [usize; 2],
}

impl Counts {
    fn add(&mut self, page: &Page) {
        let extractor = Extractor::builder().join(Join::Possible).build();
        let all: BTreeMap<usize, _> =
            extractor.find_iter(&page.text).map(|found| (found.outer().start, found)).collect();
        self.urls[0] += page.urls.len();
        self.urls[1] += page
            .urls
            .iter()
            .filter(|(at, url)| all.get(at).is_some_and(|it| it.url() == *url))
            .count();
        for (&at, &hyphen) in &page.hyphens {
            let counts =
                if hyphen == Hyphen::Inserted { &mut self.inserted } else { &mut self.own };
            counts[0] += 1;
            let found = all.range(..=at).next_back().map(|(_, found)| found);
            let Some(found) = found.filter(|found| found.outer().contains(&(at + 1))) else {
                continue;
            };
            counts[1] += 1;
            let dropped = found.doubts().iter().find(|doubt| {
                (doubt.at, doubt.kind, doubt.chosen) == (at, DoubtKind::Hyphen, Choice::Dropped)
            });
            counts[2] += usize::from(dropped.is_some());
            self.typeset +=
                usize::from(dropped.is_some_and(|doubt| doubt.ground == Ground::Typeset));
        }
    }
}

#[test]
fn hyphens_of_a_typesetter_are_dropped_in_typeset_text_only() {
    let words = prose();
    let hyphens = Standard::from_embedded(Language::EnglishUS).expect("the patterns are embedded");
    let (mut typeset, mut plain) = (Counts::default(), Counts::default());
    for columns in COLUMNS[0]..=COLUMNS[1] {
        typeset.add(&Page::set(&words, columns, Some(&hyphens)));
        plain.add(&Page::set(&words, columns, None));
    }
    let [all, joined, dropped] = typeset.inserted;
    assert!(all >= 300 && joined * 100 >= all * 95, "{typeset:?}");
    assert!(dropped * 100 >= joined * 95 && typeset.typeset * 100 >= joined * 95, "{typeset:?}");
    let [all, joined, dropped] = plain.own;
    assert!(all >= 80 && joined * 100 >= all * 95 && dropped == 0, "{plain:?}");
}
