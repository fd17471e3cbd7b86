//! Decodes texts in every charset, and finds the URLs in them.
//!
//! The first byte selects the charset, the second how the rest becomes a text. The target checks:
//!
//! - In a text that can be searched as stored, each ASCII byte is that character.
//! - Decoding a text by parts, cut after a line, gives the text of the whole, unless the charset has states.
//! - A row's pieces joined are its URL, and its offsets are in the source (J7).

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift::Extractor;
use urlsift::archive::{Charset, Headers};
use urlsift::extract::{Decode, Forms};
use urlsift::scan::bulk::Window;
use urlsift_fuzz::Mode;
use urlsift_fuzz::mail::{CHARSETS, in_charset};
use urlsift_fuzz::row::checked;

static EXTRACTOR: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().forms(Forms::all()).build());

fuzz_target!(|data: &[u8]| {
    let [first, second, rest @ ..] = data else { return };
    let label = CHARSETS[*first as usize % CHARSETS.len()];
    let text = match second % 4 {
        0 => in_charset(&Mode::Folded.text(rest), label),
        1 => [b"<URL:http://a.example/", rest, b"> http://b.example/"].concat(),
        2 => rest.to_vec(),
        _ => mixed(rest),
    };
    if let Some(charset) = Charset::of_label(label.as_bytes()) {
        check_decoding(charset, &text);
    }
    let header = format!("Content-Type: text/plain; charset={label}\n\n");
    let source = [header.as_bytes(), &text].concat();
    for item in Window::whole("x", source.clone()).items() {
        item.find(&EXTRACTOR, Headers::All, |location, found| {
            checked(location, found, Some(&source));
        });
    }
});

/// Makes a text of tokens and bytes. An odd byte is an entry of the tokens, and a byte follows an even one.
fn mixed(bytes: &[u8]) -> Vec<u8> {
    let mut text = b"<http://a.example/".to_vec();
    for pair in bytes.chunks(2) {
        match *pair {
            [kind, byte] if kind & 1 == 0 => text.push(byte),
            [_, token] => text.extend(Mode::Folded.text(&[token])),
            _ => {}
        }
    }
    text.push(b'>');
    text
}

fn check_decoding(charset: Charset, text: &[u8]) {
    let decoded = charset.decode(text);
    let _ = (charset.name(), Charset::find_utf_16(text), charset.decode_url(text));
    if !charset.is_transparent_in(text) {
        return;
    }
    let is_ascii = |byte: &&u8| byte.is_ascii();
    let stored: Vec<u8> = text.iter().filter(is_ascii).copied().collect();
    let shown: Vec<u8> = decoded.bytes().filter(u8::is_ascii).collect();
    // A byte that cannot be decoded may be shown as more characters, but never as ASCII.
    assert_eq!(stored, shown, "{charset:?} {:?}", text.escape_ascii().to_string());
    let parts: String =
        text.split_inclusive(|&byte| byte == b'\n').map(|line| charset.decode(line)).collect();
    assert_eq!(parts, decoded, "{charset:?} {:?}", text.escape_ascii().to_string());
}
