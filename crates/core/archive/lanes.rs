//! Questions about many bytes in one go: where the lines of a header and the names in them end, where a line
//! begins as a block does, and whether a message is as plain as old ones are.
//!
//! Lines are short, so that a search begun anew for each takes longer to begin than to find; and what is asked
//! of a whole text is rare, so that most of it is passed over. With the feature `simd` the widest vectors are
//! used that the processor has, which is asked once; without it, or where it has none, the second question is
//! what the compiler makes of a loop, and the others have no answer.
//!
//! The trap: what is done by vectors must be inlined into the one call for which the processor was asked.
//! What is not is compiled for the least of processors.

/// What is looked at in one go, in bytes.
const BLOCK: usize = 64;

/// Of the first [`BLOCK`] bytes of a text those at which something ends, a bit each, the first byte's lowest.
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

/// The first line of `text` that begins at `at` or behind it, and as a block's first line does as far as
/// [`may_begin`] tells. Linear in the text up to there.
pub(super) fn find_begin(text: &[u8], mut at: usize) -> Option<usize> {
    if at == 0 {
        if may_begin(text) {
            return Some(0);
        }
        at = 1;
    }
    loop {
        // Each block is looked at with the byte before it.
        let (start, mut begins) = by_vectors::first_begins(text, at);
        if begins == 0 {
            let is_begin = |at: &usize| text[at - 1] == b'\n' && may_begin(&text[*at..]);
            return (start..text.len()).find(is_begin);
        }
        while begins != 0 {
            let begin = start + begins.trailing_zeros() as usize;
            if may_begin(&text[begin..]) {
                return Some(begin);
            }
            begins &= begins - 1;
        }
        at = start + BLOCK;
    }
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

/// The first byte of `text` at `at` or behind it, but for the last, at which something may begin that is not as
/// it is searched, as far as two bytes show: a line with `C` or `c`, as those fields do that say so; an encoded
/// word; a page, with `<!`, `<?`, `<H` or `<h`; what UTF-16 has in it. `at` is 1 or more. The bytes' number where
/// there is none; `None` where it takes more to tell. Linear in the text up to there.
pub(super) fn find_odd(text: &[u8], at: usize) -> Option<usize> {
    by_vectors::find_odd(text, at)
}

/// Whether the line that `text` begins with may be a block's first.
#[inline]
fn may_begin(text: &[u8]) -> bool {
    matches!(text, [b'b', b'e', ..] | [b'=', b'y', ..] | [b'(', b'T', ..] | [b'-', b'-', b'-', ..])
}

/// Whether `byte` is the first of such a line, or one of five others that a question more for each would tell
/// apart.
#[inline]
fn is_first(byte: u8) -> bool {
    byte == b'b' || byte & MASK == b'(' & MASK
}

/// The bits in which `=`, `(` and `-` are alike.
const MASK: u8 = 0xEA;

#[cfg(feature = "simd")]
mod by_vectors {
    use std::sync::LazyLock;

    use fearless_simd::prelude::*;
    use fearless_simd::{Level, Simd, dispatch, u8x64};

    use super::{BLOCK, Ends, MASK, without};

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

    /// As [`without::first_begins`].
    pub(super) fn first_begins(text: &[u8], at: usize) -> (usize, u64) {
        let level = *LEVEL;
        if level.is_fallback() {
            return without::first_begins(text, at);
        }
        dispatch!(level, simd => first_begins_by(simd, text, at))
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
        if level.is_fallback() {
            return without::find_line(text, at, byte);
        }
        dispatch!(level, simd => find_line_by(simd, text, at, byte))
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn find_line_by<S: Simd>(simd: S, text: &[u8], at: usize, byte: u8) -> Option<usize> {
        let mut rest = &text[at - 1..];
        while let Some(around) = rest.first_chunk::<{ BLOCK + 1 }>() {
            let (before, block) = (around.first_chunk(), around.last_chunk());
            let before: u8x64<S> = simd.load_array_ref_u8x64(before.expect("it is one more"));
            let block: u8x64<S> = simd.load_array_ref_u8x64(block.expect("it is one more"));
            let lines = (before.simd_eq(b'\n') & block.simd_eq(byte)).to_bitmask();
            if lines != 0 {
                return Some(text.len() - rest.len() + 1 + lines.trailing_zeros() as usize);
            }
            rest = &rest[BLOCK..];
        }
        let at = text.len() - rest.len() + 1;
        (at..text.len()).find(|&at| text[at - 1] == b'\n' && text[at] == byte)
    }

    pub(super) fn find_odd(text: &[u8], at: usize) -> Option<usize> {
        let level = *LEVEL;
        if level.is_fallback() || text.len() < BLOCK + 2 {
            return None;
        }
        Some(dispatch!(level, simd => find_odd_by(simd, text, at)))
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn find_odd_by<S: Simd>(simd: S, text: &[u8], at: usize) -> usize {
        let mut rest = &text[at - 1..];
        while let Some(around) = rest.first_chunk() {
            let odd = odd(simd, around);
            if odd != 0 {
                return text.len() - rest.len() + 1 + odd.trailing_zeros() as usize;
            }
            rest = &rest[BLOCK..];
        }
        // What is left is looked at with bytes before it that were looked at, or that nobody asks for.
        let start = text.len() - (BLOCK + 2);
        let odd = text[start..].first_chunk().map_or(0, |around| odd(simd, around));
        let asked = at.max(text.len() - rest.len() + 1).saturating_sub(start + 1);
        let odd = if asked < BLOCK { odd >> asked << asked } else { 0 };
        if odd == 0 { text.len() } else { start + 1 + odd.trailing_zeros() as usize }
    }

    /// The odd bytes of a block that stands between two others, a bit each.
    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn odd<S: Simd>(simd: S, around: &[u8; BLOCK + 2]) -> u64 {
        let at = |i| simd.load_array_ref_u8x64(around[i..].first_chunk().expect("it is two more"));
        let (before, block, after): (u8x64<S>, u8x64<S>, u8x64<S>) = (at(0), at(1), at(2));
        let begins_line = before.simd_eq(b'\n') | before.simd_eq(b'\r');
        let field = begins_line & (block | CASE).simd_eq(b'c');
        let is_asking = after.simd_eq(b'?');
        let page = is_asking | after.simd_eq(b'!') | (after | CASE).simd_eq(b'h');
        let page = block.simd_eq(b'<') & page;
        let word = block.simd_eq(b'=') & is_asking;
        let utf_16 = block.simd_eq(0) | block.simd_ge(0xFE);
        (field | page | word | utf_16).to_bitmask()
    }

    /// In which capitals and small letters differ.
    const CASE: u8 = 0x20;

    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn first_begins_by<S: Simd>(simd: S, text: &[u8], at: usize) -> (usize, u64) {
        let mut rest = &text[at - 1..];
        while let Some(around) = rest.first_chunk::<{ BLOCK + 1 }>() {
            let (before, block) = (around.first_chunk(), around.last_chunk());
            let before: u8x64<S> = simd.load_array_ref_u8x64(before.expect("it is one more"));
            let block: u8x64<S> = simd.load_array_ref_u8x64(block.expect("it is one more"));
            let begins = block.simd_eq(b'b') | (block & MASK).simd_eq(b'(' & MASK);
            let begins = (before.simd_eq(b'\n') & begins).to_bitmask();
            if begins != 0 {
                return (text.len() - rest.len() + 1, begins);
            }
            rest = &rest[BLOCK..];
        }
        (text.len() - rest.len() + 1, 0)
    }
}

#[cfg(not(feature = "simd"))]
mod by_vectors {
    pub(super) use super::without::{ends, find_line, find_odd, first_begins};
}

/// The same without vectors that the processor was asked for.
#[cfg_attr(feature = "simd", allow(dead_code))]
mod without {
    use memchr::memmem;

    use super::{BLOCK, Ends, is_first};

    pub(super) fn ends(_: &[u8; BLOCK]) -> Option<Ends> {
        None
    }

    pub(super) fn find_odd(_: &[u8], _: usize) -> Option<usize> {
        None
    }

    /// The first line from `at` on that begins with `byte`. `at` is 1 or more, and up to one behind the end.
    pub(super) fn find_line(text: &[u8], at: usize, byte: u8) -> Option<usize> {
        memmem::find(&text[at - 1..], &[b'\n', byte]).map(|before| at + before)
    }

    /// The first block from `at` on in which lines begin as blocks do: where it stands, and the bytes at which
    /// they begin, a bit each; none where no block has any, and then it is where fewer bytes are left than a
    /// block has. `at` is 1 or more.
    pub(super) fn first_begins(text: &[u8], mut at: usize) -> (usize, u64) {
        while let Some(around) = text[at - 1..].first_chunk::<{ BLOCK + 1 }>() {
            let is_begin = |i: usize| (around[i] == b'\n') & is_first(around[i + 1]);
            if (0..BLOCK).fold(false, |any, i| any | is_begin(i)) {
                return (at, (0..BLOCK).fold(0, |bits, i| bits | u64::from(is_begin(i)) << i));
            }
            at += BLOCK;
        }
        (at, 0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

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
        /// Each byte by itself, wherever blocks begin.
        #[test]
        fn ends_and_begins(text in text(), at in 0usize..70) {
            let at = at.min(text.len());
            let is_begin = |&at: &usize| {
                (at == 0 || text[at - 1] == b'\n') && may_begin(&text[at..])
            };
            prop_assert_eq!(find_begin(&text, at), (at..text.len()).find(is_begin));
            let is_line = |&at: &usize| (at == 0 || text[at - 1] == b'\n') && text[at] == b'c';
            prop_assert_eq!(find_line(&text, at, b'c'), (at..text.len()).find(is_line));
            if at > 0 {
                prop_assert_eq!(without::first_begins(&text, at), by_vectors::first_begins(&text, at));
            }
            let is_odd = |&at: &usize| match text[at - 1..=at + 1] {
                [b'\n' | b'\r', b'C' | b'c', _] | [_, b'=', b'?'] => true,
                [_, b'<', after] => b"!?Hh".contains(&after),
                [_, byte, _] => matches!(byte, 0 | 0xFE | 0xFF),
                _ => false,
            };
            if let Some(odd) = find_odd(&text, at.max(1)) {
                let all_but_last = at.max(1)..text.len() - 1;
                prop_assert_eq!(odd, { all_but_last }.find(is_odd).unwrap_or(text.len()));
            }
            if let Some(Ends { line, name }) = ends(&text) {
                for (i, &byte) in text[..BLOCK].iter().enumerate() {
                    prop_assert_eq!(line >> i & 1 == 1, byte == b'\n');
                    prop_assert_eq!(name >> i & 1 == 0, matches!(byte, 33..=57 | 59..=126));
                }
            }
        }
    }

    #[test]
    fn blocks_may_begin_with() {
        for begin in ["begin 6", "=ybegin", "(This", "-----BEGIN"] {
            assert!(may_begin(begin.as_bytes()) && is_first(begin.as_bytes()[0]), "{begin}");
        }
        assert_eq!((0..=255).filter(|&byte| is_first(byte)).count(), 9);
    }
}
