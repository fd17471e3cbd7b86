//! Searches any text with the extractor, and reads back what `wrap` writes.
//!
//! The first byte selects how the rest becomes a text. The second selects the columns for `wrap` and the
//! budget of a search that stops. For each found URL the target checks:
//!
//! - Outer ranges are in order, disjoint and not empty.
//! - The pieces of each reading are in order; joined and decoded they are the reading (J7).
//! - There are at most eight readings, and no two are equal.
//! - Each part of the verdict is a valid range of the URL, and the URL is not rejected.
//! - `wrap` fails, or writes text in which a search finds the same URL, without doubts (J10).
//!
//! `check_ways` then compares the other ways to search, and `check_joins` compares the joins across line breaks (J8) of
//! all grades. A piece may end inside a character, so pieces are joined before they are decoded.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift::extract::{Budget, Decode, Forms, Join, Segment, SegmentStep, Step, Utf8};
use urlsift::found::{Choice, DoubtKind, Form, Grade, Piece, Reading, Why};
use urlsift::url::{is_hidden, written_url};
use urlsift::verdict::{Standing, Validator};
use urlsift::{Extractor, Found, wrap};
use urlsift_fuzz::Mode;

/// Prefixes of the lines that `wrap` writes.
const PREFIXES: &[&str] = &["", "> ", ">", "> > ", ">> ", "| ", "JD> ", ": ", "    ", "» "];

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(Extractor::new);

/// An extractor for all forms, with hosts and addresses, and all joins.
static EVERY: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().forms(Forms::all()).join(Join::Possible).build());

/// Extractors for the usual forms, from no joins to all.
static JOINING: LazyLock<[Extractor; 4]> = LazyLock::new(|| {
    [Join::Never, Join::Certain, Join::Likely, Join::Possible]
        .map(|join| Extractor::builder().join(join).build())
});

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
    check_joins(&text, *columns as usize + 1);
});

/// Checks the joins across line breaks: only URLs at the end of a line differ, a joined URL has the URL of its first line
/// as a reading, and a search that stops finds the same.
fn check_joins(text: &[u8], bytes: usize) {
    let all = JOINING.each_ref().map(|extractor| extractor.find_iter(text).collect::<Vec<_>>());
    let never = &all[0];
    let is_join =
        |found: &Found<'_>| found.doubts().iter().any(|doubt| doubt.kind == DoubtKind::Join);
    assert!(never.iter().all(|found| found.joined().is_none() && !is_join(found)));
    let grades = [None, Some(Grade::Certain), Some(Grade::Likely), Some(Grade::Possible)];
    for ((found, extractor), lowest) in all.iter().zip(&*JOINING).zip(grades) {
        let mut end = 0;
        for found in found {
            end = check(text, found, end);
            check_join(text, found, never);
            assert!(
                found.joined().is_none_or(|grade| lowest.is_some_and(|lowest| grade >= lowest))
            );
        }
        // What is not at the end of a line, nor within a joined URL, is as without joins.
        for cut in never {
            let is_within = |found: &&Found<'_>| {
                found.joined().is_some() && found.outer().contains(&cut.outer().start)
            };
            if !ends_line(text, cut) && !found.iter().any(|found| is_within(&found)) {
                let same = |found: &Found<'_>| format!("{found:?}") == format!("{cut:?}");
                assert!(found.iter().any(same), "{cut:#?}\n{found:#?}");
            }
        }
        check_stopped(extractor, text, bytes, found);
    }
}

