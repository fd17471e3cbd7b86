//! The content of an opaque-signed message, as S/MIME stores it (RFC 5652, sections 3 and 5; RFC 8551, section 3.5.2).
//!
//! ```text
//! ContentInfo      ::= SEQUENCE { OID signedData, [0] SignedData }
//! SignedData       ::= SEQUENCE { INTEGER version, SET digestAlgorithms, EncapsulatedContentInfo, ... }
//! EncapsulatedContentInfo ::= SEQUENCE { OID eContentType, [0] OCTET STRING OPTIONAL }
//! ```
//!
//! The encoding is BER: lengths may be indefinite, and the string may consist of pieces. Signatures are not checked. A
//! detached signature has no content, and an encrypted message has another OID.

use crate::mail::work;

/// Returns the content of the signed message `stored`, even if it is cut off; `None` if it is something else. Linear.
pub(crate) fn signed_content(stored: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader { rest: stored };
    reader.enter(tag::SEQUENCE)?;
    reader.rest = reader.rest.strip_prefix(SIGNED_DATA)?;
    reader.enter(tag::EXPLICIT)?;
    reader.enter(tag::SEQUENCE)?;
    reader.skip(tag::INTEGER)?;
    reader.skip(tag::SET)?;
    reader.enter(tag::SEQUENCE)?;
    reader.skip(tag::OID)?;
    reader.enter(tag::EXPLICIT)?;
    reader.octets()
}

/// Reports whether `stored`, a signed message, goes to the end that its length or its last bytes say.
pub(crate) fn is_whole_signed(stored: &[u8]) -> bool {
    let mut reader = Reader { rest: stored };
    match reader.header() {
        Some((_, Some(length))) => length <= reader.rest.len(),
        // The end of contents of an indefinite length. Line breaks may follow it.
        Some((_, None)) => stored.trim_ascii_end().ends_with(&[0; 2]),
        None => false,
    }
}

/// The object identifier 1.2.840.113549.1.7.2 with its tag and length.
const SIGNED_DATA: &[u8] = b"\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02";

mod tag {
    pub(super) const END_OF_CONTENTS: u8 = 0x00;
    pub(super) const INTEGER: u8 = 0x02;
    pub(super) const OCTETS: u8 = 0x04;
    pub(super) const OID: u8 = 0x06;
    pub(super) const PIECES_OF_OCTETS: u8 = 0x24;
    pub(super) const SEQUENCE: u8 = 0x30;
    pub(super) const SET: u8 = 0x31;
    pub(super) const EXPLICIT: u8 = 0xA0;
}

struct Reader<'s> {
    rest: &'s [u8],
}

