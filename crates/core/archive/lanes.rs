//! Questions about many bytes in one go: where the lines of a header and the names in them end ([`ends`],
//! [`walk`]), and where a line begins as a separator does.
//!
//! Lines are short, so that a search begun anew for each takes longer to begin than to find; and what is asked
//! of a whole text is rare, so that most of it is passed over. With the feature `simd` the widest vectors are
//! used that the processor has, which is asked once. Without it, or where it has none, the beginnings of lines
//! are searched for by other means, and the other questions have no answer.
//!
//! The trap: what is done by vectors must be inlined into the one call for which the processor was asked.
//! What is not is compiled for the least of processors.

/// What is looked at in one go, in bytes.
const BLOCK: usize = 64;

/// Of so many bytes [`ends`] tells.
pub(super) const NEAR: usize = BLOCK;

/// Of the first [`NEAR`] bytes of a text those at which something ends, a bit each, the first byte's lowest.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Ends {
    /// LF.
    pub(super) line: u64,
    /// What is in no field's name (`field.rs`).
    pub(super) name: u64,
}

/// The ends that stand in the first bytes of `text`; `None` where it has too few, or where it takes more to
/// tell than to look for each.
#[inline]
pub(super) fn ends(text: &[u8]) -> Option<Ends> {
    by_vectors::ends(text.first_chunk()?)
}

/// Goes through `text` from `at` on, as `step` says: it is shown a place and the ends near it, and says where to go
/// on, or that it stops there. Gives where it stopped, or where the ends cannot be told.
#[inline]
pub(super) fn walk(
    text: &[u8],
    at: usize,
    step: impl FnMut(usize, Ends) -> Option<usize>,
) -> usize {
    by_vectors::walk(text, at, step)
}

/// The first line of `text` that begins at `at` or behind it, and with `byte`. Linear in the text up to there.
pub(super) fn find_line(text: &[u8], mut at: usize, byte: u8) -> Option<usize> {
    if at == 0 {
        if *text.first()? == byte {
            return Some(0);
        }
        at = 1;
    }
    by_vectors::find_line(text, at, byte)
}

#[cfg(feature = "simd")]
mod by_vectors {
    use std::sync::LazyLock;

    use fearless_simd::prelude::*;
    use fearless_simd::{Level, Simd, dispatch, u8x64};

    use super::{BLOCK, Ends, without};

    /// What the processor has vectors for.
    static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

    #[inline]
    pub(super) fn ends(block: &[u8; BLOCK]) -> Option<Ends> {
        let level = *LEVEL;
        if level.is_fallback() {
            return None;
        }
        Some(dispatch!(level, simd => ends_by(simd, block)))
    }

    #[inline]
    pub(super) fn walk(
        text: &[u8],
        at: usize,
        step: impl FnMut(usize, Ends) -> Option<usize>,
    ) -> usize {
        let level = *LEVEL;
        if level.is_fallback() {
            return at;
        }
        dispatch!(level, simd => walk_by(simd, text, at, step))
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn walk_by<S: Simd>(
        simd: S,
        text: &[u8],
        mut at: usize,
        mut step: impl FnMut(usize, Ends) -> Option<usize>,
    ) -> usize {
        while let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk()) {
            let Some(next) = step(at, ends_by(simd, block)) else { break };
            at = next;
        }
        at
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn ends_by<S: Simd>(simd: S, block: &[u8; BLOCK]) -> Ends {
        let block: u8x64<S> = simd.load_array_ref_u8x64(block);
        let name = (block - b'!').simd_gt(b'~' - b'!') | block.simd_eq(b':');
        Ends { line: block.simd_eq(b'\n').to_bitmask(), name: name.to_bitmask() }
    }

    /// As [`without::find_line`].
    pub(super) fn find_line(text: &[u8], at: usize, byte: u8) -> Option<usize> {
        let level = *LEVEL;
        if level.is_fallback() || text.len() < BLOCK + 1 {
            return without::find_line(text, at, byte);
        }
        let found = dispatch!(level, simd => first(text, at, #[inline(always)] |around| lines(simd, around, byte)));
        found.map(|(start, lines)| start + lines.trailing_zeros() as usize)
    }

    /// The first block from `at` on that has bytes of which `ask` answers yes, and these, a bit each. `ask` is
    /// shown a block with the byte before it, and with so many more behind it as it wants, up to `N`, which
    /// `text` has. `at` is 1 or more.
    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn first<const N: usize>(
        text: &[u8],
        at: usize,
        ask: impl Fn(&[u8; N]) -> u64,
    ) -> Option<(usize, u64)> {
        let mut rest = text.get(at - 1..)?;
        while let Some(around) = rest.first_chunk() {
            let bits = ask(around);
            if bits != 0 {
                return Some((text.len() - rest.len() + 1, bits));
            }
            rest = &rest[BLOCK..];
        }
        // What is left is looked at with so many bytes before it as a block takes.
        let around = text.last_chunk()?;
        let passed = N - rest.len();
        let bits = if passed < BLOCK { ask(around) >> passed << passed } else { 0 };
        (bits != 0).then_some((text.len() - N + 1, bits))
    }

    /// Those by which a line begins with `byte`.
    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn lines<S: Simd>(simd: S, around: &[u8; BLOCK + 1], byte: u8) -> u64 {
        let (before, block) = (at(simd, around, 0), at(simd, around, 1));
        (before.simd_eq(b'\n') & block.simd_eq(byte)).to_bitmask()
    }

    /// The bytes of `around` from `i` on.
    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn at<S: Simd>(simd: S, around: &[u8], i: usize) -> u8x64<S> {
        simd.load_array_ref_u8x64(around[i..].first_chunk().expect("a block stands around"))
    }
}

#[cfg(not(feature = "simd"))]
mod by_vectors {
    pub(super) use super::without::{ends, find_line, walk};
}

/// The same without vectors that the processor was asked for.
#[cfg_attr(feature = "simd", allow(dead_code))]
mod without {
    use memchr::memmem;

    use super::{BLOCK, Ends};

    pub(super) fn ends(_: &[u8; BLOCK]) -> Option<Ends> {
        None
    }

    pub(super) fn walk(_: &[u8], at: usize, _: impl FnMut(usize, Ends) -> Option<usize>) -> usize {
        at
    }

    /// The first line from `at` on that begins with `byte`. `at` is 1 or more, and up to one behind the end.
    pub(super) fn find_line(text: &[u8], at: usize, byte: u8) -> Option<usize> {
        memmem::find(&text[at - 1..], &[b'\n', byte]).map(|before| at + before)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::tests::config;
    use super::*;

    /// Lines of all lengths, and any bytes.
    fn text() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            "\n[b=(\\-89c]?".prop_map(String::into_bytes),
            "[a-z :~]{1,90}".prop_map(String::into_bytes),
            vec(any::<u8>(), 1..3),
        ];
        vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(config())]

        /// Each byte by itself, wherever blocks begin.
        #[test]
        fn ends_and_begins(text in text(), at in 0usize..70) {
            let at = at.min(text.len());
            let is_line = |&at: &usize| (at == 0 || text[at - 1] == b'\n') && text[at] == b'c';
            prop_assert_eq!(find_line(&text, at, b'c'), (at..text.len()).find(is_line));
            if let Some(Ends { line, name }) = ends(&text) {
                for (i, &byte) in text[..BLOCK].iter().enumerate() {
                    prop_assert_eq!(line >> i & 1 == 1, byte == b'\n');
                    prop_assert_eq!(name >> i & 1 == 0, matches!(byte, 33..=57 | 59..=126));
                }
            }
        }
    }
}
