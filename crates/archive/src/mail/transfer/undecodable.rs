//! Decoding of URLs with bytes that their charset does not have (A3, J7). These become percent-escapes.
//!
//! A line break can split a character, so the pieces of a URL are decoded with one decoder.

use encoding_rs::{DecoderResult, Encoding};

use urlsift::internal::push_escapes;

pub(crate) fn decode(encoding: &'static Encoding, bytes: &[u8]) -> String {
    decode_pieces(encoding, &[bytes]).pop().unwrap_or_default()
}

/// Decodes adjacent `pieces` like [`decode`] their joined bytes, and returns the text of each. A character goes to the
/// piece that has its last byte, or the byte that showed it to be complete. The escape of a byte goes to the piece that
/// has the byte, or to a later one that has text already.
pub(crate) fn decode_pieces(encoding: &'static Encoding, pieces: &[&[u8]]) -> Vec<String> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut texts: Vec<String> = Vec::with_capacity(pieces.len());
    // The offsets in the joined bytes at which the pieces start.
    let mut starts = Vec::with_capacity(pieces.len());
    let mut start = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let capacity = decoder.max_utf8_buffer_length_without_replacement(piece.len());
        texts.push(String::with_capacity(capacity.unwrap_or(piece.len()) + 8));
        starts.push(start);
        let is_last = index + 1 == pieces.len();
        let mut at = 0;
        loop {
            let text = &mut texts[index];
            let (result, read) =
                decoder.decode_to_string_without_replacement(&piece[at..], text, is_last);
            at += read;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => text.reserve(piece.len() - at + 16),
                DecoderResult::Malformed(length, after) => {
                    // The malformed sequence has `length` bytes and can begin in an earlier piece. The decoder has
                    // read `after` more bytes, which it will still decode.
                    let end = (start + at).saturating_sub(usize::from(after));
                    for at in end.saturating_sub(usize::from(length))..end {
                        let owner = starts.partition_point(|&start| start <= at) - 1;
                        let byte = at - starts[owner];
                        // A later piece may have text that the decoder read again after a malformed byte. What follows
                        // goes there too.
                        let last = texts.iter().rposition(|text| !text.is_empty());
                        let text = &mut texts[owner.max(last.unwrap_or(0))];
                        push_escapes(text, &pieces[owner][byte..=byte]);
                    }
                }
            }
        }
        start += piece.len();
    }
    texts
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use urlsift::extract::Decode;

    use crate::mail::tests::config;
    use crate::mail::transfer::charset::Charset;

    fn charset(label: &str) -> Charset {
        Charset::of_label(label.as_bytes()).expect(label)
    }

    #[test]
    fn pieces_are_decoded_with_one_decoder() {
        // (label, pieces, texts)
        type Case = (&'static str, &'static [&'static [u8]], &'static [&'static str]);
        let table: [Case; 9] = [
            // After the malformed 0x89, the other bytes are read again with the second piece.
            ("gbk", &[b"\x89\x30\x81", b"-"], &["%89", "0%81-"]),
            ("utf-8", &[b"x\x99\xC5", b"\x89y"], &["x%99", "\u{149}y"]),
            ("utf-8", &[b"\xC5", b"y"], &["%C5", "y"]),
            ("utf-8", &[b"\xF0\x9F", b"", b"\x92", b"\xA9"], &["", "", "", "\u{1f4a9}"]),
            ("utf-8", &[b"\xF0\x9F", b"\x92", b"y"], &["%F0%9F", "%92", "y"]),
            ("gbk", &[b"\xFFx\xC4", b"\xE3"], &["%FFx", "你"]),
            ("gbk", &[b"\xC4", b" y", b"\xC4"], &["%C4", " y", "%C4"]),
            // Four bytes become two, and two become three: the lengths before and after can be equal.
            ("gb18030", &[b"\x81\x30\x89\x38", b"\xC4\xE3\xC4\xE3"], &["\u{df}", "你你"]),
            ("euc-jp", &[], &[]),
        ];
        for (label, pieces, texts) in table {
            assert_eq!(charset(label).decode_pieces(pieces), texts, "{label} {pieces:?}");
        }
    }

    const LABELS: &[&str] = &[
        "",
        "utf-8",
        "iso-8859-6",
        "koi8-r",
        "gbk",
        "gb18030",
        "big5",
        "euc-kr",
        "euc-jp",
        "shift_jis",
        "iso-2022-jp",
    ];

    proptest! {
        #![proptest_config(config())]

        /// Rule J7 for the texts of pieces, wherever the breaks are.
        #[test]
        fn pieces_joined_are_the_url(
            label in select(LABELS),
            pieces in vec(vec(select(b"a@%~\x1B$B(\x30\x40\x81\x89\x92\x99\x9F\xA1\xA4\xC4\xC5\xE3\xF0\xFE\xFF".to_vec()), 0..6), 1..6),
        ) {
            let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
            let (url, bytes) = (charset(label), pieces.concat());
            let (url, _) = url.decode_url(&bytes);
            prop_assert_eq!(charset(label).decode_pieces(&pieces).concat(), url);
        }
    }
}
