//! A decoder of encoded words, by which a header field contains text that is not ASCII (RFC 2047).
//!
//! ```text
//! encoded-word := "=?" charset "?" encoding "?" encoded-text "?="
//! ```
//!
//! Whitespace and folds between two encoded words are dropped (section 6.2). Adjacent words of one charset are
//! decoded together, because some mailers split a character between two words. The query of a URL may contain
//! `=?` too (`/find?a=?b`), so a string that is not a complete encoded word is left as it is.

use std::borrow::Cow;

// `transfer/base64.rs` decodes whole bodies: it skips lines of junk and stops at plain text. A word is one string.
use data_encoding::BASE64_MIME_PERMISSIVE;
use memchr::{memchr_iter, memchr2, memchr3};

use crate::archive::transfer::charset::Charset;
use crate::archive::transfer::quoted_printable::hex_octet;

/// The largest sizes of a charset's name and of an encoded text, each with the `?` after it. The RFC allows words
/// of 75 bytes, but some mailers write a whole `Subject` as one word.
const MAX_CHARSET_NAME_BYTES: usize = 64;
const MAX_ENCODED_TEXT_BYTES: usize = 4096;

/// Decodes the encoded words in `raw`, or returns `None` if there are none. Linear in `raw`.
///
/// The result is UTF-8 if the charset of each word is known and the bytes between the words are UTF-8.
pub(crate) fn decode(raw: &[u8]) -> Option<Vec<u8>> {
    // Most values have no `=?` at all: return before anything is allocated.
    let mut searched = find_begin(raw, 0)?;
    let mut decoded = Vec::with_capacity(raw.len());
    // The end of the last word: all bytes before it are in `decoded` or in `words`.
    let mut at = 0;
    // The charset and the bytes of the last words, adjacent and all of one charset. They are decoded when a word of
    // another charset, other text, or the end follows.
    let mut words: Option<(&[u8], Cow<'_, [u8]>)> = None;
    while let Some(start) = find_begin(raw, searched) {
        let Some(word) = EncodedWord::parse(&raw[start..]) else {
            searched = start + "=?".len();
            continue;
        };
        let between = &raw[at..start];
        let is_adjacent = words.is_some() && between.trim_ascii().is_empty();
        if !is_adjacent {
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

/// Returns the first `=?` at or after `at`.
// `memchr` and a look at the next byte: to build a `memmem` searcher takes longer than to search a short value.
fn find_begin(raw: &[u8], at: usize) -> Option<usize> {
    let is_begin = |at: &usize| raw.get(at + 1) == Some(&b'?');
    memchr_iter(b'=', raw.get(at..)?).map(|length| at + length).find(is_begin)
}

/// Appends the decoded `words`. Bytes in an unknown charset are appended as they are.
fn flush(words: Option<(&[u8], Cow<'_, [u8]>)>, decoded: &mut Vec<u8>) {
    let Some((label, bytes)) = words else { return };
    match Charset::of_label(label) {
        Some(charset) if charset != Charset::UNKNOWN => {
            decoded.extend_from_slice(charset.decode(&bytes).as_bytes());
        }
        _ => decoded.extend_from_slice(&bytes),
    }
}

/// An encoded word.
struct EncodedWord<'h> {
    charset: &'h [u8],
    /// The bytes that the word encodes, in its charset.
    bytes: Cow<'h, [u8]>,
    /// The length of the word itself, in bytes.
    length: usize,
}

impl<'h> EncodedWord<'h> {
    /// Parses the encoded word at the start of `text`.
    fn parse(text: &'h [u8]) -> Option<EncodedWord<'h>> {
        let rest = text.strip_prefix(b"=?")?;
        let near = &rest[..rest.len().min(MAX_CHARSET_NAME_BYTES)];
        let length = near.iter().position(|&byte| byte == b'?' || byte.is_ascii_whitespace())?;
        let (charset, rest) = rest.split_at(length);
        let [b'?', encoding, b'?', rest @ ..] = rest else { return None };
        // Some mailers write spaces in the text, which the RFC forbids. A line break ends the word.
        let near = &rest[..rest.len().min(MAX_ENCODED_TEXT_BYTES)];
        let length = memchr3(b'?', b'\r', b'\n', near)?;
        let (encoded, rest) = rest.split_at(length);
        let rest = rest.strip_prefix(b"?=")?;
        let bytes = match encoding {
            b'Q' | b'q' => decode_q(encoded),
            b'B' | b'b' => Cow::Owned(decode_b(encoded)?),
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

/// Decodes the encoding `Q`: quoted-printable with `_` for a space (section 4.2).
fn decode_q(encoded: &[u8]) -> Cow<'_, [u8]> {
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
                // A soft break, as in quoted-printable: some mailers leave one at the end of a word, and spaces
                // after it. It and the spaces are dropped.
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

/// Decodes the encoding `B`: base64, with or without padding (section 4.1). Returns `None` if `encoded` has bytes
/// of neither.
fn decode_b(encoded: &[u8]) -> Option<Vec<u8>> {
    let mut symbols: Vec<u8> =
        encoded.iter().copied().filter(|byte| !matches!(byte, b'=' | b' ' | b'\t')).collect();
    // The last group may lack its padding. One symbol has too few bits for a byte; two or three are padded.
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
    fn encoded_words_are_decoded() {
        // (stored, decoded; `None` if nothing is decoded)
        let table = [
            ("=?iso-8859-1?Q?caf=E9_au_lait?=", Some("café au lait")),
            ("a =?utf-8?B?Y2Fmw6k=?= b", Some("a café b")),
            ("=?UTF-8?b?Y2Fmw6k?=", Some("café")),
            ("=?utf-8?q?http://a.example/?=\r\n =?utf-8?q?b?=", Some("http://a.example/b")),
            // A character split between two words.
            ("=?utf-8?Q?caf=C3?= =?UTF-8?Q?=A9?=", Some("café")),
            ("=?utf-8?Q?a?= =?koi8-r?B?xA==?= c", Some("aд c")),
            ("=?utf-8?Q?a?= b =?utf-8?Q?c?=", Some("a b c")),
            ("=?iso-8859-1*fr?Q?=E9?=", Some("é")),
            ("=?utf-8?Q?a=b=_=?=", Some("a=b= ")),
            ("=?utf-8?Q?a=_?=", Some("a")),
            ("=?x-nobody?Q?a=2Fb?=", Some("a/b")),
            ("=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", Some("日本")),
            // Spaces in the text, which the RFC forbids.
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
