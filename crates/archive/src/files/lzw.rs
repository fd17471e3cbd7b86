//! The decompressor of `.Z`, the output of `compress` (Unix, 1984): LZW with codes of 9 to 16 bits.
//!
//! The format has no length and no checksum, so data that is cut off or changed may look whole. Codes of one width come
//! in groups of eight. When the width changes, the rest of the group is unused.

use std::io;

use crate::files::decoder::RawDecoder;

/// The first bytes. One with the width of the codes follows them.
const COMPRESS_SIGNATURE: [u8; 2] = [0x1F, 0x9D];

const HEADER_BYTES: u64 = 3;

const MIN_WIDTH: u32 = 9;
const MAX_WIDTH: u32 = 16;

/// The code that clears the table, if the header says that there is one.
const CLEAR: u16 = 256;

#[derive(Default)]
pub(crate) struct Lzw {
    /// For each code from 256 on, the code of its text without the last byte, and that byte.
    table: Vec<(u16, u8)>,
    codes: usize,
    /// The code before, and the first byte of its text.
    previous: Option<(u16, u8)>,
    /// Bytes of the text of the last code that are not yet returned, the last one first.
    pending: Vec<u8>,
    /// Bits that were read and not yet used, the first one lowest, and their number.
    bits: u32,
    bit_count: u32,
    width: u32,
    max_width: u32,
    has_clear: bool,
    group: u32,
    unused: u32,
    totals: (u64, u64),
}

impl Lzw {
    pub(crate) fn new() -> Lzw {
        Lzw { width: MIN_WIDTH, ..Lzw::default() }
    }

    fn read_header(&mut self, byte: u8) -> io::Result<()> {
        if let Some(expected) =
            usize::try_from(self.totals.0).ok().and_then(|at| COMPRESS_SIGNATURE.get(at))
        {
            return if byte == *expected { Ok(()) } else { Err(damage("no output of compress")) };
        }
        self.max_width = u32::from(byte & 0x1F);
        self.has_clear = byte & 0x80 != 0;
        self.codes = usize::from(CLEAR) + usize::from(self.has_clear);
        // Neither gzip nor ncompress can read what the latter writes with 9 bits at most.
        if !(MIN_WIDTH + 1..=MAX_WIDTH).contains(&self.max_width) {
            return Err(damage("codes of an unknown width"));
        }
        self.table = vec![(0, 0); 1 << self.max_width];
        Ok(())
    }

    fn next_code(&mut self) -> Option<u16> {
        if self.codes >> self.width != 0 && self.width < self.max_width {
            self.leave_group();
            self.width += 1;
        }
        let skipped = self.unused.min(self.bit_count);
        self.take(skipped);
        self.unused -= skipped;
        if self.unused > 0 || self.bit_count < self.width {
            return None;
        }
        let [low, high, ..] = self.bits.to_le_bytes();
        let code = u16::from_le_bytes([low, high]) & (u16::MAX >> (MAX_WIDTH - self.width));
        self.take(self.width);
        self.group = (self.group + self.width) % (8 * self.width);
        Some(code)
    }

    fn take(&mut self, bits: u32) {
        self.bits >>= bits;
        self.bit_count -= bits;
    }

    fn leave_group(&mut self) {
        self.unused = if self.group == 0 { 0 } else { 8 * self.width - self.group };
        self.group = 0;
    }

    fn expand(&mut self, code: u16) -> io::Result<()> {
        if code == CLEAR && self.has_clear {
            self.leave_group();
            self.width = MIN_WIDTH;
            self.codes = usize::from(CLEAR);
            return Ok(());
        }
        let mut at = code;
        // The code that is being made: the text before, and its first byte again.
        if usize::from(code) >= self.codes {
            let Some((previous, first)) = self.previous.filter(|_| usize::from(code) == self.codes)
            else {
                return Err(damage("a code that is not in the table"));
            };
            self.pending.push(first);
            at = previous;
        }
        while at >= CLEAR {
            let (before, byte) = self.table[usize::from(at)];
            self.pending.push(byte);
            at = before;
        }
        let [first, _] = at.to_le_bytes();
        self.pending.push(first);
        if let Some((previous, _)) = self.previous
            && let Some(entry) = self.table.get_mut(self.codes)
        {
            *entry = (previous, first);
            self.codes += 1;
        }
        self.previous = Some((code, first));
        Ok(())
    }
}

