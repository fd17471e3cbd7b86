//! The text of RTF, the format of word processors (RTF 1.9.1; A3).
//!
//! ```text
//! group   = "{" *(group / control / text) "}"
//! control = "\" 1*ALPHA ["-"] *DIGIT [SP]     a control word; the space belongs to it
//!         / "\'" 2HEXDIG                      a byte of the code page
//!         / "\" any other character           a control symbol, such as `\\`, `\{`, `\~`
//! text    = any other byte, except CR and LF, which mean nothing
//! ```
//!
//! The first control word of a group may say that the group is not text, such as `\fonttbl`. After `\*` an unknown word
//! says so too. `\uN` is a UTF-16 code unit; after it, `\ucN` characters for older readers are ignored. The target of a
//! link is in the instruction of a field: `{\field{\*\fldinst HYPERLINK "url"}{\fldrslt text}}`.

use memchr::memmem;

use crate::mail::html::text::{MappedText, PageText, Reference};
use crate::mail::line::strip_bom;
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::map::Map;
use crate::mail::transfer::quoted_printable::hex_octet;
use crate::mail::work;

/// Returns the text of `rtf`, in UTF-8. The instruction of each field, such as the target of a link, is a paragraph
/// before its text. The map leads to `rtf`, with an empty range for an added line break. Bytes of fonts with other code
/// pages than that of the document are read in the latter. Linear in `rtf`.
pub fn rtf_text(rtf: &[u8]) -> MappedText<'_> {
    let reader = read_rtf(rtf, false);
    // A damaged brace may put all text into a group that is not text.
    let is_damaged = !reader.outer.is_empty() || reader.is_unbalanced;
    if is_damaged { read_rtf(rtf, true).text.into() } else { reader.text.into() }
}

fn read_rtf(rtf: &[u8], is_damaged: bool) -> RtfReader<'_> {
    let text = PageText { bytes: Vec::with_capacity(rtf.len()), map: Map::new() };
    let mut reader = RtfReader {
        is_damaged,
        is_unbalanced: false,
        rtf,
        at: 0,
        text,
        charset: Charset::of_code_page(1252),
        group: RtfGroup { is_text: true, is_instruction: false, fallbacks: 1 },
        outer: Vec::new(),
        ignored: 0,
        surrogate: None,
    };
    while reader.at < rtf.len() {
        reader.read();
    }
    reader
}

/// Returns the text of the link whose target ends at `end` of `text`, which was read from `rtf`, if it is one word.
/// Returns `None` if the target is not in the instruction of a field.
pub(crate) fn link_result<'t>(
    text: &'t MappedText<'_>,
    rtf: &[u8],
    end: usize,
) -> Option<&'t [u8]> {
    let bytes = &*text.bytes;
    // A field has more after a target, such as `\o "tip"`, on the same line.
    let rest = &bytes[end..bytes.len().min(end + MAX_RESULT_BYTES)];
    let line = &rest[..memmem::find(rest, b"\n\n")?];
    let start = end + line.len() + 2;
    let is_blank = text.map.range(start - 1..start).is_empty();
    if !is_blank || line.contains(&b'\n') {
        return None;
    }
    let word = &bytes[start..bytes.len().min(start + MAX_RESULT_BYTES)];
    let len = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
    let after = text.map.range(start + len..bytes.len().min(start + len + 1));
    let last = text.map.range(start..start + len).end;
    let is_alone = rtf.get(last..after.start.max(last))?.contains(&b'}') || after.is_empty();
    (len > 0 && is_alone).then(|| &word[..len])
}

/// The most bytes of an instruction after its target, and of a word.
const MAX_RESULT_BYTES: usize = 1024;

pub(crate) fn begins_rtf(text: &[u8]) -> bool {
    strip_bom(text).trim_ascii_start().starts_with(b"{\\rtf")
}

#[derive(Clone, Copy, Debug)]
struct RtfGroup {
    is_text: bool,
    /// Whether this very group is the instruction of a field.
    is_instruction: bool,
    /// The number of characters that are ignored after each `\u`.
    fallbacks: u8,
}

