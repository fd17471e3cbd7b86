//! Properties of the scanner on random text (`soup.rs`).
//!
//! The search has shortcuts: it stops only at colons that may end a scheme, recognises the common wrapper without the
//! general walk, and remembers what it learned about the text. `check` compares it with
//! [`Scanner::find_without_shortcuts`], which has none of them. `table.rs` says what the general code finds.

use core::ops::Range;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::format;
use std::string::String;
use std::sync::LazyLock;
use std::vec::Vec;

use crate::scanner::cursor::Cursor;
use crate::scheme::Scheme;
use crate::tests::soup::{config, damaged, gaps, letter, masks, plain, soup, wrapper_soup};
use crate::{Config, Form, Forms, Haystack, Scanner, SchemeSet, Wrapper};

/// The ranges of a wrapper, without the text.
#[derive(Debug, Eq, PartialEq)]
struct Ranges {
    form: Form,
    outer: Range<usize>,
    inner: Range<usize>,
    tail: Range<usize>,
    masked_at: Option<usize>,
    lines: Vec<Range<usize>>,
}

impl Ranges {
    fn of(wrapper: &Wrapper<'_>) -> Ranges {
        Ranges {
            form: wrapper.form(),
            outer: wrapper.outer(),
            inner: wrapper.inner(),
            tail: wrapper.tail(),
            masked_at: wrapper.masked_at(),
            lines: wrapper.lines().collect(),
        }
    }
}

fn scanned(scanner: &Scanner, text: &[u8]) -> Vec<Ranges> {
    scanner.find_iter(text).map(|wrapper| Ranges::of(&wrapper)).collect()
}

/// Returns what a search without shortcuts finds.
fn scanned_slowly(scanner: &Scanner, text: &[u8]) -> Vec<Ranges> {
    let input = Haystack::new(text);
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(wrapper) = scanner.find_without_shortcuts(input, at) {
        at = wrapper.outer().end;
        all.push(Ranges::of(&wrapper));
    }
    all
}

/// Returns what a search finds that stops after every `step` bytes.
fn scanned_in_steps(scanner: &Scanner, text: &[u8], step: usize) -> Vec<Ranges> {
    let candidate = scanner.find_candidate(text).unwrap_or(text.len());
    let mut cursor = Cursor::at_candidate(candidate);
    let mut all = Vec::new();
    while cursor.position() < text.len() {
        let until = cursor.position() + step;
        all.extend(scanner.find_until(text, &mut cursor, until).map(|it| Ranges::of(&it)));
    }
    all
}

/// Reports whether a run has so many schemes without a host that the scanner may give it up (W10). The search without
/// shortcuts never does.
fn exhausts_shape_checks(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    let opaque: Vec<String> = Scheme::all()
        .iter()
        .filter(|scheme| !scheme.has_host())
        .map(|scheme| scheme.name)
        .chain(OWN)
        .map(|name| [name, ":"].concat())
        .collect();
    let count =
        |run: &str| opaque.iter().map(|name| run.matches(name.as_str()).count()).sum::<usize>();
    text.split_whitespace().any(|run| count(run) > 3)
}

/// Checks the ranges that the search finds, and that shortcuts and stops do not change them.
fn check(text: &[u8], config: &Config) -> Result<(), TestCaseError> {
    let scanner = Scanner::with_config(config.clone());
    let shown = String::from_utf8_lossy(text);
    let found = scanned(&scanner, text);
    check_ranges(text, &found)?;
    for wrapper in scanner.find_iter(text) {
        check_wrapper(text, &wrapper, config)?;
        let Some((mark, other)) = wrapper.other_end() else { continue };
        prop_assert_eq!(text[mark], b'>', "{:?}", shown);
        prop_assert_eq!(other.outer().start, wrapper.outer().start);
        prop_assert_ne!(other.outer().end, wrapper.outer().end);
        check_ranges(text, &[Ranges::of(&other)])?;
    }
    for step in [1, 7] {
        let stepped = scanned_in_steps(&scanner, text, step);
        prop_assert_eq!(&stepped, &found, "{:?} in steps of {}", shown, step);
    }
    if !exhausts_shape_checks(text) {
        prop_assert_eq!(&scanned_slowly(&scanner, text), &found, "{:?}", shown);
    }
    Ok(())
}

