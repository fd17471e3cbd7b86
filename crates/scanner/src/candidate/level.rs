//! Chooses the vector instructions for the search for colons.
//!
//! With the feature `simd` the processor is asked once, when a scanner is built. Without it, the
//! compiler vectorises the plain loops of `block.rs` for the target's baseline.

#[cfg(feature = "simd")]
use fearless_simd::{Level, dispatch};

use crate::candidate::block::{self, Block};

/// The vector instructions that the processor supports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VectorLevel {
    #[cfg(feature = "simd")]
    level: Level,
}

impl Default for VectorLevel {
    /// Detects them.
    fn default() -> VectorLevel {
        VectorLevel {
            #[cfg(feature = "simd")]
            level: Level::new(),
        }
    }
}

impl VectorLevel {
    /// Like [`block::first_block`], with the widest vectors available.
    #[cfg_attr(not(feature = "simd"), allow(clippy::unused_self))]
    pub(crate) fn first_block(self, haystack: &[u8], at: usize, end: usize) -> Block {
        // The fallback level has no vectors, so it uses the plain loops.
        #[cfg(feature = "simd")]
        if !self.level.is_fallback() {
            // The macro compiles this call once for each level and picks one at run time.
            return dispatch!(self.level, simd => crate::candidate::vector::first_block(simd, haystack, at, end));
        }
        block::first_block(haystack, at, end)
    }

    /// Returns levels that this processor supports, for tests.
    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = VectorLevel> {
        let level = VectorLevel::default();
        // The compiler may already be set to a higher level.
        #[cfg(all(feature = "simd", target_arch = "x86_64", not(target_feature = "avx2")))]
        let smaller = level.level.as_sse4_2().map(|it| VectorLevel { level: Level::Sse4_2(it) });
        #[cfg(not(all(feature = "simd", target_arch = "x86_64", not(target_feature = "avx2"))))]
        let smaller = None;
        [Some(level), smaller].into_iter().flatten()
    }
}
