//! Character sets: whether a text part can be searched as stored, and decoding (A3, A5). Labels are those of
//! the WHATWG Encoding Standard, which describes what senders mean by them.
//!
//! A text is *transparent* if every byte below 0x80 is the ASCII character of that number. A transparent text
//! is searched in place, and only the matches are decoded.
//!
//! - ASCII, UTF-8, ISO-8859, windows-125x, KOI8 and EUC-JP are always transparent, and UTF-16 never.
//! - In GBK, Big5 and EUC-KR the second byte of a character may be a letter. But both bytes of their usual
//!   characters have the high bit. A text of only such characters is transparent.
//! - ISO-2022-JP and the 7-bit charsets that the Encoding Standard lacks ([`SevenBitCharset`]) are transparent
//!   unless the text shifts to other characters.
//!
//! A text with an unknown label, or with bytes that are invalid in its charset, is searched as bytes.

use std::borrow::Cow;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, UTF_16BE};
use encoding_rs::{UTF_8, UTF_16LE, WINDOWS_1252};
use memchr::{memchr, memchr3};
use urlsift::extract::{Decode, Undecodable, Utf8};

use crate::mail::transfer::{shifted, undecodable, utf_7};

/// A character set, or [`UNKNOWN`](Charset::UNKNOWN).
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::Charset;
/// use urlsift::extract::{Decode, Undecodable};
///
/// let latin = Charset::of_label(b"ISO-8859-1").expect("every mailer knows Latin-1");
/// assert_eq!(latin.decode(b"caf\xE9"), "café");
/// assert_eq!(Charset::UNKNOWN.decode(b"caf\xE9"), "caf\u{FFFD}");
///
/// // In a URL a byte that cannot be decoded is written as its escape, and the flag says so.
/// let (url, undecodable) = Charset::UNKNOWN.decode_url(b"http://a.example/caf\xE9");
/// assert_eq!((&*url, undecodable), ("http://a.example/caf%E9", Undecodable::Some));
/// ```
// At most one of the fields is set. Neither is for `UNKNOWN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset(Option<&'static Encoding>, Option<SevenBitCharset>);

/// A 7-bit charset that is not in the Encoding Standard, because a page in it could hide its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SevenBitCharset {
    Utf7,
    Hz,
    Kr,
}

impl SevenBitCharset {
    fn of_label(label: &[u8]) -> Option<SevenBitCharset> {
        let table = [
            ("utf-7", SevenBitCharset::Utf7),
            ("unicode-1-1-utf-7", SevenBitCharset::Utf7),
            ("hz-gb-2312", SevenBitCharset::Hz),
            ("hz", SevenBitCharset::Hz),
            ("iso-2022-kr", SevenBitCharset::Kr),
            ("csiso2022kr", SevenBitCharset::Kr),
        ];
        let mut named =
            table.iter().filter(|(name, _)| label.eq_ignore_ascii_case(name.as_bytes()));
        named.next().map(|&(_, charset)| charset)
    }

    fn name(self) -> &'static str {
        match self {
            SevenBitCharset::Utf7 => "UTF-7",
            SevenBitCharset::Hz => "HZ-GB-2312",
            SevenBitCharset::Kr => "ISO-2022-KR",
        }
    }

    fn shifts_in(self, text: &[u8]) -> bool {
        let is_found = match self {
            SevenBitCharset::Utf7 => memchr(b'+', text),
            SevenBitCharset::Hz => memchr(b'~', text),
            SevenBitCharset::Kr => memchr3(0x1B, 0x0E, 0x0F, text),
        };
        is_found.is_some()
    }

    /// Decodes `text`. Returns `None` if a byte of it is not ASCII.
    fn decode(self, text: &[u8]) -> Option<String> {
        match self {
            SevenBitCharset::Utf7 => utf_7::decode(text),
            SevenBitCharset::Hz => shifted::decode_hz(text),
            SevenBitCharset::Kr => shifted::decode_kr(text),
        }
    }
}

