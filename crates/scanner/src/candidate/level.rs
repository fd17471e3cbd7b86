//! Chooses the vector instructions for the search for colons.
//!
//! With the feature `simd` the processor is asked once, when a scanner is built. Without it, the
//! compiler vectorises the plain loops of `block.rs` for the target's baseline.

#[cfg(feature = "simd")]
use fearless_simd::{Level, dispatch};

use crate::candidate::block::{self, Block};

/// The vector instructions that the processor supports.
#[cfg(feature = "simd")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct VectorLevel(Level);

#[cfg(feature = "simd")]
impl VectorLevel {
    /// Detects them.
    pub(crate) fn new() -> VectorLevel {
        VectorLevel(Level::new())
    }

    /// Like [`block::first_block`], with the widest vectors available.
    pub(crate) fn first_block(self, haystack: &[u8], at: usize, end: usize) -> Block {
        // The fallback level has no vectors, so it uses the plain loops.
        if self.0.is_fallback() {
            return block::first_block(haystack, at, end);
        }
        // The macro compiles this call once for each level and picks one at run time.
        dispatch!(self.0, simd => crate::candidate::vector::first_block(simd, haystack, at, end))
    }

    /// Returns every level that this processor supports, for tests.
    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = VectorLevel> {
        let level = Level::new();
        // The compiler may already be set to a higher level.
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

/// A level without vectors: the plain loops are used.
#[cfg(not(feature = "simd"))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VectorLevel;

#[cfg(not(feature = "simd"))]
impl VectorLevel {
    pub(crate) fn new() -> VectorLevel {
        VectorLevel
    }

    /// Like [`block::first_block`].
    #[allow(clippy::unused_self)] // The variant for `simd` needs it.
    pub(crate) fn first_block(self, haystack: &[u8], at: usize, end: usize) -> Block {
        block::first_block(haystack, at, end)
    }

    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = VectorLevel> {
        [VectorLevel].into_iter()
    }
}
