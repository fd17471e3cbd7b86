//! Searches whole sources, as the program does: containers, messages, parts, URLs, rows.
//!
//! The target checks:
//!
//! - A row's pieces joined are its URL, its offsets are in order and in the source, and bytes that were not decoded are
//!   those of the source (J7, A5).
//! - Searches on 1, 2 and 8 threads give the same rows, and so does a search that counts.
//! - The regions of a message follow one another without a gap, and the tally has each byte once (A3).
//! - A text that is stored as it is has the bytes of the message, and a map leads into the stored part.
//! - The walk that may skip parts without a candidate gives all others.

#![no_main]

use std::borrow::Cow;
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use urlsift::Extractor;
use urlsift::extract::Forms;

use urlsift_archive::internal::{Region, parts_with, regions, text_parts};
use urlsift_archive::item::{Item, Window};
use urlsift_archive::mail::{Headers, Part};
use urlsift_fuzz::Rest;
use urlsift_fuzz::mail::{Source, lines};
use urlsift_fuzz::row::checked;

static EXTRACTOR: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().forms(Forms::all()).build());

static POOLS: LazyLock<[ThreadPool; 3]> = LazyLock::new(|| {
    [1, 2, 8].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("eight threads can be started")
    })
});

#[derive(Arbitrary, Debug)]
struct Input {
    headers: u8,
    threads: u8,
    text: Text,
}

#[derive(Arbitrary, Debug)]
enum Text {
    Source(Source),
    Lines(Rest),
    Raw(Rest),
}

fuzz_target!(|input: Input| {
    let source = match &input.text {
        Text::Source(source) => source.bytes(),
        Text::Lines(Rest(bytes)) => lines(bytes),
        Text::Raw(Rest(bytes)) => bytes.clone(),
    };
    let headers = [Headers::None, Headers::Useful, Headers::All][input.headers as usize % 3];
    let window = Window::whole("x", source.clone());
    let items: Vec<Item<'_>> = window.items().collect();
    let find = |item: &Item<'_>| {
        let mut rows = Vec::new();
        item.find(&EXTRACTOR, headers, |location, found| {
            rows.push(checked(location, found, Some(&source)));
        });
        rows
    };
    let rows: Vec<_> = items.iter().map(find).collect();
    for (item, rows) in items.iter().zip(&rows) {
        let mut counted = Vec::new();
        let (tally, _) = item.find_and_tally(&EXTRACTOR, headers, |location, found| {
            counted.push(checked(location, found, Some(&source)));
        });
        assert_eq!(&counted, rows);
        assert_eq!(tally.bytes(), item.len() as u64);
        check_regions(item.bytes());
        check_filtered(item.bytes(), headers);
        text_parts(item.bytes()).for_each(|part| check_part(item.bytes(), &part));
    }
    // Starting work on other threads takes longer than the search, so one of the pools is used at a time.
    let pool = &POOLS[input.threads as usize % POOLS.len()];
    let on_pool: Vec<_> = pool.install(|| items.par_iter().map(find).collect());
    assert_eq!(on_pool, rows);
});

fn check_regions(message: &[u8]) {
    let mut at = 0;
    let mut tallied = regions(message).tallied();
    for region in tallied.by_ref() {
        let range = match region {
            Region::Header(range) | Region::Skipped { range, .. } => range,
            Region::Text(part) => {
                check_part(message, &part);
                part.stored
            }
            region => panic!("{region:?} is unknown"),
        };
        assert!(range.start == at && range.end > at, "{range:?} after {at}");
        at = range.end;
    }
    assert_eq!(at, message.len());
    assert_eq!(tallied.into_tally().bytes(), message.len() as u64);
}

/// Checks all parts, and that a walk that may skip parts without a colon gives each that has one, and no others.
fn check_filtered(message: &[u8], headers: Headers) {
    // The damage before a part that was skipped belongs to the next one.
    let place = |part: &Part<'_>| (part.path.to_string(), part.stored.clone(), part.text.to_vec());
    let find = |text: &[u8]| text.iter().position(|&byte| byte == b':');
    let filtered = parts_with(message, headers).filtered(&find);
    let mut filtered = filtered.map(|part| place(&part)).peekable();
    for part in parts_with(message, headers) {
        check_part(message, &part);
        let is_given = filtered.next_if_eq(&place(&part)).is_some();
        assert!(is_given || find(&part.text).is_none(), "{part:?} was skipped");
    }
    assert_eq!(filtered.next(), None);
}

fn check_part(message: &[u8], part: &Part<'_>) {
    let (stored, text) = (&part.stored, &part.text);
    assert!(stored.start <= stored.end && stored.end <= message.len(), "{part:?}");
    assert_eq!(part.base.is_some(), matches!(text, Cow::Borrowed(_)), "{part:?}");
    if let Some(base) = part.base {
        assert_eq!(&message[base..base + text.len()], &**text);
    }
    let Some(map) = part.map(message) else { return };
    let mut start = stored.start;
    for at in 0..text.len() {
        let range = map.range(at..at + 1);
        assert!(start <= range.start && range.start < range.end, "{range:?} of {part:?}");
        assert!(range.end <= stored.end, "{range:?} of {part:?}");
        start = range.start;
    }
}
