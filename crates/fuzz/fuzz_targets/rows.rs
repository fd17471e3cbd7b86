//! Searches whole sources, as the program does: containers, messages, parts, URLs, rows.
//!
//! The target checks:
//!
//! - A row's pieces joined are its URL, its offsets are in order and in the source, and bytes that were not decoded are
//!   those of the source (J7, A5).
//! - Searches on 1, 2 and 8 threads give the same rows, and so does a search that counts.
//! - The tally has each byte of each item once.

#![no_main]

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift_archive::item::Window;
use urlsift_archive::item::Item;
use urlsift_archive::mail::Headers;
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
    }
    // Starting work on other threads takes longer than the search, so one of the pools is used at a time.
    let pool = &POOLS[input.threads as usize % POOLS.len()];
    let on_pool: Vec<_> = pool.install(|| items.par_iter().map(find).collect());
    assert_eq!(on_pool, rows);
});
