//! Tests the URL at a position, the one around it, and where to search again after an edit.

use std::cell::Cell;
use std::path::Path;
use std::{env, fs};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use urlsift::extract::{Forms, Join};
use urlsift::found::Ground;
use urlsift::{Extractor, Found};

use crate::repository::{files, root};
use crate::texts::properties::{config, text};

pub(crate) fn extractor() -> Extractor {
    Extractor::builder().forms(Forms::all()).join(Join::Likely).build()
}

/// Returns what must be equal in both searches.
pub(crate) fn facts(found: &Found<'_>) -> (usize, usize, String) {
    (found.outer().start, found.outer().end, found.url().to_owned())
}

#[test]
fn each_url_of_an_archive_is_found_by_its_positions() {
    let extractor = extractor();
    let mut count = 0;
    let mails = ["archives/shelf.mbox", "archives/fields.mbox", "archives/pages.mbox"];
    for name in ["joins.txt", "appendix.txt"].into_iter().chain(mails) {
        let text = fs::read(root().join("corpus").join(name)).expect("the text is there");
        let mut end = usize::MAX;
        for found in extractor.find_iter(&text) {
            let (outer, expected) = (found.outer(), Some(facts(&found)));
            assert_eq!(found.range().start.max(outer.start), found.range().start);
            let at = |position| extractor.find_at(&text, position).as_ref().map(facts);
            let around = |position| extractor.find_around(&text, position).as_ref().map(facts);
            assert_eq!(at(outer.start), expected, "{name}");
            // At its first character, a URL with `URL:` before it and without brackets is a bare one.
            let inside = at(found.range().start).map(|(_, end, url)| (outer.start, end, url));
            assert_eq!(inside, expected, "{name}");
            for position in [outer.start, found.range().start, found.range().end - 1] {
                // At the end of one URL and the start of the next, the first is around.
                if position != end {
                    assert_eq!(around(position), expected, "{name}");
                }
            }
            end = outer.end;
            count += 1;
        }
    }
    assert!(count > 150, "only {count} URLs");
}

#[test]
fn a_long_url_is_whole() {
    let url = ["http://a.example/", &"b".repeat(40_000)].concat();
    let text = [&*"text\n".repeat(5_000), &*url, " and more"].concat();
    let start = 25_000;
    let at = |position| extractor().find_at(&text, position).map(|found| found.outer());
    assert_eq!(at(start), Some(start..start + url.len()));
    assert_eq!((at(start + 1), at(text.len()), at(text.len() + 1)), (None, None, None));
    let around = |position| extractor().find_around(&text, position).map(|found| found.outer());
    assert_eq!(around(start + 100), Some(start..start + url.len()));
    assert_eq!((around(3), around(usize::MAX)), (None, None));
}

proptest! {
    /// Each URL of a text is found at its start. A URL that is found at a position begins there. No text and no position is
    /// an error.
    #[test]
    fn a_url_begins_at_its_position(text in text()) {
        let extractor = extractor();
        for found in extractor.find_iter(&text) {
            let at = extractor.find_at(&text, found.outer().start);
            prop_assert_eq!(at.as_ref().map(facts), Some(facts(&found)));
        }
        for position in 0..=text.len() + 1 {
            if let Some(found) = extractor.find_at(&text, position) {
                prop_assert!(found.outer().start == position || found.range().start == position);
            }
            if let Some(found) = extractor.find_around(&text, position) {
                prop_assert!(found.outer().start <= position && position <= found.outer().end);
            }
        }
    }
}

/// Returns mail and news: the archives of the repository, and the files of the folder that `URLSIFT_ARCHIVES` names.
pub(crate) fn mails() -> Vec<Vec<u8>> {
    let names = ["joins.txt", "appendix.txt", "archives/shelf.mbox", "archives/fields.mbox"];
    let own = names.iter().map(|name| root().join("corpus").join(name));
    let others = env::var_os("URLSIFT_ARCHIVES").into_iter().flat_map(|it| files(Path::new(&it)));
    let texts = own.chain(others).filter_map(|path| fs::read(path).ok());
    texts.filter(|text| text.contains(&b'\n')).collect()
}

/// Returns the URLs, and how many of them the same URL elsewhere decides.
pub(crate) fn urls_and_seen(
    found: impl Iterator<Item = Found<'static>>,
) -> (Vec<Found<'static>>, usize) {
    let found: Vec<_> = found.collect();
    let is_seen = |it: &&Found<'_>| it.doubts().iter().any(|it| it.ground == Ground::Seen);
    let seen = found.iter().filter(is_seen).count();
    (found, seen)
}

#[test]
fn a_search_after_an_edit_finds_what_a_whole_one_finds() {
    const EDITS: u32 = 1000;
    let (mails, extractor) = (mails(), extractor());
    let edit = ((any::<Index>(), any::<Index>(), any::<Index>()), 0..80_usize, text());
    let kept = Cell::new(0);
    let result =
        TestRunner::new(config(EDITS)).run(&edit, |((mail, window, place), deleted, inserted)| {
            let mail = mail.get(&mails);
            let start = window.index(mail.len());
            let mut text = mail[start..mail.len().min(start + 12_000)].to_vec();
            let search = |text: &[u8], at| {
                urls_and_seen(extractor.find_iter(text).starting_at(at).map(Found::into_owned))
            };
            let (mut after, seen_before) = search(&text, 0);
            let position = place.index(text.len());
            let resumed = extractor.resume_at(&text, position);
            text.splice(position..text.len().min(position + deleted), inserted.into_bytes());
            prop_assert_eq!(extractor.resume_at(&text, position), resumed);
            after.retain(|found| found.outer().end <= resumed);
            kept.set(kept.get() + after.len());
            after.extend(search(&text, resumed).0);
            let (whole, seen) = search(&text, 0);
            if seen_before == 0 && seen == 0 {
                let [after, whole] =
                    [&after, &whole].map(|all| all.iter().map(facts).collect::<Vec<_>>());
                prop_assert_eq!(after, whole, "{}", text.escape_ascii());
            }
            Ok(())
        });
    result.unwrap();
    assert!(kept.get() > EDITS as usize / 4, "only {} URLs were kept", kept.get());
}

#[test]
fn an_edit_that_closes_a_wrapper_is_searched_from_its_opener() {
    let extractor = Extractor::new();
    // Line breaks as they are, and doubled ones (W4).
    for line_break in ["\n", "\n\n"] {
        let before = ["One line.", line_break].concat().repeat(400);
        let url = [&*"a/".repeat(40), line_break].concat().repeat(30);
        let mut text = [&before, "<http://a.example/", &url].concat();
        let position = text.len();
        let resumed = extractor.resume_at(&text, position);
        text.push_str("b>");
        assert!(resumed <= before.len(), "{resumed} is after {}", before.len());
        let found = extractor.find_iter(&text).starting_at(resumed).next();
        assert_eq!(found.map(|found| found.outer()), Some(before.len()..text.len()));
    }
    // Two blank lines end a wrapper, so the search begins after the first of these.
    let text = ["<http://a.example/\n", &"Two lines.\nOf a paragraph.\n\n".repeat(40)].concat();
    assert!(text.len() - extractor.resume_at(&text, text.len()) < 1200);
    assert_eq!(extractor.resume_at("", 7), 0);
}
