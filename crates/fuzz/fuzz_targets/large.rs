//! Reads long inputs with every layer, so that bounds are reached: up to a megabyte, which `grown` makes of few bytes.
//!
//! The first byte selects the layer, the second its options, and the rest are a program for `grown`. The target checks
//! of each layer that nothing panics, and that its memory is limited by the length of the input (`LAYERS`). It
//! also checks:
//!
//! - A search that stops finds what one that does not stop finds, and segments cover the text.
//! - What one URL becomes is limited by the bytes that it was found in: its row, what it opens, what is shown of it.
//! - Windows of any size give the same rows, compressed or not.
//!
//! The fuzzer's limit on time finds what is not linear.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift::archive::{Headers, parts_with, regions};
use urlsift::extract::{Budget, Forms, Join, Step, link_text_differs};
use urlsift::scan::bulk::Window;
use urlsift::url::{normalize, peel, url_notes};
use urlsift::verdict::{Grammar, Validator};
use urlsift::{Extractor, Found, href, wrap};
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::mail::{CHARSETS, FIELD_TOKENS, HTML_TOKENS, LINES, in_charset};
use urlsift_fuzz::memory::limited;
use urlsift_fuzz::pack::Codec;
use urlsift_fuzz::program::{is_compressed, read};
use urlsift_fuzz::row::checked;
use urlsift_fuzz::{ENCODED_TOKENS, TOKENS};
use urlsift_rejoiner::{Gaps, MAX_READINGS, Readings, Style};

/// A layer: the tokens of its inputs, its check, and the most bytes of memory for each byte of an input.
struct Layer {
    tokens: &'static [&'static str],
    check: fn(Vec<u8>, u8, usize),
    bytes: usize,
}

const LAYERS: [Layer; 8] = [
    // Of a text, the URL that is found and its other readings are in memory.
    Layer { tokens: TOKENS, check: search, bytes: 16 },
    // A line has a range, and each of eight readings a piece for it.
    Layer { tokens: TOKENS, check: rejoin, bytes: 512 },
    // Five grammars, and the forms of a URL that are written, one after the other.
    Layer { tokens: TOKENS, check: judge, bytes: 16 },
    // The rows of the next four layers are made one by one, with all fields and as JSON.
    Layer { tokens: FIELD_TOKENS, check: read_header, bytes: 32 },
    Layer { tokens: LINES, check: read_message, bytes: 32 },
    Layer { tokens: HTML_TOKENS, check: read_page, bytes: 32 },
    Layer { tokens: ENCODED_TOKENS, check: read_encoded, bytes: 32 },
    // All rows are kept, so that they can be compared. A row of a short URL has its subject and its source.
    Layer { tokens: LINES, check: read_file, bytes: 2048 },
];

/// The bytes of a row that do not depend on its URL: names of fields, and facts of the message.
const ROW_BYTES: usize = 1 << 15;

/// The most bytes that a row or another form of a URL has for each byte in which the URL was found.
const BYTES_PER_BYTE: usize = 64;

static EXTRACTOR: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().forms(Forms::all()).join(Join::Possible).build());

fuzz_target!(|data: &[u8]| {
    let [layer, option, program @ ..] = data else { return };
    let Layer { tokens, check, bytes } = LAYERS[*layer as usize % LAYERS.len()];
    check(grown(tokens, program), *option, bytes);
});

fn search(text: Vec<u8>, option: u8, bytes: usize) {
    let described = |found: &Found<'_>| (found.outer(), found.url().len(), found.readings().len());
    let mut all = Vec::new();
    let mut end = 0;
    let of_urls = limited(bytes, text.len(), || {
        let mut of_urls = 0;
        for found in EXTRACTOR.find_iter(&text) {
            let outer = found.outer();
            assert!(end <= outer.start && outer.start < outer.end && outer.end <= text.len());
            end = outer.end;
            check_forms(&found);
            of_urls += found.url().len();
        }
        of_urls
    });
    // An escape of three characters takes the place of a byte.
    assert!(of_urls <= 16 * text.len() + 16, "{of_urls} bytes of URLs in {}", text.len());
    all.extend(EXTRACTOR.find_iter(&text).map(|found| described(&found)));
    let mut links = EXTRACTOR.find_iter(&text);
    let mut stopped = Vec::new();
    loop {
        match links.next_within(&mut Budget::bytes(1 + 64 * usize::from(option))) {
            Step::Found(found) => stopped.push(described(&found)),
            Step::Spent => {}
            Step::Done => break,
        }
    }
    assert_eq!(stopped, all);
    let end = limited(bytes, text.len(), || {
        EXTRACTOR.segments(&text).fold(0, |at, segment| {
            assert!(segment.range.start == at && segment.range.end > at, "{segment:?} after {at}");
            segment.range.end
        })
    });
    assert_eq!(end, text.len());
}

/// Checks the lengths of what is written of a URL.
fn check_forms(found: &Found<'_>) {
    let most = ROW_BYTES + BYTES_PER_BYTE * found.outer().len();
    let href = found.href().map_or(0, |href| href.len());
    let written = [href, found.display_url().len(), normalize(found.url()).len()];
    assert!(written.iter().all(|written| *written <= most), "{written:?} of {found:.999?}");
    let readings: usize = found.readings().iter().map(|reading| reading.url().len()).sum();
    assert!(readings <= most && found.readings().len() < MAX_READINGS, "{readings}");
}

