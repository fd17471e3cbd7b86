//! Where a scheme may end: the colons that the search stops at.
//!
//! Every form but hosts and addresses has a scheme and so a colon, and what stands before a scheme is found
//! from there. Most colons of mail stand behind the name of a header field, or in a time. One may be a scheme's
//! only if
//!
//! - what follows is no whitespace, and the colon does not stand between two digits; or
//! - whitespace follows, and within [`OPENER_REACH_BYTES`] bytes before it stands a `<` or `"`.
//!
//! That is asked of many bytes in one go (`block.rs`), and here of the few before the first block and behind
//! the last. Searching for `<`, `"` and `:` by memchr, one stop after another, took seven times as long on
//! mail, for every header field and every address was a stop.

use memchr::memchr;

use crate::candidate::block::{
    BLOCK_BYTES, Block, OPENER_REACH_BYTES, is_near_opener, may_end_scheme,
};
use crate::candidate::level::VectorLevel;

/// Whether a `scheme:` of a wrapper may end with the colon at `colon`, where the wrapper was opened at
/// `open`.
pub(crate) fn may_be_scheme(haystack: &[u8], open: usize, colon: usize) -> bool {
    may_end_scheme(before(haystack, colon), after(haystack, colon)) || {
        after(haystack, colon) <= b' ' && colon - open <= OPENER_REACH_BYTES
    }
}

/// The colons of a text that may be a scheme's, from an offset on. See the module.
#[derive(Debug)]
pub(crate) struct Colons<'h> {
    haystack: &'h [u8],
    level: VectorLevel,
    /// The colons that are still to be given, and where the next block begins.
    block: Block,
    /// No colon from here on is given.
    end: usize,
}

impl<'h> Colons<'h> {
    /// Those in `at..end`, which is within `haystack`.
    pub(crate) fn new(level: VectorLevel, haystack: &'h [u8], at: usize, end: usize) -> Colons<'h> {
        Colons { haystack, level, block: Block { start: at, colons: 0, next: at }, end }
    }

    /// The next colon between here and the first block, or behind the last.
    fn next_at_edge(&mut self) -> Option<usize> {
        let haystack = self.haystack;
        let end = if self.block.next < OPENER_REACH_BYTES {
            OPENER_REACH_BYTES.min(self.end)
        } else {
            self.end
        };
        while let Some(i) = memchr(b':', &haystack[self.block.next..end]) {
            let colon = self.block.next + i;
            self.block.next = colon + 1;
            let after = after(haystack, colon);
            if may_end_scheme(before(haystack, colon), after)
                || after <= b' ' && is_near_opener(haystack, colon)
            {
                return Some(colon);
            }
        }
        self.block.next = end;
        None
    }
}

impl Iterator for Colons<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            let Block { start, colons, next } = &mut self.block;
            if *colons != 0 {
                let i = colons.trailing_zeros();
                *colons &= *colons - 1;
                return Some(*start + i as usize);
            }
            // A block needs the bytes around it.
            if *next >= OPENER_REACH_BYTES && *next + BLOCK_BYTES < self.end {
                self.block = self.level.first_block(self.haystack, *next, self.end);
                if self.block.colons != 0 {
                    continue;
                }
            }
            if self.block.next >= self.end {
                return None;
            }
            if let Some(colon) = self.next_at_edge() {
                return Some(colon);
            }
        }
    }
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
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    /// Text that has all of what is asked of a colon in it, and is longer than some blocks.
    fn text() -> impl Strategy<Value = String> {
        "[:: a1<\"\\né]{0,150}|[: a1]{0,300}|[a<]{0,40}[:: a1<\"]{0,12}[a ]{0,200}:[a1 ]"
    }

    proptest! {
        /// The colons are those that the rule has, asked of each byte by itself, wherever blocks begin and
        /// however much of the text is left.
        #[test]
        fn blocks_find_the_colons_that_a_check_of_each_byte_finds(text in text(), at in 0usize..60, less in 0usize..90) {
            let haystack = text.as_bytes();
            let end = haystack.len().saturating_sub(less);
            let at = at.min(end);
            let is_one = |&colon: &usize| {
                let (before, after) = (before(haystack, colon), after(haystack, colon));
                let near = &haystack[colon.saturating_sub(OPENER_REACH_BYTES)..colon];
                let opens = near.contains(&b'<') || near.contains(&b'"');
                let is_time = before.is_ascii_digit() && after.is_ascii_digit();
                haystack[colon] == b':' && if after > b' ' { !is_time } else { opens }
            };
            let expected: Vec<usize> = (at..end).filter(is_one).collect();
            for level in VectorLevel::all() {
                let found: Vec<usize> = Colons::new(level, haystack, at, end).collect();
                prop_assert_eq!(&found, &expected, "{:?}", level);
            }
        }
    }
}
