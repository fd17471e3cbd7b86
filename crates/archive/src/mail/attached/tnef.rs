//! The texts of `winmail.dat`, in which Outlook and Exchange wrap a message (TNEF; MS-OXTNEF).
//!
//! ```text
//! stream     = signature key *attribute
//! attribute  = level id length data checksum      1, 4, 4, n and 2 bytes; all numbers are in little endian
//! properties = count *(type id [name] value)      the data of two attributes; lengths are padded to 4 bytes
//! ```
//!
//! The body, its versions in HTML and RTF, and the attachments become a multipart. Checksums are not compared. What
//! follows damage is left out.

use crate::mail::attached::lzfu;
use crate::mail::transfer::charset::Charset;
use crate::mail::work;
use memchr::memmem;

pub(crate) fn begins_tnef(stored: &[u8]) -> bool {
    stored.starts_with(SIGNATURE)
}

/// Returns the texts and attachments of `stored`, as a message with parts; `None` if it has none or is not TNEF. Linear
/// in `stored`, even if the message is up to nine times as large.
pub(crate) fn tnef_message(stored: &[u8]) -> Option<Vec<u8>> {
    let mut reader = TnefReader { rest: stored.strip_prefix(SIGNATURE)? };
    let charset = Charset::of_code_page(1252);
    let mut message = TnefMessage { parts: HEADER.to_vec(), charset, has_body: false };
    reader.take(2)?;
    while let Some(()) = message.read_attribute(&mut reader) {}
    let has_parts = message.parts.len() > HEADER.len();
    message.parts.extend_from_slice(CLOSING_DELIMITER);
    has_parts.then_some(message.parts)
}

pub(crate) fn is_whole_tnef(stored: &[u8]) -> bool {
    let mut reader = TnefReader { rest: stored.get(SIGNATURE.len() + 2..).unwrap_or_default() };
    let mut skip = || {
        reader.take(5)?;
        let length = reader.u32()? as usize;
        // The checksum of the last one may be missing.
        reader.take(length)?;
        reader.rest = reader.rest.get(2..).unwrap_or_default();
        Some(())
    };
    while skip().is_some() {}
    reader.rest.is_empty()
}

const SIGNATURE: &[u8] = b"\x78\x9F\x3E\x22";

const HEADER: &[u8] = b"Content-Type: multipart/mixed; boundary=\"=_winmail\"\n\n";
const BOUNDARY: &[u8] = b"=_winmail";
const CLOSING_DELIMITER: &[u8] = b"--=_winmail--\n";
const DELIMITER_BYTES: usize = 2 + BOUNDARY.len();
const OCTETS: &str = "application/octet-stream";

mod attribute {
    pub(super) const BODY: u32 = 0x0002_800C;
    pub(super) const ATTACHED_DATA: u32 = 0x0006_800F;
    pub(super) const PROPERTIES: u32 = 0x0006_9003;
    pub(super) const ATTACHED_PROPERTIES: u32 = 0x0006_9005;
    pub(super) const CODE_PAGE: u32 = 0x0006_9007;
}

/// The identifiers of properties. `NAMED` is the first of those that have a name.
mod property {
    pub(super) const BODY: u16 = 0x1000;
    pub(super) const COMPRESSED_RTF: u16 = 0x1009;
    pub(super) const HTML: u16 = 0x1013;
    pub(super) const ATTACHED_DATA: u16 = 0x3701;
    pub(super) const NAMED: u16 = 0x8000;
}

mod kind {
    pub(super) const OBJECT: u16 = 0x000D;
    pub(super) const STRING: u16 = 0x001E;
    pub(super) const UTF_16: u16 = 0x001F;
    pub(super) const BINARY: u16 = 0x0102;
    /// This bit marks a list of values.
    pub(super) const SEVERAL: u16 = 0x1000;
}

struct TnefMessage {
    parts: Vec<u8>,
    charset: Charset,
    has_body: bool,
}

