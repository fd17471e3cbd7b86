//! Selects URLs: by lists of strings, by dates, and by terms.
//!
//! The first bytes select the options and divide the rest into a list, a URL and a term. The target checks:
//!
//! - A list, however long, has the URLs that comparing each of its strings finds, and takes memory limited by its length.
//! - A date is at or after the first date of a selection, or at or before the last date, if both are the same.
//! - A term and its negation select all URLs together, and none twice.

#![no_main]

use std::ops::Range;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift::Extractor;
use urlsift::archive::{Header, Headers, Origin};
use urlsift::extract::Forms;
use urlsift::scan::bulk::Window;
use urlsift::scan::select::{Criterion, MatchExtent, Selection, UrlStrings};
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::mail::field;
use urlsift_fuzz::memory::limited;
use urlsift_fuzz::{Mode, TOKENS};

/// The most bytes of memory for each byte of a list.
const LIST_BYTES: usize = 64;

/// The longest list and URL that are compared string by string: the product of their lengths in bytes.
const MAX_COMPARED: usize = 1 << 20;

/// The longest URL in bytes. The time for a URL grows with the number of lengths in a list.
const MAX_URL_BYTES: usize = 1 << 11;

const CRITERIA: [Criterion; 8] = [
    Criterion::Scheme,
    Criterion::Host,
    Criterion::Form,
    Criterion::Grade,
    Criterion::Doubt,
    Criterion::Note,
    Criterion::List,
    Criterion::Part,
];

/// Terms that a criterion may have.
const TERMS: [&str; 13] = [
    "http",
    "a.example",
    ".example",
    "angle",
    "bare",
    "certain",
    "hyphen",
    "join",
    "list.a.example",
    "header",
    "body",
    "host_cut_by_seam",
    "text_names_other_host",
];

/// Pieces of dates.
const DATES: [&str; 16] = [
    "1998",
    "-",
    "03",
    "0",
    "1",
    "T",
    ":",
    "Z",
    "+01:00",
    "-00:00",
    "00",
    "12:30:59",
    "2000-02-29",
    "é",
    " ",
    "9",
];

static EXTRACTOR: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().forms(Forms::all()).build());

fuzz_target!(|data: &[u8]| {
    let [option, cut, rest @ ..] = data else { return };
    let (list, rest) = rest.split_at(rest.len().min((cut & 63).into()));
    match option & 3 {
        0 | 1 => check_list(&grown(TOKENS, list), rest, *option),
        2 => check_dates(list, rest),
        _ => check_term(*cut >> 6, list, rest, *option),
    }
});

fn check_list(list: &[u8], rest: &[u8], option: u8) {
    let extent = if option & 4 == 4 { MatchExtent::Whole } else { MatchExtent::Part };
    let strings = limited(LIST_BYTES, list.len(), || UrlStrings::new(list, extent));
    let url = match option & 8 {
        0 => Mode::Folded.text(rest),
        // A string of the list, with another text before it and after it.
        _ => {
            let lines: Vec<&[u8]> = list.split(|byte| *byte == b'\n').collect();
            let which = usize::from(option >> 4) * lines.len() / 16;
            [b"HTTP://", lines[which], &Mode::Folded.text(rest)].concat()
        }
    };
    let url = String::from_utf8_lossy(&url);
    let url = &url[..url.floor_char_boundary(MAX_URL_BYTES)];
    let has = strings.has(url);
    if list.len() * url.len() <= MAX_COMPARED {
        assert_eq!(has, has_naive(list, url.as_bytes(), extent), "{list:?} {url:?} {extent:?}");
    }
    // A URL is equivalent to itself.
    let equivalent =
        limited(LIST_BYTES, list.len(), || UrlStrings::new(list, MatchExtent::Equivalent));
    let is_equivalent = equivalent.has(url);
    assert!(is_equivalent || !has || extent == MatchExtent::Part, "{list:?} {url:?}");
}

