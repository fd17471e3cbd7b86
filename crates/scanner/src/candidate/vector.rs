//! The search of `block.rs`, with vectors as wide as the processor has them.
//!
//! Each check of the bytes of a block yields 64 bits, bit 0 for the first byte. So even the distance to
//! an opener is checked exactly and without a branch. `block.rs` cannot get such bits cheaply and checks
//! the few colons in question one by one.
//!
//! Every function here must be inlined into the one call that was compiled for the processor's vectors.
//! A function that is not inlined is compiled for the baseline of the target.

use core::hint::black_box;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64};

use crate::candidate::block::{Block, OPENER_REACH_BYTES};

/// The size of a block in bytes.
const BLOCK_BYTES: usize = 64;

/// Like [`crate::candidate::block::first_block`].
#[inline(always)]
#[allow(clippy::inline_always)] // See the module head.
pub(crate) fn first_block<S: Simd>(simd: S, haystack: &[u8], at: usize, end: usize) -> Block {
    // `rest` begins one byte before the block. The byte after the block is read too.
    let mut rest = &haystack[at - 1..end];
    while let Some(around) = rest.first_chunk::<{ BLOCK_BYTES + 2 }>() {
        prefetch(rest);
        let start = end - rest.len() + 1;
        let candidates = candidates(simd, haystack, start, around);
        if candidates != 0 {
            return Block { start, candidates, next: start + BLOCK_BYTES };
        }
        rest = &rest[BLOCK_BYTES..];
    }
    let next = end - rest.len() + 1;
    // The last block overlaps the one before, whose bytes are masked out.
    match end.checked_sub(BLOCK_BYTES + 1) {
        Some(start) if start >= OPENER_REACH_BYTES && next < end - 1 => {
            let candidates = candidates(simd, haystack, start, array(&haystack[start - 1..]));
            let candidates = candidates & u64::MAX << (next - start);
            Block { start, candidates, next: end - 1 }
        }
        _ => Block { start: next, candidates: 0, next },
    }
}

/// Returns the candidates of the block at `start`, which has a byte before it and one after it in `around`.
#[inline(always)]
#[allow(clippy::inline_always)] // See the module head.
fn candidates<S: Simd>(
    simd: S,
    haystack: &[u8],
    start: usize,
    around: &[u8; BLOCK_BYTES + 2],
) -> u64 {
    let block: u8x64<S> = simd.load_array_ref_u8x64(array(&around[1..]));
    let before: u8x64<S> = simd.load_array_ref_u8x64(array(around));
    let colon = block.simd_eq(b':');
    // As in `is_pair`. A dot follows the last `w`, so the mask of `text` keeps it.
    let pair = ((block & before) | 0x20).simd_eq(b'w');
    // Three of four blocks have none.
    if !(colon | pair).any_true() {
        return 0;
    }
    let near: u8x16<S> = simd.load_array_ref_u8x16(array(&haystack[start - OPENER_REACH_BYTES..]));
    // Bit `i` is set if an opener is `16 - i` bytes before the block.
    let near = (near.simd_eq(b'<') | near.simd_eq(b'"')).to_bitmask();
    let after: u8x64<S> = simd.load_array_ref_u8x64(array(&around[2..]));
    // XOR with `0` maps the digits to 0..=9 and every other byte to more. The larger of the two is below
    // 10 only if both are digits.
    let digits = (before ^ b'0').max(after ^ b'0').simd_lt(10);
    // Bits of `text`: colons that need no opener. The others need one within reach.
    let text = after.simd_gt(b' ').to_bitmask();
    let open = (block.simd_eq(b'<') | block.simd_eq(b'"')).to_bitmask();
    let candidate = ((colon & !digits) | pair).to_bitmask();
    // Looking for openers only if whitespace follows a colon adds a branch that is predicted badly, and is no faster. One
    // load instead of three, with the neighbours shifted in, took 10 to 20 % longer.
    candidate & (text | after_opener(open, near))
}

/// Reads one byte a page ahead in `text`, so that the processor loads that page into the cache.
///
/// The hardware prefetcher follows a sequential read, but only to the end of a page, and mispredicted
/// branches stop the reads that the processor makes ahead. With this read, a search of 141 MB of news
/// that no cache holds takes 24 ms instead of 46 on one make of processor. In a cache its cost is not
/// measurable. A distance that is not a whole number of pages gains half as much. Reading one byte of
/// each cache line in the next kilobyte gains as much, but takes a tenth longer in a cache.
#[inline(always)]
#[allow(clippy::inline_always)] // See the module head.
fn prefetch(text: &[u8]) {
    const PAGE_BYTES: usize = 4096;
    if let Some(&byte) = text.get(PAGE_BYTES) {
        black_box(byte);
    }
}

/// Returns the bits up to [`OPENER_REACH_BYTES`] after any bit of `open`. `near` holds the openers of the
/// [`OPENER_REACH_BYTES`] bytes before the block.
#[inline(always)]
#[allow(clippy::inline_always)] // See the module head.
fn after_opener(open: u64, near: u64) -> u64 {
    // Smears each opener over the 16 bits after it. The first shift covers one bit, and each further step
    // doubles the run: 2, 4, 8 and 16.
    let mut reached = open << 1;
    for shift in [1, 2, 4, 8] {
        reached |= reached << shift;
    }
    // The last opener before the block reaches farthest, and its position gives the number of low bits that
    // it covers.
    let reach = u64::BITS - near.leading_zeros();
    reached | ((1 << reach) - 1)
}

/// Returns the first bytes of `bytes` as an array.
#[inline(always)]
#[allow(clippy::inline_always)] // See the module head.
fn array<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    bytes.first_chunk().expect("the caller passes enough bytes")
}
