//! Reads pages of HTML, calendars, JSON and RTF.
//!
//! The first byte selects the charset and how the rest becomes a page. The target checks:
//!
//! - Texts and values have a place in the page, in order, and so has each of their bytes.
//! - A byte that is stored as it is equals the byte there.
//! - A page has no more text than bytes, except for character references that are longer than their name.
//! - A row's pieces joined are its URL, and its offsets are in the source (J7).

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift_archive::internal::{MappedText, content_lines, json_text, rtf_text};
use urlsift_archive::item::Window;
use urlsift_archive::mail::{Charset, Headers, Html};
use urlsift_fuzz::Mode;
use urlsift_fuzz::mail::html;
use urlsift_fuzz::row::checked;

static EXTRACTOR: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().forms(Forms::all()).build());

const CHARSETS: &[&str] = &["utf-8", "iso-8859-1", "koi8-r", "shift_jis", "gb18030", "us-ascii"];

fuzz_target!(|data: &[u8]| {
    let [first, rest @ ..] = data else { return };
    let page = match first & 3 {
        0 | 1 => html(rest),
        2 => [b"<html>", &*Mode::Folded.text(rest)].concat(),
        _ => rest.to_vec(),
    };
    check_text(rest, &content_lines(rest), 1);
    check_text(rest, &json_text(rest), 1);
    check_text(rest, &rtf_text(rest), 3);
    let label = CHARSETS[(first >> 2) as usize % CHARSETS.len()];
    let charset = Charset::of_label(label.as_bytes()).expect("the charset is known");
    let read = Html::of(&page, charset);
    check_text(&page, &read.text, 1);
    let mut at = 0;
    for attribute in read.attributes() {
        check_text(&page, &attribute.value, 1);
        assert!(!attribute.value.bytes.is_empty());
        let start = attribute.value.map.range(0..1).start;
        assert!(at <= start, "{attribute:?}");
        at = start;
        if let Some(shown) = &attribute.shown {
            assert!(shown.start <= shown.end && shown.end <= read.text.bytes.len());
        }
    }
    let header = format!("Content-Type: text/html; charset={label}\n\n");
    let source = [header.as_bytes(), &page].concat();
    for item in Window::whole("x", source.clone()).items() {
        item.find(&EXTRACTOR, Headers::None, |location, found| {
            checked(location, found, Some(&source));
        });
    }
});

/// `growth` is the most bytes of text for a byte of the page, apart from character references.
fn check_text(page: &[u8], text: &MappedText<'_>, growth: usize) {
    let mut last = 0..0;
    let mut stored = 0;
    for (at, &byte) in text.bytes.iter().enumerate() {
        let range = text.map.range(at..at + 1);
        assert!(last.start <= range.start && last.end <= range.end, "{range:?} after {last:?}");
        assert!(range.end <= page.len());
        if range.len() == 1 && page[range.start] == byte {
            stored += 1;
        }
        last = range;
    }
    let references = memchr::memchr_iter(b'&', page).count();
    assert!(text.bytes.len() - stored <= growth * page.len() + 8 * references, "{text:?}");
}
