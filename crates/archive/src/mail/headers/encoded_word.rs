//! A decoder of encoded words, by which a header field contains text that is not ASCII (RFC 2047).
//!
//! ```text
//! encoded-word := "=?" charset "?" encoding "?" encoded-text "?="
//! ```
//!
//! Whitespace and folds between two encoded words are dropped (section 6.2). Adjacent words of one charset are decoded
//! together, because some mailers split a character between two words. An incomplete encoded word is left as it is: a
//! URL may contain `=?` too.

use std::borrow::Cow;

// `transfer/base64.rs` decodes whole bodies: it skips lines of junk and stops at plain text. A word is one string.
use data_encoding::BASE64_MIME_PERMISSIVE;
use memchr::{memchr_iter, memchr2, memchr3};

use crate::mail::headers::field::has;
use crate::mail::line::begins_with;
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::quoted_printable::hex_octet;

/// The largest sizes of a charset's name and of an encoded text, each with the `?` after it. The RFC allows words
/// of 75 bytes, but some mailers write a whole `Subject` as one word.
const MAX_CHARSET_NAME_BYTES: usize = 64;
const MAX_ENCODED_TEXT_BYTES: usize = 4096;

/// Decodes the encoded words in `raw`, or returns `None` if there are none. Linear in `raw`. The result is UTF-8 if the
/// charset of each word is known and the bytes between the words are UTF-8.
pub(crate) fn decode(raw: &[u8]) -> Option<Vec<u8>> {
    // Most values have no `=?` at all: return before anything is allocated.
    let mut next = Some(find_begin(raw, 0)?);
    let mut decoded = Vec::with_capacity(raw.len());
    // The end of the last word: all bytes before it are in `decoded` or in `words`.
    let mut at = 0;
    // The charset and the bytes of the last words, adjacent and all of one charset. They are decoded when a word of
    // another charset, other text, or the end follows.
    let mut words: Option<(&[u8], Cow<'_, [u8]>)> = None;
    while let Some(start) = next {
        let word = EncodedWord::parse(&raw[start..]);
        let Some((word, word_bytes)) = word.and_then(|word| Some((word, word.decoded()?))) else {
            next = find_begin(raw, start + "=?".len());
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
                bytes.to_mut().extend_from_slice(&word_bytes);
            }
            _ => {
                flush(words.take(), &mut decoded);
                words = Some((word.charset, word_bytes));
            }
        }
        at = start + word.length;
        next = find_begin(raw, at);
    }
    let words = words?;
    flush(Some(words), &mut decoded);
    decoded.extend_from_slice(&raw[at..]);
    Some(decoded)
}

/// Reports whether decoding the encoded words of `raw` may give a text in which a URL can be recognised. Linear.
///
/// A URL needs a `ww` or a colon (`candidate/colon.rs` of the scanner). A colon before a space counts only after a `<`
/// or `"`. Words in UTF-8 and in charsets of single bytes are read octet by octet. In other charsets, except UTF-7,
/// only a byte of ASCII becomes one of these marks.
pub(crate) fn may_hide_candidate(raw: &[u8]) -> bool {
    let (mut at, mut marks) = (0, CandidateMarks::default());
    loop {
        let start = find_begin(raw, at);
        let plain = &raw[at..start.unwrap_or(raw.len())];
        // Whitespace between two words is dropped, and around all others it separates nothing that counts.
        let is_blank = plain.trim_ascii().is_empty();
        if !is_blank && marks.complete_with_any(plain, || plain.iter().copied()) {
            return true;
        }
        let Some(start) = start else { return marks.last == b':' };
        let Some(word) = EncodedWord::parse(&raw[start..]) else { return true };
        let may_hide = if !word.has_octets_of_characters() {
            let bytes = word.decoded();
            marks.last == b':'
                || word.charset.ends_with(b"7")
                || bytes.is_none_or(|bytes| bytes.iter().any(|&byte| is_mark(byte)))
        } else if word.is_base64 {
            let bytes = decode_b(word.text);
            bytes.is_none_or(|bytes| bytes.iter().any(|&byte| marks.complete_with(byte)))
        } else if has_escaped_mark(word.text) {
            q_octets(word.text).any(|byte| marks.complete_with(byte))
        } else {
            marks.complete_with_any(word.text, || q_octets(word.text))
        };
        if may_hide {
            return true;
        }
        at = start + word.length;
    }
}

#[derive(Default)]
struct CandidateMarks {
    last: u8,
    has_opener: bool,
}

impl CandidateMarks {
    /// Adds `octets`, those of `text`, and reports whether a candidate may end in them. The octets have no mark that `text`
    /// lacks.
    fn complete_with_any<I: Iterator<Item = u8>>(
        &mut self,
        text: &[u8],
        octets: impl FnOnce() -> I,
    ) -> bool {
        // Most texts have no mark and follow none.
        if is_mark(self.last) || has(text, is_mark) {
            return octets().any(|byte| self.complete_with(byte));
        }
        self.last = 0;
        false
    }