impl Charset {
    /// No charset is declared, or US-ASCII. Valid UTF-8 is read as UTF-8. Other bytes above 0x7F cannot be decoded.
    pub const UNKNOWN: Charset = Charset(None, None);

    /// UTF-8.
    pub const UTF_8: Charset = Charset(Some(UTF_8), None);

    pub(crate) const UTF_16LE: Charset = Charset(Some(UTF_16LE), None);

    /// Returns the charset that `label` denotes, ignoring case, unless it is unknown or cannot be decoded
    /// (`iso-2022-cn`).
    pub fn of_label(label: &[u8]) -> Option<Charset> {
        let label = label.trim_ascii();
        let is = |name: &str| label.eq_ignore_ascii_case(name.as_bytes());
        if label.is_empty() || is("us-ascii") || is("ascii") || is("ansi_x3.4-1968") {
            return Some(Charset::UNKNOWN);
        }
        if let Some(charset) = SevenBitCharset::of_label(label) {
            return Some(Charset(None, Some(charset)));
        }
        Encoding::for_label_no_replacement(label).map(|encoding| Charset(Some(encoding), None))
    }

    /// Returns the charset of a code page of Windows; windows-1252 for an unknown one.
    pub(crate) fn of_code_page(number: u32) -> Charset {
        let label = match number {
            932 => "shift_jis",
            936 => "gbk",
            950 => "big5",
            10_000 => "macintosh",
            20_866 => "koi8-r",
            65_001 => "utf-8",
            _ => &format!("windows-{number}"),
        };
        let encoding = Encoding::for_label_no_replacement(label.as_bytes());
        Charset(Some(encoding.unwrap_or(WINDOWS_1252)), None)
    }

