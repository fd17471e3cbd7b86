//! Decodes quoted-printable and base64, and maps the text back to the stored bytes.
//!
//! The first byte selects the encoding, and how the rest becomes a body. The target decodes bodies in a plain way and
//! compares the texts. For each byte of the text it checks that its stored range is in order and inside the part, and
//! that the bytes there, decoded by themselves, are that byte (A5).

#![no_main]

use libfuzzer_sys::fuzz_target;
use urlsift_archive::internal::Map;
use urlsift_archive::mail::{DamageKind, Part, TransferEncoding, parts};
use urlsift_fuzz::ENCODED_TOKENS as TOKENS;

fuzz_target!(|data: &[u8]| {
    let [first, rest @ ..] = data else { return };
    let body: Vec<u8> = match first >> 1 & 1 {
        0 => rest.iter().flat_map(|&byte| TOKENS[byte as usize % TOKENS.len()].bytes()).collect(),
        _ => rest.to_vec(),
    };
    let is_base64 = first & 1 == 1;
    let name = if is_base64 { "base64" } else { "quoted-printable" };
    // With a type other than plain text, no blocks are looked for in the body, and no page.
    let head = format!("Content-Type: text/x\nContent-Transfer-Encoding: {name}\n\n");
    let message = [head.as_bytes(), &body].concat();
    for part in parts(&message) {
        assert!(part.stored.start >= head.len() && part.stored.end <= message.len());
        let stored = &message[part.stored.clone()];
        match (part.encoding, part.map(&message)) {
            (TransferEncoding::Base64, Some(map)) => check_base64(&message, stored, &part, &map),
            (TransferEncoding::QuotedPrintable, Some(map)) => {
                check_quoted_printable(&message, stored, &part, &map);
            }
            (_, Some(map)) => assert_eq!(map.range(0..part.text.len()), part.stored),
            // The text was UTF-16.
            (_, None) => assert!(part.base.is_none()),
        }
    }
});

/// Checks that the range of each byte is inside `part`, and that ranges are in order. Calls `check` for each byte with
/// the bytes that are stored at its range.
fn check_map(message: &[u8], part: &Part<'_>, map: &Map, mut check: impl FnMut(u8, &[u8])) {
    let mut last = part.stored.start..part.stored.start;
    for (at, &byte) in part.text.iter().enumerate() {
        let range = map.range(at..at + 1);
        assert!(last.start <= range.start && last.end <= range.end, "{range:?} after {last:?}");
        assert!(range.end <= part.stored.end);
        check(byte, &message[range.clone()]);
        last = range;
    }
    let all = map.range(0..part.text.len());
    assert!(part.stored.start <= all.start && all.end <= part.stored.end);
}

fn check_base64(message: &[u8], stored: &[u8], part: &Part<'_>, map: &Map) {
    let sextet = |byte: &u8| {
        Some(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        })
    };
    let symbols: Vec<u8> = stored.iter().filter_map(sextet).collect();
    if !part.damage.contains(&DamageKind::BadBase64) && !stored.trim_ascii().contains(&b'=') {
        let text: Vec<u8> = (0..symbols.len() * 6 / 8)
            .map(|i| {
                let (group, byte) = (i / 3 * 4, i % 3);
                let next = symbols.get(group + byte + 1).copied().unwrap_or(0);
                symbols[group + byte] << (2 * byte + 2) | next >> (4 - 2 * byte)
            })
            .collect();
        assert_eq!(&*part.text, text, "{:?}", stored.escape_ascii().to_string());
    }
    // A byte has bits of two symbols, at one of three places. A group that is broken across lines is mapped as a whole.
    check_map(message, part, map, |byte, stored| {
        let symbols: Vec<u8> = stored.iter().filter_map(sextet).collect();
        assert!((2..=4).contains(&symbols.len()));
        let is_made = |(pair, place): (&[u8], u32)| {
            let bits = u16::from(pair[0]) << 6 | u16::from(pair[1]);
            bits >> (4 - 2 * place) & 0xFF == u16::from(byte)
        };
        let pairs = || symbols.windows(2);
        let mut ways = pairs().flat_map(|pair| (0..3).map(move |place| (pair, place)));
        assert!(ways.any(is_made), "{byte:02X} of {:?}", stored.escape_ascii().to_string());
    });
}

fn check_quoted_printable(message: &[u8], stored: &[u8], part: &Part<'_>, map: &Map) {
    assert_eq!(&*part.text, naive(stored), "{:?}", stored.escape_ascii().to_string());
    check_map(message, part, map, |byte, stored| {
        // An `=` that is kept would be a soft break by itself.
        assert!(
            stored == [byte] || naive(stored) == [byte],
            "{:?}",
            stored.escape_ascii().to_string()
        );
    });
}

/// Decodes quoted-printable byte by byte (RFC 2045, section 6.7). An `=` that is neither an octet nor a soft break is
/// kept, and so is whitespace at the end of a line.
fn naive(stored: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut at = 0;
    while at < stored.len() {
        let rest = &stored[at + 1..];
        let hex = |at: usize| rest.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        if stored[at] != b'=' {
            text.push(stored[at]);
            at += 1;
            continue;
        }
        let blanks = rest.iter().take_while(|byte| b" \t".contains(byte)).count();
        if let (Some(high), Some(low)) = (hex(0), hex(1)) {
            text.extend(u8::try_from(high * 16 + low));
            at += 3;
        } else if rest.len() == blanks {
            at = stored.len();
        } else if rest[blanks] == b'\n' {
            at += blanks + 2;
        } else if rest[blanks..].starts_with(b"\r\n") {
            at += blanks + 3;
        } else if rest[blanks] == b'\r' {
            at += blanks + 2;
        } else {
            text.push(b'=');
            at += 1;
        }
    }
    text
}
