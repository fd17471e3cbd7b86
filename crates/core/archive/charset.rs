//! Character sets: what the bytes of a text part stand for, and whether they can be searched as
//! they are (A3, A5; labels by the WHATWG Encoding Standard, which is what senders mean by them).
//!
//! A text is *transparent* where a byte below 0x80 is always the ASCII character of that number.
//! Such text is searched in place; only what was found is decoded. ASCII, UTF-8, ISO-8859,
//! windows-125x, KOI8 and EUC-JP always are. In GBK, Big5 and EUC-KR the second byte of a character
//! may be a letter; but their usual characters have the high bit in both bytes, and a text where
//! all have it is transparent too. UTF-16, and ISO-2022-JP where it shifts, never are.
//!
//! The trap is a label that lies. A label that is unknown, or that the bytes belie, never costs the
//! text: it is searched as bytes.

use std::borrow::Cow;
use std::fmt::Write;

use encoding_rs::{
    BIG5, Decoder, DecoderResult, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, UTF_16BE,
};
use encoding_rs::{UTF_8, UTF_16LE};
use memchr::{memchr, memchr3};

/// A character set, or that none is known.
///
/// # Example
///
/// ```
/// use urlsift::archive::Charset;
///
/// let latin = Charset::of_label(b"ISO-8859-1").expect("every mailer knows Latin-1");
/// assert_eq!(latin.decode(b"caf\xE9"), "café");
/// assert_eq!(Charset::UNKNOWN.decode(b"caf\xE9"), "caf\u{FFFD}");
///
/// // In a URL a byte that cannot be decoded is written as its escape, and the flag says so.
/// let (url, escaped) = Charset::UNKNOWN.decode_url(b"http://a.example/caf\xE9");
/// assert_eq!((&*url, escaped), ("http://a.example/caf%E9", true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset(Option<&'static Encoding>);

impl Charset {
    /// None declared, or US-ASCII, which says nothing about the bytes that need saying. What is
    /// UTF-8 is read as UTF-8, other bytes above 0x7F cannot be decoded.
    pub const UNKNOWN: Charset = Charset(None);

    /// UTF-8.
    pub const UTF_8: Charset = Charset(Some(UTF_8));

    /// The charset that `label` names, whatever its case; `None` where nobody knows it or where it
    /// cannot be decoded (`hz-gb-2312`, `iso-2022-kr`, `utf-7`).
    pub fn of_label(label: &[u8]) -> Option<Charset> {
        let label = label.trim_ascii();
        let is = |name: &str| label.eq_ignore_ascii_case(name.as_bytes());
        if label.is_empty() || is("us-ascii") || is("ascii") || is("ansi_x3.4-1968") {
            return Some(Charset::UNKNOWN);
        }
        Encoding::for_label_no_replacement(label).map(|encoding| Charset(Some(encoding)))
    }

    /// UTF-16, where `text` begins with its mark or looks like it: every other byte of its first 64
    /// is NUL, and no byte between.
    pub fn find_utf_16(text: &[u8]) -> Option<Charset> {
        let head = &text[..text.len().min(64)];
        let is_nul = |parity: usize| head.iter().skip(parity).step_by(2).all(|&byte| byte == 0);
        let has_nul = |parity: usize| head.iter().skip(parity).step_by(2).any(|&byte| byte == 0);
        let is_long = head.len() >= 4;
        if text.starts_with(b"\xFF\xFE") || (is_long && is_nul(1) && !has_nul(0)) {
            Some(Charset(Some(UTF_16LE)))
        } else if text.starts_with(b"\xFE\xFF") || (is_long && is_nul(0) && !has_nul(1)) {
            Some(Charset(Some(UTF_16BE)))
        } else {
            None
        }
    }