/// Checks that a search that stops after each `bytes` bytes finds `all`.
fn check_stopped(extractor: &Extractor, text: &[u8], bytes: usize, all: &[Found<'_>]) {
    let mut links = extractor.find_iter(text);
    let mut stopped = Vec::new();
    loop {
        match links.next_within(&mut Budget::bytes(bytes)) {
            Step::Found(found) => stopped.push(format!("{found:?}")),
            Step::Spent => {}
            Step::Done => break,
        }
    }
    assert_eq!(stopped, all.iter().map(|found| format!("{found:?}")).collect::<Vec<_>>());
}

/// Reports whether `found` has no delimiters and nothing but punctuation and spaces is between it and a line end.
fn ends_line(text: &[u8], found: &Found<'_>) -> bool {
    let rest = &text[found.outer().end..];
    let is_text = |byte: &&u8| !b".,;:!?*\\([{' \t".contains(byte);
    matches!(found.form(), Form::Bare | Form::Prefix)
        && matches!(rest.iter().find(is_text), Some(b'\r' | b'\n'))
}

/// Checks that a URL without delimiters is joined if it goes over a line end, and then says so.
fn check_join(text: &[u8], found: &Found<'_>, never: &[Found<'_>]) {
    let is_bare = matches!(found.form(), Form::Bare | Form::Prefix);
    let breaks = text[found.outer()].iter().filter(|&&byte| byte == b'\n').count();
    let is_joined = |doubt: &&urlsift::found::Doubt| {
        doubt.kind == DoubtKind::Join && doubt.chosen == Choice::Joined
    };
    let joins = found.doubts().iter().filter(is_joined).count();
    // A message-id that keeps its brackets may go across lines, but is not joined.
    if found.joined().is_none() {
        return assert_eq!(joins, 0, "{found:#?}");
    }
    assert!(is_bare && joins == breaks && joins > 0, "{found:#?}");
    let is_cut = |reading: &&Reading<'_>| matches!(reading.why(), Why::Differs(all) if all.iter().any(|it| it.choice == Choice::Cut));
    let cut: Vec<&str> = found.readings().iter().filter(is_cut).map(Reading::url).collect();
    let same = never.iter().find(|never| never.outer().start == found.outer().start);
    assert_eq!(cut.len(), 1, "{found:#?}");
    assert!(same.is_none_or(|never| never.url() == cut[0]), "{found:#?} {never:#?}");
}

/// Searches with all forms, and checks that the ways to search agree. A search that stops finds the same URLs,
/// segments cover the text, `href` is valid ASCII, and `display_url` hides nothing.
fn check_ways(text: &[u8], bytes: usize) {
    let all: Vec<Found<'_>> = EVERY.find_iter(text).collect();
    let mut end = 0;
    for found in &all {
        end = check(text, found, end);
    }
    check_stopped(&EVERY, text, bytes, &all);

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

    for found in &all {
        if let Some(href) = found.href() {
            let verdict = Validator::new().validate(&href);
            assert!(href.is_ascii() && verdict.standing() == Standing::Valid, "{href}");
        }
        let shown = found.display_url();
        assert!(!shown.contains(|c: char| is_hidden(c) || c.is_control()), "{shown}");
    }
}

/// Checks `found` and returns its end. The URL before it ended at `end`.
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

/// Checks J7: the joined pieces are the URL, with bytes that are not UTF-8 written as escapes.
fn check_pieces(text: &[u8], url: &str, pieces: &[Piece]) {
    let mut joined = Vec::new();
    let mut at = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let range = piece.range();
        assert!(at <= range.start && range.start <= range.end && range.end <= text.len());
        // A scheme that the text lacks is inserted at an empty range, before all other pieces.
        let may_be_empty = i == 0 && matches!(piece, Piece::Inserted(..));
        assert!(!range.is_empty() || may_be_empty);
        at = range.end;
        joined.extend_from_slice(piece.bytes(text));
    }
    assert_eq!(Utf8.decode_url(&joined).0, url);
}

/// Checks J10: a search in the output of `wrap` finds exactly the URL that was written.
fn check_written(url: &str, columns: usize, prefix: &str) {
    let Ok(written) = wrap(url, columns, prefix) else { return };
    let url = &*written_url(url).expect("it was written");
    let all: Vec<Found<'_>> = EXTRACTOR.find_iter(&written).collect();
    let [found] = &all[..] else { panic!("{} found in {written:?}: {all:#?}", all.len()) };
    assert_eq!(found.url(), url, "{written:?}");
    assert_eq!(found.form(), Form::Url, "{written:?}");
    assert!(found.doubts().is_empty() && found.readings().is_empty(), "{written:?}: {found:#?}");
}
