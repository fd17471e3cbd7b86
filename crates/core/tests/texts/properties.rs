//! Properties that hold for every URL found in any text.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use urlsift::extract::{Decode, Forms, Join, Utf8};
use urlsift::found::{Choice, DoubtKind, Form};
use urlsift::verdict::Standing;
use urlsift::{Extractor, Found, Input};

use crate::texts::joins;

/// Generates texts from strings that the rules mention.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let mark = prop::sample::select(
        &[
            "<", ">", "\"", "<URL:", "URL: ", "http://", "ftp://", "mailto:", "news:", "tel:",
            "x://", "/b", "/c.html", "?q=", "#f", "-", "\u{2010}", "\u{ad}", "\n", "\r\n", "\n> ",
            "\n>> ", "> ", "| ", "JD> ", "\n\n", " ", "  ", " at ", "user", "@", ".", ",", ")",
            "(", "[", "]", "'", "’", "»", "é", "日本", "，", "%20", "%2", "0", ":", "80", "\\",
            "\u{a0}", "\u{200b}", "see", "and",
        ][..],
    );
    let name = prop::sample::select(
        &[
            "a.example",
            "www.example.org",
            "b.example.com",
            "jim@example.org",
            "news:<a%2Fb@c.example>",
        ][..],
    );
    let token = prop_oneof![10 => mark, 1 => name];
    prop::collection::vec(token, 0..30).prop_map(|tokens| tokens.concat())
}

/// Returns the readings of a found URL, the first included.
pub(crate) fn readings<'f>(found: &'f Found<'_>) -> Vec<&'f str> {
    let others = found.readings().iter().map(urlsift::found::Reading::url);
    std::iter::once(found.url()).chain(others).collect()
}

/// Configures a property test with `cases` texts, or as many as `URLSIFT_CASES` says.
///
/// Failing cases are not stored in files: add them to the corpus.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("URLSIFT_CASES").ok().and_then(|cases| cases.parse().ok());
    // A fixed seed makes failures reproducible. `URLSIFT_CASES` is for finding new ones.
    let rng_seed = if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(1738) };
    ProptestConfig {
        rng_seed,
        failure_persistence: None,
        ..ProptestConfig::with_cases(asked.unwrap_or(cases))
    }
}

/// Parts of a URL with breaks and bytes that are not UTF-8, alone or at all.
const BYTES: &[&[u8]] = &[
    b"\n", b"\n> ", b" ", b" at ", b"-", b"a", b"/", b"\x89", b"\x99", b"\xC2", b"\xC5", b"\xED",
    b"\xF0", b"\x9F", b"\xFF",
];

