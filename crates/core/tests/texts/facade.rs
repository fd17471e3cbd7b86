//! Tests of what the facade guarantees to embedders. Budgets change nothing, segments have no gaps, and `href` and
//! `display_url` do not deceive.

use proptest::prelude::*;
use urlsift::extract::{Budget, Forms, Join, Segment, SegmentKind, SegmentStep, SoftBreaks, Step};
use urlsift::found::Piece;
use urlsift::internal::link_text_differs;
use urlsift::url::{display_url, is_hidden};
use urlsift::verdict::{Grammar, Validator};
use urlsift::{Extractor, Found, Input, href};

use crate::texts::joins;
use crate::texts::properties::{config, text};

fn all_forms() -> Extractor {
    Extractor::builder().forms(Forms::all()).build()
}

#[test]
fn an_extractor_can_be_shared_between_threads() {
    fn is_send_and_sync<T: Send + Sync + 'static>() {}
    is_send_and_sync::<Extractor>();
    is_send_and_sync::<Found<'static>>();
}

#[test]
fn soft_breaks_are_those_of_the_input() {
    let input = || Input::new("<http://example.org/a- \nb>");
    let doubts = |input: Input<'_>| {
        let found = Extractor::new().find_iter::<urlsift::extract::Utf8>(input).next();
        found.expect("one URL is found").doubts().len()
    };
    assert_eq!(doubts(input()), 1);
    assert_eq!(doubts(input().soft_breaks(SoftBreaks::Kept)), 1);
    assert_eq!(doubts(input().soft_breaks(SoftBreaks::Deleted)), 0);
}

#[test]
fn notes_have_severities() {
    let extractor = Extractor::new();
    let found = extractor.find_iter("<http://www.exam\nple.org:8080/a-\nb>").next();
    let notes = found.expect("one URL is found").notes();
    let notes = notes.iter().map(|note| format!("{}:{}", note.severity().name(), note.name()));
    assert!(notes.eq(["danger:host_gap", "warning:hyphen_in_doubt", "info:port_not_default"]));
}

/// The first doubt makes the search read the whole text. That pass is stopped by budgets, too.
#[test]
fn a_budget_limits_the_pass_over_the_text_for_a_doubt() {
    let text = "<http://a.example/b-\nc> ".to_owned() + &"x ".repeat(5_000);
    let extractor = Extractor::new();
    let mut links = extractor.find_iter(&text);
    let mut stops = 0;
    loop {
        match links.next_within(&mut Budget::bytes(100)) {
            Step::Found(found) => {
                assert_eq!(found.url(), "http://a.example/b-c");
                assert!(stops > 90, "{stops}");
            }
            Step::Spent => stops += 1,
            Step::Done => break,
        }
    }
    assert!((190..=220).contains(&stops), "{stops}");
}

#[test]
fn at_most_sixteen_notes_of_a_kind_are_reported() {
    for (unit, kind, count) in [
        ("%0A", "encoded_control", 3),
        ("%0A", "encoded_control", 16),
        ("%0A", "encoded_control", 17),
        ("%0A", "encoded_control", 5000),
        ("\u{200d}", "hidden_character", 5000),
    ] {
        let text = ["<http://jim:x@a.example/", &unit.repeat(count), ">"].concat();
        let found = Extractor::new().find_iter(&text).next();
        let notes = found.map(|found| found.notes()).unwrap_or_default();
        let count_of = |kind| notes.iter().filter(|note| note.name() == kind).count();
        assert_eq!((count_of(kind), count_of("password")), (count.min(16), 1), "{kind} {count}");
    }
}

