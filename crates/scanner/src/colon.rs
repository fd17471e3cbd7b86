//! Where a scheme may end: the colons that the search stops at.
//!
//! Every form but hosts and addresses has a scheme and so a colon, and what stands before a scheme is found
//! from there. Most colons of mail stand behind the name of a header field, or in a time. So of a block of bytes it is asked first
//! whether any colon stands in it, then which of them may be a scheme's:
//!
//! - what follows is no whitespace, and the colon does not stand between two digits; or
//! - whitespace follows, and within [`NEAR`] bytes before it stands a `<` or `"`.
//!
//! The loops are written so that the compiler makes vector code of them: no branch within, arrays of known
//! length. Searching for `<`, `"` and `:` by memchr, one stop after another, took seven times as long on
//! mail, for every header field and every address was a stop.

use memchr::memchr;

/// A block: what is looked at in one go, in bytes. With 64 it is no faster on mail, and slower where
/// colons are dense.
const BLOCK: usize = 32;

/// How far before a colon that whitespace follows its wrapper's opener stands at most, in bytes (W1): every
/// name of the table fits, with `<` and some blanks before it.
pub(crate) const NEAR: usize = 16;

/// Whether a `scheme:` of a wrapper may end with the colon at `colon`, where the wrapper was opened at
/// `open`.
pub(crate) fn may_be_scheme(haystack: &[u8], open: usize, colon: usize) -> bool {
    is_sure(before(haystack, colon), after(haystack, colon)) || {
        after(haystack, colon) <= b' ' && colon - open <= NEAR
    }
}

/// The colons of a text that may be a scheme's, from an offset on. See the module.
#[derive(Debug)]
pub(crate) struct Colons<'h> {
    haystack: &'h [u8],
    block: Block,
    /// Where the next block begins.
    next: usize,
    /// No colon from here on is given.
    end: usize,
}

/// The colons of a block, a bit for each byte, the first byte's lowest.
#[derive(Debug)]
struct Block {
    start: usize,
    /// Those with what stands around a scheme's.
    sure: u32,
    /// Those that whitespace follows, if an opener stands anywhere near.
    soft: u32,
}

impl<'h> Colons<'h> {
    /// Those in `at..end`, which is within `haystack`.
    pub(crate) fn new(haystack: &'h [u8], at: usize, end: usize) -> Colons<'h> {
        Colons { haystack, block: Block { start: at, sure: 0, soft: 0 }, next: at, end }
    }

    /// The next colon between here and the first block, or behind the last.
    fn next_at_edge(&mut self) -> Option<usize> {
        let haystack = self.haystack;
        let end = if self.next < NEAR { NEAR.min(self.end) } else { self.end };
        while let Some(i) = memchr(b':', &haystack[self.next..end]) {
            let colon = self.next + i;
            self.next = colon + 1;
            let after = after(haystack, colon);
            if is_sure(before(haystack, colon), after)
                || after <= b' ' && is_near_opener(haystack, colon)
            {
                return Some(colon);
            }
        }
        self.next = end;
        None
    }
}

impl Iterator for Colons<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            let Block { start, sure, soft } = &mut self.block;
            while *sure | *soft != 0 {
                let i = (*sure | *soft).trailing_zeros();
                let is_sure = *sure >> i & 1 != 0;
                *sure &= !(1 << i);
                *soft &= !(1 << i);
                let colon = *start + i as usize;
                if is_sure || is_near_opener(self.haystack, colon) {
                    return Some(colon);
                }
            }
            let at = self.next;
            // A block needs the bytes around it.
            if at >= NEAR && at + BLOCK < self.end {
                self.next = at + BLOCK;
                if has_colon(self.haystack, at) {
                    self.block = block(self.haystack, at);
                }
            } else if at >= self.end {
                return None;
            } else if let Some(colon) = self.next_at_edge() {
                return Some(colon);
            }
        }
    }
}

fn window(haystack: &[u8], at: usize) -> &[u8; BLOCK] {
    haystack[at..at + BLOCK].try_into().expect("the range has the block's length")
}

#[inline]
fn has_colon(haystack: &[u8], at: usize) -> bool {
    window(haystack, at).iter().fold(0, |any, &byte| any | u8::from(byte == b':')) != 0
}

fn block(haystack: &[u8], start: usize) -> Block {
    let (before, block) = (window(haystack, start - 1), window(haystack, start));
    let (after, opener) = (window(haystack, start + 1), window(haystack, start - NEAR));
    let (mut sure, mut soft) = ([0; BLOCK], [0; BLOCK]);
    let mut openers = 0;
    for i in 0..BLOCK {
        let colon = u8::from(block[i] == b':');
        sure[i] = colon & u8::from(is_sure(before[i], after[i]));
        soft[i] = colon & u8::from(after[i] <= b' ');
        openers |= u8::from(is_opener(block[i]) | is_opener(opener[i]));
    }
    Block { start, sure: bits(&sure), soft: if openers == 0 { 0 } else { bits(&soft) } }
}

/// The bytes of `flags`, each 0 or 1, as bits.
fn bits(flags: &[u8; BLOCK]) -> u32 {
    flags.chunks_exact(8).rev().fold(0, |bits, eight| {
        let eight = u64::from_le_bytes(eight.try_into().expect("a chunk has eight bytes"));
        // The product has the byte of number i at bit 56 + i, and nothing is carried.
        bits << 8 | (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    })
}

/// Whether a colon between these two may be a scheme's. No branch is in it, for the compiler's sake.
#[inline]
fn is_sure(before: u8, after: u8) -> bool {
    (after > b' ') & !(before.is_ascii_digit() & after.is_ascii_digit())
}

#[inline]
fn is_opener(byte: u8) -> bool {
    matches!(byte, b'<' | b'"')
}

fn is_near_opener(haystack: &[u8], colon: usize) -> bool {
    haystack[colon.saturating_sub(NEAR)..colon].iter().any(|&byte| is_opener(byte))
}

fn before(haystack: &[u8], colon: usize) -> u8 {
    colon.checked_sub(1).map_or(b' ', |at| haystack[at])
}

fn after(haystack: &[u8], colon: usize) -> u8 {
    haystack.get(colon + 1).copied().unwrap_or(b' ')
}

#[cfg(test)]
mod tests {
    extern crate std;
    use proptest::prelude::*;
    use std::vec::Vec;

    use super::*;

    proptest! {
        /// The colons are those that the rule has, asked of each byte by itself, wherever blocks begin and
        /// however much of the text is left.
        #[test]
        fn each_colon_by_itself(text in "[:: a1<\"\\né]{0,150}", at in 0usize..60, less in 0usize..60) {
            let haystack = text.as_bytes();
            let end = haystack.len().saturating_sub(less);
            let at = at.min(end);
            let is_one = |&colon: &usize| {
                let (before, after) = (before(haystack, colon), after(haystack, colon));
                let near = &haystack[colon.saturating_sub(NEAR)..colon];
                let opens = near.contains(&b'<') || near.contains(&b'"');
                let is_time = before.is_ascii_digit() && after.is_ascii_digit();
                haystack[colon] == b':' && if after > b' ' { !is_time } else { opens }
            };
            let expected: Vec<usize> = (at..end).filter(is_one).collect();
            let found: Vec<usize> = Colons::new(haystack, at, end).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
