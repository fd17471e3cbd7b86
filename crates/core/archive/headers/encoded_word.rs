//! Encoded words: how a header field holds what is not ASCII (RFC 2047).
//!
//! ```text
//! encoded-word := "=?" charset "?" encoding "?" encoded-text "?="
//! ```
//!
//! Blanks and folds between two words are no part of the text (section 6.2). Words of one charset that
//! stand side by side are decoded as one, for some mailers cut a character in two. The trap is a URL's
//! query: `/find?a=?b` has `=?` too, so what is not an encoded word to its end stands for itself.

use std::borrow::Cow;

use data_encoding::BASE64_MIME_PERMISSIVE;
use memchr::{memchr_iter, memchr2};

use crate::archive::transfer::charset::Charset;
use crate::archive::transfer::quoted_printable::hex_octet;

/// The longest name of a charset, and the longest encoded text, that are looked at. The RFC allows
/// words of 75 bytes, and some mailers write a whole `Subject` as one.
const MAX_CHARSET_NAME_BYTES: usize = 64;
const MAX_ENCODED_TEXT_BYTES: usize = 4096;

/// `raw` with its encoded words decoded, as UTF-8 but for the bytes that were none; `None` where no
/// encoded word stands in it. Linear in `raw`.
pub(crate) fn decode(raw: &[u8]) -> Option<Vec<u8>> {
    let mut searched = find_begin(raw, 0)?;
    let mut decoded = Vec::with_capacity(raw.len());
    let mut at = 0;
    // The words of one charset read last, not yet decoded.
    let mut words: Option<(&[u8], Cow<'_, [u8]>)> = None;
    while let Some(start) = find_begin(raw, searched) {
        let Some(word) = EncodedWord::at(&raw[start..]) else {
            searched = start + 2;
            continue;
        };
        let between = &raw[at..start];
        let is_next = words.is_some() && between.trim_ascii().is_empty();
        if !is_next {
            flush(words.take(), &mut decoded);
            decoded.extend_from_slice(between);
        }
        match &mut words {
            Some((charset, bytes)) if charset.eq_ignore_ascii_case(word.charset) => {
                bytes.to_mut().extend_from_slice(&word.bytes);
            }
            _ => {
                flush(words.take(), &mut decoded);
                words = Some((word.charset, word.bytes));
            }
        }
        at = start + word.length;
        searched = at;
    }
    let words = words?;
    flush(Some(words), &mut decoded);
    decoded.extend_from_slice(&raw[at..]);
    Some(decoded)
}

/// The first `=?` at `at` or behind it. To build memmem's searcher costs more than most values are long.
fn find_begin(raw: &[u8], at: usize) -> Option<usize> {
    let is_begin = |at: &usize| raw.get(at + 1) == Some(&b'?');
    memchr_iter(b'=', raw.get(at..)?).map(|length| at + length).find(is_begin)
}

/// Adds what `words` stand for. The bytes of a charset that nobody knows, or that they belie, are added
/// as they are.
fn flush(words: Option<(&[u8], Cow<'_, [u8]>)>, decoded: &mut Vec<u8>) {
    let Some((label, bytes)) = words else { return };
    match Charset::of_label(label) {
        Some(charset) if charset != Charset::UNKNOWN => {
            decoded.extend_from_slice(charset.decode(&bytes).as_bytes());
        }
        _ => decoded.extend_from_slice(&bytes),
    }
}

/// One encoded word.
struct EncodedWord<'h> {
    charset: &'h [u8],
    /// What it encodes, in that charset.
    bytes: Cow<'h, [u8]>,
    /// Its length as it stands, in bytes.
    length: usize,
}

impl<'h> EncodedWord<'h> {
    /// The word that `text` begins with.
    fn at(text: &'h [u8]) -> Option<EncodedWord<'h>> {
        let rest = text.strip_prefix(b"=?")?;
        let near = &rest[..rest.len().min(MAX_CHARSET_NAME_BYTES)];
        let length = near.iter().position(|&byte| byte == b'?' || byte.is_ascii_whitespace())?;
        let (charset, rest) = rest.split_at(length);
        let [b'?', encoding, b'?', rest @ ..] = rest else { return None };
        // The text may have blanks in it, which it must not, but no line break.
        let near = &rest[..rest.len().min(MAX_ENCODED_TEXT_BYTES)];
        let length = near.iter().position(|byte| matches!(byte, b'?' | b'\r' | b'\n'))?;
        let (encoded, rest) = rest.split_at(length);
        let rest = rest.strip_prefix(b"?=")?;
        let bytes = match encoding {
            b'Q' | b'q' => q(encoded),
            b'B' | b'b' => Cow::Owned(base64(encoded)?),
            _ => return None,
        };
        // RFC 2231, section 5: a language may follow the charset.
        let charset = charset.split(|&byte| byte == b'*').next().unwrap_or_default();
        (!charset.is_empty()).then_some(EncodedWord {
            charset,
            bytes,
            length: text.len() - rest.len(),
        })
    }
}

/// Section 4.2: quoted-printable, with `_` for a blank.
fn q(encoded: &[u8]) -> Cow<'_, [u8]> {
    if memchr2(b'_', b'=', encoded).is_none() {
        return Cow::Borrowed(encoded);
    }
    let mut text = Vec::with_capacity(encoded.len());
    let mut at = 0;
    while let Some(&byte) = encoded.get(at) {
        at += 1;
        match byte {
            b'_' => text.push(b' '),
            b'=' => match hex_octet(&encoded[at..]) {
                Some(octet) => {
                    text.push(octet);
                    at += 2;
                }
                // A soft line break, which the end of the word is.
                None if encoded[at..].iter().all(|byte| matches!(byte, b'_' | b' ' | b'\t')) => {
                    break;
                }
                None => text.push(b'='),
            },
            _ => text.push(byte),
        }
    }
    Cow::Owned(text)
}

/// Base64, whether it is padded or not.
fn base64(encoded: &[u8]) -> Option<Vec<u8>> {
    let mut symbols: Vec<u8> =
        encoded.iter().copied().filter(|byte| !matches!(byte, b'=' | b' ' | b'\t')).collect();
    if symbols.len() % 4 == 1 {
        symbols.pop();
    }
    symbols.resize(symbols.len().next_multiple_of(4), b'=');
    BASE64_MIME_PERMISSIVE.decode(&symbols).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        // (as it stands, decoded; `None` where nothing is)
        let table = [
            ("=?iso-8859-1?Q?caf=E9_au_lait?=", Some("café au lait")),
            ("a =?utf-8?B?Y2Fmw6k=?= b", Some("a café b")),
            ("=?UTF-8?b?Y2Fmw6k?=", Some("café")),
            ("=?utf-8?q?http://a.example/?=\r\n =?utf-8?q?b?=", Some("http://a.example/b")),
            // A character cut in two.
            ("=?utf-8?Q?caf=C3?= =?UTF-8?Q?=A9?=", Some("café")),
            ("=?utf-8?Q?a?= =?koi8-r?B?xA==?= c", Some("aд c")),
            ("=?utf-8?Q?a?= b =?utf-8?Q?c?=", Some("a b c")),
            ("=?iso-8859-1*fr?Q?=E9?=", Some("é")),
            ("=?utf-8?Q?a=b=_=?=", Some("a=b= ")),
            ("=?utf-8?Q?a=_?=", Some("a")),
            ("=?x-nobody?Q?a=2Fb?=", Some("a/b")),
            ("=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", Some("日本")),
            // Blanks in it, which it must not have.
            ("=?utf-8?Q?a b?=", Some("a b")),
            ("http://a.example/find?a=?b&c=?d?e?=", None),
            ("=?utf-8?X?a?=", None),
            ("=?utf-8?Q?a\n?=", None),
            ("=?utf-8?Q?never closed", None),
            ("=??Q?a?=", None),
            ("plain", None),
        ];
        for (raw, expected) in table {
            let found = decode(raw.as_bytes());
            let found = found.as_deref().map(|text| std::str::from_utf8(text).expect("UTF-8"));
            assert_eq!(found, expected, "{raw}");
        }
    }
}