    /// Adds `byte`, and reports whether a candidate may end before or at it.
    fn complete_with(&mut self, byte: u8) -> bool {
        // Most bytes are no mark and follow none.
        if !is_mark(self.last) && !is_mark(byte) {
            self.last = byte;
            return false;
        }
        let last = core::mem::replace(&mut self.last, byte.to_ascii_lowercase());
        let is_found = match last {
            b':' => byte != b' ' || self.has_opener,
            b'w' => self.last == b'w',
            _ => false,
        };
        self.has_opener |= matches!(byte, b'<' | b'"');
        is_found
    }
}

/// Reports whether `byte` is a mark or an opener.
#[expect(clippy::needless_bitwise_bool, reason = "without a branch the compiler uses vectors")]
fn is_mark(byte: u8) -> bool {
    (byte == b':') | (byte | 0x20 == b'w') | (byte == b'<') | (byte == b'"')
}

/// Reports whether `text` has the escape of a mark or opener. Within a block there is no branch, as in [`has`].
#[expect(clippy::needless_bitwise_bool, reason = "without a branch the compiler uses vectors")]
fn has_escaped_mark(text: &[u8]) -> bool {
    let is = |equals: u8, high: u8, low: u8| {
        let letter = low | 0x20;
        let is_quote = (high == b'2') & (low == b'2');
        let is_colon_or_angle = (high == b'3') & ((letter == b'a') | (letter == b'c'));
        let is_w = (high | 2 == b'7') & (low == b'7');
        (equals == b'=') & (is_quote | is_colon_or_angle | is_w)
    };
    let has_block = |block: &[u8; 18]| {
        (0..16).fold(false, |has, at| has | is(block[at], block[at + 1], block[at + 2]))
    };
    match text.last_chunk() {
        Some(last) => {
            let (mut at, mut has) = (0, false);
            while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk) {
                has |= has_block(block);
                at += 16;
            }
            has || has_block(last)
        }
        None => text.windows(3).any(|three| is(three[0], three[1], three[2])),
    }
}

/// Returns the first `=?` at or after `at`.
// `memchr` and a look at the next byte: to build a `memmem` searcher takes longer than to search a short value.
fn find_begin(raw: &[u8], at: usize) -> Option<usize> {
    let is_begin = |at: &usize| raw.get(at + 1) == Some(&b'?');
    memchr_iter(b'=', raw.get(at..)?).map(|length| at + length).find(is_begin)
}

/// Bytes in an unknown charset are appended as they are.
fn flush(words: Option<(&[u8], Cow<'_, [u8]>)>, decoded: &mut Vec<u8>) {
    let Some((label, bytes)) = words else { return };
    match Charset::of_label(label) {
        Some(charset) if charset != Charset::UNKNOWN => {
            decoded.extend_from_slice(charset.decode(&bytes).as_bytes());
        }
        _ => decoded.extend_from_slice(&bytes),
    }
}

/// An encoded word before it is decoded. Text in base64 may turn out to be damaged.
#[derive(Clone, Copy)]
struct EncodedWord<'h> {
    charset: &'h [u8],
    is_base64: bool,
    text: &'h [u8],
    /// The length of the word itself, in bytes.
    length: usize,
}

impl<'h> EncodedWord<'h> {
    fn parse(text: &'h [u8]) -> Option<EncodedWord<'h>> {
        let rest = text.strip_prefix(b"=?")?;
        let near = &rest[..rest.len().min(MAX_CHARSET_NAME_BYTES)];
        let length = near.iter().position(|&byte| byte == b'?' || byte.is_ascii_whitespace())?;
        let (charset, rest) = rest.split_at(length);
        let [b'?', encoding, b'?', rest @ ..] = rest else { return None };
        // Some mailers write spaces in the text, which the RFC forbids. A line break ends the word.
        let near = &rest[..rest.len().min(MAX_ENCODED_TEXT_BYTES)];
        let length = memchr3(b'?', b'\r', b'\n', near)?;
        let (text_of, rest) = rest.split_at(length);
        let rest = rest.strip_prefix(b"?=")?;
        // RFC 2231, section 5: a language may follow the charset.
        let charset = charset.split(|&byte| byte == b'*').next().unwrap_or_default();
        let is_base64 = match encoding {
            b'Q' | b'q' => false,
            b'B' | b'b' => true,
            _ => return None,
        };
        let length = text.len() - rest.len();
        (!charset.is_empty()).then_some(EncodedWord { charset, is_base64, text: text_of, length })
    }

    fn decoded(&self) -> Option<Cow<'h, [u8]>> {
        if self.is_base64 { decode_b(self.text).map(Cow::Owned) } else { Some(decode_q(self.text)) }
    }

    /// Reports whether each byte of ASCII in the word is a character of its own, and nothing is dropped.
    fn has_octets_of_characters(&self) -> bool {
        let names = [&b"iso-8859-"[..], b"utf-8", b"windows-1"];
        names.iter().any(|name| begins_with(self.charset, name))
    }
}

