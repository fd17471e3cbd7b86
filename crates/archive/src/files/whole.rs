//! Inflates a short gzip file or zip member with one call of libdeflate, in half the time of a decompressor that can
//! stop anywhere. But libdeflate gives nothing before damage, and does not say where the data end. So everything that
//! is not certainly whole is left to the [`Decoder`](crate::files::decoder::Decoder). libdeflate reads the two length
//! codes that RFC 1951 reserves as 258; the text is right, because the checksum matches.

use std::cell::Cell;
use std::io::{self, Read};
use std::mem;
use std::ops::Range;

use libdeflater::Decompressor;
use memchr::memmem;

/// The bytes of data that are inflated at once, before and after expansion together, on each thread.
const MAX_WHOLE_BYTES: usize = 8 << 20;

/// The bytes of such data before expansion. Mail expands to three times as many or more.
pub(crate) const MAX_PACKED_BYTES: usize = MAX_WHOLE_BYTES / 4;

/// The maximum expansion of deflate, in bytes for each byte. A short file that states a large length gets no memory for it.
const MAX_DEFLATE_RATIO: usize = 1032;

pub(crate) const GZIP_HEADER: &[u8] = b"\x1F\x8B\x08\0\0\0\0\0\0\xFF";

/// The bit of a member's flags that says that its header has a checksum, which libdeflate ignores (RFC 1952, 2.3.1).
const FLAG_HEADER_CRC: u8 = 2;

thread_local! {
    /// Memory for the next text of the thread. New memory for each took 20 % of the processor time of 64 texts of 2.4
    /// MB.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

#[derive(Debug)]
pub(crate) struct Inflated {
    /// The text, and perhaps bytes of an earlier one after it.
    memory: Vec<u8>,
    unread: Range<usize>,
}

impl Read for Inflated {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = (&self.memory[self.unread.clone()]).read(into)?;
        self.unread.start += count;
        Ok(count)
    }
}

impl Drop for Inflated {
    fn drop(&mut self) {
        SPARE.set(mem::take(&mut self.memory));
    }
}