    /// The name in the Encoding Standard (`windows-1252`, `UTF-8`); `None` where it is unknown.
    pub fn name(self) -> Option<&'static str> {
        self.0.map(Encoding::name)
    }

    /// Can `text` be searched as it stands: is every byte below 0x80 in it the ASCII character?
    ///
    /// Where it answers yes, every range of `text` between two ASCII bytes can be decoded by
    /// itself. At most one pass over `text`, and none for most charsets.
    pub fn is_transparent_in(self, text: &[u8]) -> bool {
        let Some(encoding) = self.0 else { return true };
        if encoding == ISO_2022_JP {
            return memchr3(0x1B, 0x0E, 0x0F, text).is_none();
        }
        if encoding.is_single_byte() || encoding == UTF_8 || encoding == EUC_JP {
            return encoding.is_ascii_compatible();
        }
        let is_two_bytes = encoding == GBK || encoding == BIG5 || encoding == EUC_KR;
        encoding.is_ascii_compatible()
            && (text.is_ascii() || (is_two_bytes && has_high_pairs_alone(text)))
    }

    /// The text that `bytes` stand for, to be shown: U+FFFD for what cannot be decoded.
    ///
    /// Nothing is copied where the bytes are ASCII or good UTF-8.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self.0 {
            Some(encoding) => encoding.decode_without_bom_handling(bytes).0,
            None => String::from_utf8_lossy(bytes),
        }
    }

    /// The text that the bytes of a URL stand for, and whether there was a byte that cannot be
    /// decoded: each such is written as its percent escape (A5).
    pub fn decode_url(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        let Some(encoding) = self.0.filter(|&encoding| encoding != UTF_8) else {
            return decode_utf_8(bytes);
        };
        match encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            Some(text) => (text, false),
            None => (
                Cow::Owned(decode_damaged(encoding.new_decoder_without_bom_handling(), bytes)),
                true,
            ),
        }
    }

    /// The whole of a text that cannot be searched as it stands. `Err` where the bytes belie the
    /// charset: they had better be searched as they are, and what is found be decoded by the
    /// charset given.
    pub(super) fn decode_text(self, text: &[u8]) -> Result<String, Charset> {
        let Some(encoding) = self.0 else { return Err(self) };
        if encoding == UTF_16LE || encoding == UTF_16BE {
            // The mark and the NULs know better than the label; text without either is not UTF-16.
            let found = Charset::find_utf_16(text).or(memchr(0, text).map(|_| self));
            let encoding = found.and_then(|charset| charset.0).ok_or(Charset::UNKNOWN)?;
            return Ok(encoding.decode_with_bom_removal(text).0.into_owned());
        }
        if encoding == ISO_2022_JP {
            // Damage goes no further than the line's end, where a writer shifts back to ASCII.
            return Ok(self.decode(text).into_owned());
        }
        let decoded = encoding.decode_without_bom_handling_and_without_replacement(text);
        decoded.map(Cow::into_owned).ok_or(self)
    }
}

/// Does every run of bytes above 0x7F have an even length? Then, in a charset of two-byte
/// characters that begin with such a byte, none ends in a byte below 0x80. 0x80 and 0xFF may stand
/// alone; where one occurs, the answer is no.
fn has_high_pairs_alone(text: &[u8]) -> bool {
    let mut runs = text.split(u8::is_ascii);
    runs.all(|run| run.len() % 2 == 0 && run.iter().all(|byte| !matches!(byte, 0x80 | 0xFF)))
}

fn decode_utf_8(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    if let Ok(text) = str::from_utf8(bytes) {
        return (Cow::Borrowed(text), false);
    }
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        push_escapes(&mut text, chunk.invalid());
    }
    (Cow::Owned(text), true)
}

fn decode_damaged(mut decoder: Decoder, bytes: &[u8]) -> String {
    let capacity = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(capacity.unwrap_or(bytes.len()) + 8);
    let mut at = 0;
    loop {
        let (result, read) =
            decoder.decode_to_string_without_replacement(&bytes[at..], &mut text, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => return text,
            DecoderResult::OutputFull => text.reserve(bytes.len() - at + 16),
            DecoderResult::Malformed(length, behind) => {
                let end = at.saturating_sub(usize::from(behind));
                let start = end.saturating_sub(usize::from(length));
                push_escapes(&mut text, &bytes[start..end]);
            }
        }
    }
}