/// Checks that `found` is in order and disjoint, and that ranges within a wrapper are in order and at boundaries of
/// characters.
fn check_ranges(text: &[u8], found: &[Ranges]) -> Result<(), TestCaseError> {
    let is_boundary = |at: usize| {
        let text = core::str::from_utf8(text);
        text.is_err() || text.is_ok_and(|text| text.is_char_boundary(at))
    };
    let mut end = 0;
    for it in found {
        let Ranges { outer, inner, tail, lines, .. } = it;
        prop_assert!(end <= outer.start && outer.end <= text.len(), "{:?}", it);
        end = outer.end;
        prop_assert!(outer.start <= inner.start && inner.end <= outer.end, "{:?}", it);
        prop_assert!(
            tail.start == outer.end && tail.end <= text.len() || tail.is_empty(),
            "{:?}",
            it
        );
        prop_assert!(!lines.is_empty(), "{:?}", it);
        let mut at = inner.start;
        for line in lines {
            prop_assert!(at <= line.start && line.start < line.end, "{:?}", it);
            at = line.end;
        }
        prop_assert!(at <= inner.end, "{:?}", it);
        let edges = [outer, inner, tail].into_iter().chain(lines);
        let mut edges = edges.flat_map(|range| [range.start, range.end]);
        prop_assert!(edges.all(is_boundary), "{:?}", it);
    }
    Ok(())
}

fn check_wrapper(text: &[u8], wrapper: &Wrapper<'_>, config: &Config) -> Result<(), TestCaseError> {
    prop_assert!(config.forms.contains(wrapper.form()));
    let (outer, inner) = (wrapper.outer(), wrapper.inner());
    let (open, close) = (text[outer.start], text[outer.end - 1]);
    match wrapper.form() {
        Form::Url | Form::Angle => prop_assert_eq!([open, close], *b"<>"),
        Form::Quote => prop_assert_eq!([open, close], *b"\"\""),
        _ if wrapper.is_enclosed() => prop_assert_eq!(close, b'>'),
        _ => prop_assert_eq!(inner.end, outer.end),
    }
    if matches!(wrapper.form(), Form::Url | Form::Angle | Form::Quote) {
        prop_assert!(wrapper.outer().len() <= config.max_len, "{:?}", wrapper.outer());
        let is_in_line = |byte: &u8| !b"\n\r<".contains(byte);
        prop_assert!(wrapper.lines().all(|line| text[line].iter().all(is_in_line)));
        prop_assert!(wrapper.lines().count() <= config.max_lines, "{:?}", wrapper.outer());
    }
    Ok(())
}

/// Schemes that occur in the tokens of random text.
static OWN_SCHEMES: LazyLock<SchemeSet> = LazyLock::new(|| {
    let mut schemes = SchemeSet::new();
    for name in OWN {
        schemes.add(name).expect("the name is a scheme");
    }
    schemes
});

const OWN: [&str; 3] = ["x-any", "ht", "a.bc"];

fn configs() -> impl Strategy<Value = Config> {
    let forms = prop::sample::subsequence(Vec::from(Form::ALL), 1..=Form::ALL.len())
        .prop_map(|forms| forms.into_iter().collect());
    (forms, 1..80usize, 1..5usize, any::<bool>()).prop_map(|(forms, max_len, max_lines, own)| {
        let config = Config::new().forms(forms).max_len(max_len).max_lines(max_lines);
        if own { config.own_schemes(*OWN_SCHEMES) } else { config }
    })
}

