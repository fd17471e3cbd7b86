//! Tests of the options that decide which URLs are found, and how they are spelled.

use proptest::prelude::*;
use urlsift::extract::{Extra, ExtractorBuilder, Extras, Forms, Profile, SchemeSet, Utf8};
use urlsift::{Extractor, Found};

use crate::texts::corpus::rows;
use crate::texts::properties::{config, readings, text};

fn builder() -> ExtractorBuilder {
    Extractor::builder().forms(Forms::all())
}

fn set(names: &[&str]) -> SchemeSet {
    let mut schemes = SchemeSet::new();
    for name in names {
        schemes.add(name).expect("the name is a scheme");
    }
    schemes
}

#[test]
fn values_of_attributes_are_those_of_the_table() {
    let extractor = Extractor::new();
    for row in rows("values.tsv") {
        let whole = extractor.find_whole::<Utf8>(&*row[0]);
        let opaque = extractor.find_opaque::<Utf8>(&*row[0]);
        let urls = [&whole, &opaque].map(|found| found.as_ref().map_or("", Found::url));
        assert_eq!(urls, [&*row[1], &*row[2]], "{row:?}");
        if let Some(found) = whole {
            let pieces = found.pieces().iter().flat_map(|piece| piece.bytes(row[0].as_bytes()));
            assert!(pieces.eq(found.url().as_bytes()), "{row:?}");
        }
    }
}

#[test]
fn links_of_gateways_are_unwrapped_as_the_table_says() {
    for row in rows("unwrapped.tsv") {
        let target = urlsift::url::unwrapped(&row[0]);
        assert_eq!(target.as_deref().unwrap_or_default(), &*row[1], "{row:?}");
        // A truncated link may lead elsewhere, but only to a URL that can be opened.
        for cut in (0..row[0].len()).filter(|&cut| row[0].is_char_boundary(cut)) {
            let target = urlsift::url::unwrapped(&row[0][..cut]);
            assert!(target.is_none_or(|it| urlsift::href(&it).is_some()), "{row:?} cut at {cut}");
        }
    }
}

#[test]
fn values_of_attributes_obey_the_options() {
    let find = |builder: ExtractorBuilder, text: &'static str| {
        builder.build().find_whole::<Utf8>(text).map(|it| it.url().to_owned())
    };
    let only = |names| builder().only_schemes(set(names));
    assert_eq!(find(only(&["http"]), "http://a.example/").as_deref(), Some("http://a.example/"));
    assert_eq!(find(only(&["http"]), "ftp://a.example/"), None);
    assert_eq!(find(only(&["http"]), "x-any://a.example/"), None);
    assert_eq!(find(builder().ascii_only(true), "http://a.example/\u{e9}"), None);
    let written = find(builder().as_written(true), "mailto:jim at example.org");
    assert_eq!(written.as_deref(), Some("mailto:jim at example.org"));
}

#[test]
fn the_order_of_options_does_not_matter() {
    let (own, only) = (set(&["x-ticket"]), set(&["http"]));
    let text = "x-ticket:1 http://a.example/ ftp://b.example/";
    for builder in [
        builder().own_schemes(own).only_schemes(only),
        builder().only_schemes(only).own_schemes(own),
    ] {
        let urls: Vec<_> = builder.build().find_iter(text).map(|it| it.url().to_owned()).collect();
        assert_eq!(urls, ["http://a.example/"]);
    }
    let nothing = builder().only_schemes(SchemeSet::new()).extras(Extras::all()).build();
    assert_eq!(
        nothing.find_iter("http://a.example/ jim@b.example <foo:c> www.d.example").count(),
        0
    );
}

/// Returns an extractor with the options that `bits` chooses.
fn any_options(bits: u16) -> Extractor {
    let extra = |&(i, _): &(usize, &Extra)| bits >> i & 1 != 0;
    let extras = Extra::ALL.iter().enumerate().filter(extra).map(|(_, extra)| *extra).collect();
    let profile = Profile::ALL[usize::from(bits >> 6 & 3)];
    let builder = builder().extras(extras).profile(profile);
    builder.ascii_only(bits >> 8 & 1 != 0).as_written(bits >> 9 & 1 != 0).build()
}

/// Adds what the options look at to the text of the other properties.
fn texts() -> impl Strategy<Value = String> {
    let token = r"&amp;|&#39;|\\/|\\u0026|//|localhost|192\.0\.2\.7|<foo:|:80/|下|'|jim@box";
    prop::collection::vec((text(), token), 0..4)
        .prop_map(|parts| parts.into_iter().flat_map(|(text, token)| [text, token]).collect())
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn only_schemes_of_the_set_are_found(text in texts(), i in 0usize..2) {
        let name = ["http", "mailto"][i];
        let extractor = builder().only_schemes(set(&[name])).build();
        for found in extractor.find_iter(&text) {
            for url in readings(&found) {
                let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
                prop_assert_eq!(&scheme, name);
            }
        }
    }

    #[test]
    fn urls_are_ascii_on_request(text in texts()) {
        for found in builder().ascii_only(true).build().find_iter(&text) {
            prop_assert!(readings(&found).into_iter().all(str::is_ascii), "{:?}", found);
        }
    }

    /// Options change no law of the results: URLs are in order, each has the bytes of its pieces, and a verbatim one is
    /// its text.
    #[test]
    fn pieces_make_the_url_with_any_options(text in texts(), bits in any::<u16>()) {
        let mut last = 0;
        for found in any_options(bits).find_iter(&text) {
            let bytes = text.as_bytes();
            let pieces: Vec<u8> =
                found.pieces().iter().flat_map(|it| it.bytes(bytes)).copied().collect();
            prop_assert_eq!(&*pieces, found.url().as_bytes());
            prop_assert_eq!(found.is_verbatim(), found.url() == found.text(&*text), "{:?}", found);
            prop_assert!(found.outer().start >= last && found.outer().end <= text.len());
            last = found.outer().end;
            let others: std::collections::BTreeSet<&str> = readings(&found).into_iter().collect();
            prop_assert_eq!(others.len(), found.readings().len() + 1);
        }
    }

    #[test]
    fn spelling_does_not_change_what_is_found(text in texts()) {
        let ranges = |is_written| {
            let extractor = builder().as_written(is_written).build();
            let found: Vec<_> = extractor.find_iter(&text).map(|it| (it.form(), it.outer())).collect();
            found
        };
        prop_assert_eq!(ranges(true), ranges(false));
    }

    /// What is found without extras is found with them, or overlaps what an extra found: `a.example@news` in front of
    /// `news:<…>`.
    #[test]
    fn extras_take_nothing_away(text in texts()) {
        let extractor = builder().extras(Extras::all()).build();
        let more: Vec<_> = extractor.find_iter(&text).map(|it| it.outer()).collect();
        for found in builder().build().find_iter(&text) {
            let outer = found.outer();
            let overlaps = more.iter().any(|it| it.start < outer.end && it.end > outer.start);
            prop_assert!(overlaps, "{:?}", found);
        }
    }
}
