//! Finds the colons of a block of bytes that may end a scheme, all at once.
//!
//! `colon.rs` states the condition. This module applies it to [`BLOCK_BYTES`] bytes at once. Its first
//! check is whether the block has any colon, because three of four blocks have none. The loops are
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

/// The colons of one block that may end a scheme.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Block {
    /// The offset of the first block that has such a colon.
    pub(crate) start: usize,
    /// The colons of that block: bit 0 is its first byte. Zero if no block has any.
    pub(crate) colons: u64,
    /// The end of that block, or the offset from which less than a block is left.
    pub(crate) next: usize,
}

/// Returns the first block with a colon that may end a scheme.
///
/// Blocks follow one another from `at` and end before `end`. `at` must be at least
/// [`OPENER_REACH_BYTES`].
pub(crate) fn first_block(haystack: &[u8], mut at: usize, end: usize) -> Block {
    // The check also reads the byte after a block.
    while at + BLOCK_BYTES < end {
        let next = at + BLOCK_BYTES;
        // The cheap check first: it rules out three of four blocks.
        if has_colon(window(haystack, at)) {
            let colons = colons(haystack, at);
            if colons != 0 {
                return Block { start: at, colons, next };
            }
        }
        at = next;
    }
    Block { start: at, colons: 0, next: at }
}

/// Returns the block at `at` as an array of known length.
fn window(haystack: &[u8], at: usize) -> &[u8; BLOCK_BYTES] {
    haystack[at..at + BLOCK_BYTES].try_into().expect("the range has the block's length")
}

#[inline]
fn has_colon(block: &[u8; BLOCK_BYTES]) -> bool {
    block.iter().fold(0, |any, &byte| any | u8::from(byte == b':')) != 0
}

/// Returns the colons of the block at `start` that may end a scheme, one bit each.
fn colons(haystack: &[u8], start: usize) -> u64 {
    let block = window(haystack, start);
    let (before, after) = (window(haystack, start - 1), window(haystack, start + 1));
    let (mut sure, mut spaced) = ([0; BLOCK_BYTES], [0; BLOCK_BYTES]);
    // Two results per byte: a colon that needs no opener, and a colon before whitespace, which needs one
    // within reach. The few of the second kind are checked one by one below.
    for i in 0..BLOCK_BYTES {
        let colon = u8::from(block[i] == b':');
        sure[i] = colon & u8::from(may_end_scheme(before[i], after[i]));
        spaced[i] = colon & u8::from(after[i] <= b' ');
    }
    let (mut colons, mut spaced) = (bits(&sure), bits(&spaced));
    while spaced != 0 {
        // Visits the set bits from the lowest up.
        let i = spaced.trailing_zeros();
        spaced &= spaced - 1;
        colons |= u64::from(is_near_opener(haystack, start + i as usize)) << i;
    }
    colons
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