/// Decodes the encoding `Q`: quoted-printable with `_` for a space (section 4.2).
fn decode_q(encoded: &[u8]) -> Cow<'_, [u8]> {
    if memchr2(b'_', b'=', encoded).is_none() {
        return Cow::Borrowed(encoded);
    }
    let mut octets = Vec::with_capacity(encoded.len());
    octets.extend(q_octets(encoded));
    Cow::Owned(octets)
}

fn q_octets(encoded: &[u8]) -> impl Iterator<Item = u8> {
    let mut rest = encoded;
    core::iter::from_fn(move || {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b'_' => Some(b' '),
            b'=' => match hex_octet(rest) {
                Some(octet) => {
                    rest = &rest[2..];
                    Some(octet)
                }
                // A soft break, as in quoted-printable: some mailers leave one at the end of a word, and spaces
                // after it. It and the spaces are dropped.
                None if rest.iter().all(|byte| matches!(byte, b'_' | b' ' | b'\t')) => {
                    rest = &[];
                    None
                }
                None => Some(b'='),
            },
            _ => Some(byte),
        }
    })
}

/// Decodes the encoding `B`: base64, with or without padding (section 4.1). Other bytes give `None`.
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
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::mail::tests::config;

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

    #[test]
    fn words_that_may_hide_a_candidate() {
        // (value, whether its decoded text may have a candidate)
        let table = [
            (" Re: [tw] =?utf-8?Q?caf=C3=A9?= <jim@a.example>", false),
            (" =?utf-8?B?Y2Fmw6k=?=", false),
            (" =?utf-8?Q?http=3A?=", true),
            (" =?utf-8?B?aHR0cDo=?=", true),
            (" w=?utf-8?Q??=ww.a.example", true),
            (" =?utf-8?Q?new_wave_=C3=A9?= or =?iso-8859-1?B?dw==?=", false),
            (" =?utf-8?Q?w?= =?utf-8?Q?ww.a.example?=", true),
            (" =?utf-8?Q?new=_?= =?utf-8?Q?w?=", true),
            (" =?gbk?Q?w?=", true),
            (" =?utf-8?Q?Re=3A_a?=", false),
            (" =?utf-8?Q?Re=3A?= =?utf-8?Q?_a?=", false),
            (" =?utf-8?Q?Re=3A?= =?gbk?Q?_a?=", true),
            (" =?utf-8?Q?=22a=3A_b?=", true),
            (" =?utf-8?Q?mailto?=:a@b.example", true),
            (" <=?utf-8?Q?e?= mailto: a@b.example>", true),
            (" =?utf-7?Q?http+ADo-?=", true),
            (" =?utf-8?Q?never closed", true),
        ];
        for (raw, may_hide) in table {
            assert_eq!(may_hide_candidate(raw.as_bytes()), may_hide, "{raw}");
        }
    }

    proptest! {
        #![proptest_config(config())]

        /// The decoded text of a value that is refused has no `ww`, and no colon except that of a label.
        #[test]
        fn a_refused_value_has_no_candidate(pieces in vec(piece(), 0..6)) {
            let raw = pieces.concat();
            if !may_hide_candidate(raw.as_bytes()) && let Some(decoded) = decode(raw.as_bytes()) {
                let has_ww = decoded.windows(2).any(|pair| pair.eq_ignore_ascii_case(b"ww"));
                let has_opener = |at| decoded[..at].iter().any(|byte| b"<\"".contains(byte));
                let is_label = |at| !has_opener(at) && decoded.get(at + 1) == Some(&b' ');
                prop_assert!(!has_ww && memchr_iter(b':', &decoded).all(is_label), "{}", raw);
            }
        }
    }

    fn piece() -> impl Strategy<Value = String> {
        let charset = select(vec![
            "utf-8",
            "iso-8859-1",
            "gbk",
            "iso-2022-jp",
            "utf-7",
            "utf-16le",
            "hz",
            "x",
        ]);
        let marks = select(vec![
            "http", ":", ": ", "//", "a", "w", "WW", ".", "@", "<", ">", "\"", " ", "é", "\x1B(B",
            "~{", "+ADo-",
        ]);
        let text = vec(marks, 0..5).prop_map(|marks| marks.concat());
        let word = (charset, any::<bool>(), text.clone()).prop_map(|(charset, is_b, text)| {
            let octets = text.bytes().map(|byte| format!("={byte:02X}"));
            let (name, encoded) = if is_b {
                ("B", BASE64_MIME_PERMISSIVE.encode(text.as_bytes()))
            } else {
                ("q", octets.collect())
            };
            format!("=?{charset}?{name}?{encoded}?=")
        });
        prop_oneof![
            text,
            word,
            select(vec!["Re: ", "URL:", "www.a.example", "\r\n "]).prop_map(str::to_owned)
        ]
    }
}