    /// Detects UTF-16: `text` begins with its byte order mark, or exactly every other one of its first 64 bytes is NUL.
    pub fn find_utf_16(text: &[u8]) -> Option<Charset> {
        // Western text in UTF-16 has a NUL in every other byte; their parity gives the byte order.
        let head = &text[..text.len().min(64)];
        let all_nul = |parity: usize| head.iter().skip(parity).step_by(2).all(|&byte| byte == 0);
        let any_nul = |parity: usize| head.iter().skip(parity).step_by(2).any(|&byte| byte == 0);
        // Two characters or more: the bytes `a` NUL alone are too little evidence.
        // Nearly all texts have none.
        #[expect(
            clippy::needless_bitwise_bool,
            reason = "without a branch the compiler uses vectors"
        )]
        let has_nul = head.iter().fold(false, |has, &byte| has | (byte == 0));
        let is_long = head.len() >= 4 && has_nul;
        if text.starts_with(b"\xFF\xFE") || (is_long && all_nul(1) && !any_nul(0)) {
            Some(Charset(Some(UTF_16LE), None))
        } else if text.starts_with(b"\xFE\xFF") || (is_long && all_nul(0) && !any_nul(1)) {
            Some(Charset(Some(UTF_16BE), None))
        } else {
            None
        }
    }

    /// Returns the name in the Encoding Standard (`windows-1252`, `UTF-8`) or in the charset's RFC.
    pub fn name(self) -> Option<&'static str> {
        self.0.map(Encoding::name).or(self.1.map(SevenBitCharset::name))
    }

    /// Reports whether `text` can be searched as stored: whether every byte below 0x80 in it is that ASCII character,
    /// so that every range between two ASCII bytes can be decoded alone. A text with the bytes of a space or soft
    /// hyphen of UTF-8 does not count, because the search takes them for these. Costs a few passes over `text`, and
    /// none for UTF-8 or an unknown charset.
    pub fn is_transparent_in(self, text: &[u8]) -> bool {
        if let Some(charset) = self.1 {
            return text.is_ascii() && !charset.shifts_in(text);
        }
        let Some(encoding) = self.0.filter(|&encoding| encoding != UTF_8) else { return true };
        if has_utf_8_spaces(text) {
            return false;
        }
        if encoding == ISO_2022_JP {
            return memchr3(0x1B, 0x0E, 0x0F, text).is_none();
        }
        if encoding.is_single_byte() || encoding == EUC_JP {
            return encoding.is_ascii_compatible();
        }
        let is_two_bytes = encoding == GBK || encoding == BIG5 || encoding == EUC_KR;
        encoding.is_ascii_compatible()
            && (text.is_ascii() || (is_two_bytes && has_high_pairs_alone(text)))
    }

    /// Encodes `character` for a text that is searched as stored, if the charset has it. A no-break space becomes a
    /// space.
    pub(crate) fn encode(self, character: char) -> Option<Cow<'static, [u8]>> {
        let character = if character == '\u{A0}' { ' ' } else { character };
        // Printable ASCII characters have the same byte in all charsets. Control characters are left to the
        // encoder, because some charsets shift by them.
        if let Some(byte) = ASCII.get(character as usize)
            && !character.is_ascii_control()
        {
            return Some(Cow::Borrowed(core::slice::from_ref(byte)));
        }
        let text = character.to_string();
        let (bytes, _, has_none) = self.0.unwrap_or(UTF_8).encode(&text);
        (!has_none).then(|| Cow::Owned(bytes.into_owned()))
    }

    /// Decodes `bytes` for display, without a copy of ASCII and UTF-8. Bytes that cannot be decoded become U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if let Some(text) = self.1.and_then(|charset| charset.decode(bytes)) {
            return Cow::Owned(text);
        }
        match self.0 {
            Some(encoding) => encoding.decode_without_bom_handling(bytes).0,
            // `from_utf8` checks eight bytes at a time, `from_utf8_lossy` one by one, and nearly all text is valid.
            None => match std::str::from_utf8(bytes) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => String::from_utf8_lossy(bytes),
            },
        }
    }

    /// Decodes the pieces of a URL, like [`Decode::decode_url`] the whole. Joined, the texts are the URL (J7).
    pub(crate) fn decode_pieces(self, pieces: &[&[u8]]) -> Vec<String> {
        undecodable::decode_pieces(self.0.unwrap_or(UTF_8), pieces)
    }

    /// Decodes a whole text that cannot be searched as stored.
    ///
    /// If the bytes are invalid in this charset, returns `Err` with the charset for decoding the matches. The
    /// text must then be searched as it is.
    pub(crate) fn decode_text(self, text: &[u8]) -> Result<String, Charset> {
        if let Some(charset) = self.1 {
            return charset.decode(text).ok_or(Charset::UNKNOWN);
        }
        let Some(encoding) = self.0 else { return Err(self) };
        if encoding == UTF_16LE || encoding == UTF_16BE {
            // The byte order mark and the NULs are more reliable than the label. A text without either is not UTF-16.
            let found = Charset::find_utf_16(text).or(memchr(0, text).map(|_| self));
            let encoding = found.and_then(|charset| charset.0).ok_or(Charset::UNKNOWN)?;
            return Ok(encoding.decode_with_bom_removal(text).0.into_owned());
        }
        if encoding == ISO_2022_JP {
            // A line begins in ASCII (RFC 1468), even if the line before did not shift back. A new decoder for
            // each line keeps damage within the line.
            let mut decoded = String::with_capacity(text.len());
            for line in text.split_inclusive(|&byte| byte == b'\n') {
                let (line, end) = line.split_at(line.len() - usize::from(line.ends_with(b"\n")));
                decoded += &self.decode(line);
                decoded += if end.is_empty() { "" } else { "\n" };
            }
            return Ok(decoded);
        }
        let decoded = encoding.decode_without_bom_handling_and_without_replacement(text);
        decoded.map(Cow::into_owned).ok_or(self)
    }
}