fn push_escapes(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        write!(text, "%{byte:02X}").expect("writing to a string does not fail");
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn charset(label: &str) -> Charset {
        Charset::of_label(label.as_bytes()).expect(label)
    }

    #[test]
    fn labels() {
        // (label, name)
        let table = [
            ("utf-8", Some(Some("UTF-8"))),
            (" Latin1 ", Some(Some("windows-1252"))),
            ("koi8-r", Some(Some("KOI8-R"))),
            ("gb2312", Some(Some("GBK"))),
            ("US-ASCII", Some(None)),
            ("", Some(None)),
            ("unknown-8bit", None),
            ("hz-gb-2312", None),
            ("iso-2022-kr", None),
            ("utf-7", None),
        ];
        for (label, name) in table {
            assert_eq!(Charset::of_label(label.as_bytes()).map(Charset::name), name, "{label}");
        }
    }

    #[test]
    fn what_can_be_searched_as_it_stands() {
        // (label, text, transparent)
        let table: [(&str, &[u8], bool); 12] = [
            ("us-ascii", b"a\xFF", true),
            ("utf-8", b"\xC3\xA9", true),
            ("windows-1251", b"\xC3\xA9\xFF", true),
            ("euc-jp", b"\xA4\xA2\x8F\xB0\xA1", true),
            ("iso-2022-jp", b"plain", true),
            ("iso-2022-jp", b"\x1B$B$\"\x1B(B", false),
            ("gbk", b"\xC4\xE3\xBA\xC3 http", true),
            ("gbk", b"\x81\x41 http", false),
            ("euc-kr", b"\xB0\xA1", true),
            ("shift_jis", b"plain", true),
            ("shift_jis", b"\x82\xA0", false),
            ("utf-16le", b"a\0", false),
        ];
        for (label, text, expected) in table {
            assert_eq!(charset(label).is_transparent_in(text), expected, "{label} {text:?}");
        }
    }

    #[test]
    fn urls_keep_what_cannot_be_decoded_as_escapes() {
        // (label, bytes, url, escaped)
        let table: [(&str, &[u8], &str, bool); 9] = [
            ("", b"http://a.example/", "http://a.example/", false),
            ("", b"a/\xC3\xA9", "a/é", false),
            ("", b"a/\xE9\xC3\xA9\xF0\x9F", "a/%E9é%F0%9F", true),
            ("utf-8", b"a/\xE9b", "a/%E9b", true),
            ("iso-8859-1", b"a/\xE9", "a/é", false),
            ("koi8-r", b"\xC1", "а", false),
            ("iso-8859-6", b"a\xA1b", "a%A1b", true),
            ("euc-jp", b"\xA4\xA2\xFF/b\xA4", "あ%FF/b%A4", true),
            ("gbk", b"\xC4\xE3/\xFFb", "你/%FFb", true),
        ];
        for (label, bytes, url, escaped) in table {
            let found = charset(label).decode_url(bytes);
            assert_eq!((&*found.0, found.1), (url, escaped), "{label} {bytes:?}");
        }
    }

    #[test]
    fn utf_16_by_mark_or_shape() {
        let table: [(&[u8], Option<&str>); 6] = [
            (b"\xFF\xFEa\0", Some("UTF-16LE")),
            (b"\xFE\xFF\0a", Some("UTF-16BE")),
            (b"a\0b\0", Some("UTF-16LE")),
            (b"\0a\0b", Some("UTF-16BE")),
            (b"abcd", None),
            (b"\0\0\0\0", None),
        ];
        for (text, name) in table {
            assert_eq!(Charset::find_utf_16(text).and_then(Charset::name), name, "{text:?}");
        }
        assert_eq!(charset("utf-16").decode_text(b"\0a\0b").as_deref(), Ok("ab"));
        assert_eq!(charset("utf-16").decode_text(b"not at all"), Err(Charset::UNKNOWN));
    }

    const TWO_BYTES: &[&str] = &["gbk", "big5", "euc-kr", "euc-jp", "shift_jis", "gb18030"];

    fn ascii(bytes: &[u8]) -> Vec<u8> {
        bytes.iter().copied().filter(u8::is_ascii).collect()
    }

    proptest! {
        /// Where a text is said to be transparent, no ASCII byte of it is part of another
        /// character.
        #[test]
        fn ascii_stands_for_itself_in_transparent_text(
            label in prop::sample::select(TWO_BYTES),
            text in vec(prop_oneof![0x30..=0x7E_u8, 0x80..=0xFF_u8, 0xA1..=0xFE_u8], 0..12),
        ) {
            let (url, escaped) = charset(label).decode_url(&text);
            if charset(label).is_transparent_in(&text) && !escaped {
                prop_assert_eq!(ascii(url.as_bytes()), ascii(&text));
            }
        }
    }
}
