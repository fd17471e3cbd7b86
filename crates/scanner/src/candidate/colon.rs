//! Finds the candidates at which the search stops: colons that may end a scheme, and the last `w` of `ww`.
//!
//! A host of form `www` is found by looking around its `ww`. The forms `host` and `address` have a search of their own.
//! Every other form has a scheme, and the rest of a match is found by looking around its colon. Most colons in mail
//! follow the name of a header field or are part of a time. A
//! colon is a candidate only if
//!
//! - the next byte is not whitespace, and the colon is not between two digits; or
//! - whitespace follows, and a `<` or `"` is within [`OPENER_REACH_BYTES`] bytes before it.
//!
//! `block.rs` checks many bytes at once. This module checks the few bytes before the first block and
//! after the last. A search for `<`, `"` and `:` with memchr, one stop after another, took seven times
//! as long on mail, because it stopped at every header field and address.

use memchr::memchr3;

use crate::candidate::block::{Block, OPENER_REACH_BYTES, is_near_opener, is_pair, may_end_scheme};
use crate::candidate::level::VectorLevel;

/// Reports whether the colon at `colon` may end the scheme of a wrapper that opens at `open`.
pub(crate) fn may_be_scheme(haystack: &[u8], open: usize, colon: usize) -> bool {
    may_end_scheme(before(haystack, colon), after(haystack, colon)) || {
        after(haystack, colon) <= b' ' && colon - open <= OPENER_REACH_BYTES
    }
}

/// An iterator over the candidates of a text: colons that may end a scheme, and the second bytes of `ww`.
#[derive(Debug)]
pub(crate) struct CandidateIter<'h> {
    haystack: &'h [u8],
    level: VectorLevel,
    /// The candidates of the current block that are not yet returned, and the start of the next block.
    block: Block,
    /// The bound of the search: no candidate at or after it is returned.
    end: usize,
}

impl<'h> CandidateIter<'h> {
    /// Returns the candidates in `at..end`, a range of `haystack`.
    pub(crate) fn new(
        level: VectorLevel,
        haystack: &'h [u8],
        at: usize,
        end: usize,
    ) -> CandidateIter<'h> {
        CandidateIter { haystack, level, block: Block { start: at, candidates: 0, next: at }, end }
    }

    /// Returns the next candidate before the first block or after the last.
    #[inline(never)]
    fn next_at_edge(&mut self) -> Option<usize> {
        let haystack = self.haystack;
        // The look back for an opener needs this many bytes before a block. Until then, and near the end,
        // candidates are found with memchr.
        let end = if self.block.next < OPENER_REACH_BYTES {
            OPENER_REACH_BYTES.min(self.end)
        } else {
            self.end
        };
        while let Some(i) = memchr3(b':', b'w', b'W', &haystack[self.block.next..end]) {
            let at = self.block.next + i;
            self.block.next = at + 1;
            let (before, after) = (before(haystack, at), after(haystack, at));
            let is_one = haystack[at] == b':' || is_pair(before, haystack[at]);
            let is_sure = after > b' ' && (haystack[at] != b':' || may_end_scheme(before, after));
            if is_one && (is_sure || after <= b' ' && is_near_opener(haystack, at)) {
                return Some(at);
            }
        }
        self.block.next = end;
        None
    }
}

impl Iterator for CandidateIter<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            let Block { start, candidates, next } = &mut self.block;
            // First the candidates that are left of the current block, then the next block with any, then those
            // at the edges.
            if *candidates != 0 {
                // The lowest set bit is the next candidate. Clearing it leaves the later ones.
                let i = candidates.trailing_zeros();
                *candidates &= *candidates - 1;
                return Some(*start + i as usize);
            }
            // A block needs the bytes around it.
            if *next >= OPENER_REACH_BYTES && *next + 1 < self.end {
                self.block = self.level.first_block(self.haystack, *next, self.end);
                if self.block.candidates != 0 {
                    continue;
                }
            }
            if self.block.next >= self.end {
                return None;
            }
            if let Some(at) = self.next_at_edge() {
                return Some(at);
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

    /// Makes texts with every kind of byte that the condition names, some longer than a block.
    fn text() -> impl Strategy<Value = String> {
        "[:: a1<\"\\né]{0,150}|[: a1]{0,300}|[a<]{0,40}[:: a1<\"]{0,12}[a ]{0,200}:[a1 ]|[:wW. a1<\"]{0,150}"
    }

    /// An opener reaches as far over the border of two blocks as within one.
    #[test]
    fn an_opener_has_the_same_reach_everywhere() {
        for open in 0..160 {
            for distance in 1..OPENER_REACH_BYTES + 3 {
                let colon = open + distance;
                let mut text = [b'a'; 300];
                (text[open], text[colon], text[colon + 1]) = (b'<', b':', b' ');
                let expected = (distance <= OPENER_REACH_BYTES).then_some(colon);
                for level in VectorLevel::all() {
                    let mut found = CandidateIter::new(level, &text, 0, text.len());
                    assert_eq!((found.next(), found.next()), (expected, None), "{open} {colon}");
                }
            }
        }
    }

    proptest! {
        /// The blocks find the same candidates as a check of each byte, for any start and end.
        #[test]
        fn blocks_find_what_a_check_of_each_byte_finds(text in text(), at in 0usize..60, less in 0usize..90) {
            let haystack = text.as_bytes();
            let end = haystack.len().saturating_sub(less);
            let at = at.min(end);
            let is_one = |&at: &usize| {
                let (before, after) = (before(haystack, at), after(haystack, at));
                let near = &haystack[at.saturating_sub(OPENER_REACH_BYTES)..at];
                let opens = near.contains(&b'<') || near.contains(&b'"');
                let is_time = before.is_ascii_digit() && after.is_ascii_digit();
                match haystack[at] {
                    b':' => if after > b' ' { !is_time } else { opens },
                    // Real text has no other pairs.
                    byte => is_pair(before, byte) && (after > b' ' || opens),
                }
            };
            let expected: Vec<usize> = (at..end).filter(is_one).collect();
            for level in VectorLevel::all() {
                let found: Vec<usize> = CandidateIter::new(level, haystack, at, end).collect();
                prop_assert_eq!(&found, &expected, "{:?}", level);
            }
        }
    }
}
