//! Tests the URL at a position and the one around it.

use std::fs;

use proptest::prelude::*;
use urlsift::extract::{Forms, Join};
use urlsift::{Extractor, Found};

use crate::repository::root;
use crate::texts::properties::text;

fn extractor() -> Extractor {
    Extractor::builder().forms(Forms::all()).join(Join::Likely).build()
}

/// Returns what must be equal in both searches.
fn facts(found: &Found<'_>) -> (usize, usize, String) {
    (found.outer().start, found.outer().end, found.url().to_owned())
}

#[test]
fn each_url_of_an_archive_is_found_by_its_positions() {
    let extractor = extractor();
    let mut count = 0;
    for name in ["joins.txt", "appendix.txt", "archives/shelf.mbox", "archives/fields.mbox"] {
        let text = fs::read(root().join("corpus").join(name)).expect("the text is there");
        let mut end = usize::MAX;
        for found in extractor.find_iter(&text) {
            let (outer, expected) = (found.outer(), Some(facts(&found)));
            assert_eq!(found.range().start.max(outer.start), found.range().start);
            let at = |position| extractor.find_at(&text, position).as_ref().map(facts);
            let around = |position| extractor.find_around(&text, position).as_ref().map(facts);
            assert_eq!(at(outer.start), expected, "{name}");
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
    /// A URL that is found at a position begins there. No text and no position is an error.
    #[test]
    fn a_url_begins_at_its_position(text in text()) {
        let extractor = extractor();
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
