//! Tests that the facade's work is linear in the text (W10). It counts the bytes of readings that are decoded,
//! for a text and for the same text twice and eight times as long.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};

use urlsift::extract::{Decode, Encoding, Forms, Join, Undecodable, Utf8};
use urlsift::{Extractor, Input};

/// Counts the bytes that are decoded, and how often the encoding is asked for: once for each search, and once for each
/// line that is glued to a URL.
#[derive(Default)]
struct Counts {
    bytes: AtomicUsize,
    asked: AtomicUsize,
}

/// Decodes UTF-8, and counts.
struct Counting<'c>(&'c Counts);

impl Decode for Counting<'_> {
    fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable) {
        self.0.bytes.fetch_add(bytes.len(), Ordering::Relaxed);
        Utf8.decode_url(bytes)
    }

    fn encoding(&self) -> Encoding {
        self.0.asked.fetch_add(1, Ordering::Relaxed);
        Utf8.encoding()
    }
}

fn work(text: &str) -> usize {
    let count = Counts::default();
    let input = Input::new(text).decode(Counting(&count));
    let extractor = Extractor::builder().forms(Forms::all()).join(Join::Possible).build();
    extractor.find_iter(input).for_each(drop);
    count.bytes.load(Ordering::Relaxed)
}

#[test]
fn hostile_texts_take_linear_work() {
    let table: &[&str] = &[
        "<URL:",
        "<http://a-\n",
        "<http://a-\n> b>\n",
        "<http://a/ b at c d>",
        "<URL:http://a b-\nc d>",
        "<http://a\n> b\n> c>\n",
        "\"http://a-\nb\"",
        "\"http://a ",
        "http://a-\n",
        "http://a/-\nb/c-\n",
        "http://a/-\nb/c-\nand\n",
        "http://a/x?y=\nxx=http://b-\n",
        "http://a/.",
        "http://a/ ",
        "http://",
        "mailto:a@b,",
        "<http:///a>",
        "<a://>\n",
        "URL:http://a).",
        "((((((((",
        "http://a@/^",
        "<http://a@/^>",
        "URL:http://a@/^",
        "\"http://a@/^\"",
        "www.a.b/).",
        "a.com ",
        "a.com/",
        "a.xyzzy/",
        "a@b.com,",
        "%/#@a.bc ",
    ];
    for unit in table {
        let [one, two, eight] = [1, 2, 8].map(|n| work(&unit.repeat(n * 500)));
        let length = unit.len() * 4000;
        // At most eight readings, each decoded once whole and once in pieces.
        assert!(eight <= 24 * length, "{unit:?}: {eight} for {length}");
        assert!(
            two <= 3 * one.max(1000) && eight <= 12 * one.max(1000),
            "{unit:?}: {one} {two} {eight}"
        );
    }
}

/// The URL at a position, or around it, costs the same in a short text and in a long one.
#[test]
fn the_work_at_a_position_does_not_depend_on_the_length() {
    let units =
        ["<http://a-\n> b>\n", "http://a/-\nb/c-\n", "http://a@/^", "http:", "<", "www.a.b/)."];
    for unit in units {
        let work = |len: usize| {
            let text = unit.repeat(len / unit.len());
            let count = Counts::default();
            let extractor = Extractor::builder().forms(Forms::all()).join(Join::Possible).build();
            let middle = text.len() / 2 / unit.len() * unit.len();
            for position in middle..middle + 2 * unit.len() {
                let input = || Input::new(&text).decode(Counting(&count));
                extractor.find_at(input(), position);
                extractor.find_around(input(), position);
            }
            count.bytes.load(Ordering::Relaxed)
        };
        let (short, long) = (work(300_000), work(1_200_000));
        assert!(long <= short + short / 8, "{unit:?}: {short} {long}");
    }
}

/// Lines that may go on are not examined again from each of the lines before them (J8).
#[test]
fn each_line_is_glued_to_few_urls() {
    let block = ["http://a/-\n", &"b/c-\n".repeat(63)].concat();
    let table: &[&str] = &[
        "http://a/-\n",
        "http://a/-\nb/c-\n",
        "xx=http://a/-\n",
        "xx=http://a/-\nb-\n",
        "http://a/?x=1&\nu=http://b/?x=1&\n",
        &block,
    ];
    for unit in table {
        let text = unit.repeat(200);
        let lines = text.lines().count();
        for join in [Join::Never, Join::Certain, Join::Likely, Join::Possible] {
            let count = Counts::default();
            let input = Input::new(&text).decode(Counting(&count));
            let extractor = Extractor::builder().join(join).build();
            let urls = extractor.find_iter(input).count();
            let glued = count.asked.load(Ordering::Relaxed) - urls;
            assert!(glued <= 3 * lines + 1, "{unit:?} {join:?}: {glued} for {lines} lines");
        }
    }
}
