//! Questions about many bytes in one go: where the lines of a header and the names in them end ([`ends`],
//! [`walk`]), where a line begins as a separator or a block does, and where something may begin that is not
//! stored as it is searched ([`find_odd`]).
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

/// The first line of `text` that begins at `at` or behind it, and as a block's first line does as far as
/// [`may_begin`] tells; or the break of the first line that ends in `=`, whichever comes first. Linear in the text
/// up to there.
pub(super) fn find_begin_or_soft_break(text: &[u8], mut at: usize) -> Option<usize> {
    if at == 0 {
        if may_begin(text) {
            return Some(0);
        }
        at = 1;
    }
    while let Some((start, mut begins)) = by_vectors::first_begins(text, at) {
        while begins != 0 {
            let begin = start + begins.trailing_zeros() as usize;
            if may_begin(&text[begin..]) || text[begin - 1] == b'=' && is_break(text[begin]) {
                return Some(begin);
            }
            begins &= begins - 1;
        }
        at = start + BLOCK;
    }
    None
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

/// The first byte of `text` at `at` or behind it, but for the last, at which something may begin that is not
/// stored as it is searched, as far as two bytes show: a line with `C` or `c`, as those fields do that say so; an
/// encoded word; what may be quoted-printable, `=` before a line's end; a page, with `<!`, `<?`, `<H` or `<h`;
/// UTF-16, of which NUL and its mark's bytes are. `at` is 1 or more. The length of `text` where there is none;
/// `None` where the question has no answer. Linear in the text up to there.
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

#[inline]
fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
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

    /// As [`without::first_begins`].
    pub(super) fn first_begins(text: &[u8], at: usize) -> Option<(usize, u64)> {
        let level = *LEVEL;
        if level.is_fallback() || text.len() < BLOCK + 1 {
            return without::first_begins(text, at);
        }
        dispatch!(level, simd => first(text, at, #[inline(always)] |around| begins(simd, around)))
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

    pub(super) fn find_odd(text: &[u8], at: usize) -> Option<usize> {
        let level = *LEVEL;
        if level.is_fallback() || text.len() < BLOCK + 2 {
            return None;
        }
        let found =
            dispatch!(level, simd => first(text, at, #[inline(always)] |around| odd(simd, around)));
        Some(found.map_or(text.len(), |(start, odd)| start + odd.trailing_zeros() as usize))
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

    /// The bytes by which a line begins as a block may, and the breaks of those that end in `=`.
    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn begins<S: Simd>(simd: S, around: &[u8; BLOCK + 1]) -> u64 {
        let (before, block) = (at(simd, around, 0), at(simd, around, 1));
        let begins = block.simd_eq(b'b') | (block & MASK).simd_eq(b'(' & MASK);
        let soft = before.simd_eq(b'=') & block.simd_le(b'\r');
        (before.simd_eq(b'\n') & begins | soft).to_bitmask()
    }

    /// Those by which a line begins with `byte`.
    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn lines<S: Simd>(simd: S, around: &[u8; BLOCK + 1], byte: u8) -> u64 {
        let (before, block) = (at(simd, around, 0), at(simd, around, 1));
        (before.simd_eq(b'\n') & block.simd_eq(byte)).to_bitmask()
    }

    /// Those at which [`find_odd`](super::find_odd) stops.
    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn odd<S: Simd>(simd: S, around: &[u8; BLOCK + 2]) -> u64 {
        let (before, block, after) =
            (at(simd, around, 0), at(simd, around, 1), at(simd, around, 2));
        let begins_line = before.simd_eq(b'\n') | before.simd_eq(b'\r');
        let field = begins_line & (block | CASE).simd_eq(b'c');
        let is_asking = after.simd_eq(b'?');
        let page = is_asking | after.simd_eq(b'!') | (after | CASE).simd_eq(b'h');
        let page = block.simd_eq(b'<') & page;
        let word = block.simd_eq(b'=') & (is_asking | after.simd_le(b'\r'));
        let utf_16 = block.simd_eq(0) | block.simd_ge(0xFE);
        // To look behind the block only where it has `<` or `=` took an eighth longer: a branch in between has
        // the compiler keep answers bit by bit, and where it is kept from that the branch goes wrong too often.
        (field | page | word | utf_16).to_bitmask()
    }

    /// In which capitals and small letters differ.
    const CASE: u8 = 0x20;

    /// The bytes of `around` from `i` on.
    #[inline(always)]
    #[allow(clippy::inline_always)] // See the module.
    fn at<S: Simd>(simd: S, around: &[u8], i: usize) -> u8x64<S> {
        simd.load_array_ref_u8x64(around[i..].first_chunk().expect("a block stands around"))
    }
}

#[cfg(not(feature = "simd"))]
mod by_vectors {
    pub(super) use super::without::{ends, find_line, find_odd, first_begins, walk};
}

/// The same without vectors that the processor was asked for.
#[cfg_attr(feature = "simd", allow(dead_code))]
mod without {
    use memchr::memmem;

    use super::{BLOCK, Ends, is_first};

    pub(super) fn ends(_: &[u8; BLOCK]) -> Option<Ends> {
        None
    }

    pub(super) fn walk(_: &[u8], at: usize, _: impl FnMut(usize, Ends) -> Option<usize>) -> usize {
        at
    }

    pub(super) fn find_odd(_: &[u8], _: usize) -> Option<usize> {
        None
    }

    /// The first line from `at` on that begins with `byte`. `at` is 1 or more, and up to one behind the end.
    pub(super) fn find_line(text: &[u8], at: usize, byte: u8) -> Option<usize> {
        memmem::find(&text[at - 1..], &[b'\n', byte]).map(|before| at + before)
    }

    /// The first block from `at` on in which lines begin as blocks do, or end in `=`: where it stands, and the
    /// bytes at which they begin, or their breaks, a bit each. `at` is 1 or more.
    pub(super) fn first_begins(text: &[u8], mut at: usize) -> Option<(usize, u64)> {
        while at < text.len() {
            let around = &text[at - 1..text.len().min(at + BLOCK)];
            let is_begin = |pair: &[u8]| match pair[0] {
                b'\n' => is_first(pair[1]),
                b'=' => pair[1] <= b'\r',
                _ => false,
            };
            if around.windows(2).fold(false, |any, pair| any | is_begin(pair)) {
                let pairs = around.windows(2).rev();
                return Some((
                    at,
                    pairs.fold(0, |bits, pair| bits << 1 | u64::from(is_begin(pair))),
                ));
            }
            at += BLOCK;
        }
        None
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
            let is_begin = |&at: &usize| {
                let begins_line = at == 0 || text[at - 1] == b'\n';
                begins_line && may_begin(&text[at..]) || at > 0 && text[at - 1] == b'=' && is_break(text[at])
            };
            prop_assert_eq!(find_begin_or_soft_break(&text, at), (at..text.len()).find(is_begin));
            let is_line = |&at: &usize| (at == 0 || text[at - 1] == b'\n') && text[at] == b'c';
            prop_assert_eq!(find_line(&text, at, b'c'), (at..text.len()).find(is_line));
            if at > 0 {
                let first = |begins: Option<(usize, u64)>| {
                    begins.map(|(start, begins)| start + begins.trailing_zeros() as usize)
                };
                let (slow, fast) = (without::first_begins(&text, at), by_vectors::first_begins(&text, at));
                prop_assert_eq!(first(slow), first(fast));
            }
            let is_odd = |&at: &usize| match text[at - 1..=at + 1] {
                [b'\n' | b'\r', b'C' | b'c', _] | [_, b'=', b'?'] => true,
                [_, b'=', after] => after <= b'\r',
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
