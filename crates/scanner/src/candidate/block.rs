//! The colons of a block of bytes that may be a scheme's, all of a block in one go.
//!
//! What is asked of a colon stands in `colon.rs`. Here it is asked of [`BLOCK_BYTES`] bytes at once: first whether
//! any colon stands in the block, for in three of four there is none, then which of them may be a scheme's.
//! The loops are written so that the compiler makes vector code of them: no branch within, arrays of known
//! length. With the feature `simd`, `vector.rs` does the same, and need not leave that to the compiler.

/// A block: what is looked at in one go, in bytes. With 64 it is no faster on mail, and slower where
/// colons are dense. To have the first question tell apart the colons of times and of header fields too
/// took a fifth more instructions.
pub(crate) const BLOCK_BYTES: usize = 32;

/// How far before a colon that whitespace follows its wrapper's opener stands at most, in bytes (W1): every
/// name of the table fits, with `<` and some blanks before it.
pub(crate) const OPENER_REACH_BYTES: usize = 16;

/// What was found in a text of the colons that may be a scheme's.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Block {
    /// Where the first block begins that has any.
    pub(crate) start: usize,
    /// Its colons, a bit for each byte, the first byte's lowest; none where no block has any.
    pub(crate) colons: u64,
    /// Where it ends, or where fewer bytes are left than a block has.
    pub(crate) next: usize,
}

/// The first block with colons that may be a scheme's, of those that follow one another from `at` on and end
/// before `end`. `at` is [`OPENER_REACH_BYTES`] or more.
pub(crate) fn first_block(haystack: &[u8], mut at: usize, end: usize) -> Block {
    // The byte behind a block is looked at too.
    while at + BLOCK_BYTES < end {
        let next = at + BLOCK_BYTES;
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

fn window(haystack: &[u8], at: usize) -> &[u8; BLOCK_BYTES] {
    haystack[at..at + BLOCK_BYTES].try_into().expect("the range has the block's length")
}

#[inline]
fn has_colon(block: &[u8; BLOCK_BYTES]) -> bool {
    block.iter().fold(0, |any, &byte| any | u8::from(byte == b':')) != 0
}

/// The colons that may be a scheme's of the block at `start`.
fn colons(haystack: &[u8], start: usize) -> u64 {
    let block = window(haystack, start);
    let (before, after) = (window(haystack, start - 1), window(haystack, start + 1));
    let (mut sure, mut spaced) = ([0; BLOCK_BYTES], [0; BLOCK_BYTES]);
    for i in 0..BLOCK_BYTES {
        let colon = u8::from(block[i] == b':');
        sure[i] = colon & u8::from(may_end_scheme(before[i], after[i]));
        spaced[i] = colon & u8::from(after[i] <= b' ');
    }
    let (mut colons, mut spaced) = (bits(&sure), bits(&spaced));
    while spaced != 0 {
        let i = spaced.trailing_zeros();
        spaced &= spaced - 1;
        colons |= u64::from(is_near_opener(haystack, start + i as usize)) << i;
    }
    colons
}

/// The bytes of `flags`, each 0 or 1, as bits.
fn bits(flags: &[u8; BLOCK_BYTES]) -> u64 {
    flags.chunks_exact(8).rev().fold(0, |bits, eight| {
        let eight = u64::from_le_bytes(eight.try_into().expect("a chunk has eight bytes"));
        // The product has the byte of number i at bit 56 + i, and nothing is carried.
        bits << 8 | eight.wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// Whether a colon between these two may be a scheme's. No branch is in it, for the compiler's sake.
#[inline]
pub(crate) fn may_end_scheme(before: u8, after: u8) -> bool {
    let (from_0, after_from_0) = (before.wrapping_sub(b'0'), after.wrapping_sub(b'0'));
    (after > b' ') & (from_0.max(after_from_0) > 9)
}

#[inline]
fn is_opener(byte: u8) -> bool {
    matches!(byte, b'<' | b'"')
}

/// Whether an opener stands within [`OPENER_REACH_BYTES`] bytes before `colon`.
#[inline]
pub(crate) fn is_near_opener(haystack: &[u8], colon: usize) -> bool {
    let before = &haystack[..colon];
    // All of them in one go: a loop that leaves at the first took two thirds of the search for colons.
    let is_in = |near: &[u8]| near.iter().fold(false, |any, &byte| any | is_opener(byte));
    before.last_chunk::<OPENER_REACH_BYTES>().map_or_else(|| is_in(before), |near| is_in(near))
}
