//! The same as `block.rs` does, by vectors as wide as the processor has them.
//!
//! Each question about the bytes of a block comes out as 64 bits, the first byte's lowest, and so that of a
//! colon's opener can be answered exactly too, without a branch. `block.rs` cannot have such bits for little,
//! and asks it of each colon that comes into question.
//!
//! The trap: all of this must be inlined into the one call for which the processor's vectors were asked for.
//! What is not is compiled for the least of processors.

use core::hint::black_box;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64};

use crate::candidate::block::{Block, OPENER_REACH_BYTES};

/// A block: what is looked at in one go, in bytes.
const BLOCK_BYTES: usize = 64;

/// See [`crate::candidate::block::first_block`].
#[inline(always)]
#[allow(clippy::inline_always)] // See the module.
pub(crate) fn first_block<S: Simd>(simd: S, haystack: &[u8], at: usize, end: usize) -> Block {
    let near: u8x16<S> = simd.load_array_ref_u8x16(array(&haystack[at - OPENER_REACH_BYTES..at]));
    let mut near = (near.simd_eq(b'<') | near.simd_eq(b'"')).to_bitmask();
    // From one byte before the block; the byte behind it is looked at too.
    let mut rest = &haystack[at - 1..end];
    let mut colons = 0;
    while let Some(around) = rest.first_chunk::<{ BLOCK_BYTES + 2 }>() {
        prefetch(rest);
        let block: u8x64<S> = simd.load_array_ref_u8x64(array(&around[1..]));
        let before: u8x64<S> = simd.load_array_ref_u8x64(array(around));
        let after: u8x64<S> = simd.load_array_ref_u8x64(array(&around[2..]));
        let colon = block.simd_eq(b':');
        // In both the digits are those from 0 to 9 then, and no other byte is.
        let digits = (before ^ b'0').max(after ^ b'0').simd_lt(10);
        let text = after.simd_gt(b' ').to_bitmask();
        let open = (block.simd_eq(b'<') | block.simd_eq(b'"')).to_bitmask();
        let colon = (colon & !digits).to_bitmask();
        // To look for openers only where whitespace follows a colon is no faster: that branch would go
        // wrong too often. To ask first whether the block has a colon at all halves the instructions, and took
        // 3 to 12 % longer for the same reason. One load in the place of three, and what stands before and behind
        // told by shifting bits, took 10 to 20 % longer.
        colons = colon & (text | after_opener(open, near));
        if colons != 0 {
            break;
        }
        near = open >> (BLOCK_BYTES - OPENER_REACH_BYTES);
        rest = &rest[BLOCK_BYTES..];
    }
    let start = end - rest.len() + 1;
    Block { start, colons, next: if colons == 0 { start } else { start + BLOCK_BYTES } }
}

/// Has memory bring what stands a page further on in `text`.
///
/// A processor that sees one line of memory read after the other fetches the next ones ahead of time, but only
/// to the end of the page, for what follows may lie anywhere; and a branch that goes wrong stops what it
/// would have read by itself. From memory that no cache has, the search takes half the time with it on one make of
/// processors (46 to 24 ms for 141 MB of news), and in a cache it costs nothing that can be measured. A distance
/// that is no whole number of pages gains half of that. To read a byte of each line of the next kilobyte at once
/// gains as much, and takes a tenth longer in a cache.
#[inline(always)]
#[allow(clippy::inline_always)] // See the module.
fn prefetch(text: &[u8]) {
    const PAGE_BYTES: usize = 4096;
    if let Some(&byte) = text.get(PAGE_BYTES) {
        black_box(byte);
    }
}

/// The bits up to [`OPENER_REACH_BYTES`] behind any of `open`, or of `near`, which has those of the [`OPENER_REACH_BYTES`] bytes before.
#[inline(always)]
#[allow(clippy::inline_always)] // See the module.
fn after_opener(open: u64, near: u64) -> u64 {
    // One behind, then two, four, eight and sixteen.
    let mut reached = open << 1;
    for shift in [1, 2, 4, 8] {
        reached |= reached << shift;
    }
    // All that any of those before is near to the last of them is near to.
    let reach = u64::BITS - near.leading_zeros();
    reached | ((1 << reach) - 1)
}

/// The first bytes of `bytes`.
#[inline(always)]
#[allow(clippy::inline_always)] // See the module.
fn array<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    bytes.first_chunk().expect("the bytes around a block are as many as it takes")
}
