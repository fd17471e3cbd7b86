//! Tests of the bounds on the length and the pieces of a URL (W8).

use urlsift::extract::{Forms, Utf8};
use urlsift::found::{Form, FoundNote, Piece};
use urlsift::{Extractor, Found};

/// The greatest length of a URL without delimiters, in bytes, and the greatest number of pieces of any URL.
const MAX_BYTES: usize = 65_536;
const MAX_PIECES: usize = 1024;

/// What the bounds limit: the form, the length of the URL, the number of its pieces, and whether it has the note.
type Figures = (Form, usize, usize, bool);

fn figures(found: &Found<'_>) -> Figures {
    let is_cut = found.notes().contains(&FoundNote::CutAtLimit);
    (found.form(), found.url().len(), found.pieces().len(), is_cut)
}

#[test]
fn urls_end_at_the_bounds() {
    let many = |head: &str, unit: &str, times: usize| head.to_owned() + &unit.repeat(times);
    let scheme = |bytes: usize| many("", "a", bytes) + "://b.example/";
    // The text, and form, length, pieces and note of its first URL; after it comes another URL.
    let table: Vec<(&str, String, Option<Figures>)> = vec![
        ("shorter", many("http://a/", "a", 65_523), Some((Form::Bare, 65_532, 1, false))),
        ("longer", many("http://a/", "a", 90_000), Some((Form::Bare, MAX_BYTES, 1, true))),
        ("divided character", many("http://a/", "é", 90_000), Some((Form::Bare, 65_535, 1, true))),
        ("prefix", many("URL:http://a/", "a", 90_000), Some((Form::Prefix, MAX_BYTES, 1, true))),
        (
            "host",
            many("www.a.example/", "a", 90_000),
            Some((Form::Www, MAX_BYTES + "http://".len(), 2, true)),
        ),
        ("stops", many("http://a/", ".", 90_000), Some((Form::Bare, 9, 1, false))),
        ("escapes", many("http://a/", "\\-", 90_000), Some((Form::Bare, 9 + 1023, 1024, true))),
        ("few escapes", many("http://a/", "\\-", 1022), Some((Form::Bare, 9 + 1022, 1023, false))),
        ("references", many("http://a/", "&amp;", 9_000), Some((Form::Bare, 9 + 1023, 1024, true))),
        (
            "backslashes",
            many("http:\\\\a.example.org", "\\b", 9_000),
            Some((Form::Repaired, 4 + 3 + 13 + 1021, 1024, true)),
        ),
        (
            "a wrapper",
            many("<http://a/", "\\-", 3_000) + ">",
            Some((Form::Angle, 9 + 1023, 1024, true)),
        ),
        ("scheme", scheme(255), Some((Form::Bare, 255 + 13, 1, false))),
        ("longer scheme", scheme(256), None),
    ];
    let extractor = Extractor::builder().forms(Forms::all()).build();
    for (name, text, expected) in table {
        let text = text + "\nhttp://last.example/";
        let mut found = extractor.find_iter(&text);
        if let Some(expected) = expected {
            let first = found.next().expect("it has a URL");
            assert_eq!(figures(&first), expected, "{name}");
            let is_bounded =
                first.readings().iter().all(|other| other.pieces().len() <= MAX_PIECES);
            assert!(is_bounded, "{name}: other readings have the bound too");
            let bytes = first.pieces().iter().flat_map(|piece| piece.bytes(text.as_bytes()));
            assert!(bytes.eq(first.url().as_bytes()), "{name}: the pieces are the URL");
            let end = first.pieces().last().map(|piece| piece.range().end);
            let is_delimited = first.form() == Form::Angle;
            assert!(is_delimited || end == Some(first.outer().end), "{name}: it ends with its URL");
        }
        let last = found.last().expect("it has another URL");
        assert_eq!(last.url(), "http://last.example/", "{name}");
        let drawn = extractor.segments(&text).fold(0, |at, segment| {
            assert_eq!(segment.range.start, at, "{name}: segments are adjacent");
            segment.range.end
        });
        assert_eq!(drawn, text.len(), "{name}");
    }
}

#[test]
fn values_of_attributes_end_at_the_bounds() {
    let table = [
        ("spaces", "http://a/".to_owned() + &" b".repeat(9_000), 9 + 512 * 3 + 511, MAX_PIECES),
        ("bytes", "http://a/".to_owned() + &"b".repeat(90_000), MAX_BYTES, 1),
    ];
    for (name, text, len, pieces) in table {
        let found = Extractor::new().find_whole::<Utf8>(&*text).expect(name);
        assert_eq!(figures(&found), (Form::Bare, len, pieces, true), "{name}");
        assert_eq!(
            found.outer().end,
            found.pieces().last().map_or(0, |it| it.range().end),
            "{name}"
        );
    }
}

/// The spelling of the text is never cut, and is another reading.
#[test]
fn the_stored_spelling_is_whole() {
    let text = "http://a/".to_owned() + &"\\-".repeat(9_000);
    let found = Extractor::new().find_iter(&text).next().expect("it has a URL");
    let [other] = found.readings() else { panic!("there is one") };
    assert_eq!((other.url(), other.pieces()), (&*text, &[Piece::Copied(0..text.len())][..]));
}