/// Expands `gzip` if it is one undamaged member and nothing else, of at most `limit` bytes after expansion. libdeflate
/// ignores bytes after a member. A member ends with its length in four bytes; if they occur only at the end of `gzip`,
/// the member ends there too.
pub(crate) fn inflate_whole(gzip: &[u8], limit: u64) -> Option<Inflated> {
    let (before, end) = gzip.split_last_chunk::<4>()?;
    let bytes = u32::from_le_bytes(*end);
    let length = usize::try_from(bytes).ok()?;
    let max =
        MAX_WHOLE_BYTES.checked_sub(gzip.len())?.min(gzip.len().saturating_mul(MAX_DEFLATE_RATIO));
    if length > max
        || u64::from(bytes) > limit
        || before.get(3)? & FLAG_HEADER_CRC != 0
        || memmem::find(gzip, end) != Some(before.len())
    {
        return None;
    }
    let mut text = Inflated { memory: SPARE.take(), unread: 0..length };
    if text.memory.len() < length {
        text.memory.resize(length, 0);
    }
    let inflated = Decompressor::new().gzip_decompress(gzip, &mut text.memory[..length]);
    (inflated == Ok(length)).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, GzBuilder, write::GzEncoder};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::files::codec::Codec;
    use crate::files::stream::Stream;

    fn gzip(text: &[u8], level: u32) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
        encoder.write_all(text).and_then(|()| encoder.finish()).expect("memory takes it")
    }

    #[test]
    fn only_one_undamaged_member_is_inflated_at_once() {
        let text = b"a text that is not too short ".repeat(9);
        let plain = gzip(&text, 6);
        let with = |at: usize, byte: u8| {
            let mut changed = plain.clone();
            changed[at] = byte;
            changed
        };
        let with_fields = |extra: &[u8]| {
            let fields = GzBuilder::new().filename("a").comment("b").extra(extra);
            let mut encoder = fields.write(Vec::new(), Compression::best());
            encoder.write_all(&text).and_then(|()| encoder.finish()).expect("memory takes it")
        };
        // The checksum of the header, which is wrong, follows it.
        let with_header_sum = [&with(3, FLAG_HEADER_CRC)[..10], b"??", &plain[10..]].concat();
        let (end, large) = (plain.len() - 4, gzip(&vec![b'x'; 6 << 20], 6));
        let length = text.len() as u64;
        // Columns: what it is, the file, the limit, whether it is inflated at once.
        let table = [
            ("a member", plain.clone(), length, true),
            ("a header with fields", with_fields(b"c"), length, true),
            ("its length in the header", with_fields(&[5, 1, 0, 0]), length, false),
            ("its length in the data", gzip(&[&[9, 0, 0, 0][..], b"bytes"].concat(), 0), 9, false),
            ("more than the limit", plain.clone(), length - 1, false),
            ("a longer length", with(end, plain[end] + 1), 999, false),
            ("a shorter length", with(end, plain[end] - 1), 999, false),
            ("a length of a GiB", with(end + 3, 0x40), u64::MAX, false),
            ("a wrong checksum", with(end - 1, plain[end - 1] ^ 1), 999, false),
            ("a wrong checksum of the header", with_header_sum, 999, false),
            ("a byte after it", [&plain[..], b"x"].concat(), 999, false),
            ("zeros after it", [&plain[..], &[0; 512]].concat(), 999, false),
            ("its end again", [&plain[..], &plain[end - 4..]].concat(), 999, false),
            ("two members", plain.repeat(2), 999, false),
            ("two others", [gzip(&[b'y'; 261], 9), plain.clone()].concat(), 999, false),
            ("cut short", plain[..end - 1].to_vec(), 999, false),
            ("no data", plain[..4].to_vec(), 999, false),
            ("nothing", Vec::new(), 999, false),
            ("a long text", large, u64::MAX, true),
            ("a longer text", gzip(&vec![b'x'; MAX_WHOLE_BYTES], 6), u64::MAX, false),
        ];
        for (name, file, limit, expected) in table {
            assert_eq!(inflate_whole(&file, limit).is_some(), expected, "{name}");
        }
    }

    /// Expands a file of a known or unknown length, to its bytes and the damage after them.
    fn expand(gzip: &[u8], limit: u64, is_known: bool) -> (Vec<u8>, Option<String>) {
        let stream = Stream::new(gzip, is_known.then_some(gzip.len() as u64));
        let mut expanded = Codec::Gzip.expand(stream, limit, 1).expect("it can begin");
        let mut text = Vec::new();
        let read = expanded.read_to_end(&mut text);
        (text, read.err().map(|error| error.to_string()))
    }

    /// Damage to the bytes of a file, at a place in thousandths of its length.
    #[derive(Clone, Debug)]
    enum Damage {
        None,
        Bit(usize, u8),
        Cut(usize),
        Insert(usize, Vec<u8>),
        /// Bytes after the file.
        After(Vec<u8>),
        /// Another member after it, perhaps the same.
        Member(Vec<u8>, u32),
        Again,
        /// The length that the file states.
        Length(u32),
    }

    impl Damage {
        fn harm(&self, file: &mut Vec<u8>) {
            let place = |place: usize, file: &Vec<u8>| place * file.len() / 1000;
            match self {
                Damage::None => {}
                Damage::Bit(at, bit) => {
                    let at = place(*at, file);
                    file[at] ^= 1 << bit;
                }
                Damage::Cut(at) => file.truncate(place(*at, file)),
                Damage::Insert(at, bytes) => {
                    let at = place(*at, file);
                    file.splice(at..at, bytes.iter().copied());
                }
                Damage::After(bytes) => file.extend(bytes),
                Damage::Member(text, level) => file.extend(gzip(text, *level)),
                Damage::Again => file.extend_from_within(..),
                Damage::Length(length) => {
                    file.truncate(file.len() - 4);
                    file.extend(length.to_le_bytes());
                }
            }
        }
    }

    fn damage() -> impl Strategy<Value = Damage> {
        prop_oneof![
            Just(Damage::None),
            (0..1000_usize, 0..8_u8).prop_map(|(at, bit)| Damage::Bit(at, bit)),
            (0..1000_usize).prop_map(Damage::Cut),
            (0..1000_usize, vec(any::<u8>(), 1..9)).prop_map(|(at, it)| Damage::Insert(at, it)),
            vec(prop_oneof![Just(0), any::<u8>()], 1..99).prop_map(Damage::After),
            (vec(any::<u8>(), 0..99), 0..10_u32).prop_map(|(it, level)| Damage::Member(it, level)),
            Just(Damage::Again),
            any::<u32>().prop_map(Damage::Length),
        ]
    }

    fn text() -> impl Strategy<Value = Vec<u8>> {
        let word = select(&["http://a.example/ ", "the ", "\n"][..]);
        prop_oneof![
            vec(any::<u8>(), 0..300),
            vec(word, 0..300).prop_map(|words| words.concat().into_bytes()),
            (any::<u8>(), 0..20_000_usize).prop_map(|(byte, count)| vec![byte; count]),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        /// A file of unknown length is never inflated at once. The lengths that libdeflate takes for 258 are damage there,
        /// but the text is right.
        #[test]
        fn damage_is_the_same_as_without_libdeflate(
            text in text(),
            level in 0..10_u32,
            damage in damage(),
            limit in prop_oneof![Just(u64::MAX), 0..9_000_u64],
        ) {
            let mut file = gzip(&text, level);
            damage.harm(&mut file);
            let (at_once, streamed) = (expand(&file, limit, true), expand(&file, limit, false));
            if at_once != streamed {
                prop_assert!(matches!(damage, Damage::Bit(..)) && streamed.1.is_some());
                prop_assert_eq!(at_once, (text, None));
            }
        }
    }
}