/// Reports whether every run of bytes above 0x7F has an even length.
///
/// If so, no character of a two-byte charset ends in a byte below 0x80. The bytes 0x80 and 0xFF may be
/// characters alone, so the answer is no if one occurs.
fn has_high_pairs_alone(text: &[u8]) -> bool {
    let mut runs = text.split(u8::is_ascii);
    runs.all(|run| run.len() % 2 == 0 && run.iter().all(|byte| !matches!(byte, 0x80 | 0xFF)))
}

/// Reports whether `text` has bytes that in UTF-8 would be a space or a soft hyphen.
///
/// The search for URLs skips or stops at those. In other charsets the bytes are letters: C2 AD is one character
/// in EUC-JP, and in windows-1251 it begins with a `В`.
// One pass, with a fast skip over ASCII. A separate search for each of the eight sequences took longer than
// finding the URLs of most texts. E2 80 counts with any third byte, since most spaces of UTF-8 begin so.
fn has_utf_8_spaces(text: &[u8]) -> bool {
    if text.is_ascii() {
        return false;
    }
    let mut rest = text;
    loop {
        rest = &rest[Encoding::ascii_valid_up_to(rest)..];
        if rest.is_empty() {
            return false;
        }
        let high = rest.iter().position(u8::is_ascii).unwrap_or(rest.len());
        let is_one = |bytes: &[u8]| {
            matches!(
                bytes,
                [0xC2, 0x85 | 0xA0 | 0xAD, ..]
                    | [0xE1, 0x9A, 0x80, ..]
                    | [0xE2, 0x80, ..]
                    | [0xE2, 0x81, 0x9F, ..]
                    | [0xE3, 0x80, 0x80, ..]
                    | [0xEF, 0xBB, 0xBF, ..]
            )
        };
        if (0..high).any(|at| is_one(&rest[at..high])) {
            return true;
        }
        rest = &rest[high..];
    }
}

static ASCII: [u8; 128] = {
    let (mut ascii, mut byte) = ([0; 128], 0);
    while byte < 128 {
        ascii[byte as usize] = byte;
        byte += 1;
    }
    ascii
};

impl Decode for Charset {
    fn encoding(&self) -> urlsift::extract::Encoding {
        let utf_8 = self.0.is_none_or(|encoding| encoding == UTF_8);
        if utf_8 { urlsift::extract::Encoding::Utf8 } else { urlsift::extract::Encoding::Bytes }
    }

    fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable) {
        let Some(encoding) = self.0.filter(|&encoding| encoding != UTF_8) else {
            return Utf8.decode_url(bytes);
        };
        if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            return (text, Undecodable::None);
        }
        (Cow::Owned(undecodable::decode(encoding, bytes)), Undecodable::Some)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::mail::tests::config;

    fn charset(label: &str) -> Charset {
        Charset::of_label(label.as_bytes()).expect(label)
    }

    #[test]
    fn labels_have_the_names_of_the_standard() {
        // (label, name)
        let table = [
            ("utf-8", Some(Some("UTF-8"))),
            (" Latin1 ", Some(Some("windows-1252"))),
            ("koi8-r", Some(Some("KOI8-R"))),
            ("gb2312", Some(Some("GBK"))),
            ("US-ASCII", Some(None)),
            ("", Some(None)),
            ("unknown-8bit", None),
            ("HZ-GB-2312", Some(Some("HZ-GB-2312"))),
            ("iso-2022-kr", Some(Some("ISO-2022-KR"))),
            ("utf-7", Some(Some("UTF-7"))),
            ("iso-2022-cn", None),
        ];
        for (label, name) in table {
            assert_eq!(Charset::of_label(label.as_bytes()).map(Charset::name), name, "{label}");
        }
    }

    #[test]
    fn transparent_texts_are_recognised() {
        // (label, text, whether it is transparent)
        let table: [(&str, &[u8], bool); 21] = [
            ("utf-7", b"plain ~", true),
            ("utf-7", b"+AOk-", false),
            ("utf-7", b"caf\xE9", false),
            ("hz-gb-2312", b"plain +", true),
            ("hz-gb-2312", b"~{Dc:C~}", false),
            ("iso-2022-kr", b"\x0E<-?o\x0F", false),
            ("us-ascii", b"a\xFF", true),
            ("utf-8", b"\xC3\xA9", true),
            ("windows-1251", b"\xC3\xA9\xFF", true),
            ("windows-1251", b"\xC2\xAD", false),
            ("euc-jp", b"\xC2\xAD", false),
            ("gbk", b"\xC2\xA0", false),
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
    fn undecodable_bytes_of_a_url_become_escapes() {
        // (label, bytes, URL, whether bytes were escaped)
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
            let (found, undecodable) = charset(label).decode_url(bytes);
            let found = (&*found, undecodable == Undecodable::Some);
            assert_eq!(found, (url, escaped), "{label} {bytes:?}");
        }
    }

    #[test]
    fn characters_are_encoded_for_a_search() {
        // (label, character, bytes)
        let table: [(&str, char, Option<&[u8]>); 6] = [
            ("iso-2022-jp", 'a', Some(b"a")),
            ("iso-2022-jp", '\x1B', None),
            ("iso-8859-1", '\t', Some(b"\t")),
            ("iso-8859-1", '\u{A0}', Some(b" ")),
            ("iso-8859-1", 'é', Some(b"\xE9")),
            ("iso-8859-1", '日', None),
        ];
        for (label, character, bytes) in table {
            assert_eq!(charset(label).encode(character).as_deref(), bytes, "{label} {character:?}");
        }
    }

    #[test]
    fn utf_16_is_detected_by_its_mark_or_its_nuls() {
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
        let unshifted = b"\x1B$B$\"\nplain".as_slice();
        assert_eq!(charset("iso-2022-jp").decode_text(unshifted).as_deref(), Ok("あ\nplain"));
        assert_eq!(charset("utf-16").decode_text(b"not at all"), Err(Charset::UNKNOWN));
    }

    const TWO_BYTES: &[&str] = &["gbk", "big5", "euc-kr", "euc-jp", "shift_jis", "gb18030"];

    fn ascii(bytes: &[u8]) -> Vec<u8> {
        bytes.iter().copied().filter(u8::is_ascii).collect()
    }

    proptest! {
        #![proptest_config(config())]

        /// The one pass agrees with eight separate searches.
        #[test]
        fn one_pass_finds_spaces_of_utf_8(text in vec(select(b"a\xC2\xA0\x85\xAD\xE1\x9A\x80\xE2\x81\x9F\xE3\xEF\xBB\xBF".to_vec()), 0..12), before in 0usize..40) {
            let text = [vec![b'a'; before], text].concat();
            let blanks: [&[u8]; 8] = [
                b"\xC2\x85",
                b"\xC2\xA0",
                b"\xC2\xAD",
                b"\xE1\x9A\x80",
                b"\xE2\x80",
                b"\xE2\x81\x9F",
                b"\xE3\x80\x80",
                b"\xEF\xBB\xBF",
            ];
            let has = |blank: &&[u8]| text.windows(blank.len()).any(|it| it == *blank);
            prop_assert_eq!(has_utf_8_spaces(&text), blanks.iter().any(has));
        }

        /// In a transparent text, no ASCII byte is part of another character.
        #[test]
        fn ascii_stands_for_itself_in_transparent_text(
            label in prop::sample::select(TWO_BYTES),
            text in vec(prop_oneof![0x30..=0x7E_u8, 0x80..=0xFF_u8, 0xA1..=0xFE_u8], 0..12),
        ) {
            let (url, undecodable) = charset(label).decode_url(&text);
            if charset(label).is_transparent_in(&text) && undecodable == Undecodable::None {
                prop_assert_eq!(ascii(url.as_bytes()), ascii(&text));
            }
        }
    }
}
