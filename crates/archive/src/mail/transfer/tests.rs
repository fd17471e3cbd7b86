//! Random bodies in base64 and quoted-printable: their texts are those of plain decoders, and the stored bytes of each
//! byte of a text, decoded by themselves, are that byte (A5).

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::map::Map;
use super::transfer_encoding::TransferEncoding;
use crate::mail::tests::config;
use crate::mail::{DamageKind, Part, parts};

/// Parts of encoded bodies, valid and damaged.
const TOKENS: &[&str] = &[
    "=", "=\n", "=\r\n", "= \n", "=\t \r\n", "=3D", "=3d", "=0A", "=\r", "=C3=A9", "=g0", "=4",
    "\n", "\r\n", "\r", " ", " \n", "\t\n", "a", "b", "Z", "4", "/", "+", "-", "_", "YQ==", "YWI=",
    "YWJj", "YWJjZGVm", "====", "==", ".", "\0", "\u{E9}", "\n\n", "____\n",
];

fn body() -> impl Strategy<Value = Vec<u8>> {
    let tokens = vec(select(TOKENS), 0..60).prop_map(|tokens| tokens.concat().into_bytes());
    prop_oneof![4 => tokens, 1 => vec(any::<u8>(), 0..200)]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bodies_are_decoded_and_mapped(body in body(), name in select(&["base64", "quoted-printable"][..])) {
        // With a type other than plain text, no blocks are looked for in the body, and no page.
        let head = format!("Content-Type: text/x\nContent-Transfer-Encoding: {name}\n\n");
        let message = [head.as_bytes(), &body].concat();
        for part in parts(&message) {
            let stored = &message[part.stored.clone()];
            match (part.encoding, part.map(&message)) {
                (TransferEncoding::Base64, Some(map)) => check_base64(&message, stored, &part, &map),
                (TransferEncoding::QuotedPrintable, Some(map)) => {
                    assert_eq!(&*part.text, naive(stored));
                    check_map(&message, &part, &map, |byte, stored| {
                        // An `=` that is kept would be a soft break by itself.
                        assert!(stored == [byte] || naive(stored) == [byte], "{stored:?}");
                    });
                }
                (_, Some(map)) => assert_eq!(map.range(0..part.text.len()), part.stored),
                // The text was UTF-16.
                (_, None) => assert!(part.base.is_none()),
            }
        }
    }
}

/// Calls `check` for each byte of the text with the stored bytes at its range. Ranges are in order, and in the part.
fn check_map(message: &[u8], part: &Part<'_>, map: &Map, check: impl Fn(u8, &[u8])) {
    let mut last = part.stored.start..part.stored.start;
    for (at, &byte) in part.text.iter().enumerate() {
        let range = map.range(at..at + 1);
        assert!(last.start <= range.start && last.end <= range.end, "{range:?} after {last:?}");
        assert!(range.end <= part.stored.end);
        check(byte, &message[range.clone()]);
        last = range;
    }
}

fn check_base64(message: &[u8], stored: &[u8], part: &Part<'_>, map: &Map) {
    let sextets = |bytes: &[u8]| -> Vec<u8> {
        let symbols = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let sextet = |byte| (0..).zip(symbols).find(|(_, symbol)| *symbol == byte);
        bytes.iter().filter_map(sextet).map(|(sextet, _)| sextet).collect()
    };
    if !part.damage.contains(&DamageKind::BadBase64) && !stored.trim_ascii().contains(&b'=') {
        let bytes = |group: &[u8]| {
            let bits = group.iter().fold(0_u32, |bits, &sextet| bits << 6 | u32::from(sextet));
            let bits = bits << (6 * (4 - group.len()));
            bits.to_be_bytes()[1..group.len().max(1)].to_vec()
        };
        let text: Vec<u8> = sextets(stored).chunks(4).flat_map(bytes).collect();
        assert_eq!(&*part.text, text);
    }
    // A byte has bits of two symbols, at one of three places. A group that is broken across lines is mapped as a whole.
    check_map(message, part, map, |byte, stored| {
        let sextets = sextets(stored);
        assert!((2..=4).contains(&sextets.len()), "{stored:?}");
        let is_made = |pair: &[u8]| {
            let bits = u16::from(pair[0]) << 6 | u16::from(pair[1]);
            [4, 2, 0].iter().any(|shift| bits >> shift & 0xFF == u16::from(byte))
        };
        assert!(sextets.windows(2).any(is_made), "{byte:02X} of {stored:?}");
    });
}

/// Decodes quoted-printable byte by byte (RFC 2045, section 6.7). An `=` that is neither an octet nor a soft break is
/// kept, and so is whitespace at the end of a line.
fn naive(stored: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = stored;
    while let [first, after @ ..] = rest {
        let hex = |at: usize| after.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        let blanks = after.iter().take_while(|byte| b" \t".contains(byte)).count();
        rest = after;
        match (first, &after[blanks..]) {
            (b'=', _) if hex(0).and(hex(1)).is_some() => {
                text.extend(
                    hex(0).zip(hex(1)).and_then(|(high, low)| u8::try_from(high * 16 + low).ok()),
                );
                rest = &after[2..];
            }
            (b'=', [b'\r', b'\n', next @ ..] | [b'\r' | b'\n', next @ ..] | next @ []) => {
                rest = next;
            }
            _ => text.push(*first),
        }
    }
    text
}