struct RtfReader<'r> {
    is_damaged: bool,
    is_unbalanced: bool,
    rtf: &'r [u8],
    at: usize,
    text: PageText,
    charset: Charset,
    group: RtfGroup,
    outer: Vec<RtfGroup>,
    ignored: usize,
    surrogate: Option<(u16, usize)>,
}

impl RtfReader<'_> {
    fn read(&mut self) {
        let (start, rest) = (self.at, &self.rtf[self.at..]);
        self.at += 1;
        work::add(1);
        match rest[0] {
            b'{' => {
                self.outer.push(self.group);
                (self.ignored, self.group.is_instruction) = (0, false);
            }
            b'}' => {
                if self.group.is_instruction {
                    self.end_paragraph(start);
                }
                self.is_unbalanced |= self.outer.is_empty();
                self.group = self.outer.pop().unwrap_or(self.group);
                self.ignored = 0;
            }
            b'\r' | b'\n' => {}
            b'\\' => match rest.get(1) {
                Some(b'\'') => self.read_bytes(),
                Some(byte) if byte.is_ascii_alphabetic() => self.read_word(),
                symbol => {
                    self.at = self.rtf.len().min(start + 2);
                    match symbol {
                        Some(b'*') => self.group.is_text = self.is_damaged,
                        Some(byte @ (b'\\' | b'{' | b'}' | b'\t')) => self.give(&[*byte], start),
                        Some(b'\r' | b'\n') => self.give(b"\n", start),
                        Some(b'~') => self.give(b" ", start),
                        Some(b'_') => self.give(b"-", start),
                        _ => {}
                    }
                }
            },
            first => {
                // A run of ASCII is a copy, and a run of other bytes is decoded.
                let is_run =
                    |byte: &u8| !b"{}\\\r\n".contains(byte) && byte.is_ascii() == first.is_ascii();
                let end = start + rest.iter().position(|byte| !is_run(byte)).unwrap_or(rest.len());
                let ignored = (end - start).min(self.ignored);
                self.ignored -= ignored;
                self.at = end;
                work::add(end - start);
                let run = start + ignored..end;
                if run.is_empty() || !self.group.is_text {
                } else if first.is_ascii() {
                    self.surrogate = None;
                    self.text.copy(self.rtf, run);
                } else {
                    let decoded = self.charset.decode(&self.rtf[run.clone()]).into_owned();
                    self.give(decoded.as_bytes(), run.start);
                }
            }
        }
    }

    /// Reads a run of `\'hh`. A character may take several of them, if the first is not ASCII.
    fn read_bytes(&mut self) {
        let symbol = self.at - 1;
        let (mut start, mut bytes) = (symbol, Vec::new());
        self.at = symbol;
        while let [b'\\', b'\'', digits @ ..] = &self.rtf[self.at..] {
            let Some(byte) = hex_octet(digits) else { break };
            if self.ignored > 0 {
                (self.ignored, start) = (self.ignored - 1, self.at + 4);
            } else {
                bytes.push(byte);
            }
            self.at += 4;
            work::add(4);
            if bytes.first().is_some_and(u8::is_ascii) {
                break;
            }
        }
        if self.at == symbol {
            // No digits follow.
            self.at += 2;
        } else if !bytes.is_empty() {
            let decoded = self.charset.decode(&bytes).into_owned();
            self.give(decoded.as_bytes(), start);
        }
    }

    fn read_word(&mut self) {
        let start = self.at - 1;
        let rest = &self.rtf[self.at..];
        let len =
            |text: &[u8], is: fn(&u8) -> bool| text.iter().take_while(|byte| is(byte)).count();
        let letters = len(rest, u8::is_ascii_alphabetic);
        let sign = usize::from(rest.get(letters) == Some(&b'-'));
        let digits = len(&rest[letters + sign..], u8::is_ascii_digit);
        let (word, number) = (&rest[..letters], &rest[letters..letters + sign + digits]);
        let number = str::from_utf8(number).ok().and_then(|number| number.parse::<i32>().ok());
        work::add(letters + sign + digits);
        let end = letters + if digits > 0 { sign + digits } else { 0 };
        self.at += end + usize::from(rest.get(end) == Some(&b' '));
        let is_in = |names: &[&str]| names.iter().any(|name| name.as_bytes() == word);
        if let Some((_, characters)) = CHARACTERS.iter().find(|(names, _)| is_in(names)) {
            return self.give(characters.as_bytes(), start);
        }
        match (word, number) {
            (b"u", Some(unit)) => {
                // The number is signed, but some programs write an unsigned one.
                let [low, high, ..] = unit.to_le_bytes();
                self.give_unit(u16::from_le_bytes([low, high]), start);
            }
            (b"uc", Some(count)) => self.group.fallbacks = u8::try_from(count).unwrap_or(1),
            (b"ansicpg", Some(page)) => self.charset = Charset::of_code_page(page.unsigned_abs()),
            (b"mac", None) => self.charset = Charset::of_code_page(10_000),
            (b"bin", Some(len)) => {
                let end = self.at.saturating_add(usize::try_from(len).unwrap_or_default());
                self.at = end.min(self.rtf.len());
            }
            // The instruction of a field, and a tag of the page that Outlook has put in the RTF.
            (b"fldinst" | b"htmltag", _) => {
                self.group.is_text = self.outer.last().is_none_or(|group| group.is_text);
                self.group.is_instruction = self.group.is_text;
                if self.group.is_text {
                    self.end_paragraph(start);
                }
            }
            _ if is_in(&NO_TEXT) => self.group.is_text = self.is_damaged,
            _ => {}
        }
    }

    fn give_unit(&mut self, unit: u16, start: usize) {
        self.ignored = 0;
        let (units, start) = match self.surrogate.take() {
            Some((high, start)) if matches!(unit, 0xDC00..=0xDFFF) => (vec![high, unit], start),
            _ => (vec![unit], start),
        };
        if matches!(unit, 0xD800..=0xDBFF) {
            self.surrogate = Some((unit, start));
        } else {
            self.give(String::from_utf16_lossy(&units).as_bytes(), start);
        }
        self.ignored = usize::from(self.group.fallbacks);
    }

    /// Appends `bytes`, which were read from `start` on, unless they are to be ignored.
    fn give(&mut self, bytes: &[u8], start: usize) {
        if self.ignored > 0 {
            self.ignored -= 1;
        } else if self.group.is_text {
            self.surrogate = None;
            self.text.push(Reference { bytes: bytes.to_vec().into(), range: start..self.at });
        }
    }

    fn end_paragraph(&mut self, at: usize) {
        self.surrogate = None;
        self.text.insert(b'\n', at);
        self.text.insert(b'\n', at);
    }
}