/// Compares each string with each place of `url`.
fn has_naive(list: &[u8], url: &[u8], extent: MatchExtent) -> bool {
    let list = list.strip_prefix(b"\xef\xbb\xbf").unwrap_or(list);
    let strings = list.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut strings = strings.filter(|string| !string.is_empty());
    let folded = folded_ranges(url);
    let is_folded = |at: usize| folded.iter().any(|range| range.contains(&at));
    let is_at = |string: &[u8], start: usize| {
        string.iter().zip(start..).all(|(byte, at)| {
            *byte == url[at] || is_folded(at) && byte.eq_ignore_ascii_case(&url[at])
        })
    };
    match extent {
        MatchExtent::Whole | MatchExtent::Equivalent => strings.any(|string| {
            // The string is a URL, too.
            string.len() == url.len() && folded_ranges(string) == folded && is_at(string, 0)
        }),
        _ => strings.any(|string| {
            let last = url.len().checked_sub(string.len());
            last.is_some_and(|last| (0..=last).any(|start| is_at(string, start)))
        }),
    }
}

/// Returns the ranges of the scheme and the host of `url`, in which case does not matter.
fn folded_ranges(url: &[u8]) -> [Range<usize>; 2] {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let colon = url.iter().take_while(|byte| is_scheme(byte)).count();
    if url.get(colon) != Some(&b':') {
        return [0..0, 0..0];
    }
    if !url[colon..].starts_with(b"://") {
        return [0..colon, 0..0];
    }
    let start = colon + 3;
    let end = url[start..].iter().position(|byte| b"/?#".contains(byte));
    let end = end.map_or(url.len(), |length| start + length);
    let user = url[start..end].iter().rposition(|byte| *byte == b'@').map_or(0, |at| at + 1);
    [0..colon, start + user..end]
}

fn check_dates(bound: &[u8], date: &[u8]) {
    let bound: String = bound.iter().map(|byte| DATES[*byte as usize % DATES.len()]).collect();
    let message = [b"Date: ", &*field(date), b"\n\n"].concat();
    let origin = Origin::of(&Header::of(&message));
    let (mut since, mut until) = (Selection::new(), Selection::new());
    let is_date = since.since(&bound).is_ok();
    assert_eq!(until.until(&bound).is_ok(), is_date, "{bound:?}");
    if !is_date {
        return;
    }
    assert!(since.needs_message() && until.needs_message());
    assert!(!since.accepts_message(None) && !until.accepts_message(None));
    let (is_after, is_before) =
        (since.accepts_message(Some(&origin)), until.accepts_message(Some(&origin)));
    assert_eq!(is_after || is_before, origin.rfc_3339().is_some(), "{bound:?} {origin:?}");
    if let Some(date) = &origin.date
        && bound.len() <= 10
    {
        assert_eq!(is_after, date[..bound.len()] >= *bound, "{bound:?} {date:?}");
        assert_eq!(is_before, date[..bound.len()] <= *bound, "{bound:?} {date:?}");
    }
}

fn check_term(kind: u8, term: &[u8], text: &[u8], option: u8) {
    let criterion = CRITERIA[(option >> 2) as usize % CRITERIA.len()];
    let term = match (kind, term) {
        (0, term) => String::from_utf8_lossy(&Mode::Folded.text(term)).into_owned(),
        (_, [first, ..]) => TERMS[*first as usize % TERMS.len()].to_owned(),
        _ => return,
    };
    let (mut wanted, mut unwanted) = (Selection::new(), Selection::new());
    let is_term = wanted.add(criterion, &term).is_ok();
    if !is_term || term.starts_with('!') {
        return;
    }
    unwanted.add(criterion, &format!("!{term}")).expect("the term was accepted");
    let source = [b"List-Id: <list.a.example>\n\n", &*Mode::Folded.text(text)].concat();
    for item in Window::whole("x", source).items() {
        item.find(&EXTRACTOR, Headers::All, |location, found| {
            let is_wanted = wanted.accepts(location, found);
            assert_ne!(unwanted.accepts(location, found), is_wanted, "{criterion:?} {term:?}");
        });
    }
}
