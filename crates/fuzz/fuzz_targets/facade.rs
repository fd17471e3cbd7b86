//! The extractor on any text, and what is written by the one read by the other.
//!
//! The first byte says how the rest becomes a text, the second how wide what is found is written
//! again. Of whatever is found: the outer ranges are in order, disjoint and not empty; the pieces of
//! the URL and of each other reading lie in order, and decoded they are it; there are at most eight
//! readings, no two alike; every part of the verdict lies in the URL, between characters; nothing
//! rejected comes out. And `wrap` writes the URL so that it is read back as that URL, in form `url`,
//! alone and with nothing in doubt (J10), or says that it cannot. Then all is asked in every other way
//! in which it can be asked, see `check_ways`.
//!
//! The trap: a piece may end within a character, so pieces are joined before they are decoded.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift::decode::{Decode, Utf8};
use urlsift::extract::{Budget, Step};
use urlsift::reading::{Piece, Reading};
use urlsift::segment::{Segment, SegmentStep};
use urlsift::url::is_hidden;
use urlsift::verdict::{Standing, Validator};
use urlsift::{Extractor, Form, Forms, Found, wrap};
use urlsift_fuzz::Mode;

/// What stands before each line of what is written.
const PREFIXES: &[&str] = &["", "> ", ">", "> > ", ">> ", "| ", "JD> ", ": ", "    ", "» "];

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(Extractor::new);

/// One that looks for hosts and addresses too.
static EVERY: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().forms(Forms::all()).build());

fuzz_target!(|data: &[u8]| {
    let [first, columns, rest @ ..] = data else { return };
    let text = Mode::of(*first).text(rest);
    let prefix = PREFIXES[(first >> 1) as usize % PREFIXES.len()];
    let mut end = 0;
    for found in EXTRACTOR.find_iter(&text) {
        end = check(&text, &found, end);
        check_written(found.url(), *columns as usize, prefix);
    }
    check_ways(&text, *columns as usize + 1);
});

/// With every form: what is found holds together, stops change nothing, segments tile the text, UTF-16
/// gives the same, what is opened is ASCII and what is shown hides nothing.
fn check_ways(text: &[u8], bytes: usize) {
    let all: Vec<Found<'_>> = EVERY.find_iter(text).collect();
    let mut end = 0;
    for found in &all {
        end = check(text, found, end);
    }
    let told = |found: &Found<'_>| format!("{found:?}");
    let mut links = EVERY.find_iter(text);
    let mut stopped = Vec::new();
    loop {
        match links.next_within(&mut Budget::bytes(bytes)) {
            Step::Found(found) => stopped.push(told(&found)),
            Step::Spent => {}
            Step::Done => break,
        }
    }
    assert_eq!(stopped, all.iter().map(told).collect::<Vec<_>>());

    let whole: Vec<Segment> = EVERY.segments(text).collect();
    let mut at = 0;
    for segment in &whole {
        assert_eq!(segment.range.start, at);
        assert!(!segment.range.is_empty());
        at = segment.range.end;
    }
    assert_eq!(at, text.len());
    let mut segments = EVERY.segments(text);
    let mut stopped = Vec::new();
    loop {
        match segments.next_within(&mut Budget::bytes(bytes)) {
            SegmentStep::Segment(segment) => stopped.push(segment),
            SegmentStep::Spent => {}
            SegmentStep::Done => break,
        }
    }
    assert_eq!(stopped, whole);

    if let Ok(text) = str::from_utf8(text) {
        let units: Vec<u16> = text.encode_utf16().collect();
        let from_units: Vec<String> =
            EVERY.find_iter_utf16(&units).map(|found| told(&found.placed(|_| 0))).collect();
        let from_text: Vec<String> =
            all.iter().map(|found| told(&found.to_owned().placed(|_| 0))).collect();
        assert_eq!(from_units, from_text);
        let kinds = |segment: Segment| (segment.kind, segment.link);
        let from_units: Vec<_> = EVERY.segments_utf16(&units).map(kinds).collect();
        assert_eq!(from_units, whole.into_iter().map(kinds).collect::<Vec<_>>());
    }

    for found in &all {
        if let Some(href) = found.href() {
            let verdict = Validator::new().validate(&href);
            assert!(href.is_ascii() && verdict.standing() == Standing::Valid, "{href}");
        }
        let shown = found.display_url();
        assert!(!shown.contains(|c: char| is_hidden(c) || c.is_control()), "{shown}");
    }
}

/// Gives where `found` ends; what was found before it ended at `end`.
fn check(text: &[u8], found: &Found<'_>, end: usize) -> usize {
    let outer = found.outer();
    assert!(end <= outer.start && outer.start < outer.end && outer.end <= text.len());
    check_pieces(text, found.url(), found.pieces());
    let mut urls = vec![found.url()];
    for reading in found.readings() {
        check_pieces(text, reading.url(), reading.pieces());
        assert!(!urls.contains(&reading.url()), "twice: {:?}", reading.url());
        urls.push(reading.url());
    }
    assert!(urls.len() <= 8, "{} readings", urls.len());
    assert!(found.readings().iter().map(Reading::why).all(|why| !why.to_string().is_empty()));

    let verdict = found.verdict();
    assert!(!matches!(verdict.standing(), Standing::Rejected(_)), "{:?}", found.url());
    let parts = verdict.parts();
    let authority = [parts.user, parts.password, parts.host, parts.port];
    let others = [parts.scheme, parts.path, parts.query, parts.fragment];
    for span in authority.into_iter().chain(others).flatten() {
        assert!(found.url().get(span.range()).is_some(), "{span:?} of {:?}", found.url());
    }
    outer.end
}

/// J7, with bytes that are no UTF-8 written as their escapes.
fn check_pieces(text: &[u8], url: &str, pieces: &[Piece]) {
    let mut joined = Vec::new();
    let mut at = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let range = piece.range();
        assert!(at <= range.start && range.start <= range.end && range.end <= text.len());
        // A scheme that the text lacks stands in place of nothing.
        let may_be_empty = i == 0 && matches!(piece, Piece::Inserted(..));
        assert!(!range.is_empty() || may_be_empty);
        at = range.end;
        joined.extend_from_slice(piece.bytes(text));
    }
    assert_eq!(Utf8.decode_url(&joined).0, url);
}

/// J10.
fn check_written(url: &str, columns: usize, prefix: &str) {
    let Ok(written) = wrap(url, columns, prefix) else { return };
    let all: Vec<Found<'_>> = EXTRACTOR.find_iter(&written).collect();
    let [found] = &all[..] else { panic!("{} found in {written:?}: {all:#?}", all.len()) };
    assert_eq!(found.url(), url, "{written:?}");
    assert_eq!(found.form(), Form::Url, "{written:?}");
    assert!(found.doubts().is_empty() && found.readings().is_empty(), "{written:?}: {found:#?}");
}