proptest! {
    #![proptest_config(config(4_000))]

    /// Rule J7, for any bytes, in a wrapper and outside.
    #[test]
    fn pieces_joined_are_the_url(tokens in prop::collection::vec(prop::sample::select(BYTES), 0..12)) {
        let tokens = tokens.concat();
        let text = [b"<URL:http://a.example/", &tokens[..], b"> http://a.example/", &tokens].concat();
        for found in Extractor::new().find_iter(Input::new(&text)) {
            let pieces = found.pieces().iter();
            let joined: Vec<u8> = pieces.flat_map(|piece| piece.bytes(&text)).copied().collect();
            prop_assert_eq!(&*Utf8.decode_url(&joined).0, found.url());
        }
    }

    #[test]
    fn urls_are_made_of_pieces_of_the_text(
        text in prop_oneof![text(), joins::text()],
        join in prop::sample::select(Join::ALL),
    ) {
        let extractor = Extractor::builder().join(join).build();
        let mut end = 0;
        for found in extractor.find_iter(&text) {
            let outer = found.outer();
            prop_assert!(end <= outer.start && outer.start < outer.end && outer.end <= text.len());
            end = outer.end;
            let mut joined = Vec::new();
            let mut at = outer.start;
            for piece in found.pieces() {
                let range = piece.range();
                // The scheme of a host is inserted, at an empty range.
                let is_scheme = found.form() == Form::Www && at == outer.start && range.is_empty();
                prop_assert!(at <= range.start && range.end <= outer.end);
                prop_assert!(is_scheme || range.start < range.end);
                at = range.end;
                joined.extend_from_slice(piece.bytes(text.as_bytes()));
            }
            prop_assert_eq!(joined, found.url().as_bytes());
            for reading in found.readings() {
                let pieces = reading.pieces().iter().map(|piece| piece.bytes(text.as_bytes()));
                prop_assert_eq!(pieces.collect::<Vec<_>>().concat(), reading.url().as_bytes());
            }
            let readings = readings(&found);
            prop_assert!(readings.len() <= 8);
            for (i, reading) in readings.iter().enumerate() {
                prop_assert!(!readings[..i].contains(reading), "{} twice", reading);
                prop_assert!(!reading.contains(|c: char| c.is_whitespace() || c.is_control()));
            }
            let verdict = found.verdict();
            prop_assert!(!matches!(verdict.standing(), Standing::Rejected(_)));
            let parts = verdict.parts();
            let spans = [parts.scheme, parts.user, parts.password, parts.host, parts.port, parts.path];
            for span in spans.into_iter().chain([parts.query, parts.fragment]).flatten() {
                prop_assert!(found.url().get(span.range()).is_some());
            }
            for doubt in found.doubts() {
                prop_assert!(doubt.at >= outer.start);
                // What was cut off begins at the end: punctuation, or the next line after it.
                let tail = &text[outer.end..];
                let last = match (doubt.kind, doubt.chosen) {
                    (DoubtKind::End, Choice::Dropped) => outer.end,
                    (DoubtKind::Join, Choice::Cut) => {
                        outer.end + tail.find(char::is_whitespace).unwrap_or(tail.len())
                    }
                    _ => outer.end - 1,
                };
                prop_assert!(doubt.at <= last);
            }
        }
    }

    #[test]
    fn a_string_and_its_bytes_have_the_same_urls(text in text()) {
        let extractor = Extractor::new();
        let all: Vec<_> = extractor.find_iter(&text).map(|found| found.outer()).collect();
        let bytes: Vec<_> = extractor.find_iter(text.as_bytes()).map(|found| found.outer()).collect();
        prop_assert_eq!(all, bytes);
    }

    /// Only forms that were asked for are found.
    #[test]
    fn only_requested_forms_are_found(text in text(), form in prop::sample::select(Form::ALL)) {
        let extractor = Extractor::builder().forms(Forms::none().with(form)).build();
        for found in extractor.find_iter(&text) {
            prop_assert_eq!(found.form(), form);
        }
    }

    /// Rule W11: a further form loses no URL. It may find another URL in the same place.
    #[test]
    fn more_forms_find_no_fewer_urls(text in text(), forms in 0_usize..1 << Form::ALL.len()) {
        // Random text hardly ever closes a wrapper.
        let text = format!("<http://c.example/{text}> \"http://d.example/{text}\" {text}");
        let in_set = |&at: &usize| forms >> at & 1 == 1;
        let some: Forms = (0..Form::ALL.len()).filter(in_set).map(|at| Form::ALL[at]).collect();
        let ranges = |forms| {
            let extractor = Extractor::builder().forms(forms).build();
            extractor.find_iter(&text).map(|found| found.outer()).collect::<Vec<_>>()
        };
        let found = ranges(some);
        for &form in Form::ALL {
            let all = ranges(some.with(form));
            for url in &found {
                let meets = |it: &std::ops::Range<usize>| it.start < url.end && url.start < it.end;
                prop_assert!(all.iter().any(meets), "{:?} without {}: {:?}", some, form, &text[url.clone()]);
            }
        }
    }

    #[test]
    fn any_bytes_can_be_searched(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let extractor = Extractor::builder().forms(Forms::all()).join(Join::Possible).build();
        for found in extractor.find_iter(&bytes) {
            prop_assert!(found.outer().end <= bytes.len());
        }
    }
}