impl TnefMessage {
    fn read_attribute(&mut self, reader: &mut TnefReader<'_>) -> Option<()> {
        reader.take(1)?;
        let (id, length) = (reader.u32()?, reader.u32()?);
        let data = reader.take(length as usize)?;
        reader.rest = reader.rest.get(2..).unwrap_or_default();
        let mut within = TnefReader { rest: data };
        match id {
            attribute::CODE_PAGE => {
                self.charset = within.u32().map_or(self.charset, Charset::of_code_page);
            }
            attribute::BODY => self.add_body(data, self.charset),
            attribute::ATTACHED_DATA => self.add(OCTETS, None, data),
            attribute::PROPERTIES | attribute::ATTACHED_PROPERTIES => {
                let count = within.u32().unwrap_or_default();
                let _ = (0..count).try_for_each(|_| self.read_property(&mut within));
            }
            _ => {}
        }
        Some(())
    }

    fn read_property(&mut self, reader: &mut TnefReader<'_>) -> Option<()> {
        let &[low, high, id_low, id_high] = reader.take(4)? else { return None };
        let (kind, id) = (u16::from_le_bytes([low, high]), u16::from_le_bytes([id_low, id_high]));
        if id >= property::NAMED {
            reader.take(16)?;
            // A name is a number, or a string with its length before it.
            let is_number = reader.u32()? == 0;
            let number = reader.u32()? as usize;
            reader.padded(if is_number { 0 } else { number })?;
        }
        let length = match kind & !kind::SEVERAL {
            0x0000 | 0x0001 => Some(0),
            0x0002 | 0x0003 | 0x0004 | 0x000A | 0x000B => Some(4),
            0x0005..=0x0007 | 0x0014 | 0x0040 => Some(8),
            0x0048 => Some(16),
            kind::OBJECT | kind::STRING | kind::UTF_16 | kind::BINARY => None,
            _ => return None,
        };
        let has_one = length.is_some() && kind & kind::SEVERAL == 0;
        for _ in 0..if has_one { 1 } else { reader.u32()? } {
            let length = length.map_or_else(|| reader.u32().map(|length| length as usize), Some)?;
            self.read_value(kind, id, reader.padded(length)?);
        }
        Some(())
    }

    fn read_value(&mut self, kind: u16, id: u16, value: &[u8]) {
        let is_utf_16 = kind == kind::UTF_16;
        let utf_16 = || Charset::UTF_16LE.decode(value).into_owned().into_bytes();
        match id {
            property::BODY if is_utf_16 => self.add_body(&utf_16(), Charset::UTF_8),
            property::BODY => self.add_body(value, self.charset),
            property::HTML if is_utf_16 => self.add("text/html", Some(Charset::UTF_8), &utf_16()),
            // The code page of a page may follow it, so it is not used.
            property::HTML => self.add("text/html", None, value),
            property::COMPRESSED_RTF => {
                self.add("text/rtf", None, &lzfu::decompress(value).unwrap_or_default());
            }
            property::ATTACHED_DATA => {
                // The identifier of an interface precedes a message.
                let start = if kind == kind::OBJECT { 16 } else { 0 };
                self.add(OCTETS, None, value.get(start..).unwrap_or_default());
            }
            _ => {}
        }
    }

    /// Adds the body, which the stream may have twice.
    fn add_body(&mut self, text: &[u8], charset: Charset) {
        if !std::mem::replace(&mut self.has_body, true) {
            self.add("text/plain", Some(charset), text);
        }
    }

    fn add(&mut self, content_type: &str, charset: Option<Charset>, content: &[u8]) {
        // A part that has a line with the delimiter would end there, and hostile ones could be expanded again and again.
        let begins = content.starts_with(&CLOSING_DELIMITER[..DELIMITER_BYTES]);
        let line = [b"\n", &CLOSING_DELIMITER[..DELIMITER_BYTES]].concat();
        let end = if begins { Some(0) } else { memmem::find(content, &line) };
        let end = end.unwrap_or(content.len());
        let mut content = &content[..end];
        // Strings end with a NUL.
        while let Some((0, text)) = content.split_last().filter(|_| content_type != OCTETS) {
            content = text;
        }
        work::add(content.len());
        if content.len() < MIN_PART_BYTES {
            return;
        }
        let charset = charset.and_then(Charset::name).map(|name| format!("; charset={name}"));
        let header = format!("\nContent-Type: {content_type}{}\n\n", charset.unwrap_or_default());
        for piece in [b"--", BOUNDARY, header.as_bytes(), content, b"\n"] {
            self.parts.extend_from_slice(piece);
        }
    }
}

/// The smallest size of a part. A shorter one has no URL, and very many could take much memory.
const MIN_PART_BYTES: usize = 8;

struct TnefReader<'s> {
    rest: &'s [u8],
}

