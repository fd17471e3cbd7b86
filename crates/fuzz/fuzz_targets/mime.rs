//! Walks messages and texts.
//!
//! The target checks:
//!
//! - Regions follow one another without a gap, and counting them changes nothing (A3).
//! - A text that is stored as it is has the bytes of the message, and a map leads into the stored part.
//! - The walk that may skip parts without a candidate gives all others.

#![no_main]

use std::borrow::Cow;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift_archive::internal::{Region, parts_with, regions, text_parts};
use urlsift_archive::mail::{Headers, Part};
use urlsift_fuzz::Rest;
use urlsift_fuzz::mail::{Message, lines};

#[derive(Arbitrary, Debug)]
enum Input {
    Message(Message),
    Lines(Rest),
    Raw(Rest),
}

fuzz_target!(|input: Input| {
    let message = match &input {
        Input::Message(message) => message.bytes(),
        Input::Lines(Rest(bytes)) => lines(bytes),
        Input::Raw(Rest(bytes)) => bytes.clone(),
    };
    check_regions(&message);
    for headers in [Headers::None, Headers::Useful, Headers::All] {
        let all: Vec<Part<'_>> = parts_with(&message, headers).collect();
        for part in &all {
            check_part(&message, part);
        }
        let mut tallied = parts_with(&message, headers).tallied();
        assert!(tallied.by_ref().eq(all.iter().cloned()));
        assert_eq!(tallied.into_tally().bytes(), message.len() as u64);
        check_filtered(&message, headers, &all);
    }
    let all: Vec<Part<'_>> = text_parts(&message).collect();
    for part in &all {
        check_part(&message, part);
    }
    let mut tallied = text_parts(&message).tallied();
    assert!(tallied.by_ref().eq(all));
    assert_eq!(tallied.into_tally().bytes(), message.len() as u64);
});

/// Checks that a walk that may skip parts without a colon gives each of `all` that has one, and no other parts.
fn check_filtered(message: &[u8], headers: Headers, all: &[Part<'_>]) {
    let find = |text: &[u8]| text.iter().position(|&byte| byte == b':');
    let mut filtered =
        parts_with(message, headers).filtered(&find).map(|part| place(&part)).peekable();
    for part in all {
        let is_given = filtered.next_if_eq(&place(part)).is_some();
        assert!(is_given || find(&part.text).is_none(), "{part:?} was skipped");
    }
    assert_eq!(filtered.next(), None);
}

/// Returns what identifies a part. The damage before a part that was skipped belongs to the next one.
fn place(part: &Part<'_>) -> (String, std::ops::Range<usize>, Vec<u8>) {
    (part.path.to_string(), part.stored.clone(), part.text.to_vec())
}

fn check_regions(message: &[u8]) {
    let mut at = 0;
    let mut tallied = regions(message).tallied();
    assert!(tallied.by_ref().eq(regions(message)));
    assert_eq!(tallied.into_tally().bytes(), message.len() as u64);
    for region in regions(message) {
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
