//! How many bytes the search for colons looks at in one instruction: what the processor has vectors for,
//! asked once, where the feature `simd` is on, and otherwise what the compiler may take for granted.

#[cfg(feature = "simd")]
use fearless_simd::{Level, dispatch};

use crate::candidate::block::{self, Block};

/// What the processor has vectors for.
#[cfg(feature = "simd")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct VectorLevel(Level);

#[cfg(feature = "simd")]
impl VectorLevel {
    /// Asks the processor.
    pub(crate) fn new() -> VectorLevel {
        VectorLevel(Level::new())
    }

    /// As [`block::first_block`], by the widest vectors that there are.
    pub(crate) fn first_block(self, haystack: &[u8], at: usize, end: usize) -> Block {
        if self.0.is_fallback() {
            return block::first_block(haystack, at, end);
        }
        dispatch!(self.0, simd => crate::candidate::vector::first_block(simd, haystack, at, end))
    }

    /// All that this processor can do.
    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = VectorLevel> {
        let level = Level::new();
        // The compiler may have been told that there is more.
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        let smaller = level.as_sse4_2().map(Level::Sse4_2);
        #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
        let smaller = None;
        [Some(level), smaller].into_iter().flatten().map(VectorLevel)
    }
}

#[cfg(feature = "simd")]
impl Default for VectorLevel {
    fn default() -> VectorLevel {
        VectorLevel::new()
    }
}

/// What the compiler makes of loops.
#[cfg(not(feature = "simd"))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VectorLevel;

#[cfg(not(feature = "simd"))]
impl VectorLevel {
    pub(crate) fn new() -> VectorLevel {
        VectorLevel
    }

    /// As [`block::first_block`].
    #[allow(clippy::unused_self)] // The other one has something to say.
    pub(crate) fn first_block(self, haystack: &[u8], at: usize, end: usize) -> Block {
        block::first_block(haystack, at, end)
    }

    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = VectorLevel> {
        [VectorLevel].into_iter()
    }
}