impl RawDecoder for Lzw {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<bool> {
        let (mut rest, mut given) = (input.iter(), 0);
        loop {
            let free = &mut output[given..];
            let left = self.pending.len().saturating_sub(free.len());
            let count = self.pending.len() - left;
            free[..count].copy_from_slice(&self.pending[left..]);
            free[..count].reverse();
            self.pending.truncate(left);
            given += count;
            self.totals.1 += count as u64;
            if !self.pending.is_empty() {
                return Ok(false);
            }
            if self.max_width > 0
                && let Some(code) = self.next_code()
            {
                self.expand(code)?;
                continue;
            }
            let Some(&byte) = rest.next() else {
                return Ok(input.is_empty() && self.totals.0 >= HEADER_BYTES);
            };
            if self.max_width == 0 {
                self.read_header(byte)?;
            } else {
                self.bits |= u32::from(byte) << self.bit_count;
                self.bit_count += 8;
            }
            self.totals.0 += 1;
        }
    }

    fn totals(&self) -> (u64, u64) {
        self.totals
    }

    /// Nothing shows an end, so all bytes belong to one text.
    fn next(&self) -> io::Result<Option<Lzw>> {
        Ok(None)
    }
}

fn damage(cause: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("compress: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::decoder::Decoder;
    use crate::files::stream::Stream;
    use std::io::Read;

    /// Packs codes of the given widths, each group of eight filled up when the width changes.
    fn packed(flags: u8, codes: &[(usize, usize)]) -> Vec<u8> {
        let mut bits: Vec<bool> = Vec::new();
        let (mut group, mut last) = (0, MIN_WIDTH as usize);
        for &(width, code) in codes {
            if width != last {
                let used = (bits.len() - group).next_multiple_of(8 * last);
                bits.resize(group + used, false);
                (group, last) = (bits.len(), width);
            }
            bits.extend((0..width).map(|bit| code >> bit & 1 == 1));
        }
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |sum, &bit| sum << 1 | u8::from(bit));
        [&[0x1F, 0x9D, flags][..], &bits.chunks(8).map(byte).collect::<Vec<u8>>()].concat()
    }

    fn expand(bytes: &[u8]) -> (Vec<u8>, Result<usize, String>) {
        let mut text = Vec::new();
        let mut decoder = Decoder::new(Stream::new(bytes, None), Lzw::new());
        let read = decoder.read_to_end(&mut text).map_err(|error| error.to_string());
        (text, read)
    }

    type Case<'c> = (u8, &'c [(usize, usize)], String, &'c str);

    #[test]
    fn codes_become_texts() {
        let (a, b) = (usize::from(b'a'), usize::from(b'b'));
        let mut wide: Vec<(usize, usize)> = vec![(9, a); 256];
        wide.extend([(10, 257), (10, b)]);
        let missing = "compress: a code that is not in the table";
        let lost = format!("{missing}; rows in the byte before it may be wrong");
        // (flags, codes with their widths, text, error)
        let table: [Case<'_>; 8] = [
            (0x90, &[], String::new(), ""),
            (0x90, &[(9, a), (9, b), (9, 257), (9, 257)], "ababab".to_owned(), ""),
            // A code that is being made.
            (0x90, &[(9, a), (9, 257), (9, 258)], "aaaaaa".to_owned(), ""),
            // Without a code that clears, 256 is a text.
            (0x10, &[(9, a), (9, 256)], "aaa".to_owned(), ""),
            (0x90, &wide, "a".repeat(256) + "aab", ""),
            (0x90, &[(9, 257)], String::new(), missing),
            (0x90, &[(9, a), (9, 300)], "a".to_owned(), &lost),
            (0x89, &[(9, a)], String::new(), "compress: codes of an unknown width"),
        ];
        for (flags, codes, expected, error) in table {
            let (text, read) = expand(&packed(flags, codes));
            assert_eq!(String::from_utf8_lossy(&text), expected, "{codes:?}");
            assert_eq!(read.err().unwrap_or_default(), error, "{codes:?}");
        }
        assert_eq!(expand(b"\x1F\x9D").1, Err("the compressed data ends too early".to_owned()));
    }

    /// After a code that clears the table, the rest of its group is unused.
    #[test]
    fn the_table_can_be_cleared() {
        let (a, b) = (usize::from(b'a'), usize::from(b'b'));
        let unused = [(9, 0); 5];
        let codes = [&[(9, a), (9, 257), (9, 256)][..], &unused, &[(9, b), (9, 257)]].concat();
        assert_eq!(expand(&packed(0x90, &codes)), (b"aaabbb".to_vec(), Ok(6)));
    }

    proptest::proptest! {
        /// Rubbish gives text or an error, in time and memory linear in what comes out.
        #[test]
        fn rubbish_gives_text_or_an_error(flags in 10_u8..=16, rest: Vec<u8>) {
            let bytes = [&[0x1F, 0x9D, 0x80 | flags][..], &rest].concat();
            let (text, _) = expand(&bytes);
            proptest::prop_assert!(text.len() <= rest.len() * rest.len() + 1);
        }
    }
}