const CHARACTERS: [(&[&str], &str); 10] = [
    (&["par", "line", "sect", "page", "row", "cell", "nestcell"], "\n"),
    (&["tab"], "\t"),
    (&["emspace", "enspace"], " "),
    (&["emdash"], "\u{2014}"),
    (&["endash"], "\u{2013}"),
    (&["bullet"], "\u{2022}"),
    (&["lquote"], "\u{2018}"),
    (&["rquote"], "\u{2019}"),
    (&["ldblquote"], "\u{201C}"),
    (&["rdblquote"], "\u{201D}"),
];

const NO_TEXT: [&str; 7] =
    ["fonttbl", "colortbl", "stylesheet", "info", "pict", "objdata", "filetbl"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::tests::config;
    use crate::mail::work::assert_linear;
    use proptest::prelude::*;

    #[test]
    fn text_is_read() {
        // (RTF without the group around it, text)
        let table = [
            ("a b", "a b"),
            ("a\r\nb\nc", "abc"),
            (r"a\par b\line\tab c\~d\_e\-f", "a\nb\n\tc d-ef"),
            (r"\b a\b0  b\i-1c", "a bc"),
            (r"\\\{\}\:", "\\{}"),
            ("a\\\nb", "a\nb"),
            // Bytes of the code page, and characters.
            (r"\'3a\'3A\'e9", "::\u{E9}"),
            (r"\ansicpg1251\'e0\'e1", "\u{430}\u{431}"),
            (r"\ansicpg932\'82\'a0b", "\u{3042}b"),
            (r"\ansicpg99999\'e9\'x", "\u{E9}x"),
            (r"\u8364?a\u-4064 ?b", "\u{20AC}a\u{F020}b"),
            (r"\u252\'fcb\uc0\u252b\uc2\u252\'fc\'fcb", "\u{FC}b\u{FC}b\u{FC}b"),
            (r"{\uc3\u252}abc\u252?d", "\u{FC}abc\u{FC}d"),
            (r"\u-10179?\u-8704?a\u-10179?b", "\u{1F600}ab"),
            (r"\ldblquote a\rdblquote\emdash b", "\u{201C}a\u{201D}\u{2014}b"),
            // Groups that are no text.
            (r"{\fonttbl{\f0 Arial;}}a{\colortbl;\red0;}b", "ab"),
            (r"{\*\generator Word;}a{\pict{a}ff00}{\info{\title b}}c", "ac"),
            (r"a{\b b}c", "abc"),
            ("{\\pict\\bin4 }}}}00}a", "a"),
            (r"a\bin99 b", "a"),
            // Links.
            (
                r#"a{\field{\*\fldinst{HYPERLINK "http://a.example/"{\*\datafield 00}}}{\fldrslt b}}c"#,
                "a\n\nHYPERLINK \"http://a.example/\"\n\nbc",
            ),
            (r"{\fldinst PAGE }1", "\n\nPAGE \n\n1"),
            (
                r#"\fromhtml1{\*\htmltag84 <a href="http://a.example/">}a{\*\htmltag92 </a>}"#,
                "\n\n<a href=\"http://a.example/\">\n\na\n\n</a>\n\n",
            ),
            (r"{\*\x{\*\fldinst a}b}c", "c"),
            (r"\u-10179\fldinst\u-8704", "\n\n\u{FFFD}"),
            // Damage.
            (r"}}a{", "a"),
            // With a brace too many or too few, all groups are text.
            (r"{\fonttbl{\f0 Arial;}a\par b", "Arial;a\nb"),
            (r"[\fonttbl{\f0 Arial;}}a", "[Arial;a"),
            (r"{\pict 00}}a", "00a"),
            (r"{\*\x a{\info b}", "ab"),
            (r"{\stylesheet a{\b b}c}}d", "abcd"),
            (r"{\b a{\pict 00}b", "a00b"),
            ("a\\", "a"),
            (r"a\'", "a"),
            (r"a\'4", "a4"),
            (r"a\b-", "a-"),
            (r"a\u99999999999b", "ab"),
        ];
        for (rtf, text) in table {
            assert_eq!(str::from_utf8(&rtf_text(rtf.as_bytes()).bytes), Ok(text), "{rtf}");
        }
        assert_eq!(&*rtf_text(b"caf\xE9 \xFC\xFC").bytes, "caf\u{E9} \u{FC}\u{FC}".as_bytes());
    }

    #[test]
    fn rtf_is_recognised() {
        for (text, begins) in [("{\\rtf1", true), ("\r\n{\\rtf", true), ("{\\r", false)] {
            assert_eq!(begins_rtf(text.as_bytes()), begins, "{text:?}");
        }
    }

    proptest! {
        #![proptest_config(config())]

        /// Each byte of the text has a place in the order of the text. Without escapes it is stored there.
        #[test]
        fn places_are_in_order(
            words in prop::collection::vec(prop::sample::select(&[
                "a", "http://", "{", "}", "\\", "\\par", " ", "\\'41", "\\'e9", "\u{E9}", "\\u252", "?", "\\u-10179",
                "\\u-8704", "\\uc2", "\\*", "\\fldinst", "\\bin2", "\\pict", "\r\n", "\\ansicpg65001",
            ][..]), 0..40),
        ) {
            let rtf = words.concat();
            let text = rtf_text(rtf.as_bytes());
            prop_assert!(str::from_utf8(&text.bytes).is_ok());
            let mut last = 0..0;
            for (at, byte) in text.bytes.iter().enumerate() {
                let range = text.map.range(at..at + 1);
                prop_assert!(last.start <= range.start && last.end <= range.end);
                let stored = &rtf.as_bytes()[range.clone()];
                prop_assert!(stored == [*byte] || stored.len() != 1 || !byte.is_ascii(), "{stored:?}");
                last = range;
            }
        }
    }

    #[test]
    fn time_is_linear() {
        for unit in ["{", "}", "\\", "\\u1", "\\'e9", "\\'", "a", "\\par", "{\\fldinst", "\\bin1"] {
            assert_linear(unit, "", 2, |text| drop(rtf_text(text)));
        }
    }
}