#[test]
fn a_budget_limits_candidates() {
    let text = "http://a.example/ http://b.example/ http://c.example/";
    let extractor = Extractor::new();
    let mut links = extractor.find_iter(text);
    let mut budget = Budget::bytes(1_000).and_candidates(2);
    assert!(matches!(links.next_within(&mut budget), Step::Found(_)));
    assert!(matches!(links.next_within(&mut budget), Step::Found(_)));
    assert!(matches!(links.next_within(&mut budget), Step::Spent) && budget.is_spent());
    assert!(matches!(links.next_within(&mut Budget::candidates(1)), Step::Found(_)));
    assert!(matches!(links.next_within(&mut Budget::candidates(1)), Step::Done));
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn segments_cover_the_text(text in text()) {
        let extractor = all_forms();
        let links: Vec<_> = extractor.find_iter(&text).collect();
        let mut at = 0;
        let mut pieces = vec![Vec::new(); links.len()];
        let mut segments = extractor.segments(&text);
        while let Some(segment) = segments.next() {
            prop_assert_eq!(at, segment.range.start);
            prop_assert!(!segment.range.is_empty());
            at = segment.range.end;
            prop_assert_eq!(segment.link.is_none(), segment.kind == SegmentKind::Plain);
            let Some(link) = segment.link else { continue };
            let outer = links[link].outer();
            prop_assert!(outer.start <= segment.range.start && segment.range.end <= outer.end);
            prop_assert_eq!(segments.link().map(Found::outer), Some(outer));
            match segment.kind {
                SegmentKind::Piece => pieces[link].push(Piece::Copied(segment.range)),
                SegmentKind::Replaced(by) => pieces[link].push(Piece::Inserted(by, segment.range)),
                SegmentKind::QuotePrefix => {
                    prop_assert!(!text[segment.range].contains(['\n', '\r']));
                }
                _ => {}
            }
        }
        prop_assert_eq!(at, text.len());
        // The pieces are those of the link, except for a scheme that is not in the text.
        for (link, pieces) in links.iter().zip(pieces) {
            let expected: Vec<_> =
                link.pieces().iter().filter(|piece| !piece.range().is_empty()).cloned().collect();
            prop_assert_eq!(pieces, expected);
        }
    }

    /// Budgets change neither segments nor links. The segments of a link that was found need no budget.
    #[test]
    fn budgets_change_nothing(
        text in prop_oneof![text(), joins::text()],
        join in prop::sample::select(Join::ALL),
        bytes in 1usize..200,
        candidates in 1usize..3,
    ) {
        let extractor = Extractor::builder().forms(Forms::all()).join(join).build();
        let described = |segment: Segment, link: Option<&Found<'_>>| {
            let is_last = link.is_none_or(|link| {
                segment.range.end <= link.outer().start || segment.range.end == link.outer().end
            });
            (format!("{segment:?} {link:?}"), is_last)
        };
        let mut segments = extractor.segments(&text);
        let mut whole = Vec::new();
        while let Some(segment) = segments.next() {
            whole.push(described(segment, segments.link()));
        }
        let mut segments = extractor.segments(&text);
        let mut stopped = Vec::new();
        loop {
            let mut budget = Budget::bytes(bytes).and_candidates(candidates);
            let before = budget;
            match segments.next_within(&mut budget) {
                SegmentStep::Segment(segment) => {
                    prop_assert!(segment.range.end <= segments.position());
                    stopped.push(described(segment, segments.link()));
                }
                SegmentStep::Spent => {
                    prop_assert!(budget.is_spent());
                    prop_assert!(stopped.last().is_none_or(|(_, is_last)| *is_last));
                }
                SegmentStep::Done => {
                    prop_assert_eq!(budget, before);
                    break;
                }
            }
        }
        prop_assert_eq!(stopped, whole);
    }

    /// `href` is ASCII and a URL by RFC 3986 with the same scheme; `display_url` hides nothing.
    #[test]
    fn href_is_valid_and_display_url_hides_nothing(text in text()) {
        let extractor = all_forms();
        for found in extractor.find_iter(&text) {
            if let Some(href) = found.href() {
                prop_assert!(href.is_ascii());
                let validator = Validator::new();
                let verdict = validator.validate(&href);
                prop_assert!(verdict.satisfies(Grammar::Rfc3986), "{}", href);
                prop_assert_eq!(verdict.parts().scheme, found.verdict().parts().scheme);
                let again = urlsift::href(&href);
                prop_assert_eq!(again.as_deref(), Some(&*href));
            }
            let shown = found.display_url();
            prop_assert!(!shown.contains(|c: char| is_hidden(c) || c.is_control() || c == ' '), "{}", shown);
        }
    }

    #[test]
    fn any_string_can_be_shown_and_opened(url in "\\PC*|(http://)?[%a-f0-9\\-.xn/@:é\u{202e}\u{5d0}]*") {
        let shown = display_url(&url);
        prop_assert!(!shown.contains(|c: char| is_hidden(c) || c.is_control()), "{}", shown);
        prop_assert!(href(&url).is_none_or(|href| href.is_ascii()));
        // Text after U+202E is read backwards, and may name another host than it opens.
        let url = url.replace('\u{202e}', "");
        prop_assert!(href(&url).is_none() || !link_text_differs(&url, &url), "{}", url);
    }
}