impl<'s> TnefReader<'s> {
    fn take(&mut self, len: usize) -> Option<&'s [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        work::add(4);
        self.rest = rest;
        Some(taken)
    }

    /// Takes `len` bytes and those that pad them. The last ones may be missing.
    fn padded(&mut self, len: usize) -> Option<&'s [u8]> {
        let taken = self.take(len)?;
        let padding = len.wrapping_neg() % 4;
        self.rest = self.rest.get(padding..).unwrap_or_default();
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::tests::config;
    use crate::mail::work::assert_linear;
    use proptest::prelude::*;

    fn number(number: usize) -> [u8; 4] {
        u32::try_from(number).expect("the test data are short").to_le_bytes()
    }

    /// Returns an attribute.
    fn attribute(id: u32, data: &[u8]) -> Vec<u8> {
        [&[1][..], &id.to_le_bytes(), &number(data.len()), data, &[0; 2]].concat()
    }

    /// Returns an attribute with properties, which are type, identifier and value.
    fn properties(id: u32, values: &[(u16, u16, &[u8])]) -> Vec<u8> {
        let mut data = number(values.len()).to_vec();
        for (kind, id, value) in values {
            data.extend(kind.to_le_bytes().into_iter().chain(id.to_le_bytes()));
            data.extend_from_slice(value);
        }
        attribute(id, &data)
    }

    /// Returns the only value of a property that has a length.
    fn long(value: &[u8]) -> Vec<u8> {
        let padding = value.len().wrapping_neg() % 4;
        [&number(1), &number(value.len()), value, &[0; 3][..padding]].concat()
    }

    fn stream(attributes: &[Vec<u8>]) -> Vec<u8> {
        [SIGNATURE, b"\x01\0", &attributes.concat()].concat()
    }

    /// Returns the parts of the message that is made of a stream, each as its type and its content.
    fn parts(stream: &[u8]) -> Vec<String> {
        let message =
            String::from_utf8_lossy(&tnef_message(stream).unwrap_or_default()).into_owned();
        let parts = message.split("--=_winmail\nContent-Type: ").skip(1);
        parts.map(|part| part.replace("--=_winmail--\n", "").replacen("\n\n", ": ", 1)).collect()
    }

    type TnefCase<'a> = (&'a str, Vec<Vec<u8>>, &'a [&'a str]);

    #[test]
    fn texts_and_attachments_become_parts() {
        use super::attribute::{ATTACHED_DATA, ATTACHED_PROPERTIES, BODY, CODE_PAGE, PROPERTIES};
        let body = attribute(BODY, b"the body\0\0");
        let code_page = |page: u32| attribute(CODE_PAGE, &[page.to_le_bytes(), [0; 4]].concat());
        let utf_16: Vec<u8> = "the b\u{F6}dy\0".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let named = [&[0; 16][..], b"\x01\0\0\0\x05\0\0\0abcde\0\0\0", &long(b"a name")].concat();
        let rtf = [&[0; 8][..], b"LZFu\0\0\0\0\0{\\rtf a}\0"].concat();
        let message = [&[0; 16][..], &stream(&[])].concat();
        let page: (u16, u16, &[u8]) = (kind::BINARY, property::HTML, &long(b"<p>the page"));
        // (case, attributes, parts)
        let table: [TnefCase<'_>; 16] = [
            ("a body", vec![body.clone()], &["text/plain; charset=windows-1252: the body\n"]),
            (
                "a code page",
                vec![code_page(1251), body.clone()],
                &["text/plain; charset=windows-1251: the body\n"],
            ),
            (
                "another code page",
                vec![code_page(65_001), body.clone()],
                &["text/plain; charset=UTF-8: the body\n"],
            ),
            (
                "properties",
                vec![properties(
                    PROPERTIES,
                    &[
                        (0x0003, 1, &[0; 4]),
                        (0x0040, 2, &[0; 8]),
                        (0x0048, 3, &[0; 16]),
                        (0x1003, 4, b"\x02\0\0\0abcdabcd"),
                        (kind::STRING, 0x8001, &named),
                        (kind::UTF_16, property::BODY, &long(&utf_16)),
                        page,
                        (kind::BINARY, property::COMPRESSED_RTF, &long(&rtf)),
                    ],
                )],
                &[
                    "text/plain; charset=UTF-8: the b\u{F6}dy\n",
                    "text/html: <p>the page\n",
                    "text/rtf: {\\rtf a}\n",
                ],
            ),
            (
                "a body twice",
                vec![
                    body.clone(),
                    properties(PROPERTIES, &[(kind::STRING, property::BODY, &long(b"the same\0"))]),
                ],
                &["text/plain; charset=windows-1252: the body\n"],
            ),
            (
                "attachments",
                vec![
                    attribute(ATTACHED_DATA, b"attached"),
                    properties(
                        ATTACHED_PROPERTIES,
                        &[(kind::BINARY, property::ATTACHED_DATA, &long(b"a second"))],
                    ),
                    properties(
                        ATTACHED_PROPERTIES,
                        &[(kind::OBJECT, property::ATTACHED_DATA, &long(&message))],
                    ),
                ],
                &["application/octet-stream: attached\n", "application/octet-stream: a second\n"],
            ),
            ("short", vec![attribute(BODY, b"a b c d")], &[]),
            (
                "a delimiter",
                vec![attribute(BODY, b"the body\n--=_winmail\n\nb")],
                &["text/plain; charset=windows-1252: the body\n"],
            ),
            (
                "the name of the delimiter in a line",
                vec![attribute(BODY, b"the body --=_winmail b")],
                &["text/plain; charset=windows-1252: the body --=_winmail b\n"],
            ),
            ("nothing", vec![], &[]),
            (
                "cut off",
                vec![body.clone(), body[..12].to_vec()],
                &["text/plain; charset=windows-1252: the body\n"],
            ),
            ("too long", vec![vec![1, 0x0C, 0x80, 2, 0, 255, 255, 255, 255, 1], body.clone()], &[]),
            (
                "too many",
                vec![attribute(PROPERTIES, &[255; 12]), body.clone()],
                &["text/plain; charset=windows-1252: the body\n"],
            ),
            ("an unknown type", vec![properties(PROPERTIES, &[(0x0099, 1, b""), page])], &[]),
            ("too many values", vec![properties(PROPERTIES, &[(0x1003, 1, &[255; 8]), page])], &[]),
            (
                "other attributes",
                vec![attribute(0x0001_8010, b"a name of a file"), body.clone()],
                &["text/plain; charset=windows-1252: the body\n"],
            ),
        ];
        for (tried, attributes, expected) in table {
            assert_eq!(parts(&stream(&attributes)), expected, "{tried}");
        }
        assert_eq!(tnef_message(b"x\x9F>!\x01\0"), None);
    }

    proptest! {
        #![proptest_config(config())]

        /// Any damage leaves a message that is at most nine times as large, apart from headers.
        #[test]
        fn damage_is_bounded(place in 0..200_usize, byte: u8, end in 0..400_usize) {
            let page = long(b"<p>a page");
            let rtf = long(&[&[0; 8][..], b"LZFu\0\0\0\0\x0E{\x0C\xFF\x0C\xFF\x0C\xFF"].concat());
            let values: [(u16, u16, &[u8]); 2] =
                [(kind::BINARY, property::HTML, &page), (kind::BINARY, property::COMPRESSED_RTF, &rtf)];
            let mut stream =
                stream(&[attribute(attribute::BODY, b"the body"), properties(attribute::PROPERTIES, &values)]);
            if let Some(damaged) = stream.get_mut(place) {
                *damaged = byte;
            }
            stream.truncate(end);
            let message = tnef_message(&stream).unwrap_or_default();
            prop_assert!(message.len() <= 9 * stream.len() + 300, "{}", message.len());
        }
    }

    #[test]
    fn time_is_linear() {
        // (whether the unit is an attribute or a property, unit)
        for (is_attribute, unit) in [
            (true, "\u{1}\u{2}\0\u{2}\0\0\0\0\0\0\0"),
            (false, "\u{3}\u{10}\u{1}\0\0\0\0\0"),
            (false, "\u{3}\u{10}\u{1}\0\u{1}\0\0\0abcd"),
            (false, "\u{1e}\0\0\u{10}\u{1}\0\0\0\u{8}\0\0\0textabcd"),
        ] {
            assert_linear(unit, "", 3, |text| {
                let properties = attribute(attribute::PROPERTIES, &[b"\0\0\x01\0", text].concat());
                let attributes = if is_attribute { text.to_vec() } else { properties };
                drop(tnef_message(&stream(&[attributes])));
            });
        }
    }
}