fn rejoin(text: Vec<u8>, option: u8, bytes: usize) {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        lines.push(at..at + line.len() - usize::from(line.ends_with(b"\n")));
        at += line.len();
    }
    let gaps = [Gaps::Removed, Gaps::Letter, Gaps::Weighed][option as usize % 3];
    limited(bytes, text.len(), || {
        let readings = Readings::new(&text, lines.iter().cloned(), Style::new(gaps));
        assert!((1..=MAX_READINGS).contains(&readings.as_slice().len()));
        for reading in readings.as_slice() {
            assert_eq!(reading.choices().len(), readings.doubts().len());
        }
    });
}

fn judge(text: Vec<u8>, option: u8, bytes: usize) {
    let text = String::from_utf8_lossy(&text);
    let text = &*text;
    let most = ROW_BYTES + BYTES_PER_BYTE * text.len();
    limited(bytes, text.len(), || {
        let url = Validator::new().url(text);
        for grammar in Grammar::ALL {
            let failure = url.failure(*grammar).map(|failure| failure.to_string());
            assert!(failure.is_none_or(|failure| failure.len() < ROW_BYTES));
            assert!(
                url.encoded(*grammar).is_ok_and(|encoded| encoded.len() <= 3 * text.len())
                    || url.encoded(*grammar).is_err()
            );
        }
        assert!(url.notes().count() <= text.len() + 16);
    });
    limited(bytes, text.len(), || {
        assert!(href(text).is_none_or(|href| href.len() <= most));
        assert!(urlsift::url::display_url(text).len() <= most);
        assert!(normalize(text).len() <= most);
        assert!(url_notes(text).len() <= text.len() + 16);
        let half = text.floor_char_boundary(text.len() / 2);
        let _ = link_text_differs(&text[..half], &text[half..]);
        let _ = peel(text).range();
    });
    if let Ok(written) = wrap(text, 1 + usize::from(option), "> ") {
        assert!(written.len() <= most);
        assert_eq!(EXTRACTOR.find_iter(&written).count(), 1, "{written:.999?}");
    }
}

fn read_header(field: Vec<u8>, option: u8, bytes: usize) {
    let names = ["Subject", "Date", "Newsgroups", "List-Id", "From", "Content-Type", "X-Url"];
    let name = names[option as usize % names.len()];
    let source = [name.as_bytes(), b": ", &field, b"\n\nhttp://a.example/"].concat();
    search_source(source, bytes);
}

fn read_message(source: Vec<u8>, option: u8, bytes: usize) {
    let headers = [Headers::None, Headers::Useful, Headers::All][option as usize % 3];
    limited(bytes, source.len(), || {
        let mut at = 0;
        for region in regions(&source) {
            at += 1;
            drop(region);
        }
        assert!(at <= source.len());
        let mut parts = parts_with(&source, headers).tallied();
        parts.by_ref().for_each(drop);
        assert_eq!(parts.into_tally().bytes(), source.len() as u64);
    });
    search_source(source, bytes);
}

fn read_page(page: Vec<u8>, option: u8, bytes: usize) {
    let label = CHARSETS[option as usize % CHARSETS.len()];
    let head = format!("Content-Type: text/html; charset={label}\n\n<html>");
    search_source([head.as_bytes(), &page].concat(), bytes);
}

fn read_encoded(body: Vec<u8>, option: u8, bytes: usize) {
    let label = CHARSETS[(option >> 2) as usize % CHARSETS.len()];
    let name = ["base64", "quoted-printable", "7bit", "x-unknown"][option as usize % 4];
    let head =
        format!("Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: {name}\n\n");
    let body = if option & 2 == 2 { in_charset(&body, label) } else { body };
    search_source([head.as_bytes(), &body].concat(), bytes);
}

/// Searches a source as a scan does, and makes the row of each URL.
fn search_source(source: Vec<u8>, bytes: usize) {
    let length = source.len();
    let window = Window::whole("x", source.clone());
    limited(bytes, length, || {
        for item in window.items() {
            item.find(&EXTRACTOR, Headers::All, |location, found| {
                let row = checked(location, found, Some(&source));
                let most = ROW_BYTES + BYTES_PER_BYTE * found.outer().len();
                assert!(row.len() <= most, "a row of {} bytes: {found:.999?}", row.len());
            });
        }
    });
}

fn read_file(source: Vec<u8>, option: u8, bytes: usize) {
    const MESSAGE_BYTES: usize = 1 << 18;
    let of = |bytes: &[u8], window| read(bytes, window, MESSAGE_BYTES, 1 << 22);
    let all = limited(bytes, source.len(), || of(&source, 1 << 16));
    // The reader's own windows have megabytes. In windows of some bytes a long text would be read again and again.
    let window = 1 << (12 + (option & 7));
    assert_eq!(of(&source, window).rows, all.rows, "windows of {window} bytes");
    let codec =
        [Codec::Gzip, Codec::Zstd, Codec::Bzip2, Codec::TwiceGzip][(option >> 4) as usize % 4];
    if !is_compressed(&source) {
        let packed = codec.compress(&source);
        let rows = limited(bytes, source.len(), || of(&packed, 1 << 16).rows);
        assert_eq!(rows, all.rows, "{codec:?}");
    }
}