impl Reader<'_> {
    /// Reads the tag and the length of an element; the length is `None` if it is indefinite.
    fn header(&mut self) -> Option<(u8, Option<usize>)> {
        let [tag, length, rest @ ..] = self.rest else { return None };
        work::add(2);
        let (length, rest) = match length {
            0x80 => (None, rest),
            // The lower bits are the number of bytes of the length.
            0x81..=0x84 => {
                let (bytes, rest) = rest.split_at_checked(usize::from(length & 0x7F))?;
                let length = bytes.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
                (Some(length), rest)
            }
            0x85.. => return None,
            _ => (Some(usize::from(*length)), rest),
        };
        self.rest = rest;
        Some((*tag, length))
    }

    fn enter(&mut self, tag: u8) -> Option<()> {
        (self.header()?.0 == tag).then_some(())
    }

    fn skip(&mut self, tag: u8) -> Option<()> {
        let (found, mut length) = self.header()?;
        if found != tag {
            return None;
        }
        // The elements of indefinite length that are open. Each ends with an element without content.
        let mut open = 0_usize;
        loop {
            match length {
                Some(length) => self.rest = self.rest.get(length..)?,
                None => open += 1,
            }
            if open == 0 {
                return Some(());
            }
            let found;
            (found, length) = self.header()?;
            if found == tag::END_OF_CONTENTS {
                open -= 1;
                length = Some(0);
            }
        }
    }

    fn octets(&mut self) -> Option<Vec<u8>> {
        let (found, length) = self.header()?;
        let is_whole = found == tag::OCTETS;
        if !is_whole && found != tag::PIECES_OF_OCTETS {
            return None;
        }
        if let Some(length) = length {
            self.rest = &self.rest[..length.min(self.rest.len())];
        }
        if is_whole {
            work::add(self.rest.len());
            return length.map(|_| self.rest.to_vec());
        }
        // Pieces may contain pieces. Only the ends of those with an indefinite length must be counted.
        let mut open = usize::from(length.is_none());
        let mut content = Vec::with_capacity(self.rest.len());
        while let Some(header) = self.header() {
            match header {
                (tag::OCTETS, Some(length)) => {
                    let (piece, rest) = self.rest.split_at(length.min(self.rest.len()));
                    work::add(piece.len());
                    content.extend_from_slice(piece);
                    self.rest = rest;
                }
                (tag::PIECES_OF_OCTETS, length) => open += usize::from(length.is_none()),
                (tag::END_OF_CONTENTS, Some(0)) if open > 1 => open -= 1,
                _ => break,
            }
        }
        Some(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::work::assert_linear;

    /// Returns a signed message with the element `content` in hexadecimal digits. Lengths are indefinite.
    fn message(content: &str) -> Vec<u8> {
        let hex = format!(
            "3080 0609 2A864886F70D010702 A080 3080 020101 3180 3080 0603 2A0304 0000 0000 \
             3080 0609 2A864886F70D010701 A080 {content} 0000 0000 0000 0000 0000 0000"
        );
        data_encoding::HEXUPPER.decode(hex.replace(' ', "").as_bytes()).expect("digits")
    }

    #[test]
    fn the_content_is_found_in_each_encoding() {
        // (element, content)
        let table = [
            ("0402 6162", Some("ab")),
            ("048102 6162", Some("ab")),
            ("04840000 0002 6162", Some("ab")),
            ("0400", Some("")),
            ("2480 0402 6162 0401 63 0000", Some("abc")),
            ("2407 0402 6162 0401 63 0401 64", Some("abc")),
            ("2480 2403 0401 61 2480 0401 62 0000 0401 63 0000 0401 64", Some("abc")),
            ("2480 0000", Some("")),
            // Cut off, or longer than the message.
            ("2480 0402 6162 0500", Some("ab")),
            ("2400", Some("")),
            // No string of octets, or one with a wrong length.
            ("0C02 6162", None),
            ("0480 6162", None),
            ("0485 00000000 02 6162", None),
        ];
        for (element, content) in table {
            let found = signed_content(&message(element));
            assert_eq!(found.as_deref(), content.map(str::as_bytes), "{element}");
        }
        let longer = message("04FF");
        assert_eq!(signed_content(&longer), None);
        let cut = message("0405 6162636465");
        for end in 0..cut.len() {
            let found = signed_content(&cut[..end]).unwrap_or_default();
            assert!(b"abcde".starts_with(&found), "{end}");
        }
    }

    #[test]
    fn other_messages_have_no_content() {
        let signed = message("0402 6162");
        let at = |place: usize, byte: u8| {
            let mut other = signed.clone();
            other[place] = byte;
            other
        };
        // Another OID, such as that of an encrypted message, and other elements than those of the grammar.
        for other in [at(12, 3), at(0, 0x31), at(13, 0xA1), at(17, 4), at(20, 0x30), at(33, 0x31)] {
            assert_eq!(signed_content(&other), None, "{other:02X?}");
        }
        assert_eq!(signed_content(b""), None);
        // A detached signature ends the element after its second OID.
        let detached = message("");
        let end = detached.len() - 14;
        assert_eq!(signed_content(&[&detached[..end], b"\0\0\x31\0"].concat()), None);
    }

    #[test]
    fn time_is_linear() {
        let prefix = |len: usize| message("")[..len].to_vec();
        let digests = 20;
        let content = message("").len() - 12;
        for (start, unit) in [
            (digests, "1\u{0}"),
            (digests, "1\u{1}a"),
            (content, "$\u{1}"),
            (content, "\u{4}\u{0}"),
            (content, "\u{4}\u{1}a"),
            (content, "$\u{7f}"),
        ] {
            // `assert_linear` repeats the unit: the start of the message precedes it here.
            let start = prefix(start);
            assert_linear(unit, "", 3, |text| {
                let indefinite: &[u8] = if unit.starts_with('1') { b"1\x80" } else { b"$\x80" };
                drop(signed_content(&[&start, indefinite, text].concat()));
            });
        }
    }
}
