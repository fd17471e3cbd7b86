//! Tests that the facade's work is linear in the text (W10). It counts the bytes of readings that are decoded,
//! for a text and for the same text twice and eight times as long.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};

use urlsift::decode::{Decode, Undecodable, Utf8};
use urlsift::{Extractor, Forms, Input};

/// Decodes UTF-8, and counts the bytes.
struct Counting<'c>(&'c AtomicUsize);

impl Decode for Counting<'_> {
    fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable) {
        self.0.fetch_add(bytes.len(), Ordering::Relaxed);
        Utf8.decode_url(bytes)
    }
}

fn work(text: &str) -> usize {
    let count = AtomicUsize::new(0);
    let input = Input::new(text).decode(Counting(&count));
    Extractor::builder().forms(Forms::all()).build().find_iter(input).for_each(drop);
    count.load(Ordering::Relaxed)
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