/// URLs that contain no whitespace and end in a letter, a digit or a slash.
const PLAIN_URL: &str = "(http|https|ftp|gopher)://[a-z]{1,5}\\.[a-z]{2,3}(:[1-9]{2})?(/[a-z0-9~_.=-]{0,6}[a-z0-9/]){0,3}";

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn texts_are_found_alike_without_shortcuts(
        text in prop_oneof![soup(), wrapper_soup(), damaged(), masks(), plain(), gaps(), letter()],
    ) {
        for forms in [Forms::default(), Forms::all()] {
            check(text.as_bytes(), &Config::new().forms(forms))?;
        }
    }

    /// One byte is not UTF-8.
    #[test]
    fn bytes_are_found_alike_without_shortcuts(text in soup(), at in any::<Index>(), byte in 0x80u8..) {
        let mut bytes = text.into_bytes();
        bytes.insert(at.index(bytes.len() + 1), byte);
        check(&bytes, &Config::new().forms(Forms::all()))?;
    }

    #[test]
    fn any_bytes_can_be_searched(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0usize..250) {
        let scanner = Scanner::with_config(Config::new().forms(Forms::all()));
        let found = scanner.find_at(&bytes, at);
        prop_assert!(found.is_none_or(|found| found.outer().start >= at));
    }

    /// A match of a search for one form is found, or overlapped by a match, in a search for all forms.
    #[test]
    fn a_search_for_all_forms_covers_each_form(text in soup(), form in select(Form::ALL)) {
        let scan = |forms| scanned(&Scanner::with_config(Config::new().forms(forms)), text.as_bytes());
        let all = scan(Forms::all());
        for it in scan(Forms::none().with(form)) {
            let (start, end) = (it.outer.start, it.outer.end);
            prop_assert!(all.iter().any(|other| other.outer.start < end && start < other.outer.end), "{:?}", it);
        }
    }

    /// Checks the bounds of W4 and sets of fewer forms.
    #[test]
    fn bounds_and_forms_hold(text in prop_oneof![wrapper_soup(), letter()], config in configs()) {
        check(text.as_bytes(), &config)?;
    }

    /// A URL among words is found as it is, in delimiters and without.
    #[test]
    fn a_url_among_words_is_found_as_it_is(
        before in "([A-Za-z]{1,8}[,.;]? |[a-z]{1,5}\n){0,6}",
        url in PLAIN_URL,
        delimiters in select(&[("<URL:", ">"), ("<", ">"), ("\"", "\""), ("(", ")"), ("", "")][..]),
        after in "([,;] [a-z]{1,8}|\\.?\n[A-Za-z]{1,8}| [a-z]{1,8}){0,3}",
    ) {
        let (open, close) = delimiters;
        let text = [&*before, open, &url, close, &after].concat();
        for forms in [Forms::default(), Forms::all()] {
            let scanner = Scanner::with_config(Config::new().forms(forms));
            let found: Vec<&str> =
                scanner.find_iter(&text).map(|wrapper| &text[wrapper.inner()]).collect();
            prop_assert_eq!(found, [&*url], "{:?}", text);
        }
    }

    /// The beginning of a text has the same URLs as the whole text, up to its last word and to a wrapper that goes on after
    /// it.
    #[test]
    fn the_beginning_of_a_text_has_the_same_urls(text in letter(), at in any::<Index>()) {
        let spaces: Vec<usize> = text.match_indices([' ', '\n']).map(|(at, _)| at).collect();
        prop_assume!(!spaces.is_empty());
        let head = &text[..spaces[at.index(spaces.len())]];
        let word = head.rfind([' ', '\n']).unwrap_or(0);
        let scanner = Scanner::new();
        let whole = scanned(&scanner, text.as_bytes());
        let goes_on = whole.iter().find(|it| it.outer.end.max(it.tail.end) >= word);
        let end = goes_on.map_or(word, |it| it.outer.start.min(word));
        let before = |all: Vec<Ranges>| -> Vec<Ranges> {
            all.into_iter().filter(|it| it.outer.end.max(it.tail.end) < end).collect()
        };
        prop_assert_eq!(before(scanned(&scanner, head.as_bytes())), before(whole), "{:?}", head);
    }

    /// What is found in the beginning of a text does not depend on the paragraphs after it, except in a wrapper that
    /// goes over its end, or a list of lines that shows how often a line break was doubled.
    #[test]
    fn what_is_found_does_not_depend_on_later_paragraphs(first in soup(), second in soup()) {
        let scanner = Scanner::new();
        let first = format!("{first} end.");
        let text = format!("{first}\n\n\n\n\n{second}");
        let found = scanned(&scanner, text.as_bytes());
        let mut alone = scanned(&scanner, first.as_bytes());
        let is_open = |it: &&Ranges| it.outer.start < first.len() && it.outer.end > first.len();
        if let Some(open) = found.iter().find(is_open) {
            alone.retain(|it| it.outer.start < open.outer.start);
        }
        let in_first = found.into_iter().filter(|it| it.outer.end <= first.len());
        prop_assert_eq!(in_first.collect::<Vec<_>>(), alone, "{:?}", text);
    }
}
