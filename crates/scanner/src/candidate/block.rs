//! Finds the candidates of a block of bytes, all at once: colons that may end a scheme, and `ww`.
//!
//! `colon.rs` states the conditions. This module applies it to [`BLOCK_BYTES`] bytes at once. Its first
//! check is whether the block has any colon or `ww`, because three of four blocks have none. The loops are
//! written for the compiler's vectoriser: no branches inside, and arrays of known length. With the
//! feature `simd`, `vector.rs` does the same work with explicit vectors.

/// The size of a block in bytes.
///
/// With 64 the search is no faster on mail and slower where colons are dense. A first check that also
/// rules out the colons of times and header fields took a fifth more instructions.
pub(crate) const BLOCK_BYTES: usize = 32;

/// The greatest distance in bytes from an opener to a colon that whitespace follows (W1). It leaves room
/// for `<`, some spaces and every name of the table.
pub(crate) const OPENER_REACH_BYTES: usize = 16;

/// The candidates of one block.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Block {
    /// The offset of the first block that has one.
    pub(crate) start: usize,
    /// The candidates of that block: bit 0 is its first byte. Zero if no block has any.
    pub(crate) candidates: u64,
    /// The end of that block, or the offset from which less than a block is left.
    pub(crate) next: usize,
}

/// Returns the first block with a candidate.
///
/// Blocks follow one another from `at` and end before `end`. `at` must be at least
/// [`OPENER_REACH_BYTES`].
pub(crate) fn first_block(haystack: &[u8], mut at: usize, end: usize) -> Block {
    // The check also reads the byte after a block.
    while at + BLOCK_BYTES < end {
        let next = at + BLOCK_BYTES;
        // The cheap check first: it rules out three of four blocks.
        if has_any(window(haystack, at - 1), window(haystack, at)) {
            let candidates = candidates(haystack, at);
            if candidates != 0 {
                return Block { start: at, candidates, next };
            }
        }
        at = next;
    }
    Block { start: at, candidates: 0, next: at }
}

/// Returns the block at `at` as an array of known length.
fn window(haystack: &[u8], at: usize) -> &[u8; BLOCK_BYTES] {
    haystack[at..at + BLOCK_BYTES].try_into().expect("the range has the block's length")
}

/// Reports whether the block has a colon or a pair. `before` begins one byte before it.
#[inline]
fn has_any(before: &[u8; BLOCK_BYTES], block: &[u8; BLOCK_BYTES]) -> bool {
    let is = |i: usize| u8::from(block[i] == b':') | u8::from(is_pair(before[i], block[i]));
    (0..BLOCK_BYTES).fold(0, |any, i| any | is(i)) != 0
}

/// Reports whether the two bytes may be `ww` of `www.`, in any case. Few others have the same bits in common, such as `w`
/// and DEL.
#[inline]
pub(crate) fn is_pair(before: u8, byte: u8) -> bool {
    byte & before | 0x20 == b'w'
}

/// Returns the candidates of the block at `start`, one bit each.
fn candidates(haystack: &[u8], start: usize) -> u64 {
    let block = window(haystack, start);
    let (before, after) = (window(haystack, start - 1), window(haystack, start + 1));
    let (mut sure, mut spaced) = ([0; BLOCK_BYTES], [0; BLOCK_BYTES]);
    // Two results per byte: a candidate that needs no opener, and one before whitespace, which needs one
    // within reach. The few of the second kind are checked one by one below.
    for i in 0..BLOCK_BYTES {
        let colon = u8::from(block[i] == b':');
        let pair = u8::from(is_pair(before[i], block[i]));
        let is_text = u8::from(after[i] > b' ');
        sure[i] = colon & u8::from(may_end_scheme(before[i], after[i])) | pair & is_text;
        spaced[i] = (colon | pair) & (1 - is_text);
    }
    let (mut candidates, mut spaced) = (bits(&sure), bits(&spaced));
    while spaced != 0 {
        // Visits the set bits from the lowest up.
        let i = spaced.trailing_zeros();
        spaced &= spaced - 1;
        candidates |= u64::from(is_near_opener(haystack, start + i as usize)) << i;
    }
    candidates
}

/// Packs `flags`, each 0 or 1, into bits: byte 0 becomes bit 0.
fn bits(flags: &[u8; BLOCK_BYTES]) -> u64 {
    flags.chunks_exact(8).rev().fold(0, |bits, eight| {
        let eight = u64::from_le_bytes(eight.try_into().expect("a chunk has eight bytes"));
        // Multiplies eight flags at once. The factor moves flag `i` to bit 56 + `i` of the product. All other
        // partial products fall on different bits, so nothing carries into the top byte.
        bits << 8 | eight.wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// Reports whether a colon between these two bytes may end a scheme without an opener nearby: the next
/// byte is not whitespace, and the two are not both digits. It has no branch, so that the loop over a
/// block can be vectorised.
#[inline]
pub(crate) fn may_end_scheme(before: u8, after: u8) -> bool {
    // Subtraction maps the digits to 0..=9 and every other byte to more, so the maximum exceeds 9 unless
    // both are digits.
    let (from_0, after_from_0) = (before.wrapping_sub(b'0'), after.wrapping_sub(b'0'));
    (after > b' ') & (from_0.max(after_from_0) > 9)
}

#[inline]
fn is_opener(byte: u8) -> bool {
    matches!(byte, b'<' | b'"')
}

/// Reports whether an opener is within [`OPENER_REACH_BYTES`] bytes before `colon`.
#[inline]
pub(crate) fn is_near_opener(haystack: &[u8], colon: usize) -> bool {
    let before = &haystack[..colon];
    // The fold looks at all bytes without a branch. A loop that stopped at the first opener took two thirds
    // of the time of the search for colons.
    let is_in = |near: &[u8]| near.iter().fold(false, |any, &byte| any | is_opener(byte));
    before.last_chunk::<OPENER_REACH_BYTES>().map_or_else(|| is_in(before), |near| is_in(near))
}
