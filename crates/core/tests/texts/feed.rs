//! Tests the search in a text that arrives in chunks.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use urlsift::{Extractor, Found};

use crate::texts::corpus::texts;
use crate::texts::positions::{extractor, facts, mails, urls_and_seen};
use crate::texts::properties::{config, text};

/// Returns the URLs of `text`, fed in chunks whose lengths `lengths` has in turn. Also returns how many of them came
/// before the end.
fn fed(
    extractor: &Extractor,
    text: &[u8],
    lengths: &[usize],
    window: usize,
) -> (Vec<Found<'static>>, usize) {
    let mut feed = extractor.feed("").window(window);
    let (mut found, mut rest) = (Vec::new(), text);
    for length in lengths.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let chunk;
        (chunk, rest) = rest.split_at(rest.len().min(length + 1));
        feed.push(chunk);
        found.extend(feed.by_ref());
    }
    let early = found.len();
    feed.end();
    found.extend(feed.by_ref());
    assert!(feed.next().is_none());
    (found, early)
}

/// Feeds slices of archives and of the labelled texts, with random text put into them, and compares the URLs with those of
/// one search.
#[test]
fn a_text_in_chunks_has_the_urls_of_one_search() {
    const CASES: u32 = 300;
    let labelled = texts().join("\n\n").into_bytes();
    let sources: Vec<Vec<u8>> = mails().into_iter().chain([labelled]).collect();
    let extractor = extractor();
    let place = (any::<Index>(), any::<Index>(), any::<Index>());
    let chunks = (prop::collection::vec(0..3000_usize, 1..4), 0..3000_usize);
    let inserted = prop::collection::vec(text(), 0..4).prop_map(|texts| texts.concat());
    let (early, compared) = (Cell::new(0), Cell::new(0));
    let input = (place, chunks, inserted, 0..30_usize);
    let result = TestRunner::new(config(CASES)).run(&input, |it| {
        let ((source, start, place), (lengths, window), inserted, repeated) = it;
        let source = source.get(&sources);
        let start = start.index(source.len());
        let mut text = source[start..source.len().min(start + 12_000)].to_vec();
        let place = place.index(text.len());
        text.splice(place..place, inserted.repeat(repeated).into_bytes());
        let (whole, seen) = urls_and_seen(extractor.find_iter(&text).map(Found::into_owned));
        let (found, before_end) = fed(&extractor, &text, &lengths, window);
        early.set(early.get() + before_end);
        // A copy of a URL that is not in memory decides no doubt.
        if seen == 0 {
            compared.set(compared.get() + whole.len());
            let [found, whole] =
                [&found, &whole].map(|all| all.iter().map(facts).collect::<Vec<_>>());
            prop_assert_eq!(found, whole, "{}", text.escape_ascii());
        }
        Ok(())
    });
    result.unwrap();
    let least = 3 * CASES as usize;
    let (early, compared) = (early.get(), compared.get());
    assert!(early > least && compared > least, "{early} before the end, {compared} compared");
}

/// The default window, over all labelled texts.
#[test]
fn a_long_text_has_the_urls_of_one_search() {
    let text = texts().join("\n\n").repeat(3).into_bytes();
    let extractor = extractor();
    let seen = |found: &Found<'_>| {
        found.doubts().iter().any(|doubt| doubt.ground == urlsift::found::Ground::Seen)
    };
    let (found, early) = fed(&extractor, &text, &[4095, 0, 17], 65_536);
    let whole: Vec<Found<'_>> = extractor.find_iter(&text).collect();
    assert_eq!(found.len(), whole.len());
    let mut compared = 0;
    // More is seen in the whole text than in a window: perhaps one reading of a hyphen, perhaps both.
    let pairs = found.iter().zip(&whole).filter(|(found, whole)| !seen(found) && !seen(whole));
    for (found, whole) in pairs {
        assert_eq!(facts(found), facts(whole));
        assert_eq!((found.pieces(), found.notes()), (whole.pieces(), whole.notes()));
        compared += 1;
    }
    assert!(early > whole.len() / 2 && compared > 2000, "{early} and {compared}");
}

/// After its end, a text may go on.
#[test]
fn an_ended_text_goes_on() {
    let extractor = Extractor::new();
    let mut feed = extractor.feed("http://a.example/");
    assert!(feed.next().is_none());
    feed.end();
    assert_eq!(feed.next().map(|found| found.outer()), Some(0..17));
    assert!(feed.next().is_none());
    feed.push("b <http://b.example/");
    feed.push(">");
    assert!(feed.next().is_none());
    feed.end();
    assert_eq!(feed.next().map(|found| found.outer()), Some(19..38));
    feed.end();
    assert!(feed.next().is_none() && feed.next().is_none());
}
