//! The compression of RTF in messages of Outlook (MS-OXRTFCP).
//!
//! ```text
//! compressed = size rawsize kind checksum *(flags 8token)     four numbers in little endian
//! token      = byte / reference                               by the bits of the flags, the lowest first
//! ```
//!
//! A reference has 12 bits for an offset in a ring of 4,096 bytes and 4 bits for a length. A reference to the place that
//! is written next ends the text. The ring begins with words that are frequent in RTF.

use crate::mail::work;

/// Returns the RTF that `stored` contains; `None` if it is of another kind. What follows damage is left out. Linear in
/// the result, which is at most nine times as large.
pub(super) fn decompress(stored: &[u8]) -> Option<Vec<u8>> {
    let (header, mut rest) = stored.split_at_checked(16)?;
    match &header[8..12] {
        b"MELA" => return Some(rest.to_vec()),
        b"LZFu" => {}
        _ => return None,
    }
    rest = &rest[..rest.len().min(MAX_COMPRESSED_BYTES)];
    let mut ring = [b' '; RING_BYTES];
    ring[..FREQUENT.len()].copy_from_slice(FREQUENT);
    let mut at = FREQUENT.len();
    let mut text = Vec::with_capacity(rest.len());
    let mut give = |byte: u8, ring: &mut [u8; RING_BYTES], at: &mut usize| {
        ring[*at] = byte;
        *at = (*at + 1) % RING_BYTES;
        text.push(byte);
    };
    'all: while let [flags, tokens @ ..] = rest {
        rest = tokens;
        for bit in 0..8 {
            if flags >> bit & 1 == 0 {
                let [byte, tokens @ ..] = rest else { break 'all };
                rest = tokens;
                give(*byte, &mut ring, &mut at);
                continue;
            }
            let [high, low, tokens @ ..] = rest else { break 'all };
            rest = tokens;
            let start = usize::from(*high) << 4 | usize::from(low >> 4);
            if start == at {
                break 'all;
            }
            for i in 0..usize::from(low & 0xF) + 2 {
                let byte = ring[(start + i) % RING_BYTES];
                give(byte, &mut ring, &mut at);
            }
        }
    }
    work::add(text.len());
    Some(text)
}

const RING_BYTES: usize = 4096;

/// The rest is left out.
const MAX_COMPRESSED_BYTES: usize = 8 << 20;

const FREQUENT: &[u8; 207] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \
    \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \
    \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::tests::config;
    use crate::mail::work::assert_linear;
    use proptest::prelude::*;

    /// Returns compressed data with this kind and these tokens.
    fn compressed(kind: &[u8], tokens: &[u8]) -> Vec<u8> {
        [&[0; 8], kind, &[0; 4], tokens].concat()
    }

    #[test]
    fn text_is_decompressed() {
        // (tokens, text); the first two are the examples of the specification (sections 4.1.1 and 4.2.1).
        let table: [(&[u8], &[u8]); 7] = [
            (
                b"\x03\0\x0A\0rcpg125B2\x0A\xF3 hel\x09\0 bw\x05\xB0ld}\x0A\x80\x0F\xA0",
                b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
            ),
            (b"\x41\0\x04 WXYZ\x0D\x6E}\x01\x0E\xB0", b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"),
            (b"\0abc", b"abc"),
            (b"\x04ab\x0C\xFDc", b"ababababababababac"),
            // The end, and what follows it.
            (b"\x02a\x0D\0bc", b"a"),
            (b"", b""),
            (b"\xFF\0", b""),
        ];
        for (tokens, text) in table {
            let found = decompress(&compressed(b"LZFu", tokens)).unwrap_or_default();
            assert_eq!(found.escape_ascii().to_string(), text.escape_ascii().to_string());
        }
        assert_eq!(decompress(&compressed(b"MELA", b"{\\rtf}")).as_deref(), Some(&b"{\\rtf}"[..]));
        assert_eq!(decompress(&compressed(b"none", b"\0abc")), None);
        assert_eq!(decompress(b"LZFu"), None);
        let long = compressed(b"LZFu", &b"\0aaaaaaaa".repeat(1 << 20));
        assert_eq!(
            decompress(&long).map(|text| text.len()),
            Some(MAX_COMPRESSED_BYTES / 9 * 8 + 4)
        );
    }

    proptest! {
        #![proptest_config(config())]

        #[test]
        fn the_growth_is_bounded(tokens: Vec<u8>) {
            let text = decompress(&compressed(b"LZFu", &tokens)).unwrap_or_default();
            prop_assert!(text.len() <= 9 * tokens.len());
        }
    }

    #[test]
    fn time_is_linear() {
        for unit in ["\u{0}aaaaaaaa", "\u{7f}\u{1}\u{f}"] {
            assert_linear(unit, "", 9, |text| drop(decompress(&compressed(b"LZFu", text))));
        }
    }
}
